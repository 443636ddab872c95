"""The nouns. Plain, frozen values; no rules and no I/O.

Times are timezone-aware. Ids are opaque strings. `persona` None on a memory means "for every persona".
"""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal, TypeAlias

Json: TypeAlias = "bool | int | float | str | list[Json] | dict[str, Json] | None"
JsonObject: TypeAlias = dict[str, Json]

Source = Literal["memories", "messages"]
MemoryState = Literal["active", "archived", "forgotten"]
Verdict = Literal["promoted", "candidate", "duplicate", "superseded", "rejected"]
JobState = Literal["pending", "dead"]


@dataclass(frozen=True, slots=True)
class Kind:
    """What a kind of memory is by default."""

    name: str
    weight: float
    pinned: bool = False
    ttl_days: int | None = None


# Weights are the promotion weights of the source documents; safety kinds are pinned and never expire.
KINDS: Mapping[str, Kind] = {
    kind.name: kind
    for kind in (
        Kind("fact", 0.85),
        Kind("preference", 0.65),
        Kind("constraint", 0.70),
        Kind("boundary", 0.95, pinned=True),
        Kind("promise", 1.0),
        Kind("decision", 0.75),
        Kind("plan", 0.75),
        Kind("todo", 0.60, ttl_days=365),
        Kind("event", 0.60),
        Kind("relationship", 0.80),
        Kind("profile", 0.65),
        Kind("allergy", 0.90, pinned=True),
        Kind("condition", 0.80, pinned=True),
        Kind("medication", 0.85, pinned=True),
        Kind("contraindication", 0.95, pinned=True),
        Kind("diet", 0.70, pinned=True),
        Kind("emotion", 0.55, ttl_days=180),
        Kind("note", 0.50),
        Kind("episode", 0.60),
        Kind("insight", 0.60),
    )
}


def _plain(text: str) -> str:
    return " ".join(text.casefold().split()).rstrip(".!~ ")


SAFETY_KINDS = frozenset({"allergy", "condition", "medication", "contraindication", "diet"})


@dataclass(frozen=True, slots=True)
class Persona:
    """An AI character people talk to."""

    id: str
    name: str
    system_prompt: str = ""
    metadata: JsonObject = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Session:
    """A conversation: open until `ended_at`."""

    id: str
    persona: str | None
    started_at: datetime
    last_at: datetime
    ended_at: datetime | None = None
    turn_count: int = 0


@dataclass(frozen=True, slots=True)
class Message:
    """One utterance: the verbatim unit that is indexed and recalled."""

    id: str
    turn_id: str
    session_id: str
    role: str
    content: str
    at: datetime
    name: str | None = None
    metadata: JsonObject = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Turn:
    """One exchange, as it was said."""

    id: str
    session_id: str
    persona: str | None
    at: datetime
    messages: tuple[Message, ...]
    metadata: JsonObject = field(default_factory=dict)

    @property
    def user(self) -> str:
        """What the person said, or an empty string."""
        return self._said_by("user")

    @property
    def assistant(self) -> str:
        """What the AI said, or an empty string."""
        return self._said_by("assistant")

    def _said_by(self, role: str) -> str:
        return "\n".join(m.content for m in self.messages if m.role == role)


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
class Job:
    """Work on one user that is not done yet. Dead: every try failed; it waits to be retried by hand."""

    id: int
    task: str
    target: str
    state: JobState
    tries: int
    created_at: datetime
    due_at: datetime
    detail: JsonObject
    error: str | None = None


@dataclass(frozen=True, slots=True)
class ModelCall:
    """One question to a language model: what for, how it ended, what it cost. Never what was said."""

    at: datetime
    model: str
    purpose: str
    outcome: str
    seconds: float
    input_tokens: int = 0
    output_tokens: int = 0
    cost: float = 0.0


@dataclass(frozen=True, slots=True)
class Link:
    """A typed, weighted relation between two memories or entities."""

    source: str
    relation: str
    target: str
    weight: float
    created_at: datetime


