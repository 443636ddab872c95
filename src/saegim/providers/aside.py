"""Asynchronous work from synchronous code: on a thread of its own, within a time limit, nothing left over.

The caller may itself stand in an event loop. Exceptions come back as values: the caller says what to raise.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncGenerator, Awaitable, Callable, Iterator
from contextlib import aclosing
from queue import Empty, Queue
from typing import TypeVar

Result = TypeVar("Result")

# Work that is cancelled gets this long to close its connection. Only a stuck name lookup takes longer; its
# thread is left behind then, and ends by itself.
_GRACE_S = 1.0


def run_aside(work: Callable[[], Awaitable[Result]], limit_s: float) -> Result | BaseException:
    """The result of the work or its exception; `TimeoutError` when it took longer than `limit_s`."""
    results: Queue[Result | BaseException] = Queue()

    async def limited() -> Result:
        async with asyncio.timeout(limit_s):
            return await work()

    def run() -> None:
        try:
            results.put(asyncio.run(limited()))
        except BaseException as error:  # noqa: BLE001 -- handed to the caller, who waits for it
            results.put(error)

    thread = threading.Thread(target=run, name="saegim-model", daemon=True)
    thread.start()
    try:
        result = results.get(timeout=limit_s + _GRACE_S)
    except Empty:
        return TimeoutError()
    thread.join()
    return result


def stream_aside(
    work: Callable[[], AsyncGenerator[Result, None]], silence_s: float
) -> Iterator[Result | BaseException]:
    """What the work yields, as it comes; at last an exception, if it ended in one.

    `TimeoutError` when nothing came for `silence_s`. Closing the iterator cancels the work.
    """
    pieces: Queue[Result | BaseException | None] = Queue()
    stopping = threading.Event()
    cancel: list[Callable[[], object]] = []

    async def consume() -> None:
        loop, task = asyncio.get_running_loop(), asyncio.current_task()
        assert task is not None
        cancel.append(lambda: loop.call_soon_threadsafe(task.cancel))
        if stopping.is_set():
            return
        async with aclosing(work()) as arriving:
            while True:
                try:
                    async with asyncio.timeout(silence_s):
                        piece = await anext(arriving)
                except StopAsyncIteration:
                    return
                pieces.put(piece)

    def run() -> None:
        try:
            asyncio.run(consume())
            pieces.put(None)
        except BaseException as error:  # noqa: BLE001 -- handed to the caller, who waits for it
            pieces.put(error)

    thread = threading.Thread(target=run, name="saegim-model", daemon=True)
    thread.start()
    try:
        while True:
            try:
                piece = pieces.get(timeout=silence_s + _GRACE_S)
            except Empty:
                yield TimeoutError()
                return
            if piece is None:
                return
            yield piece
            if isinstance(piece, BaseException):
                return
    finally:
        stopping.set()
        for stop in cancel:
            try:
                stop()
            except RuntimeError:
                # The loop is closed: nothing to stop.
                break
        thread.join(_GRACE_S)
