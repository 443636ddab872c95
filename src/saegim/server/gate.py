"""The outermost layer: ids, headers, limits of every request, a log line each; no exception gets past."""

from __future__ import annotations

import asyncio
import json
import logging
import re
import secrets
import time
import traceback
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from saegim.errors import RequestTimeout, RequestTooLarge, SaegimError, ServerBusy, TooManyRequests
from saegim.server.answers import preferred_language, refuse
from saegim.server.house import House

logger = logging.getLogger("saegim.server")

_REQUEST_ID = re.compile(rb"[\w.:-]{1,64}")
# Answers of programs, which no browser should keep, frame, sniff or run.
_HEADERS = (
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-resource-policy", b"same-origin"),
)
_API_HEADERS = (
    (b"content-security-policy", b"default-src 'none'; frame-ancestors 'none'"),
    (b"cache-control", b"no-store"),
)
_API = ("/api/", "/v1/", "/memory", "/health", "/metrics", "/openapi.json")
# Where a whole export comes in: over the wire, and from the page.
_IMPORTS = frozenset({"/api/v1/import", "/import"})


class ServerFailure(SaegimError):
    """Something of ours went wrong; the log has it under the request's id."""

    code = "server_error"

    def __init__(self) -> None:
        super().__init__("something went wrong on our side", "서버에서 문제가 생겼습니다")


@dataclass(slots=True)
class Visit:
    """One request on its way through."""

    scope: Scope
    send: Send
    request_id: str
    language: str
    started: float = field(default_factory=time.perf_counter)
    status: int = 0
    # Once we have answered in its place, what the application still says is dropped.
    closed: bool = False

    async def pass_on(self, message: Message) -> None:
        if self.closed:
            return
        if message["type"] == "http.response.start":
            self.status = message["status"]
            given = list(message.get("headers", ()))
            names = {name.lower() for name, _ in given}
            added = _HEADERS + (_API_HEADERS if self.scope["path"].startswith(_API) else ())
            message["headers"] = [
                *given,
                (b"x-request-id", self.request_id.encode()),
                *((name, value) for name, value in added if name not in names),
            ]
        await self.send(message)

    async def refuse(self, error: SaegimError) -> None:
        """Answer with the error, unless an answer has begun."""
        if self.status or self.closed:
            return
        response = refuse(error, path=self.scope["path"], language=self.language, request_id=self.request_id)
        await response(self.scope, _nothing, self.pass_on)
        self.closed = True


async def _nothing() -> Message:
    return {"type": "http.disconnect"}


