"""Embedders behind an address: OpenAI-compatible services and Ollama."""

from __future__ import annotations

import random
import time
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from saegim.errors import EmbedderFailed, MissingExtra
from saegim.settings import EmbedderSettings

if TYPE_CHECKING:
    from saegim.protocols import Vectors

_WORTH_RETRYING = frozenset({408, 409, 425, 429, 500, 502, 503, 504})
_FIRST_PAUSE_S = 0.5


class HttpEmbedder:
    """Vectors from a service; `EmbedderFailed` after the last try. Safe in threads."""

    def __init__(self, scheme: str, model: str, settings: EmbedderSettings) -> None:
        try:
            import httpx
        except ImportError as error:
            raise MissingExtra("http", f"embedder = {scheme}:{model}") from error
        self._httpx = httpx
        self._ollama = scheme == "ollama"
        default = "http://127.0.0.1:11434" if self._ollama else "https://api.openai.com/v1"
        self._url = (settings.base_url or default).rstrip("/") + (
            "/api/embed" if self._ollama else "/embeddings"
        )
        self._model = model
        self._settings = settings
        size = f"/{settings.dimensions}" if settings.dimensions else ""
        self.name = f"{scheme}:{model}{size}"
        headers = {"Authorization": f"Bearer {settings.api_key}"} if settings.api_key else {}
        self._client = httpx.Client(timeout=settings.timeout_s, headers=headers)

    def embed(self, texts: Sequence[str], *, query: bool = False) -> Vectors:
        import numpy as np

        if not texts:
            return np.zeros((0, self._settings.dimensions or 0), dtype=np.float32)
        rows: list[list[float]] = []
        for start in range(0, len(texts), self._settings.batch):
            rows += self._ask(list(texts[start : start + self._settings.batch]))
        try:
            # Numbers beyond float32 become infinite and are refused below; no warning as well.
            with np.errstate(over="ignore"):
                vectors = np.asarray(rows, dtype=np.float32)
        except (ValueError, TypeError) as error:
            raise EmbedderFailed(self.name, "rows that are no vectors of one length") from error
        if vectors.ndim != 2 or len(vectors) != len(texts) or not vectors.size:
            raise EmbedderFailed(self.name, f"{vectors.shape} for {len(texts)} texts")
        if not np.isfinite(vectors).all():
            raise EmbedderFailed(self.name, "vectors with numbers that are not finite")
        return np.asarray(
            vectors / np.maximum(np.linalg.norm(vectors, axis=1, keepdims=True), 1e-9), dtype=np.float32
        )

    def _ask(self, texts: list[str]) -> list[list[float]]:
        body: dict[str, Any] = {"model": self._model, "input": texts}
        if self._settings.dimensions:
            body["dimensions"] = self._settings.dimensions
        cause = ""
        for attempt in range(self._settings.tries):
            if attempt:
                # Jitter: many processes that failed together must not come back together.
                time.sleep(_FIRST_PAUSE_S * 2 ** (attempt - 1) * (0.5 + random.random()))
            try:
                response = self._client.post(self._url, json=body)
            except self._httpx.HTTPError as error:
                cause = f"{type(error).__name__}: {error}"
                continue
            if response.status_code == 200:
                return self._vectors_in(response)
            cause = f"HTTP {response.status_code}"
            if response.status_code not in _WORTH_RETRYING:
                break
        raise EmbedderFailed(self.name, cause)

    def _vectors_in(self, response: Any) -> list[list[float]]:
        try:
            content = response.json()
            if self._ollama:
                return list(content["embeddings"])
            # The service may answer in any order; `index` says which text a row belongs to.
            return [row["embedding"] for row in sorted(content["data"], key=lambda row: row["index"])]
        except (ValueError, KeyError, TypeError) as error:
            raise EmbedderFailed(self.name, f"not an embedding response: {error!r}") from error
