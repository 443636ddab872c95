"""Plain FTS5: what the standard library's sqlite3 gives, ranked by its bm25()."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path

from peers.contract import Item, Talk
from peers.looked_up import LookedUp
from peers.stop_words import ENGLISH

_WORD = re.compile(r"\w+")
# What a trigram index can look up.
_SHORTEST_TRIGRAM = 3


class Fts5:
    """One table, an OR of the question's words; English stop words are dropped from the question."""

    details: Mapping[str, float] = {}

    def __init__(self, folder: Path, vectors: LookedUp, talk: Talk, *, tokenizer: str) -> None:
        self._trigrams = tokenizer == "trigram"
        self._db = sqlite3.connect(folder / "fts5.db", isolation_level=None)
        self._db.execute("PRAGMA journal_mode = WAL")
        self._db.execute(
            f"CREATE VIRTUAL TABLE items USING fts5(id UNINDEXED, text, tokenize = '{tokenizer}')"
        )

    def add(self, items: Sequence[Item]) -> None:
        self._db.execute("BEGIN")
        self._db.executemany("INSERT INTO items VALUES (?, ?)", [(item.id, item.text) for item in items])
        self._db.execute("COMMIT")

    def search(self, text: str, *, limit: int, at: str | None = None) -> list[str]:
        words = [word for word in _WORD.findall(text.casefold()) if word not in ENGLISH]
        if self._trigrams:
            words = [word for word in words if len(word) >= _SHORTEST_TRIGRAM]
        if not words:
            return []
        asked = " OR ".join(f'"{word}"' for word in dict.fromkeys(words))
        rows = self._db.execute(
            "SELECT id FROM items WHERE items MATCH ? ORDER BY rank LIMIT ?", (asked, limit)
        )
        return [id_ for (id_,) in rows]

    def close(self) -> None:
        self._db.close()


with_words = partial(Fts5, tokenizer="porter unicode61")
with_trigrams = partial(Fts5, tokenizer="trigram")
