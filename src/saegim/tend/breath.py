"""Long work in short pieces, so that nobody who talks meanwhile has to wait."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

T = TypeVar("T")

# Python lets one thread compute at a time and hands over every 5 ms; one turn asks dozens of times.
_COMPUTE_S, _REST_S = 0.003, 0.0005
# A write is held no longer than this, and the lock left open for others in between.
SLICE_S, PAUSE_S = 0.005, 0.004


class Breath:
    """Rests for a moment when it has computed for a moment."""

    def __init__(
        self, timer: Callable[[], float] = time.perf_counter, sleep: Callable[[float], object] = time.sleep
    ) -> None:
        self._timer = timer
        self._sleep = sleep
        self._since = timer()

    def take(self) -> None:
        if self._timer() - self._since > _COMPUTE_S:
            self._sleep(_REST_S)
            self._since = self._timer()

    def each(self, items: Iterable[T]) -> Iterator[T]:
        """The items, with rests in between."""
        for item in items:
            self.take()
            yield item
