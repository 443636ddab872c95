"""mem0 with infer=False: its default store (Qdrant, local) and its hybrid search with BM25.

Two things it would ask for are given: the stop words of its BM25 encoder, which it fetches, and keys for
services that infer=False never calls. Without its spaCy model, fetched as well, it searches words as they
are, stemmed by the encoder.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from fastembed.sparse.bm25 import Bm25
from mem0 import Memory
from mem0.embeddings.base import EmbeddingBase

from peers.contract import Item, Talk
from peers.looked_up import LookedUp
from peers.stop_words import ENGLISH

_USER = "one"
_NO_KEY = {"api_key": "not-used"}


class _Embedder(EmbeddingBase):
    def __init__(self, vectors: LookedUp) -> None:
        super().__init__()
        self._vectors = vectors

    def embed(self, text: str, memory_action: str | None = None) -> list[float]:
        return self._vectors.lists([text])[0]


class Mem0:
    """One call an item: with infer=False it has no bulk path."""

    details: Mapping[str, float] = {}

    def __init__(self, folder: Path, vectors: LookedUp, talk: Talk) -> None:
        store = {"path": str(folder / "qdrant"), "embedding_model_dims": 512, "on_disk": True}
        self._memory = Memory.from_config(
            {
                "vector_store": {"provider": "qdrant", "config": store},
                "embedder": {"provider": "openai", "config": _NO_KEY},
                "llm": {"provider": "openai", "config": _NO_KEY},
                "history_db_path": str(folder / "history.db"),
            }
        )
        self._memory.embedding_model = _Embedder(vectors)
        self._memory.vector_store._bm25_encoder = Bm25(
            "Qdrant/bm25", specific_model_path=str(folder), stopwords=set(ENGLISH)
        )

    def add(self, items: Sequence[Item]) -> None:
        for item in items:
            self._memory.add(
                [{"role": item.role, "content": item.text}],
                user_id=_USER,
                metadata={"item": item.id},
                infer=False,
            )

    def search(self, text: str, *, limit: int, at: str | None = None) -> list[str]:
        found = self._memory.search(text, filters={"user_id": _USER}, top_k=limit)
        return [one["metadata"]["item"] for one in found["results"]]

    def close(self) -> None:
        self._memory.close()
        self._memory.vector_store.client.close()
