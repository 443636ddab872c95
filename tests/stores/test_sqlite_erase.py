"""Erasing someone: file, log and key are gone, and nobody can bring them back by accident."""

from __future__ import annotations

import signal
from pathlib import Path

import pytest
from sqlite_testbed import OpenSqlite, Processes, file_bytes, heard, registered, tell, user_files
from store_samples import session, turn

from saegim.errors import NotFound
from saegim.stores.sqlite import SqliteStore

WHO = "minji-who-wants-to-go"


def fill(store: SqliteStore, user_id: str = WHO) -> None:
    with store.user(user_id) as user, user.write() as tx:
        tx.put_session(session())
        tx.add_turns([turn("t1", "지워질 이야기")])


def remains(store: SqliteStore) -> bool:
    with store.user(WHO) as user, user.read() as view:
        return view.turn("t1") is not None


@pytest.mark.parametrize("warm", [True, False])
def test_file_log_and_key_are_gone(folder: Path, open_sqlite: OpenSqlite, warm: bool) -> None:
    store = open_sqlite()
    fill(store)
    fill(store, "jihun")
    (kept, gone) = sorted(user_files(folder), key=lambda path: path.stem == registered(store, WHO)[0])
    if not warm:
        store.close()
        store = open_sqlite()
    assert registered(store, WHO)[1] is not None
    assert store.erase(WHO)
    assert store._registry.find(WHO) is None
    assert not [name for name in file_bytes(folder) if gone.stem in name.name]
    assert user_files(folder) == [kept]
    assert store.check() == []
    store.close()
    assert not [name for name in file_bytes(folder) if gone.stem in name.name]


def test_not_even_the_name_stays_in_a_plain_folder(folder: Path, open_sqlite: OpenSqlite) -> None:
    store = open_sqlite(encryption=False)
    fill(store)
    store.mark_due(WHO, "index", store._clock.now())
    assert any(WHO.encode() in content for content in file_bytes(folder).values())
    store.erase(WHO)
    for content in file_bytes(folder).values():
        assert WHO.encode() not in content
        assert "지워질 이야기".encode() not in content


def test_a_user_made_anew_gets_a_new_file_and_a_new_key(folder: Path, open_sqlite: OpenSqlite) -> None:
    store = open_sqlite()
    fill(store)
    before = registered(store, WHO)
    store.erase(WHO)
    fill(store)
    after = registered(store, WHO)
    assert before[0] != after[0]
    assert before[1] != after[1]
    assert [path.stem for path in user_files(folder)] == [after[0]]


def test_another_process_that_still_holds_them_cannot_bring_them_back(
    folder: Path, open_sqlite: OpenSqlite, processes: Processes
) -> None:
    store = open_sqlite()
    fill(store)
    holder = processes.start(
        """
store = open_store()
with store.user(sys.argv[2]) as user:
    with user.read() as view:
        say(view.turn("t1").user)
    wait()
    for attempt in (user.write, user.read, user.write):
        try:
            with attempt() as found:
                say("got in")
        except NotFound as error:
            say(error.code)
    say(len(list(folder.glob("users/*/*"))), store.exists(sys.argv[2]))
    wait()
with store.user(sys.argv[2]) as user, user.read() as view:
    say(view.turn("t1"), "begun anew")
store.close()
""",
        WHO,
    )
    assert heard(holder) == "지워질 이야기"
    assert store.erase(WHO)
    tell(holder)
    assert [heard(holder) for _ in range(3)] == ["user_not_found"] * 3
    assert heard(holder) == "0 False"
    assert user_files(folder) == []
    assert store.check() == []
    tell(holder)
    assert heard(holder) == "None begun anew"
    processes.finish(holder)
    assert not remains(store)
    assert store.check() == []


def test_a_writer_waiting_for_its_turn_learns_of_the_erasure(
    open_sqlite: OpenSqlite, processes: Processes
) -> None:
    store = open_sqlite()
    fill(store)
    with store.user(WHO) as user, user.write() as tx:
        waiting = processes.start(
            """
store = open_store()
with store.user(sys.argv[2]) as user:
    say("ready")
    try:
        with user.write() as tx:
            say("wrote")
    except NotFound:
        say("gone")
""",
            WHO,
        )
        assert heard(waiting) == "ready"
        # The erasure's own mark, in a transaction that the other process is waiting behind.
        tx._run("INSERT INTO meta VALUES ('erased', 1)")
    assert heard(waiting) == "gone"


