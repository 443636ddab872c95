"""One user's open file: a writer, a few readers, and the transactions on them."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path

import apsw

from saegim.errors import CorruptFile, NotFound, StoreClosed
from saegim.stores.sqlite.connect import migrate, open_connection, translated
from saegim.stores.sqlite.rows import Rows
from saegim.stores.sqlite.tx import SqliteTx
from saegim.stores.sqlite.view import SqliteView


class SqliteUser:
    """Reads never wait for the writer (WAL); writers of all processes queue on the file's lock."""

    def __init__(
        self,
        path: Path,
        key: bytes | None,
        *,
        rows: Rows,
        busy_timeout_s: float,
        now_us: Callable[[], int],
    ) -> None:
        self._path = path
        self._key = key
        self._rows = rows
        self._busy_timeout_s = busy_timeout_s
        self._now_us = now_us
        self._write_lock = threading.RLock()
        self._pool_lock = threading.Lock()
        self._readers: list[apsw.Connection] = []
        self._closed = False
        self._writer = self._connect(create=True)
        try:
            migrate(self._writer, path, "user", now_us())
            self._inode = os.stat(path).st_ino
            with self._translated():
                self.erased = self._is_erased(self._writer)
        except BaseException:
            self._writer.close()
            raise

    def _connect(self, *, create: bool = False) -> apsw.Connection:
        return open_connection(self._path, self._key, busy_timeout_s=self._busy_timeout_s, create=create)

    def _translated(self) -> AbstractContextManager[None]:
        return translated(self._path, self._busy_timeout_s)

    @staticmethod
    def _is_erased(connection: apsw.Connection) -> bool:
        return connection.execute("SELECT 1 FROM meta WHERE key = 'erased'").fetchone() is not None

    def still_there(self) -> bool:
        """Whether the path still names the file that is open here."""
        try:
            return os.stat(self._path).st_ino == self._inode
        except FileNotFoundError:
            return False

    @contextmanager
    def read(self) -> Iterator[SqliteView]:
        connection = self._borrow()
        try:
            with self._translated():
                connection.execute("BEGIN")
                try:
                    yield SqliteView(connection, self._rows, self.size_on_disk())
                finally:
                    connection.execute("END")
        finally:
            self._give_back(connection)

    @contextmanager
    def write(self) -> Iterator[SqliteTx]:
        with self._write_lock:
            if self._closed:
                raise StoreClosed(str(self._path))
            with self._translated():
                self._writer.execute("BEGIN IMMEDIATE")
                try:
                    if self._is_erased(self._writer):
                        raise NotFound("user", "erased")
                    yield SqliteTx(self._writer, self._rows, self.size_on_disk(), self._now_us())
                    self._writer.execute("COMMIT")
                except BaseException:
                    # A full disk or an I/O error may have rolled back already.
                    if self._writer.in_transaction:
                        self._writer.execute("ROLLBACK")
                    raise

    def mark_erased(self) -> None:
        """Refuse every later write, by whatever process still holds the file open."""
        with self.write() as tx:
            tx._run("INSERT OR REPLACE INTO meta VALUES ('erased', 1)")

    def _borrow(self) -> apsw.Connection:
        with self._pool_lock:
            if self._closed:
                raise StoreClosed(str(self._path))
            if self._readers:
                return self._readers.pop()
        return self._connect()

    def _give_back(self, connection: apsw.Connection) -> None:
        with self._pool_lock:
            if not self._closed and len(self._readers) < 4:
                self._readers.append(connection)
                return
        connection.close()

    def size_on_disk(self) -> int:
        total = 0
        for suffix in ("", "-wal"):
            try:
                total += os.stat(f"{self._path}{suffix}").st_size
            except FileNotFoundError:
                continue
        return total

    def vacuum(self) -> None:
        with self._write_lock, self._translated():
            self._writer.execute("INSERT INTO words (words) VALUES ('optimize')")
            self._writer.execute("VACUUM")
            self._writer.wal_checkpoint(mode=apsw.SQLITE_CHECKPOINT_TRUNCATE)

    def check(self) -> list[str]:
        try:
            with self._write_lock, self._translated():
                rows = self._writer.execute("PRAGMA integrity_check").fetchall()
        except CorruptFile as error:
            return [str(error)]
        return [str(row[0]) for row in rows if row[0] != "ok"]

    def close(self) -> None:
        with self._write_lock, self._pool_lock:
            self._closed = True
            for connection in (*self._readers, self._writer):
                connection.close()
            self._readers.clear()
