"""Where users' files lie, how many are open at a time, and how they come to be."""

from __future__ import annotations

import os
import re
import signal
import unicodedata
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from sqlite_testbed import OpenSqlite, Processes, file_bytes, heard, registered, tell, user_files
from store_samples import after, session, turn

from saegim.models import TurnFilters
from saegim.settings import SqliteSettings
from saegim.stores.sqlite import SqliteStore
from saegim.stores.sqlite.rows import Rows


def note(store: SqliteStore, user_id: str, text: str) -> None:
    with store.user(user_id) as user, user.write() as tx:
        tx.put_note("n", text)


def noted(store: SqliteStore, user_id: str) -> str | None:
    with store.user(user_id) as user, user.read() as found:
        return found.note("n")


def open_files(folder: Path) -> set[str]:
    """Names of the users' databases this process holds open."""
    links = set()
    for entry in Path("/proc/self/fd").iterdir():
        try:
            links.add(os.readlink(entry))
        except FileNotFoundError:
            continue
    return {Path(link).name for link in links if link.startswith(str(folder / "users")) and ".db" in link}


def open_users(folder: Path) -> set[str]:
    return {name.split(".")[0] for name in open_files(folder)}


needs_proc = pytest.mark.skipif(not Path("/proc/self/fd").exists(), reason="counts open files in /proc")


@needs_proc
def test_only_so_many_users_are_open_at_a_time(folder: Path, open_sqlite: OpenSqlite) -> None:
    store = open_sqlite(settings=SqliteSettings(max_open_users=2))
    for number in range(10):
        note(store, f"u{number}", str(number))
        assert len(open_users(folder)) <= 2
    assert len(open_users(folder)) == 2
    assert [noted(store, f"u{number}") for number in range(10)] == [str(number) for number in range(10)]
    store.close()
    assert open_files(folder) == set()


@needs_proc
def test_users_in_use_are_never_closed(folder: Path, open_sqlite: OpenSqlite) -> None:
    store = open_sqlite(settings=SqliteSettings(max_open_users=2))
    with store.user("a") as a, store.user("b") as b, store.user("c") as c:
        for number in range(6):
            note(store, f"u{number}", "x")
        assert len(open_users(folder)) == 3
        for user in (a, b, c):
            with user.write() as tx:
                tx.put_note("n", "아직 열려 있다")
    assert len(open_users(folder)) == 2
    assert {noted(store, name) for name in "abc"} == {"아직 열려 있다"}


@needs_proc
def test_a_user_entered_twice_stays_open_until_both_are_done(folder: Path, open_sqlite: OpenSqlite) -> None:
    store = open_sqlite(settings=SqliteSettings(max_open_users=1))
    with store.user("a") as outer:
        with store.user("a") as inner:
            assert inner is outer
        note(store, "b", "x")
        with outer.write() as tx:
            tx.put_note("n", "열려 있다")
    assert len(open_users(folder)) == 1


@needs_proc
def test_the_longest_unused_user_is_closed_first(folder: Path, open_sqlite: OpenSqlite) -> None:
    store = open_sqlite(settings=SqliteSettings(max_open_users=2))
    for name in ("a", "b", "a", "c"):
        note(store, name, "x")
    assert open_users(folder) == {registered(store, name)[0] for name in ("a", "c")}


def test_no_name_leaves_the_folder_or_shows_in_it(
    tmp_path: Path, folder: Path, open_sqlite: OpenSqlite
) -> None:
    store = open_sqlite()
    names = ["../../evil", "/etc/passwd", "..", "a/b/c", "registry.db", "x" * 300, "~root", "%2e"]
    names += [unicodedata.normalize(form, "민지") for form in ("NFC", "NFD")]
    for name in names:
        note(store, name, name)
    hashed = re.compile(r"users/([0-9a-f]{2})/\1[0-9a-f]{38}\.db(-wal|-shm)?")
    own = {"registry.db", "registry.db-wal", "registry.db-shm", "saegim.json", "master.key"}
    for path in file_bytes(folder):
        assert hashed.fullmatch(path.as_posix()) or path.name in own, path
    assert [path.name for path in tmp_path.iterdir()] == [folder.name]
    assert [noted(store, name) for name in names] == names
    assert len(user_files(folder)) == len(names)


def test_processes_that_make_the_same_folder_and_user_at_once_agree(
    folder: Path, open_sqlite: OpenSqlite, processes: Processes
) -> None:
    script = """
say("ready")
wait()
store = open_store()
for user_id in ("minji", "jihun"):
    with store.user(user_id) as user, user.write() as tx:
        if tx.session("s1") is None:
            tx.put_session(session())
        tx.add_turns([turn(f"t{sys.argv[2]}")])
store.close()
"""
    running = [processes.start(script, number) for number in range(4)]
    for process in running:
        assert heard(process) == "ready"
    for process in running:
        tell(process)
    for process in running:
        processes.finish(process)
    store = open_sqlite()
    assert store.count_users() == 2
    assert len(user_files(folder)) == 2
    for user_id in ("minji", "jihun"):
        with store.user(user_id) as user, user.read() as found:
            assert {one.id for one in found.turns(TurnFilters(), 9, 0)} == {f"t{n}" for n in range(4)}
    assert store.check() == []
    store.close()
    # No half-made key or manifest is left lying about.
    assert sorted(p.name for p in folder.iterdir()) == ["master.key", "registry.db", "saegim.json", "users"]


@pytest.mark.parametrize("encryption", [True, False])
def test_a_process_killed_while_making_a_user_leaves_no_broken_one(
    folder: Path, open_sqlite: OpenSqlite, processes: Processes, encryption: bool
) -> None:
    open_sqlite(encryption=encryption).close()
    for when in ("before", "after"):
        killed = processes.start(
            """
from saegim.stores.sqlite.registry import Registry
store = open_store()
add = Registry.add
def die(*arguments):
    if sys.argv[2] == "after":
        add(*arguments)
    os.kill(os.getpid(), signal.SIGKILL)
Registry.add = die
with store.user("minji"):
    pass
""",
            when,
        )
        assert killed.wait(60) == -signal.SIGKILL
        store = open_sqlite()
        assert store.exists("minji") is (when == "after")
        note(store, "minji", "괜찮다")
        assert noted(store, "minji") == "괜찮다"
        store.erase("minji")
        # What the first one left is an empty file that belongs to no one, and is named as such.
        assert len(store.check()) == 1
        store.close()


# Things only this store can get wrong.


def test_days_are_counted_where_the_person_lives(open_sqlite: OpenSqlite) -> None:
    zone = ZoneInfo("America/New_York")
    store = open_sqlite(rows=Rows(zone))
    winter = after().astimezone(zone).replace(month=1, day=10, hour=23, minute=30)
    summer = winter.replace(month=7)
    with store.user("minji") as user:
        with user.write() as tx:
            tx.put_session(session())
            tx.add_turns([turn("t1", at=winter), turn("t2", at=summer), turn("t3", at=summer)])
        with user.read() as found:
            assert found.stats(0, 0).by_day == {"2026-01-10": 1, "2026-07-10": 2}
            first = found.turn("t1")
            assert first is not None
            assert first.at.tzinfo is zone
