"""saegim itself, behind the same door: everything as installed, encryption too."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from datetime import datetime
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Any

from peers.contract import Item, Talk
from peers.looked_up import LookedUp
from saegim import Saegim
from saegim.language.morphemes import load_analyser
from saegim.models import Hit
from saegim.providers.encoder import SaegimEncoder
from saegim.testing import FrozenClock

if TYPE_CHECKING:
    from saegim.protocols import Vectors

_USER = "one"
# Turns are searched as they were said: what could be learned from them beyond that is nobody's here.
_SETTINGS = {"remember.rules": "false", "summary.episodes": "false"}
_analyser = load_analyser("auto")
_encoder = SaegimEncoder()


class _Embedder:
    """Vectors worked out beforehand where there are some, our encoder for any other text."""

    name = _encoder.name

    def __init__(self, vectors: LookedUp) -> None:
        self._vectors = vectors

    def embed(self, texts: Sequence[str], *, query: bool = False) -> Vectors:
        if all(text in self._vectors for text in texts):
            return self._vectors.arrays(texts)
        start = time.perf_counter()
        found = _encoder.embed(texts, query=query)
        self._vectors.seconds += time.perf_counter() - start
        return found


class Own:
    """Items with a time are recorded as a conversation, others upserted as memories."""

    def __init__(self, folder: Path, vectors: LookedUp, talk: Talk) -> None:
        self.details: Mapping[str, float] = {}
        self._clock = None if talk.now is None else FrozenClock(datetime.fromisoformat(talk.now))
        self._saegim = Saegim(
            folder,
            worker="none",
            analyser=_analyser,
            embedder=_Embedder(vectors),
            clock=self._clock,
            language=talk.language,
            timezone=talk.timezone,
            settings=_SETTINGS,
        )
        self._user = self._saegim.user(_USER)
        # Its model loads on first use: that is opening, not adding.
        _analyser.analyse(["준비"])

    def add(self, items: Sequence[Item]) -> None:
        if notes := [item for item in items if item.at is None]:
            self._user.upsert({"content": item.said, "metadata": {"id": item.id}} for item in notes)
        said = [item for item in items if item.at is not None]
        for session, messages in groupby(said, key=lambda item: item.session):
            self._user.record_messages([_message(item) for item in messages], session=session)
        self._saegim.drain()

    def search(self, text: str, *, limit: int, at: str | None = None) -> list[str]:
        if self._clock is not None and at is not None:
            self._clock.set(datetime.fromisoformat(at))
        found = self._user.recall_detailed(text, limit=limit)
        self.details = found.timings_ms
        return [_id(hit) for hit in found.hits]

    def close(self) -> None:
        self._saegim.close()


def _message(item: Item) -> dict[str, Any]:
    named = {"name": item.name} if item.name else {}
    return {"role": item.role, "content": item.said, "at": item.at, "metadata": {"id": item.id}, **named}


def _id(hit: Hit) -> str:
    found = hit.memory or hit.message
    assert found is not None
    return str(found.metadata["id"])
