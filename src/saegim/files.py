"""Files that appear only once they are whole."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import IO


@contextmanager
def whole_file(path: str | os.PathLike[str], *, suffix: str = "") -> Iterator[IO[bytes]]:
    """A file to write, which stands at `path` once the block has ended well; if it fails, nothing changes.

    Nobody but its owner can read it, not even while it is being written: what is kept encrypted or secret
    elsewhere lies in it in plain text.
    """
    path = Path(path)
    with ExitStack() as undo:
        with NamedTemporaryFile(dir=path.parent, prefix=f".{path.name}.", suffix=suffix, delete=False) as out:
            undo.callback(Path(out.name).unlink, missing_ok=True)
            yield out
            # Whoever loses power now has the file of before or this one, never an empty one.
            out.flush()
            os.fsync(out.fileno())
        os.replace(out.name, path)
        undo.pop_all()
