"""Moving out and in again: everything of one person as a file, while it is being read or sent."""

from __future__ import annotations

from collections.abc import AsyncIterator, Generator
from contextlib import ExitStack
from typing import Annotated, Any
from urllib.parse import quote

import anyio
from fastapi import Depends, Request, Response
from starlette.concurrency import run_in_threadpool
from starlette.requests import ClientDisconnect
from starlette.responses import StreamingResponse

from saegim.errors import InvalidInput
from saegim.govern.export import in_chunks
from saegim.govern.upload import Upload, receive
from saegim.server.admission import Reads, Sends, Visitor
from saegim.server.answers import answer
from saegim.server.schemas import router_for, wrapped
from saegim.server.streams import Line

router = router_for("/api/v1", "moving")
MEDIA_TYPE = "application/x-ndjson"
_LINES = {MEDIA_TYPE: {"schema": {"type": "string"}}}
_TEXT: dict[int | str, dict[str, Any]] = {200: {"content": _LINES}}
_BROUGHT = wrapped(
    "Brought",
    **{
        "user": str,
        "from": str,
        "things": int,
        "counts": dict[str, int],
        "made": list[str],
        "left_out": list[str],
    },
)


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


class _Arriving:
    """An export while it is sent and read: one at a time for each person."""

    def __init__(self, who: Visitor) -> None:
        self.line = Line(who, f"import/{who.user_id}", most=1)
        self.upload = Upload()

    def close(self) -> None:
        self.upload.close()
        self.line.close()


async def _receive(request: Request, who: Visitor) -> bytes:
    if request.headers.get("content-type", "").startswith("multipart/"):
        raise InvalidInput(
            "body",
            "send the file itself as the body, not a form",
            "양식이 아니라 파일 자체를 본문으로 보내 주세요",
            code="content_type_invalid",
        )
    arriving = request.state.upload = _Arriving(who)
    try:
        await receive(arriving.upload, request.stream(), arriving.line.keep)
    except ClientDisconnect as error:
        raise InvalidInput("body", "was cut off", "중간에 끊겼습니다", code="body_cut_off") from error
    return arriving.upload.digest


_Sent = Annotated[Visitor, Depends(Sends("write", _receive))]


@router.post(
    "/import",
    status_code=201,
    response_model=_BROUGHT,
    openapi_extra={"requestBody": {"required": True, "content": _LINES}},
)
async def bring_back(request: Request, who: _Sent) -> Response:
    """Read an export, sent as it is, into the user meant, who must be empty: all of it, or none.

    `from` says whose it was, `counts` what came. Personas it names and nobody has are
    `made`, or `leftOut` where the token may not make any.
    """
    if not hasattr(request.state, "upload"):
        await _receive(request, who)
    arriving: _Arriving = request.state.upload
    with who.house.step("import"):
        arrived = await run_in_threadpool(
            lambda: who.user().bring_sent(
                arriving.upload,
                personas=who.caller.may("manage"),
                progress=lambda done, of: arriving.line.keep(),
                actor=who.caller.name,
            )
        )
    return answer(
        {
            "user": who.user_id,
            "from": arrived.user,
            "things": arrived.things,
            "counts": arrived.counts,
            "made": arrived.made,
            "leftOut": arrived.left_out,
        },
        status=201,
    )
