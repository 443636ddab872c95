"""What the engine notes of its own work: jobs, calls of the model, audit, users, counts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from saegim.models.json import JsonObject

JobState = Literal["pending", "dead"]


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
