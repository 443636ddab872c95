"""The whole of recall, from a question to hits with reasons. Wires the steps; holds no rule of its own."""

from __future__ import annotations

import time
from collections.abc import Sequence
from datetime import datetime

from saegim.language.morphemes import Analyser
from saegim.models import Filters, Recall, Source
from saegim.protocols import UserStore
from saegim.recall.embedding import QueryEmbedder
from saegim.recall.pick import pick
from saegim.recall.query import parse_query
from saegim.recall.rank import score
from saegim.recall.search import find_candidates, find_eligible, find_nearest
from saegim.recall.warm import WarmUsers
from saegim.settings import RecallSettings


def recall(
    user_id: str,
    store: UserStore,
    text: str,
    *,
    warm_users: WarmUsers,
    analyser: Analyser,
    embedder: QueryEmbedder,
    space: str | None,
    limit: int,
    among: Sequence[Source],
    filters: Filters,
    settings: RecallSettings,
    now: datetime,
) -> Recall:
    """Hits for `text`, best first, with what was degraded and how long each stage took."""
    watch = _Watch()
    with store.read() as view:
        warm = warm_users.get(user_id, store, space, view)
        watch.lap("open")
        query = parse_query(
            text, analyser=analyser, now=now, speakers=list(warm.heard), known=warm.words.knows
        )
        watch.lap("parse")
        vector = embedder.vector(query.text) if warm.size else None
        watch.lap("embed")
        with warm.lock:
            eligible = find_eligible(view, warm, filters, among, now)
            nearest = find_nearest(warm, eligible, vector, limit)
            found = find_candidates(
                view,
                warm,
                query,
                eligible,
                nearest,
                now=now,
                graph_hops=settings.graph_hops,
                limit=limit,
            )
            watch.lap("search")
            scores = score(found, warm, query, settings, now)
            hits = pick(view, warm, query, found, scores, limit=limit, settings=settings)
            waiting = warm.not_indexed
            without_vector = warm.documents - len(warm.index) if vector is not None else 0
        watch.lap("rank")
    degraded = []
    if vector is None and embedder.cause:
        degraded.append(embedder.cause)
    if waiting:
        degraded.append(f"words: {waiting} not indexed yet")
    if without_vector > 0:
        degraded.append(f"vectors: {without_vector} not embedded yet")
    return Recall(tuple(hits), tuple(degraded), waiting, watch.laps_ms)


class _Watch:
    def __init__(self) -> None:
        self.laps_ms: dict[str, float] = {}
        self._last = time.perf_counter()

    def lap(self, name: str) -> None:
        now = time.perf_counter()
        self.laps_ms[name] = round((now - self._last) * 1000, 3)
        self._last = now
