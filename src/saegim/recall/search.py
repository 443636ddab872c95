"""Candidates for a query: words, meaning, dates and links, each with its own scores.

Reads through a view and the warm columns; decides nothing. `rank` does.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from saegim.models import Filters, Source
from saegim.protocols import View
from saegim.recall.query import Query
from saegim.recall.warm import WarmUser
from saegim.recall.words import WordScores

if TYPE_CHECKING:
    from saegim.protocols import DocumentIds, Vectors

TEXT_POOL = 300
VECTOR_POOL = 150
DATE_POOL = 200
RELATED_POOL = 100
GRAPH_SEEDS = 5
# Someone with a thousand memories must not bring all of them along.
GRAPH_LINKS = 200
_EPOCH, _MICROSECOND = datetime(1970, 1, 1, tzinfo=UTC), timedelta(microseconds=1)
_FOREVER = 2**63 - 1
# Cosines beyond this many deviations say "the same text", not "more relevant".
MOST_DEVIATIONS = 5.0
# Filters whose rows are kept; a service asks with a few, again and again.
_MOST_KEPT = 8
# Rows per candidate from which a sample finds the best sooner than a look at all; one in how many.
_MANY, _STEP = 32, 16
# What the messages one and two places away count for a message between them.
_BESIDE = (1.0, 0.6)
# A text this many days outside the time asked about still counts exp(-1) of what one inside does.
_NEAR_DAYS = 14.0
_DAY_US = 86_400_000_000

Rows = NDArray[np.int64]
Numbers = NDArray[np.float64]


_NONE: Rows = np.zeros(0, dtype=np.int64)


@dataclass(slots=True)
class Candidates:
    """Rows of the warm columns and what each search said of them, aligned with `rows`."""

    rows: Rows
    text: Numbers
    session: Numbers
    covered: Numbers
    answered: Numbers
    cosine: Numbers
    date: NDArray[np.bool_]
    graph: Numbers
    # Words that stand near those asked with; how many words it has; how near a past time asked about.
    related: Numbers
    length: Numbers
    near_date: Numbers
    # What was said right before and after: matching words, and deviations of the cosine.
    beside_text: Numbers
    beside_vector: Numbers
    words: WordScores
    mean: float = 0.0
    std: float = 1.0
    has_vectors: bool = False
    # Best first, for ranks.
    by_text: Rows = field(default_factory=lambda: _NONE)
    by_vector: Rows = field(default_factory=lambda: _NONE)


@dataclass(frozen=True, slots=True)
class _Eligible:
    """What may be recalled: a mask over all rows, and the documents' numbers unless it is every one."""

    mask: NDArray[np.bool_]
    ids: DocumentIds | None
    # Nothing comes or goes by itself in between.
    since: int
    until: int


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
    words = warm.words.search(query.terms, query.grams, warm["session"], warm.session_count, query.related)
    text, related = words.scores, words.related
    if eligible.ids is not None:
        text *= eligible.mask
        related *= eligible.mask
    by_text = _best(text, TEXT_POOL)
    inside = _inside(warm, query, eligible.mask)
    by_vector, mean, std = _NONE, 0.0, 1.0
    if vector is not None and len(warm.index):
        matches = warm.index.search(vector, VECTOR_POOL, allowed=eligible.ids)
        by_vector, mean, std = warm.rows_of(matches.ids), matches.mean, matches.std
        # A newer snapshot may know more.
        by_vector = by_vector[by_vector >= 0]
    linked = _linked(view, warm, by_text, eligible.mask, graph_hops) if graph_hops and warm.has_links else {}

    chosen = np.zeros(warm.size, dtype=np.bool_)
    chosen[by_text] = True
    chosen[_answers(warm, by_text, eligible.mask)] = True
    chosen[_best(related, RELATED_POOL)] = True
    chosen[by_vector] = True
    if inside is not None:
        chosen[_newest(warm, inside, DATE_POOL)] = True
    if linked:
        chosen[list(linked)] = True
    rows = np.flatnonzero(chosen)

    graph = np.zeros(len(rows))
    if linked:
        graph[np.searchsorted(rows, list(linked))] = list(linked.values())
    has_vectors = vector is not None and len(by_vector) > 0
    around = _around(warm, rows)
    cosine, beside = np.zeros(len(rows)), np.zeros(len(rows))
    if vector is not None and has_vectors:
        cosine = warm.index.cosines(vector, warm["id"][rows]).astype(np.float64)
        beside = _beside_vector(warm, vector, around, mean, std)
    return Candidates(
        rows=rows,
        text=text[rows],
        session=words.sessions_of(rows),
        covered=words.covered[rows],
        answered=_answered(warm, rows, text),
        cosine=cosine,
        date=np.zeros(len(rows), dtype=np.bool_) if inside is None else inside[rows],
        graph=graph,
        related=related[rows],
        length=words.lengths[rows],
        near_date=_near(warm["at"][rows], query, _us(now)),
        beside_text=sum(
            (share * np.where(at >= 0, text[at], 0.0) for share, at in around), np.zeros(len(rows))
        ),
        beside_vector=beside,
        words=words,
        mean=mean,
        std=std,
        has_vectors=has_vectors,
        by_text=by_text,
        by_vector=by_vector,
    )


