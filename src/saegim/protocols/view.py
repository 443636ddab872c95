"""One user's data, read: everything a snapshot tells."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Protocol

from saegim.models import (
    AuditEvent,
    Candidate,
    Change,
    Entity,
    Job,
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
from saegim.protocols.index import DocumentChanges, DocumentText
from saegim.protocols.moving import Leaving

if TYPE_CHECKING:
    pass


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
