"""What comes back: hits with their reasons, the context for a model, and what may be asked for."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal

from saegim.models.json import JsonObject
from saegim.models.memory import Memory
from saegim.models.said import Message

Source = Literal["memories", "messages"]


@dataclass(frozen=True, slots=True)
class Why:
    """Where a hit came from and how its score was made."""

    relevance: float
    recency: float
    importance: float
    sources: Mapping[str, SourceScore]
    en: str
    ko: str
    matched: tuple[str, ...] = ()

    def __str__(self) -> str:
        return self.ko


@dataclass(frozen=True, slots=True)
class SourceScore:
    """Rank (from 1) and raw score of a hit in one search."""

    rank: int
    score: float


@dataclass(frozen=True, slots=True)
class Hit:
    """One recalled thing: exactly one of `memory` and `message` is set."""

    text: str
    score: float
    why: Why
    document: int
    memory: Memory | None = None
    message: Message | None = None
    before: Message | None = None

    @property
    def id(self) -> str:
        """The id of the memory or message."""
        found = self.memory or self.message
        assert found is not None
        return found.id

    @property
    def at(self) -> datetime:
        """When it was said, or since when it holds."""
        if self.memory is not None:
            return self.memory.valid_from
        assert self.message is not None
        return self.message.at


@dataclass(frozen=True, slots=True)
class Recall:
    """What a search found, what it could not use, and how long its stages took."""

    hits: tuple[Hit, ...]
    degraded: tuple[str, ...] = ()
    not_indexed: int = 0
    timings_ms: Mapping[str, float] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class LeftOut:
    """Something that did not go into a context, and why."""

    part: str
    id: str
    reason: str
    tokens: int


@dataclass(frozen=True, slots=True)
class Context:
    """What a language model is given before a turn."""

    messages: tuple[dict[str, str], ...]
    tokens: int
    budget_tokens: int
    parts: Mapping[str, int]
    hits: tuple[Hit, ...]
    left_out: tuple[LeftOut, ...]
    trace_id: str
    degraded: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Trace:
    """Which memories went into which context, with every score."""

    id: str
    at: datetime
    query: str
    detail: JsonObject
    persona: str | None = None


@dataclass(frozen=True, slots=True)
class Filters:
    """Which memories and messages may be recalled. Empty means no restriction.

    `persona` set: that persona's own and those that belong to every persona.
    `as_of` set: what was known and valid then; otherwise what is valid now.
    """

    kinds: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    persona: str | None = None
    since: datetime | None = None
    until: datetime | None = None
    pinned: bool | None = None
    archived: bool = False
    as_of: datetime | None = None
    entity: str | None = None


@dataclass(frozen=True, slots=True)
class TurnFilters:
    """Which turns to list, newest first unless `oldest_first`."""

    persona: str | None = None
    session_id: str | None = None
    emotion: str | None = None
    intent: str | None = None
    since: datetime | None = None
    until: datetime | None = None
    oldest_first: bool = False
