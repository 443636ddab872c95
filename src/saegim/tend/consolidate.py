"""What happened in a past week, summed up by topic; what it covers loses importance, not existence."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from itertools import islice

from saegim.ids import new_id
from saegim.language.morphemes import Analyser
from saegim.language.text import has_hangul
from saegim.models import Change, JsonObject, Link, Memory
from saegim.protocols import Tx, View
from saegim.remember import hand
from saegim.settings import TendSettings
from saegim.tend.breath import Breath
from saegim.tend.keep import ACTOR, guarded
from saegim.tend.topics import is_noun, topics_of

ORIGIN = "consolidation"
# What happens passes; what is so (facts, preferences) is nobody's to sum up.
_KINDS = frozenset({"event", "emotion", "plan", "episode"})
_COVERED, _FADED = "consolidated", "faded"
_TOLD = 3
_MOST_WORDS = 24
EXTRACTED = "extraction"
# Conversations without a common topic wait for so many stretches to be summed up together.
_LONGER = 4
_TURNS_KEPT = 50
# One summary is one transaction; so many memories are written in about ten milliseconds.
_MOST_COVERED = 24


@dataclass(frozen=True, slots=True)
class Digest:
    """A summary to be kept: of which memories, from when to when, about what."""

    key: str
    persona: str | None
    start: datetime
    end: datetime
    topics: tuple[str, ...]
    covers: tuple[Memory, ...]
    heading: str
    summary: str
    words: tuple[str, ...] = ()
    by: str = EXTRACTED

    @property
    def content(self) -> str:
        """All of it as one text; the words of what it covers stay findable when that is gone."""
        told = f"{self.heading}: {self.summary}"
        others = [word for word in self.words if word not in told][:_MOST_WORDS]
        also = "나온 말" if has_hangul(told) else "Also"
        return f"{told} {also}: {', '.join(others)}." if others else told


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
    view: View,
    memories: Sequence[Memory],
    settings: TendSettings,
    now: datetime,
    *,
    analyser: Analyser,
    breath: Breath,
) -> list[Digest]:
    """A summary for each topic with enough memories in a stretch of time that is over, oldest first."""
    current = window_of(now, settings.consolidate_days)
    windows: dict[tuple[datetime, str | None], list[Memory]] = {}
    for memory in breath.each(memories):
        if not is_coverable(memory, now):
            continue
        start = window_of(memory.valid_from.astimezone(now.tzinfo), settings.consolidate_days)
        if start < current:
            windows.setdefault((start, memory.persona), []).append(memory)
    enough = {where: among for where, among in windows.items() if len(among) >= settings.consolidate_least}
    names = topics_of(view, [memory for among in enough.values() for memory in among], breath)
    found: list[Digest] = []
    for (start, persona), among in sorted(enough.items(), key=lambda item: (item[0][0], item[0][1] or "")):
        breath.take()
        end = start + timedelta(days=settings.consolidate_days)
        for topics, group in _by_topic(among, names, settings.consolidate_least):
            key = f"consolidated.{persona or ''}.{start.date().isoformat()}.{topics[0]}"
            for part, covers in _parts(view, key, group, settings.consolidate_least):
                found.append(_digest(part, persona, start, end, topics[0], topics, covers, names, analyser))
    taken = {memory.id for digest in found for memory in digest.covers}
    left = (memory for memory in breath.each(memories) if memory.id not in taken)
    return found + _talks(view, left, settings, now, analyser, breath)


def _talks(
    view: View,
    memories: Iterable[Memory],
    settings: TendSettings,
    now: datetime,
    analyser: Analyser,
    breath: Breath,
) -> list[Digest]:
    """A summary of the conversations of each longer stretch that no topic of a week took in."""
    days = settings.consolidate_days * _LONGER
    current = window_of(now, days)
    stretches: dict[tuple[datetime, str | None], list[Memory]] = {}
    for memory in memories:
        if memory.kind != "episode" or not is_coverable(memory, now):
            continue
        start = window_of(memory.valid_from.astimezone(now.tzinfo), days)
        if start < current:
            stretches.setdefault((start, memory.persona), []).append(memory)
    found: list[Digest] = []
    for (start, persona), among in sorted(stretches.items(), key=lambda item: (item[0][0], item[0][1] or "")):
        key = f"consolidated.{persona or ''}.{start.date().isoformat()}.{days}"
        end = start + timedelta(days=days)
        for part, covers in _parts(view, key, among, settings.consolidate_least):
            names = topics_of(view, covers, breath)
            topics = tuple(tag for tag, _ in Counter(t for m in covers for t in m.tags).most_common(3))
            found.append(_digest(part, persona, start, end, "", topics, covers, names, analyser))
    return found


def _parts(
    view: View, key: str, among: Sequence[Memory], least: int
) -> Iterator[tuple[str, Sequence[Memory]]]:
    """The memories in order of time, so many to a summary, each with its key; none that was made already."""
    if _made(view, key):
        return
    ordered = sorted(among, key=lambda m: (m.valid_from, m.id))
    for number, first in enumerate(range(0, len(ordered), _MOST_COVERED), start=1):
        covers = ordered[first : first + _MOST_COVERED]
        if len(covers) >= least:
            yield key if number == 1 else f"{key}.{number}", covers


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
        group = [memory for memory in left.values() if topic in names.get(memory.id, ())]
        beside = Counter(other for memory in group for other in names[memory.id] if other != topic)
        found.append(((topic, *(word for word, _ in beside.most_common(2))), group))
        for memory in group:
            del left[memory.id]
    return found


def _digest(
    key: str,
    persona: str | None,
    start: datetime,
    end: datetime,
    topic: str,
    topics: Sequence[str],
    covers: Sequence[Memory],
    names: Mapping[str, Sequence[str]],
    analyser: Analyser,
) -> Digest:
    """The topic, the time, how many, the weightiest of them in their own words, and words of the others."""
    best = sorted(covers, key=lambda m: (-m.importance, m.valid_from))
    told = list(dict.fromkeys(memory.content.rstrip(" .") for memory in best))[:_TOLD]
    summary = f"{'. '.join(told)}."
    ko = has_hangul(summary) or has_hangul(topic)
    said = Counter(word for memory in covers for word in dict.fromkeys(names.get(memory.id, ())))
    # Morphemes have their typing mended: only what stands there is what was said.
    texts = "\n".join(memory.content for memory in covers)
    nouns = (word for word, _ in said.most_common() if word in texts and is_noun(word, analyser))
    return Digest(
        key, persona, start, end, tuple(topics), tuple(covers),
        _heading(start, end, topic, len(covers), ko=ko), summary, tuple(islice(nouns, 2 * _MOST_WORDS)),
    )  # fmt: skip


def _heading(start: datetime, end: datetime, topic: str, count: int, *, ko: bool) -> str:
    """From when to when, about what, how many: counted, whoever writes the rest."""
    last = end - timedelta(days=1)
    if ko:
        span = f"{start.year}년 {start.month}월 {start.day}일~{last.month}월 {last.day}일"
        return f"{span}, '{topic}' 이야기 {count}건" if topic else f"{span}, 대화 {count}번"
    what = f"{count} about {topic!r}" if topic else f"{count} conversations"
    return f"{start.date()} to {last.date()}, {what}"


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
            "by": digest.by,
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


def plan_fading(memories: Iterable[Memory]) -> list[Memory]:
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
    tx.put_change(Change(new_id("u", now), now, ACTOR, "fade", (memory.id,), {"version": memory.version}))
    return True


def undo_fading(tx: Tx, change: Change, *, actor: str, now: datetime) -> None:
    """As important as when it held; its mark stays, so that it does not fade anew."""
    memory = hand.get_memory(tx, change.targets[0])
    before = float(str(memory.metadata.get(_FADED, memory.importance)))
    hand.change_memory(
        tx, memory.id, {"importance": before}, actor=actor, action="undo", reason=f"undo {change.id}", now=now
    )
