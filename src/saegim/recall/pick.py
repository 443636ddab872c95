"""The best candidates as hits: enough evidence, nothing twice, each with its reasons."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from saegim.models import Hit, Memory, Message, SourceScore, Why
from saegim.protocols import View
from saegim.recall.query import Query
from saegim.recall.rank import Scores
from saegim.recall.search import Candidates
from saegim.recall.warm import WarmUser
from saegim.settings import RecallSettings

_WORD = re.compile(r"\w+")
# Candidates looked at per hit wanted: the floor and the duplicates take some.
_LOOK_AHEAD = 4
# How many of the best speak for the whole: one of them must show enough evidence.
_WITNESSES = 10
# What a cosine counts while there are no vectors: what an answerable question has at least.
_COSINE_UNKNOWN = 0.15
# Having this much of the question's words is evidence by itself.
_COVERED_WELL = 0.25
# Meaning nearer than this is worth naming as a reason.
_COSINE_NEAR = 0.35


def pick(
    view: View,
    warm: WarmUser,
    query: Query,
    found: Candidates,
    scores: Scores,
    *,
    limit: int,
    settings: RecallSettings,
) -> list[Hit]:
    """At most `limit` hits, best first. An unanswerable question gets none rather than noise."""
    order = scores.order[: limit * _LOOK_AHEAD]
    order = order[(scores.relevance[order] >= settings.tail) | _own_evidence(found, order)]
    if float(_evidence(found, order[:_WITNESSES]).max(initial=0.0)) < settings.floor:
        return []
    picked: list[tuple[int, _Read]] = []
    said = _Said(settings.diversity)
    for start in range(0, len(order), limit):
        # Mostly the first `limit` are all that is needed; reading more would cost more than ranking.
        for place, read in _read(view, warm, found, order[start : start + limit]):
            if said.before(read.thing.content):
                continue
            picked.append((place, read))
            if len(picked) == limit:
                return _hits(found, scores, query, picked)
    return _hits(found, scores, query, picked)


@dataclass(frozen=True, slots=True)
class _Read:
    """A candidate as the store has it, with what was said before it."""

    document: int
    thing: Memory | Message
    before: Message | None


def _read(
    view: View, warm: WarmUser, found: Candidates, places: NDArray[np.int64]
) -> Iterator[tuple[int, _Read]]:
    """These candidates, those that this snapshot has: an answer is read with its question."""
    rows = found.rows[places]
    ids, before = warm["id"][rows].tolist(), warm["previous"][rows]
    asked: list[int] = np.where(before >= 0, warm["id"][before], 0).tolist()
    memories, messages = view.memories_of(ids), view.messages_of(list({*ids, *asked} - {0}))
    for place, id_, previous in zip(places.tolist(), ids, asked, strict=True):
        thing: Memory | Message | None = memories.get(id_) or messages.get(id_)
        if thing is not None:
            yield place, _Read(id_, thing, messages.get(previous))


def _hits(found: Candidates, scores: Scores, query: Query, picked: Sequence[tuple[int, _Read]]) -> list[Hit]:
    """The picked candidates with their scores and reasons."""
    places = np.array([place for place, _ in picked], dtype=np.int64)
    whys = _whys(found, scores, query, places)
    hits: list[Hit] = []
    for (_, read), score, why in zip(picked, scores.total[places].tolist(), whys, strict=True):
        thing = read.thing
        memory, message = (thing, None) if isinstance(thing, Memory) else (None, thing)
        hits.append(Hit(thing.content, score, why, read.document, memory, message, read.before))
    return hits


def _own_evidence(found: Candidates, places: NDArray[np.int64]) -> NDArray[np.bool_]:
    """Candidates that are more than company of a better one: they stay, however far behind it."""
    covered = found.covered[places] >= _COVERED_WELL
    near = found.cosine[places] > _COSINE_NEAR
    return np.asarray(covered | near | found.date[places] | (found.graph[places] > 0), dtype=np.bool_)


def _evidence(found: Candidates, places: NDArray[np.int64]) -> NDArray[np.float64]:
    """How much speaks for each candidate, on a scale that compares between questions.

    Coverage of the question's words plus cosine separates LoCoMo questions asked of the right
    conversation from those asked of another with an AUC of .86 (docs/decisions.md).
    """
    near = found.cosine[places] if found.nearest is not None else _COSINE_UNKNOWN
    other = np.maximum(found.date[places], found.graph[places])
    return np.maximum(found.covered[places] + near, other)


class _Said:
    """Texts taken so far. Two are the same if they say the same in the same words, whatever their order and
    marks: at least `threshold` of the words of both."""

    def __init__(self, threshold: float) -> None:
        self._threshold = threshold
        self._taken: set[frozenset[str]] = set()
        # One word of few makes two texts different; only those with this many can differ in one and be same.
        self._least = threshold * max(4.0, 1 / (1 - threshold)) if threshold < 1 else float("inf")
        self._long: list[frozenset[str]] = []

    def before(self, text: str) -> bool:
        """Whether the same was taken before; if not, it is taken now."""
        # A text without words, of emoji for instance, is the same only as itself.
        words = frozenset(_WORD.findall(text.casefold()) or [text])
        if words in self._taken:
            return True
        if len(words) >= self._least:
            if any(self._same(words, other) for other in self._long):
                return True
            self._long.append(words)
        self._taken.add(words)
        return False

    def _same(self, one: frozenset[str], other: frozenset[str]) -> bool:
        fewer, more = sorted((len(one), len(other)))
        # Most differ too much in length alone.
        if fewer < self._threshold * more:
            return False
        common = len(one & other)
        union = fewer + more - common
        return union >= 4 and common / union >= self._threshold


def _whys(found: Candidates, scores: Scores, query: Query, places: NDArray[np.int64]) -> Iterator[Why]:
    """Where each hit came from and how its score was made."""
    rows = found.rows[places]
    # Plain numbers from here on: taking them from an array one by one costs more than all the sums above.
    for matched, by_text, by_vector, said, relevance, recency, importance in zip(
        found.words.matched(rows),
        _ranks(rows, found.by_text),
        _ranks(rows, found.by_text[:0] if found.nearest is None else found.nearest.rows),
        _told(found, places),
        scores.relevance[places].tolist(),
        scores.recency[places].tolist(),
        scores.importance[places].tolist(),
        strict=True,
    ):
        sources: dict[str, SourceScore] = {}
        if by_text:
            sources["text"] = SourceScore(by_text, round(said.text, 4))
        if by_vector:
            sources["vector"] = SourceScore(by_vector, round(said.cosine, 4))
        if said.graph:
            sources["graph"] = SourceScore(1, round(said.graph, 4))
        if query.ranges and said.date:
            sources["date"] = SourceScore(1, 1.0)
        en, ko = _sentences(said, query, matched)
        yield Why(
            round(relevance, 4), round(recency, 4), round(importance, 4), sources, en, ko, tuple(matched)
        )


def _ranks(rows: NDArray[np.int64], best_first: NDArray[np.int64]) -> list[int]:
    """The place of each row among the best of one search, from 1; 0 where it is not."""
    there = rows[:, None] == best_first
    # Of none the place is the first.
    return (
        np.where(there.any(axis=1), there.argmax(axis=1) + 1, 0).tolist()
        if len(best_first)
        else [0] * len(rows)
    )


class _Told(NamedTuple):
    """What each search said of one candidate."""

    text: float
    session: float
    answered: float
    cosine: float
    date: bool
    graph: float


def _told(found: Candidates, places: NDArray[np.int64]) -> Iterator[_Told]:
    columns = (found.text, found.session, found.answered, found.cosine, found.date, found.graph)
    return map(_Told, *(column[places].tolist() for column in columns))


def _sentences(said: _Told, query: Query, matched: Sequence[str]) -> tuple[str, str]:
    """One line each in English and Korean, strongest reason first."""
    en: list[str] = []
    ko: list[str] = []
    if query.ranges and said.date:
        en.append("from the time asked about")
        ko.append("물어본 때의 일")
    if matched:
        words = ", ".join(matched[:4])
        en.append(f"says {words}")
        ko.append(f"‘{words}’ 일치")
    if said.cosine > _COSINE_NEAR:
        en.append(f"close in meaning ({said.cosine:.2f})")
        ko.append(f"뜻이 가까움 ({said.cosine:.2f})")
    if said.answered:
        en.append("answers a matching question")
        ko.append("같은 물음에 대한 답")
    if said.session and not matched:
        en.append("from a conversation about it")
        ko.append("그 이야기를 나눈 대화")
    if said.graph:
        en.append("linked to another hit")
        ko.append("다른 기억과 이어짐")
    return "; ".join(en) or "related", " · ".join(ko) or "관련 있음"
