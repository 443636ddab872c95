"""An export as it comes over the line: written down, and looked at for whether all of it came."""

from __future__ import annotations

import json
from typing import IO

from saegim.errors import Unreachable

# The last line of an export is shorter than this.
_TAIL_BYTES = 200


class Leaving:
    """An export on its way into a file, whose last line says that nothing is missing."""

    def __init__(self, out: IO[bytes], url: str) -> None:
        self._out, self._url = out, url
        self._tail = b""

    def add(self, piece: bytes) -> None:
        self._out.write(piece)
        self._tail = (self._tail + piece)[-_TAIL_BYTES:]

    def things(self) -> int:
        """How many things came; `Unreachable` where the line broke before all had."""
        try:
            last = json.loads(self._tail.splitlines()[-1])
            if last["is"] == "end":
                return int(last["things"])
        except (ValueError, LookupError, TypeError):
            pass
        raise Unreachable(self._url, "cut off")
