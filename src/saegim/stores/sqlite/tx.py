"""Writing one user's file, inside one transaction."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from typing import TYPE_CHECKING, Any

import apsw

from saegim.models import JsonObject, Link, Memory, Session, Summary, Trace, Turn
from saegim.protocols import DocumentText, IndexedText
from saegim.stores.sqlite.index import TEXT_REVISION
from saegim.stores.sqlite.moving import MovingTx
from saegim.stores.sqlite.rows import Rows, dump, fingerprint, memory_row, to_us
from saegim.stores.sqlite.tending import TendingTx
from saegim.stores.sqlite.view import SqliteView

if TYPE_CHECKING:
    from saegim.protocols import Vectors


class SqliteTx(SqliteView, MovingTx, TendingTx):
    """A view that may write. `now` dates audit events and versions."""

    def __init__(self, connection: apsw.Connection, rows: Rows, size_on_disk: int, now_us: int) -> None:
        super().__init__(connection, rows, size_on_disk)
        self._now_us = now_us
        self._revision = self.revision() + 1
        self._run("UPDATE meta SET value = ? WHERE key = 'revision'", (self._revision,))

    def _run(self, sql: str, values: Sequence[Any] = ()) -> None:
        self._connection.execute(sql, values)

    def _many(self, sql: str, rows: Sequence[Sequence[Any]]) -> None:
        self._connection.executemany(sql, rows)

    # Sessions and turns.

    def put_session(self, session: Session) -> None:
        self._run(
            """INSERT INTO sessions (id, persona, started_at, last_at, ended_at, turn_count)
               VALUES (?1, ?2, ?3, ?4, ?5, ?6)
               ON CONFLICT (id) DO UPDATE
               SET started_at = ?3, last_at = ?4, ended_at = ?5, turn_count = ?6""",
            (
                session.id,
                session.persona,
                to_us(session.started_at),
                to_us(session.last_at),
                None if session.ended_at is None else to_us(session.ended_at),
                session.turn_count,
            ),
        )

    def delete_session(self, session_id: str) -> None:
        """Remove the session and every turn in it."""
        n = self._value("SELECT n FROM sessions WHERE id = ?", (session_id,))
        for (turn_id,) in self._all("SELECT id FROM turns WHERE session = ?", (n,)):
            self.delete_turn(turn_id)
        self._run("DELETE FROM sessions WHERE n = ?", (n,))

    def add_turns(self, turns: Sequence[Turn]) -> list[int]:
        sessions: dict[str, tuple[int, int | None]] = {}
        documents: list[int] = []
        for turn in turns:
            number, previous = sessions.get(turn.session_id) or self._session_end(turn.session_id)
            n = self._insert_turn(turn, number)
            for message in turn.messages:
                self._run(
                    """INSERT INTO messages (id, turn, session, role, name, content, at, metadata)
                       VALUES (?, ?, ?, ?, ?, ?, ?, ?)""",
                    (
                        message.id,
                        n,
                        number,
                        message.role,
                        message.name,
                        message.content,
                        to_us(message.at),
                        dump(message.metadata),
                    ),
                )
                document = self._connection.last_insert_rowid() * 2
                self._run(
                    "INSERT INTO documents (n, previous, revision) VALUES (?, ?, ?)",
                    (document, previous, self._revision),
                )
                documents.append(document)
                previous = document
            sessions[turn.session_id] = (number, previous)
        return documents

    def _session_end(self, session_id: str) -> tuple[int, int | None]:
        n, last = self._one(
            "SELECT s.n, (SELECT max(n) FROM messages WHERE session = s.n) FROM sessions s WHERE id = ?",
            (session_id,),
        )
        return n, None if last is None else last * 2

    def _insert_turn(self, turn: Turn, session: int) -> int:
        known = turn.metadata
        emotion, intent = known.get("emotion"), known.get("intent")
        seconds, cached = known.get("processing_time"), known.get("cached")
        self._run(
            """INSERT INTO turns
               (id, session, persona, at, emotion, intent, processing_time, cached, metadata)
               VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)""",
            (
                turn.id,
                session,
                turn.persona,
                to_us(turn.at),
                emotion if isinstance(emotion, str) else None,
                intent if isinstance(intent, str) else None,
                seconds if isinstance(seconds, int | float) else None,
                int(cached) if isinstance(cached, bool) else None,
                dump(turn.metadata),
            ),
        )
        return self._connection.last_insert_rowid()

    def delete_turn(self, turn_id: str) -> bool:
        row = self._one("SELECT n, session FROM turns WHERE id = ?", (turn_id,))
        if row is None:
            return False
        n, session = row
        # A context's trace holds the message it was made for: it goes with the turn.
        self._run("DELETE FROM traces WHERE query IN (SELECT content FROM messages WHERE turn = ?)", (n,))
        for (message,) in self._all("SELECT n FROM messages WHERE turn = ?", (n,)):
            self._remove_document(message * 2)
            # What came after now follows what came before.
            self._run(
                """UPDATE documents SET revision = ?1, previous =
                       (SELECT 2 * max(n) FROM messages WHERE session = ?2 AND n < ?3)
                   WHERE n = (SELECT 2 * min(n) FROM messages WHERE session = ?2 AND n > ?3)""",
                (self._revision, session, message),
            )
            self._run("DELETE FROM messages WHERE n = ?", (message,))
        self._run("DELETE FROM turns WHERE n = ?", (n,))
        # What it was still to teach it teaches no more.
        self._run("DELETE FROM jobs WHERE target = ?", (turn_id,))
        # How someone was spoken of stays; what was said goes.
        self._run("UPDATE sentiment SET context = '' WHERE turn = ?", (turn_id,))
        self._run("UPDATE sessions SET turn_count = turn_count - 1 WHERE n = ?", (session,))
        return True

    def clear(self) -> int:
        turns = int(self._value("SELECT count(*) FROM turns"))
        self._run(
            "INSERT OR REPLACE INTO removed (n, revision) SELECT n, ? FROM documents", (self._revision,)
        )
        for table in (
            "messages", "turns", "sessions", "memory_tags", "memory_versions", "memories", "links",
            "summaries", "traces", "notes", "vectors", "documents", "jobs", "candidates", "entity_names",
            "entities", "sentiment", "undoable", "runs",
        ):  # fmt: skip
            self._run(f"DELETE FROM {table}")
        return turns

    # Memories.

    def put_memory(self, memory: Memory, *, actor: str, action: str, reason: str) -> int:
        before = self._one(f"SELECT {Rows.MEMORY} FROM memories WHERE id = ?", (memory.id,))
        version = 1 if before is None else self._rows.memory(before).version + 1
        row = memory_row(replace(memory, version=version))
        columns = Rows.MEMORY.replace("n, ", "", 1).replace(", access_count, last_accessed_at", "")
        if before is None:
            self._run(f"INSERT INTO memories ({columns}) VALUES ({','.join('?' * len(row))})", row)
            n = self._connection.last_insert_rowid()
        else:
            n = before[0]
            self._run(
                f"UPDATE memories SET ({columns}) = ({','.join('?' * len(row))}) WHERE n = ?", (*row, n)
            )
            self._run("DELETE FROM memory_tags WHERE memory = ?", (n,))
        self._run("UPDATE memories SET fingerprint = ? WHERE n = ?", (fingerprint(memory.plain), n))
        self._many("INSERT INTO memory_tags VALUES (?, ?)", [(tag, n) for tag in set(memory.tags)])
        snapshot = dump([n, *row, memory.access_count, None])
        self._run(
            "INSERT INTO memory_versions VALUES (?, ?, ?, ?, ?, ?)",
            (n, version, snapshot, self._now_us, actor, reason),
        )
        self.add_audit(actor, action, memory.id, reason, {"version": version})
        self._put_memory_document(n, changed=before is None or before[3] != memory.content)
        return n * 2 + 1

    def _put_memory_document(self, n: int, *, changed: bool) -> None:
        document = n * 2 + 1
        if not changed:
            self._run("UPDATE documents SET revision = ? WHERE n = ?", (self._revision, document))
            return
        self._run("DELETE FROM vectors WHERE n = ?", (document,))
        self._run("INSERT OR REPLACE INTO documents (n, revision) VALUES (?, ?)", (document, self._revision))

    def delete_memory(self, memory_id: str, *, actor: str, reason: str) -> bool:
        n = self._value("SELECT n FROM memories WHERE id = ?", (memory_id,))
        if n is None:
            return False
        self._remove_document(n * 2 + 1)
        self._run("DELETE FROM memory_tags WHERE memory = ?", (n,))
        self._run("DELETE FROM memory_versions WHERE memory = ?", (n,))
        self._run("DELETE FROM links WHERE source = ?1 OR target = ?1", (memory_id,))
        self._run("DELETE FROM memories WHERE n = ?", (n,))
        self.add_audit(actor, "delete", memory_id, reason, {})
        return True

    def add_audit(self, actor: str, action: str, target: str, reason: str, detail: JsonObject) -> None:
        self._run(
            "INSERT INTO audit (at, actor, action, target, reason, detail) VALUES (?, ?, ?, ?, ?, ?)",
            (self._now_us, actor, action, target, reason, dump(detail)),
        )

    def touch(self, documents: Sequence[int], at: datetime) -> None:
        us = to_us(at)
        self._many(
            """UPDATE memories SET access_count = access_count + 1,
                                   last_accessed_at = max(coalesce(last_accessed_at, 0), ?) WHERE n = ?""",
            [(us, n // 2) for n in documents if n % 2 == 1],
        )
        self._many(
            "UPDATE documents SET revision = ? WHERE n = ?",
            [(self._revision, n) for n in documents if n % 2 == 1],
        )

    def put_link(self, link: Link) -> None:
        self._run(
            "INSERT OR REPLACE INTO links VALUES (?, ?, ?, ?, ?)",
            (link.source, link.relation, link.target, link.weight, to_us(link.created_at)),
        )

    def put_summary(self, summary: Summary) -> None:
        self._run(
            f"INSERT INTO summaries ({Rows.SUMMARY}) VALUES (?, ?, ?, ?, ?, ?, ?)",
            (
                summary.id,
                summary.persona,
                summary.session_id,
                summary.content,
                to_us(summary.at),
                summary.summarized_turns,
                summary.through_turn,
            ),
        )

    def add_trace(self, trace: Trace, keep: int) -> None:
        self._run(
            "INSERT INTO traces (id, at, query, persona, detail) VALUES (?, ?, ?, ?, ?)",
            (trace.id, to_us(trace.at), trace.query, trace.persona, dump(trace.detail)),
        )
        self._run("DELETE FROM traces WHERE n <= (SELECT max(n) FROM traces) - ?", (keep,))

    def put_note(self, key: str, value: str | None) -> None:
        if value is None:
            self._run("DELETE FROM notes WHERE key = ?", (key,))
        else:
            self._run("INSERT OR REPLACE INTO notes VALUES (?, ?)", (key, value))

    # The index.

    def ensure_analyser(self, name: str) -> int:
        found = self.analyser_id(name)
        if found is None:
            self._run("INSERT INTO analysers (name) VALUES (?)", (name,))
            found = self._connection.last_insert_rowid()
        return found

    def ensure_space(self, name: str) -> int:
        found = self.space_id(name)
        if found is None:
            self._run("INSERT INTO spaces (name) VALUES (?)", (name,))
            found = self._connection.last_insert_rowid()
        return found

    def put_words(self, analyser: int, texts: Sequence[IndexedText]) -> None:
        current = self._unchanged(texts)
        texts = [text for text in texts if text.id in current]
        # `has_time` was named when a time was all that was noted; it keeps everything a text holds.
        self._many(
            """UPDATE documents
               SET analyser = ?, question = ?, has_time = ?, terms = ?, grams = ?, revision = ?
               WHERE n = ?""",
            [
                (
                    analyser,
                    int(text.is_question),
                    int(text.holds),
                    " ".join(text.terms),
                    " ".join(text.grams),
                    self._revision,
                    text.id,
                )
                for text in texts
            ],
        )

    def put_vectors(self, space: int, texts: Sequence[DocumentText], vectors: Vectors) -> None:
        current = self._unchanged(texts)
        pairs = [(t.id, v) for t, v in zip(texts, vectors, strict=True) if t.id in current]
        self._many(
            "INSERT OR REPLACE INTO vectors VALUES (?, ?, ?)",
            [(n, space, vector.tobytes()) for n, vector in pairs],
        )
        self._many(
            "UPDATE documents SET space = ?, revision = ? WHERE n = ?",
            [(space, self._revision, n) for n, _ in pairs],
        )

    def _unchanged(self, texts: Sequence[DocumentText] | Sequence[IndexedText]) -> set[int]:
        """Those whose document still is as it was read; the others were revised or removed meanwhile."""
        rows = self._in(f"SELECT d.n, {TEXT_REVISION} WHERE d.n IN (?)", [text.id for text in texts])
        revisions = dict(rows)
        return {text.id for text in texts if revisions.get(text.id) == text.revision}

    def reset_index(self) -> None:
        self._run("UPDATE documents SET analyser = 0, space = 0, revision = ?", (self._revision,))

    def _remove_document(self, document: int) -> None:
        self._run("DELETE FROM vectors WHERE n = ?", (document,))
        self._run("DELETE FROM documents WHERE n = ?", (document,))
        self._run("INSERT OR REPLACE INTO removed VALUES (?, ?)", (document, self._revision))
