"""Six factors and a score: whether something is worth keeping."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from saegim.models import KINDS
from saegim.remember.finding import Finding
from saegim.settings import RememberSettings

FACTORS = ("kind", "confidence", "future_impact", "emotion", "recurrence", "novelty")
Novelty = Literal["new", "changed", "same"]

_NOVELTY: Mapping[Novelty, float] = {"new": 1.0, "changed": 0.4, "same": 0.0}
# Said in this many turns, it counts as said often.
_OFTEN = 3


def weigh(finding: Finding, *, intensity: float, seen: int, novelty: Novelty) -> dict[str, float]:
    """The value of each factor, 0 to 1."""
    return {
        "kind": KINDS[finding.kind].weight,
        "confidence": finding.confidence,
        "future_impact": finding.future_impact,
        "emotion": intensity,
        "recurrence": min(1.0, seen / _OFTEN),
        "novelty": _NOVELTY[novelty],
    }


def score(factors: Mapping[str, float], settings: RememberSettings) -> float:
    """The weighted mean of the factors, 0 to 1.

    Emotion can only raise it: a calm statement is no less true, so where counting the feeling would lower
    the score, it is left out of the mean.
    """
    weights = {name: float(getattr(settings, name)) for name in FACTORS}
    calm = {name: weight for name, weight in weights.items() if name != "emotion"}
    return round(max(_mean(factors, weights), _mean(factors, calm)), 4)


def _mean(factors: Mapping[str, float], weights: Mapping[str, float]) -> float:
    total = sum(weights.values())
    return sum(factors[name] * weight for name, weight in weights.items()) / total if total else 0.0
