"""Two entities that are one, one that is two: by hand, each undone as a whole."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

import msgspec

from saegim.errors import NotFound
from saegim.ids import new_id
from saegim.models import Change, Entity, Json, JsonObject, Link
from saegim.protocols import Tx
from saegim.tend.entities import recounted

_MOST_NAMES = 24


def merge_entities(tx: Tx, keep: Entity, other: Entity, *, actor: str, reason: str, now: datetime) -> Change:
    """`keep` takes over everything of `other`: names, turns, links; `other` points to it."""
    turns = tx.move_points(other.id, keep.id, None)
    taken, added = _move_links(tx, other.id, keep.id, tx.links(other.id), now)
    after = recounted(
        tx,
        replace(
            keep,
            names=tuple(dict.fromkeys((*keep.names, *other.names)))[:_MOST_NAMES],
            interests=tuple(dict.fromkeys((*keep.interests, *other.interests))),
            notes=tuple(dict.fromkeys((*keep.notes, *other.notes))),
            relation=keep.relation or other.relation,
            platform=keep.platform or other.platform,
        ),
    )
    tx.put_entity(replace(other, merged_into=keep.id))
    detail: JsonObject = {
        "keep": _plain(keep), "other": _plain(other), "names": list(after.names), "turns": list(turns),
        "links": taken, "added": added,
    }  # fmt: skip
    return _record(tx, "merge_entities", (keep.id, other.id), detail, actor, reason, now)


def undo_merge(tx: Tx, change: Change, *, now: datetime) -> None:
    """Two again, with what each had; what came to the kept one since stays with it."""
    keep_before, other = _entity(change.detail["keep"]), _entity(change.detail["other"])
    keep = tx.entity(keep_before.id)
    if keep is None:
        raise NotFound("entity", keep_before.id)
    tx.move_points(keep.id, other.id, _texts(change.detail["turns"]))
    _put_back(tx, change.detail)
    merged = set(_texts(change.detail["names"]))
    since = tuple(name for name in keep.names if name not in merged)
    recounted(
        tx,
        replace(
            keep,
            names=(*keep_before.names, *since),
            interests=keep_before.interests,
            notes=keep_before.notes,
            relation=keep_before.relation,
            platform=keep_before.platform,
        ),
    )
    recounted(tx, other)


def split_entity(
    tx: Tx,
    entity: Entity,
    *,
    turns: Sequence[str],
    memories: Sequence[str],
    name: str | None,
    relation: str | None,
    actor: str,
    reason: str,
    now: datetime,
) -> tuple[Entity, Change]:
    """A second entity beside the first, which takes these turns and memories; both keep the name."""
    called = name or entity.name
    made = Entity(
        new_id("e", now), called, entity.type, entity.persona, now, now,
        names=tuple(dict.fromkeys((called, entity.name))), relation=relation,
        metadata={"distinct_from": entity.id},
    )  # fmt: skip
    tx.put_entity(made)
    moved = tx.move_points(entity.id, made.id, turns)
    wanted, said = set(memories), set(turns)
    links = []
    for link in tx.links(entity.id, relation="about"):
        memory = tx.memory(link.source)
        if link.source in wanted or (memory and memory.source_turns and set(memory.source_turns) <= said):
            links.append(link)
    taken, added = _move_links(tx, entity.id, made.id, links, now)
    before = _plain(entity)
    recounted(tx, entity)
    made = recounted(tx, made)
    detail: JsonObject = {
        "entity": before, "made": made.id, "turns": list(moved), "links": taken, "added": added,
    }  # fmt: skip
    change = _record(tx, "split_entity", (entity.id, made.id), detail, actor, reason, now)
    return made, change


def undo_split(tx: Tx, change: Change, *, now: datetime) -> None:
    """One again; what came to the second since goes back with the rest."""
    before, made_id = _entity(change.detail["entity"]), str(change.detail["made"])
    entity = tx.entity(before.id)
    if entity is None:
        raise NotFound("entity", before.id)
    tx.move_points(made_id, entity.id, None)
    _put_back(tx, change.detail)
    _move_links(tx, made_id, entity.id, tx.links(made_id), now)
    tx.delete_entity(made_id)
    recounted(tx, entity)


def _move_links(
    tx: Tx, source: str, target: str, links: Sequence[Link], now: datetime
) -> tuple[list[Json], list[Json]]:
    """Have links meet `target` instead of `source`: those taken away, and those added."""
    taken: list[Json] = []
    added: list[Json] = []
    for link in links:
        tx.delete_link(link.source, link.relation, link.target)
        taken.append([link.source, link.relation, link.target, link.weight, link.created_at.isoformat()])
        ends = [target if node == source else node for node in (link.source, link.target)]
        if ends[0] == ends[1] or tx.link_between(ends[0], link.relation, ends[1]) is not None:
            continue
        tx.put_link(Link(ends[0], link.relation, ends[1], link.weight, now))
        added.append([ends[0], link.relation, ends[1]])
    return taken, added


def _put_back(tx: Tx, detail: JsonObject) -> None:
    for link in _rows(detail["added"]):
        tx.delete_link(str(link[0]), str(link[1]), str(link[2]))
    for link in _rows(detail["links"]):
        source, relation, target, weight, at = link
        # A memory that is gone for good takes its links along.
        if all(tx.memory(node) or tx.entity(node) for node in (str(source), str(target))):
            moment = datetime.fromisoformat(str(at))
            tx.put_link(Link(str(source), str(relation), str(target), float(str(weight)), moment))


def _record(
    tx: Tx, action: str, targets: tuple[str, str], detail: JsonObject, actor: str, reason: str, now: datetime
) -> Change:
    change = Change(new_id("u", now), now, actor, action, targets, detail)
    tx.put_change(change)
    tx.add_audit(actor, action, targets[0], reason, {"with": targets[1], "change": change.id})
    return change


def _plain(entity: Entity) -> JsonObject:
    plain: JsonObject = msgspec.to_builtins(entity)
    return plain


def _entity(plain: Json) -> Entity:
    assert isinstance(plain, dict)
    known: dict[str, Any] = dict(plain)
    for name in ("first_seen_at", "last_seen_at"):
        known[name] = datetime.fromisoformat(known[name])
    for name in ("names", "interests", "notes"):
        known[name] = tuple(known[name])
    return Entity(**known)


def _texts(plain: Json) -> list[str]:
    assert isinstance(plain, list)
    return [str(one) for one in plain]


def _rows(plain: Json) -> list[list[Json]]:
    assert isinstance(plain, list)
    return [one for one in plain if isinstance(one, list)]
