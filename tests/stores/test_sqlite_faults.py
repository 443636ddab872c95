"""Read-only folders, full disks, locked files: each a clear error, and work goes on once it is over."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlite_testbed import OpenSqlite, Processes, file_bytes, heard, tell, user_files
from store_samples import SetClock, Stop, memory, put, session, turn

from saegim.errors import DiskFull, ReadOnlyStore, StoreBusy
from saegim.models import Persona, TurnFilters
from saegim.protocols import UserStore
from saegim.settings import SqliteSettings
from saegim.stores.sqlite import SqliteStore
from saegim.stores.sqlite.keyring import KEY_FILE


def write(user: UserStore, *ids: str, text: str = "안녕하세요") -> None:
    with user.write() as tx:
        if tx.session("s1") is None:
            tx.put_session(session())
        tx.add_turns([turn(id_, text) for id_ in ids])


def count(user: UserStore) -> int:
    with user.read() as view:
        return view.count_turns(TurnFilters())


# Read-only.

# Root may write anywhere, so the child becomes nobody; whoever else runs the tests stays who they are.
# What it needs is loaded before: nobody may not be allowed to read this installation.
AS_NOBODY = """
import tempfile
with tempfile.TemporaryDirectory() as warm:
    store = open_store(Path(warm) / "data")
    with store.user("warm"):
        store.close()
if os.getuid() == 0:
    os.setgroups([])
    os.setgid(65534)
    os.setuid(65534)

def refusal(do):
    try:
        do()
    except StoreError as error:
        say(type(error).__name__)
    else:
        say("worked")
"""


@pytest.fixture
def public() -> Iterator[Path]:
    """A folder that anyone may enter, unlike pytest's own."""
    with tempfile.TemporaryDirectory() as name:
        os.chmod(name, 0o755)
        yield Path(name)
        for path in Path(name).rglob("*"):
            if path.is_dir():
                path.chmod(0o755)


def protect(*paths: Path) -> None:
    for path in paths:
        path.chmod(0o555 if path.is_dir() else 0o444)


def test_a_read_only_folder_is_refused_and_left_alone(public: Path) -> None:
    folder = public / "data"
    store = SqliteStore(folder, clock=SetClock(), encryption=False)
    with store.user("minji") as user:
        write(user, "t1")
    store.close()
    protect(*folder.rglob("*"), folder)
    before = file_bytes(folder)
    script = AS_NOBODY + "refusal(open_store)\nrefusal(lambda: open_store(folder / 'inner'))"
    assert Processes(folder).run(script) == ["ReadOnlyStore", "ReadOnlyStore"]
    assert file_bytes(folder) == before


def test_a_new_user_in_a_read_only_place_is_refused_and_not_listed(public: Path) -> None:
    folder = public / "data"
    store = SqliteStore(folder, clock=SetClock(), secret="5f" * 32)
    with store.user("minji") as user:
        write(user, "t1")
    store.close()
    for path in (folder, *folder.glob("*")):
        path.chmod(0o777 if path.is_dir() else 0o666)
    protect(folder / "users", *(folder / "users").rglob("*"))
    before = set(file_bytes(folder / "users"))
    script = """
store = open_store(secret="5f" * 32)
def enter(user_id):
    with store.user(user_id):
        pass
refusal(lambda: enter("jihun"))
refusal(lambda: enter("minji"))
say(store.exists("jihun"), store.count_users())
store.close()
"""
    said = Processes(folder).run(AS_NOBODY + script)
    assert said == ["ReadOnlyStore", "ReadOnlyStore", "False 1"]
    assert set(file_bytes(folder / "users")) == before


def test_a_key_file_of_someone_else_is_a_missing_key(public: Path) -> None:
    folder = public / "data"
    SqliteStore(folder, clock=SetClock()).close()
    (folder / KEY_FILE).chmod(0o600 if os.getuid() == 0 else 0)
    assert Processes(folder).run(AS_NOBODY + "refusal(open_store)") == ["MissingKey"]
    (folder / KEY_FILE).chmod(0o600)


def test_a_file_where_the_folder_should_be_is_refused(folder: Path, open_sqlite: OpenSqlite) -> None:
    folder.write_text("나는 파일이다")
    with pytest.raises(ReadOnlyStore):
        open_sqlite()
    assert folder.read_text() == "나는 파일이다"


