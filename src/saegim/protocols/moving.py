"""Everything of one user, out and in again."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Protocol, TypeVar

from saegim.models import AuditEvent, Job, Memory, MemoryVersion, Message

T = TypeVar("T")


class Leaving(Protocol):
    """Reading all of it, a little at a time."""

    def message(self, message_id: str) -> Message | None: ...

    def notes(self) -> list[tuple[str, str]]:
        """Every note with its key."""
        ...

    def count_each(self) -> dict[str, int]:
        """How many there are of each noun, by its name in an export."""
        ...

    def each(self, noun: type[T]) -> Iterator[T]:
        """Every one of a noun in the order they were written, without holding them all.

        Memories have `memories_after`, which says their numbers.
        """
        ...


class Arriving(Protocol):
    """Putting it back as it was, into a user who is empty: nothing there is replaced."""

    def bring_memory(self, number: int, memory: Memory, versions: Sequence[MemoryVersion]) -> None:
        """A memory under its number, with its versions and counts as they are; no audit event."""
        ...

    def bring_audit(self, event: AuditEvent) -> None: ...

    def bring_job(self, job: Job) -> None: ...
