"""Fakes that speak the real protocols, for saegim's own tests and for yours."""

from __future__ import annotations

import hashlib
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import datetime, timedelta
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any
from zoneinfo import ZoneInfo

from saegim.engine import Saegim
from saegim.errors import EmbedderFailed
from saegim.language.morphemes import BigramAnalyser
from saegim.models import JsonObject
from saegim.protocols import Reply

if TYPE_CHECKING:
    from saegim.protocols import Vectors

SEOUL = ZoneInfo("Asia/Seoul")


class FrozenClock:
    """A clock that stands still until it is moved."""

    def __init__(self, at: datetime | None = None) -> None:
        self._at = at or datetime(2026, 3, 2, 9, 0, tzinfo=SEOUL)

    def now(self) -> datetime:
        return self._at

    def move(self, **by: float) -> datetime:
        """Forward by a `timedelta(**by)`; the new time."""
        self._at += timedelta(**by)
        return self._at

    def set(self, at: datetime) -> None:
        self._at = at


class FakeEmbedder:
    """Vectors from the words of a text: texts that share words are near. No weights, no time.

    Set `failing` to a cause to have it fail until it is None again.
    """

    def __init__(self, *, name: str = "fake/1", dimensions: int = 64) -> None:
        self.name = name
        self.failing: str | None = None
        self.calls: list[list[str]] = []
        self._dimensions = dimensions
        self._analyser = BigramAnalyser()
        self._lock = threading.Lock()

    def embed(self, texts: Sequence[str], *, query: bool = False) -> Vectors:
        import numpy as np

        if self.failing is not None:
            raise EmbedderFailed(self.name, self.failing)
        with self._lock:
            self.calls.append(list(texts))
        vectors = np.zeros((len(texts), self._dimensions), dtype=np.float32)
        for row, analysis in zip(vectors, self._analyser.analyse(texts), strict=True):
            for word in (*analysis.terms, *analysis.grams, self.name):
                digest = hashlib.blake2b(word.encode("utf-8", "replace"), digest_size=8).digest()
                row[int.from_bytes(digest[:4]) % self._dimensions] += 1.0 if digest[4] & 1 else -1.0
            row /= max(float(np.linalg.norm(row)), 1e-9)
        return vectors


class ScriptedModel:
    """A language model that answers from a list, in order, and keeps what it was asked."""

    def __init__(self, replies: Sequence[str | Exception], *, name: str = "scripted") -> None:
        self.name = name
        self.asked: list[list[dict[str, str]]] = []
        self._replies: Iterator[str | Exception] = iter(replies)

    def reply(self, messages: Sequence[Mapping[str, str]], *, schema: JsonObject | None = None) -> Reply:
        self.asked.append([dict(message) for message in messages])
        answer = next(self._replies)
        if isinstance(answer, Exception):
            raise answer
        return Reply(answer, input_tokens=sum(len(m["content"]) for m in messages), output_tokens=len(answer))

    def stream(self, messages: Sequence[Mapping[str, str]]) -> Iterator[str]:
        yield from self.reply(messages).text.split(" ")


@contextmanager
def temporary_saegim(**arguments: Any) -> Iterator[Saegim]:
    """A Saegim in a folder that is gone afterwards: frozen clock, fake embedder, bigrams, no thread.

    Any argument of `Saegim` replaces these.
    """
    defaults: dict[str, Any] = {
        "clock": FrozenClock(),
        "embedder": FakeEmbedder(),
        "analyser": BigramAnalyser(),
        "worker": "none",
    }
    with TemporaryDirectory() as folder, Saegim(folder, **{**defaults, **arguments}) as saegim:
        yield saegim
