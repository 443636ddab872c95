"""Events of a stream."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Event:
    """One event of a stream: `memories`, `token`, `emotion`, `remembered`, `done` or `error`."""

    name: str
    data: dict[str, Any]


class Events:
    """Lines of a stream to events."""

    def __init__(self) -> None:
        self._name = ""

    def hear(self, line: str) -> Event | None:
        """The event that the line completes."""
        if line.startswith("event: "):
            self._name = line.removeprefix("event: ")
        elif line.startswith("data: "):
            return Event(self._name, json.loads(line.removeprefix("data: ")))
        return None
