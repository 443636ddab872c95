"""The embedder as recall uses it: a failure degrades the search instead of failing it."""

from __future__ import annotations

import logging
import threading
import time
from typing import TYPE_CHECKING

from saegim.errors import EmbedderFailed
from saegim.protocols import Embedder

if TYPE_CHECKING:
    from saegim.protocols import Vectors

logger = logging.getLogger("saegim.recall")

# After a failure, questions go without vectors this long: nobody should wait for the same time-out twice.
_REST_S = 30.0


class QueryEmbedder:
    """Vectors of questions, or the reason why there are none."""

    def __init__(self, embedder: Embedder | None) -> None:
        self._embedder = embedder
        self.space = None if embedder is None else embedder.name
        self._lock = threading.Lock()
        self._resting_until = 0.0
        self.cause: str | None = None if embedder else "embedder: none"

    def vector(self, text: str) -> Vectors | None:
        """The question's vector; None while the embedder is off or failing (`cause` says which)."""
        if self._embedder is None or time.monotonic() < self._resting_until:
            return None
        try:
            vector: Vectors = self._embedder.embed([text], query=True)[0]
        except EmbedderFailed as error:
            self.failed(error)
            return None
        except Exception as error:
            # An embedder of someone's own may fail in its own way; a question must not fail with it.
            logger.warning("embedder %s failed", self._embedder.name, exc_info=True)
            self.failed(EmbedderFailed(self._embedder.name, repr(error)))
            return None
        self.cause = None
        return vector

    def failed(self, error: EmbedderFailed) -> None:
        """Remember a failure seen elsewhere, in the background for instance."""
        with self._lock:
            self._resting_until = time.monotonic() + _REST_S
            self.cause = f"embedder: {error.cause}"
