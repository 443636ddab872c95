"""Times of many calls, read so that other people's load disturbs them little."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Hashable, Sequence


def timed(call: Callable[[], object]) -> float:
    """Seconds of one call."""
    start = time.perf_counter()
    call()
    return time.perf_counter() - start


def percentile(values: Sequence[float], share: float) -> float:
    return sorted(values)[min(len(values) - 1, int(len(values) * share))]


class Rounds:
    """Milliseconds of calls that are repeated in rounds, kept by what was called with."""

    def __init__(self) -> None:
        self._of: dict[Hashable, list[float]] = {}

    def put(self, call: Hashable, ms: float) -> None:
        self._of.setdefault(call, []).append(ms)

    @property
    def every(self) -> list[float]:
        return [ms for values in self._of.values() for ms in values]

    @property
    def p50(self) -> float:
        """The median of all calls."""
        return statistics.median(self.every)

    @property
    def p95(self) -> float:
        return percentile(self.every, 0.95)

    @property
    def best(self) -> float:
        """The median over calls of each one's best round: what is left when nobody disturbs."""
        return statistics.median(min(values) for values in self._of.values())
