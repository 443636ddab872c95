"""The best of many scores, without sorting them all."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

# Scores per one wanted from which a sample finds the best sooner than a look at all; one in how many.
_MANY, _STEP = 32, 16


def best_of(scores: NDArray[Any], limit: int) -> NDArray[np.int64]:
    """Where the scores above 0 are, best first, at most `limit`."""
    places = (scores > _about(scores, limit)).nonzero()[0]
    if len(places) < limit:
        places = scores.nonzero()[0]
    some = scores[places]
    if len(places) > limit:
        few = some.argpartition(len(some) - limit)[-limit:]
        places, some = places[few], some[few]
    return places[(-some).argsort(kind="stable")]


def _about(scores: NDArray[Any], limit: int) -> float:
    """A score that more than the best `limit` most likely exceed, yet few others; 0 for a few scores."""
    if len(scores) < _MANY * limit:
        return 0.0
    sample = scores[::_STEP].copy()
    # Three times as many, so that chance seldom leaves too few.
    place = len(sample) - 3 * limit // _STEP - 1
    sample.partition(place)
    return float(sample[place])
