"""Moving out: everything of one person as a file, while it is being read."""

from __future__ import annotations

from collections.abc import AsyncIterator, Generator
from contextlib import ExitStack
from typing import Any
from urllib.parse import quote

import anyio
from fastapi import Response
from starlette.concurrency import run_in_threadpool
from starlette.responses import StreamingResponse

from saegim.govern.export import in_chunks
from saegim.server.admission import Reads
from saegim.server.schemas import router_for
from saegim.server.streams import Line

router = router_for("/api/v1", "moving")
MEDIA_TYPE = "application/x-ndjson"
_TEXT: dict[int | str, dict[str, Any]] = {200: {"content": {MEDIA_TYPE: {"schema": {"type": "string"}}}}}


@router.get("/export", response_class=StreamingResponse, responses=_TEXT)
def export(who: Reads) -> Response:
    """Everything said and known of the user meant, as JSON Lines: one moment of it, however long it takes."""
    person, line = who.user(), Line(who)
    lines = person.export_lines(actor=who.caller.name)
    with ExitStack() as stack:
        stack.callback(line.close)
        # What can be refused is refused before the answer begins.
        first = next(lines)
        stack.pop_all()
    name = quote(f"saegim-{person.id}-{who.saegim.clock.now():%Y-%m-%d}.jsonl")
    return StreamingResponse(
        _chunks(first, lines, line),
        media_type=MEDIA_TYPE,
        headers={"Content-Disposition": f"attachment; filename*=UTF-8''{name}", "X-Accel-Buffering": "no"},
    )


async def _chunks(first: bytes, lines: Generator[bytes, None, None], line: Line) -> AsyncIterator[bytes]:
    chunks = in_chunks(lines)
    try:
        yield first
        while chunk := await run_in_threadpool(next, chunks, b""):
            line.keep()
            yield chunk
    finally:
        with anyio.CancelScope(shield=True):
            # Whoever leaves in the middle lets go of the snapshot too.
            await run_in_threadpool(lines.close)
            await run_in_threadpool(line.close)
