"""Who looks at a page: their token, whom it lets them see, and every call made on their behalf."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import ParamSpec, Protocol, TypeVar
from urllib.parse import unquote

from starlette.concurrency import run_in_threadpool
from starlette.requests import HTTPConnection

from saegim import Saegim, User
from saegim.errors import Forbidden, SaegimError, Unauthorized
from saegim.govern.access import Caller, Need, recognise
from saegim.govern.keys import Keys
from saegim.govern.tokens import Tokens
from saegim.web.words import WORDS, name_of, say

P = ParamSpec("P")
T = TypeVar("T")

# Where a request carries the server around it.
HOUSE = "saegim.house"
TOKEN, PERSON, PERSONA = "saegim_token", "saegim_user", "saegim_persona"
LANGUAGE, THEME = "saegim_language", "saegim_theme"


class Counts(Protocol):
    """How often something may happen, and how many at a time."""

    def take(self, name: str, per_minute: int) -> float: ...
    def open_stream(self, name: str, most: int) -> str | None: ...
    def keep_stream(self, id_: str) -> None: ...
    def close_stream(self, id_: str) -> None: ...


class House(Protocol):
    """What a page needs of the server around it."""

    @property
    def saegim(self) -> Saegim: ...
    @property
    def keys(self) -> Keys: ...
    @property
    def tokens(self) -> Tokens: ...
    @property
    def limits(self) -> Counts: ...


@dataclass(frozen=True, slots=True)
class Visit:
    """Somebody at a page. `user_id` None: the token speaks for everyone and nobody was chosen yet."""

    house: House
    token: str
    caller: Caller
    user_id: str | None
    persona: str | None
    language: str
    theme: str

    @property
    def saegim(self) -> Saegim:
        return self.house.saegim

    @property
    def user(self) -> User:
        """The person in view, with the persona in use."""
        if self.user_id is None:
            raise Forbidden()
        return self.saegim.user(self.user_id, persona=self.persona, actor=self.caller.actor)

    def say(self, key: str, **values: object) -> str:
        return say(self.language, key, **values)

    def name_of(self, group: str, name: str) -> str:
        return name_of(self.language, group, name)

    def key_name(self, key: str) -> str:
        """What people call a key such as home.city or 할머니.likes."""
        if f"key.{key}" in WORDS:
            return self.say(f"key.{key}")
        return " · ".join(self.name_of("key", part) for part in key.split("."))

    def may(self, need: Need) -> bool:
        return self.caller.may(need)

    async def do(self, need: Need, call: Callable[P, T], *arguments: P.args, **named: P.kwargs) -> T:
        """What the call gives, run beside the event loop, once the token was looked at again.

        A page stays open for hours: a key revoked meanwhile must not go on working through it.
        """

        def allowed() -> T:
            caller = recognise(self.token, self.house.keys, self.house.tokens)
            if caller != self.caller:
                raise Unauthorized()
            if not caller.may(need):
                raise Forbidden()
            self._count(caller)
            return call(*arguments, **named)

        return await run_in_threadpool(allowed)

    def _count(self, caller: Caller) -> None:
        from saegim.errors import TooManyRequests

        server = self.saegim.settings.server
        rate = server.service_per_minute if caller.user_id is None else server.user_per_minute
        wait_s = self.house.limits.take(f"caller:{caller.name}", rate)
        if wait_s:
            raise TooManyRequests(wait_s)

    def with_persona(self, persona: str | None) -> Visit:
        return replace(self, persona=persona)


def whose(token: str) -> bytes:
    """A token told from another without keeping it."""
    return hashlib.blake2b(token.encode("utf-8", "replace"), digest_size=16).digest()


def token_of(connection: HTTPConnection) -> str:
    return connection.cookies.get(TOKEN, "")


def language_of(connection: HTTPConnection, default: str) -> str:
    """The language chosen, or else the first of ours the browser asks for."""
    chosen = connection.cookies.get(LANGUAGE)
    if chosen in ("ko", "en"):
        return chosen
    for part in connection.headers.get("accept-language", "").split(","):
        name = part.split(";")[0].strip()[:2].lower()
        if name in ("ko", "en"):
            return name
    return default


def theme_of(connection: HTTPConnection) -> str:
    chosen = connection.cookies.get(THEME, "auto")
    return chosen if chosen in ("auto", "light", "dark") else "auto"


def enter(house: House, connection: HTTPConnection) -> Visit:
    """Whoever comes with this request's cookies; `Unauthorized` without a token that holds."""
    token = token_of(connection)
    caller = recognise(token or None, house.keys, house.tokens)
    asked = unquote(connection.cookies.get(PERSON, "")) or None
    persona = unquote(connection.cookies.get(PERSONA, "")) or None
    try:
        user_id = caller.speaks_for(asked if caller.user_id is None else None)
    except SaegimError:
        # Nobody was chosen, or by a name that cannot be one.
        user_id = None
    if user_id is not None and caller.user_id is None and not house.saegim.exists(user_id):
        user_id = None
    known = {one.id for one in house.saegim.personas()}
    return Visit(
        house=house,
        token=token,
        caller=caller,
        user_id=user_id,
        persona=persona if persona in known else None,
        language=language_of(connection, house.saegim.settings.language),
        theme=theme_of(connection),
    )
