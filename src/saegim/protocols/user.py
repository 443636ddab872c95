"""One user's data, written: a transaction, and the file or schema it lies in."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import AbstractContextManager
from datetime import datetime
from typing import TYPE_CHECKING, Protocol

from saegim.models import (
    Candidate,
    Change,
    Entity,
    JsonObject,
    Link,
    Memory,
    ModelCall,
    Run,
    SentimentPoint,
    Session,
    Summary,
    Trace,
    Turn,
)
from saegim.protocols.index import DocumentText, IndexedText, VectorIndex
from saegim.protocols.moving import Arriving
from saegim.protocols.view import View

if TYPE_CHECKING:
    from saegim.protocols.vectors import Vectors


class Tx(View, Arriving, Protocol):
    """A view that may write. One at a time per user, over all threads and processes; all or nothing."""

    def put_session(self, session: Session) -> None: ...

    def delete_session(self, session_id: str) -> None: ...

    def add_turns(self, turns: Sequence[Turn]) -> list[int]:
        """Document numbers of all their messages, in order. Their sessions exist."""
        ...

    def delete_turn(self, turn_id: str) -> bool: ...

    def clear(self) -> int:
        """Remove everything said and known; the number of turns removed."""
        ...

    def put_memory(self, memory: Memory, *, actor: str, action: str, reason: str) -> int:
        """Write a memory with its version and audit event; its document number.

        A changed content loses its words and vector, to be indexed anew.
        """
        ...

    def delete_memory(self, memory_id: str, *, actor: str, reason: str) -> bool: ...

    def add_audit(self, actor: str, action: str, target: str, reason: str, detail: JsonObject) -> None: ...

    def touch(self, documents: Sequence[int], at: datetime) -> None:
        """Count an access; makes no version."""
        ...

    def put_link(self, link: Link) -> None: ...

    def put_summary(self, summary: Summary) -> None: ...

    def add_trace(self, trace: Trace, keep: int) -> None: ...

    def put_note(self, key: str, value: str | None) -> None: ...

    # Learning.

    def put_job(
        self, task: str, target: str, due_at: datetime, detail: JsonObject, *, move: bool = True
    ) -> None:
        """Leave work to be done; of one task and target there is one job, moved when it is put again.

        Without `move` one that waits is left as it is, which writes nothing.
        """
        ...

    def finish_job(self, job_id: int) -> bool:
        """Take the job away; False when someone else did it already."""
        ...

    def fail_job(self, job_id: int, error: str, again_at: datetime | None) -> None:
        """One more try was in vain; without `again_at` it is dead."""
        ...

    def retry_jobs(self, job_id: int | None) -> int:
        """Have a dead job, or all of them, tried again now; how many."""
        ...

    def put_candidate(
        self, candidate: Candidate, *, space: int | None = None, vector: bytes | None = None
    ) -> None: ...

    def add_model_call(self, call: ModelCall) -> None: ...

    # The index.

    def ensure_analyser(self, name: str) -> int: ...

    def ensure_space(self, name: str) -> int: ...

    def put_words(self, analyser: int, texts: Sequence[IndexedText]) -> None:
        """Store the words of texts that have not changed since they were read."""
        ...

    def put_vectors(self, space: int, texts: Sequence[DocumentText], vectors: Vectors) -> None:
        """Store vectors of texts that have not changed since they were read."""
        ...

    def reset_index(self) -> None:
        """Mark every document as neither analysed nor embedded. What is there serves until then."""
        ...

    # Tending.

    def put_entity(self, entity: Entity) -> None:
        """Write the entity with its names; the caller says in the audit what a person should know of it."""
        ...

    def delete_entity(self, entity_id: str) -> bool: ...

    def put_point(self, point: SentimentPoint) -> None: ...

    def move_points(self, source: str, target: str, turns: Sequence[str] | None) -> list[str]:
        """Give an entity's turns (None: all) to another, but none it has already; the turns moved."""
        ...

    def delete_link(self, source: str, relation: str, target: str) -> bool: ...

    def set_access(self, memory_id: str, count: int, last: datetime | None) -> None: ...

    def put_change(self, change: Change) -> None: ...

    def put_run(self, run: Run, *, keep: int) -> None:
        """Write the run; of all runs the newest `keep` stay."""
        ...


class UserStore(Protocol):
    """One user's data."""

    def vector_index(self, space: str) -> VectorIndex | None:
        """The store's own index for that space, where it keeps one; None: keep one in memory."""
        ...

    def read(self) -> AbstractContextManager[View]: ...

    def write(self) -> AbstractContextManager[Tx]: ...

    def vacuum(self) -> None: ...

    def checkpoint(self) -> None:
        """Bring what was written to its place now, while nobody waits for it, where a store does so later."""
        ...

    def size_on_disk(self) -> int: ...

    def check(self) -> list[str]:
        """Problems found in the files; empty when sound."""
        ...
