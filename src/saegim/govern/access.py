"""Roles, what each may do, and for whom it may speak."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from saegim import inputs
from saegim.errors import Forbidden, InvalidInput, Unauthorized
from saegim.govern.keys import ROLES, Keys
from saegim.govern.tokens import Tokens

# open: anyone. read, write: one person's memory. look, manage: the installation. admin: keys and settings.
Need = Literal["open", "read", "write", "look", "manage", "admin"]

_MAY: Mapping[str, frozenset[str]] = {
    "admin": frozenset({"open", "read", "write", "look", "manage", "admin"}),
    "service": frozenset({"open", "read", "write", "look", "manage"}),
    "user": frozenset({"open", "read", "write"}),
    "read-only": frozenset({"open", "read", "look"}),
}
# What concerns more than one person is not for a token that speaks for one.
_FOR_EVERYONE = frozenset({"look", "manage", "admin"})


@dataclass(frozen=True, slots=True)
class Caller:
    """Whoever shows a token: its role, the one user it speaks for (None: any), and a name for logs."""

    role: str
    user_id: str | None
    name: str

    @property
    def actor(self) -> str:
        """Who the audit names: the person themself by a token of theirs, otherwise whose token it was."""
        return self.name if self.user_id is None else "user"

    def may(self, need: Need) -> bool:
        """Whether the role allows it."""
        if self.user_id is not None and need in _FOR_EVERYONE:
            return False
        return need in _MAY[self.role]

    def speaks_for(self, asked: str | None) -> str:
        """The user meant: the token's own, or the one it names. `Forbidden` for anyone else's."""
        if self.user_id is not None:
            if asked is None or asked == "me" or inputs.check_id("user_id", asked) == self.user_id:
                return self.user_id
            raise Forbidden()
        if asked is None:
            raise InvalidInput(
                "X-Saegim-User",
                "this token speaks for everyone; name the user in this header",
                "이 토큰은 누구나 대신합니다. 이 헤더에 사용자를 적어 주세요",
                code="user_required",
            )
        return inputs.check_id("user_id", asked)


def recognise(token: str | None, keys: Keys, tokens: Tokens) -> Caller:
    """Whoever the bearer token belongs to; `Unauthorized` says nothing about why not."""
    if not token:
        raise Unauthorized()
    if token.count(".") == 2:
        claims = tokens.read(token)
        if claims is None:
            raise Unauthorized()
        return _caller_of(claims)
    known = keys.find(token)
    if known is None:
        raise Unauthorized()
    return Caller(known.role, known.user_id, f"key:{known.id}")


def _caller_of(claims: Mapping[str, object]) -> Caller:
    role, subject = claims.get("role", "user"), claims.get("sub")
    if role not in ROLES or not isinstance(role, str):
        raise Unauthorized()
    # `sub` names the person of a user's token; of the others, whoever made it.
    speaks_for_one = role == "user" or (role == "read-only" and subject is not None)
    try:
        user_id = inputs.check_id("sub", subject) if speaks_for_one else None
    except InvalidInput as error:
        raise Unauthorized() from error
    return Caller(role, user_id, f"jwt:{user_id or role}")
