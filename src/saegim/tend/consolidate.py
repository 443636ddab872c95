"""What happened in a past week, summed up by topic; what it covers loses importance, not existence."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from saegim.ids import new_id
from saegim.language.text import has_hangul
from saegim.models import Change, JsonObject, Link, Memory
from saegim.protocols import Tx, View
from saegim.remember import hand
from saegim.settings import TendSettings
from saegim.tend.keep import ACTOR, guarded
from saegim.tend.topics import topics_of

ORIGIN = "consolidation"
# What happens passes; what is so (facts, preferences) is nobody's to sum up.
_KINDS = frozenset({"event", "emotion", "plan", "episode"})
_COVERED, _FADED = "consolidated", "faded"
_TOLD = 3
# Conversations without a common topic wait for so many stretches to be summed up together.
_LONGER = 4
_TURNS_KEPT = 50
_MOST_COVERED = 200


@dataclass(frozen=True, slots=True)
class Digest:
    """A summary to be kept: of which memories, from when to when, about what."""

    key: str
    persona: str | None
    start: datetime
    end: datetime
    topics: tuple[str, ...]
    covers: tuple[Memory, ...]
    content: str


def window_of(at: datetime, days: int) -> datetime:
    """The beginning of the stretch of `days` that `at` lies in, counted from a Monday, in its zone."""
    midnight = at.replace(hour=0, minute=0, second=0, microsecond=0)
    return midnight - timedelta(days=(midnight.toordinal() - 1) % days)


def is_coverable(memory: Memory, now: datetime) -> bool:
    """Whether the memory is one that a summary may cover."""
    if memory.kind not in _KINDS or guarded(memory) or memory.origin == "hand" or memory.valid_to is not None:
        return False
    if memory.kind == "plan" and _ends(memory) > now:
        return False
    return memory.state == "active" and _COVERED not in memory.metadata


def _ends(memory: Memory) -> datetime:
    when = memory.metadata.get("when")
    if isinstance(when, list) and len(when) == 2:
        return datetime.fromisoformat(str(when[1]))
    return memory.valid_from


def plan_digests(
    view: View, memories: Sequence[Memory], settings: TendSettings, now: datetime
) -> list[Digest]:
    """A summary for each topic with enough memories in a stretch of time that is over, oldest first."""
    current = window_of(now, settings.consolidate_days)
    windows: dict[tuple[datetime, str | None], list[Memory]] = {}
    for memory in memories:
        start = window_of(memory.valid_from.astimezone(now.tzinfo), settings.consolidate_days)
        if start < current and is_coverable(memory, now):
            windows.setdefault((start, memory.persona), []).append(memory)
    enough = {where: among for where, among in windows.items() if len(among) >= settings.consolidate_least}
    names = topics_of(view, [memory for among in enough.values() for memory in among])
    found: list[Digest] = []
    for (start, persona), among in sorted(enough.items(), key=lambda item: (item[0][0], item[0][1] or "")):
        end = start + timedelta(days=settings.consolidate_days)
        for topics, covers in _by_topic(among, names, settings.consolidate_least):
            key = f"consolidated.{persona or ''}.{start.date().isoformat()}.{topics[0]}"
            if not _made(view, key):
                content = _content(start, end, topics[0], covers)
                found.append(Digest(key, persona, start, end, topics, tuple(covers), content))
    taken = {memory.id for digest in found for memory in digest.covers}
    return found + _talks(view, [m for m in memories if m.id not in taken], settings, now)


def _talks(view: View, memories: Sequence[Memory], settings: TendSettings, now: datetime) -> list[Digest]:
    """A summary of the conversations of each longer stretch that no topic of a week took in."""
    days = settings.consolidate_days * _LONGER
    current = window_of(now, days)
    stretches: dict[tuple[datetime, str | None], list[Memory]] = {}
    for memory in memories:
        start = window_of(memory.valid_from.astimezone(now.tzinfo), days)
        if memory.kind == "episode" and start < current and is_coverable(memory, now):
            stretches.setdefault((start, memory.persona), []).append(memory)
    found: list[Digest] = []
    for (start, persona), among in sorted(stretches.items(), key=lambda item: (item[0][0], item[0][1] or "")):
        key = f"consolidated.{persona or ''}.{start.date().isoformat()}.{days}"
        if len(among) < settings.consolidate_least or _made(view, key):
            continue
        covers = sorted(among, key=lambda m: (m.valid_from, m.id))[:_MOST_COVERED]
        topics = tuple(tag for tag, _ in Counter(t for m in covers for t in m.tags).most_common(3))
        end = start + timedelta(days=days)
        content = _content(start, end, "", covers)
        found.append(Digest(key, persona, start, end, topics, tuple(covers), content))
    return found


def _made(view: View, key: str) -> bool:
    """Whether there is or was such a summary: one that was undone is not made again."""
    return bool(view.memories(key=key, states=("active", "archived", "forgotten"), limit=1))


def _by_topic(
    among: Sequence[Memory], names: Mapping[str, Sequence[str]], least: int
) -> list[tuple[tuple[str, ...], list[Memory]]]:
    """Memories by the topic most of them share; each in one group."""
    left = {memory.id: memory for memory in sorted(among, key=lambda m: (m.valid_from, m.id))}
    found: list[tuple[tuple[str, ...], list[Memory]]] = []
    while len(left) >= least:
        counts = Counter(topic for id_ in left for topic in dict.fromkeys(names.get(id_, ())))
        if not counts:
            break
        topic, count = min(counts.items(), key=lambda item: (-item[1], item[0]))
        if count < least:
            break
        group = [memory for memory in left.values() if topic in names.get(memory.id, ())][:_MOST_COVERED]
        beside = Counter(other for memory in group for other in names[memory.id] if other != topic)
        found.append(((topic, *(word for word, _ in beside.most_common(2))), group))
        for memory in group:
            del left[memory.id]
    return found


def _content(start: datetime, end: datetime, topic: str, covers: Sequence[Memory]) -> str:
    """The topic, the time, how many, and the weightiest of them in their own words."""
    best = sorted(covers, key=lambda m: (-m.importance, m.valid_from))
    told = list(dict.fromkeys(memory.content.rstrip(" .") for memory in best))[:_TOLD]
    last = end - timedelta(days=1)
    if has_hangul(" ".join(told)) or has_hangul(topic):
        span = f"{start.year}년 {start.month}월 {start.day}일~{last.month}월 {last.day}일"
        what = f"'{topic}' 이야기 {len(covers)}건" if topic else f"대화 {len(covers)}번"
        return f"{span}, {what}: {'. '.join(told)}."
    what = f"{len(covers)} about {topic!r}" if topic else f"{len(covers)} conversations"
    return f"{start.date()} to {last.date()}, {what}: {'. '.join(told)}."


def apply_digest(tx: Tx, digest: Digest, settings: TendSettings, now: datetime) -> Change | None:
    """Write the summary and take importance from what it covers, if all of it is as it was."""
    covers = [tx.memory(memory.id) for memory in digest.covers]
    known = [memory for memory in covers if memory is not None and is_coverable(memory, now)]
    if len(known) < len(digest.covers) or tx.memories(key=digest.key, limit=1):
        return None
    made = Memory(
        id=new_id("k", now),
        kind="note",
        content=digest.content,
        persona=digest.persona,
        importance=max(memory.importance for memory in known),
        confidence=round(sum(memory.confidence for memory in known) / len(known), 3),
        created_at=now,
        updated_at=now,
        valid_from=digest.start,
        key=digest.key,
        value=str(len(known)),
        tags=digest.topics,
        source_turns=tuple(dict.fromkeys(t for memory in known for t in memory.source_turns))[-_TURNS_KEPT:],
        origin=ORIGIN,
        metadata={
            "span": [digest.start.isoformat(), digest.end.isoformat()],
            "topics": list(digest.topics),
            "covers": [memory.id for memory in known],
        },
    )
    tx.put_memory(made, actor=ACTOR, action="consolidate", reason=f"{len(known)} of one topic and week")
    versions: JsonObject = {}
    for memory in known:
        versions[memory.id] = memory.version
        less = round(memory.importance * settings.covered_share, 4)
        kept: JsonObject = {**memory.metadata, _COVERED: made.id}
        covered = replace(memory, importance=less, metadata=kept, updated_at=now)
        tx.put_memory(covered, actor=ACTOR, action="cover", reason=f"summed up in {made.id}")
        tx.put_link(Link(made.id, "derived_from", memory.id, 1.0, now))
    change = Change(new_id("u", now), now, ACTOR, "consolidate", (made.id,), {"covers": versions})
    tx.put_change(change)
    return change


def undo_digest(tx: Tx, change: Change, *, actor: str, now: datetime) -> None:
    """Without the summary, and what it covered as important as before."""
    reason = f"undo {change.id}"
    made = hand.get_memory(tx, change.targets[0])
    hand.change_memory(
        tx, made.id, {"state": "forgotten"}, actor=actor, action="undo", reason=reason, now=now
    )
    covers = change.detail["covers"]
    assert isinstance(covers, dict)
    for memory_id, version in covers.items():
        memory = tx.memory(memory_id)
        if memory is None:
            continue
        then = {v.version: v.memory for v in tx.versions(memory_id)}[int(str(version))]
        metadata: JsonObject = {name: one for name, one in memory.metadata.items() if name != _COVERED}
        back = replace(memory, importance=then.importance, metadata=metadata, updated_at=now)
        tx.put_memory(back, actor=actor, action="undo", reason=reason)


def plan_fading(memories: Sequence[Memory]) -> list[Memory]:
    """Superseded memories that still weigh as much as when they held."""
    return [
        memory
        for memory in memories
        if memory.valid_to is not None
        and memory.state == "active"
        and memory.kind != "insight"
        and _FADED not in memory.metadata
        and not guarded(memory)
        and memory.origin != "hand"
    ]


def apply_fading(tx: Tx, planned: Memory, settings: TendSettings, now: datetime) -> bool:
    """Take importance from one superseded memory; it answers for its time as before."""
    memory = tx.memory(planned.id)
    if memory is None or memory.version != planned.version:
        return False
    kept: JsonObject = {**memory.metadata, _FADED: memory.importance}
    less = replace(
        memory, importance=round(memory.importance * settings.covered_share, 4), metadata=kept, updated_at=now
    )
    tx.put_memory(less, actor=ACTOR, action="fade", reason="superseded")
    return True
