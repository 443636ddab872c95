"""Reflection: when it is due, which insights there should be, and those that no longer stand."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from saegim.errors import InvalidInput
from saegim.ids import new_id
from saegim.language.text import has_hangul
from saegim.models import Change, Entity, JsonObject, Link, Memory
from saegim.protocols import Tx, View
from saegim.remember import hand
from saegim.settings import TendSettings
from saegim.tend.breath import Breath
from saegim.tend.consolidate import ORIGIN as CONSOLIDATED
from saegim.tend.counting import COUNTED, Insight
from saegim.tend.keep import ACTOR, reopened, was_reopened
from saegim.tend.reflect_model import Group, shown
from saegim.tend.topics import topics_of

REFLECTED = "reflected through memory"
CHANGED_AGAIN = "changed again"
_READ_AT_MOST = 2_000
_LEAST_IN_GROUP, _MOST_IN_GROUP, _MOST_GROUPS = 3, 16, 6
# A count of the last month says nothing a month later.
_LASTING = timedelta(days=30)


@dataclass(frozen=True, slots=True)
class Fresh:
    """Memories since the last reflection."""

    through: int
    memories: tuple[Memory, ...]

    def due(self, settings: TendSettings) -> bool:
        weight = sum(memory.importance for memory in self.memories)
        return len(self.memories) >= settings.reflect_every or weight >= settings.reflect_importance


def fresh(view: View) -> Fresh:
    """What came since the last reflection, apart from what tending itself made."""
    position = int(view.note(REFLECTED) or 0)
    rows = view.memories_after(position, _READ_AT_MOST)
    new = [m for _, m in rows if is_material(m)]
    return Fresh(rows[-1][0] if rows else position, tuple(new))


def is_material(memory: Memory) -> bool:
    """Whether reflection rests on memories like this: not on its own, and not on what is gone."""
    made = memory.kind in ("insight", "episode") or memory.origin == CONSOLIDATED
    return not made and memory.state == "active"


def about_entities(view: View, memories: Iterable[Memory]) -> dict[str, list[Memory]]:
    """The memories by the entities they are about."""
    found: dict[str, list[Memory]] = defaultdict(list)
    for memory in memories:
        for link in view.links(memory.id, relation="about"):
            if link.source == memory.id:
                found[link.target].append(memory)
    return dict(found)


def groups_for_model(
    view: View,
    new: Sequence[Memory],
    current: Sequence[Memory],
    by_entity: Mapping[str, Sequence[Memory]],
    breath: Breath,
    again: Iterable[str] = (),
) -> list[Group]:
    """Groups with enough in them, around what is new: by entity, and the rest by topic.

    `by_entity` are the current memories by whom they are about (`about_entities`); `again` are keys of groups
    to look at whether or not they hold anything new.
    """
    living = [memory for memory in current if is_material(memory) and memory.valid_to is None]
    fresh_ids = {memory.id for memory in new}
    wanted = set(again)
    found: list[Group] = []
    for entity_id, memories in by_entity.items():
        entity = view.entity(entity_id)
        if entity is None or entity.merged_into is not None:
            continue
        key = f"entity.{entity_id}"
        touched = len(fresh_ids & {memory.id for memory in memories})
        if len(memories) >= _LEAST_IN_GROUP and (touched or key in wanted):
            shown_ = shown(memories, _MOST_IN_GROUP)
            found.append(Group(key, entity.name, shown_, entity_id, entity.names))
    named = {memory.id for memories in by_entity.values() for memory in memories}
    rest = [memory for memory in living if memory.id not in named and memory.subject in (None, "user")]
    found += _by_topic(view, rest, fresh_ids, wanted, breath)
    found.sort(key=lambda group: (-len(fresh_ids & {m.id for m in group.memories}), group.key))
    return found[:_MOST_GROUPS]


def _by_topic(
    view: View, rest: Sequence[Memory], fresh_ids: set[str], wanted: set[str], breath: Breath
) -> list[Group]:
    """Groups of the person's own memories: of one persona and kind of thing, or of one topic."""
    groups: dict[tuple[str | None, str], list[Memory]] = defaultdict(list)
    topics = topics_of(view, [memory for memory in rest if memory.key is None], breath)
    for memory in rest:
        names = [memory.key.split(".", 1)[0]] if memory.key else topics.get(memory.id, [])[:2]
        for name in names:
            groups[memory.persona, name].append(memory)
    found = []
    for (persona, name), memories in groups.items():
        key = f"topic.{persona or ''}.{name}"
        new = fresh_ids & {memory.id for memory in memories}
        if len(memories) >= _LEAST_IN_GROUP and (new or key in wanted):
            about = "사용자" if has_hangul(memories[0].content) else "the user"
            found.append(Group(key, about, shown(memories, _MOST_IN_GROUP)))
    return found


