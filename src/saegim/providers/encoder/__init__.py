"""Our encoder: from a question to the memory that answers it. Numpy only, offline, one thread.

The bundled package (USE multilingual v3) gives the vocabulary and the base weights; `providers/weights` gives
what our training changed, and what Korean words mean. See training/CARD.md for what went in and what it
measures.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from saegim.providers.encoder.pieces import Pieces
from saegim.threads import one_thread

if TYPE_CHECKING:
    from saegim.protocols import Vectors
    from saegim.providers.encoder.network import Network

DIMENSIONS = 512
# Tokens a batch: enough to stream every weight once for many sentences, small enough to stay in the cache.
_BUDGET = 384


class SaegimEncoder:
    """Unit vectors in which a question lies near the statement that answers it.

    Loads on first use and may be shared between threads.
    """

    name = "saegim-encoder/3"
    dimensions = DIMENSIONS

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._loaded: Network | None = None

    def embed(self, texts: Sequence[str], *, query: bool = False) -> Vectors:
        """One row of 512 values for each text, of length 1.

        Questions and memories share one mapping: a last layer for questions alone measured no better. So
        `query` changes nothing here.
        """
        import numpy as np

        out = np.empty((len(texts), DIMENSIONS), dtype=np.float32)
        if texts:
            network = self._network()
            for start, batch in _batches(network.pieces, texts):
                end = start + len(batch)
                with one_thread():
                    out[start:end] = network.forward(batch, texts[start:end])
        return out

    def _network(self) -> Network:
        if self._loaded is None:
            with self._lock:
                if self._loaded is None:
                    from saegim.providers.encoder.network import Network

                    self._loaded = Network()
        return self._loaded


def _batches(pieces: Pieces, texts: Sequence[str]) -> Iterator[tuple[int, list[list[int]]]]:
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
