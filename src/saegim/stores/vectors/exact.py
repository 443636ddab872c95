"""The default vector index: an exact search over a matrix in memory.

Up to `BINARY_FROM` rows every vector is compared. Beyond that the time is the memory's (200 MB at 100,000
rows of 512), so one bit per dimension picks candidates and their full vectors decide.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from saegim.protocols import Matches

if TYPE_CHECKING:
    from saegim.protocols import DocumentIds, Vectors

BINARY_FROM = 40_000
# Candidates per result that the bits pass on to be rescored; at least this many in all.
RESCORE_FACTOR, RESCORE_LEAST = 20, 2_000


class ExactIndex:
    """Rows in the order they came; removed rows are blanked and their places used again."""

    def __init__(self, *, binary_from: int = BINARY_FROM) -> None:
        self._binary_from = binary_from
        self._ids: NDArray[np.int64] = np.zeros(0, dtype=np.int64)
        self._matrix: NDArray[np.float32] = np.zeros((0, 0), dtype=np.float32)
        self._codes: NDArray[np.uint8] | None = None
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
            self._codes[rows] = _codes_of(vectors)

    def remove(self, ids: Iterable[int]) -> None:
        for id_ in ids:
            row = self._row_of.pop(int(id_), None)
            if row is not None:
                self._ids[row] = -1
                self._matrix[row] = 0.0
                self._free.append(row)

    def get(self, ids: Sequence[int] | DocumentIds) -> dict[int, Vectors]:
        found = ((int(id_), self._row_of.get(int(id_))) for id_ in ids)
        return {id_: self._matrix[row] for id_, row in found if row is not None}

    def search(self, query: Vectors, limit: int, *, allowed: DocumentIds | None = None) -> Matches:
        # Two BLAS threads on a busy machine take up to twenty times longer than one.
        with _blas().limit(limits=1, user_api="blas"):
            return self._search(query, limit, allowed)

    def _search(self, query: Vectors, limit: int, allowed: DocumentIds | None) -> Matches:
        rows = self._eligible(allowed)
        if not self._row_of or (rows is not None and not len(rows)):
            return Matches(np.zeros(0, dtype=np.int64), np.zeros(0, dtype=np.float32), 0.0, 1.0)
        if self._size > self._binary_from and (rows is None or len(rows) > self._binary_from):
            candidates = self._by_bits(query, max(RESCORE_LEAST, limit * RESCORE_FACTOR), rows)
            sample = self._matrix[: self._size : max(1, self._size // 1024)] @ query
            mean, std = float(sample.mean()), float(sample.std())
            rows, scores = candidates, self._matrix[candidates] @ query
        else:
            matrix = self._matrix[: self._size] if rows is None else self._matrix[rows]
            scores = matrix @ query
            mean, std = float(scores.mean()), float(scores.std())
        best = _top(scores, limit)
        ids = self._ids[best] if rows is None else self._ids[rows[best]]
        return Matches(ids, scores[best], mean, std or 1.0)

    def _eligible(self, allowed: DocumentIds | None) -> NDArray[np.int64] | None:
        """Rows that may be found; None when that is every row."""
        if allowed is None:
            return None if not self._free else np.flatnonzero(self._ids[: self._size] >= 0)
        rows = (self._row_of.get(int(id_)) for id_ in allowed)
        return np.fromiter((row for row in rows if row is not None), dtype=np.int64)

    def _by_bits(self, query: Vectors, count: int, rows: NDArray[np.int64] | None) -> NDArray[np.int64]:
        if self._codes is None:
            self._codes = np.zeros((len(self._matrix), (self._matrix.shape[1] + 7) // 8), dtype=np.uint8)
            self._codes[: self._size] = _codes_of(self._matrix[: self._size])
        codes = self._codes[: self._size] if rows is None else self._codes[rows]
        # Eight bytes at a time: numpy counts bits fastest in its widest integers.
        wide = np.ascontiguousarray(codes).view(np.uint64)
        asked = _codes_of(query[None, :]).view(np.uint64)
        near = -np.bitwise_count(wide ^ asked).sum(axis=1, dtype=np.int32)
        picked = _top(near, count)
        return picked if rows is None else rows[picked]

    def _reserve(self, rows: int, dimensions: int) -> None:
        if not len(self._matrix):
            self._matrix = np.zeros((max(64, rows), dimensions), dtype=np.float32)
            self._ids = np.full(len(self._matrix), -1, dtype=np.int64)
        if rows > len(self._matrix):
            more = max(rows, len(self._matrix) * 3 // 2) - len(self._matrix)
            self._matrix = np.vstack([self._matrix, np.zeros((more, dimensions), dtype=np.float32)])
            self._ids = np.concatenate([self._ids, np.full(more, -1, dtype=np.int64)])
            self._codes = None


@lru_cache(maxsize=1)
def _blas() -> Any:
    from threadpoolctl import ThreadpoolController

    return ThreadpoolController()


def _codes_of(vectors: Vectors) -> NDArray[np.uint8]:
    packed = np.packbits(vectors > 0, axis=1)
    padding = -packed.shape[1] % 8
    return np.pad(packed, ((0, 0), (0, padding))) if padding else packed


def _top(scores: NDArray[np.float32] | NDArray[np.int32], limit: int) -> NDArray[np.int64]:
    if limit < len(scores):
        picked = np.argpartition(-scores, limit)[:limit]
    else:
        picked = np.arange(len(scores))
    return picked[np.argsort(-scores[picked], kind="stable")]
