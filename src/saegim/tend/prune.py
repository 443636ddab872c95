"""Forgetting what is unimportant, old and never recalled; and removing what was forgotten long enough."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime, timedelta

from saegim.ids import new_id
from saegim.models import Change, Memory
from saegim.protocols import Tx
from saegim.settings import TendSettings
from saegim.tend.keep import ACTOR, brought_back, forgotten_at, guarded, tended

# Reflection looks after its own.
_APART = frozenset({"insight"})


def plan_prunes(memories: Iterable[Memory], settings: TendSettings, now: datetime) -> list[Memory]:
    """Which of the memories to forget, the least important first. History (superseded ones) stays."""
    old = now - timedelta(days=settings.prune_days)
    found = [
        memory
        for memory in memories
        if memory.importance <= settings.prune_importance
        and memory.access_count == 0
        and memory.updated_at < old
        and memory.valid_to is None
        and memory.state == "active"
        and memory.kind not in _APART
        and not guarded(memory)
        and not brought_back(memory)
    ]
    return sorted(found, key=lambda m: (m.importance, m.updated_at, m.id))


def apply_forget(tx: Tx, planned: Memory, how: str, reason: str, now: datetime) -> Change | None:
    """Forget one memory if it is as it was; restorable for the days the settings give."""
    memory = tx.memory(planned.id)
    if memory is None or memory.version != planned.version or memory.access_count != planned.access_count:
        return None
    tx.put_memory(tended(memory, how, now), actor=ACTOR, action=how, reason=reason)
    change = Change(new_id("u", now), now, ACTOR, how, (memory.id,), {"version": memory.version})
    tx.put_change(change)
    return change


def undo_forget(tx: Tx, change: Change, memory: Memory, *, actor: str, now: datetime) -> None:
    """The memory again; its mark stays, so that it is not forgotten anew."""
    if memory.state == "forgotten":
        back = replace(memory, state="active", updated_at=now)
        tx.put_memory(back, actor=actor, action="undo", reason=f"undo {change.id}")


def plan_removals(forgotten: Iterable[Memory], settings: TendSettings, now: datetime) -> list[Memory]:
    """Which of the forgotten memories nobody missed for long enough; none that a person forgot."""
    before = now - timedelta(days=settings.restore_days)
    return [memory for memory in forgotten if (at := forgotten_at(memory)) is not None and at <= before]


def apply_removal(tx: Tx, planned: Memory) -> bool:
    """Remove one memory for good, versions too."""
    memory = tx.memory(planned.id)
    if memory is None or memory.version != planned.version:
        return False
    tx.put_note(f"said again {memory.id}", None)
    return tx.delete_memory(memory.id, actor=ACTOR, reason="forgotten long enough")
