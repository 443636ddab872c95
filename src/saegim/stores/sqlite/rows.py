"""Rows to nouns and back. Column lists stand beside the code that reads them."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta, tzinfo
from functools import lru_cache
from typing import Any

import msgspec

from saegim.models import (
    AuditEvent,
    JsonObject,
    Link,
    Memory,
    MemoryVersion,
    Message,
    Session,
    Summary,
    Trace,
    Turn,
)

Row = Sequence[Any]

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND = timedelta(microseconds=1)
_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder().decode


def to_us(at: datetime) -> int:
    """Microseconds since 1970, exactly (a float timestamp is not)."""
    return (at - _EPOCH) // _MICROSECOND


def dump(value: object) -> str:
    """JSON text."""
    return _encode(value).decode()


def load(text: str) -> Any:
    """What the JSON text says."""
    # Most columns that may hold a list or an object hold an empty one.
    if text == "[]":
        return []
    if text == "{}":
        return {}
    return _decode(text)


def fingerprint(plain: str) -> bytes:
    """A short hash by which equal contents are found; 2**-64 apart is as good as equal."""
    return hashlib.blake2b(plain.encode(), digest_size=8).digest()


class Rows:
    """Turns rows into nouns, with times in one zone."""

    def __init__(self, zone: tzinfo) -> None:
        self._zone = zone
        # A memory has four times, mostly the same one.
        self.time: Callable[[int], datetime] = lru_cache(maxsize=4096)(self._time)

    def _time(self, us: int) -> datetime:
        return (_EPOCH + timedelta(microseconds=us)).astimezone(self._zone)

    def time_or_none(self, us: int | None) -> datetime | None:
        return None if us is None else self.time(us)

    SESSION = "id, persona, started_at, last_at, ended_at, turn_count"

    def session(self, row: Row) -> Session:
        id_, persona, started, last, ended, count = row
        return Session(
            id_, persona, self.time(started), self.time(last), self.time_or_none(ended), turn_count=count
        )

    TURN = "t.n, t.id, s.id, t.persona, t.at, t.metadata"

    def turn(self, row: Row, messages: Sequence[Message]) -> Turn:
        _, id_, session_id, persona, at, metadata = row
        return Turn(id_, session_id, persona, self.time(at), tuple(messages), load(metadata))

    MESSAGE = "m.n, m.id, t.id, s.id, m.role, m.content, m.at, m.name, m.metadata"
    MESSAGE_FROM = "messages m JOIN turns t ON t.n = m.turn JOIN sessions s ON s.n = m.session"

    def message(self, row: Row) -> Message:
        _, id_, turn_id, session_id, role, content, at, name, metadata = row
        return Message(id_, turn_id, session_id, role, content, self.time(at), name, load(metadata))

    MEMORY = (
        "n, id, kind, content, persona, subject, key, value, importance, confidence, tags, pii_flags,"
        " emotion, pinned, state, source_turns, origin, valid_from, valid_to, created_at, updated_at,"
        " version, metadata, access_count, last_accessed_at"
    )

    def memory(self, row: Row) -> Memory:
        (_, id_, kind, content, persona, subject, key, value, importance, confidence, tags, pii_flags,
         emotion, pinned, state, source_turns, origin, valid_from, valid_to, created_at, updated_at,
         version, metadata, access_count, last_accessed_at) = row  # fmt: skip
        return Memory(
            id=id_,
            kind=kind,
            content=content,
            persona=persona,
            subject=subject,
            key=key,
            value=value,
            importance=importance,
            confidence=confidence,
            tags=tuple(load(tags)),
            pii_flags=tuple(load(pii_flags)),
            emotion=emotion,
            pinned=bool(pinned),
            state=state,
            source_turns=tuple(load(source_turns)),
            origin=origin,
            valid_from=self.time(valid_from),
            valid_to=self.time_or_none(valid_to),
            created_at=self.time(created_at),
            updated_at=self.time(updated_at),
            version=version,
            metadata=load(metadata),
            access_count=access_count,
            last_accessed_at=self.time_or_none(last_accessed_at),
        )

    def version(self, row: Row) -> MemoryVersion:
        version, snapshot, at, actor, reason = row
        return MemoryVersion(self.memory(load(snapshot)), version, self.time(at), actor, reason)

    def audit(self, row: Row) -> AuditEvent:
        n, at, actor, action, target, reason, detail = row
        return AuditEvent(n, self.time(at), actor, action, target, reason, load(detail))

    def link(self, row: Row) -> Link:
        source, relation, target, weight, created_at = row
        return Link(source, relation, target, weight, self.time(created_at))

    SUMMARY = "id, persona, session_id, content, at, summarized_turns, through_turn"

    def summary(self, row: Row) -> Summary:
        id_, persona, session_id, content, at, turns, through = row
        return Summary(id_, persona, session_id, content, self.time(at), turns, through)

    def trace(self, row: Row) -> Trace:
        id_, at, query, persona, detail = row
        found: JsonObject = load(detail)
        return Trace(id_, self.time(at), query, found, persona)


def memory_row(memory: Memory) -> tuple[Any, ...]:
    """A memory's columns after `n`, in the order of `Rows.MEMORY`, without its access counts."""
    return (
        memory.id,
        memory.kind,
        memory.content,
        memory.persona,
        memory.subject,
        memory.key,
        memory.value,
        memory.importance,
        memory.confidence,
        dump(memory.tags),
        dump(memory.pii_flags),
        memory.emotion,
        int(memory.pinned),
        memory.state,
        dump(memory.source_turns),
        memory.origin,
        to_us(memory.valid_from),
        None if memory.valid_to is None else to_us(memory.valid_to),
        to_us(memory.created_at),
        to_us(memory.updated_at),
        memory.version,
        dump(memory.metadata),
    )
