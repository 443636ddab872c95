"""What happens, told to whoever wants to know: a small typed bus.

Events are told after their writing is committed, in the process and thread that did it, one subscriber
after another. One that fails is logged and harms nobody; one that is slow holds up the thread it is told in.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, TypeVar

from saegim.models import JsonObject, Memory, Session, Turn

logger = logging.getLogger("saegim.events")


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """Something that happened to one person's memory. Subscribing to this class means to all of them."""

    user_id: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Said(Event):
    """Someone else said something in public. `thread` gathers a post and its comments."""

    author: str
    content: str
    platform: str | None = None
    thread: str | None = None
    author_type: str = "person"
    at: datetime | None = None
    metadata: JsonObject = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class NewPost(Said):
    """Someone posted something."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NewComment(Said):
    """Someone commented on something."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Notified(Event):
    """A platform told of something: a mention, a reaction, a follower."""

    content: str
    platform: str | None = None
    thread: str | None = None
    at: datetime | None = None
    metadata: JsonObject = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class BotResponded(Event):
    """The bot itself answered, posted or commented."""

    content: str
    platform: str | None = None
    thread: str | None = None
    at: datetime | None = None
    metadata: JsonObject = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnRecorded(Event):
    """A turn was kept."""

    turn: Turn


@dataclass(frozen=True, slots=True, kw_only=True)
class MemoryPromoted(Event):
    """Something became a memory."""

    memory: Memory


@dataclass(frozen=True, slots=True, kw_only=True)
class InsightMade(Event):
    """Reflection made an insight, or a new version of one."""

    memory: Memory


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionEnded(Event):
    """A conversation ended."""

    session: Session


E = TypeVar("E", bound=Event)
Incoming = NewPost | NewComment | Notified | BotResponded


class Events:
    """Who wants to know what. Safe in threads."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._subscribers: list[tuple[type[Event], Callable[[Any], object]]] = []

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
