"""An export that the browser sends: taken in, read, and told of line by line while it is."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import AsyncIterator, Callable
from contextlib import ExitStack
from typing import Any

from fastapi import Request
from nicegui import app
from starlette.concurrency import run_in_threadpool
from starlette.requests import ClientDisconnect
from starlette.responses import JSONResponse, Response, StreamingResponse

from saegim.errors import Forbidden, InvalidInput, RequestTooLarge, SaegimError, TooManyRequests, Unauthorized
from saegim.govern.upload import Upload, receive
from saegim.web import visit as visits
from saegim.web.visit import HOUSE, Visit

logger = logging.getLogger("saegim.web")

_STATUS: tuple[tuple[type[SaegimError], int], ...] = (
    (Unauthorized, 401),
    (TooManyRequests, 429),
    (RequestTooLarge, 413),
    (InvalidInput, 422),
)
_WAIT_S = 5.0
# A task nobody holds may be forgotten half way.
_going: set[asyncio.Task[None]] = set()


@app.post("/import", include_in_schema=False)
async def bring_back(request: Request) -> Response:
    """Take the file for whoever the cookie speaks for: lines that tell how far it is, and then what came."""
    house: visits.House = request.scope[HOUSE]
    language = visits.language_of(request, house.saegim.settings.language)
    try:
        if request.headers.get("sec-fetch-site", "same-origin") != "same-origin":
            raise Forbidden()
        visit = await run_in_threadpool(visits.enter, house, request)
        if visit.user_id is None:
            raise Forbidden()
        line = await visit.do("write", house.limits.open_stream, f"import/{visit.user_id}", 1)
        if line is None:
            raise TooManyRequests(_WAIT_S)
    except SaegimError as error:
        return _refused(error, language)
    upload = Upload()

    def close() -> None:
        upload.close()
        house.limits.close_stream(line)

    def alive() -> None:
        house.limits.keep_stream(line)

    with ExitStack() as failing:
        failing.callback(close)
        try:
            await receive(upload, request.stream(), alive)
        except (SaegimError, ClientDisconnect, BaseExceptionGroup) as error:
            return _answer_to(error, language)
        failing.pop_all()
    # Without a coding of its own it would be squeezed together, and told at the end.
    headers = {"Content-Encoding": "identity", "X-Accel-Buffering": "no"}
    media_type = "application/x-ndjson"
    told = _bring(visit, upload, alive, close)
    return StreamingResponse(_until_done(told), media_type=media_type, headers=headers)


def _answer_to(error: BaseException, language: str) -> Response:
    """What is said where not all of the file came."""
    # NiceGUI reads in a group of tasks, and what the gate refuses comes wrapped in it.
    while isinstance(error, BaseExceptionGroup):
        error = error.exceptions[0]
    if isinstance(error, SaegimError):
        return _refused(error, language)
    if isinstance(error, ClientDisconnect):
        return Response(status_code=400)
    raise error


def _refused(error: SaegimError, language: str) -> Response:
    status = next((status for kind, status in _STATUS if isinstance(error, kind)), 403)
    return JSONResponse({"error": {"code": error.code, "message": error.say(language)}}, status)


def _bring(
    visit: Visit, upload: Upload, alive: Callable[[], None], close: Callable[[], None]
) -> asyncio.Queue[dict[str, Any]]:
    """Begin, and tell how it goes in the queue given back. It goes on when the page is left."""
    loop, told = asyncio.get_running_loop(), asyncio.Queue[dict[str, Any]]()

    def progress(done: int, of: int) -> None:
        alive()
        loop.call_soon_threadsafe(told.put_nowait, {"done": done, "of": of})

    async def bring() -> None:
        said: dict[str, Any]
        try:
            arrived = await visit.do(
                "write",
                visit.user.bring_sent,
                upload,
                personas=visit.may("manage"),
                progress=progress,
                actor=visit.caller.name,
            )
            said = {"things": arrived.things, "counts": arrived.counts, "leftOut": arrived.left_out}
        except SaegimError as error:
            said = {"error": {"code": error.code, "message": error.say(visit.language)}}
        except Exception as error:  # noqa: BLE001
            # Here a page meets the world; the text of an exception may hold what somebody said.
            logger.error("an import failed: %s", type(error).__name__)
            said = {"error": {"code": "server_error", "message": visit.say("failed")}}
        finally:
            close()
        told.put_nowait(said)

    task = asyncio.create_task(bring())
    _going.add(task)
    task.add_done_callback(_going.discard)
    return told


async def _until_done(told: asyncio.Queue[dict[str, Any]]) -> AsyncIterator[bytes]:
    while True:
        said = await told.get()
        yield json.dumps(said, ensure_ascii=False).encode() + b"\n"
        if "of" not in said:
            return
