"""The pages as a part of the server's application: found beside its routes, started by the first visitor."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator, MutableMapping
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any

from fastapi import FastAPI
from starlette.routing import BaseRoute, Match, NoMatchFound
from starlette.types import Message, Receive, Scope, Send

from saegim.web.visit import HOUSE

_PATHS = re.compile(
    r"/|/(sign-in|sign-out|users|export|import|timeline|context|people|graph|profiles|settings|operations)"
    r"|/(memories|people)/[^/]+|/_nicegui/.+|/_nicegui_ws/.*"
)
# Nothing but what we serve ourselves: no script, font or picture from anywhere else can be loaded. Vue
# compiles templates in the browser, hence eval.
_POLICY = (
    "default-src 'self'; script-src 'self' 'unsafe-inline' 'unsafe-eval'; style-src 'self' 'unsafe-inline'; "
    "img-src 'self' data:; font-src 'self' data:; connect-src 'self'; object-src 'none'; base-uri 'none'; "
    "form-action 'self'; frame-ancestors 'none'"
)


def mount(app: FastAPI) -> None:
    """Let the application show pages too. It must keep what the pages need as `app.state.house`.

    Nothing is imported until a page is asked for. The pages of one person live in one process: with several,
    their sockets would find the wrong one.
    """
    pages = Pages()
    # Before the others: without pages, "/" leads to the API's own.
    app.router.routes.insert(0, pages)
    around = app.router.lifespan_context

    @asynccontextmanager
    async def lifespan(started: FastAPI) -> AsyncIterator[Any]:
        async with around(started) as state:
            yield state
            await pages.close()

    app.router.lifespan_context = lifespan


class Pages(BaseRoute):
    """A route that answers for the pages and what they are made of, and for nothing else."""

    # What logs and metrics call every page.
    path = "/{page}"

    def __init__(self) -> None:
        self._stack: AsyncExitStack | None = None
        self._starting: asyncio.Lock | None = None

    def matches(self, scope: Scope) -> tuple[Match, Scope]:
        if scope["type"] not in ("http", "websocket") or not _PATHS.fullmatch(scope["path"]):
            return Match.NONE, {}
        return Match.FULL, {"route": self, "endpoint": self}

    def url_path_for(self, name: str, /, **params: Any) -> Any:
        raise NoMatchFound(name, params)

    async def handle(self, scope: Scope, receive: Receive, send: Send) -> None:
        inner = await self._started()
        scope[HOUSE] = scope["app"].state.house
        await inner(scope, receive, _guarded(scope, send))

    async def _started(self) -> Any:
        if self._starting is None:
            self._starting = asyncio.Lock()
        async with self._starting:
            from saegim.web.site import open_site

            if self._stack is None:
                stack = AsyncExitStack()
                await stack.enter_async_context(open_site())
                self._stack = stack
            from nicegui import app

            return app

    async def close(self) -> None:
        """Stop what the first visitor started."""
        if self._stack is not None:
            await self._stack.aclose()
            self._stack = None


def _guarded(scope: Scope, send: Send) -> Send:
    """`send`, with what keeps a page from loading or telling anything elsewhere."""
    if scope["type"] != "http":
        return send
    kept = scope["path"].startswith("/_nicegui/")

    async def pass_on(message: MutableMapping[str, Any] | Message) -> None:
        if message["type"] == "http.response.start":
            headers = [*message.get("headers", ()), (b"content-security-policy", _POLICY.encode())]
            if not kept:
                headers = [(name, value) for name, value in headers if name.lower() != b"cache-control"]
                headers.append((b"cache-control", b"no-store"))
            message["headers"] = headers
        await send(message)

    return pass_on
