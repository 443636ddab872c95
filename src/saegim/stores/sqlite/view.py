"""Reading one user's file."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from saegim.models import (
    AuditEvent,
    Link,
    Memory,
    MemoryVersion,
    Message,
    Session,
    Stats,
    Summary,
    Trace,
    Turn,
    TurnFilters,
)
from saegim.stores.sqlite.index import IndexView
from saegim.stores.sqlite.moving import MovingView
from saegim.stores.sqlite.reader import MAX_VARIABLES, among
from saegim.stores.sqlite.rows import Rows, fingerprint, to_us


class SqliteView(MovingView, IndexView):
    """A snapshot: the caller has begun a transaction on the connection."""

    # Sessions and turns.

    def identity(self) -> str:
        return str(self._value("SELECT value FROM meta WHERE key = 'identity'"))

    def session(self, session_id: str) -> Session | None:
        row = self._one(f"SELECT {Rows.SESSION} FROM sessions WHERE id = ?", (session_id,))
        return None if row is None else self._rows.session(row)

    def sessions(self, *, persona: str | None, limit: int, offset: int) -> list[Session]:
        where, values = ("WHERE persona = ?", [persona]) if persona is not None else ("", [])
        rows = self._all(
            f"SELECT {Rows.SESSION} FROM sessions {where} ORDER BY last_at DESC, n DESC LIMIT ? OFFSET ?",
            [*values, limit, offset],
        )
        return [self._rows.session(row) for row in rows]

    def session_at(self, persona: str | None, at: datetime, idle_s: float) -> Session | None:
        us, idle = to_us(at), int(idle_s * 1_000_000)
        # One that had begun by then goes before one that only began soon after. Asked one after the other,
        # both follow the index; in one question they had to be sorted, which took five times as long.
        for begun, values in (
            ("started_at <= ?3", (persona, us - idle, us)),
            ("started_at > ?3 AND started_at <= ?4", (persona, us - idle, us, us + idle)),
        ):
            row = self._one(
                f"""SELECT {Rows.SESSION} FROM sessions
                    WHERE persona IS ?1 AND last_at >= ?2 AND (ended_at IS NULL OR ended_at > ?3) AND {begun}
                    ORDER BY last_at DESC, n DESC LIMIT 1""",
                values,
            )
            if row is not None:
                return self._rows.session(row)
        return None

    def idle_sessions(self, last_before: datetime) -> list[Session]:
        rows = self._all(
            f"SELECT {Rows.SESSION} FROM sessions WHERE ended_at IS NULL AND last_at < ? ORDER BY last_at",
            (to_us(last_before),),
        )
        return [self._rows.session(row) for row in rows]

    def turn(self, turn_id: str) -> Turn | None:
        found = self._turns("WHERE t.id = ?", [turn_id])
        return found[0] if found else None

    def turns_by_id(self, turn_ids: Sequence[str]) -> dict[str, Turn]:
        found: dict[str, Turn] = {}
        for start in range(0, len(turn_ids), MAX_VARIABLES):
            marks, ids = among(turn_ids[start : start + MAX_VARIABLES])
            found |= {turn.id: turn for turn in self._turns(f"WHERE t.id IN ({marks})", ids)}
        return found

    def turns(self, filters: TurnFilters, limit: int, offset: int) -> list[Turn]:
        where, values = _turn_conditions(filters)
        order = "t.at, t.n" if filters.oldest_first else "t.at DESC, t.n DESC"
        return self._turns(f"{where} ORDER BY {order} LIMIT ? OFFSET ?", [*values, limit, offset])

    def count_turns(self, filters: TurnFilters) -> int:
        where, values = _turn_conditions(filters)
        return int(
            self._value(f"SELECT count(*) FROM turns t JOIN sessions s ON s.n = t.session {where}", values)
        )

    def turn_numbers(self, turn_ids: Sequence[str]) -> dict[str, int]:
        return dict(self._in("SELECT id, n FROM turns WHERE id IN (?)", turn_ids))

    def turn_numbered(self, number: int) -> Turn | None:
        found = self._turns("WHERE t.n = ?", [number])
        return found[0] if found else None

    def _turns(self, tail: str, values: Sequence[Any]) -> list[Turn]:
        rows = self._all(f"SELECT {Rows.TURN} FROM turns t JOIN sessions s ON s.n = t.session {tail}", values)
        said: dict[str, list[Message]] = {row[1]: [] for row in rows}
        for row in self._in(
            f"SELECT {Rows.MESSAGE} FROM {Rows.MESSAGE_FROM} WHERE m.turn IN (?) ORDER BY m.n",
            [row[0] for row in rows],
        ):
            said[row[2]].append(self._rows.message(row))
        return [self._rows.turn(row, said[row[1]]) for row in rows]

    # Memories.

    def memory(self, memory_id: str) -> Memory | None:
        row = self._one(f"SELECT {Rows.MEMORY} FROM memories WHERE id = ?", (memory_id,))
        return None if row is None else self._rows.memory(row)

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
        # The plus keeps SQLite from walking all active memories in order of time where a fingerprint, a key,
        # a tag or a pin leads straight to the few.
        plus = "+" if plain is not None or key is not None or tag is not None or pinned else ""
        conditions = [f"{plus}state IN ({','.join('?' * len(states))})"]
        values: list[Any] = [*states]

        def need(condition: str, *more: Any) -> None:
            conditions.append(condition)
            values.extend(more)

        if persona is not None:
            need("(persona IS NULL OR persona = ?)", persona)
        if kind is not None:
            need("kind = ?", kind)
        if tag is not None:
            need("n IN (SELECT memory FROM memory_tags WHERE tag = ?)", tag)
        if key is not None:
            need("key = ?", key)
        if value is not None:
            need("value = ?", value)
        if subject is not None:
            need("subject = ?", subject)
        if plain is not None:
            need("fingerprint = ?", fingerprint(plain))
        if pinned is not None:
            # Written out: with a value to be filled in, the index of what is pinned would not serve.
            need(f"pinned = {int(pinned)}")
        if as_of is not None:
            need("valid_from <= ? AND (valid_to IS NULL OR valid_to > ?)", to_us(as_of), to_us(as_of))
        if current:
            need("valid_to IS NULL")
        if since is not None:
            need("valid_from >= ?", to_us(since))
        if until is not None:
            need("valid_from < ?", to_us(until))
        for word in says:
            need(*_says(word))
        rows = self._all(
            f"SELECT {Rows.MEMORY} FROM memories WHERE {' AND '.join(conditions)}"
            f" ORDER BY {plus}valid_from DESC, n DESC LIMIT ? OFFSET ?",
            [*values, limit, offset],
        )
        return [self._rows.memory(row) for row in rows]

    def slots(self, persona: str | None, limit: int) -> list[tuple[str | None, str, str]]:
        # The pluses keep SQLite to the index of slots: few memories have one. What is denied would read as if
        # it were so, except of a diet, which is of what is not eaten.
        return self._all(
            """SELECT subject, key, value FROM memories
               WHERE key IS NOT NULL AND value IS NOT NULL AND +state = 'active' AND valid_to IS NULL
                     AND (key = 'diet' OR origin != 'rules' OR json_extract(metadata, '$.denied') IS NOT 1)
                     AND (persona IS NULL OR ?1 IS NULL OR persona = ?1)
               ORDER BY +valid_from DESC, n DESC LIMIT ?2""",
            (persona, limit),
        )

    def versions(self, memory_id: str) -> list[MemoryVersion]:
        rows = self._all(
            """SELECT v.version, v.snapshot, v.at, v.actor, v.reason FROM memory_versions v
               JOIN memories m ON m.n = v.memory WHERE m.id = ? ORDER BY v.version""",
            (memory_id,),
        )
        return [self._rows.version(row) for row in rows]

    def audit(self, *, target: str | None, limit: int, offset: int) -> list[AuditEvent]:
        where, values = ("WHERE target = ?", [target]) if target is not None else ("", [])
        rows = self._all(
            f"SELECT n, at, actor, action, target, reason, detail FROM audit {where}"
            " ORDER BY n DESC LIMIT ? OFFSET ?",
            [*values, limit, offset],
        )
        return [self._rows.audit(row) for row in rows]

    def links(self, node: str, *, relation: str | None = None) -> list[Link]:
        rows = self._all(
            """SELECT source, relation, target, weight, created_at FROM links
               WHERE (source = ?1 OR target = ?1) AND (?2 IS NULL OR relation = ?2)
               ORDER BY created_at, source, target""",
            (node, relation),
        )
        return [self._rows.link(row) for row in rows]

    def has_links(self) -> bool:
        return bool(self._value("SELECT EXISTS (SELECT 1 FROM links)"))

    def latest_summary(self, persona: str | None) -> Summary | None:
        found = self.summaries(persona=persona, limit=1, offset=0)
        return found[0] if found else None

    def summaries(self, *, persona: str | None, limit: int, offset: int) -> list[Summary]:
        rows = self._all(
            f"SELECT {Rows.SUMMARY} FROM summaries WHERE persona IS ?"
            " ORDER BY at DESC, n DESC LIMIT ? OFFSET ?",
            (persona, limit, offset),
        )
        return [self._rows.summary(row) for row in rows]

    def summary(self, summary_id: str) -> Summary | None:
        row = self._one(f"SELECT {Rows.SUMMARY} FROM summaries WHERE id = ?", (summary_id,))
        return None if row is None else self._rows.summary(row)

    def summary_numbers(self, summary_ids: Sequence[str]) -> dict[str, int]:
        return dict(self._in("SELECT id, n FROM summaries WHERE id IN (?)", summary_ids))

    def first_summarised(self, summary: Summary) -> str | None:
        found: str | None = self._value(
            """SELECT id FROM (
                   SELECT t.id, t.at, t.n FROM turns t, (SELECT at, n FROM turns WHERE id = ?1) last
                   WHERE t.persona IS ?2 AND (t.at, t.n) <= (last.at, last.n)
                   ORDER BY t.at DESC, t.n DESC LIMIT ?3
               ) ORDER BY at, n LIMIT 1""",
            (summary.through_turn, summary.persona, summary.summarized_turns),
        )
        return found

    def trace(self, trace_id: str) -> Trace | None:
        row = self._one("SELECT id, at, query, persona, detail FROM traces WHERE id = ?", (trace_id,))
        return None if row is None else self._rows.trace(row)

    def traces(self, *, persona: str | None, limit: int, offset: int) -> list[Trace]:
        where, values = ("WHERE persona = ?", [persona]) if persona is not None else ("", [])
        rows = self._all(
            f"SELECT id, at, query, persona, detail FROM traces {where} ORDER BY n DESC LIMIT ? OFFSET ?",
            [*values, limit, offset],
        )
        return [self._rows.trace(row) for row in rows]

    def note(self, key: str) -> str | None:
        value = self._value("SELECT value FROM notes WHERE key = ?", (key,))
        return None if value is None else str(value)

    def stats(self, analyser: int, space: int) -> Stats:
        def counted(sql: str) -> dict[str, int]:
            return {str(name): int(count) for name, count in self._all(sql)}

        turns, first, last, average, cached = self._one(
            "SELECT count(*), min(at), max(at), avg(processing_time), avg(cached) FROM turns"
        )
        return Stats(
            turns=turns,
            messages=self._value("SELECT count(*) FROM messages"),
            sessions=self._value("SELECT count(*) FROM sessions"),
            memories=self._value("SELECT count(*) FROM memories WHERE state = 'active'"),
            summaries=self._value("SELECT count(*) FROM summaries"),
            first_turn_at=self._rows.time_or_none(first),
            last_turn_at=self._rows.time_or_none(last),
            by_emotion=counted(
                "SELECT emotion, count(*) FROM turns WHERE emotion IS NOT NULL GROUP BY 1 ORDER BY 2 DESC, 1"
            ),
            by_intent=counted(
                "SELECT intent, count(*) FROM turns WHERE intent IS NOT NULL GROUP BY 1 ORDER BY 2 DESC, 1"
            ),
            by_day=self._count_days(),
            by_kind=counted(
                "SELECT kind, count(*) FROM memories WHERE state = 'active' GROUP BY 1 ORDER BY 2 DESC, 1"
            ),
            average_processing_time_s=average,
            cache_rate=cached,
            bytes_on_disk=self._size_on_disk,
            not_indexed=self.count_unindexed(analyser),
            not_embedded=self.count_unembedded(space),
        )

    def _count_days(self) -> dict[str, int]:
        # Every zone is a whole number of quarter hours from UTC, so each quarter lies within one day,
        # on either side of a change to summer time.
        quarter = 900_000_000
        days: dict[str, int] = {}
        for number, count in self._all(f"SELECT at / {quarter}, count(*) FROM turns GROUP BY 1 ORDER BY 1"):
            day = self._rows.time(number * quarter).date().isoformat()
            days[day] = days.get(day, 0) + count
        return days


def _says(word: Sequence[str]) -> tuple[Any, ...]:
    """A condition on a memory, with its values: the word as typed is in it, or all of its terms are."""
    typed, *terms = word
    kept = " AND ".join("instr(' ' || d.terms || ' ', ' ' || ? || ' ')" for _ in terms) or "0"
    found = f"EXISTS (SELECT 1 FROM documents d WHERE d.n = 2 * memories.n + 1 AND {kept})"
    return f"(instr(lower(content), lower(?)) OR {found})", typed, *terms


def _turn_conditions(filters: TurnFilters) -> tuple[str, list[Any]]:
    conditions: list[str] = []
    values: list[Any] = []
    for condition, value in (
        ("t.persona = ?", filters.persona),
        ("s.id = ?", filters.session_id),
        ("t.emotion = ?", filters.emotion),
        ("t.intent = ?", filters.intent),
        ("t.at >= ?", None if filters.since is None else to_us(filters.since)),
        ("t.at < ?", None if filters.until is None else to_us(filters.until)),
    ):
        if value is not None:
            conditions.append(condition)
            values.append(value)
    return ("WHERE " + " AND ".join(conditions) if conditions else ""), values
