"""The package's weights as training sees them: names, sizes, and the rows that a build uses."""

from __future__ import annotations

from pathlib import Path

import numpy as np

CHUNKS = 17
DIM = 512
CNN = 256
# (n-gram order, tokens of left context) of the three branches.
ORDERS = ((2, 0), (3, 1), (5, 2))
# Two zero rows keep the widest window (two to each side) inside its own sentence.
GAP = 2

DENSE = (
    *(f"{part}{n}" for n, _ in ORDERS for part in ("proj", "proj_b", "ln_g", "ln_b")),
    *(f"{part}_{n}" for n, _ in ORDERS for part in ("w1", "b1", "w2", "b2")),
    *("ln_g", "ln_b", "cnn_W", "cnn_b", "d0", "d1", "p1", "d2", "p3", "d3"),
)


def used_base(path: Path) -> dict[str, np.ndarray]:
    """What `training.build` wrote: dense layers, and the used rows of the token table as `table`, float32."""
    with np.load(path, allow_pickle=False) as archive:
        weights = {key: archive[key] for key in archive.files}
    rows = weights.pop("rows").astype(np.float32)
    table = rows * weights.pop("scale")[:, None] + weights.pop("lo")[:, None]
    added = weights["syllables"].astype(np.float32)[weights["added"]]
    weights["table"] = np.concatenate([table, added])
    known = weights["known"].astype(np.float32)
    weights["known"] = known / np.linalg.norm(known, axis=1, keepdims=True)
    return weights
