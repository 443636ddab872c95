"""All users in one folder: a registry, a file each, and an LRU of open files."""

from __future__ import annotations

import hashlib
import secrets
import threading
from collections import OrderedDict
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path

from saegim.errors import CorruptFile, MissingKey, NotFound, StoreClosed, StoreError, WrongKey
from saegim.models import Persona, UserRecord
from saegim.protocols import AccessKey, Clock, KeptAnswer
from saegim.settings import SqliteSettings
from saegim.stores.sqlite.answers import Answers
from saegim.stores.sqlite.keyring import Keyring, open_keyring, sync_folder, writing
from saegim.stores.sqlite.registry import Registry
from saegim.stores.sqlite.rows import Rows, to_us
from saegim.stores.sqlite.user import SqliteUser

_SUFFIXES = ("", "-wal", "-shm")
_ANSWERS = "answers.db"


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
        vec0: bool = False,
    ) -> None:
        self._vec0 = vec0
        self._folder = folder
        self._clock = clock
        self._settings = settings or SqliteSettings()
        self._rows = rows or Rows(UTC)
        self._keyring: Keyring | None = open_keyring(folder, encryption=encryption, secret=secret)
        registry_file = folder / "registry.db"
        # Asked twice: in between, another process may have made both.
        if not registry_file.exists() and any(self._files()) and not registry_file.exists():
            raise CorruptFile(str(registry_file), "missing beside existing data")
        self._registry = Registry(
            registry_file,
            self._keyring.registry_key if self._keyring else None,
            busy_timeout_s=self._settings.busy_timeout_s,
            now_us=self._now_us,
        )
        self._lock = threading.Lock()
        self._open: OrderedDict[str, SqliteUser] = OrderedDict()
        self._pins: dict[str, int] = {}
        self._answers_lock = threading.Lock()
        self._answers_opened: Answers | None = None
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
        gone: SqliteUser | None = None
        with self._lock:
            if self._closed:
                raise StoreClosed(str(self._folder))
            user = self._open.get(user_id)
            if user is not None and not user.still_there():
                # Erased by another process, and perhaps made anew under another name.
                gone, user = self._open.pop(user_id), None
            if user is None:
                user = self._open[user_id] = self._open_user(user_id)
            self._open.move_to_end(user_id)
            self._pins[user_id] = self._pins.get(user_id, 0) + 1
            self._evict()
        if gone is not None:
            # Not under the lock: closing waits for a writer, which may be waiting for the lock.
            gone.close()
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
        if found is None:
            return self._make_user(user_id) or self._open_user(user_id)
        path = self._path(found[0])
        try:
            user = self._connect(user_id, path, self._unwrap(user_id, path, found[1]))
        except StoreError as error:
            if self._registry.find(user_id) != found:
                # Erased by another process since the first line.
                return self._open_user(user_id)
            if not path.exists():
                raise CorruptFile(str(path), "missing") from error
            raise
        if user.erased:
            # An erasure was interrupted after its point of no return: finish it, then begin afresh.
            user.close()
            self._destroy(user_id, path)
            return self._open_user(user_id)
        return user

    def _make_user(self, user_id: str) -> SqliteUser | None:
        """The new user; None when another process was first.

        The file is whole before the registry names it, so a name without its file is always damage.
        File names are salted hashes: they tell nothing, and a user made anew gets a new one.
        """
        key = wrapped = None
        if self._keyring is not None:
            key = secrets.token_bytes(32)
            wrapped = self._keyring.wrap(key, context=user_id.encode())
        salted = hashlib.blake2b(user_id.encode(), key=secrets.token_bytes(32), digest_size=20)
        path = self._path(salted.hexdigest())
        user: SqliteUser | None = None
        try:
            with writing(path):
                for folder in (path.parent.parent, path.parent):
                    if not folder.exists():
                        folder.mkdir(exist_ok=True)
                        sync_folder(folder.parent)
                user = self._connect(user_id, path, key, create=True)
                sync_folder(path.parent)
            if self._registry.add(user_id, path.stem, wrapped):
                return user
        except StoreError:
            self._discard(user, path)
            raise
        self._discard(user, path)
        return None

    def _discard(self, user: SqliteUser | None, path: Path) -> None:
        if user is not None:
            user.close()
        self._unlink(path)

    def _unwrap(self, user_id: str, path: Path, wrapped: bytes | None) -> bytes | None:
        if self._keyring is None:
            return None
        if wrapped is None:
            raise MissingKey(str(path))
        return self._keyring.unwrap(wrapped, context=user_id.encode())

    def _connect(self, user_id: str, path: Path, key: bytes | None, *, create: bool = False) -> SqliteUser:
        return SqliteUser(
            path,
            key,
            user_id=user_id,
            rows=self._rows,
            busy_timeout_s=self._settings.busy_timeout_s,
            now_us=self._now_us,
            vec0=self._vec0,
            create=create,
        )

    def _path(self, file: str) -> Path:
        # 256 folders keep each listing short with a hundred thousand users.
        return self._folder / "users" / file[:2] / f"{file}.db"

    def _files(self) -> Iterator[Path]:
        return (self._folder / "users").glob("*/*.db")

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
                path = user.path
                # Whoever waits to write must find out before their write is acknowledged.
                user.mark_erased()
        except (CorruptFile, WrongKey, MissingKey):
            pass  # What cannot be read can still be destroyed.
        except NotFound:
            pass  # Someone else is erasing too; whoever is first, both leave nothing.
        with self._lock:
            still_open = self._open.get(user_id)
            if still_open is not None and still_open.path == path:
                del self._open[user_id]
        if still_open is not None and still_open.path == path:
            still_open.close()
        self._destroy(user_id, path)
        return True

    def _destroy(self, user_id: str, path: Path) -> None:
        # The key first: from here on the file is noise, should the machine stop now.
        self._registry.drop(user_id, path.stem)
        if (self._folder / _ANSWERS).exists():
            self._answers.drop(user_id)
        self._unlink(path)
        with writing(path):
            sync_folder(path.parent)

    @staticmethod
    def _unlink(path: Path) -> None:
        with writing(path):
            for suffix in _SUFFIXES:
                path.with_name(path.name + suffix).unlink(missing_ok=True)

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

    def finish_due(self, user_id: str, task: str, owner: str, *, again_at: datetime | None = None) -> None:
        self._registry.finish_due(user_id, task, owner, None if again_at is None else to_us(again_at))

    def count_due(self, task: str, now: datetime | None = None) -> int:
        return self._registry.count_due(task, None if now is None else to_us(now))

    # Who may come in.

    def put_key(self, key: AccessKey) -> None:
        self._registry.put_key(key)

    def key(self, key_id: str) -> AccessKey | None:
        found = self._registry.keys(self._rows, key_id)
        return found[0] if found else None

    def keys(self) -> list[AccessKey]:
        return self._registry.keys(self._rows)

    def revoke_key(self, key_id: str, at: datetime) -> bool:
        return self._registry.revoke_key(key_id, to_us(at))

    # Requests that may come twice.

    @property
    def _answers(self) -> Answers:
        with self._answers_lock:
            if self._closed:
                raise StoreClosed(str(self._folder))
            if self._answers_opened is None:
                self._answers_opened = Answers(
                    self._folder / _ANSWERS,
                    self._keyring.registry_key if self._keyring else None,
                    busy_timeout_s=self._settings.busy_timeout_s,
                    now_us=self._now_us,
                )
            return self._answers_opened

    def claim_answer(
        self,
        request: bytes,
        *,
        user_id: str | None,
        fingerprint: bytes,
        now: datetime,
        lease_s: float,
        keep_s: float,
    ) -> KeptAnswer | datetime:
        lease_us, keep_us = int(lease_s * 1_000_000), int(keep_s * 1_000_000)
        found = self._answers.claim(request, user_id, fingerprint, to_us(now), lease_us, keep_us)
        return found if isinstance(found, KeptAnswer) else now + timedelta(microseconds=found - to_us(now))

    def keep_answer(self, request: bytes, status: int, headers: dict[str, str], body: bytes) -> None:
        self._answers.keep(request, status, headers, body)

    def hold_answers(self, requests: Sequence[bytes], until: datetime) -> None:
        self._answers.hold(requests, to_us(until))

    def give_up_answer(self, request: bytes) -> None:
        self._answers.give_up(request)

    # Care.

    def open_files(self) -> int:
        with self._lock:
            return len(self._open)

    def check(self) -> list[str]:
        """Problems of the folder itself; each user's own are found by `UserStore.check`."""
        problems = self._registry.check()
        known = self._registry.files()
        for path in sorted(self._files()):
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
        with self._answers_lock:
            if self._answers_opened is not None:
                self._answers_opened.close()
        self._registry.close()
