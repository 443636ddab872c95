"""Memories by hand: each function does one thing inside the caller's transaction.

Every change leaves a version and an audit event (the store sees to that). A changed fact closes the old
one's validity and links to it; nothing is overwritten.
"""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import datetime

from saegim.errors import NotFound, VersionConflict
from saegim.ids import new_id
from saegim.models import Link, Memory
from saegim.protocols import Tx
from saegim.remember.slots import holds_one

# Times at which a value was said again, per memory; more than these are of no use.
_SAID_AGAIN_KEPT = 64


def get_memory(tx: Tx, memory_id: str) -> Memory:
    """The memory, or `NotFound`."""
    found = tx.memory(memory_id)
    if found is None:
        raise NotFound("memory", memory_id)
    return found


def add_memory(tx: Tx, memory: Memory, *, actor: str, reason: str, now: datetime) -> Memory:
    """Write a new memory, or give back the same one if it is known already.

    A single-valued key (`home.city`) is superseded by time of validity, not of arrival: an older
    statement that comes later takes its place in the past.
    """
    same = _same(tx, memory)
    if same is not None:
        said_again(tx, same, memory.valid_from)
        return same
    place_memory(tx, memory, actor=actor, action="remember", reason=reason, now=now)
    return get_memory(tx, memory.id)


def said_again(tx: Tx, memory: Memory, at: datetime) -> None:
    """Note that what the memory says was said again at `at`.

    Should another value turn out to have held before that, the memory's own comes back from then on.
    """
    if not _holds_one(memory) or at <= memory.valid_from:
        return
    times = {*_times_said_again(tx, memory), at}
    kept = sorted(times)[-_SAID_AGAIN_KEPT:]
    tx.put_note(f"said again {memory.id}", json.dumps([time.isoformat() for time in kept]))


def _times_said_again(tx: Tx, memory: Memory) -> list[datetime]:
    noted = tx.note(f"said again {memory.id}")
    return [datetime.fromisoformat(time) for time in json.loads(noted)] if noted else []


def _same(tx: Tx, memory: Memory) -> Memory | None:
    """A memory that says this already: the same key and value, or the same kind and words.

    Among the current ones; of a key that holds one value, among those that held when this one begins, so
    that a statement about the past said again finds itself there.
    """
    single = _holds_one(memory)
    current, as_of = not single, memory.valid_from if single else None
    if memory.key is not None and memory.value is not None:
        found = tx.memories(key=memory.key, current=current, as_of=as_of, limit=1000)
        value = memory.value.casefold().split()
        found = [other for other in found if (other.value or "").casefold().split() == value]
    else:
        found = tx.memories(kind=memory.kind, plain=memory.plain, current=current, as_of=as_of, limit=100)
    return next((other for other in found if about_the_same(other, memory)), None)


def _holds_one(memory: Memory) -> bool:
    return memory.key is not None and holds_one(memory.key)


def about_the_same(one: Memory, other: Memory) -> bool:
    """Whether both speak of one person; without a subject that is the user."""
    return one.persona == other.persona and (one.subject or "user") == (other.subject or "user")


def place_memory(tx: Tx, memory: Memory, *, actor: str, action: str, reason: str, now: datetime) -> None:
    """Write the memory; one that holds a single value goes between those before and after it in time."""
    if not _holds_one(memory) or memory.state != "active":
        tx.put_memory(memory, actor=actor, action=action, reason=reason)
        return
    line = [
        other
        for other in tx.memories(key=memory.key, limit=10_000)
        if other.id != memory.id and about_the_same(other, memory)
    ]
    before = max(
        (m for m in line if m.valid_from <= memory.valid_from), key=lambda m: m.valid_from, default=None
    )
    after = min(
        (m for m in line if m.valid_from > memory.valid_from), key=lambda m: m.valid_from, default=None
    )
    memory = replace(memory, valid_to=None if after is None else after.valid_from)
    tx.put_memory(memory, actor=actor, action=action, reason=reason)
    if before is not None and (before.valid_to is None or before.valid_to > memory.valid_from):
        closed = replace(before, valid_to=memory.valid_from, updated_at=now)
        tx.put_memory(closed, actor=actor, action="supersede", reason=f"superseded by {memory.id}")
        tx.put_link(Link(memory.id, "supersedes", before.id, 1.0, now))
        _come_back(tx, before, memory, actor=actor, now=now)
    if after is not None:
        tx.put_link(Link(after.id, "supersedes", memory.id, 1.0, now))


def _come_back(tx: Tx, before: Memory, between: Memory, *, actor: str, now: datetime) -> None:
    """`before` was said again after `between`: from then on it holds once more."""
    end = between.valid_to
    later = [t for t in _times_said_again(tx, before) if t > between.valid_from and (not end or t < end)]
    if not later:
        return
    again = replace(before, id=new_id("k", now), valid_from=min(later), version=1, access_count=0)
    place_memory(tx, again, actor=actor, action="remember", reason=f"said again after {between.id}", now=now)
    tx.put_note(f"said again {again.id}", json.dumps([time.isoformat() for time in later]))


def change_memory(
    tx: Tx,
    memory_id: str,
    changes: dict[str, object],
    *,
    actor: str,
    action: str,
    reason: str,
    now: datetime,
    expected_version: int | None = None,
) -> Memory:
    """A new version with these fields changed; the old one is kept."""
    before = get_memory(tx, memory_id)
    if expected_version is not None and before.version != expected_version:
        raise VersionConflict(memory_id, expected_version, before.version)
    after = replace(before, **changes, updated_at=now)  # type: ignore[arg-type]
    if replace(after, updated_at=before.updated_at) == before:
        return before
    tx.put_memory(after, actor=actor, action=action, reason=reason)
    return get_memory(tx, memory_id)


def restore_memory(
    tx: Tx, memory_id: str, version: int | None, *, actor: str, reason: str, now: datetime
) -> Memory:
    """The memory as it was in `version`, as a new version; without one, brought back from forgotten."""
    current = get_memory(tx, memory_id)
    if version is None:
        if current.state == "active":
            return current
        then = replace(current, state="active")
    else:
        found = {v.version: v.memory for v in tx.versions(memory_id)}
        if version not in found:
            raise NotFound("version", f"{memory_id}@{version}")
        then = found[version]
    restored = replace(
        then,
        updated_at=now,
        access_count=current.access_count,
        last_accessed_at=current.last_accessed_at,
    )
    # What came after it in the meantime still holds: two values of one key never hold at once.
    place_memory(tx, restored, actor=actor, action="restore", reason=reason, now=now)
    return get_memory(tx, memory_id)
