"""One user's open file: a writer, a few readers, and the transactions on them."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING

import apsw

from saegim.errors import CorruptFile, NotFound, ReadOnlyStore, SaegimError, StoreClosed
from saegim.stores.sqlite.connect import closed_on_failure, migrate, open_connection, transaction, translated
from saegim.stores.sqlite.keyring import writing
from saegim.stores.sqlite.rows import Rows
from saegim.stores.sqlite.tx import SqliteTx
from saegim.stores.sqlite.view import SqliteView

if TYPE_CHECKING:
    from saegim.stores.vectors.vec0 import Vec0Index


class SqliteUser:
    """Reads never wait for the writer (WAL); writers of all processes queue on the file's lock."""

    def __init__(
        self,
        path: Path,
        key: bytes | None,
        *,
        user_id: str,
        rows: Rows,
        busy_timeout_s: float,
        now_us: Callable[[], int],
        vec0: bool = False,
        create: bool = False,
    ) -> None:
        self._vec0 = vec0
        self._user_id = user_id
        self.path = self._path = path
        self._key = key
        self._rows = rows
        self._busy_timeout_s = busy_timeout_s
        self._now_us = now_us
        self._write_lock = threading.RLock()
        self._pool_lock = threading.Lock()
        self._readers: list[apsw.Connection] = []
        self._closed = False
        self._writer = self._connect(create=create)
        with closed_on_failure(self._writer):
            migrate(self._writer, path, "user", now_us(), busy_timeout_s=busy_timeout_s, create=create)
            with writing(path):
                self._inode = os.stat(path).st_ino
            with self._translated():
                self.erased = self._is_erased(self._writer)

    def _connect(self, *, create: bool = False) -> apsw.Connection:
        connection = open_connection(
            self._path, self._key, busy_timeout_s=self._busy_timeout_s, create=create
        )
        if self._vec0:
            # numpy comes with it, and a tenth of a second.
            from saegim.stores.vectors.vec0 import load_extension

            load_extension(connection)
        return connection

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
                    # Also the first read, which is what fixes the snapshot.
                    if self._is_erased(connection):
                        raise NotFound("user", self._user_id)
                    yield SqliteView(connection, self._rows, self.size_on_disk())
                finally:
                    # An I/O error may have ended it already.
                    if connection.in_transaction:
                        connection.execute("END")
        finally:
            self._give_back(connection)

    @contextmanager
    def write(self) -> Iterator[SqliteTx]:
        with self._write_lock:
            if self._closed:
                raise self._why_closed()
            with self._translated(), transaction(self._writer):
                if self._is_erased(self._writer):
                    raise NotFound("user", self._user_id)
                yield SqliteTx(self._writer, self._rows, self.size_on_disk(), self._now_us())

    def vector_index(self, space: str) -> Vec0Index | None:
        if not self._vec0:
            return None
        from saegim.stores.vectors.vec0 import Vec0Index

        return Vec0Index(space, self._reading, self._writing)

    @contextmanager
    def _reading(self) -> Iterator[apsw.Connection]:
        with self.read() as view:
            yield view._connection

    @contextmanager
    def _writing(self) -> Iterator[apsw.Connection]:
        with self.write() as tx:
            yield tx._connection

    def mark_erased(self) -> None:
        """Refuse every later write, by whatever process still holds the file open."""
        with self.write() as tx:
            tx._run("INSERT OR REPLACE INTO meta VALUES ('erased', 1)")
        self.erased = True

    def _borrow(self) -> apsw.Connection:
        with self._pool_lock:
            if self._closed:
                raise self._why_closed()
            if self._readers:
                return self._readers.pop()
        try:
            return self._connect()
        except ReadOnlyStore:
            if self.still_there():
                raise
            raise NotFound("user", self._user_id) from None

    def _why_closed(self) -> SaegimError:
        if self.erased or not self.still_there():
            return NotFound("user", self._user_id)
        return StoreClosed(str(self._path))

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

    def checkpoint(self) -> None:
        # SQLite does it by itself inside every thousandth page's commit, and whoever writes then waits; on a
        # reader's connection nobody does.
        connection = self._borrow()
        try:
            # Busy: someone is at it this moment.
            with self._translated(), suppress(apsw.BusyError):
                connection.wal_checkpoint(mode=apsw.SQLITE_CHECKPOINT_PASSIVE)
        finally:
            self._give_back(connection)

    def vacuum(self) -> None:
        with self._write_lock, self._translated():
            self._writer.execute("VACUUM")
            self._writer.wal_checkpoint(mode=apsw.SQLITE_CHECKPOINT_TRUNCATE)

    def check(self) -> list[str]:
        try:
            with self._translated():
                # A connection in use would answer from its cache instead of reading the disk.
                connection = self._connect()
                try:
                    rows = connection.execute("PRAGMA integrity_check").fetchall()
                finally:
                    connection.close()
        except CorruptFile as error:
            return [str(error)]
        return [str(row[0]) for row in rows if row[0] != "ok"]

    def close(self) -> None:
        with self._write_lock, self._pool_lock:
            self._closed = True
            for connection in (*self._readers, self._writer):
                connection.close()
            self._readers.clear()
