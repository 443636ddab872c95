"""Chroma as installed: a collection on disk, its own index and settings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import chromadb

from peers.contract import Item, Talk
from peers.looked_up import LookedUp


class Chroma:
    """Vectors only: ranking by words is not offered on a local store."""

    details: Mapping[str, float] = {}

    def __init__(self, folder: Path, vectors: LookedUp, talk: Talk) -> None:
        self._vectors = vectors
        self._client = chromadb.PersistentClient(
            str(folder), settings=chromadb.Settings(anonymized_telemetry=False)
        )
        self._items = self._client.create_collection("items", embedding_function=None)

    def add(self, items: Sequence[Item]) -> None:
        texts = [item.text for item in items]
        self._items.add(
            ids=[item.id for item in items], documents=texts, embeddings=self._vectors.arrays(texts)
        )

    def search(self, text: str, *, limit: int, at: str | None = None) -> list[str]:
        # Hits come with their text, as everyone's do.
        found = self._items.query(
            query_embeddings=self._vectors.arrays([text]), n_results=limit, include=["documents", "distances"]
        )
        return list(found["ids"][0])

    def close(self) -> None:
        self._client.close()
