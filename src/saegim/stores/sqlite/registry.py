"""The registry file: users, wrapped keys, personas, who has work due, and the keys people come with."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

import apsw

from saegim.models import Persona
from saegim.protocols import AccessKey
from saegim.stores.sqlite.connect import closed_on_failure, migrate, open_connection, translated
from saegim.stores.sqlite.keyring import made_once, writing
from saegim.stores.sqlite.rows import Rows, dump, load, to_us


class Registry:
    """One connection behind a lock: its calls are rare and short next to those on user files."""

    def __init__(
        self, path: Path, key: bytes | None, *, busy_timeout_s: float, now_us: Callable[[], int]
    ) -> None:
        self._path = path
        self._busy_timeout_s = busy_timeout_s
        self._now_us = now_us
        self._lock = threading.RLock()
        if not path.exists():
            # SQLite can be used by several processes at once, but not made: each would draw its own salt, and
            # turning on the log does not wait for others.
            with writing(path), made_once(path) as temporary:
                self._connect(temporary, key, create=True).close()
        self._connection = self._connect(path, key)

    def _connect(self, path: Path, key: bytes | None, *, create: bool = False) -> apsw.Connection:
        patience = self._busy_timeout_s
        connection = open_connection(path, key, busy_timeout_s=patience, create=create)
        with closed_on_failure(connection):
            migrate(connection, path, "registry", self._now_us(), busy_timeout_s=patience, create=create)
        return connection

    def close(self) -> None:
        with self._lock:
            self._connection.close()

    def _all(self, sql: str, values: Sequence[Any] = ()) -> list[Any]:
        with self._lock, translated(self._path, self._busy_timeout_s):
            return self._connection.execute(sql, values).fetchall()

    # Users.

    def find(self, user_id: str) -> tuple[str, bytes | None] | None:
        """(file name, wrapped key) of a user."""
        rows = self._all("SELECT file, wrapped_key FROM users WHERE id = ?", (user_id,))
        return rows[0] if rows else None

    def add(self, user_id: str, file: str, wrapped_key: bytes | None) -> bool:
        """Whether the user was new: of two processes adding at once, one wins."""
        return bool(
            self._all(
                "INSERT OR IGNORE INTO users VALUES (?, ?, ?, ?) RETURNING 1",
                (user_id, file, wrapped_key, self._now_us()),
            )
        )

    def drop(self, user_id: str, file: str) -> None:
        """Forget the user, key and due work included, unless they were made anew in another file."""
        with self._lock, translated(self._path, self._busy_timeout_s):
            with self._connection:
                self._connection.execute("DELETE FROM users WHERE id = ? AND file = ?", (user_id, file))
                for table in ("due", "keys"):
                    self._connection.execute(
                        f"""DELETE FROM {table} WHERE user_id = ?1
                            AND NOT EXISTS (SELECT 1 FROM users WHERE id = ?1)""",
                        (user_id,),
                    )
            # The key must not live on in the log; another reader may hold it back for a moment.
            with suppress(apsw.BusyError):
                self._connection.wal_checkpoint(mode=apsw.SQLITE_CHECKPOINT_TRUNCATE)

    def users(self, limit: int, offset: int) -> list[tuple[str, int]]:
        return self._all(
            "SELECT id, created_at FROM users ORDER BY created_at, id LIMIT ? OFFSET ?", (limit, offset)
        )

    def count_users(self) -> int:
        return int(self._all("SELECT count(*) FROM users")[0][0])

    def files(self) -> set[str]:
        return {name for (name,) in self._all("SELECT file FROM users")}

    # Personas.

    def put_persona(self, persona: Persona) -> None:
        self._all(
            "INSERT OR REPLACE INTO personas VALUES (?, ?, ?, ?)",
            (persona.id, persona.name, persona.system_prompt, dump(persona.metadata)),
        )

    def personas(self, persona_id: str | None = None) -> list[Persona]:
        rows = self._all(
            """SELECT id, name, system_prompt, metadata FROM personas
               WHERE ?1 IS NULL OR id = ?1 ORDER BY id""",
            (persona_id,),
        )
        return [Persona(id_, name, prompt, load(metadata)) for id_, name, prompt, metadata in rows]

    # Due work.

    def mark_due(self, user_id: str, task: str, at_us: int) -> None:
        # The caller holds the user's write lock, as whoever finishes work does: a mark that is there now
        # cannot vanish before the caller's work is committed. So mostly this only reads.
        if not self._all(
            "SELECT 1 FROM due WHERE user_id = ? AND task = ? AND due_at <= ?", (user_id, task, at_us)
        ):
            self._all(
                """INSERT INTO due (user_id, task, due_at) VALUES (?1, ?2, ?3)
                   ON CONFLICT (user_id, task) DO UPDATE SET due_at = min(due_at, ?3)""",
                (user_id, task, at_us),
            )

    def lease_due(self, task: str, now_us: int, lease_us: int, owner: str) -> str | None:
        rows = self._all(
            """UPDATE due SET owner = ?4, lease_until = ?2 + ?3
               WHERE task = ?1 AND user_id = (
                   SELECT user_id FROM due WHERE task = ?1 AND due_at <= ?2 AND lease_until <= ?2
                   ORDER BY due_at LIMIT 1)
               RETURNING user_id""",
            (task, now_us, lease_us, owner),
        )
        return rows[0][0] if rows else None

    def finish_due(self, user_id: str, task: str, owner: str, again_at_us: int | None) -> None:
        # Whoever let the lease run out has no say any more: the next one may still be at work.
        if again_at_us is None:
            self._all("DELETE FROM due WHERE user_id = ? AND task = ? AND owner = ?", (user_id, task, owner))
        else:
            self._all(
                """UPDATE due SET owner = NULL, lease_until = 0, due_at = ?4
                   WHERE user_id = ?1 AND task = ?2 AND owner = ?3""",
                (user_id, task, owner, again_at_us),
            )

    def count_due(self, task: str, now_us: int | None) -> int:
        rows = self._all(
            "SELECT count(*) FROM due WHERE task = ?1 AND (?2 IS NULL OR due_at <= ?2)", (task, now_us)
        )
        return int(rows[0][0])

    # Keys.

    def put_key(self, key: AccessKey) -> None:
        self._all(
            "INSERT INTO keys VALUES (?, ?, ?, ?, ?, ?, ?, ?, NULL)",
            (
                key.id,
                key.role,
                key.user_id,
                key.name,
                key.salt,
                key.hash,
                to_us(key.created_at),
                None if key.expires_at is None else to_us(key.expires_at),
            ),
        )

    def keys(self, rows: Rows, key_id: str | None = None) -> list[AccessKey]:
        found = self._all(
            """SELECT id, role, user_id, name, salt, hash, created_at, expires_at, revoked_at FROM keys
               WHERE ?1 IS NULL OR id = ?1 ORDER BY created_at, id""",
            (key_id,),
        )
        return [
            AccessKey(
                id_, role, user_id, name, salt, hash_,
                rows.time(made), rows.time_or_none(expires), rows.time_or_none(revoked),
            )
            for id_, role, user_id, name, salt, hash_, made, expires, revoked in found
        ]  # fmt: skip

    def revoke_key(self, key_id: str, at_us: int) -> bool:
        return bool(
            self._all(
                "UPDATE keys SET revoked_at = coalesce(revoked_at, ?) WHERE id = ? RETURNING 1",
                (at_us, key_id),
            )
        )

    def check(self) -> list[str]:
        return [
            f"{self._path.name}: {row[0]}" for row in self._all("PRAGMA integrity_check") if row[0] != "ok"
        ]
