"""Vectors worked out beforehand, found by their text, and the time spent finding them."""

from __future__ import annotations

import json
import time
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from numpy.typing import NDArray


class LookedUp:
    """An embedding function without a model. `seconds` is what it took so far, to be taken off."""

    def __init__(self, texts: Sequence[str], vectors: NDArray[Any]) -> None:
        self._rows = {text: row for row, text in enumerate(texts)}
        self._vectors = vectors
        self.seconds = 0.0

    def __contains__(self, text: str) -> bool:
        return text in self._rows

    def arrays(self, texts: Sequence[str]) -> NDArray[Any]:
        """One row for each text; `KeyError` names one that was not worked out."""
        start = time.perf_counter()
        found = self._vectors[[self._rows[text] for text in texts]]
        self.seconds += time.perf_counter() - start
        return found

    def lists(self, texts: Sequence[str]) -> list[list[float]]:
        """The same as plain numbers."""
        start = time.perf_counter()
        found: list[list[float]] = self._vectors[[self._rows[text] for text in texts]].tolist()
        self.seconds += time.perf_counter() - start
        return found


def save_vectors(path: Path, texts: Sequence[str], vectors: NDArray[Any]) -> None:
    """Two files beside one another: the matrix at `path`, the texts at `path` + ".json"."""
    import numpy as np

    np.save(path, vectors)
    _texts_at(path).write_text(json.dumps(list(texts), ensure_ascii=False), encoding="utf-8")


def load_vectors(path: Path) -> LookedUp:
    import numpy as np

    return LookedUp(json.loads(_texts_at(path).read_text(encoding="utf-8")), np.load(path))


def _texts_at(path: Path) -> Path:
    return path.with_name(path.name + ".json")
