"""The clock everyone uses unless a test brings its own."""

from __future__ import annotations

from datetime import datetime, tzinfo


class SystemClock:
    """The machine's time, in one zone."""

    def __init__(self, zone: tzinfo) -> None:
        self._zone = zone

    def now(self) -> datetime:
        return datetime.now(self._zone)
