"""One user's data: reading it, writing it, and the file or schema it lies in."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import AbstractContextManager
from datetime import datetime
from typing import TYPE_CHECKING, Protocol

from saegim.models import (
    AuditEvent,
    Candidate,
    Change,
    Entity,
    Job,
    JsonObject,
    Link,
    Memory,
    MemoryVersion,
    Message,
    ModelCall,
    Run,
    SentimentPoint,
    Session,
    Stats,
    Summary,
    Trace,
    Turn,
    TurnFilters,
)
from saegim.protocols.index import DocumentChanges, DocumentText, IndexedText, VectorIndex
from saegim.protocols.moving import Arriving, Leaving

if TYPE_CHECKING:
    from saegim.protocols.vectors import Vectors


class View(Leaving, Protocol):
    """A consistent snapshot of one user. Never waits for a writer."""

    def revision(self) -> int:
        """Grows with every write by any process."""
        ...

    def identity(self) -> str:
        """Tells one life of a user id from another: erased and begun anew, it differs."""
        ...

    def session(self, session_id: str) -> Session | None: ...

    def sessions(self, *, persona: str | None, limit: int, offset: int) -> list[Session]: ...

    def session_at(self, persona: str | None, at: datetime, idle_s: float) -> Session | None:
        """The session of `persona` that a turn said at `at` continues: open, or covering that moment."""
        ...

    def idle_sessions(self, last_before: datetime) -> list[Session]: ...

    def turn(self, turn_id: str) -> Turn | None: ...

    def turns_by_id(self, turn_ids: Sequence[str]) -> dict[str, Turn]:
        """Those of the turns that are there."""
        ...

    def turns(self, filters: TurnFilters, limit: int, offset: int) -> list[Turn]: ...

    def count_turns(self, filters: TurnFilters) -> int: ...

    def turn_numbers(self, turn_ids: Sequence[str]) -> dict[str, int]:
        """The number of each turn that is there: counted from 1, never given twice, also after `clear`."""
        ...

    def turn_numbered(self, number: int) -> Turn | None: ...

    def memory(self, memory_id: str) -> Memory | None: ...

    def memories(
        self,
        *,
        persona: str | None = None,
        kind: str | None = None,
        tag: str | None = None,
        key: str | None = None,
        value: str | None = None,
        subject: str | None = None,
        plain: str | None = None,
        pinned: bool | None = None,
        states: Sequence[str] = ("active",),
        as_of: datetime | None = None,
        current: bool = False,
        since: datetime | None = None,
        until: datetime | None = None,
        says: Sequence[Sequence[str]] = (),
        limit: int = 50,
        offset: int = 0,
    ) -> list[Memory]:
        """Newest first. `says`: of each word how it is typed, or else all the terms that follow it."""
        ...

    def slots(self, persona: str | None, limit: int) -> list[tuple[str | None, str, str]]:
        """(subject, key, value) of what is known now as key and value, newest first."""
        ...

    def versions(self, memory_id: str) -> list[MemoryVersion]: ...

    def audit(self, *, target: str | None, limit: int, offset: int) -> list[AuditEvent]: ...

    def links(self, node: str, *, relation: str | None = None) -> list[Link]: ...

    def has_links(self) -> bool: ...

    def latest_summary(self, persona: str | None) -> Summary | None: ...

    def summaries(self, *, persona: str | None, limit: int, offset: int) -> list[Summary]: ...

    def summary(self, summary_id: str) -> Summary | None: ...

    def summary_numbers(self, summary_ids: Sequence[str]) -> dict[str, int]:
        """The number of each summary that is there, as `turn_numbers`."""
        ...

    def first_summarised(self, summary: Summary) -> str | None:
        """The oldest turn the summary covers, of those that are still there."""
        ...

    def trace(self, trace_id: str) -> Trace | None: ...

    def traces(self, *, persona: str | None, limit: int, offset: int) -> list[Trace]: ...

    def stats(self, analyser: int, space: int) -> Stats: ...

    def note(self, key: str) -> str | None:
        """A small named value kept with the user (picked items, for instance)."""
        ...

    # Learning.

    def jobs(self, *, state: str | None, limit: int, offset: int) -> list[Job]: ...

    def due_jobs(self, tasks: Sequence[str], now: datetime, limit: int) -> list[Job]:
        """Pending jobs of these tasks due by now, in the order they were made."""
        ...

    def next_due(self, tasks: Sequence[str]) -> datetime | None:
        """When the next pending job of these tasks is due."""
        ...

    def count_jobs(self) -> dict[str, int]:
        """How many jobs there are in each state."""
        ...

    def candidate(self, candidate_id: str) -> Candidate | None: ...

    def candidates(
        self, *, verdict: str | None, persona: str | None, memory_id: str | None, limit: int, offset: int
    ) -> list[Candidate]:
        """Newest first."""
        ...

    def candidate_saying(self, says: str) -> Candidate | None:
        """The newest candidate that says this (`Candidate.says`)."""
        ...

    def candidate_vectors(self, space: int, kind: str, limit: int) -> list[tuple[Candidate, bytes]]:
        """The newest of the kind that still wait to be promoted, with their vectors."""
        ...

    def model_calls(self, *, limit: int, offset: int) -> list[ModelCall]:
        """Newest first."""
        ...

    # The index.

    def analyser_id(self, name: str) -> int | None: ...

    def space_id(self, name: str) -> int | None: ...

    def changes(self, since: int) -> DocumentChanges: ...

    def vectors(self, space: int, since: int) -> list[tuple[int, bytes]]:
        """(document, float32 bytes) of documents written after the revision that have a vector."""
        ...

    def words(self, since: int) -> list[tuple[int, str, str]]:
        """(document, terms, grams) of documents written after the revision, words joined by spaces."""
        ...

    def vectors_of(self, space: int, documents: Sequence[int]) -> list[tuple[int, bytes]]: ...

    def messages_of(self, documents: Sequence[int]) -> dict[int, Message]: ...

    def memories_of(self, documents: Sequence[int]) -> dict[int, Memory]: ...

    def documents_about(self, *, kinds: Sequence[str], tags: Sequence[str], entity: str | None) -> list[int]:
        """Memory documents of any of the kinds, with all the tags, linked to the entity."""
        ...

    def document_of(self, memory_id: str) -> int | None: ...

    def unindexed(self, analyser: int, limit: int) -> list[DocumentText]: ...

    def unembedded(self, space: int, limit: int) -> list[DocumentText]: ...

    def unindexed_of(self, documents: Sequence[int]) -> list[DocumentText]:
        """Those of these documents that have no words at all."""
        ...

    # Tending.

    def last_memory(self) -> int:
        """The number of the newest memory; memories are numbered in the order they were made."""
        ...

    def memories_after(self, number: int, limit: int) -> list[tuple[int, Memory]]:
        """Memories made after that one, with their numbers, in any state, oldest first."""
        ...

    def terms_of(self, documents: Sequence[int]) -> dict[int, list[str]]:
        """The words of each of these documents that was analysed."""
        ...

    def documents_of(self, memory_ids: Sequence[str]) -> dict[str, int]: ...

    def said_terms(
        self, *, persona: str | None, since: datetime, until: datetime, limit: int
    ) -> list[tuple[str, datetime, list[str]]]:
        """(turn, time, words) of what people said to exactly this persona, newest first."""
        ...

    def entity(self, entity_id: str) -> Entity | None: ...

    def entities(
        self, *, persona: str | None, type: str | None, merged: bool, limit: int, offset: int
    ) -> list[Entity]:
        """The most talked about first; `merged`: also those that another took the place of."""
        ...

    def entity_names(self, *, types: Sequence[str], persona: str | None, limit: int) -> list[tuple[str, str]]:
        """(entity id, name) of every name of these sorts, with this persona or with every one.

        Of at most `limit` entities, the most talked about first; merged ones aside.
        """
        ...

    def entities_named(self, folded: Sequence[str], *, persona: str | None) -> dict[str, list[Entity]]:
        """By each of these names (`fold_name`), who goes by it with this persona or with every one."""
        ...

    def sentiment(
        self, entity_id: str, *, since: datetime | None, limit: int, offset: int
    ) -> list[SentimentPoint]:
        """Newest first."""
        ...

    def entities_in(self, turn_id: str) -> list[str]:
        """Who came up in the turn."""
        ...

    def neighbours(self, nodes: Sequence[str], limit: int) -> list[Link]:
        """Links from or to any of these, the strongest first."""
        ...

    def link_between(self, source: str, relation: str, target: str) -> Link | None: ...

    def change(self, change_id: str) -> Change | None: ...

    def changes_made(self, *, limit: int, offset: int) -> list[Change]:
        """What can be undone, newest first."""
        ...

    def changes_since(self, change_id: str) -> list[Change]:
        """What was done after that one and is not undone, oldest first."""
        ...

    def run(self, run_id: str) -> Run | None: ...

    def runs(self, *, state: str | None, limit: int, offset: int) -> list[Run]:
        """Newest first."""
        ...


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
