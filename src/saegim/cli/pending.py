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

if TYPE_CHECKING:
    from rich.progress import Progress

# As many texts as a person waits for without asking: the bundled embedder reads 250 a second.
_FEW = 1_000
_PATIENCE_S = 20.0
_LOOK_EVERY_S = 0.2
# For the last step: taking the mark of due work away.
_FINISH_S = 0.5


def count_pending(saegim: Saegim, user: User) -> int:
    """Readings still to be made of the person's texts: one for words, one for meaning."""
    stats = user.stats()
    return stats.not_indexed + (stats.not_embedded if saegim.health()["embedder"] is not None else 0)


def catch_up(door: Door, saegim: Saegim, user: User) -> None:
    """Index what earlier commands left, when it is little; say so when it is much."""
    waiting = count_pending(saegim, user)
    if not waiting:
        return
    if waiting > 2 * _FEW:
        door.note(
            f"아직 읽지 않은 글이 많아 일부만 찾습니다 ({waiting:,}). 먼저 하려면: saegim reindex --pending",
            f"much is not read yet, so only part is searched ({waiting:,}). First: saegim reindex --pending",
        )
        return
    with progress_bar(door.say("기억을 정리하는 중", "catching up"), waiting) as advance:
        # Everyone's work is drained; the person asked about is enough to go on.
        drain_until(saegim, lambda: count_pending(saegim, user), advance, patience_s=_PATIENCE_S)


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
    except Exception:
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
