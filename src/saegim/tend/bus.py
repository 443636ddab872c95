"""What happens, told to whoever wants to know: a small typed bus. The events are in `saegim.tend.events`.

Events are told after their writing is committed, in the process and thread that did it, one subscriber
after another. One that fails is logged and harms nobody; one that is slow holds up the thread it is told in.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar

logger = logging.getLogger("saegim.events")


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """Something that happened to one person's memory. Subscribing to this class means to all of them."""

    user_id: str = ""


E = TypeVar("E", bound=Event)


class Events:
    """Who wants to know what. Safe in threads."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._subscribers: list[tuple[type[Event], Callable[[Any], object]]] = []

    def __bool__(self) -> bool:
        """Whether anybody wants to know anything."""
        return bool(self._subscribers)

    def on(self, kind: type[E], tell: Callable[[E], object]) -> Callable[[], None]:
        """Have `tell` called with every event of that kind, and of kinds made from it; a way to stop it."""
        entry: tuple[type[Event], Callable[[Any], object]] = (kind, tell)
        with self._lock:
            self._subscribers.append(entry)

        def stop() -> None:
            with self._lock:
                if entry in self._subscribers:
                    self._subscribers.remove(entry)

        return stop

    def publish(self, event: Event) -> None:
        """Tell everyone who wants to know."""
        with self._lock:
            wanted = [tell for kind, tell in self._subscribers if isinstance(event, kind)]
        for tell in wanted:
            try:
                tell(event)
            except Exception:
                # Someone else's code: what it does must not undo or stop ours.
                logger.exception("a subscriber failed on %s", type(event).__name__)
