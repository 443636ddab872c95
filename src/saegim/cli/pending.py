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
_LOOK_EVERY_S = 0.1


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
            f"아직 색인하지 않은 글이 많아 낱말로만 찾습니다 ({waiting:,}). 먼저 하려면: saegim reindex --pending",
            f"much is not indexed yet; searching by words only ({waiting:,}). First: saegim reindex --pending",
        )
        return
    with progress_bar(door.say("기억을 정리하는 중", "catching up"), waiting) as advance:
        # Everyone's work is drained; the person asked about is enough to go on.
        drain_until(saegim, lambda: count_pending(saegim, user), advance, patience_s=_PATIENCE_S)


def drain_until(
    saegim: Saegim, left: Callable[[], int], advance: Callable[[int], None], *, patience_s: float | None = None
) -> int:
    """Do the background work in another thread, telling `advance` what is left; what is left at the end."""
    # A failure is seen in what is left; its log is for services.
    logging.getLogger("saegim").addHandler(logging.NullHandler())
    thread = threading.Thread(target=saegim.drain, name="saegim-drain", daemon=True)
    thread.start()
    started = time.monotonic()
    while thread.is_alive():
        thread.join(_LOOK_EVERY_S)
        waiting = left()
        advance(waiting)
        if not waiting or (patience_s is not None and time.monotonic() - started > patience_s):
            break
    return left()


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