# Full disk.


def test_a_full_file_refuses_the_write_and_keeps_what_was_there(open_sqlite: OpenSqlite) -> None:
    store = open_sqlite()
    with store.user("minji") as user:
        write(user, "t1")
        pages = user._writer.pragma("page_count")
        user._writer.pragma("max_page_count", pages)
        for _ in range(2):
            with pytest.raises(DiskFull) as refused:
                write(user, "t2", "t3", text="긴 이야기 " * 20_000)
            assert refused.value.code == "disk_full"
        assert count(user) == 1
        assert user.check() == []
        user._writer.pragma("max_page_count", pages + 10_000)
        write(user, "t2", "t3", text="긴 이야기 " * 20_000)
        assert count(user) == 3
    store.close()
    with open_sqlite().user("minji") as user:
        assert count(user) == 3
        assert user.check() == []


def test_a_full_registry_refuses_new_users_and_leaves_no_file_of_them(
    folder: Path, open_sqlite: OpenSqlite
) -> None:
    store = open_sqlite()
    with store.user("minji") as user:
        write(user, "t1")
        connection = store._registry._connection
        connection.pragma("max_page_count", connection.pragma("page_count"))
        with pytest.raises(DiskFull):
            store.put_persona(Persona("luna", "루나", "길다 " * 50_000))

        def enter_many() -> None:
            for number in range(1_000):
                with store.user(f"{number}-{'길다' * 100}"):
                    pass

        with pytest.raises(DiskFull):
            enter_many()
        assert len(user_files(folder)) == store.count_users()
        assert store.check() == []
        connection.pragma("max_page_count", 1_000_000)
        store.put_persona(Persona("luna", "루나", "길다 " * 50_000))
        assert count(user) == 1


def test_mark_due_on_a_full_registry_takes_the_write_with_it(open_sqlite: OpenSqlite) -> None:
    store = open_sqlite()
    connection = store._registry._connection

    done: list[int] = []

    def record_many() -> None:
        for number in range(1_000):
            with store.user("minji") as user, user.write() as tx:
                tx.add_turns([turn(f"t{number}")])
                store.mark_due("minji", f"{number}-{'길다' * 200}", SetClock().now())
            done.append(number)

    with store.user("minji") as user:
        with user.write() as tx:
            tx.put_session(session())
        connection.pragma("max_page_count", connection.pragma("page_count"))
        with pytest.raises(DiskFull):
            record_many()
        assert count(user) == len(done)


_CAN_MOUNT = (
    os.name == "posix"
    and os.getuid() == 0
    and shutil.which("unshare") is not None
    and shutil.which("mount") is not None
    and subprocess.run(
        ["unshare", "--mount", "mount", "-t", "tmpfs", "none", "/mnt"], capture_output=True, check=False
    ).returncode
    == 0
)

# In a mount namespace of its own: the small disk vanishes with the process.
ON_A_SMALL_DISK = """
import subprocess
folder.mkdir()
subprocess.run(["mount", "-t", "tmpfs", "-o", "size=3m", "none", str(folder)], check=True)
ballast = folder / "ballast"
ballast.write_bytes(b"x" * 1_000_000)
store = open_store(folder / "data")
written = 0

def record(user, number):
    with user.write() as tx:
        tx.add_turns([turn(f"t{number}", "긴 이야기 " * 2_000)])

with store.user("minji") as user:
    with user.write() as tx:
        tx.put_session(session())
    try:
        while written < 10_000:
            record(user, written)
            written += 1
    except DiskFull:
        say("full")
    for again in range(3):
        try:
            record(user, written)
        except DiskFull:
            say("still full")

    def refused(do):
        try:
            do()
        except DiskFull:
            say("refused")
        else:
            say("worked")

    def enter():
        with store.user("jihun"):
            pass

    filler = (folder / "filler").open("wb")
    try:
        while True:
            filler.write(b"x")
            filler.flush()
    except OSError:
        pass
    refused(enter)
    refused(lambda: open_store(folder / "another"))
    with user.read() as view:
        say(view.count_turns(TurnFilters()) == written)
    say(store.exists("jihun"), store.check(), user.check())
    ballast.unlink()
    record(user, written)
    enter()
    with user.read() as view:
        say(view.count_turns(TurnFilters()) == written + 1)
store.close()
store = open_store(folder / "data")
with store.user("minji") as user, user.read() as view:
    say(view.count_turns(TurnFilters()) == written + 1, user.check())
"""


