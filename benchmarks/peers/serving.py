"""A peer behind a pipe: one JSON object a line, asked and answered in turn.

    {"do": "open", "folder": F, "talk": {...}}      {"do": "add", "items": [{...}]}
    {"do": "search", "text": T, "limit": N, "at": A}    {"do": "close"}

Every answer has "seconds": what the peer took, less what went into looking vectors up.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Iterable
from pathlib import Path
from typing import Any, TextIO

from peers.contract import Item, Opens, Peer, Talk
from peers.looked_up import LookedUp


class Served:
    """Does what is asked of one peer; a second "open" closes the first."""

    def __init__(self, opens: Opens, vectors: LookedUp) -> None:
        self._opens, self._vectors = opens, vectors
        self._peer: Peer | None = None

    def answer(self, asked: dict[str, Any]) -> dict[str, Any]:
        """What came of it, and how long it took beyond embedding."""
        do = asked["do"]
        if do == "open":
            self.close()
            folder = Path(asked["folder"])
            start = time.perf_counter()
            self._peer = self._opens(folder, self._vectors, Talk(**asked.get("talk", {})))
            return {"seconds": time.perf_counter() - start}
        if do == "close":
            start = time.perf_counter()
            self.close()
            return {"seconds": time.perf_counter() - start}
        if self._peer is None:
            raise ValueError("nothing is open")
        if do == "add":
            items = [Item(**item) for item in asked["items"]]
            return {"seconds": self._timed(lambda peer: peer.add(items))[0]}
        if do == "search":
            seconds, found = self._timed(
                lambda peer: peer.search(asked["text"], limit=asked["limit"], at=asked.get("at"))
            )
            return {"seconds": seconds, "ids": found, "details": dict(self._peer.details)}
        raise ValueError(f"cannot do {do!r}")

    def _timed(self, call: Any) -> tuple[float, Any]:
        before, start = self._vectors.seconds, time.perf_counter()
        found = call(self._peer)
        return time.perf_counter() - start - (self._vectors.seconds - before), found

    def close(self) -> None:
        if self._peer is not None:
            self._peer.close()
            self._peer = None


def serve(served: Served, asked: Iterable[str], answers: TextIO) -> None:
    """Answer line by line until there are no more. What goes wrong is an answer as well."""
    for line in asked:
        try:
            answer = served.answer(json.loads(line))
        except Exception as error:  # noqa: BLE001 - another's code: whatever it raises is told
            answer = {"error": f"{type(error).__name__}: {error}"}
        answers.write(json.dumps(answer) + "\n")
        answers.flush()
    served.close()


def keep_offline() -> None:
    """Refuse every connection of this process that is not to this machine."""

    def refuse(event: str, arguments: tuple[Any, ...]) -> None:
        if event == "socket.connect":
            where = arguments[1]
            outside = isinstance(where, tuple) and where[0] not in ("127.0.0.1", "::1", "localhost")
        else:
            outside = event == "socket.getaddrinfo" and arguments[0] not in (
                "127.0.0.1",
                "::1",
                "localhost",
                None,
            )
        if outside:
            print(f"refused: {event} {arguments[:2]}", file=sys.stderr)
            raise PermissionError(f"a peer may not reach {arguments[:2]}")

    sys.addaudithook(refuse)
