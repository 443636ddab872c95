"""The default vector index: an exact search over a matrix in memory.

Up to `BINARY_FROM` rows every vector is compared. Beyond that the time is the memory's (200 MB at 100,000
rows of 512), so one bit per dimension picks candidates and their full vectors decide.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from saegim.protocols import Matches
from saegim.threads import one_thread

if TYPE_CHECKING:
    from saegim.protocols import DocumentIds, Vectors

BINARY_FROM = 20_000
# Candidates per result that the bits pass on to be rescored; at least this many in all.
RESCORE_FACTOR, RESCORE_LEAST = 20, 2_000


class ExactIndex:
    """Rows in the order they came; removed rows are blanked and their places used again."""

    def __init__(self, *, binary_from: int = BINARY_FROM) -> None:
        self._binary_from = binary_from
        self._ids: NDArray[np.int64] = np.zeros(0, dtype=np.int64)
        self._matrix: NDArray[np.float32] = np.zeros((0, 0), dtype=np.float32)
        self._codes: NDArray[np.uint64] | None = None
        self._row_of: dict[int, int] = {}
        self._free: list[int] = []
        self._size = 0
        self._revision = 0

    @property
    def revision(self) -> int:
        return self._revision

    def follow(self, revision: int) -> None:
        self._revision = revision

    def __len__(self) -> int:
        return len(self._row_of)

    @property
    def nbytes(self) -> int:
        codes = 0 if self._codes is None else self._codes.nbytes
        return self._matrix.nbytes + self._ids.nbytes + codes + 100 * len(self._row_of)

    def put(self, ids: Sequence[int] | DocumentIds, vectors: Vectors) -> None:
        if not len(ids):
            return
        self._reserve(self._size + len(ids), vectors.shape[1])
        rows = np.empty(len(ids), dtype=np.int64)
        for i, id_ in enumerate(ids):
            row = self._row_of.get(int(id_))
            if row is None:
                row = self._free.pop() if self._free else self._size
                if row == self._size:
                    self._size += 1
                self._row_of[int(id_)] = row
            rows[i] = row
        self._ids[rows] = ids
        self._matrix[rows] = vectors
        if self._codes is not None:
            self._codes[:, rows] = _codes_of(vectors)

    def remove(self, ids: Iterable[int]) -> None:
        for id_ in ids:
            row = self._row_of.pop(int(id_), None)
            if row is not None:
                self._ids[row] = -1
                self._matrix[row] = 0.0
                self._free.append(row)

    def cosines(self, query: Vectors, ids: Sequence[int] | DocumentIds) -> NDArray[np.float32]:
        rows = np.array([self._row_of.get(id_, -1) for id_ in np.asarray(ids).tolist()], dtype=np.int64)
        known = np.flatnonzero(rows >= 0)
        found = np.zeros(len(ids), dtype=np.float32)
        if not len(known):
            # Before the first vector the matrix has no width to multiply with.
            return found
        with one_thread():
            found[known] = self._matrix[rows[known]] @ query
        return found

    def search(self, query: Vectors, limit: int, *, allowed: DocumentIds | None = None) -> Matches:
        with one_thread():
            return self._search(query, limit, allowed)

    def _search(self, query: Vectors, limit: int, allowed: DocumentIds | None) -> Matches:
        mask = self._mask(allowed)
        count = self._size if mask is None else int(mask.sum())
        if not count:
            return Matches(np.zeros(0, dtype=np.int64), np.zeros(0, dtype=np.float32), 0.0, 1.0)
        if self._size > self._binary_from:
            return self._search_bits(query, limit, mask)
        if mask is None:
            scores = self._matrix[: self._size] @ query
            eligible = scores
        elif count * 4 > self._size:
            # Copying most rows costs more than scoring a few too many.
            scores = self._matrix[: self._size] @ query
            eligible = scores[mask]
            scores[~mask] = -np.inf
        else:
            scores = np.full(self._size, -np.inf, dtype=np.float32)
            eligible = scores[mask] = self._matrix[: self._size][mask] @ query
        best = _top(scores, min(limit, count))
        return Matches(self._ids[best], scores[best], float(eligible.mean()), float(eligible.std()) or 1.0)

    def _search_bits(self, query: Vectors, limit: int, mask: NDArray[np.bool_] | None) -> Matches:
        rows = self._by_bits(query, max(RESCORE_LEAST, limit * RESCORE_FACTOR), mask)
        scores = self._matrix[rows] @ query
        sample = self._matrix[: self._size : max(1, self._size // 1024)] @ query
        best = _top(scores, limit)
        return Matches(self._ids[rows[best]], scores[best], float(sample.mean()), float(sample.std()) or 1.0)

    def _mask(self, allowed: DocumentIds | None) -> NDArray[np.bool_] | None:
        """Rows that may be found; None when that is every row."""
        ids = self._ids[: self._size]
        if allowed is None:
            return None if not self._free else ids >= 0
        # Ids are small numbers, so a table of them is the quickest set there is.
        table = np.zeros(max(int(ids.max(initial=0)), int(allowed.max(initial=0))) + 2, dtype=np.bool_)
        table[allowed] = True
        table[-1] = False  # where the -1 of an empty row looks
        mask: NDArray[np.bool_] = table[ids]
        return mask

    def _by_bits(self, query: Vectors, count: int, mask: NDArray[np.bool_] | None) -> NDArray[np.int64]:
        if self._codes is None:
            self._codes = np.zeros((_words(self._matrix.shape[1]), len(self._matrix)), dtype=np.uint64)
            self._codes[:, : self._size] = _codes_of(self._matrix[: self._size])
        far = np.zeros(self._size, dtype=np.uint16)
        # One word of every row at a time: long runs, no sums across.
        for stored, asked in zip(self._codes[:, : self._size], _codes_of(query[None, :]), strict=True):
            far += np.bitwise_count(stored ^ asked)
        if mask is not None:
            far[~mask] = np.iinfo(np.uint16).max
            count = min(count, int(mask.sum()))
        elif count >= self._size:
            return np.arange(self._size)
        return np.argpartition(far, count - 1)[:count]

    def _reserve(self, rows: int, dimensions: int) -> None:
        if not len(self._matrix):
            self._matrix = np.zeros((max(64, rows), dimensions), dtype=np.float32)
            self._ids = np.full(len(self._matrix), -1, dtype=np.int64)
        if rows > len(self._matrix):
            more = max(rows, len(self._matrix) * 3 // 2) - len(self._matrix)
            self._matrix = np.vstack([self._matrix, np.zeros((more, dimensions), dtype=np.float32)])
            self._ids = np.concatenate([self._ids, np.full(more, -1, dtype=np.int64)])
            self._codes = None


def _words(dimensions: int) -> int:
    return (dimensions + 63) // 64


def _codes_of(vectors: Vectors) -> NDArray[np.uint64]:
    """The signs of each vector as bits, one row per 64 dimensions, one column per vector."""
    packed = np.packbits(vectors > 0, axis=1)
    padding = _words(vectors.shape[1]) * 8 - packed.shape[1]
    return np.ascontiguousarray(np.pad(packed, ((0, 0), (0, padding)))).view(np.uint64).T


def _top(scores: NDArray[np.float32], limit: int) -> NDArray[np.int64]:
    if limit < len(scores):
        picked = np.argpartition(-scores, limit)[:limit]
    else:
        picked = np.arange(len(scores))
    return picked[np.argsort(-scores[picked], kind="stable")]