@pytest.mark.skipif(not _CAN_MOUNT, reason="needs root and the right to mount a small disk")
def test_a_really_full_disk_loses_nothing_and_recovers(processes: Processes) -> None:
    said = processes.run(ON_A_SMALL_DISK, through=("unshare", "--mount"))
    assert said == [
        "full",
        *["still full"] * 3,
        *["refused"] * 2,
        "True",
        "False [] []",
        "True",
        "True []",
    ]


# Locked.

HOLD_THE_USER = """
store = open_store()
with store.user("minji") as user, user.write() as tx:
    tx.put_note("holder", "child")
    say("held")
    wait()
say("released")
"""

HOLD_THE_REGISTRY = """
store = open_store()
store._registry._connection.execute("BEGIN IMMEDIATE")
say("held")
wait()
store._registry._connection.execute("ROLLBACK")
say("released")
"""


@pytest.fixture
def impatient(open_sqlite: OpenSqlite) -> Iterator[SqliteStore]:
    store = open_sqlite(settings=SqliteSettings(busy_timeout_s=0.3))
    with store.user("minji") as user:
        write(user, "t1")
        put_one(user, "m1")
        yield store


def put_one(user: UserStore, id_: str) -> None:
    with user.write() as tx:
        put(tx, memory(id_))


def test_a_lock_held_too_long_is_reported_and_reading_goes_on(
    impatient: SqliteStore, processes: Processes
) -> None:
    holder = processes.start(HOLD_THE_USER)
    assert heard(holder) == "held"
    with impatient.user("minji") as user:
        begun = time.monotonic()
        with pytest.raises(StoreBusy) as refused:
            write(user, "t2")
        assert 0.2 < time.monotonic() - begun < 10
        assert refused.value.code == "store_busy"
        assert "0.3" in str(refused.value)
        assert count(user) == 1
        with user.read() as view:
            assert view.note("holder") is None
        tell(holder)
        assert heard(holder) == "released"
        write(user, "t2")
        assert count(user) == 2
        with user.read() as view:
            assert view.note("holder") == "child"


def test_a_locked_registry_is_reported(impatient: SqliteStore, processes: Processes) -> None:
    holder = processes.start(HOLD_THE_REGISTRY)
    assert heard(holder) == "held"
    with pytest.raises(StoreBusy):
        impatient.put_persona(Persona("luna", "루나"))
    with pytest.raises(StoreBusy), impatient.user("jihun"):
        pass
    # Whoever is known already is not held up.
    with impatient.user("minji") as user:
        write(user, "t2")
    tell(holder)
    assert heard(holder) == "released"
    with impatient.user("jihun") as user:
        write(user, "t1")
    assert impatient.check() == []


def test_a_lock_held_for_a_moment_is_waited_for(open_sqlite: OpenSqlite, processes: Processes) -> None:
    store = open_sqlite()
    with store.user("minji") as user:
        write(user, "t1")
        holder = processes.start(HOLD_THE_USER.replace("wait()", "time.sleep(0.5)"))
        assert heard(holder) == "held"
        write(user, "t2")
        assert count(user) == 2


def test_a_process_killed_while_writing_leaves_no_lock_and_no_half_turn(
    impatient: SqliteStore, processes: Processes
) -> None:
    holder = processes.start(HOLD_THE_USER)
    assert heard(holder) == "held"
    holder.kill()
    holder.wait()
    with impatient.user("minji") as user:
        write(user, "t2")
        with user.read() as view:
            assert view.note("holder") is None
        assert user.check() == []


def test_an_exception_in_the_middle_gives_the_lock_back(impatient: SqliteStore, processes: Processes) -> None:
    def write_and_stop() -> None:
        with impatient.user("minji") as user, user.write() as tx:
            tx.put_note("n", "1")
            raise Stop

    with pytest.raises(Stop):
        write_and_stop()
    said = processes.run(
        """
store = open_store(settings=SqliteSettings(busy_timeout_s=0.3))
with store.user("minji") as user, user.write() as tx:
    say(tx.note("n"))
"""
    )
    assert said == ["None"]