def _eligible(
    view: View, warm: WarmUser, filters: Filters, among: Sequence[Source], now: datetime
) -> _Eligible:
    """What may be recalled now; kept in the warm user while it depends on nothing else."""
    moment = _us(filters.as_of or now)
    asked = (filters, tuple(among))
    kept: _Eligible | None = warm.eligible.get(asked)
    if kept is not None and kept.since <= moment < kept.until:
        return kept
    mask = _mask(view, warm, filters, among, moment)
    ids = None
    if not mask.all():
        ids = warm["id"][mask]
        # Read-only, so that an index may keep what it made of it.
        ids.flags.writeable = False
    until = warm["until"][mask]
    found = _Eligible(mask, ids, moment, int(until.min()) if len(until) else _FOREVER)
    if filters.as_of is None and not (filters.kinds or filters.tags or filters.entity is not None):
        if len(warm.eligible) >= _MOST_KEPT:
            warm.eligible.clear()
        warm.eligible[asked] = found
    return found


def _mask(
    view: View, warm: WarmUser, filters: Filters, among: Sequence[Source], moment: int
) -> NDArray[np.bool_]:
    memory = warm["memory"]
    mask = warm["alive"].copy()
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
    rows = np.flatnonzero(scores > _about(scores, limit))
    if len(rows) < limit:
        rows = np.flatnonzero(scores)
    if len(rows) > limit:
        rows = rows[np.argpartition(-scores[rows], limit)[:limit]]
    return rows[np.argsort(-scores[rows], kind="stable")]


def _about(scores: Numbers, limit: int) -> float:
    """A score that more than the best `limit` most likely exceed, yet few others; 0 for a few rows."""
    if len(scores) < _MANY * limit:
        return 0.0
    sample = scores[::_STEP]
    # Three times as many, so that chance seldom leaves too few.
    place = len(sample) - 3 * limit // _STEP - 1
    return float(np.partition(sample, place)[place])


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


def _around(warm: WarmUser, rows: Rows) -> list[tuple[float, Rows]]:
    """Rows of the messages before and after each row, -1 for none, with what they count for it."""
    found: list[tuple[float, Rows]] = []
    for column in ("previous", "next"):
        at, steps = rows, warm[column]
        for share in _BESIDE:
            at = np.where(at >= 0, steps[at], -1)
            found.append((share, at))
    return found


def _beside_vector(
    warm: WarmUser, vector: Vectors, around: Sequence[tuple[float, Rows]], mean: float, std: float
) -> Numbers:
    """How near in meaning the messages around each row are, in deviations."""
    every = np.concatenate([at for _, at in around])
    asked = np.zeros(warm.size, dtype=np.bool_)
    asked[every[every >= 0]] = True
    wanted = np.flatnonzero(asked)
    deviations = np.zeros(warm.size + 1)
    cosines = warm.index.cosines(vector, warm["id"][wanted]).astype(np.float64)
    # The last place is that of no message.
    deviations[wanted] = bounded((cosines - mean) / std)
    return np.asarray(sum(share * deviations[at] for share, at in around), dtype=np.float64)


def bounded(deviations: Numbers) -> Numbers:
    """Deviations as they count: far below the mean is no worse, far above means "the same text"."""
    return np.minimum(np.maximum(deviations, -1.0), MOST_DEVIATIONS)


def _near(at: Rows, query: Query, now: int) -> Numbers:
    """1 inside a time the query names, less the farther outside; 0 for a time still to come.

    People tell of a weekend on the Tuesday after it; of tonight nobody has told yet.
    """
    past = [(_us(start), _us(end)) for start, end in query.ranges if _us(start) <= now]
    if not past:
        return np.zeros(len(at))
    apart = np.full(len(at), np.inf)
    for start, end in past:
        apart = np.minimum(apart, np.maximum(np.maximum(start - at, at - end), 0) / _DAY_US)
    return np.asarray(np.exp(-apart / _NEAR_DAYS), dtype=np.float64)


def _inside(warm: WarmUser, query: Query, eligible: NDArray[np.bool_]) -> NDArray[np.bool_] | None:
    """Rows inside a date the query names; None when it names none."""
    if not query.ranges:
        return None
    at = warm["at"]
    inside = np.zeros(warm.size, dtype=np.bool_)
    for start, end in query.ranges:
        inside |= (at >= _us(start)) & (at < _us(end))
    return inside & eligible


def _newest(warm: WarmUser, inside: NDArray[np.bool_], limit: int) -> Rows:
    rows = np.flatnonzero(inside)
    if len(rows) > limit:
        rows = rows[np.argsort(-warm["at"][rows], kind="stable")[:limit]]
    return rows


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
        for link in view.neighbours(list(frontier), GRAPH_LINKS):
            for node, other in ((link.source, link.target), (link.target, link.source)):
                if node in frontier and other not in seen and link.weight:
                    further[other] = max(further.get(other, 0.0), frontier[node] * link.weight / 2)
        seen |= set(further)
        documents = view.documents_of(list(further))
        for node, row in zip(documents, warm.rows_of(list(documents.values())).tolist(), strict=True):
            if row >= 0 and eligible[row]:
                reached[row] = further[node]
        if not further:
            break
        frontier = further
    return reached


def _us(at: datetime) -> int:
    return (at - _EPOCH) // _MICROSECOND
