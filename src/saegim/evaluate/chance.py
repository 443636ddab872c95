"""How far figures could differ by chance: bootstrap intervals and paired permutation tests."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

RESAMPLES = 2_000
PERMUTATIONS = 5_000
# Fewer groups than this say nothing about how groups differ; then questions are drawn instead.
FEWEST_GROUPS = 3
_SEED = 20260302


class Interval(NamedTuple):
    """A mean with the middle 95% of what resampling gives."""

    value: float
    low: float
    high: float


def bootstrap(
    values: Sequence[float], groups: Sequence[str], *, resamples: int = RESAMPLES, seed: int = _SEED
) -> Interval:
    """The mean of `values`, and its interval when whole groups (people) are drawn with replacement.

    Questions about one person are no independent draws, so people are resampled, not questions; with too few
    people it is questions after all.
    """
    import numpy as np

    if not len(values):
        return Interval(float("nan"), float("nan"), float("nan"))
    numbers = np.asarray(values, dtype=np.float64)
    names, codes = np.unique(np.asarray(groups), return_inverse=True)
    if len(names) < FEWEST_GROUPS:
        codes = np.arange(len(numbers))
    sums, counts = np.bincount(codes, weights=numbers), np.bincount(codes)
    drawn = np.random.default_rng(seed).multinomial(
        len(counts), np.full(len(counts), 1 / len(counts)), resamples
    )
    means = (drawn @ sums) / (drawn @ counts)
    low, high = np.quantile(means, (0.025, 0.975))
    return Interval(float(numbers.mean()), float(low), float(high))


def permutation_test(
    one: Sequence[float], other: Sequence[float], *, permutations: int = PERMUTATIONS, seed: int = _SEED
) -> float:
    """How likely so large a mean difference is if each question's two results were swapped by a coin.

    Two-sided and paired by question. 1.0 when no question differs; never below 1 / (permutations + 1).
    """
    import numpy as np

    differences = np.asarray(one, dtype=np.float64) - np.asarray(other, dtype=np.float64)
    differences = differences[differences != 0]
    if not len(differences):
        return 1.0
    signs = np.random.default_rng(seed).integers(0, 2, size=(permutations, len(differences))) * 2 - 1
    by_chance = np.abs(signs @ differences)
    # Sums that are equal but for rounding count as reached.
    reached = by_chance >= abs(float(differences.sum())) - 1e-9
    return float((reached.sum() + 1) / (permutations + 1))
