"""What a route needs of whoever calls it. Every route names one of these; a test looks."""

from __future__ import annotations

import hashlib
import logging
import urllib.parse
from collections.abc import Awaitable, Callable, Coroutine
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from typing import Annotated, Any

from fastapi import Depends, Header, Request, Response, Security
from fastapi.exceptions import RequestValidationError
from fastapi.routing import APIRoute
from fastapi.security import HTTPAuthorizationCredentials, HTTPBearer
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException

from saegim import Saegim, User
from saegim.errors import (
    Forbidden,
    InvalidInput,
    NotFound,
    RepeatedRequest,
    SaegimError,
    TooManyRequests,
    Unauthorized,
)
from saegim.govern import access
from saegim.govern.access import Caller
from saegim.ids import derived_id
from saegim.protocols import KeptAnswer
from saegim.server.answers import status_of
from saegim.server.gate import address_of
from saegim.server.house import CLAIM_S, House

logger = logging.getLogger("saegim.server.admission")

_BEARER = HTTPBearer(auto_error=False, description="`sgm_…` key or JWT")
_KEPT_HEADERS = ("content-type", "etag", "location")
_KEY_LENGTH = 255


@dataclass(slots=True)
class Visitor:
    """Somebody who was let in, and the house they are in."""

    house: House
    caller: Caller
    user_id: str | None
    language: str
    # Of a request under an Idempotency-Key: what it is known by, and the day it is kept from.
    once: tuple[bytes, datetime] | None = None

    @property
    def saegim(self) -> Saegim:
        return self.house.saegim

    def user(self, persona: str | None = None) -> User:
        """The person this request is about."""
        assert self.user_id is not None
        return self.house.saegim.user(self.user_id, persona=persona, actor=self.caller.actor)

    def own_id(self, prefix: str) -> str | None:
        """An id for what this request makes, the same when it comes again; None where it cannot."""
        return None if self.once is None else derived_id(prefix, self.once[1], self.once[0])


class Need:
    """A dependency that lets in whoever may do what the route does; `person` says it is about one user."""

    def __init__(self, need: access.Need, *, person: bool) -> None:
        self.need: access.Need = need
        self.person = person

    async def __call__(
        self,
        request: Request,
        credentials: Annotated[HTTPAuthorizationCredentials | None, Security(_BEARER)],
        x_saegim_user: Annotated[
            str | None,
            Header(description="The user meant, where a token speaks for everyone (percent-encoded)."),
        ] = None,
        idempotency_key: Annotated[
            str | None, Header(description="Names a write, so that repeating it does it once (24 h).")
        ] = None,
    ) -> Visitor:
        house: House = request.app.state.house
        token = None if credentials is None else credentials.credentials
        asked = await self._asked(request, _header_text(x_saegim_user))
        visitor = await run_in_threadpool(self._admit, house, request, token, asked)
        if idempotency_key is not None and request.method not in ("GET", "HEAD"):
            body = await self._body(request, visitor)
            await run_in_threadpool(_claim, request, visitor, idempotency_key, body)
        return visitor

    async def _body(self, request: Request, visitor: Visitor) -> bytes:
        """What a request that comes again must have in common with the first."""
        return await request.body()

    async def _asked(self, request: Request, named: str | None) -> str | None:
        """The user the request names."""
        return named

    def _admit(self, house: House, request: Request, token: str | None, asked: str | None) -> Visitor:
        caller = _recognised(house, request, token)
        request.state.caller_name = caller.name
        if not caller.may(self.need):
            raise Forbidden()
        settings = house.settings
        rate = settings.service_per_minute if caller.user_id is None else settings.user_per_minute
        wait_s = house.limits.take(f"caller:{caller.name}", rate)
        if wait_s:
            raise TooManyRequests(wait_s)
        user_id = None
        if self.person:
            user_id = request.state.user_id = caller.speaks_for(asked)
            looking = request.method in ("GET", "HEAD", "PATCH", "DELETE")
            if caller.user_id is None and looking and not house.saegim.exists(user_id):
                # Looking for someone makes nobody.
                raise NotFound("user", user_id)
        return Visitor(house, caller, user_id, request.state.language)


