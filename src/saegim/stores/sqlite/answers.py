"""The file of answers already given: a request that comes twice is done once. Encrypted like the registry."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

import apsw

from saegim.protocols import KeptAnswer
from saegim.stores.sqlite.connect import closed_on_failure, migrate, open_connection, translated
from saegim.stores.sqlite.keyring import made_once, writing
from saegim.stores.sqlite.rows import dump, load

# Old answers go in small portions with new claims: no one waits for a great sweep.
_SWEEP = 20


class Answers:
    """One connection behind a lock. Made at the first claim: most installations never need it."""

    def __init__(
        self, path: Path, key: bytes | None, *, busy_timeout_s: float, now_us: Callable[[], int]
    ) -> None:
        self._path = path
        self._busy_timeout_s = busy_timeout_s
        self._lock = threading.RLock()
        if not path.exists():
            with writing(path), made_once(path) as temporary:
                self._connect(temporary, key, now_us(), create=True).close()
        self._connection = self._connect(path, key, now_us(), create=False)

    def _connect(self, path: Path, key: bytes | None, now_us: int, *, create: bool) -> apsw.Connection:
        patience = self._busy_timeout_s
        connection = open_connection(path, key, busy_timeout_s=patience, create=create)
        with closed_on_failure(connection):
            # A claim lost with the power is a request done twice; waiting for the disk each time costs more.
            connection.pragma("synchronous", "normal")
            migrate(connection, path, "answers", now_us, busy_timeout_s=patience, create=create)
        return connection

    def _all(self, sql: str, values: Sequence[Any] = ()) -> list[Any]:
        with self._lock, translated(self._path, self._busy_timeout_s):
            return self._connection.execute(sql, values).fetchall()

    def claim(
        self,
        request: bytes,
        user_id: str | None,
        fingerprint: bytes,
        now_us: int,
        lease_us: int,
        keep_us: int,
    ) -> KeptAnswer | int:
        """What is known of it; or when it was first claimed, and it is the caller's to do."""
        self._all(
            """DELETE FROM answers WHERE request IN
               (SELECT request FROM answers WHERE expires_at <= ? LIMIT ?)""",
            (now_us, _SWEEP),
        )
        taken = self._all(
            """INSERT INTO answers (request, user_id, fingerprint, claimed_until, expires_at)
               VALUES (?1, ?2, ?3, ?4 + ?5, ?4 + ?6)
               ON CONFLICT (request) DO UPDATE SET
                   user_id = ?2, fingerprint = ?3, claimed_until = ?4 + ?5,
                   -- Taken over from someone who died at it, it is the same request still.
                   expires_at = iif(expires_at <= ?4, ?4 + ?6, expires_at),
                   status = NULL, headers = NULL, body = NULL
               -- Another request under the same name is not it: what was being done may have been done.
               WHERE expires_at <= ?4 OR (status IS NULL AND claimed_until <= ?4 AND fingerprint = ?3)
               RETURNING expires_at""",
            (request, user_id, fingerprint, now_us, lease_us, keep_us),
        )
        if taken:
            expires_at: int = taken[0][0]
            return expires_at - keep_us
        rows = self._all(
            "SELECT fingerprint, status, headers, body FROM answers WHERE request = ?", (request,)
        )
        if not rows:
            # Given up by its owner in between.
            return self.claim(request, user_id, fingerprint, now_us, lease_us, keep_us)
        known, status, headers, body = rows[0]
        return KeptAnswer(known, status, load(headers) if headers else {}, body or b"")

    def keep(self, request: bytes, status: int, headers: dict[str, str], body: bytes) -> None:
        self._all(
            "UPDATE answers SET status = ?, headers = ?, body = ? WHERE request = ?",
            (status, dump(headers), body, request),
        )

    def hold(self, requests: Sequence[bytes], until_us: int) -> None:
        with self._lock, translated(self._path, self._busy_timeout_s), self._connection:
            self._connection.executemany(
                "UPDATE answers SET claimed_until = ? WHERE request = ? AND status IS NULL",
                [(until_us, request) for request in requests],
            )

    def give_up(self, request: bytes) -> None:
        self._all("DELETE FROM answers WHERE request = ? AND status IS NULL", (request,))

    def drop(self, user_id: str) -> None:
        """Forget every answer that was about the user, in the log too."""
        self._all("DELETE FROM answers WHERE user_id = ?", (user_id,))
        with suppress(apsw.BusyError), self._lock:
            self._connection.wal_checkpoint(mode=apsw.SQLITE_CHECKPOINT_TRUNCATE)

    def close(self) -> None:
        with self._lock:
            self._connection.close()
