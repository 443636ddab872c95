"""A column of numbers that grows at its end."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray


class Column:
    """Numbers one after another, with room for more; at least one place beyond the last is always empty."""

    def __init__(self, kind: type, *, empty: int = 0) -> None:
        self._empty = empty
        self._size = 0
        self._held: NDArray[Any] = np.full(8, empty, dtype=kind)

    def __len__(self) -> int:
        return self._size

    @property
    def values(self) -> NDArray[Any]:
        return self._held[: self._size]

    @property
    def spare(self) -> NDArray[Any]:
        """The values and one empty place at the end, which is where an index of -1 looks."""
        return self._held[: self._size + 1]

    @property
    def nbytes(self) -> int:
        return self._held.nbytes

    def append(self, value: int) -> None:
        place = self._size
        if place + 1 >= len(self._held):
            self.reach(place + 1)
        self._held[place] = value
        self._size = place + 1

    def reach(self, size: int) -> None:
        """Have at least so many, the new ones empty."""
        if size >= len(self._held):
            more = max(size + 1, len(self._held) * 3 // 2) - len(self._held)
            self._held = np.concatenate([self._held, np.full(more, self._empty, dtype=self._held.dtype)])
        self._size = max(self._size, size)
