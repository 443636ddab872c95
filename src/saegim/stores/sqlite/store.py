"""All users in one folder: a registry, a file each, and an LRU of open files."""

from __future__ import annotations

import secrets
import threading
from collections import OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

from saegim.errors import CorruptFile, MissingKey, StoreClosed
from saegim.models import Persona, UserRecord
from saegim.protocols import Clock
from saegim.settings import SqliteSettings
from saegim.stores.sqlite.keyring import Keyring, open_keyring, sync_folder
from saegim.stores.sqlite.registry import Registry
from saegim.stores.sqlite.rows import Rows, to_us
from saegim.stores.sqlite.user import SqliteUser

_SUFFIXES = ("", "-wal", "-shm")


class SqliteStore:
    """The embedded store. Safe in threads and in several processes on one machine."""

    def __init__(
        self,
        folder: Path,
        *,
        clock: Clock,
        encryption: bool = True,
        secret: str | None = None,
        settings: SqliteSettings | None = None,
        rows: Rows | None = None,
    ) -> None:
        self._folder = folder
        self._clock = clock
        self._settings = settings or SqliteSettings()
        self._rows = rows or Rows(UTC)
        self._keyring: Keyring | None = open_keyring(folder, encryption=encryption, secret=secret)
        self._registry = Registry(
            folder / "registry.db",
            self._keyring.registry_key if self._keyring else None,
            busy_timeout_s=self._settings.busy_timeout_s,
            now_us=self._now_us,
        )
        self._lock = threading.Lock()
        self._open: OrderedDict[str, SqliteUser] = OrderedDict()
        self._pins: dict[str, int] = {}
        self._closed = False

    @property
    def encrypted(self) -> bool:
        return self._keyring is not None

    def _now_us(self) -> int:
        return to_us(self._clock.now())

    # Users.

    @contextmanager
    def user(self, user_id: str) -> Iterator[SqliteUser]:
        user = self._pin(user_id)
        try:
            yield user
        finally:
            self._unpin(user_id)

    def _pin(self, user_id: str) -> SqliteUser:
        with self._lock:
            if self._closed:
                raise StoreClosed(str(self._folder))
            user = self._open.get(user_id)
            if user is not None and not user.still_there():
                # Erased by another process, and perhaps made anew under another name.
                del self._open[user_id]
                user.close()
                user = None
            if user is None:
                user = self._open[user_id] = self._open_user(user_id)
            self._open.move_to_end(user_id)
            self._pins[user_id] = self._pins.get(user_id, 0) + 1
            self._evict()
            return user

    def _unpin(self, user_id: str) -> None:
        with self._lock:
            self._pins[user_id] -= 1
            if not self._pins[user_id]:
                del self._pins[user_id]
                self._evict()

    def _evict(self) -> None:
        for user_id in list(self._open):
            if len(self._open) <= self._settings.max_open_users:
                return
            if user_id not in self._pins:
                self._open.pop(user_id).close()

    def _open_user(self, user_id: str) -> SqliteUser:
        found = self._registry.find(user_id)
        created = found is None
        if found is None:
            key = secrets.token_bytes(32) if self._keyring else None
            wrapped = self._keyring.wrap(key, context=user_id.encode()) if self._keyring and key else None
            found = self._registry.add(user_id, wrapped)
        file, wrapped = found
        path = self._path(file)
        key = None
        if self._keyring is not None:
            if wrapped is None:
                raise MissingKey(str(path))
            key = self._keyring.unwrap(wrapped, context=user_id.encode())
        if created:
            path.parent.mkdir(parents=True, exist_ok=True)
        user = SqliteUser(
            path,
            key,
            rows=self._rows,
            busy_timeout_s=self._settings.busy_timeout_s,
            now_us=self._now_us,
        )
        if created:
            sync_folder(path.parent)
        if user.erased:
            # An erasure was interrupted after its point of no return: finish it, then begin afresh.
            user.close()
            self._destroy(user_id, path)
            return self._open_user(user_id)
        return user

    def _path(self, file: str) -> Path:
        # 256 folders keep each listing short with a hundred thousand users.
        return self._folder / "users" / file[:2] / f"{file}.db"

    def exists(self, user_id: str) -> bool:
        return self._registry.find(user_id) is not None

    def users(self, *, limit: int, offset: int) -> list[UserRecord]:
        return [UserRecord(id_, self._rows.time(at)) for id_, at in self._registry.users(limit, offset)]

    def count_users(self) -> int:
        return self._registry.count_users()

    def erase(self, user_id: str) -> bool:
        found = self._registry.find(user_id)
        if found is None:
            return False
        path = self._path(found[0])
        try:
            with self.user(user_id) as user:
                # Whoever waits to write must find out before their write is acknowledged.
                user.mark_erased()
        except CorruptFile:
            pass  # What cannot be read can still be destroyed.
        with self._lock:
            user_open = self._open.pop(user_id, None)
            if user_open is not None:
                user_open.close()
        self._destroy(user_id, path)
        return True

    def _destroy(self, user_id: str, path: Path) -> None:
        # The key first: from here on the file is noise, should the machine stop now.
        self._registry.drop(user_id)
        for suffix in _SUFFIXES:
            path.with_name(path.name + suffix).unlink(missing_ok=True)
        sync_folder(path.parent)

    # Personas.

    def put_persona(self, persona: Persona) -> None:
        self._registry.put_persona(persona)

    def persona(self, persona_id: str) -> Persona | None:
        found = self._registry.personas(persona_id)
        return found[0] if found else None

    def personas(self) -> list[Persona]:
        return self._registry.personas()

    # Due work.

    def mark_due(self, user_id: str, task: str, at: datetime) -> None:
        self._registry.mark_due(user_id, task, to_us(at))

    def lease_due(self, task: str, now: datetime, lease_s: float, owner: str) -> str | None:
        return self._registry.lease_due(task, to_us(now), int(lease_s * 1_000_000), owner)

    def finish_due(self, user_id: str, task: str, *, again_at: datetime | None = None) -> None:
        self._registry.finish_due(user_id, task, None if again_at is None else to_us(again_at))

    def count_due(self, task: str) -> int:
        return self._registry.count_due(task)

    # Care.

    def check(self) -> list[str]:
        """Problems of the folder itself; each user's own are found by `UserStore.check`."""
        problems = self._registry.check()
        known = self._registry.files()
        for path in sorted((self._folder / "users").glob("*/*.db")):
            if path.stem not in known:
                problems.append(f"{path.name}: belongs to no user (an erased one, or an interrupted start)")
        return problems

    def close(self) -> None:
        with self._lock:
            if self._closed:
                return
            self._closed = True
            users = list(self._open.values())
            self._open.clear()
        for user in users:
            user.close()
        self._registry.close()
