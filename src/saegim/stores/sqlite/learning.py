"""Jobs, candidates and calls of a language model in one user's file."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from saegim.models import Candidate, Job, JsonObject, ModelCall
from saegim.stores.sqlite.reader import Reader
from saegim.stores.sqlite.rows import Row, dump, fingerprint, load, to_us

_JOB = "n, task, target, state, tries, created_at, due_at, detail, error"
_CANDIDATE = (
    "id, kind, content, persona, at, factors, score, verdict, reason, origin, created_at, updated_at,"
    " subject, key, value, seen, source_turns, memory_id, metadata"
)
_CALL = "at, model, purpose, outcome, seconds, input_tokens, output_tokens, cost"


class LearningView(Reader):
    """Reading them."""

    def jobs(self, *, state: str | None, limit: int, offset: int) -> list[Job]:
        rows = self._all(
            f"SELECT {_JOB} FROM jobs WHERE ?1 IS NULL OR state = ?1 ORDER BY n LIMIT ?2 OFFSET ?3",
            (state, limit, offset),
        )
        return [self._job(row) for row in rows]

    def due_jobs(self, tasks: Sequence[str], now: datetime, limit: int) -> list[Job]:
        rows = self._all(
            f"""SELECT {_JOB} FROM jobs WHERE state = 'pending' AND task IN ({_marks(tasks)})
                AND due_at <= ? ORDER BY n LIMIT ?""",
            (*tasks, to_us(now), limit),
        )
        return [self._job(row) for row in rows]

    def next_due(self, tasks: Sequence[str]) -> datetime | None:
        return self._rows.time_or_none(
            self._value(
                f"SELECT min(due_at) FROM jobs WHERE state = 'pending' AND task IN ({_marks(tasks)})", tasks
            )
        )

    def count_jobs(self) -> dict[str, int]:
        return dict(self._all("SELECT state, count(*) FROM jobs GROUP BY 1"))

    def _job(self, row: Row) -> Job:
        n, task, target, state, tries, created, due, detail, error = row
        time = self._rows.time
        return Job(n, task, target, state, tries, time(created), time(due), load(detail), error)

    def candidate(self, candidate_id: str) -> Candidate | None:
        found = self._candidates("WHERE id = ?", (candidate_id,))
        return found[0] if found else None

    def candidates(
        self, *, verdict: str | None, persona: str | None, memory_id: str | None, limit: int, offset: int
    ) -> list[Candidate]:
        conditions, values = ["1"], list[Any]()
        for condition, value in (
            ("verdict = ?", verdict),
            ("(persona IS NULL OR persona = ?)", persona),
            ("memory_id = ?", memory_id),
        ):
            if value is not None:
                conditions.append(condition)
                values.append(value)
        where = " AND ".join(conditions)
        return self._candidates(f"WHERE {where} ORDER BY n DESC LIMIT ? OFFSET ?", [*values, limit, offset])

    def candidate_saying(self, says: str) -> Candidate | None:
        found = self._candidates("WHERE fingerprint = ? ORDER BY n DESC LIMIT 1", (fingerprint(says),))
        return found[0] if found else None

    def candidate_vectors(self, space: int, kind: str, limit: int) -> list[tuple[Candidate, bytes]]:
        rows = self._all(
            f"""SELECT {_CANDIDATE}, vector FROM candidates
                WHERE verdict = 'candidate' AND kind = ? AND space = ? ORDER BY n DESC LIMIT ?""",
            (kind, space, limit),
        )
        return [(self._candidate(row[:-1]), row[-1]) for row in rows]

    def _candidates(self, tail: str, values: Sequence[Any]) -> list[Candidate]:
        return [
            self._candidate(row) for row in self._all(f"SELECT {_CANDIDATE} FROM candidates {tail}", values)
        ]

    def _candidate(self, row: Row) -> Candidate:
        (id_, kind, content, persona, at, factors, score, verdict, reason, origin, created, updated,
         subject, key, value, seen, turns, memory_id, metadata) = row  # fmt: skip
        time = self._rows.time
        return Candidate(
            id_, kind, content, persona, time(at), load(factors), score, verdict, reason, origin,
            time(created), time(updated), subject, key, value, seen, tuple(load(turns)), memory_id,
            load(metadata),
        )  # fmt: skip

    def model_calls(self, *, limit: int, offset: int) -> list[ModelCall]:
        rows = self._all(f"SELECT {_CALL} FROM model_calls ORDER BY n DESC LIMIT ? OFFSET ?", (limit, offset))
        return [ModelCall(self._rows.time(row[0]), *row[1:]) for row in rows]


class LearningTx(LearningView):
    """Writing them. `_now_us` is the transaction's time."""

    _now_us: int

    def put_job(
        self, task: str, target: str, due_at: datetime, detail: JsonObject, *, move: bool = True
    ) -> None:
        self._all(
            """INSERT INTO jobs (task, target, created_at, due_at, detail) VALUES (?1, ?2, ?3, ?4, ?5)
               ON CONFLICT (task, target) DO UPDATE
               SET state = 'pending', tries = 0, due_at = ?4, detail = ?5, error = NULL
               WHERE ?6 OR state <> 'pending'""",
            (task, target, self._now_us, to_us(due_at), dump(detail), move),
        )

    def finish_job(self, job_id: int) -> bool:
        return bool(self._all("DELETE FROM jobs WHERE n = ? RETURNING 1", (job_id,)))

    def fail_job(self, job_id: int, error: str, again_at: datetime | None) -> None:
        self._all(
            "UPDATE jobs SET tries = tries + 1, error = ?, state = ?, due_at = ? WHERE n = ?",
            (
                error,
                "dead" if again_at is None else "pending",
                self._now_us if again_at is None else to_us(again_at),
                job_id,
            ),
        )

    def retry_jobs(self, job_id: int | None) -> int:
        return len(
            self._all(
                """UPDATE jobs SET state = 'pending', tries = 0, due_at = ?1
                   WHERE state = 'dead' AND (?2 IS NULL OR n = ?2) RETURNING 1""",
                (self._now_us, job_id),
            )
        )

    def put_candidate(
        self, candidate: Candidate, *, space: int | None = None, vector: bytes | None = None
    ) -> None:
        values = (
            candidate.id, candidate.kind, candidate.content, candidate.persona, to_us(candidate.at),
            dump(dict(candidate.factors)), candidate.score, candidate.verdict, candidate.reason,
            candidate.origin, to_us(candidate.created_at), to_us(candidate.updated_at), candidate.subject,
            candidate.key, candidate.value, candidate.seen, dump(candidate.source_turns),
            candidate.memory_id, dump(candidate.metadata), fingerprint(candidate.says), space, vector,
        )  # fmt: skip
        columns = f"{_CANDIDATE}, fingerprint, space, vector"
        self._all(
            f"""INSERT INTO candidates ({columns}) VALUES ({_marks(values)})
                ON CONFLICT (id) DO UPDATE SET ({columns}) = ({_marks(values)})""",
            values * 2,
        )

    def add_model_call(self, call: ModelCall) -> None:
        values = (
            to_us(call.at), call.model, call.purpose, call.outcome, call.seconds, call.input_tokens,
            call.output_tokens, call.cost,
        )  # fmt: skip
        self._all(f"INSERT INTO model_calls ({_CALL}) VALUES ({_marks(values)})", values)


def _marks(values: Sequence[Any]) -> str:
    return ",".join("?" * len(values))
