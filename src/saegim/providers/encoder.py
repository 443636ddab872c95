"""Our encoder: from a question to the memory that answers it. Numpy only, offline, one thread.

The bundled package (USE multilingual v3) gives the vocabulary and the base weights; the file beside this one
gives what our training changed. See training/CARD.md for what went in and what it measures.
"""

from __future__ import annotations

import threading
import unicodedata
from array import array
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from struct import unpack_from
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float32]

_OVERLAY = Path(__file__).parent / "weights" / "encoder-1.npz"
_DIMENSIONS = 512
_CHUNKS = 17
_CNN = 256
# (n-gram order, tokens of left context) of the three branches.
_ORDERS = ((2, 0), (3, 1), (5, 2))
# Zero rows between sentences: the widest window reaches two tokens to each side.
_GAP = 2
# Tokens a batch: enough to stream every weight once for many sentences, small enough to stay in the cache.
_BUDGET = 384
# A memory is a sentence or a turn; what lies past this many tokens was not seen in training.
_MAX_TOKENS = 512
_UNKNOWN, _BEGIN, _END = 0, 1, 2


class SaegimEncoder:
    """Unit vectors in which a question lies near the statement that answers it.

    Loads on first use and may be shared between threads.
    """

    name = "saegim-encoder/1"
    dimensions = _DIMENSIONS

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._loaded: _Network | None = None

    def embed(self, texts: Sequence[str], *, query: bool = False) -> Floats:
        """One row of 512 values for each text, length 1; `query` is for questions."""
        import numpy as np

        network = self._network()
        out = np.empty((len(texts), _DIMENSIONS), dtype=np.float32)
        # Near-equal lengths in one batch waste nothing here; order is kept so that batches stay reproducible.
        with network.one_thread():
            for start, batch in _batches(network.pieces, texts):
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


class _Pieces:
    """The package's vocabulary: normalised text to piece ids, the most probable segmentation.

    Prefix tables are built for the first letters a text really uses: the whole vocabulary would take most of
    the time a first answer may take.
    """

    def __init__(self, model: bytes) -> None:
        self._scores = array("f")
        self._buckets: dict[str, list[tuple[str, int]]] = {}
        self._tables: dict[str, dict[str, int]] = {}
        at = number = 0
        # Field 1 of the model, repeated: one piece each, its text (field 1) and log probability (field 2).
        while at < len(model) and model[at] == 0x0A:
            size, body = _varint(model, at + 1)
            length, start = _varint(model, body + 1)
            piece = model[start : start + length].decode("utf-8")
            has_score = start + length < body + size
            self._scores.append(unpack_from("<f", model, start + length + 1)[0] if has_score else 0.0)
            self._buckets.setdefault(piece[:2], []).append((piece, number))
            number += 1
            at = body + size
        self._unknown_score = min(self._scores) - 10.0

    def encode(self, text: str) -> list[int]:
        """Piece ids between the marks of beginning and end."""
        words = unicodedata.normalize("NFKC", text).split()
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
    value = shift = 0
    while True:
        byte = data[at]
        value |= (byte & 0x7F) << shift
        at += 1
        if byte < 0x80:
            return value, at
        shift += 7
