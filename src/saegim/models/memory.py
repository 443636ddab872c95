"""What is kept of what was said: memories, their versions, what may become one, and what ties them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal

from saegim.models.json import JsonObject

MemoryState = Literal["active", "archived", "forgotten"]

Verdict = Literal["promoted", "candidate", "duplicate", "superseded", "rejected"]


def _plain(text: str) -> str:
    return " ".join(text.casefold().split()).rstrip(".!~ ")


@dataclass(frozen=True, slots=True)
class Memory:
    """One thing known. Superseded when `valid_to` is set; older contents are its versions."""

    id: str
    kind: str
    content: str
    persona: str | None
    importance: float
    confidence: float
    created_at: datetime
    updated_at: datetime
    valid_from: datetime
    valid_to: datetime | None = None
    subject: str | None = None
    key: str | None = None
    value: str | None = None
    tags: tuple[str, ...] = ()
    pii_flags: tuple[str, ...] = ()
    emotion: str | None = None
    pinned: bool = False
    state: MemoryState = "active"
    source_turns: tuple[str, ...] = ()
    origin: str = "hand"
    version: int = 1
    access_count: int = 0
    last_accessed_at: datetime | None = None
    metadata: JsonObject = field(default_factory=dict)

    @property
    def plain(self) -> str:
        """The content without what does not change it: case, spacing, a closing mark."""
        return _plain(self.content)


@dataclass(frozen=True, slots=True)
class MemoryVersion:
    """A memory as it was from `at` on, who made it so, and why."""

    memory: Memory
    version: int
    at: datetime
    actor: str
    reason: str


@dataclass(frozen=True, slots=True)
class Candidate:
    """Something a turn may teach, how it was weighed, and what became of it.

    `factors` holds kind, confidence, future_impact, emotion, recurrence and novelty, each 0 to 1. `at` is
    when it was said; `seen` counts the turns that said it.
    """

    id: str
    kind: str
    content: str
    persona: str | None
    at: datetime
    factors: Mapping[str, float]
    score: float
    verdict: Verdict
    reason: str
    origin: str
    created_at: datetime
    updated_at: datetime
    subject: str | None = None
    key: str | None = None
    value: str | None = None
    seen: int = 1
    source_turns: tuple[str, ...] = ()
    memory_id: str | None = None
    metadata: JsonObject = field(default_factory=dict)

    @property
    def says(self) -> str:
        """What it says, apart from how: of whom, and the key and value or the plain words."""
        what = f"{self.key}={_plain(self.value).replace(' ', '')}" if self.key and self.value else ""
        what = what or _plain(self.content)
        return f"{self.persona or ''}\n{self.subject or 'user'}\n{what}"


@dataclass(frozen=True, slots=True)
class Link:
    """A typed, weighted relation between two memories or entities."""

    source: str
    relation: str
    target: str
    weight: float
    created_at: datetime
