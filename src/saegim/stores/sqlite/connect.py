"""Opening a file: key, pragmas, schema. Every SQLite error becomes one of ours here."""

from __future__ import annotations

import shutil
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from functools import cache
from importlib.resources import files
from pathlib import Path

import apsw

from saegim.errors import CorruptFile, DiskFull, NewerSchema, ReadOnlyStore, StoreBusy, StoreClosed


def open_connection(path: Path, key: bytes | None, *, busy_timeout_s: float, create: bool) -> apsw.Connection:
    """A connection in WAL mode, fully synchronous, with the file decrypted when there is a key."""
    flags = apsw.SQLITE_OPEN_READWRITE | (apsw.SQLITE_OPEN_CREATE if create else 0)
    with translated(path, busy_timeout_s):
        connection = apsw.Connection(str(path), flags=flags)
        with closed_on_failure(connection):
            # Else every question with a range (`last_at >= ?`) is planned anew for each value, by statistics
            # that no file has: 35 µs instead of 3.
            connection.config(apsw.SQLITE_DBCONFIG_ENABLE_QPSG, 1)
            if key is not None:
                # The SQLCipher scheme authenticates each page; a raw key skips 160 ms of derivation.
                connection.pragma("cipher", "sqlcipher")
                connection.pragma("key", f"x'{key.hex()}'")
            connection.set_busy_handler(_patience(busy_timeout_s))
            connection.pragma("temp_store", "memory")  # a spilled sort must not reach the disk in the clear
            connection.pragma("synchronous", "full")
            connection.pragma("secure_delete", "on")
            connection.pragma("cache_size", -8000)
            connection.pragma("foreign_keys", True)
            if create and connection.pragma("journal_mode") != "wal":
                connection.pragma("journal_mode", "wal")
    return connection


@contextmanager
def closed_on_failure(connection: apsw.Connection) -> Iterator[None]:
    """Close the connection when what is done with it first does not succeed."""
    with ExitStack() as stack:
        stack.callback(connection.close)
        yield
        stack.pop_all()


@contextmanager
def transaction(connection: apsw.Connection) -> Iterator[None]:
    """Whole or not at all, with the write lock from the start."""
    connection.execute("BEGIN IMMEDIATE")
    with ExitStack() as stack:
        stack.callback(_roll_back, connection)
        yield
        connection.execute("COMMIT")
        stack.pop_all()


def _roll_back(connection: apsw.Connection) -> None:
    # A full disk or an I/O error may have rolled back already.
    if connection.in_transaction:
        connection.execute("ROLLBACK")


def _patience(busy_timeout_s: float) -> Callable[[int], bool]:
    """Looks every millisecond whether a lock is free, later every five, until the time is over.

    SQLite's own pauses grow to 50 ms and more: they miss long work that leaves the lock for 4 ms at a time.
    """
    began = 0.0

    def again(tries: int) -> bool:
        nonlocal began
        now = time.monotonic()
        began = now if tries == 0 else began
        if now - began >= busy_timeout_s:
            return False
        time.sleep(0.001 if tries < 200 else 0.005)
        return True

    return again


def migrate(
    connection: apsw.Connection, path: Path, family: str, now_us: int, *, busy_timeout_s: float, create: bool
) -> None:
    """Bring the file to the newest schema; each step's body and record commit together.

    A file without any schema is new when `create`, and damaged otherwise.
    """
    steps = _steps(family)
    with translated(path, busy_timeout_s):
        found = _schema(connection, path, steps)
        if not found and not create:
            raise CorruptFile(str(path), "empty")
        if found == len(steps):
            return
        with transaction(connection):
            # Another process, perhaps a newer saegim, may have migrated while this one waited for the lock.
            found = _schema(connection, path, steps)
            connection.execute(
                "CREATE TABLE IF NOT EXISTS migrations (number INTEGER PRIMARY KEY, at INTEGER)"
            )
            for number, body in enumerate(steps[found:], start=found + 1):
                connection.execute(body)
                connection.execute("INSERT INTO migrations VALUES (?, ?)", (number, now_us))
                connection.execute(f"PRAGMA user_version = {number}")


def _schema(connection: apsw.Connection, path: Path, steps: list[str]) -> int:
    found = int(connection.pragma("user_version"))
    if found > len(steps):
        raise NewerSchema(str(path), found, len(steps))
    return found


@cache  # Reading them anew was a fifth of the time it takes to open a user.
def _steps(family: str) -> list[str]:
    folder = files("saegim.stores.sqlite") / "migrations"
    names = sorted(entry.name for entry in folder.iterdir() if entry.name.startswith(f"{family}_"))
    return [(folder / name).read_text(encoding="utf-8") for name in names]


_WRITING = frozenset(
    {
        apsw.SQLITE_IOERR_WRITE,
        apsw.SQLITE_IOERR_FSYNC,
        apsw.SQLITE_IOERR_DIR_FSYNC,
        apsw.SQLITE_IOERR_TRUNCATE,
        apsw.SQLITE_IOERR_SHMOPEN,
        apsw.SQLITE_IOERR_SHMSIZE,
        apsw.SQLITE_IOERR_SHMMAP,
    }
)
_LEAST_FREE = 1 << 20


def _is_full(path: Path) -> bool:
    return shutil.disk_usage(path.parent).free < _LEAST_FREE


@contextmanager
def translated(path: Path, busy_timeout_s: float = 0.0) -> Iterator[None]:
    """Raise our errors for SQLite's."""
    try:
        yield
    except apsw.NotADBError as error:
        # Both a wrong key and a damaged first page look like this. The folder's key was verified before
        # any file is opened, so here it is damage, unless the caller knows better.
        raise CorruptFile(str(path), "not readable with its key") from error
    except apsw.CorruptError as error:
        raise CorruptFile(str(path), str(error)) from error
    except apsw.FullError as error:
        raise DiskFull(str(path)) from error
    except (apsw.ReadOnlyError, apsw.CantOpenError, apsw.PermissionsError) as error:
        raise ReadOnlyStore(str(path)) from error
    except apsw.BusyError as error:
        raise StoreBusy(str(path), busy_timeout_s) from error
    except apsw.ConnectionClosedError as error:
        raise StoreClosed(str(path)) from error
    except apsw.IOError as error:
        if getattr(error, "extendedresult", None) in _WRITING:
            # No damage. A full disk has no room for the shared index either, and SQLite says so like this.
            raise (DiskFull if _is_full(path) else ReadOnlyStore)(str(path)) from error
        # sqlite3mc reports a page whose authentication fails as an error of reading.
        raise CorruptFile(str(path), str(error)) from error