class Gate:
    """Wraps the application."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app
        self._inside = 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        # The pages are a FastAPI application too: taken for seen to, it tells nobody what is asked of it.
        scope.setdefault("fastapi.telemetry", None)
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        house: House = scope["app"].state.house
        visit = self._visit(house, scope, send)
        scope.setdefault("state", {}).update(request_id=visit.request_id, language=visit.language)
        self._inside += 1
        try:
            with house.spans.span("request", method=scope["method"], request=visit.request_id) as span:
                await self._serve(house, visit, receive)
                if span is not None:
                    span.set_attribute("saegim.route", _route(scope))
                    span.set_attribute("saegim.status", visit.status)
        finally:
            self._inside -= 1
            _report(house, visit)

    def _visit(self, house: House, scope: Scope, send: Send) -> Visit:
        headers = dict(scope["headers"])
        given = headers.get(b"x-request-id", b"")
        request_id = given.decode() if _REQUEST_ID.fullmatch(given) else secrets.token_hex(8)
        accepted = headers.get(b"accept-language", b"").decode("latin-1")
        language = preferred_language(accepted, house.saegim.settings.language)
        return Visit(scope, send, request_id, language)

    async def _serve(self, house: House, visit: Visit, receive: Receive) -> None:
        try:
            self._admit(house, visit.scope)
            large = visit.scope["path"] in _IMPORTS
            most = house.settings.import_bytes if large else house.settings.body_bytes
            limited = _Body(receive, visit.scope, most, house.settings.body_timeout_s, large=large)
            await _in_time(self._app, visit, limited, house.settings.timeout_s)
        except SaegimError as error:
            await visit.refuse(error)
        except Exception as error:  # noqa: BLE001
            # Here a process meets the world. The text of an exception may hold what somebody said.
            where = [
                f"{one.filename}:{one.lineno} {one.name}" for one in traceback.extract_tb(error.__traceback__)
            ]
            _log(logging.ERROR, "failure", visit, error=type(error).__name__, where=where)
            await visit.refuse(ServerFailure())

    def _admit(self, house: House, scope: Scope) -> None:
        if self._inside > house.settings.concurrent:
            raise ServerBusy()
        wait_s = house.limits.take(f"address:{address_of(scope)}", house.settings.address_per_minute)
        if wait_s:
            raise TooManyRequests(wait_s)


async def _in_time(app: ASGIApp, visit: Visit, receive: _Body, timeout_s: float) -> None:
    """Run the application; an answer must begin in time, what has begun may take as long as it takes.

    A large body may take long to arrive: for it the time begins with its last piece.

    What is being written when we lose patience goes on: its caller may ask again with its Idempotency-Key.
    """
    task = asyncio.ensure_future(app(visit.scope, receive, visit.pass_on))
    try:
        left_s = timeout_s
        while left_s > 0 and not task.done() and not visit.status:
            await asyncio.wait({task}, timeout=left_s)
            left_s = receive.lately + timeout_s - time.monotonic()
        if not task.done() and not visit.status:
            await visit.refuse(RequestTimeout("answer", timeout_s))
            task.add_done_callback(_look_away)
            return
        await task
    except asyncio.CancelledError:
        task.cancel()
        await asyncio.wait({task})
        _look_away(task)
        raise


def _look_away(task: asyncio.Future[None]) -> None:
    """Nobody waits for this any more; its exception must not be called forgotten."""
    if not task.cancelled():
        task.exception()


class _Body:
    """Passes the request's body on, up to so many bytes and in time."""

    def __init__(
        self, receive: Receive, scope: Scope, most: int, patience_s: float, *, large: bool = False
    ) -> None:
        self._receive = receive
        self._large = large
        # When the time to answer began.
        self.lately = time.monotonic()
        self._most = most
        self._patience_s = patience_s
        self._seen = 0
        self._whole = False
        length = dict(scope["headers"]).get(b"content-length", b"")
        if length.isdigit() and int(length) > most:
            raise RequestTooLarge(most)

    async def __call__(self) -> Message:
        if self._whole:
            # From here on this waits for the caller to leave, for as long as it takes.
            return await self._receive()
        try:
            message = await asyncio.wait_for(self._receive(), self._patience_s)
        except TimeoutError as error:
            raise RequestTimeout("body", self._patience_s) from error
        if message["type"] == "http.request":
            self._seen += len(message.get("body", b""))
            if self._seen > self._most:
                raise RequestTooLarge(self._most)
            self._whole = not message.get("more_body", False)
            if self._large:
                self.lately = time.monotonic()
        return message


def address_of(scope: Scope) -> str:
    """The caller's address, as far as we know it."""
    client = scope.get("client")
    return client[0] if client else "unknown"


def _route(scope: Mapping[str, Any]) -> str:
    """The route's pattern: a path may hold ids, and a query what somebody looks for."""
    route = scope.get("route")
    return str(getattr(route, "path", "none"))


def _report(house: House, visit: Visit) -> None:
    route, method = _route(visit.scope), visit.scope["method"]
    seconds = time.perf_counter() - visit.started
    house.metrics.requests.labels(method, route, str(visit.status)).inc()
    house.metrics.request_seconds.labels(method, route).observe(seconds)
    _log(logging.INFO, "request", visit, route=route, ms=round(seconds * 1000, 2))


def _log(level: int, event: str, visit: Visit, **more: object) -> None:
    if not logger.isEnabledFor(level):
        return
    state = visit.scope.get("state", {})
    line = {
        "event": event,
        "request": visit.request_id,
        "method": visit.scope["method"],
        "status": visit.status,
        "caller": state.get("caller_name"),
        "user": state.get("user_id"),
        **more,
    }
    logger.log(level, json.dumps(line, ensure_ascii=False))
