"""What a peer is asked to do."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from peers.looked_up import LookedUp


@dataclass(frozen=True, slots=True)
class Item:
    """One thing to keep. `text` states all of it, for those that know no dates and speakers.

    With `at` it was said at that time in a conversation, without it is a memory of its own.
    """

    id: str
    text: str
    said: str
    at: str | None = None
    role: str = "user"
    name: str | None = None
    session: str | None = None


@dataclass(frozen=True, slots=True)
class Talk:
    """What a memory may be told of its conversation: where it is held, and when it is asked about."""

    language: str = "ko"
    timezone: str = "Asia/Seoul"
    now: str | None = None


class Peer(Protocol):
    """A memory of one person in one folder, empty at first."""

    # What was found worth telling of the last search: milliseconds by stage, say.
    details: Mapping[str, float]

    def add(self, items: Sequence[Item]) -> None:
        """Keep the items, in bulk where there is a way, until a search finds them."""

    def search(self, text: str, *, limit: int, at: str | None) -> list[str]:
        """Ids of at most `limit` items, best first. `at` is when the question is asked."""

    def close(self) -> None: ...


Opens = Callable[[Path, LookedUp, Talk], Peer]
