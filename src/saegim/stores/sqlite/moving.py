"""Everything of one user's file in the order it was written, and putting it back as it was."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any, TypeVar, cast

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
    Summary,
    Trace,
    Turn,
)
from saegim.stores.sqlite.learning import _CALL, _CANDIDATE, _JOB, LearningTx, LearningView
from saegim.stores.sqlite.rows import Row, Rows, dump, fingerprint, memory_row, to_us
from saegim.stores.sqlite.tending import _CHANGE, _POINT, _RUN, TendingView

T = TypeVar("T")
_BATCH = 500
_TABLES = {
    "session": "sessions", "turn": "turns", "memory": "memories", "candidate": "candidates",
    "entity": "entities", "summary": "summaries", "trace": "traces", "change": "undoable", "run": "runs",
    "model_call": "model_calls", "job": "jobs", "note": "notes", "link": "links", "audit": "audit",
}  # fmt: skip


class MovingView(LearningView, TendingView):
    """Reading all of it, a little at a time."""

    def message(self, message_id: str) -> Message | None:
        row = self._one(f"SELECT {Rows.MESSAGE} FROM {Rows.MESSAGE_FROM} WHERE m.id = ?", (message_id,))
        return None if row is None else self._rows.message(row)

    def notes(self) -> list[tuple[str, str]]:
        return self._all("SELECT key, value FROM notes ORDER BY key")

    def count_each(self) -> dict[str, int]:
        return {noun: int(self._value(f"SELECT count(*) FROM {table}")) for noun, table in _TABLES.items()}

    def each(self, noun: type[T]) -> Iterator[T]:
        found: Iterator[Any]
        if noun is Turn:
            found = self._each_turn()
        elif noun is Entity:
            found = self._each_entity()
        else:
            sql, read = self._readers()[noun]
            found = (read(row) for row in self._connection.execute(sql))
        return cast("Iterator[T]", found)

    def _readers(self) -> dict[type, tuple[str, Callable[[Row], object]]]:
        rows = self._rows
        return {
            Session: (f"SELECT {Rows.SESSION} FROM sessions ORDER BY n", rows.session),
            MemoryVersion: (
                "SELECT version, snapshot, at, actor, reason FROM memory_versions ORDER BY memory, version",
                rows.version,
            ),
            Candidate: (f"SELECT {_CANDIDATE} FROM candidates ORDER BY n", self._candidate),
            SentimentPoint: (f"SELECT {_POINT} FROM sentiment ORDER BY entity, at, turn", self._point),
            Summary: (f"SELECT {Rows.SUMMARY} FROM summaries ORDER BY n", rows.summary),
            Trace: ("SELECT id, at, query, persona, detail FROM traces ORDER BY n", rows.trace),
            Change: (f"SELECT {_CHANGE} FROM undoable ORDER BY n", self._change),
            Run: (f"SELECT {_RUN} FROM runs ORDER BY n", self._run_of),
            ModelCall: (
                f"SELECT {_CALL} FROM model_calls ORDER BY n",
                lambda row: ModelCall(rows.time(row[0]), *row[1:]),
            ),
            Job: (f"SELECT {_JOB} FROM jobs ORDER BY n", self._job),
            AuditEvent: (
                "SELECT n, at, actor, action, target, reason, detail FROM audit ORDER BY n",
                rows.audit,
            ),
            Link: (
                "SELECT source, relation, target, weight, created_at FROM links"
                " ORDER BY source, relation, target",
                rows.link,
            ),
        }

    def _each_turn(self) -> Iterator[Turn]:
        last = int(self._value("SELECT coalesce(max(n), 0) FROM turns"))
        for start in range(0, last, _BATCH):
            rows = self._all(
                f"SELECT {Rows.TURN} FROM turns t JOIN sessions s ON s.n = t.session"
                " WHERE t.n > ? AND t.n <= ? ORDER BY t.n",
                (start, start + _BATCH),
            )
            said: dict[str, list[Message]] = {row[1]: [] for row in rows}
            for row in self._all(
                f"SELECT {Rows.MESSAGE} FROM {Rows.MESSAGE_FROM}"
                " WHERE m.turn > ? AND m.turn <= ? ORDER BY m.n",
                (start, start + _BATCH),
            ):
                said[row[2]].append(self._rows.message(row))
            for row in rows:
                yield self._rows.turn(row, said[row[1]])

    def _each_entity(self) -> Iterator[Entity]:
        last = int(self._value("SELECT coalesce(max(n), 0) FROM entities"))
        for start in range(0, last, _BATCH):
            yield from self._entities("WHERE e.n > ? AND e.n <= ? ORDER BY e.n", (start, start + _BATCH))


class MovingTx(MovingView, LearningTx):
    """Putting it back."""

    _revision: int

    def bring_memory(self, number: int, memory: Memory, versions: Sequence[MemoryVersion]) -> None:
        columns = Rows.MEMORY + ", fingerprint"
        last = None if memory.last_accessed_at is None else to_us(memory.last_accessed_at)
        row = (number, *memory_row(memory), memory.access_count, last, fingerprint(memory.plain))
        self._all(f"INSERT INTO memories ({columns}) VALUES ({','.join('?' * len(row))})", row)
        self._connection.executemany(
            "INSERT INTO memory_tags VALUES (?, ?)", [(tag, number) for tag in set(memory.tags)]
        )
        self._connection.executemany(
            "INSERT INTO memory_versions VALUES (?, ?, ?, ?, ?, ?)",
            [
                (number, one.version, _snapshot(number, one), to_us(one.at), one.actor, one.reason)
                for one in versions
            ],
        )
        self._all("INSERT INTO documents (n, revision) VALUES (?, ?)", (number * 2 + 1, self._revision))

    def bring_audit(self, event: AuditEvent) -> None:
        self._all(
            "INSERT INTO audit VALUES (?, ?, ?, ?, ?, ?, ?)",
            (
                event.id, to_us(event.at), event.actor, event.action, event.target, event.reason,
                dump(event.detail),
            ),
        )  # fmt: skip

    def bring_job(self, job: Job) -> None:
        self._all(
            f"INSERT INTO jobs ({_JOB}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (
                job.id, job.task, job.target, job.state, job.tries, to_us(job.created_at), to_us(job.due_at),
                dump(job.detail), job.error,
            ),
        )  # fmt: skip


def _snapshot(number: int, version: MemoryVersion) -> str:
    then = replace(version.memory, version=version.version)
    return dump([number, *memory_row(then), then.access_count, None])
