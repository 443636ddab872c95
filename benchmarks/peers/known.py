"""Every peer by its name, and what it needs to run."""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module

from peers.contract import Opens


@dataclass(frozen=True, slots=True)
class Known:
    """Where a peer's adapter is, which packages it runs on, and what its search does."""

    module: str
    opens: str
    packages: tuple[str, ...]
    searches: str
    # Whether it runs where we run, rather than in the peers' environment.
    here: bool = False

    def load(self) -> Opens:
        """The adapter; only now are the peer's packages imported."""
        opens: Opens = getattr(import_module(f"peers.{self.module}"), self.opens)
        return opens


PEERS = {
    "saegim": Known("own", "Own", ("saegim",), "words, meaning, dates, speakers", here=True),
    "mem0": Known("mem0", "Mem0", ("mem0ai", "qdrant-client", "fastembed"), "meaning and BM25"),
    "Chroma": Known("chroma", "Chroma", ("chromadb",), "meaning"),
    "LangGraph SqliteStore": Known(
        "langgraph", "LangGraph", ("langgraph-checkpoint-sqlite", "sqlite-vec"), "meaning"
    ),
    "FTS5": Known("fts5", "with_words", (), "words (porter unicode61)", here=True),
    "FTS5 trigram": Known("fts5", "with_trigrams", (), "words (trigram)", here=True),
}
