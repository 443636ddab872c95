"""Entities, sentiment, the graph, undo and runs in one user's file."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from saegim.models import Change, Entity, Link, Memory, Run, SentimentPoint, fold_name
from saegim.stores.sqlite.reader import Reader, among
from saegim.stores.sqlite.rows import Row, Rows, dump, load, to_us

_ENTITY = (
    "e.n, e.id, e.name, e.type, e.persona, e.first_seen, e.last_seen, e.count, e.platform, e.relation,"
    " e.summary, e.interests, e.notes, e.sentiment, e.trust, e.merged_into, e.metadata"
)
_WRITTEN = _ENTITY.replace("e.", "").split(", ")[1:]
# Not the id: what is not set needs no look at its index.
_PUT_ENTITY = f"""
    INSERT INTO entities ({", ".join(_WRITTEN)}) VALUES ({", ".join("?" * len(_WRITTEN))})
    ON CONFLICT (id) DO UPDATE SET {", ".join(f"{column} = excluded.{column}" for column in _WRITTEN[1:])}
    RETURNING n"""
_POINT = "entity, turn, at, name, valence, score, context"
_CHANGE = "id, at, actor, action, targets, detail, undone_at"
_RUN = (
    "id, started_by, state, started_at, until, ended_at, read, did, seconds, model_calls, tokens, cost, error"
)


class TendingView(Reader):
    """Reading them."""

    def last_memory(self) -> int:
        return int(self._value("SELECT coalesce(max(n), 0) FROM memories"))

    def memories_after(self, number: int, limit: int) -> list[tuple[int, Memory]]:
        rows = self._all(
            f"SELECT {Rows.MEMORY} FROM memories WHERE n > ? ORDER BY n LIMIT ?", (number, limit)
        )
        return [(row[0], self._rows.memory(row)) for row in rows]

    def terms_of(self, documents: Sequence[int]) -> dict[int, list[str]]:
        rows = self._in("SELECT n, terms FROM documents WHERE analyser > 0 AND n IN (?)", documents)
        return {n: terms.split() for n, terms in rows}

    def documents_of(self, memory_ids: Sequence[str]) -> dict[str, int]:
        return dict(self._in("SELECT id, 2 * n + 1 FROM memories WHERE id IN (?)", memory_ids))

    def said_terms(
        self, *, persona: str | None, since: datetime, until: datetime, limit: int
    ) -> list[tuple[str, datetime, list[str]]]:
        rows = self._all(
            """SELECT t.id, m.at, d.terms FROM turns t JOIN messages m ON m.turn = t.n
               JOIN documents d ON d.n = 2 * m.n
               WHERE t.at >= ?1 AND t.at < ?2 AND m.role = 'user' AND t.persona IS ?3
               ORDER BY t.at DESC, m.n DESC LIMIT ?4""",
            (to_us(since), to_us(until), persona, limit),
        )
        return [(turn, self._rows.time(at), terms.split()) for turn, at, terms in rows]

    # Entities.

    def entity(self, entity_id: str) -> Entity | None:
        found = self._entities("WHERE e.id = ?", (entity_id,))
        return found[0] if found else None

    def entities(
        self, *, persona: str | None, type: str | None, merged: bool, limit: int, offset: int
    ) -> list[Entity]:
        conditions, values = ["1" if merged else "e.merged_into IS NULL"], list[Any]()
        if persona is not None:
            conditions.append("(e.persona IS NULL OR e.persona = ?)")
            values.append(persona)
        if type is not None:
            conditions.append("e.type = ?")
            values.append(type)
        where = " AND ".join(conditions)
        return self._entities(
            f"WHERE {where} ORDER BY e.count DESC, e.last_seen DESC, e.n LIMIT ? OFFSET ?",
            (*values, limit, offset),
        )

    def entity_names(self, *, types: Sequence[str], persona: str | None, limit: int) -> list[tuple[str, str]]:
        marks, sorts = among(types)
        return self._all(
            f"""SELECT e.id, names.name FROM (
                    SELECT n, id, count, last_seen FROM entities
                    WHERE merged_into IS NULL AND (persona IS NULL OR persona IS ?) AND type IN ({marks})
                    ORDER BY count DESC, last_seen DESC, n LIMIT ?
                ) e JOIN entity_names names ON names.entity = e.n
                ORDER BY e.count DESC, e.last_seen DESC, e.n, names.place""",
            (persona, *sorts, limit),
        )

    def entities_named(self, folded: Sequence[str], *, persona: str | None) -> dict[str, list[Entity]]:
        rows = self._in("SELECT folded, entity FROM entity_names WHERE folded IN (?)", list(folded))
        if not rows:
            return {}
        marks, numbers = among(sorted({n for _, n in rows}))
        every = self._numbered(
            f"WHERE e.n IN ({marks}) AND e.merged_into IS NULL AND (e.persona IS NULL OR e.persona IS ?)",
            (*numbers, persona),
        )
        found: dict[str, list[Entity]] = {}
        for name, n in rows:
            if n in every:
                found.setdefault(name, []).append(every[n])
        return found

    def _entities(self, tail: str, values: Sequence[Any]) -> list[Entity]:
        return list(self._numbered(tail, values).values())

    def _numbered(self, tail: str, values: Sequence[Any]) -> dict[int, Entity]:
        rows = self._all(f"SELECT {_ENTITY} FROM entities e {tail}", values)
        names: dict[int, list[str]] = {row[0]: [] for row in rows}
        for n, name in self._in(
            "SELECT entity, name FROM entity_names WHERE entity IN (?) ORDER BY entity, place", list(names)
        ):
            names[n].append(name)
        return {row[0]: self._entity(row, names[row[0]]) for row in rows}

    def _entity(self, row: Row, names: Sequence[str]) -> Entity:
        (_, id_, name, type_, persona, first, last, count, platform, relation, summary, interests, notes,
         sentiment, trust, merged_into, metadata) = row  # fmt: skip
        time = self._rows.time
        return Entity(
            id_, name, type_, persona, time(first), time(last), count, tuple(names), platform, relation,
            summary, tuple(load(interests)), tuple(load(notes)), sentiment, trust, merged_into,
            load(metadata),
        )  # fmt: skip

    def sentiment(
        self, entity_id: str, *, since: datetime | None, limit: int, offset: int
    ) -> list[SentimentPoint]:
        rows = self._all(
            f"""SELECT {_POINT} FROM sentiment WHERE entity = ? AND at >= ?
                ORDER BY at DESC, turn DESC LIMIT ? OFFSET ?""",
            (entity_id, -(2**62) if since is None else to_us(since), limit, offset),
        )
        return [self._point(row) for row in rows]

    def entities_in(self, turn_id: str) -> list[str]:
        return [id_ for (id_,) in self._all("SELECT entity FROM sentiment WHERE turn = ?", (turn_id,))]

    def _point(self, row: Row) -> SentimentPoint:
        entity, turn, at, name, valence, score, context = row
        return SentimentPoint(entity, turn, self._rows.time(at), name, valence, score, context)

    # The graph.

    def neighbours(self, nodes: Sequence[str], limit: int) -> list[Link]:
        marks = ",".join("?" * len(nodes))
        rows = self._all(
            f"""SELECT source, relation, target, weight, created_at FROM links WHERE source IN ({marks})
                UNION SELECT source, relation, target, weight, created_at FROM links
                WHERE target IN ({marks})
                ORDER BY weight DESC, created_at DESC, source, target LIMIT ?""",
            (*nodes, *nodes, limit),
        )
        return [self._rows.link(row) for row in rows]

    def link_between(self, source: str, relation: str, target: str) -> Link | None:
        row = self._one(
            """SELECT source, relation, target, weight, created_at FROM links
               WHERE source = ? AND relation = ? AND target = ?""",
            (source, relation, target),
        )
        return None if row is None else self._rows.link(row)

    # Undo and runs.

    def change(self, change_id: str) -> Change | None:
        rows = self._all(f"SELECT {_CHANGE} FROM undoable WHERE id = ?", (change_id,))
        return self._change(rows[0]) if rows else None

    def changes_made(self, *, limit: int, offset: int) -> list[Change]:
        rows = self._all(f"SELECT {_CHANGE} FROM undoable ORDER BY n DESC LIMIT ? OFFSET ?", (limit, offset))
        return [self._change(row) for row in rows]

    def changes_since(self, change_id: str) -> list[Change]:
        rows = self._all(
            f"""SELECT {_CHANGE} FROM undoable WHERE undone_at IS NULL
                AND n > (SELECT n FROM undoable WHERE id = ?) ORDER BY n""",
            (change_id,),
        )
        return [self._change(row) for row in rows]

    def _change(self, row: Row) -> Change:
        id_, at, actor, action, targets, detail, undone = row
        return Change(
            id_, self._rows.time(at), actor, action, tuple(load(targets)), load(detail),
            self._rows.time_or_none(undone),
        )  # fmt: skip

    def run(self, run_id: str) -> Run | None:
        rows = self._all(f"SELECT {_RUN} FROM runs WHERE id = ?", (run_id,))
        return self._run_of(rows[0]) if rows else None

    def runs(self, *, state: str | None, limit: int, offset: int) -> list[Run]:
        rows = self._all(
            f"SELECT {_RUN} FROM runs WHERE ?1 IS NULL OR state = ?1 ORDER BY n DESC LIMIT ?2 OFFSET ?3",
            (state, limit, offset),
        )
        return [self._run_of(row) for row in rows]

    def _run_of(self, row: Row) -> Run:
        id_, trigger, state, started, until, ended, read, did, seconds, calls, tokens, cost, error = row
        time = self._rows.time
        return Run(
            id_, trigger, state, time(started), time(until), self._rows.time_or_none(ended), load(read),
            load(did), seconds, calls, tokens, cost, error,
        )  # fmt: skip


class TendingTx(TendingView):
    """Writing them."""

    def put_entity(self, entity: Entity) -> None:
        values = (
            entity.id, entity.name, entity.type, entity.persona, to_us(entity.first_seen_at),
            to_us(entity.last_seen_at), entity.count, entity.platform, entity.relation, entity.summary,
            dump(entity.interests), dump(entity.notes), entity.sentiment, entity.trust, entity.merged_into,
            dump(entity.metadata),
        )  # fmt: skip
        ((n,),) = self._all(_PUT_ENTITY, values)
        names = dict.fromkeys((entity.name, *entity.names))
        rows = [(fold_name(name), n, name, place) for place, name in enumerate(names)]
        columns = "folded, entity, name, place"
        # Someone is counted at every turn that names them, and hardly ever named anew.
        if self._all(f"SELECT {columns} FROM entity_names WHERE entity = ? ORDER BY place", (n,)) == rows:
            return
        self._all("DELETE FROM entity_names WHERE entity = ?", (n,))
        for row in rows:
            self._all(f"INSERT OR IGNORE INTO entity_names ({columns}) VALUES (?, ?, ?, ?)", row)

    def delete_entity(self, entity_id: str) -> bool:
        n = self._value("SELECT n FROM entities WHERE id = ?", (entity_id,))
        if n is None:
            return False
        self._all("DELETE FROM entity_names WHERE entity = ?", (n,))
        self._all("DELETE FROM sentiment WHERE entity = ?", (entity_id,))
        self._all("DELETE FROM links WHERE source = ?1 OR target = ?1", (entity_id,))
        self._all("DELETE FROM entities WHERE n = ?", (n,))
        return True

    def put_point(self, point: SentimentPoint) -> None:
        self._all(
            f"INSERT OR REPLACE INTO sentiment ({_POINT}) VALUES (?, ?, ?, ?, ?, ?, ?)",
            (
                point.entity_id, point.turn_id, to_us(point.at), point.name, point.valence, point.score,
                point.context,
            ),
        )  # fmt: skip

    def move_points(self, source: str, target: str, turns: Sequence[str] | None) -> list[str]:
        moved: list[str] = []
        every = [
            turn
            for (turn,) in self._all("SELECT turn FROM sentiment WHERE entity = ? ORDER BY at", (source,))
        ]
        for turn in every if turns is None else [turn for turn in every if turn in set(turns)]:
            if self._all(
                "UPDATE OR IGNORE sentiment SET entity = ? WHERE entity = ? AND turn = ? RETURNING 1",
                (target, source, turn),
            ):
                moved.append(turn)
        return moved

    def delete_link(self, source: str, relation: str, target: str) -> bool:
        return bool(
            self._all(
                "DELETE FROM links WHERE source = ? AND relation = ? AND target = ? RETURNING 1",
                (source, relation, target),
            )
        )

    def set_access(self, memory_id: str, count: int, last: datetime | None) -> None:
        self._all(
            "UPDATE memories SET access_count = ?, last_accessed_at = ? WHERE id = ?",
            (count, None if last is None else to_us(last), memory_id),
        )

    def put_change(self, change: Change) -> None:
        undone = None if change.undone_at is None else to_us(change.undone_at)
        self._all(
            f"""INSERT INTO undoable ({_CHANGE}) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
                ON CONFLICT (id) DO UPDATE SET detail = ?6, undone_at = ?7""",
            (
                change.id, to_us(change.at), change.actor, change.action, dump(change.targets),
                dump(change.detail), undone,
            ),
        )  # fmt: skip

    def put_run(self, run: Run, *, keep: int) -> None:
        values = (
            run.id, run.trigger, run.state, to_us(run.started_at), to_us(run.until),
            None if run.ended_at is None else to_us(run.ended_at), dump(dict(run.read)), dump(dict(run.did)),
            run.seconds, run.model_calls, run.tokens, run.cost, run.error,
        )  # fmt: skip
        marks = ",".join("?" * len(values))
        self._all(
            f"""INSERT INTO runs ({_RUN}) VALUES ({marks})
                ON CONFLICT (id) DO UPDATE SET ({_RUN}) = ({marks})""",
            values * 2,
        )
        self._all("DELETE FROM runs WHERE n <= (SELECT max(n) FROM runs) - ?", (keep,))
