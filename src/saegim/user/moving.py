"""Moving out and in again: everything of a person as a file, and back."""

from __future__ import annotations

import os
from collections.abc import Callable, Generator, Iterable, Iterator
from typing import IO, TYPE_CHECKING, BinaryIO, Protocol

from saegim.errors import InvalidInput
from saegim.files import whole_file
from saegim.models import Session
from saegim.user.handle import Handle

if TYPE_CHECKING:
    from saegim.govern.bringing import Arrived

Progress = Callable[[int, int], None]
_TELL_EVERY = 500


class Sent(Protocol):
    """An export that can be read more than once."""

    def lines(self) -> Iterable[bytes]: ...


class Moving(Handle):
    """The whole person, whatever the persona of this handle."""

    def export_lines(self, *, actor: str | None = None, reason: str = "") -> Generator[bytes, None, None]:
        """Everything said and known, as lines of JSON: one moment of it, however long reading takes.

        Only a few lines are in memory at a time. Who asked for it goes into the audit.
        """
        from saegim.govern.export import export_lines

        actor = self._check_why(actor, reason)
        with self._core.write(self.id) as tx:
            tx.add_audit(actor, "export", self.id, reason, {})
        with self._core.store.user(self.id) as store, store.read() as view:
            met = {session.persona for session in view.each(Session)}
            personas = [one for one in self._core.store.personas() if one.id in met]
            yield from export_lines(view, user_id=self.id, personas=personas, now=self._now())

    def export(
        self,
        to: str | os.PathLike[str] | BinaryIO,
        *,
        progress: Progress | None = None,
        actor: str | None = None,
        reason: str = "",
    ) -> int:
        """Write everything to a file or a stream as JSON Lines; how many things there were.

        A file appears only once it is whole, readable by its owner alone. `progress` hears how many things
        are written, and of about how many.
        """
        lines = self.export_lines(actor=actor, reason=reason)
        if not isinstance(to, str | os.PathLike):
            return _write(lines, to, progress)
        with whole_file(to) as out:
            return _write(lines, out, progress)

    def bring_back(
        self,
        source: str | os.PathLike[str] | Iterable[bytes],
        *,
        progress: Progress | None = None,
        actor: str | None = None,
        reason: str = "",
    ) -> int:
        """Read an export into this person, who must be empty: all of it, or none. How many things came.

        Ids, times, versions and audit come as they were. Words and meaning are read anew in the background.
        Personas it names are made where there are none of that id.
        """
        if isinstance(source, str | os.PathLike):
            return self.bring_sent(_File(source), progress=progress, actor=actor, reason=reason).things
        return self._bring(source, progress, actor, reason).things

    def bring_sent(
        self,
        sent: Sent,
        *,
        personas: bool = True,
        progress: Progress | None = None,
        actor: str | None = None,
        reason: str = "",
    ) -> Arrived:
        """Read an export as `bring_back` does, and tell how many of everything came.

        Somebody who was not there before is made only if all of it can be read. `personas`: make those it
        names and nobody has; they are everyone's, and not for each person to make.
        """
        from saegim.govern.bringing import check_lines

        actor = self._check_why(actor, reason)
        if not self._core.store.exists(self.id):
            check_lines(sent.lines())
        return self._bring(sent.lines(), progress, actor, reason, personas=personas)

    def is_empty(self) -> bool:
        """Whether nothing was ever kept of this person: only then can an export be brought back."""
        with self._read() as view:
            return not any(view.count_each().values())

    def _bring(
        self,
        lines: Iterable[bytes],
        progress: Progress | None,
        actor: str | None,
        reason: str,
        *,
        personas: bool = True,
    ) -> Arrived:
        from saegim.govern.bringing import bring_lines

        actor = self._check_why(actor, reason)

        def tell(done: int, total: int) -> None:
            if progress is not None and done % _TELL_EVERY == 0:
                progress(done, total)

        with self._core.write(self.id) as tx:
            if any(tx.count_each().values()):
                raise InvalidInput(
                    "user",
                    "is not empty: an export is brought back into nobody's memory",
                    "이미 기억이 있습니다. 내보낸 것은 빈 사람에게만 되돌려 놓을 수 있습니다",
                    code="user_not_empty",
                )
            arrived = bring_lines(tx, lines, tell)
            tx.add_audit(actor, "import", self.id, reason, {"from": arrived.user, "things": arrived.things})
        known = {one.id for one in self._core.store.personas()}
        unknown = [one for one in arrived.personas if one.id not in known]
        if personas:
            for persona in unknown:
                self._core.store.put_persona(persona)
        ids = tuple(one.id for one in unknown)
        arrived.made, arrived.left_out = (ids, ()) if personas else ((), ids)
        self._core.forget_user(self.id)
        self._core.wake()
        return arrived


class _File:
    """An export on the disk."""

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self._path = path

    def lines(self) -> Iterator[bytes]:
        with open(self._path, "rb") as lines:
            yield from lines


def _write(lines: Iterator[bytes], out: IO[bytes], progress: Progress | None) -> int:
    import json

    header = next(lines)
    out.write(header)
    counts = json.loads(header)["counts"]
    total, count = sum(n for name, n in counts.items() if name != "link"), 0
    for line in lines:
        out.write(line)
        count += 1
        if progress is not None and count % _TELL_EVERY == 0:
            progress(count, total)
    # The last line only says that nothing is missing.
    return count - 1
