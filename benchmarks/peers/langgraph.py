"""LangGraph's SqliteStore with an index: items in namespaces, vectors by sqlite-vec."""

from __future__ import annotations

import sqlite3
import sys
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path

if not hasattr(sqlite3.Connection, "enable_load_extension"):
    # Some builds of Python cannot load sqlite-vec. The same interface over a SQLite of its own can.
    import pysqlite3

    sys.modules["sqlite3"] = pysqlite3

from langgraph.store.base import PutOp
from langgraph.store.sqlite import SqliteStore

from peers.contract import Item, Talk
from peers.looked_up import LookedUp

_SPACE = ("one",)
_DIMENSIONS = 512


class LangGraph:
    """Vectors only: the store has no search by words."""

    details: Mapping[str, float] = {}

    def __init__(self, folder: Path, vectors: LookedUp, talk: Talk) -> None:
        self._open = ExitStack()
        self._store = self._open.enter_context(
            SqliteStore.from_conn_string(
                str(folder / "store.db"),
                index={"dims": _DIMENSIONS, "embed": vectors.lists, "fields": ["text"]},
            )
        )
        self._store.setup()

    def add(self, items: Sequence[Item]) -> None:
        # Said again for each item: this version overlooks the "fields" of the index.
        self._store.batch([PutOp(_SPACE, item.id, {"text": item.text}, index=["text"]) for item in items])

    def search(self, text: str, *, limit: int, at: str | None = None) -> list[str]:
        return [found.key for found in self._store.search(_SPACE, query=text, limit=limit)]

    def close(self) -> None:
        self._open.close()
