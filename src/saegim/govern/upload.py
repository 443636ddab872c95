"""A file on its way in: on the disk while it comes, gone once it was read."""

from __future__ import annotations

import asyncio
import errno
import hashlib
import tempfile
from collections.abc import AsyncIterator, Callable, Iterator

from saegim.errors import DiskFull, InvalidInput

# Most people's whole memory; what is larger goes to the disk, into a file that has no name.
_IN_MEMORY = 1 << 20
_AT_A_TIME = 1 << 20
# The longest line that is read at once. A person met in a hundred thousand turns takes a quarter of it.
_LONGEST_LINE = 64 << 20


class Upload:
    """What was sent so far, and what all of it is known by."""

    def __init__(self) -> None:
        # Without a name nobody else opens it, and nothing is left when the process dies.
        self._file = tempfile.SpooledTemporaryFile(max_size=_IN_MEMORY)  # noqa: SIM115
        self._hash = hashlib.blake2b(digest_size=32)

    @property
    def digest(self) -> bytes:
        return self._hash.digest()

    def add(self, piece: bytes) -> None:
        self._hash.update(piece)
        try:
            self._file.write(piece)
        except OSError as error:
            if error.errno in (errno.ENOSPC, errno.EDQUOT):
                raise DiskFull(tempfile.gettempdir()) from error
            raise

    def lines(self) -> Iterator[bytes]:
        """Every line from the first, each with its newline; as often as asked for."""
        self._file.seek(0)
        number = 0
        while line := self._file.readline(_LONGEST_LINE + 1):
            number += 1
            if len(line) > _LONGEST_LINE:
                raise InvalidInput(
                    "export",
                    f"line {number:,} is longer than {_LONGEST_LINE:,} bytes",
                    f"{number:,}번째 줄: {_LONGEST_LINE:,}바이트보다 깁니다",
                    code="export_invalid",
                )
            yield line

    def close(self) -> None:
        self._file.close()


async def receive(upload: Upload, pieces: AsyncIterator[bytes], alive: Callable[[], None]) -> None:
    """Put everything that comes into the upload; `alive` is called now and then."""
    waiting, size = list[bytes](), 0
    async for piece in pieces:
        waiting.append(piece)
        size += len(piece)
        if size >= _AT_A_TIME:
            await asyncio.to_thread(upload.add, b"".join(waiting))
            alive()
            waiting, size = [], 0
    await asyncio.to_thread(upload.add, b"".join(waiting))
