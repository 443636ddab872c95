"""Long work in short pieces, so that nobody who talks meanwhile has to wait."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

T = TypeVar("T")

# Python lets one thread compute at a time and hands over every 5 ms; one turn asks dozens of times.
_COMPUTE_S, _REST_S = 0.003, 0.0005
# A write is held no longer than this, and the lock left open for others in between.
SLICE_S, PAUSE_S = 0.005, 0.004
# How long long work stands aside for one turn; in a process where someone always talks it must still end.
_PATIENCE_S = 0.05


class Talk:
    """Who is being served at this moment in this process: `with TALK:` around it. Safe in threads."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._going = 0
        self._silent = threading.Event()
        self._silent.set()

    def __enter__(self) -> None:
        with self._lock:
            self._going += 1
            self._silent.clear()

    def __exit__(self, *_: object) -> None:
        with self._lock:
            self._going -= 1
            if not self._going:
                self._silent.set()

    @property
    def going(self) -> bool:
        """Whether anybody is being served."""
        return self._going > 0

    def wait(self, patience_s: float) -> None:
        """Until nobody is, or so long."""
        self._silent.wait(patience_s)


TALK = Talk()


class Breath:
    """Rests for a moment when it has computed for a moment, and longer while someone is being served."""

    def __init__(
        self,
        timer: Callable[[], float] = time.perf_counter,
        sleep: Callable[[float], object] = time.sleep,
        talk: Talk = TALK,
    ) -> None:
        self._timer = timer
        self._sleep = sleep
        self._talk = talk
        self._since = timer()
        self._waited = False

    def take(self) -> None:
        """To be called every fraction of a millisecond of computing."""
        spent = self._timer() - self._since > _COMPUTE_S
        # Waited for in vain once, it goes on for a moment's work before it waits again.
        if self._talk.going and (spent or not self._waited):
            self._talk.wait(_PATIENCE_S)
            self._waited = self._talk.going
            self._since = self._timer()
        elif spent:
            self._waited = False
            self._sleep(_REST_S)
            self._since = self._timer()

    def each(self, items: Iterable[T]) -> Iterator[T]:
        """The items, with rests in between."""
        for item in items:
            self.take()
            yield item

    def hurried(self) -> bool:
        """Whether someone waits for what this holds."""
        return self._talk.going

    def pause(self) -> None:
        """Between two writes: leave the lock to others."""
        self._sleep(PAUSE_S)
        if self._talk.going:
            self._talk.wait(_PATIENCE_S)
