"""What happens: the events that the bus tells."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime

from saegim.models import JsonObject, Memory, Session, Turn
from saegim.tend.bus import Event


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


Incoming = NewPost | NewComment | Notified | BotResponded
