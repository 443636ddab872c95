"""saegim for measurements of speed: real everything but the encoder, whose time is nobody's question here."""

from __future__ import annotations

import random
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from measure.sections import Tell
from saegim import Saegim, User
from saegim.testing import FakeEmbedder
from texts import sentences

DIMENSIONS = 512
USER = "one"
_CHUNK = 5_000


def open_saegim(folder: Path | str, **more: Any) -> Saegim:
    """Vectors come from a hash of the words: the index does its real work without minutes of encoding."""
    return Saegim(folder, embedder=FakeEmbedder(dimensions=DIMENSIONS), worker="none", **more)


def distinct(count: int, *, seed: int = 7) -> list[str]:
    """So many different chat lines."""
    lines: dict[str, None] = {}
    for line in sentences(50 * count, seed=seed):
        lines.setdefault(line)
        if len(lines) == count:
            break
    return list(lines)


def fill(saegim: Saegim, lines: Sequence[str], tell: Tell) -> tuple[float, float]:
    """One person with these memories; seconds of writing and of indexing them."""
    user = saegim.user(USER)
    written = indexed = 0.0
    for start in range(0, len(lines), _CHUNK):
        at = time.perf_counter()
        user.upsert({"content": line} for line in lines[start : start + _CHUNK])
        then = time.perf_counter()
        saegim.drain()
        written, indexed = written + then - at, indexed + time.perf_counter() - then
        if len(lines) > _CHUNK:
            tell(f"{min(start + _CHUNK, len(lines)):,} of {len(lines):,} memories")
    return written, indexed


def beyond_embedding_ms(user: User, question: str) -> float:
    """The whole call, opening the person's file included, less the embedder's own time."""
    start = time.perf_counter()
    found = user.recall_detailed(question)
    return (time.perf_counter() - start) * 1000 - found.timings_ms["embed"]


def some(lines: Sequence[str], count: int, *, seed: int) -> list[str]:
    return random.Random(seed).sample(list(lines), count)
