"""Candidates for a query: words, meaning, dates and links, each with its own scores.

Reads through a view and the warm columns; decides nothing. `rank` does.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from saegim.models import Filters, Source
from saegim.protocols import View
from saegim.recall.query import Query
from saegim.recall.warm import WarmUser

if TYPE_CHECKING:
    from saegim.protocols import Vectors

TEXT_POOL = 400
VECTOR_POOL = 200
DATE_POOL = 200
SESSION_POOL = 400
GRAPH_SEEDS = 5
_MOST_TEXT_MATCHES = 50_000


@dataclass(slots=True)
class Candidates:
    """Rows of the warm columns and what each search said of them, aligned with `rows`."""

    rows: NDArray[np.int64]
    text: NDArray[np.float64]
    session: NDArray[np.float64]
    answered: NDArray[np.float64]
    cosine: NDArray[np.float64]
    date: NDArray[np.bool_]
    graph: NDArray[np.float64]
    mean: float = 0.0
    std: float = 1.0
    has_vectors: bool = False
    ranks: dict[str, dict[int, int]] = field(default_factory=dict)


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
    text = _text_scores(view, warm, query, eligible)
    ids = warm["id"]
    sessions = dict(view.search_sessions(query.terms, SESSION_POOL))
    matches = None
    if vector is not None and len(warm.index):
        everything = bool(eligible.all())
        allowed = None if everything else ids[eligible].astype(np.int64)
        matches = warm.index.search(vector, VECTOR_POOL, allowed=allowed)
    dated = _dated(warm, query, eligible)

    pool = dict.fromkeys(list(text)[:TEXT_POOL])
    if matches is not None:
        pool.update(dict.fromkeys(int(id_) for id_ in matches.ids))
    pool.update(dict.fromkeys(int(id_) for id_ in ids[dated[:DATE_POOL]]))
    # What answers a matching question need not share a word with it.
    for id_ in list(text)[:TEXT_POOL]:
        row = warm.row_of[id_]
        after = int(warm["next"][row])
        if warm["question"][row] and after in warm.row_of and eligible[warm.row_of[after]]:
            pool.setdefault(after)
    graph = _linked(view, warm, list(text), eligible, graph_hops) if graph_hops else {}
    pool.update(dict.fromkeys(graph))

    rows = np.array([warm.row_of[id_] for id_ in pool if id_ in warm.row_of], dtype=np.int64)
    pooled = [int(id_) for id_ in ids[rows]]
    previous = warm["previous"][rows]
    date_mask = np.zeros(warm.size, dtype=np.bool_)
    date_mask[dated] = True
    found = Candidates(
        rows=rows,
        text=np.array([text.get(id_, 0.0) for id_ in pooled]),
        session=np.array([sessions.get(int(s), 0.0) for s in warm["session"][rows]]),
        answered=np.array([_if_question(warm, int(p), text) for p in previous]),
        cosine=np.zeros(len(rows)),
        date=date_mask[rows],
        graph=np.array([graph.get(id_, 0.0) for id_ in pooled]),
    )
    found.ranks["text"] = {id_: i for i, id_ in enumerate(text, start=1)}
    if matches is not None and vector is not None:
        _add_cosines(found, warm, pooled, vector)
        found.mean, found.std, found.has_vectors = matches.mean, matches.std, True
        found.ranks["vector"] = {int(id_): i for i, id_ in enumerate(matches.ids, start=1)}
    return found


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


def _text_scores(view: View, warm: WarmUser, query: Query, eligible: NDArray[np.bool_]) -> dict[int, float]:
    """Eligible documents by their words, best first. Asks for more while filters take too many."""
    limit = TEXT_POOL if eligible.all() else TEXT_POOL * 2
    while True:
        found = view.search_words(query.terms, query.grams, limit)
        kept = {
            id_: score for id_, score in found if (row := warm.row_of.get(id_)) is not None and eligible[row]
        }
        if len(kept) >= TEXT_POOL or len(found) < limit or limit >= _MOST_TEXT_MATCHES:
            return kept
        limit *= 8


def _dated(warm: WarmUser, query: Query, eligible: NDArray[np.bool_]) -> NDArray[np.int64]:
    """Rows inside a date the query names, newest first."""
    if not query.ranges:
        return np.zeros(0, dtype=np.int64)
    at = warm["at"]
    inside = np.zeros(warm.size, dtype=np.bool_)
    for start, end in query.ranges:
        inside |= (at >= _us(start)) & (at < _us(end))
    rows = np.flatnonzero(inside & eligible)
    return rows[np.argsort(-at[rows].astype(np.int64), kind="stable")]


def _linked(
    view: View, warm: WarmUser, ranked: Sequence[int], eligible: NDArray[np.bool_], hops: int
) -> dict[int, float]:
    """Memories reached over links from the best ones; each hop halves, times the link's weight."""
    seeds = view.memories_of([id_ for id_ in ranked if id_ % 2 == 1][:GRAPH_SEEDS])
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
            document = view.document_of(node)
            row = None if document is None else warm.row_of.get(document)
            if document is not None and row is not None and eligible[row]:
                reached[document] = strength
        frontier = further
    return reached


def _if_question(warm: WarmUser, previous: int, text: dict[int, float]) -> float:
    score = text.get(previous, 0.0)
    return score if score and warm["question"][warm.row_of[previous]] else 0.0


def _add_cosines(found: Candidates, warm: WarmUser, pooled: Sequence[int], vector: Vectors) -> None:
    known = warm.index.get(pooled)
    if not known:
        return
    places = [i for i, id_ in enumerate(pooled) if id_ in known]
    found.cosine[places] = np.stack([known[pooled[i]] for i in places]) @ vector


def _us(at: datetime) -> int:
    return int((at - datetime(1970, 1, 1, tzinfo=UTC)).total_seconds() * 1_000_000)
