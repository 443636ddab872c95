"""Candidates for a query: words, meaning, dates and links, each with its own scores.

Reads through a view and the warm columns; decides nothing. `rank` does.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from saegim.models import Filters, Source
from saegim.protocols import View
from saegim.recall.query import Query
from saegim.recall.warm import WarmUser
from saegim.recall.words import WordScores

if TYPE_CHECKING:
    from saegim.protocols import Vectors

TEXT_POOL = 300
VECTOR_POOL = 150
DATE_POOL = 200
GRAPH_SEEDS = 5

Rows = NDArray[np.int64]
Numbers = NDArray[np.float64]


@dataclass(slots=True)
class Candidates:
    """Rows of the warm columns and what each search said of them, aligned with `rows`."""

    rows: Rows
    text: Numbers
    session: Numbers
    words: WordScores
    answered: Numbers
    cosine: Numbers
    date: NDArray[np.bool_]
    graph: Numbers
    mean: float = 0.0
    std: float = 1.0
    has_vectors: bool = False
    # Best first, for ranks.
    by_text: Rows = field(default_factory=lambda: np.zeros(0, dtype=np.int64))
    by_vector: Rows = field(default_factory=lambda: np.zeros(0, dtype=np.int64))


def find_candidates(
    view: View,
    warm: WarmUser,
    query: Query,
    vector: Vectors | None,
    *,
    filters: Filters,
    among: Sequence[Source],
    now: datetime,
    graph_hops: int,
) -> Candidates:
    """Everything worth ranking, filtered first. The caller holds `warm.lock`."""
    eligible = _eligible(view, warm, filters, among, now)
    words = warm.words.search(query.terms, query.grams, warm["session"], warm.session_count)
    text = np.where(eligible, words.scores, 0.0)
    by_text = _best(text, TEXT_POOL)
    dated = _dated(warm, query, eligible)
    pools = [by_text, dated[:DATE_POOL], _answers(warm, by_text, eligible)]
    by_vector, mean, std = np.zeros(0, dtype=np.int64), 0.0, 1.0
    if vector is not None and len(warm.index):
        allowed = None if bool(eligible.all()) else warm["id"][eligible]
        matches = warm.index.search(vector, VECTOR_POOL, allowed=allowed)
        by_vector, mean, std = _rows_of(warm, matches.ids), matches.mean, matches.std
        pools.append(by_vector)
    linked = _linked(view, warm, by_text, eligible, graph_hops) if graph_hops and warm.has_links else {}
    pools.append(np.fromiter(linked, dtype=np.int64, count=len(linked)))
    rows = np.unique(np.concatenate(pools))

    date = np.zeros(warm.size, dtype=np.bool_)
    date[dated] = True
    graph = np.zeros(warm.size)
    graph[list(linked)] = list(linked.values())
    has_vectors = vector is not None and len(by_vector) > 0
    cosine = np.zeros(len(rows))
    if vector is not None and has_vectors:
        cosine = warm.index.cosines(vector, warm["id"][rows]).astype(np.float64)
    return Candidates(
        rows=rows,
        text=text[rows],
        session=words.sessions[rows],
        words=words,
        answered=_answered(warm, rows, text),
        cosine=cosine,
        date=date[rows],
        graph=graph[rows],
        mean=mean,
        std=std,
        has_vectors=has_vectors,
        by_text=by_text,
        by_vector=by_vector,
    )


def _rows_of(warm: WarmUser, ids: Iterable[int]) -> Rows:
    """Rows of the documents that are known here; a newer snapshot may know more."""
    found = (warm.row_of.get(int(id_)) for id_ in ids)
    return np.array([row for row in found if row is not None], dtype=np.int64)


def _eligible(
    view: View, warm: WarmUser, filters: Filters, among: Sequence[Source], now: datetime
) -> NDArray[np.bool_]:
    memory = warm["memory"].astype(np.bool_)
    mask = warm["alive"].astype(np.bool_)
    if "memories" not in among:
        mask &= ~memory
    if "messages" not in among:
        mask &= memory
    state = warm["state"]
    mask &= (state == 0) | (state == 1) if filters.archived else state == 0
    if filters.persona is not None:
        persona = warm["persona"]
        mask &= (persona == warm.personas.find(filters.persona)) | (memory & (persona == 0))
    at, until = warm["at"], warm["until"]
    moment = _us(filters.as_of or now)
    # A plan for next month is known today: only `as_of` hides what had not begun.
    if filters.as_of is not None:
        mask &= at <= moment
    mask &= until > moment
    if filters.since is not None:
        mask &= at >= _us(filters.since)
    if filters.until is not None:
        mask &= at < _us(filters.until)
    if filters.pinned is not None:
        mask &= warm["pinned"] == filters.pinned
    if filters.kinds or filters.tags or filters.entity is not None:
        about = view.documents_about(kinds=filters.kinds, tags=filters.tags, entity=filters.entity)
        mask &= np.isin(warm["id"], np.array(about, dtype=np.int64))
    return np.asarray(mask, dtype=np.bool_)


def _best(scores: Numbers, limit: int) -> Rows:
    """Rows with a score, best first, at most `limit`."""
    rows = np.flatnonzero(scores)
    if len(rows) > limit:
        rows = rows[np.argpartition(-scores[rows], limit)[:limit]]
    return rows[np.argsort(-scores[rows], kind="stable")]


def _answers(warm: WarmUser, rows: Rows, eligible: NDArray[np.bool_]) -> Rows:
    """Rows right after a matching question: what answers it need not share a word with it."""
    after = warm["next"][rows[warm["question"][rows]]]
    after = after[after >= 0]
    return np.asarray(after[eligible[after]], dtype=np.int64)


def _answered(warm: WarmUser, rows: Rows, text: Numbers) -> Numbers:
    """How well the question before each row matches; 0 where no question stands before it."""
    before = warm["previous"][rows]
    asks = (before >= 0) & warm["question"][before]
    return np.where(asks, text[before], 0.0)


def _dated(warm: WarmUser, query: Query, eligible: NDArray[np.bool_]) -> Rows:
    """Rows inside a date the query names, newest first."""
    if not query.ranges:
        return np.zeros(0, dtype=np.int64)
    at = warm["at"]
    inside = np.zeros(warm.size, dtype=np.bool_)
    for start, end in query.ranges:
        inside |= (at >= _us(start)) & (at < _us(end))
    rows = np.flatnonzero(inside & eligible)
    return rows[np.argsort(-at[rows], kind="stable")]


def _linked(
    view: View, warm: WarmUser, ranked: Rows, eligible: NDArray[np.bool_], hops: int
) -> dict[int, float]:
    """Memories reached over links from the best ones; each hop halves, times the link's weight."""
    best = ranked[warm["memory"][ranked]][:GRAPH_SEEDS]
    seeds = view.memories_of([int(id_) for id_ in warm["id"][best]])
    reached: dict[int, float] = {}
    frontier = {memory.id: 1.0 for memory in seeds.values()}
    seen = set(frontier)
    for _ in range(hops):
        further: dict[str, float] = {}
        for node, strength in frontier.items():
            for link in view.links(node):
                other = link.target if link.source == node else link.source
                if other not in seen:
                    further[other] = max(further.get(other, 0.0), strength * link.weight / 2)
        seen |= set(further)
        for node, strength in further.items():
            row = warm.row_of.get(view.document_of(node) or 0)
            if row is not None and eligible[row]:
                reached[row] = strength
        frontier = further
    return reached


def _us(at: datetime) -> int:
    return int((at - datetime(1970, 1, 1, tzinfo=UTC)).total_seconds() * 1_000_000)
