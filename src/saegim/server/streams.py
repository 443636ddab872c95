"""Server-sent events: pieces from a thread, signs of life in between, and an end that is never skipped."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from typing import Any

import anyio
import msgspec
from starlette.concurrency import run_in_threadpool
from starlette.responses import StreamingResponse
from starlette.types import Receive, Scope, Send

from saegim.errors import TooManyRequests
from saegim.server.admission import Lasting, Visitor
from saegim.wire import to_wire

_ALIVE_EVERY_S = 15.0
ALIVE = b": alive\n\n"
# When a caller has too many streams open, nobody knows when one ends.
_STREAM_WAIT_S = 5.0
_END = object()


def event(name: str, data: Any, number: int) -> bytes:
    """One event with its number, by which a page that lost its line knows what it saw."""
    body = msgspec.json.encode(to_wire(data)).decode()
    return f"id: {number}\nevent: {name}\ndata: {body}\n\n".encode()


class EventStream(StreamingResponse, Lasting):
    """A stream that calls `at_end` once it is over, also when its reader has left in the middle."""

    def __init__(self, content: AsyncIterator[bytes], at_end: Callable[[], Awaitable[None]]) -> None:
        super().__init__(
            content,
            media_type="text/event-stream",
            headers={"Cache-Control": "no-store", "X-Accel-Buffering": "no"},
        )
        self._content = content
        self._at_end = [at_end]

    def afterwards(self, call: Callable[[], Awaitable[None]]) -> None:
        self._at_end.append(call)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            await super().__call__(scope, receive, send)
        finally:
            with anyio.CancelScope(shield=True):
                close = getattr(self._content, "aclose", None)
                if close is not None:
                    await close()
                for call in self._at_end:
                    await call()


class Line:
    """One of the streams a caller may have open at a time, or of the `most` under another name."""

    def __init__(self, who: Visitor, name: str | None = None, most: int | None = None) -> None:
        self._limits = who.house.limits
        id_ = self._limits.open_stream(
            name or f"{who.caller.name}/{who.user_id}", most or who.house.settings.streams
        )
        if id_ is None:
            raise TooManyRequests(_STREAM_WAIT_S)
        self._id = id_

    def keep(self) -> None:
        self._limits.keep_stream(self._id)

    def close(self) -> None:
        self._limits.close_stream(self._id)


async def pieces_of(
    make: Callable[[], Iterator[str]], alive: Callable[[], None]
) -> AsyncIterator[str | None]:
    """What a blocking iterator gives, each piece waited for in a thread; None whenever it takes long.

    `alive` is called with each None. Left early, the iterator is closed after the piece it is waiting for.
    """
    iterator = make()
    waiting: asyncio.Future[Any] | None = None
    try:
        while True:
            waiting = waiting or asyncio.ensure_future(run_in_threadpool(next, iterator, _END))
            await asyncio.wait({waiting}, timeout=_ALIVE_EVERY_S)
            if not waiting.done():
                alive()
                yield None
                continue
            piece, waiting = waiting.result(), None
            if piece is _END:
                return
            yield piece
    finally:
        if waiting is not None:
            waiting.add_done_callback(lambda done: _close_later(done, iterator))
        else:
            _close(iterator)


def _close_later(done: asyncio.Future[Any], iterator: Iterator[str]) -> None:
    if not done.cancelled():
        done.exception()
    _close(iterator)


def _close(iterator: Iterator[str]) -> None:
    close = getattr(iterator, "close", None)
    if close is not None:
        close()