class Open(Need):
    """Lets anyone in."""

    def __init__(self) -> None:
        super().__init__("open", person=False)

    async def __call__(self, request: Request) -> Visitor:  # type: ignore[override]
        return Visitor(
            request.app.state.house, Caller("read-only", None, "anyone"), None, request.state.language
        )


class NamedInBody(Need):
    """A need of a route whose body may name the person, as OpenAI's `user` does; the header goes first."""

    async def _asked(self, request: Request, named: str | None) -> str | None:
        if named is not None:
            return named
        try:
            user = (await request.json()).get("user")
        except (ValueError, AttributeError, RecursionError):
            # What cannot be read is refused with its reason once the body is looked at.
            return None
        return user if isinstance(user, str) else None


class Sends(Need):
    """A need of a route whose body is a file: it is on the disk once the caller was let in, never in memory.

    `receive` takes it, puts it into the request's state as `upload`, and gives what it is known by; the route
    closes it.
    """

    def __init__(self, need: access.Need, receive: Callable[[Request, Visitor], Awaitable[bytes]]) -> None:
        super().__init__(need, person=True)
        self._receive = receive

    async def _body(self, request: Request, visitor: Visitor) -> bytes:
        return await self._receive(request, visitor)


class Scrape(Need):
    """Lets in whoever may look at the installation, or anyone where the settings say so."""

    def __init__(self) -> None:
        super().__init__("look", person=False)

    def _admit(self, house: House, request: Request, token: str | None, asked: str | None) -> Visitor:
        if house.settings.open_metrics:
            return Visitor(house, Caller("read-only", None, "anyone"), None, request.state.language)
        return super()._admit(house, request, token, asked)


def _recognised(house: House, request: Request, token: str | None) -> Caller:
    try:
        return access.recognise(token, house.keys, house.tokens)
    except Unauthorized:
        address = address_of(request.scope)
        wait_s = house.limits.take(f"refused:{address}", house.settings.refused_per_minute) if token else 0.0
        if wait_s:
            raise TooManyRequests(wait_s) from None
        raise


def _header_text(value: str | None) -> str | None:
    """A header holds bytes: UTF-8 as browsers' fetch will not send it, or percent-encoded as it will."""
    if value is None:
        return None
    with suppress(UnicodeError):
        value = value.encode("latin-1").decode("utf-8")
    try:
        return urllib.parse.unquote(value, errors="strict")
    except UnicodeDecodeError as error:
        raise InvalidInput(
            "X-Saegim-User", "is not UTF-8", "UTF-8이 아닙니다", code="user_id_invalid"
        ) from error


Reads = Annotated[Visitor, Depends(Need("read", person=True))]
Writes = Annotated[Visitor, Depends(Need("write", person=True))]
Looks = Annotated[Visitor, Depends(Need("look", person=False))]
Manages = Annotated[Visitor, Depends(Need("manage", person=False))]
Admins = Annotated[Visitor, Depends(Need("admin", person=False))]
Knows = Annotated[Visitor, Depends(Need("open", person=False))]
Converses = Annotated[Visitor, Depends(NamedInBody("write", person=True))]
Scrapes = Annotated[Visitor, Depends(Scrape())]
Anyone = Annotated[Visitor, Depends(Open())]


# Requests that come twice.


class _Known(Exception):
    """The request was answered before."""

    def __init__(self, kept: KeptAnswer) -> None:
        super().__init__()
        self.kept = kept


