"""Reading the index of one user's file: documents, their words and vectors, and what still lacks them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from saegim.models import Memory, Message, fold_name
from saegim.protocols import DocumentChanges, DocumentRow, DocumentText
from saegim.stores.sqlite.reader import Reader
from saegim.stores.sqlite.rows import Rows

# What is said never changes, a memory does with its version. The document's own revision would not do: it
# moves with words and accesses too, and would throw away the work of a slow embedder.
TEXT_REVISION = """coalesce(k.version, 0) FROM documents d
    LEFT JOIN memories k ON d.n % 2 = 1 AND k.n = d.n / 2"""


class IndexView(Reader):
    """The part of a snapshot that searching and indexing look at."""

    def revision(self) -> int:
        return int(self._value("SELECT value FROM meta WHERE key = 'revision'"))

    def analyser_id(self, name: str) -> int | None:
        found = self._value("SELECT n FROM analysers WHERE name = ?", (name,))
        return None if found is None else int(found)

    def space_id(self, name: str) -> int | None:
        found = self._value("SELECT n FROM spaces WHERE name = ?", (name,))
        return None if found is None else int(found)

    def document_count(self) -> int:
        return int(self._value("SELECT count(*) FROM documents"))

    def changes(self, since: int) -> DocumentChanges:
        # The plus keeps SQLite from walking all documents in order for the few that changed.
        plus = "+" if since else ""
        # Columns in the order of DocumentRow.
        rows = self._all(
            f"""SELECT d.n, 'message', m.at, NULL, m.at, m.session, d.previous, t.persona, m.role, m.name,
                      0, 'active', 0.5, NULL, d.question, d.has_time, d.analyser > 0
               FROM documents d JOIN messages m ON m.n = d.n / 2 JOIN turns t ON t.n = m.turn
               WHERE d.revision > ? AND d.n % 2 = 0 ORDER BY {plus}d.n""",
            (since,),
        )
        rows += self._all(
            """SELECT d.n, 'memory', m.valid_from, m.valid_to, m.created_at, -1, NULL, m.persona, m.kind,
                      m.subject, m.pinned, m.state, m.importance, m.last_accessed_at,
                      d.question, d.has_time, d.analyser > 0
               FROM documents d JOIN memories m ON m.n = d.n / 2
               WHERE d.revision > ? AND d.n % 2 = 1""",
            (since,),
        )
        removed = self._all("SELECT n FROM removed WHERE revision > ?", (since,))
        return DocumentChanges(self.revision(), [DocumentRow(*row) for row in rows], [n for (n,) in removed])

    def vectors(self, space: int, since: int) -> list[tuple[int, bytes]]:
        return self._all(
            """SELECT v.n, v.vector FROM documents d JOIN vectors v ON v.n = d.n
               WHERE d.revision > ?1 AND v.space = ?2""",
            (since, space),
        )

    def words(self, since: int) -> list[tuple[int, str, str]]:
        # A message without words never had any; a memory may have lost those of its former content.
        return self._all(
            """SELECT n, terms, grams FROM documents
               WHERE revision > ? AND (n % 2 = 1 OR terms != '' OR grams != '')""",
            (since,),
        )

    def vectors_of(self, space: int, documents: Sequence[int]) -> list[tuple[int, bytes]]:
        return self._in(f"SELECT n, vector FROM vectors WHERE space = {int(space)} AND n IN (?)", documents)

    def messages_of(self, documents: Sequence[int]) -> dict[int, Message]:
        rows = self._in(
            f"SELECT {Rows.MESSAGE} FROM {Rows.MESSAGE_FROM} WHERE m.n IN (?)",
            [n // 2 for n in documents if n % 2 == 0],
        )
        return {row[0] * 2: self._rows.message(row) for row in rows}

    def memories_of(self, documents: Sequence[int]) -> dict[int, Memory]:
        rows = self._in(
            f"SELECT {Rows.MEMORY} FROM memories WHERE n IN (?)", [n // 2 for n in documents if n % 2 == 1]
        )
        return {row[0] * 2 + 1: self._rows.memory(row) for row in rows}

    def documents_about(self, *, kinds: Sequence[str], tags: Sequence[str], entity: str | None) -> list[int]:
        sql, values = "SELECT 2 * n + 1 FROM memories WHERE 1", list[Any]()
        if kinds:
            sql += f" AND kind IN ({','.join('?' * len(kinds))})"
            values += kinds
        for tag in tags:
            sql += " AND n IN (SELECT memory FROM memory_tags WHERE tag = ?)"
            values.append(tag)
        if entity is not None:
            sql += (
                " AND (subject = ? OR id IN"
                " (SELECT source FROM links WHERE relation = 'about' AND target = ?)"
                " OR id IN (SELECT l.source FROM entity_names f JOIN entities e ON e.n = f.entity"
                " JOIN links l ON l.target = e.id AND l.relation = 'about' WHERE f.folded = ?))"
            )
            values += [entity, entity, fold_name(entity)]
        return [n for (n,) in self._all(sql, values)]

    def document_of(self, memory_id: str) -> int | None:
        n = self._value("SELECT n FROM memories WHERE id = ?", (memory_id,))
        return None if n is None else int(n) * 2 + 1

    def unindexed(self, analyser: int, limit: int) -> list[DocumentText]:
        return self._texts("d.analyser < ?1 OR d.analyser > ?1", analyser, limit)

    def unembedded(self, space: int, limit: int) -> list[DocumentText]:
        return self._texts("d.space < ?1 OR d.space > ?1", space, limit)

    def unindexed_of(self, documents: Sequence[int]) -> list[DocumentText]:
        among = ",".join(str(int(n)) for n in documents) or "NULL"
        return self._texts(f"d.analyser = ?1 AND d.n IN ({among})", 0, len(documents))

    def count_unindexed(self, analyser: int) -> int:
        return int(
            self._value("SELECT count(*) FROM documents WHERE analyser < ?1 OR analyser > ?1", (analyser,))
        )

    def count_unembedded(self, space: int) -> int:
        return int(self._value("SELECT count(*) FROM documents WHERE space < ?1 OR space > ?1", (space,)))

    def _texts(self, condition: str, value: int, limit: int) -> list[DocumentText]:
        rows = self._all(
            f"""SELECT d.n, coalesce(m.content, k.content), m.name, {TEXT_REVISION}
                LEFT JOIN messages m ON d.n % 2 = 0 AND m.n = d.n / 2
                WHERE {condition} LIMIT ?2""",
            (value, limit),
        )
        return [
            DocumentText(n, "memory" if n % 2 else "message", text, name, revision)
            for n, text, name, revision in rows
        ]