INTERRUPTED = """
store = open_store()
def die(*_, **__):
    os.kill(os.getpid(), signal.SIGKILL)
setattr(SqliteStore, sys.argv[3], die)
store.erase(sys.argv[2])
"""


def test_an_erasure_interrupted_after_its_mark_is_completed_at_the_next_opening(
    folder: Path, open_sqlite: OpenSqlite, processes: Processes
) -> None:
    store = open_sqlite()
    fill(store)
    store.close()
    (path,) = user_files(folder)
    killed = processes.start(INTERRUPTED, WHO, "_destroy")
    assert killed.wait(60) == -signal.SIGKILL
    assert path.exists()
    store = open_sqlite()
    assert not remains(store)
    assert not path.exists()
    assert len(user_files(folder)) == 1
    assert store.check() == []


def test_an_interrupted_erasure_can_be_asked_for_again(
    folder: Path, open_sqlite: OpenSqlite, processes: Processes
) -> None:
    store = open_sqlite()
    fill(store)
    killed = processes.start(INTERRUPTED, WHO, "_destroy")
    assert killed.wait(60) == -signal.SIGKILL
    with pytest.raises(NotFound), store.user(WHO) as user, user.write():
        pass
    assert store.erase(WHO)
    assert user_files(folder) == []
    assert not store.exists(WHO)


def test_an_erasure_interrupted_after_the_key_is_gone_leaves_noise_that_check_names(
    folder: Path, open_sqlite: OpenSqlite, processes: Processes
) -> None:
    store = open_sqlite()
    fill(store)
    store.close()
    (path,) = user_files(folder)
    killed = processes.start(INTERRUPTED, WHO, "_unlink")
    assert killed.wait(60) == -signal.SIGKILL
    store = open_sqlite()
    assert not store.exists(WHO)
    assert not remains(store)
    (problem,) = store.check()
    assert path.name in problem


def test_an_old_erasure_finished_late_does_not_touch_who_began_anew(
    folder: Path, open_sqlite: OpenSqlite
) -> None:
    store = open_sqlite()
    fill(store)
    (old,) = user_files(folder)
    store.erase(WHO)
    fill(store)
    store.mark_due(WHO, "index", store._clock.now())
    # What another process does that saw the old mark before it was stopped for a while.
    store._destroy(WHO, old)
    assert remains(store)
    assert store.count_due("index") == 1


def test_two_processes_erasing_at_once_leave_nothing(
    folder: Path, open_sqlite: OpenSqlite, processes: Processes
) -> None:
    store = open_sqlite()
    for number in range(8):
        fill(store, f"u{number}")
    script = """
store = open_store()
say("ready")
wait()
for number in range(8):
    store.erase(f"u{number}")
store.close()
"""
    both = [processes.start(script) for _ in range(2)]
    for process in both:
        assert heard(process) == "ready"
    for process in both:
        tell(process)
    for process in both:
        processes.finish(process)
    assert store.count_users() == 0
    assert user_files(folder) == []
    assert store.check() == []


def test_opening_and_erasing_the_same_user_in_two_processes_never_breaks(
    folder: Path, open_sqlite: OpenSqlite, processes: Processes
) -> None:
    store = open_sqlite()
    fill(store)
    script = """
store = open_store()
say("ready")
wait()
for number in range(40):
    if sys.argv[3] == "erase":
        store.erase(sys.argv[2])
    else:
        try:
            with store.user(sys.argv[2]) as user, user.write() as tx:
                tx.put_note("n", str(number))
        except NotFound:
            pass
store.close()
"""
    running = [processes.start(script, WHO, what) for what in ("erase", "write", "write")]
    for process in running:
        assert heard(process) == "ready"
    for process in running:
        tell(process)
    for process in running:
        processes.finish(process)
    store.erase(WHO)
    assert user_files(folder) == []
    assert store.check() == []
