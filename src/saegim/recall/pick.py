"""The best candidates as hits: enough evidence, nothing twice, each with its reasons."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

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
    order = order[(scores.relevance >= settings.tail)[order] | _own_evidence(found)[order]]
    witnesses = (_evidence(found, int(place)) for place in order[:_WITNESSES])
    if max(witnesses, default=0.0) < settings.floor:
        return []
    hits: list[Hit] = []
    seen: list[frozenset[str]] = []
    for start in range(0, len(order), limit):
        # Mostly the first `limit` are all that is needed; reading more would cost more than ranking.
        some = order[start : start + limit]
        for place, id_, thing in _things(view, warm, found, some):
            if len(hits) == limit:
                return _with_neighbours(view, warm, hits)
            # A text without words, of emoji for instance, is the same only as itself.
            words = frozenset(_WORD.findall(thing.content.casefold()) or [thing.content])
            if any(_same(words, other, settings.diversity) for other in seen):
                continue
            seen.append(words)
            row = found.rows[place]
            matched = found.words.matched(int(row))
            why = _why(found, scores, place, query, matched)
            hits.append(_hit(id_, thing, float(scores.total[place]), why))
    return _with_neighbours(view, warm, hits)


def _things(
    view: View, warm: WarmUser, found: Candidates, places: NDArray[np.int64]
) -> Iterator[tuple[int, int, Memory | Message]]:
    """(place, document, memory or message) of these candidates, those that this snapshot has."""
    ids = [int(id_) for id_ in warm["id"][found.rows[places]]]
    memories, messages = view.memories_of(ids), view.messages_of(ids)
    for place, id_ in zip(places, ids, strict=True):
        thing: Memory | Message | None = memories.get(id_) or messages.get(id_)
        if thing is not None:
            yield int(place), id_, thing


def _with_neighbours(view: View, warm: WarmUser, hits: Sequence[Hit]) -> list[Hit]:
    """Message hits with the message before them: an answer is read with its question."""
    before = {hit.document: int(warm["previous"][warm.row_of[hit.document]]) for hit in hits}
    numbers = {document: int(warm["id"][row]) for document, row in before.items() if row >= 0}
    messages = view.messages_of(list(numbers.values()))
    return [replace(hit, before=messages.get(numbers.get(hit.document, 0))) for hit in hits]


def _hit(document: int, thing: Memory | Message, score: float, why: Why) -> Hit:
    if isinstance(thing, Memory):
        return Hit(thing.content, score, why, document, memory=thing)
    return Hit(thing.content, score, why, document, message=thing)


def _own_evidence(found: Candidates) -> NDArray[np.bool_]:
    """Candidates that are more than company of a better one: they stay, however far behind it."""
    covered = found.words.covered[found.rows] >= _COVERED_WELL
    near = found.cosine > _COSINE_NEAR
    return np.asarray(covered | near | found.date | (found.graph > 0), dtype=np.bool_)


def _evidence(found: Candidates, place: int) -> float:
    """How much speaks for one candidate, on a scale that compares between questions.

    Coverage of the question's words plus cosine separates LoCoMo questions asked of the right
    conversation from those asked of another with an AUC of .86 (docs/decisions.md).
    """
    near = float(found.cosine[place]) if found.has_vectors else _COSINE_UNKNOWN
    covered = float(found.words.covered[found.rows[place]])
    return max(covered + near, float(found.date[place]), float(found.graph[place]))


def _same(one: frozenset[str], other: frozenset[str], threshold: float) -> bool:
    """Whether two texts say the same in the same words, whatever their order and marks."""
    if one == other:
        return True
    union = len(one | other)
    return union >= 4 and len(one & other) / union >= threshold


def _why(
    found: Candidates,
    scores: Scores,
    place: int,
    query: Query,
    matched: Sequence[str],
) -> Why:
    sources: dict[str, SourceScore] = {}
    row = found.rows[place]
    for name, ranked, values in (
        ("text", found.by_text, found.text),
        ("vector", found.by_vector, found.cosine),
    ):
        rank = np.flatnonzero(ranked == row)
        if len(rank):
            sources[name] = SourceScore(int(rank[0]) + 1, round(float(values[place]), 4))
    if found.graph[place]:
        sources["graph"] = SourceScore(1, round(float(found.graph[place]), 4))
    if query.ranges and found.date[place]:
        sources["date"] = SourceScore(1, 1.0)
    en, ko = _sentences(found, place, query, matched)
    return Why(
        relevance=round(float(scores.relevance[place]), 4),
        recency=round(float(scores.recency[place]), 4),
        importance=round(float(scores.importance[place]), 4),
        sources=sources,
        matched=tuple(matched),
        en=en,
        ko=ko,
    )


def _sentences(found: Candidates, place: int, query: Query, matched: Sequence[str]) -> tuple[str, str]:
    """One line each in English and Korean, strongest reason first."""
    en: list[str] = []
    ko: list[str] = []
    if query.ranges and found.date[place]:
        en.append("from the time asked about")
        ko.append("물어본 때의 일")
    if matched:
        words = ", ".join(matched[:4])
        en.append(f"says {words}")
        ko.append(f"‘{words}’ 일치")
    if found.cosine[place] > _COSINE_NEAR:
        en.append(f"close in meaning ({found.cosine[place]:.2f})")
        ko.append(f"뜻이 가까움 ({found.cosine[place]:.2f})")
    if found.answered[place]:
        en.append("answers a matching question")
        ko.append("같은 물음에 대한 답")
    if found.session[place] and not matched:
        en.append("from a conversation about it")
        ko.append("그 이야기를 나눈 대화")
    if found.graph[place]:
        en.append("linked to another hit")
        ko.append("다른 기억과 이어짐")
    return "; ".join(en) or "related", " · ".join(ko) or "관련 있음"
