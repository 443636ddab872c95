"""The application: routers, limits around them, and one error form for each contract."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from functools import partial
from importlib.metadata import version
from typing import Any

from fastapi import APIRouter, FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.middleware.cors import CORSMiddleware

from saegim import Saegim
from saegim.errors import InvalidInput, NotFound, SaegimError, Unauthorized
from saegim.server.answers import refuse
from saegim.server.gate import Gate
from saegim.server.house import furnish
from saegim.server.misreading import misread
from saegim.server.pages import pages_of
from saegim.server.routes import (
    chat,
    docs,
    keys,
    knock,
    knowledge,
    learning,
    looking,
    luna,
    memories,
    messages,
    moving,
    openai,
    operation,
    personas,
    recall,
    records,
    sessions,
    summaries,
    tending,
    turns,
    users,
)
from saegim.settings import Settings
from saegim.web import mount

ROUTERS: tuple[APIRouter, ...] = (
    operation.router,
    users.router,
    personas.router,
    sessions.router,
    turns.router,
    messages.router,
    looking.router,
    moving.router,
    recall.router,
    memories.router,
    knowledge.router,
    summaries.router,
    records.router,
    learning.router,
    tending.router,
    keys.router,
    chat.router,
    knock.router,
    luna.router,
    openai.router,
)


logger = logging.getLogger("saegim.server")

# FastAPI would send spans and logs of its own to any provider there is, with what people look for in them.
_NO_TELEMETRY: Any = dict.fromkeys(("tracing", "metrics", "logs", "operation_spans", "auto_configure"), False)


def create_app(saegim: Saegim, *, shared: str | None = None) -> FastAPI:
    """The application on an open installation, which stays its owner's to close."""

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        async with _opened(app, saegim, shared):
            yield

    return _assemble(saegim.settings, lifespan)


def create_process_app(arguments: Mapping[str, Any], settings: Settings, shared: str | None) -> FastAPI:
    """The application of one server process: opens the installation when it starts, closes it at its end."""

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        saegim = await run_in_threadpool(partial(Saegim, **arguments))
        async with _opened(app, saegim, shared):
            # While nobody asks anything yet: the first question should not wait for it.
            loading = asyncio.create_task(run_in_threadpool(saegim.load))
            loading.add_done_callback(_tell_if_not_loaded)
            yield
            await asyncio.wait([loading])
        # Finishes the step in hand; what is left stays due for whoever comes next.
        await run_in_threadpool(saegim.close)

    return _assemble(settings, lifespan)


def _tell_if_not_loaded(loading: asyncio.Task[None]) -> None:
    # The first question tries again, and is told; whoever runs the server should hear of it before.
    if not loading.cancelled() and (error := loading.exception()) is not None:
        logger.error("the analyser or the encoder could not be loaded", exc_info=error)


@asynccontextmanager
async def _opened(app: FastAPI, saegim: Saegim, shared: str | None) -> AsyncIterator[None]:
    app.state.house = house = furnish(saegim, shared=shared)
    await run_in_threadpool(saegim.start)
    holding = asyncio.create_task(house.hold_claims())
    try:
        yield
    finally:
        holding.cancel()
        await house.close()


def _assemble(settings: Settings, lifespan: Any) -> FastAPI:
    app = FastAPI(
        title="saegim",
        version=version("saegim"),
        summary="Long-term memory for conversational AI · 대화형 AI의 장기 기억",
        lifespan=lifespan,
        docs_url=None,
        redoc_url=None,
        openapi_url="/openapi.json" if settings.server.docs else None,
        telemetry=_NO_TELEMETRY,
    )
    for router in ROUTERS:
        app.include_router(router)
    if settings.server.docs:
        app.include_router(docs.router)
    app.add_exception_handler(RequestValidationError, _invalid)
    app.add_exception_handler(HTTPException, _http)
    origins = [origin.strip() for origin in settings.server.cors_origins.split(",") if origin.strip()]
    if origins:
        app.add_middleware(
            CORSMiddleware,
            allow_origins=origins,
            allow_methods=["*"],
            allow_headers=["*"],
            expose_headers=["ETag", "Retry-After", "X-Request-Id"],
        )
    app.add_middleware(Gate)
    if pages_of(settings.server) == "shown":
        mount(app)
    return app


def _refused(request: Request, error: SaegimError) -> Response:
    state = request.state
    return refuse(error, path=request.url.path, language=state.language, request_id=state.request_id)


async def _invalid(request: Request, error: Exception) -> Response:
    """A body or parameter of the wrong form, named; what was sent is not repeated."""
    assert isinstance(error, RequestValidationError)
    return _refused(request, misread(error.errors()[0], request.headers.get("content-type")))


async def _http(request: Request, error: Exception) -> Response:
    """What the framework refuses by itself: unknown routes, wrong methods, bodies that cannot be read."""
    assert isinstance(error, HTTPException)
    if isinstance(error.__cause__, SaegimError):
        return _refused(request, error.__cause__)
    if error.status_code in (401, 403):
        return _refused(request, Unauthorized())
    if error.status_code == 404:
        return _refused(request, NotFound("route", request.url.path))
    unreadable = error.status_code == 400
    response = _refused(
        request,
        InvalidInput(
            "body" if unreadable else "method",
            "cannot be read as JSON" if unreadable else f"{request.method} is not possible here",
            "JSON으로 읽을 수 없습니다" if unreadable else f"{request.method}은(는) 여기서 쓸 수 없습니다",
            code="json_invalid" if unreadable else "method_not_allowed",
        ),
    )
    response.status_code = error.status_code
    for name, value in (error.headers or {}).items():
        response.headers[name] = value
    return response
