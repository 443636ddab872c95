"""Candidates for a query: words, meaning, dates and links, each with its own scores.

Reads through a view and the warm columns; decides nothing. `rank` does.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
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

# How many each search brings, or twice as many as are wanted. Half as many again found no more, and .001 of
# R@10 more among 6,000 texts (docs/decisions.md).
TEXT_POOL = 60
VECTOR_POOL = 100
DATE_POOL = 100
RELATED_POOL = 30
# So many of the best by words, and by meaning, bring what stands around them: an answer may go on there.
COMPANY_SEEDS = 10
GRAPH_SEEDS = 5
# Someone with a thousand memories must not bring all of them along.
GRAPH_LINKS = 200
_EPOCH, _MICROSECOND = datetime(1970, 1, 1, tzinfo=UTC), timedelta(microseconds=1)
_FOREVER = 2**63 - 1
# Cosines beyond this many deviations say "the same text", not "more relevant".
MOST_DEVIATIONS = 5.0
# Filters whose rows are kept; a service asks with a few, again and again.
_MOST_KEPT = 8
# What the messages one and two places before and after count for a message between them.
_SHARES = np.array([1.0, 0.6, 1.0, 0.6])
# A text this many days outside the time asked about still counts exp(-1) of what one inside does.
_NEAR_DAYS = 14.0
_DAY_US = 86_400_000_000

Rows = NDArray[np.int64]
Numbers = NDArray[np.float64]


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
    length: NDArray[np.int32]
    near_date: Numbers
    # What was said right before and after: matching words, and deviations of the cosine.
    beside_text: Numbers
    beside_vector: Numbers
    words: WordScores
    # Best first, for ranks.
    by_text: Rows
    nearest: Nearest | None


@dataclass(frozen=True, slots=True)
class Eligible:
    """What may be recalled: a mask over all rows, and the documents' numbers unless it is every one."""

    mask: NDArray[np.bool_]
    ids: DocumentIds | None
    # Nothing comes or goes by itself in between.
    since: int
    until: int


@dataclass(frozen=True, slots=True)
class Nearest:
    """What lies nearest in meaning, best first, and where cosines stand among all that may be recalled."""

    rows: Rows
    mean: float
    std: float
    vector: Vectors


def find_nearest(warm: WarmUser, eligible: Eligible, vector: Vectors | None, limit: int) -> Nearest | None:
    """The nearest rows; None without vectors. The caller holds `warm.lock`, as for all that follows."""
    if vector is None or not len(warm.index):
        return None
    matches = warm.index.search(vector, max(VECTOR_POOL, 2 * limit), allowed=eligible.ids)
    rows = warm.rows_of(matches.ids)
    # A newer snapshot may know more.
    rows = rows[rows >= 0]
    return Nearest(rows, matches.mean, matches.std, vector) if len(rows) else None


def find_candidates(
    view: View,
    warm: WarmUser,
    query: Query,
    eligible: Eligible,
    nearest: Nearest | None,
    *,
    now: datetime,
    graph_hops: int,
    limit: int,
) -> Candidates:
    """Everything worth ranking."""
    mask = None if eligible.ids is None else eligible.mask
    words = warm.words.search(
        query.terms, query.grams, warm["session"], warm.session_count, query.related, mask=mask
    )
    by_text = words.best(max(TEXT_POOL, 2 * limit))
    inside = _inside(warm, query, eligible.mask)
    linked = _linked(view, warm, by_text, eligible.mask, graph_hops) if graph_hops and warm.has_links else {}

    chosen = np.zeros(warm.size, dtype=np.bool_)
    chosen[by_text] = True
    chosen[_answers(warm, by_text, eligible.mask)] = True
    chosen[words.best_related(RELATED_POOL)] = True
    best = by_text[:COMPANY_SEEDS]
    if nearest is not None:
        chosen[nearest.rows] = True
        best = np.concatenate([best, nearest.rows[:COMPANY_SEEDS]])
    chosen[_company(warm, best, eligible.mask)] = True
    if inside is not None:
        chosen[_newest(warm, inside, max(DATE_POOL, 2 * limit))] = True
    if linked:
        chosen[list(linked)] = True
    rows = chosen.nonzero()[0]

    graph = np.zeros(len(rows))
    if linked:
        graph[rows.searchsorted(list(linked))] = list(linked.values())
    around = _around(warm, rows)
    cosine, beside = np.zeros(len(rows)), np.zeros(len(rows))
    if nearest is not None:
        cosine = warm.index.cosines(nearest.vector, warm["id"][rows]).astype(np.float64)
        if len(around):
            beside = _beside_vector(warm, nearest, around)
    return Candidates(
        rows=rows,
        text=words.scores_of(rows),
        session=words.sessions_of(rows),
        covered=words.covered_of(rows),
        answered=_answered(warm, around, words) if len(around) else np.zeros(len(rows)),
        cosine=cosine,
        date=np.zeros(len(rows), dtype=np.bool_) if inside is None else inside[rows],
        graph=graph,
        related=words.related_of(rows),
        length=warm.words.lengths_of(rows),
        near_date=_near(warm["at"][rows], query, _us(now)),
        beside_text=_SHARES @ words.scores_of(around) if len(around) else np.zeros(len(rows)),
        beside_vector=beside,
        words=words,
        by_text=by_text,
        nearest=nearest,
    )


