"""Everything of the person in view as a file for the browser."""

from __future__ import annotations

from collections.abc import AsyncIterator, Generator
from urllib.parse import quote

import anyio
from fastapi import Request
from nicegui import app
from starlette.concurrency import run_in_threadpool
from starlette.responses import RedirectResponse, Response, StreamingResponse

from saegim.errors import SaegimError, Unauthorized
from saegim.govern.export import in_chunks
from saegim.web import visit as visits
from saegim.web.pieces import box, link_button, words
from saegim.web.visit import HOUSE, Visit


def export_card(visit: Visit) -> None:
    """What an export is, and the way to it."""
    with box("card stack", tag="section"):
        words("h2", visit.say("data.export"))
        words("p", visit.say("data.export.hint"), "soft")
        with box("row-flat"):
            link_button(visit.say("data.export.get"), "/export").props("download")


@app.get("/export", include_in_schema=False)
async def export(request: Request) -> Response:
    """The file, for whoever the cookie speaks for."""
    try:
        visit = await run_in_threadpool(visits.enter, request.scope[HOUSE], request)
        if visit.user_id is None:
            return RedirectResponse("/users", 303)
        lines = visit.user.export_lines(actor=visit.caller.name)
        first = await visit.do("read", next, lines)
    except Unauthorized:
        return RedirectResponse("/sign-in", 303)
    except SaegimError as error:
        return Response(str(error), status_code=403, media_type="text/plain")
    name = quote(f"saegim-{visit.user_id}-{visit.saegim.clock.now():%Y-%m-%d}.jsonl")
    return StreamingResponse(
        _chunks(first, lines),
        media_type="application/x-ndjson",
        headers={"Content-Disposition": f"attachment; filename*=UTF-8''{name}"},
    )


async def _chunks(first: bytes, lines: Generator[bytes, None, None]) -> AsyncIterator[bytes]:
    chunks = in_chunks(lines)
    try:
        yield first
        while chunk := await run_in_threadpool(next, chunks, b""):
            yield chunk
    finally:
        with anyio.CancelScope(shield=True):
            # Whoever leaves in the middle lets go of the snapshot too.
            await run_in_threadpool(lines.close)
