"""The default vector index: an exact search over a matrix in memory.

Up to `BINARY_FROM` rows every vector is compared. Beyond that the time is the memory's (20 MB at 10,000
rows of 512, which also drives everything else out of the processor's cache), so one bit per dimension picks
candidates and their full vectors decide.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from saegim.protocols import Matches
from saegim.threads import one_thread

if TYPE_CHECKING:
    from saegim.protocols import DocumentIds, Vectors

BINARY_FROM = 4_000
# Candidates per result that the bits pass on to be rescored; at least this many in all. Of 5,000 rows as of
# 28,000 the nearest 10 are among them, the nearest 30 but for one in a thousand, of the nearest 150 all but
# four in a hundred (docs/decisions.md).
RESCORE_FACTOR, RESCORE_LEAST = 3, 400
# Rows from which mean and deviation are taken where not all are compared.
SAMPLE = 1024
# Rows copied together at a time, so that they are still in the processor's cache when they are multiplied.
_TOGETHER = 128
# Rows whose bits are compared at a time, for the same reason.
_BLOCK = 16_384


@dataclass(frozen=True, slots=True)
class _Asked:
    """The last question and its cosine with each row; not a number where none was asked for."""

    query: Vectors
    scores: NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class _Allowed:
    """Ids that may be found, as a mask over the rows."""

    ids: DocumentIds
    mask: NDArray[np.bool_]
    count: int


@dataclass(frozen=True, slots=True)
class _Sample:
    """Some of the rows that may be found, copied together."""

    mask: NDArray[np.bool_] | None
    rows: NDArray[np.int64]
    vectors: Vectors


class ExactIndex:
    """Rows in the order they came; removed rows are blanked and their places used again."""

    def __init__(self, *, binary_from: int = BINARY_FROM) -> None:
        self._binary_from = binary_from
        self._ids: NDArray[np.int64] = np.zeros(0, dtype=np.int64)
        self._matrix: NDArray[np.float32] = np.zeros((0, 0), dtype=np.float32)
        self._codes: NDArray[np.uint64] | None = None
        # Row of each id, -1 for none and at the end: ids are small numbers, and a table answers for many.
        self._row_of: NDArray[np.int64] = np.full(1, -1, dtype=np.int64)
        self._free: list[int] = []
        self._size = 0
        self._revision = 0
        self._asked: _Asked | None = None
        self._allowed: _Allowed | None = None
        self._sample: _Sample | None = None

    @property
    def revision(self) -> int:
        return self._revision

    def follow(self, revision: int) -> None:
        self._revision = revision

    def __len__(self) -> int:
        return self._size - len(self._free)

    @property
    def nbytes(self) -> int:
        codes = 0 if self._codes is None else self._codes.nbytes
        return self._matrix[: self._size].nbytes + self._ids.nbytes + codes + self._row_of.nbytes

    def put(self, ids: Sequence[int] | DocumentIds, vectors: Vectors) -> None:
        if not len(ids):
            return
        self._asked = self._allowed = self._sample = None
        ids = np.asarray(ids, dtype=np.int64)
        self._reserve(self._size + len(ids), vectors.shape[1])
        self._know(int(ids.max()))
        new = np.unique(ids[self._row_of[ids] < 0])
        reused = [self._free.pop() for _ in range(min(len(self._free), len(new)))]
        size = self._size + len(new) - len(reused)
        self._row_of[new] = [*reused, *range(self._size, size)]
        self._size = size
        rows = self._row_of[ids]
        self._ids[rows] = ids
        self._matrix[rows] = vectors
        if self._codes is not None:
            self._codes[:, rows] = _codes_of(vectors)

    def remove(self, ids: Iterable[int]) -> None:
        self._asked = self._allowed = self._sample = None
        for id_ in ids:
            row = int(self._row_of.take(id_, mode="clip"))
            if row >= 0:
                self._row_of[id_] = self._ids[row] = -1
                self._matrix[row] = 0.0
                self._free.append(row)

    def cosines(self, query: Vectors, ids: Sequence[int] | DocumentIds) -> NDArray[np.float32]:
        ids = np.asarray(ids, dtype=np.int64)
        found = np.zeros(len(ids), dtype=np.float32)
        rows = self._row_of.take(ids, mode="clip")
        known = rows >= 0
        # Before the first vector the matrix has no width to multiply with.
        if not known.any():
            return found
        asked = self._asked
        if asked is None or not np.array_equal(asked.query, query):
            asked = self._ask(query)
        scores = asked.scores[rows]
        # The search before has compared all of them, or many.
        missing = np.flatnonzero(known & np.isnan(scores))
        if len(missing):
            with one_thread():
                scores[missing] = asked.scores[rows[missing]] = self._products(rows[missing], query)
        found[known] = scores[known]
        return found

    def _ask(self, query: Vectors) -> _Asked:
        # By a name of its own: another thread may ask something else meanwhile.
        asked = _Asked(query.copy(), np.full(self._size, np.nan, dtype=np.float32))
        self._asked = asked
        return asked

    def _products(self, rows: NDArray[np.int64], query: Vectors) -> NDArray[np.float32]:
        """The cosines of these rows."""
        parts = [
            self._matrix[rows[start : start + _TOGETHER]] @ query for start in range(0, len(rows), _TOGETHER)
        ]
        return np.concatenate(parts)

    def search(self, query: Vectors, limit: int, *, allowed: DocumentIds | None = None) -> Matches:
        with one_thread():
            return self._search(query, limit, allowed)

    def _search(self, query: Vectors, limit: int, allowed: DocumentIds | None) -> Matches:
        mask, count = self._mask(allowed)
        if not count:
            return Matches(np.zeros(0, dtype=np.int64), np.zeros(0, dtype=np.float32), 0.0, 1.0)
        if self._size > self._binary_from:
            return self._search_bits(query, limit, mask, count)
        if mask is not None and count * 4 <= self._size:
            rows = np.flatnonzero(mask)
            scores = self._matrix[rows] @ query
            return self._matches(rows, scores, limit, _mean_and_variance(scores))
        # Copying most rows costs more than scoring a few too many.
        scores = self._matrix[: self._size] @ query
        self._asked = _Asked(query.copy(), scores)
        if mask is None:
            return self._matches(None, scores, limit, _mean_and_variance(scores))
        rows = np.flatnonzero(mask)
        eligible = scores[rows]
        return self._matches(rows, eligible, limit, _mean_and_variance(eligible))

    def _search_bits(self, query: Vectors, limit: int, mask: NDArray[np.bool_] | None, count: int) -> Matches:
        wanted = max(RESCORE_LEAST, limit * RESCORE_FACTOR)
        far = self._bits_apart(query)
        if mask is not None:
            far[~mask] = self._dimensions + 1
        # Distances are few and small: counting them finds the limit five times faster than sorting.
        having = np.bincount(far, minlength=self._dimensions + 2)[: self._dimensions + 1]
        farthest = int(having.cumsum().searchsorted(min(count, wanted)))
        rows = (far <= farthest).nonzero()[0]
        scores = self._products(rows, query)
        self._ask(query).scores[rows] = scores
        return self._matches(rows, scores, limit, self._spread(query, far, having, mask, count))

    def _spread(
        self,
        query: Vectors,
        far: NDArray[np.uint16],
        having: NDArray[np.int64],
        mask: NDArray[np.bool_] | None,
        count: int,
    ) -> tuple[float, float]:
        """Mean and variance of the cosines of all rows that may be found, from those of a few.

        Cosines fall with the bits apart, which are known of every row: where a few rows are nearer or farther
        than all, what that does to their cosines is taken off. It halves the error (docs/decisions.md).
        """
        some = self._sampled(mask, count)
        cosines, apart = some.vectors @ query, far[some.rows].astype(np.float32)
        distances = np.arange(len(having))
        apart_mean = float(having @ distances) / count
        apart_variance = float(having @ (distances * distances)) / count - apart_mean * apart_mean
        mean, variance = _mean_and_variance(cosines)
        some_mean, some_variance = _mean_and_variance(apart)
        if some_variance < 1e-6:
            return mean, variance
        slope = (float(cosines @ apart) / len(apart) - mean * some_mean) / some_variance
        return (
            mean + slope * (apart_mean - some_mean),
            variance + slope * slope * (apart_variance - some_variance),
        )

    def _sampled(self, mask: NDArray[np.bool_] | None, count: int) -> _Sample:
        sample = self._sample
        if sample is None or sample.mask is not mask:
            every: NDArray[np.int64] = np.arange(self._size) if mask is None else mask.nonzero()[0]
            rows = every[:: max(1, count // SAMPLE)]
            sample = self._sample = _Sample(mask, rows, self._matrix[rows])
        return sample

    def _matches(
        self,
        rows: NDArray[np.int64] | None,
        scores: NDArray[np.float32],
        limit: int,
        spread: tuple[float, float],
    ) -> Matches:
        best = _top(scores, limit)
        ids = self._ids[best if rows is None else rows[best]]
        mean, variance = spread
        return Matches(ids, scores[best], mean, math.sqrt(variance) if variance > 1e-12 else 1.0)

    def _mask(self, allowed: DocumentIds | None) -> tuple[NDArray[np.bool_] | None, int]:
        """Rows that may be found and their number; None when that is every row."""
        ids = self._ids[: self._size]
        if allowed is None:
            return (None if not self._free else ids >= 0), len(self)
        held = self._allowed
        if held is not None and held.ids is allowed:
            return held.mask, held.count
        # Ids are small numbers, so a table of them is the quickest set there is.
        table = np.zeros(max(int(ids.max(initial=0)), int(allowed.max(initial=0))) + 2, dtype=np.bool_)
        table[allowed] = True
        table[-1] = False  # where the -1 of an empty row looks
        mask: NDArray[np.bool_] = table[ids]
        count = int(np.count_nonzero(mask))
        if not allowed.flags.writeable:
            # The same array still holds the same ids: the next question of the same user need not ask.
            self._allowed = _Allowed(allowed, mask, count)
        return mask, count

    def _bits_apart(self, query: Vectors) -> NDArray[np.uint16]:
        """How many dimensions of each row have another sign than the query's."""
        if self._codes is None:
            self._codes = np.zeros((_words(self._dimensions), len(self._matrix)), dtype=np.uint64)
            self._codes[:, : self._size] = _codes_of(self._matrix[: self._size])
        far = np.empty(self._size, dtype=np.uint16)
        asked = _codes_of(query[None, :])
        for start in range(0, self._size, _BLOCK):
            stored = self._codes[:, start : min(start + _BLOCK, self._size)]
            np.bitwise_count(stored ^ asked).sum(axis=0, out=far[start : start + _BLOCK])
        return far

    @property
    def _dimensions(self) -> int:
        return int(self._matrix.shape[1])

    def _know(self, most: int) -> None:
        """Make room for ids up to `most`."""
        more = most + 2 - len(self._row_of)
        if more > 0:
            more = max(more, len(self._row_of) // 2)
            self._row_of = np.concatenate([self._row_of, np.full(more, -1, dtype=np.int64)])

    def _reserve(self, rows: int, dimensions: int) -> None:
        if not len(self._matrix):
            # Room that is never written to takes no memory, and the next row does not move all of them.
            self._matrix = np.zeros((max(64, rows * 5 // 4), dimensions), dtype=np.float32)
            self._ids = np.full(len(self._matrix), -1, dtype=np.int64)
        if rows > len(self._matrix):
            more = max(rows, len(self._matrix) * 3 // 2) - len(self._matrix)
            self._matrix = np.vstack([self._matrix, np.zeros((more, dimensions), dtype=np.float32)])
            self._ids = np.concatenate([self._ids, np.full(more, -1, dtype=np.int64)])
            if self._codes is not None:
                self._codes = np.hstack([self._codes, np.zeros((len(self._codes), more), dtype=np.uint64)])


def _words(dimensions: int) -> int:
    return (dimensions + 63) // 64


def _codes_of(vectors: Vectors) -> NDArray[np.uint64]:
    """The signs of each vector as bits, one row per 64 dimensions, one column per vector."""
    packed = np.packbits(vectors > 0, axis=1)
    padding = _words(vectors.shape[1]) * 8 - packed.shape[1]
    if padding:
        packed = np.pad(packed, ((0, 0), (0, padding)))
    return np.ascontiguousarray(packed).view(np.uint64).T


def _top(scores: NDArray[np.float32], limit: int) -> NDArray[np.int64]:
    if limit >= len(scores):
        return (-scores).argsort(kind="stable")
    picked = scores.argpartition(len(scores) - limit)[-limit:]
    return picked[(-scores[picked]).argsort(kind="stable")]


def _mean_and_variance(values: NDArray[np.float32]) -> tuple[float, float]:
    mean = float(values.sum()) / len(values)
    return mean, float(values @ values) / len(values) - mean * mean
