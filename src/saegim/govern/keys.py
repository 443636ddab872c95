"""Keys that programs and people come with: made, shown once, kept as a hash, revoked."""

from __future__ import annotations

import hashlib
import hmac
import secrets
from datetime import timedelta
from typing import NamedTuple

from saegim import inputs
from saegim.errors import InvalidInput, NotFound
from saegim.language.text import nfc
from saegim.protocols import AccessKey, Clock, Store

PREFIX = "sgm"
ROLES = ("admin", "service", "user", "read-only")
# Compared with when there is no such key, so that an unknown id takes as long as a wrong secret.
_NOBODY = (b"\0" * 16, b"\0" * 32)
_NAME_LENGTH = 200
_MOST_DAYS = 36_500


class NewKey(NamedTuple):
    """The key itself, which nobody can show again, and what is kept of it."""

    key: str
    known: AccessKey


class Keys:
    """The keys of one installation, shared by everyone who opens its store."""

    def __init__(self, store: Store, clock: Clock) -> None:
        self._store = store
        self._clock = clock

    def create(
        self, role: str, *, user: str | None = None, name: str = "", days: float | None = None
    ) -> NewKey:
        """A new key. A `user` key speaks for one user; `read-only` for one or, without `user`, for all."""
        inputs.check_one_of("role", role, ROLES)
        if role == "user" and user is None:
            raise InvalidInput(
                "user",
                "a user key needs its user",
                "user 열쇠에는 사용자가 있어야 합니다",
                code="user_required",
            )
        if role in ("admin", "service") and user is not None:
            raise InvalidInput(
                "user",
                f"a key of role {role} speaks for everyone",
                f"{role} 열쇠는 한 사람의 것이 아닙니다",
                code="user_unexpected",
            )
        now = self._clock.now()
        id_, secret, salt = secrets.token_hex(6), secrets.token_urlsafe(32), secrets.token_bytes(16)
        known = AccessKey(
            id=id_,
            role=role,
            user_id=None if user is None else inputs.check_id("user", user),
            name=_checked_name(name),
            salt=salt,
            hash=_hash(secret, salt),
            created_at=now,
            expires_at=None if days is None else now + timedelta(days=_checked_days(days)),
        )
        self._store.put_key(known)
        return NewKey(f"{PREFIX}_{id_}_{secret}", known)

    def all(self) -> list[AccessKey]:
        """Every key, oldest first, revoked ones too."""
        return self._store.keys()

    def revoke(self, key_id: str) -> None:
        """From now on nobody comes in with it. Twice changes nothing."""
        if not self._store.revoke_key(inputs.check_lookup("key_id", key_id), self._clock.now()):
            raise NotFound("key", key_id)

    def find(self, key: str) -> AccessKey | None:
        """What is known of a key somebody shows; None for a wrong, revoked or expired one."""
        prefix, _, rest = key.partition("_")
        id_, _, secret = rest.partition("_")
        known = self._store.key(id_) if prefix == PREFIX and id_ and secret else None
        salt, expected = _NOBODY if known is None else (known.salt, known.hash)
        fits = hmac.compare_digest(_hash(secret, salt), expected)
        if known is None or not fits or known.revoked_at is not None:
            return None
        if known.expires_at is not None and known.expires_at <= self._clock.now():
            return None
        return known


def _hash(secret: str, salt: bytes) -> bytes:
    # 256 random bits cannot be guessed: a slow hash would only slow every request down.
    return hashlib.blake2b(secret.encode("utf-8", "replace"), key=salt, digest_size=32).digest()


def _checked_name(name: object) -> str:
    if not isinstance(name, str) or len(name) > _NAME_LENGTH or not name.isprintable():
        raise InvalidInput(
            "name",
            f"at most {_NAME_LENGTH} printable characters",
            f"{_NAME_LENGTH}자 이하의 글자여야 합니다",
            code="name_invalid",
        )
    return nfc(name)


def _checked_days(days: float) -> float:
    if isinstance(days, bool) or not 0 < days <= _MOST_DAYS:
        raise InvalidInput(
            "days",
            "must be above 0 and at most 36,500",
            "0보다 크고 36,500 이하여야 합니다",
            code="days_invalid",
        )
    return days
