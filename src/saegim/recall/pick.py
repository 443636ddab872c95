"""The best candidates as hits: enough evidence, nothing twice, each with its reasons."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from saegim.models import Hit, Memory, Message, SourceScore, Why
from saegim.protocols import View
from saegim.recall.query import Query
from saegim.recall.rank import Scores, coverage, rarity
from saegim.recall.search import Candidates
from saegim.recall.warm import WarmUser
from saegim.settings import RecallSettings

# Candidates looked at per hit wanted: the floor and the duplicates take some.
_LOOK_AHEAD = 4
# How many of the best speak for the whole: one of them must show enough evidence.
_WITNESSES = 10
# What a cosine counts while there are no vectors: what an answerable question has at least.
_COSINE_UNKNOWN = 0.15
# Meaning nearer than this is worth naming as a reason.
_COSINE_NEAR = 0.35


@dataclass(frozen=True, slots=True)
class _Seen:
    terms: frozenset[str]
    text: str


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
    ids = [int(id_) for id_ in warm["id"][found.rows[order]]]
    terms = view.terms_of(ids)
    weights = _weights(view, query.terms, warm.documents)
    covered = [coverage(query.terms, terms.get(id_, []), weights) for id_ in ids]
    witnesses = zip(order[:_WITNESSES], covered, strict=False)
    if max((_evidence(found, int(place), share) for place, share in witnesses), default=0.0) < settings.floor:
        return []
    memories, messages = view.memories_of(ids), view.messages_of(ids)
    hits: list[Hit] = []
    seen: list[_Seen] = []
    for place, id_ in zip(order, ids, strict=True):
        if len(hits) == limit:
            break
        thing: Memory | Message | None = memories.get(id_) or messages.get(id_)
        if thing is None:
            continue
        words = terms.get(id_, [])
        this = _Seen(frozenset(words), thing.content)
        if any(_same(this, other, settings.diversity) for other in seen):
            continue
        seen.append(this)
        matched = [term for term in query.terms if term in this.terms]
        why = _why(found, scores, int(place), query, matched)
        hits.append(_hit(id_, thing, float(scores.total[place]), why))
    return _with_neighbours(view, warm, hits)


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


def _weights(view: View, terms: Sequence[str], documents: int) -> dict[str, float]:
    frequencies = view.frequencies(terms)
    return {term: rarity(frequencies.get(term, 0), documents) for term in terms}


def _evidence(found: Candidates, place: int, covered: float) -> float:
    """How much speaks for one candidate, on a scale that compares between questions.

    Coverage of the question's words plus cosine separates LoCoMo questions asked of the right
    conversation from those asked of another with an AUC of .86 (docs/decisions.md).
    """
    near = float(found.cosine[place]) if found.has_vectors else _COSINE_UNKNOWN
    return max(covered + near, float(found.date[place]), float(found.graph[place]))


def _same(one: _Seen, other: _Seen, threshold: float) -> bool:
    """Whether two texts say the same in the same words."""
    if one.text == other.text:
        return True
    union = len(one.terms | other.terms)
    return union >= 4 and len(one.terms & other.terms) / union >= threshold


def _why(
    found: Candidates,
    scores: Scores,
    place: int,
    query: Query,
    matched: Sequence[str],
) -> Why:
    sources: dict[str, SourceScore] = {}
    for name, values in (("text", found.text), ("vector", found.cosine)):
        rank = found.ranks.get(name, {}).get(int(found.rows[place]))
        if rank is not None:
            sources[name] = SourceScore(rank, round(float(values[place]), 4))
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
