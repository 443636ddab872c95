"""Waiting for the index with something to look at."""

from __future__ import annotations

import logging
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from saegim import Saegim, User
from saegim.cli.door import Door, new_console
from saegim.errors import SaegimError

if TYPE_CHECKING:
    from rich.progress import Progress

# What a slow machine reads in a second, and how long a person waits without having asked.
_WORDS_A_SECOND, _VECTORS_A_SECOND = 800, 200
_WAIT_S, _PATIENCE_S = 15.0, 60.0
_LOOK_EVERY_S = 0.2
# For the last step: taking the mark of due work away.
_FINISH_S = 0.5


def count_pending(saegim: Saegim, user: User) -> tuple[int, int]:
    """The person's texts whose words, and whose meaning, are still to be read."""
    stats = user.stats()
    # Without an embedder no meaning is ever read.
    return stats.not_indexed, stats.not_embedded if saegim.health()["embedder"] is not None else 0


def catch_up(door: Door, saegim: Saegim, user: User, *, quiet: bool = False) -> None:
    """Index what is left to be, when it is little; say so when it is much, unless `quiet`."""
    words, vectors = count_pending(saegim, user)
    if not words + vectors:
        return
    if words / _WORDS_A_SECOND + vectors / _VECTORS_A_SECOND > _WAIT_S:
        count = max(words, vectors)
        if not quiet:
            door.note(
                f"아직 읽지 않은 글이 많아 일부만 찾습니다 ({count:,}). 먼저: saegim reindex --pending",
                f"much is not read yet: only part is searched ({count:,}). First: saegim reindex --pending",
            )
        return
    with progress_bar(door.say("기억을 정리하는 중", "catching up"), words + vectors) as advance:
        # Everyone's work is drained; once the person asked about is done, that is enough.
        drain_until(saegim, lambda: sum(count_pending(saegim, user)), advance, patience_s=_PATIENCE_S)


def drain_until(
    saegim: Saegim,
    left: Callable[[], int],
    advance: Callable[[int], None],
    *,
    patience_s: float | None = None,
) -> int:
    """Do the background work in another thread, telling `advance` what is left; what is left at the end."""
    # A failure is seen in what is left; its log is for services.
    logging.getLogger("saegim").addHandler(logging.NullHandler())
    thread = threading.Thread(target=_drain, args=(saegim,), name="saegim-drain", daemon=True)
    thread.start()
    started = time.monotonic()
    while thread.is_alive():
        thread.join(_LOOK_EVERY_S)
        waiting = left()
        advance(waiting)
        if not waiting or (patience_s is not None and time.monotonic() - started > patience_s):
            break
    thread.join(_FINISH_S)
    return left()


def _drain(saegim: Saegim) -> None:
    try:
        saegim.drain()
    except SaegimError:
        # Whoever waits may go on and close everything under this thread; the work stays due.
        logging.getLogger("saegim.cli").debug("draining was cut short", exc_info=True)


@contextmanager
def progress_bar(label: str, total: int) -> Iterator[Callable[[int], None]]:
    """A bar on stderr, gone afterwards; the function given takes what is left. Nothing when piped."""
    if not sys.stderr.isatty():
        yield lambda left: None
        return
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, SpinnerColumn, TextColumn

    columns = (SpinnerColumn(), TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    with Progress(*columns, console=new_console(sys.stderr), transient=True) as progress:
        yield _tracker(progress, label, total)


def _tracker(progress: Progress, label: str, total: int) -> Callable[[int], None]:
    task = progress.add_task(label, total=total)

    def left(count: int) -> None:
        progress.update(task, completed=max(0, total - count))

    return left