def put_insight(tx: Tx, insight: Insight, persona: str | None, now: datetime) -> Memory | None:
    """Keep the insight: new, or as a new version of the one with its key. None when nothing changed."""
    evidence = [id_ for id_ in insight.evidence if _stands(tx, id_, insight)]
    turns = tuple(turn for turn in insight.turns if tx.turn(turn) is not None)
    if not evidence and not turns:
        return None
    metadata: JsonObject = {**insight.metadata, "by": insight.by, "counted": insight.by == COUNTED}
    every = tx.memories(key=insight.key, kind="insight", states=("active", "forgotten"), limit=100)
    # What a person forgot is not said again; what they corrected stays as they left it.
    line = [memory for memory in every if memory.persona == persona]
    known = next((memory for memory in line if memory.valid_to is None), None)
    if known is not None and (known.state == "forgotten" or known.origin == "hand"):
        return None
    if known is not None and known.content == insight.content:
        return None
    if known is None:
        made = Memory(
            id=new_id("k", now), kind="insight", content=insight.content, persona=persona, importance=0.6,
            confidence=insight.confidence, created_at=now, updated_at=now, valid_from=now, key=insight.key,
            value=insight.value, tags=_tags(insight), source_turns=turns, origin=insight.by,
            metadata=metadata,
        )  # fmt: skip
        tx.put_memory(made, actor=ACTOR, action="reflect", reason="drawn from what is known")
        tx.put_change(Change(new_id("u", now), now, ACTOR, "reflect", (made.id,), {"evidence": [*evidence]}))
        known = made
    else:
        changes: dict[str, object] = {
            "content": insight.content, "value": insight.value, "source_turns": turns, "metadata": metadata,
            "confidence": insight.confidence, "origin": insight.by,
        }  # fmt: skip
        hand.change_memory(
            tx, known.id, changes, actor=ACTOR, action="reflect", reason="counted anew", now=now
        )
    for link in tx.links(known.id, relation="derived_from"):
        if link.source == known.id and link.target not in evidence:
            tx.delete_link(link.source, link.relation, link.target)
    for id_ in evidence:
        tx.put_link(Link(known.id, "derived_from", id_, 1.0, now))
    if insight.about is not None:
        tx.put_link(Link(known.id, "about", insight.about, 1.0, now))
    return hand.get_memory(tx, known.id)


def undo_insight(tx: Tx, change: Change, *, actor: str, now: datetime) -> None:
    """Without the insight, which is not drawn again; it stays in the history."""
    hand.change_memory(
        tx, change.targets[0], {"state": "forgotten"}, actor=actor, action="undo",
        reason=f"undo {change.id}", now=now,
    )  # fmt: skip


def _tags(insight: Insight) -> tuple[str, ...]:
    topic = insight.metadata.get("topic")
    return (topic,) if isinstance(topic, str) and insight.by == COUNTED else ()


def _stands(view: View, memory_id: str, insight: Insight) -> bool:
    memory = view.memory(memory_id)
    return (
        memory is not None
        and memory.state != "forgotten"
        and (memory.valid_to is None or _of_past(insight.key))
    )


def _of_past(key: str) -> bool:
    """Whether an insight rests on the past by its nature: on what changed, or on how often."""
    return key.startswith(("insight.change.", "insight.often.", "insight.entity.", "insight.felt."))


