"""How often and how many at a time: token buckets and open streams, shared by the processes of one server."""

from __future__ import annotations

import secrets
import threading
import time
from collections.abc import Callable
from typing import Any

import apsw

_SCHEMA = """
CREATE TABLE IF NOT EXISTS buckets (name TEXT PRIMARY KEY, tokens REAL, at REAL) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS streams (id TEXT PRIMARY KEY, name TEXT, until REAL) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS streams_name ON streams (name);
"""
# A bucket untouched this long is full again at any rate above one a minute.
_FORGET_S = 120.0
_SWEEP_EVERY = 5_000
# A process that was killed holds its streams no longer than this.
STREAM_LEASE_S = 45.0
_BUSY_MS = 250


class Limits:
    """Counts in a file that only this server's processes know, or in memory when there is one process.

    Nothing here must survive the server: no write waits for the disk.
    """

    def __init__(self, path: str = ":memory:", *, clock: Callable[[], float] = time.time) -> None:
        self._clock = clock
        self._lock = threading.Lock()
        self._calls = 0
        self._connection = apsw.Connection(path)
        self._connection.set_busy_timeout(_BUSY_MS)
        if path != ":memory:":
            self._connection.pragma("journal_mode", "wal")
        self._connection.pragma("synchronous", "off")
        self._connection.execute(_SCHEMA)

    def take(self, name: str, per_minute: int) -> float:
        """0 when the request may go on; otherwise how many seconds until one may."""
        if not per_minute:
            return 0.0
        now, rate = self._clock(), per_minute / 60
        with self._lock:
            self._sweep(now)
            try:
                left = self._connection.execute(
                    """INSERT INTO buckets VALUES (?1, ?2 - 1, ?3)
                       ON CONFLICT (name) DO UPDATE
                       SET tokens = min(?2, tokens + max(0, ?3 - at) * ?4) - 1, at = ?3
                       WHERE min(?2, tokens + max(0, ?3 - at) * ?4) >= 1
                       RETURNING tokens""",
                    (name, float(per_minute), now, rate),
                ).fetchall()
                if left:
                    return 0.0
                found: list[Any] = self._connection.execute(
                    "SELECT tokens, at FROM buckets WHERE name = ?", (name,)
                ).fetchall()
            except apsw.BusyError:
                # Counting must not stop anyone.
                return 0.0
        tokens, at = found[0] if found else (0.0, now)
        return max((1 - tokens) / rate - (now - at), 0.001)

    def _sweep(self, now: float) -> None:
        self._calls += 1
        if self._calls % _SWEEP_EVERY == 0:
            self._connection.execute("DELETE FROM buckets WHERE at < ?", (now - _FORGET_S,))

    def open_stream(self, name: str, most: int) -> str | None:
        """An id for a new stream; None when there are `most` already. It counts until closed or unseen."""
        now, id_ = self._clock(), secrets.token_hex(8)
        with self._lock:
            self._connection.execute("DELETE FROM streams WHERE until <= ?", (now,))
            added = self._connection.execute(
                """INSERT INTO streams SELECT ?1, ?2, ?3
                   WHERE (SELECT count(*) FROM streams WHERE name = ?2) < ?4 RETURNING 1""",
                (id_, name, now + STREAM_LEASE_S, most),
            ).fetchall()
        return id_ if added else None

    def keep_stream(self, id_: str) -> None:
        """It is still open."""
        with self._lock:
            self._connection.execute(
                "UPDATE streams SET until = ? WHERE id = ?", (self._clock() + STREAM_LEASE_S, id_)
            )

    def close_stream(self, id_: str) -> None:
        with self._lock:
            self._connection.execute("DELETE FROM streams WHERE id = ?", (id_,))

    def close(self) -> None:
        with self._lock:
            self._connection.close()
