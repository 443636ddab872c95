"""A second opinion on emotion from a text's vector: one linear layer for each embedding space trained on.

Weights, and how they were made, come from training/emotion.py.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from saegim.language.emotion.labels import LABELS, NEUTRAL, Emotion, Label

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float32]

# What the words say, in the order the weights know it.
SPOKEN: tuple[Label, ...] = ("angry", "sad", "happy")


def classify_vector(vector: Sequence[float], space_name: str) -> Emotion | None:
    """What a unit vector alone says; None for a space, or a length, that no weights were trained for."""
    likely = likelihoods(vector, space_name)
    if likely is None:
        return None
    best = max(LABELS, key=likely.__getitem__)
    return Emotion(best, felt(likely[best])) if best != "neutral" else NEUTRAL


def felt(likelihood: float) -> float:
    """An intensity for a feeling that is only likely; never as strong as one that is said."""
    return round(min(0.7, max(0.0, likelihood * 0.75)), 3)


def likelihoods(
    vector: Sequence[float], space_name: str, features: Sequence[float] | None = None
) -> Mapping[Label, float] | None:
    """How likely each label is, by the vector and, when given, by the features of what the words say."""
    weights = _weights(space_name)
    if weights is None:
        return None
    import numpy as np

    layer = weights["vector" if features is None else "combined"]
    given = np.concatenate(
        [np.asarray(part, dtype=np.float32).ravel() for part in (vector, features or (), (1.0,))]
    )
    if given.shape[0] != layer.shape[0] or not np.isfinite(given).all():
        return None
    logits = given @ layer
    odds = np.exp(logits - logits.max())
    return dict(zip(LABELS, (odds / odds.sum()).tolist(), strict=True))


def weights_file(space_name: str) -> Path:
    """Where the weights of a space lie, or would lie."""
    return (
        Path(__file__).parent / "weights" / f"{re.sub(r'[^a-z0-9]+', '-', space_name.lower()).strip('-')}.npz"
    )


@lru_cache(maxsize=8)
def _weights(space_name: str) -> dict[str, Floats] | None:
    path = weights_file(space_name)
    if not path.is_file():
        return None
    import numpy as np

    with np.load(path, allow_pickle=False) as stored:
        if str(stored["space"]) != space_name:
            return None
        return {name: stored[name].astype(np.float32) for name in ("vector", "combined")}
