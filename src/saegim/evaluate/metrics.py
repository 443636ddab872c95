"""How well a ranking finds the turns an answer needs."""

from __future__ import annotations

import math
from collections.abc import Sequence, Set

# A place of a ranking: the turns it stands for. A message stands for one, a memory for those that taught it.
Ranking = Sequence[frozenset[str]]
DEPTHS = (5, 10, 20)
DEEPEST = DEPTHS[-1]
METRICS = (*(f"R@{k}" for k in DEPTHS), *(f"any@{k}" for k in DEPTHS), "MRR", "nDCG@10")


def score_ranking(ranking: Ranking, gold: Set[str]) -> dict[str, float]:
    """Every metric of one answerable question.

    R@k is the share of the gold turns within the first k places, any@k whether one is, MRR the reciprocal of
    the first place with one (0 beyond the deepest), nDCG@10 with gain 1 for a place that adds a gold turn.
    """
    found: dict[str, int] = {}
    for place, units in enumerate(ranking[:DEEPEST], start=1):
        for unit in units & gold:
            found.setdefault(unit, place)
    scores: dict[str, float] = {}
    for k in DEPTHS:
        inside = sum(place <= k for place in found.values())
        scores[f"R@{k}"] = inside / len(gold)
        scores[f"any@{k}"] = float(inside > 0)
    scores["MRR"] = 1 / min(found.values()) if found else 0.0
    ideal = sum(1 / math.log2(place + 1) for place in range(1, min(len(gold), 10) + 1))
    scores["nDCG@10"] = sum(1 / math.log2(p + 1) for p in set(found.values()) if p <= 10) / ideal
    return scores


def as_ranking(places: Sequence[Set[str]]) -> list[frozenset[str]]:
    """The places that add a turn, or stand for none: a turn met again is the same hit."""
    seen: set[str] = set()
    ranking: list[frozenset[str]] = []
    for units in places:
        new = frozenset(units) - seen
        if new or not units:
            ranking.append(new)
            seen |= new
    return ranking
