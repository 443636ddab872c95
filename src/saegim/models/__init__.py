"""The nouns. Plain, frozen values; no rules and no I/O.

Times are timezone-aware. Ids are opaque strings. `persona` None on a memory means "for every persona".
"""

from __future__ import annotations

from saegim.models.json import Json, JsonObject
from saegim.models.kinds import KINDS, SAFETY_KINDS, Kind
from saegim.models.memory import Candidate, Link, Memory, MemoryState, MemoryVersion, Verdict
from saegim.models.recalled import (
    Context,
    Filters,
    Hit,
    LeftOut,
    Recall,
    Source,
    SourceScore,
    Trace,
    TurnFilters,
    Why,
)
from saegim.models.records import AuditEvent, Job, JobState, ModelCall, Stats, UserRecord
from saegim.models.said import Message, Persona, Session, Summary, Turn
from saegim.models.tended import (
    ENTITY_TYPES,
    Change,
    Entity,
    EntityType,
    Run,
    RunState,
    SentimentPoint,
    Step,
    Trajectory,
    fold_name,
)

__all__ = [
    "ENTITY_TYPES",
    "KINDS",
    "SAFETY_KINDS",
    "AuditEvent",
    "Candidate",
    "Change",
    "Context",
    "Entity",
    "EntityType",
    "Filters",
    "Hit",
    "Job",
    "JobState",
    "Json",
    "JsonObject",
    "Kind",
    "LeftOut",
    "Link",
    "Memory",
    "MemoryState",
    "MemoryVersion",
    "Message",
    "ModelCall",
    "Persona",
    "Recall",
    "Run",
    "RunState",
    "SentimentPoint",
    "Session",
    "Source",
    "SourceScore",
    "Stats",
    "Step",
    "Summary",
    "Trace",
    "Trajectory",
    "Turn",
    "TurnFilters",
    "UserRecord",
    "Verdict",
    "Why",
    "fold_name",
]