def _claim(request: Request, visitor: Visitor, key: str, body: bytes) -> None:
    if not 0 < len(key) <= _KEY_LENGTH:
        raise InvalidInput(
            "Idempotency-Key",
            f"must have 1 to {_KEY_LENGTH} characters",
            f"1자에서 {_KEY_LENGTH}자까지여야 합니다",
            code="idempotency_key_invalid",
        )
    house = visitor.house
    # One caller's key says nothing about another's.
    whose = f"{visitor.caller.name}\n{visitor.user_id}\n{key}"
    what = f"{request.method} {request.url.path}?{request.url.query}\n".encode() + body
    claim = hashlib.blake2b(whose.encode("utf-8", "replace"), digest_size=32).digest()
    fingerprint = hashlib.blake2b(what, digest_size=32).digest()
    keep_s = house.settings.idempotency_hours * 3600
    kept = house.saegim.store.claim_answer(
        claim,
        user_id=visitor.user_id,
        fingerprint=fingerprint,
        now=house.saegim.clock.now(),
        lease_s=CLAIM_S,
        keep_s=keep_s,
    )
    if isinstance(kept, datetime):
        request.state.claim = claim
        house.claims.add(claim)
        visitor.once = _known_by(claim, fingerprint, kept, keep_s)
    elif kept.fingerprint != fingerprint:
        raise RepeatedRequest(running=False)
    elif kept.status is None:
        raise RepeatedRequest(running=True)
    else:
        raise _Known(kept)


def _known_by(claim: bytes, fingerprint: bytes, since: datetime, keep_s: float) -> tuple[bytes, datetime]:
    """What makes the ids of whatever the request makes, should it be repeated by a process that knows of no
    answer: its own was killed before it could note one.

    Only the span of time in which it came, not the moment: a claim lost with the power is found all the same.
    Once its answer is forgotten, the request is another one.
    """
    span = int(since.timestamp() // keep_s)
    digest = hashlib.blake2b(claim + fingerprint + str(span).encode(), digest_size=32).digest()
    return digest, datetime.fromtimestamp(span * keep_s, UTC)


class OnceRoute(APIRoute):
    """A route that keeps its answer for a request that may come again, and gives it again."""

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        handle = super().get_route_handler()

        async def once(request: Request) -> Response:
            try:
                response = await handle(request)
            except _Known as known:
                return _again(known.kept)
            except BaseException as error:
                await _let_go(request, changed=not _refused(error))
                raise
            finally:
                if (upload := getattr(request.state, "upload", None)) is not None:
                    upload.close()
            return await _settle(request, response)

        return once


def _refused(error: BaseException) -> bool:
    """Whether the request was turned away with nothing done."""
    if isinstance(error, SaegimError):
        return status_of(error) < 500
    return isinstance(error, RequestValidationError | HTTPException)


async def _settle(request: Request, response: Response) -> Response:
    """Keep a good answer for the claim, or leave the request to whoever asks next; the answer itself."""
    claim: bytes | None = getattr(request.state, "claim", None)
    if claim is None:
        return response
    body = getattr(response, "body", None)
    if isinstance(response, Lasting):
        # It has no body to keep: it is being worked on until its end, and what it made is found by its id.
        response.afterwards(partial(_let_go, request, changed=True))
    elif response.status_code >= 500 or body is None:
        await _let_go(request, changed=True)
    else:
        headers = {name: response.headers[name] for name in _KEPT_HEADERS if name in response.headers}
        house: House = request.app.state.house
        keep = house.saegim.store.keep_answer
        try:
            await run_in_threadpool(keep, claim, response.status_code, headers, bytes(body))
        except SaegimError as error:
            # It is done and says so; should it come again, what it made is found by its id.
            logger.warning("an answer was not kept for its Idempotency-Key: %s", error.code)
        house.claims.discard(claim)
    return response


async def _let_go(request: Request, *, changed: bool) -> None:
    """Leave the request to whoever asks next: as the same one when something may have been `changed`."""
    claim: bytes | None = getattr(request.state, "claim", None)
    if claim is None:
        return
    house: House = request.app.state.house
    house.claims.discard(claim)
    store = house.saegim.store
    # Where that fails, the claim runs out by itself; whoever asked is told what went wrong before.
    with suppress(SaegimError):
        if changed:
            await run_in_threadpool(store.hold_answers, [claim], house.saegim.clock.now())
        else:
            await run_in_threadpool(store.give_up_answer, claim)


class Lasting(Response):
    """An answer that goes on after its route has returned."""

    def afterwards(self, call: Callable[[], Awaitable[None]]) -> None:
        """Have this called at its end, however it ends."""
        raise NotImplementedError


def _again(kept: KeptAnswer) -> Response:
    response = Response(kept.body, status_code=kept.status or 200, headers=kept.headers)
    response.headers["Idempotency-Replayed"] = "true"
    return response
