"""One person's whole memory as JSON Lines: one line a thing, in the order they were written.

The first line says what this is and how much there is of everything, the last that nothing is missing. Times
are ISO 8601 with their offset, ids are kept, and names are those of the library's own nouns. What is derived
(words, vectors) is left out: it is made anew. docs/export.md describes the lines.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields
from datetime import datetime
from functools import cache
from importlib.metadata import version
from itertools import groupby
from typing import Any

import msgspec

from saegim.models import (
    AuditEvent,
    Candidate,
    Change,
    Entity,
    Job,
    Link,
    MemoryVersion,
    ModelCall,
    Persona,
    Run,
    Session,
    Summary,
    Trace,
    Turn,
)
from saegim.protocols import View

FORMAT = 1
# What a line's "is" says of the nouns that are written as they are, in the order they are written.
BEFORE: Mapping[str, type[object]] = {"session": Session, "turn": Turn}
AFTER: Mapping[str, type[object]] = {
    "summary": Summary, "candidate": Candidate, "trace": Trace, "change": Change, "run": Run,
    "model_call": ModelCall, "job": Job, "audit": AuditEvent,
}  # fmt: skip
_MEMORIES_AT_A_TIME = 400
_ALL = 2**31
_CHUNK_BYTES = 65_536
_encode = msgspec.json.Encoder().encode


def export_lines(view: View, *, user_id: str, personas: Sequence[Persona], now: datetime) -> Iterator[bytes]:
    """The lines, each with its newline. The view must stay open until the last."""
    counts = {"persona": len(personas), **view.count_each()}
    yield _line(
        "export", format=FORMAT, by=f"saegim {version('saegim')}", user=user_id, at=now, counts=counts
    )
    written = 0
    for is_, thing in _things(view, personas):
        written += 1
        yield _line(is_, **thing)
    yield _line("end", things=written)


def in_chunks(lines: Iterator[bytes]) -> Iterator[bytes]:
    """The lines, as many together as are worth sending."""
    taken, size = list[bytes](), 0
    for line in lines:
        taken.append(line)
        size += len(line)
        if size >= _CHUNK_BYTES:
            yield b"".join(taken)
            taken, size = [], 0
    if taken:
        yield b"".join(taken)


def _line(is_: str, **content: Any) -> bytes:
    return _encode({"is": is_, **content}) + b"\n"


def _things(view: View, personas: Sequence[Persona]) -> Iterator[tuple[str, dict[str, Any]]]:
    for persona in personas:
        yield "persona", _plain(persona)
    for is_, noun in BEFORE.items():
        for one in view.each(noun):
            yield is_, _plain(one)
    told = 0
    for memory in _memories(view):
        told += len(memory["links"])
        yield "memory", memory
    for entity in view.each(Entity):
        links = _links_of(view, [entity.id])[entity.id]
        points = view.sentiment(entity.id, since=None, limit=_ALL, offset=0)
        told += len(links)
        shown = [{k: v for k, v in _plain(point).items() if k != "entity_id"} for point in reversed(points)]
        yield "entity", {**_plain(entity), "points": shown, "links": links}
    if told < view.count_each()["link"]:
        for link in view.each(Link):
            # Of something that is gone.
            if view.memory(link.source) is None and view.entity(link.source) is None:
                yield "link", _plain(link)
    for is_, noun in AFTER.items():
        for one in view.each(noun):
            yield is_, _plain(one)
    for key, value in view.notes():
        yield "note", {"key": key, "value": value}


def _memories(view: View) -> Iterator[dict[str, Any]]:
    # In the order of their memories: looked up one by one, all of it takes four times as long.
    versions = groupby(view.each(MemoryVersion), key=lambda one: one.memory.id)
    whose, past = next(versions, ("", iter(())))
    linked, last = view.has_links(), 0
    while found := view.memories_after(last, _MEMORIES_AT_A_TIME):
        last = found[-1][0]
        links = _links_of(view, [memory.id for _, memory in found]) if linked else {}
        for number, memory in found:
            now, known = _plain(memory), list[dict[str, Any]]()
            if whose == memory.id:
                known = [_version(one, now) for one in past]
                whose, past = next(versions, ("", iter(())))
            yield {"number": number, **now, "versions": known, "links": links.get(memory.id, [])}


def _version(version: MemoryVersion, now: dict[str, Any]) -> dict[str, Any]:
    return {
        "version": version.version,
        "at": version.at,
        "actor": version.actor,
        "reason": version.reason,
        # Only where it differed: most memories have one version, which is what they are.
        "was": {k: v for k, v in _plain(version.memory).items() if v != now[k]},
    }


def _links_of(view: View, sources: Sequence[str]) -> dict[str, list[dict[str, Any]]]:
    """The links that lead from each of these, in an order of their own."""
    found: dict[str, list[dict[str, Any]]] = {source: [] for source in sources}
    for link in sorted(view.neighbours(sources, _ALL), key=lambda one: (one.relation, one.target)):
        if link.source in found:
            found[link.source].append({k: v for k, v in _plain(link).items() if k != "source"})
    return found


def _plain(noun: Any) -> dict[str, Any]:
    return {name: getattr(noun, name) for name in _names(noun.__class__)}


@cache
def _names(kind: type) -> tuple[str, ...]:
    return tuple(field.name for field in fields(kind))
