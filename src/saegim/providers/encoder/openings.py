"""The part of the network that looks at one piece at a time, computed once for common pieces."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from saegim.protocols import Vectors

DIMENSIONS = 512
_CHUNKS = 17
CNN = 256
# (n-gram order, tokens of left context) of the three branches.
ORDERS = ((2, 0), (3, 1), (5, 2))
# Blocks of 256 values in what is known of a piece before its neighbours: see `Openings`.
FIRST_INPUT = DIMENSIONS // CNN
FIRST_PRODUCT = FIRST_INPUT + len(ORDERS)
BLOCKS = FIRST_PRODUCT + sum(order for order, _ in ORDERS)
# Pieces whose part of the first layers is kept, 15 kB each: the first two thousand that a talk uses are all
# but a hundredth of what it uses, and with them at hand a text takes two thirds of the time.
_KEPT_PIECES = 2048


class Openings:
    """What the layers before any neighbour is looked at make of a piece, computed once for common pieces.

    Per piece: its row of the table (two blocks of 256), the input of each branch (three), and that input
    times each of the matrices by which a neighbour takes part in the first layer (two, three and five).
    """

    def __init__(self, table: Table, weights: dict[str, Vectors], eps: float) -> None:
        import numpy as np

        self._table, self._eps = table, eps
        self._projection = np.concatenate([weights[f"proj{n}"] for n, _ in ORDERS], axis=1)
        self._bias, self._gain, self._shift = (
            np.concatenate([weights[f"{part}{n}"] for n, _ in ORDERS]) for part in ("proj_b", "ln_g", "ln_b")
        )
        # The matrices of a branch's neighbours side by side rather than one above the other.
        self._first = [np.hstack(np.vsplit(weights.pop(f"w1_{n}"), n)) for n, _ in ORDERS]
        self._slots = np.full(len(table), -1, dtype=np.int32)
        self._kept = np.empty((_KEPT_PIECES, BLOCKS * CNN), dtype=np.float32)
        self._count = 0
        self._lock = threading.Lock()

    def read(self, pieces: NDArray[np.int64]) -> Vectors:
        """A row for each piece, and one of zeros after them."""
        import numpy as np

        slots = self._slots[pieces]
        rows = np.empty((len(pieces) + 1, BLOCKS * CNN), dtype=np.float32)
        rows[-1] = 0
        np.take(self._kept, slots, axis=0, out=rows[:-1], mode="clip")
        new = (slots < 0).nonzero()[0]
        if len(new):
            computed = self._compute(pieces[new])
            rows[new] = computed
            self._keep(pieces[new], computed)
        return rows

    def _compute(self, pieces: NDArray[np.int64]) -> Vectors:
        import numpy as np

        rows = np.empty((len(pieces), BLOCKS * CNN), dtype=np.float32)
        table, inputs = rows[:, :DIMENSIONS], rows[:, DIMENSIONS : FIRST_PRODUCT * CNN]
        self._table.read(pieces, table)
        x = table @ self._projection
        x += self._bias
        normalise(x, self._gain, self._shift, self._eps)
        inputs[:] = x
        at = FIRST_PRODUCT * CNN
        for branch, matrix in enumerate(self._first):
            rows[:, at : at + matrix.shape[1]] = x[:, branch * CNN : (branch + 1) * CNN] @ matrix
            at += matrix.shape[1]
        return rows

    def _keep(self, pieces: NDArray[np.int64], rows: Vectors) -> None:
        with self._lock:
            free = (self._slots[pieces] < 0).nonzero()[0][: _KEPT_PIECES - self._count]
            end = self._count + len(free)
            self._kept[self._count : end] = rows[free]
            # Told of last: a reader in another thread finds a row only when it is whole.
            self._slots[pieces[free]] = range(self._count, end)
            self._count = end


def normalise(x: Vectors, gain: Vectors, shift: Vectors, eps: float) -> None:
    """Layer norm of the rows, in place."""
    import numpy as np

    x -= x.mean(axis=1, keepdims=True)
    spread = np.einsum("ij,ij->i", x, x) / x.shape[1]
    x *= (1 / np.sqrt(spread + eps))[:, None]
    x *= gain
    x += shift


class Table:
    """The token table: common pieces and our syllables at hand, the rest unpacked when first needed.

    Unpacking all of it takes longer than a first answer may; each of its 17 parts takes a seventeenth.
    """

    def __init__(self, package: Any, overlay: dict[str, Any]) -> None:
        import numpy as np

        self._package = package
        self._rows, self._added = overlay["rows"], overlay["syllable_rows"]
        self._first_added = int(overlay["pieces"])
        self._place = np.full(self._first_added + len(self._added), -1, dtype=np.int32)
        self._place[overlay["row_ids"]] = np.arange(len(self._rows))
        self._place[self._first_added :] = 0
        self._scale, self._low = package["scale"], package["lo"]
        self._parts: dict[int, NDArray[np.uint8]] = {}
        self._lock = threading.Lock()

    def __len__(self) -> int:
        return len(self._place)

    def read(self, numbers: NDArray[np.int64], out: Vectors) -> None:
        """Rows of the numbered pieces, into `out`."""
        place = self._place[numbers]
        part = numbers % _CHUNKS
        out[:] = self._rows[place]
        for at in (place < 0).nonzero()[0]:
            out[at] = self._part(int(part[at]))[numbers[at] // _CHUNKS]
        out *= self._scale[part, None]
        out += self._low[part, None]
        added = (numbers >= self._first_added).nonzero()[0]
        out[added] = self._added[numbers[added] - self._first_added]

    def _part(self, number: int) -> NDArray[np.uint8]:
        with self._lock:
            if number not in self._parts:
                self._parts[number] = self._package[f"q{number + 1}"]
            return self._parts[number]
