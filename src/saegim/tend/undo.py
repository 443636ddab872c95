"""Taking back what tending or a person did."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from saegim.errors import InvalidInput, NotFound
from saegim.models import Change
from saegim.protocols import Tx
from saegim.remember import hand
from saegim.tend import consolidate, merge, people, prune, reflect


def undo(tx: Tx, change_id: str, *, actor: str, reason: str, now: datetime) -> Change:
    """Everything as it was before the change. What touched the same things later is undone first."""
    change = tx.change(change_id)
    if change is None:
        raise NotFound("change", change_id)
    if change.undone_at is not None:
        raise InvalidInput("change_id", "was undone already", "이미 되돌렸습니다", code="already_undone")
    later = [one for one in tx.changes_since(change_id) if set(one.targets) & set(change.targets)]
    if later:
        raise InvalidInput(
            "change_id",
            f"undo {later[-1].id} first, which touches the same",
            f"같은 것을 나중에 바꾼 {later[-1].id}부터 되돌리세요",
            code="undo_later_first",
        )
    if change.action == "merge":
        merge.undo_merge(tx, change, actor=actor, now=now)
    elif change.action == "consolidate":
        consolidate.undo_digest(tx, change, actor=actor, now=now)
    elif change.action == "fade":
        consolidate.undo_fading(tx, change, actor=actor, now=now)
    elif change.action == "reflect":
        reflect.undo_insight(tx, change, actor=actor, now=now)
    elif change.action == "close":
        reflect.undo_closing(tx, change, actor=actor, now=now)
    elif change.action == "merge_entities":
        people.undo_merge(tx, change, now=now)
    elif change.action == "split_entity":
        people.undo_split(tx, change, now=now)
    else:
        memory = hand.get_memory(tx, change.targets[0])
        prune.undo_forget(tx, change, memory, actor=actor, now=now)
    done = replace(change, undone_at=now)
    tx.put_change(done)
    tx.add_audit(actor, "undo", change.targets[0], reason, {"change": change.id, "action": change.action})
    return done
