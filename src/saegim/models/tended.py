"""What tending brings: who people speak of, how they feel about them, and what was done and can be undone."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal

from saegim.models.json import JsonObject
from saegim.models.memory import Link

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