@dataclass(frozen=True, slots=True)
class Summary:
    """A rolling summary of a conversation up to and including `through_turn`."""

    id: str
    persona: str | None
    session_id: str | None
    content: str
    at: datetime
    summarized_turns: int
    through_turn: str | None = None


@dataclass(frozen=True, slots=True)
class AuditEvent:
    """Who did what, when, why, to which thing."""

    id: int
    at: datetime
    actor: str
    action: str
    target: str
    reason: str
    detail: JsonObject


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
class UserRecord:
    """A user as the registry knows them."""

    id: str
    created_at: datetime


@dataclass(frozen=True, slots=True)
class Stats:
    """Totals of one user."""

    turns: int
    messages: int
    sessions: int
    memories: int
    summaries: int
    first_turn_at: datetime | None
    last_turn_at: datetime | None
    by_emotion: Mapping[str, int]
    by_intent: Mapping[str, int]
    by_day: Mapping[str, int]
    by_kind: Mapping[str, int]
    average_processing_time_s: float | None
    cache_rate: float | None
    bytes_on_disk: int
    not_indexed: int
    not_embedded: int


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


EntityType = Literal["person", "bot", "pet", "place", "organisation", "project"]


def fold_name(name: str) -> str:
    """A name without what does not tell two apart: case, spacing, marks, and how its letters are composed."""
    composed = unicodedata.normalize("NFC", name).casefold()
    return "".join(letter for letter in composed if letter.isalnum()) or composed


ENTITY_TYPES: tuple[EntityType, ...] = ("person", "bot", "pet", "place", "organisation", "project")


@dataclass(frozen=True, slots=True)
class Entity:
    """Someone or something talked about. `sentiment` is -1 to 1, `trust` 0 to 1.

    `names` are all it goes by, its own first. `merged_into` names the entity that took its place.
    """

    id: str
    name: str
    type: EntityType
    persona: str | None
    first_seen_at: datetime
    last_seen_at: datetime
    count: int = 0
    names: tuple[str, ...] = ()
    platform: str | None = None
    relation: str | None = None
    summary: str = ""
    interests: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    sentiment: float = 0.0
    trust: float = 0.5
    merged_into: str | None = None
    metadata: JsonObject = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class SentimentPoint:
    """One turn in which an entity came up: how it was spoken of, and the score from then on."""

    entity_id: str
    turn_id: str
    at: datetime
    name: str
    valence: float
    score: float
    context: str


@dataclass(frozen=True, slots=True)
class Trajectory:
    """How the feeling towards an entity went. `change` is that of the score over the last 30 days."""

    points: tuple[SentimentPoint, ...]
    score: float
    trend: Literal["warmer", "cooler", "steady"]
    change: float


@dataclass(frozen=True, slots=True)
class Step:
    """One thing reached over links: how many away, how strongly, and over which link."""

    node: str
    hops: int
    strength: float
    link: Link


@dataclass(frozen=True, slots=True)
class Change:
    """Something tending or a person did that can be undone; `detail` is what undoing needs."""

    id: str
    at: datetime
    actor: str
    action: str
    targets: tuple[str, ...]
    detail: JsonObject
    undone_at: datetime | None = None


RunState = Literal["running", "done", "interrupted", "failed"]


@dataclass(frozen=True, slots=True)
class Run:
    """One tending of one person: what it read, did and cost. A dry one did nothing and lists `would`."""

    id: str
    trigger: str
    state: RunState
    started_at: datetime
    # While it runs: until when nobody else may begin one.
    until: datetime
    ended_at: datetime | None = None
    read: Mapping[str, int] = field(default_factory=dict)
    did: Mapping[str, int] = field(default_factory=dict)
    seconds: float = 0.0
    model_calls: int = 0
    tokens: int = 0
    cost: float = 0.0
    error: str | None = None
    would: tuple[JsonObject, ...] = ()