@dataclass(frozen=True, slots=True)
class Doubt:
    """An insight that no longer stands, and why."""

    insight: Memory
    reason: str
    group: str | None


def doubtful(view: View, insights: Iterable[Memory], now: datetime) -> list[Doubt]:
    """Insights whose evidence is gone or superseded, or whose count is of a month long past."""
    found: list[Doubt] = []
    for insight in insights:
        if insight.origin == "hand" or insight.valid_to is not None or insight.state != "active":
            continue
        if was_reopened(insight):
            continue
        key = insight.key or ""
        links = [
            link for link in view.links(insight.id, relation="derived_from") if link.source == insight.id
        ]
        rests_on = [view.memory(link.target) for link in links]
        standing = [
            memory
            for memory in rests_on
            if memory is not None
            and memory.state != "forgotten"
            and (memory.valid_to is None or _of_past(key))
        ]
        turns = any(view.turn(id_) is not None for id_ in insight.source_turns)
        group = insight.metadata.get("group")
        named = group if isinstance(group, str) else None
        if _of_past(key):
            if (not standing and not turns) or (
                key.startswith("insight.change.") and len(standing) < len(links)
            ):
                found.append(Doubt(insight, "evidence gone", named))
            elif key.startswith("insight.change."):
                # Its value was the newest when it was told; one that has changed again misleads.
                if all(memory.valid_to is not None for memory in standing if memory.value == insight.value):
                    found.append(Doubt(insight, CHANGED_AGAIN, named))
            elif insight.updated_at < now - _LASTING:
                found.append(Doubt(insight, "counted long ago", named))
        elif len(standing) < len(links) or not links:
            found.append(Doubt(insight, "evidence superseded or gone", named))
    return found


def close_insight(tx: Tx, doubt: Doubt, now: datetime) -> bool:
    """End an insight's validity; it stays in the history."""
    memory = tx.memory(doubt.insight.id)
    if memory is None or memory.version != doubt.insight.version:
        return False
    closed = replace(memory, valid_to=max(now, memory.valid_from), updated_at=now)
    tx.put_memory(closed, actor=ACTOR, action="close", reason=doubt.reason)
    tx.put_change(Change(new_id("u", now), now, ACTOR, "close", (memory.id,), {"version": memory.version}))
    return True


def undo_closing(tx: Tx, change: Change, *, actor: str, now: datetime) -> None:
    """The insight stands again, and is not closed anew; refused while another has taken its place."""
    memory = hand.get_memory(tx, change.targets[0])
    line = tx.memories(key=memory.key, kind="insight", states=("active",), limit=100)
    newer = [m for m in line if m.persona == memory.persona and m.valid_to is None and m.id != memory.id]
    if newer:
        raise InvalidInput(
            "change_id",
            f"{newer[0].id} stands in its place; forget that first",
            f"지금은 {newer[0].id}이(가) 그 자리에 있습니다. 그것부터 잊게 하세요",
            code="replaced",
        )
    tx.put_memory(reopened(memory, now), actor=actor, action="undo", reason=f"undo {change.id}")


def refreshed(entity: Entity, memories: Sequence[Memory], summary: str) -> Entity:
    """The entity with its profile as the memories about it have it; what a person wrote stays."""
    living = [m for m in memories if m.state == "active" and m.valid_to is None and m.kind != "insight"]
    best = sorted(living, key=lambda m: (-m.importance, -m.valid_from.timestamp(), m.id))
    of_it = [m for m in best if m.subject in entity.names]
    interests = [m.value for m in of_it if m.key in ("likes", "hobby") and m.value]
    notes = [m.content for m in of_it if m.key in ("trait", "style", "personality")]
    told = summary or " ".join(f"{m.content.rstrip(' .')}." for m in best[:3])
    if entity.metadata.get("profile") == "hand":
        return entity
    return replace(
        entity,
        summary=told,
        interests=tuple(dict.fromkeys((*interests, *entity.interests)))[:12],
        notes=tuple(dict.fromkeys((*notes, *entity.notes)))[:8],
    )
