"""Whole memories as files: written only once they are whole."""

from __future__ import annotations

import json
import os
import tempfile
from contextlib import suppress
from pathlib import Path
from types import TracebackType

from saegim.errors import Unreachable

# The last line of an export is shorter than this.
_TAIL_BYTES = 200


class Leaving:
    """A file that appears when its block ends and the last line said that nothing is missing."""

    def __init__(self, to: str | os.PathLike[str], url: str) -> None:
        self._path, self._url = Path(to), url
        # Made with no rights for others: it holds in plain text what the server keeps encrypted.
        handle, self._name = tempfile.mkstemp(dir=self._path.parent, prefix=f".{self._path.name}.")
        self._out = os.fdopen(handle, "wb")
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

    def __enter__(self) -> Leaving:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._out.close()
        if error is None:
            os.replace(self._name, self._path)
        else:
            with suppress(FileNotFoundError):
                os.unlink(self._name)
