"""Insights without a language model: statements that are simply true of the data, and say so."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from itertools import islice

from saegim.language.morphemes import Analyser
from saegim.language.text import ends_in_consonant
from saegim.models import Entity, JsonObject, Memory
from saegim.protocols import View
from saegim.tend.breath import Breath
from saegim.tend.sentiment import trajectory
from saegim.tend.topics import is_noun, telling

COUNTED = "counts"
_MONTH = timedelta(days=30)
# Said in so many turns, on so many days, a word is a topic of the month.
_OFTEN, _DAYS = 5, 3
_MOST_TOPICS, _MOST_PEOPLE = 5, 5
_READ_AT_MOST = 20_000
_DAYS_READ = timedelta(days=4)
_OFTEN_NAMED = 4
_OFTEN_FELT = 4
_EVIDENCE, _TURNS_KEPT = 12, 50
_FELT = {
    "sad": ("속상한 일", "sad moments"),
    "angry": ("화나거나 힘든 일", "moments of anger"),
    "happy": ("기쁜 일", "happy moments"),
}
# Keys as people would say them.
_KEYS = {
    "home.city": ("사는 곳", "home"), "work.company": ("직장", "workplace"), "work.role": ("하는 일", "work"),
    "work.place": ("일하는 곳", "place of work"), "home.rent": ("집세", "rent"),
    "relationship.status": ("연애 상태", "relationship"), "school": ("학교", "school"),
    "name": ("이름", "name"), "work.status": ("일하는 형편", "work status"), "nickname": ("별명", "nickname"),
    "school.major": ("전공", "major"), "home.with": ("함께 사는 사람", "household"),
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Insight:
    """A statement with what it rests on. `key` is of the thing it is about: a new count takes its place."""

    key: str
    content: str
    value: str
    evidence: tuple[str, ...]
    turns: tuple[str, ...]
    about: str | None = None
    metadata: JsonObject = field(default_factory=dict)
    confidence: float = 1.0
    by: str = COUNTED


def count_topics(
    view: View,
    persona: str | None,
    memories: Sequence[Memory],
    *,
    analyser: Analyser,
    now: datetime,
    ko: bool,
    breath: Breath,
) -> list[Insight]:
    """What was talked about often in the last 30 days, and whether more or less than before."""
    recent: dict[str, dict[str, datetime]] = defaultdict(dict)
    before: Counter[str] = Counter()
    for turn_id, at, terms in _said(view, persona, now, breath):
        for term in {term for term in terms if telling(term)}:
            if at >= now - _MONTH:
                recent[term][turn_id] = at
            else:
                before[term] += 1
    often = [
        (term, turns)
        for term, turns in recent.items()
        if len(turns) >= _OFTEN and len({at.date() for at in turns.values()}) >= _DAYS
    ]
    often.sort(key=lambda item: (-len(item[1]), item[0]))
    nouns = [(term, turns) for term, turns in often[: _MOST_TOPICS * 6] if is_noun(term, analyser)]
    found = []
    for term, turns in nouns[:_MOST_TOPICS]:
        count, earlier = len(turns), before[term]
        said_in = (m.id for m in breath.each(memories) if not turns.keys().isdisjoint(m.source_turns))
        evidence = tuple(islice(said_in, _EVIDENCE))
        found.append(
            Insight(
                f"insight.often.{term}", _often(term, count, earlier, ko=ko), str(count), evidence,
                tuple(sorted(turns, key=lambda id_: turns[id_]))[-_TURNS_KEPT:],
                metadata={"count": count, "before": earlier, "topic": term, "days": 30},
            )
        )  # fmt: skip
    return found


def _said(
    view: View, persona: str | None, now: datetime, breath: Breath
) -> Iterator[tuple[str, datetime, list[str]]]:
    """The words of the last two months, newest days first: so many days at a time, so many lines in all."""
    end, left = now, _READ_AT_MOST
    while end > now - 2 * _MONTH and left > 0:
        start = max(end - _DAYS_READ, now - 2 * _MONTH)
        said = view.said_terms(persona=persona, since=start, until=end, limit=left)
        yield from breath.each(said)
        end, left = start, left - len(said)
        breath.take()


def _often(term: str, count: int, before: int, *, ko: bool) -> str:
    if ko:
        change = ""
        if before and count >= 2 * before:
            change = f" 그 전 한 달({before}번)보다 늘었다."
        elif before >= 2 * count:
            change = f" 그 전 한 달({before}번)보다 줄었다."
        return f"최근 한 달간 '{term}' 이야기를 {count}번 했다.{change}"
    change = f" More than in the month before ({before})." if before and count >= 2 * before else ""
    change = f" Less than in the month before ({before})." if before >= 2 * count else change
    return f"Talked about {term!r} {count} times in the last month.{change}"


def count_people(
    view: View, entities: Sequence[Entity], about: Mapping[str, Sequence[Memory]], *, now: datetime, ko: bool
) -> list[Insight]:
    """Who came up often in the last 30 days, and how the way of speaking of them went."""
    found = []
    for entity in entities:
        if entity.last_seen_at < now - _MONTH or entity.type == "place":
            continue
        points = view.sentiment(entity.id, since=now - 2 * _MONTH, limit=1_000, offset=0)
        recent = [point for point in points if point.at >= now - _MONTH]
        if len(recent) < _OFTEN_NAMED:
            continue
        way = trajectory(points, now)
        evidence = tuple(memory.id for memory in about.get(entity.id, ()))[:_EVIDENCE]
        found.append(
            Insight(
                f"insight.entity.{entity.id}", _people(entity.name, len(recent), way.trend, ko=ko),
                str(len(recent)), evidence, tuple(p.turn_id for p in reversed(recent))[-_TURNS_KEPT:],
                about=entity.id,
                metadata={"count": len(recent), "trend": way.trend, "topic": entity.name, "days": 30},
            )
        )  # fmt: skip
    return sorted(found, key=lambda one: (-int(one.value), one.key))[:_MOST_PEOPLE]


def _people(name: str, count: int, trend: str, *, ko: bool) -> str:
    if ko:
        mood = {"warmer": " 말투가 따뜻해졌다.", "cooler": " 말투가 차가워졌다."}.get(trend, "")
        return f"최근 한 달간 {name} 이야기를 {count}번 했다.{mood}"
    mood = {"warmer": " In a warmer tone.", "cooler": " In a cooler tone."}.get(trend, "")
    return f"{name} came up {count} times in the last month.{mood}"


def count_feelings(memories: Iterable[Memory], *, now: datetime, ko: bool) -> list[Insight]:
    """Which feelings went with what was learned in the last 30 days, where there were many."""
    by_label: dict[str, list[Memory]] = defaultdict(list)
    for memory in memories:
        if memory.emotion in _FELT and now - _MONTH <= memory.valid_from <= now:
            by_label[memory.emotion or ""].append(memory)
    found = []
    for label, felt in sorted(by_label.items()):
        if len(felt) < _OFTEN_FELT:
            continue
        korean, english = _FELT[label]
        content = (
            f"최근 한 달간 {korean}을 {len(felt)}번 이야기했다."
            if ko
            else f"{len(felt)} {english} in the last month."
        )
        found.append(
            Insight(
                f"insight.felt.{label}", content, str(len(felt)), tuple(m.id for m in felt)[:_EVIDENCE], (),
                metadata={"count": len(felt), "topic": label, "days": 30},
            )
        )  # fmt: skip
    return found


def tell_changes(view: View, memories: Iterable[Memory], *, ko: bool) -> list[Insight]:
    """What holds now in place of something else, by its key. `memories` are the current ones."""
    found = []
    for memory in memories:
        if memory.key not in _KEYS or memory.value is None or memory.subject not in (None, "user"):
            continue
        earlier = [
            link.target for link in view.links(memory.id, relation="supersedes") if link.source == memory.id
        ]
        old = next((m for id_ in earlier if (m := view.memory(id_)) is not None and m.value), None)
        if old is None or old.value == memory.value:
            continue
        korean, english = _KEYS[memory.key]
        day = memory.valid_from.date()
        content = (
            f"{day.year}년 {day.month}월, {korean}{'이' if ends_in_consonant(korean) else '가'} 바뀌었다: "
            f"'{old.value}' → '{memory.value}'."
            if ko
            else f"{english} changed from {old.value!r} to {memory.value!r} ({day:%Y-%m})."
        )
        found.append(
            Insight(
                f"insight.change.{memory.key}", content, memory.value, (memory.id, old.id),
                memory.source_turns,
                metadata={"topic": memory.key, "from": old.value, "to": memory.value},
            )
        )  # fmt: skip
    return found