def find_eligible(
    view: View, warm: WarmUser, filters: Filters, among: Sequence[Source], now: datetime
) -> Eligible:
    """What may be recalled now; kept in the warm user while it depends on nothing else."""
    moment = _us(filters.as_of or now)
    asked = (filters, tuple(among))
    kept: Eligible | None = warm.eligible.get(asked)
    if kept is not None and kept.since <= moment < kept.until:
        return kept
    mask = _mask(view, warm, filters, among, moment)
    ids = None
    if not mask.all():
        ids = warm["id"][mask]
        # Read-only, so that an index may keep what it made of it.
        ids.flags.writeable = False
    until = warm["until"][mask]
    found = Eligible(mask, ids, moment, int(until.min()) if len(until) else _FOREVER)
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


def _answers(warm: WarmUser, rows: Rows, eligible: NDArray[np.bool_]) -> Rows:
    """Rows right after a matching question: what answers it need not share a word with it."""
    after = warm["next"][rows[warm["question"][rows]]]
    after = after[after >= 0]
    return np.asarray(after[eligible[after]], dtype=np.int64)


def _company(warm: WarmUser, rows: Rows, eligible: NDArray[np.bool_]) -> Rows:
    """The messages beside these rows: what goes on there need not say it again."""
    around = _around(warm, rows)
    around = around[around >= 0]
    return np.asarray(around[eligible[around]], dtype=np.int64)


def _around(warm: WarmUser, rows: Rows) -> Rows:
    """The messages beside each row, -1 for none: one before, two before, one after, two after.

    Empty where no row has any: memories stand alone.
    """
    before, after = warm.spare("previous"), warm.spare("next")
    last, coming = before[rows], after[rows]
    if max(last.max(initial=-1), coming.max(initial=-1)) < 0:
        return np.zeros((0, len(rows)), dtype=np.int64)
    return np.stack([last, before[last], coming, after[coming]])


def _answered(warm: WarmUser, around: Rows, words: WordScores) -> Numbers:
    """How well the question before each row matches; 0 where no question stands before it."""
    before = around[0]
    return np.where(warm.spare("question")[before], words.scores_of(before), 0.0)


def _beside_vector(warm: WarmUser, nearest: Nearest, around: Rows) -> Numbers:
    """How near in meaning the messages around each row are, in deviations."""
    asked = np.zeros(warm.size + 1, dtype=np.bool_)
    asked[around] = True
    # The last place is that of no message.
    asked[-1] = False
    wanted = asked.nonzero()[0]
    deviations = np.zeros(warm.size + 1)
    cosines = warm.index.cosines(nearest.vector, warm["id"][wanted]).astype(np.float64)
    deviations[wanted] = bounded((cosines - nearest.mean) / nearest.std)
    return np.asarray(_SHARES @ deviations[around], dtype=np.float64)


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
