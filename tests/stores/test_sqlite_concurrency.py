"""Threads, processes and kill -9: whatever was acknowledged is there, once, and nothing is left locked."""

from __future__ import annotations

import random
import signal
import threading
import time
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from sqlite_testbed import OpenSqlite, Processes, heard, tell
from store_samples import START, after, ids, memory, put, session, turn

from saegim.errors import NotFound
from saegim.models import TurnFilters
from saegim.protocols import UserStore, View
from saegim.settings import SqliteSettings
from saegim.stores.sqlite import SqliteStore


def make_user(store: SqliteStore, *user_ids: str) -> None:
    for user_id in user_ids:
        with store.user(user_id) as user, user.write() as tx:
            tx.put_session(session())


def together(*work: Callable[[], None], timeout_s: float = 60) -> None:
    """Run each in a thread of its own; the first exception of any fails the test."""
    errors: list[BaseException] = []
    begin = threading.Barrier(len(work))

    def run(one: Callable[[], None]) -> None:
        try:
            begin.wait()
            one()
        except BaseException as error:  # noqa: BLE001 -- carried to the test's own thread
            errors.append(error)

    threads = [threading.Thread(target=run, args=(one,), daemon=True) for one in work]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout_s)
        assert not thread.is_alive(), "still waiting for each other"
    if errors:
        raise errors[0]


def all_turns(view: View) -> list[str]:
    return ids(view.turns(TurnFilters(oldest_first=True), 100_000, 0))


def chain(view: View) -> list[int]:
    """The documents of the one session in the order they follow each other."""
    following = {row.previous: row.id for row in view.changes(0).rows if row.kind == "message"}
    found: list[int] = []
    while (found[-1] if found else None) in following:
        found.append(following[found[-1] if found else None])
    return found


# Threads.


def test_threads_write_and_read_one_user_without_losing_anything(open_sqlite: OpenSqlite) -> None:
    store = open_sqlite()
    make_user(store, "minji")

    def work(name: int) -> Callable[[], None]:
        def run() -> None:
            seen = 0
            for number in range(12):
                with store.user("minji") as user:
                    with user.write() as tx:
                        tx.add_turns([turn(f"t{name}-{number}", f"{name}의 {number}번째 말")])
                        put(tx, memory(f"m{name}-{number}"))
                    with user.read() as view:
                        found = view.turn(f"t{name}-{number}")
                        assert found is not None
                        assert found.user == f"{name}의 {number}번째 말"
                        now = view.count_turns(TurnFilters())
                        # A snapshot holds a turn and its memory together or neither.
                        assert now == len(view.memories(limit=1_000))
                        assert now > seen
                        seen = now

        return run

    together(*(work(name) for name in range(8)))
    with store.user("minji") as user:
        with user.read() as view:
            assert sorted(all_turns(view)) == sorted(f"t{a}-{b}" for a in range(8) for b in range(12))
            assert len(view.memories(limit=1_000)) == 96
            assert len(chain(view)) == 96
        assert user.check() == []


def test_a_thread_that_reads_never_waits_for_one_that_writes(open_sqlite: OpenSqlite) -> None:
    store = open_sqlite()
    make_user(store, "minji")
    with store.user("minji") as user, user.write() as tx:
        tx.add_turns([turn("t1")])

        def read() -> None:
            begun = time.monotonic()
            with user.read() as view:
                assert view.count_turns(TurnFilters()) == 0
            assert time.monotonic() - begun < 5

        together(read, read)


def test_more_users_than_may_be_open_are_served_to_many_threads(open_sqlite: OpenSqlite) -> None:
    store = open_sqlite(settings=SqliteSettings(max_open_users=2))
    names = [f"u{number}" for number in range(6)]

    def work(name: int) -> Callable[[], None]:
        order = random.Random(name).sample(names, len(names))

        def run() -> None:
            for user_id in order:
                with store.user(user_id) as user, user.write() as tx:
                    if tx.session("s1") is None:
                        tx.put_session(session())
                    tx.add_turns([turn(f"t{name}")])

        return run

    together(*(work(name) for name in range(8)))
    assert store.count_users() == 6
    for user_id in names:
        with store.user(user_id) as user, user.read() as view:
            assert sorted(all_turns(view)) == [f"t{name}" for name in range(8)]


def test_a_user_erased_by_one_thread_is_gone_for_the_others(open_sqlite: OpenSqlite) -> None:
    store = open_sqlite()
    refusals: list[str] = []

    def write() -> None:
        for number in range(25):
            try:
                with store.user("minji") as user, user.write() as tx:
                    tx.put_note("n", str(number))
            except NotFound as error:
                refusals.append(error.code)

    def erase() -> None:
        for _ in range(12):
            store.erase("minji")

    together(write, write, write, erase)
    assert set(refusals) <= {"user_not_found"}
    store.erase("minji")
    assert store.check() == []
    assert store.count_users() == 0


def test_due_work_goes_to_each_thread_once(open_sqlite: OpenSqlite) -> None:
    store = open_sqlite()
    for number in range(40):
        store.mark_due(f"u{number}", "index", after(seconds=number))
    taken: list[str] = []

    def work() -> None:
        owner = threading.current_thread().name
        while (user_id := store.lease_due("index", after(minutes=5), 60, owner)) is not None:
            taken.append(user_id)

    together(*[work] * 4)
    assert sorted(taken) == sorted(f"u{number}" for number in range(40))


# Processes.


def start_together(processes: Processes, script: str, arguments: Sequence[object]) -> list[list[str]]:
    """What each printed after all had been let go at once."""
    running = [processes.start('say("ready")\nwait()\n' + script, argument) for argument in arguments]
    for process in running:
        assert heard(process) == "ready"
    for process in running:
        tell(process)
    return [processes.finish(process) for process in running]


def test_processes_share_some_users_and_have_others_to_themselves(
    open_sqlite: OpenSqlite, processes: Processes
) -> None:
    store = open_sqlite()
    make_user(store, "shared")
    script = """
store = open_store()
me = sys.argv[2]
with store.user(me) as user, user.write() as tx:
    tx.put_session(session())
for number in range(30):
    for user_id in ("shared", me):
        with store.user(user_id) as user:
            with user.write() as tx:
                before = tx.revision()
                tx.add_turns([turn(f"{me}-{number}")])
            with user.read() as view:
                assert view.turn(f"{me}-{number}") is not None
                assert view.revision() >= before
store.close()
"""
    start_together(processes, script, ["a", "b", "c", "d"])
    assert store.count_users() == 5
    for user_id in ("shared", "a", "b", "c", "d"):
        writers = "abcd" if user_id == "shared" else user_id
        with store.user(user_id) as user:
            with user.read() as view:
                assert sorted(all_turns(view)) == sorted(f"{w}-{n}" for w in writers for n in range(30))
                # Each followed by exactly one, whoever wrote it.
                assert len(chain(view)) == 60 * len(writers)
            assert user.check() == []
    assert store.check() == []


def test_what_another_process_wrote_is_seen_at_the_next_call(
    open_sqlite: OpenSqlite, processes: Processes
) -> None:
    store = open_sqlite()
    make_user(store, "minji")
    other = processes.start(
        """
store = open_store()
with store.user("minji") as user:
    for number in range(10):
        wait()
        with user.write() as tx:
            tx.put_note("n", str(number))
            put(tx, memory(f"m{number}"))
        say(number)
        wait()
        with user.read() as view:
            say(view.note("answer"))
"""
    )
    with store.user("minji") as user:
        known = 0
        for number in range(10):
            tell(other)
            assert heard(other) == str(number)
            with user.read() as view:
                assert view.note("n") == str(number)
                changes = view.changes(known)
                assert len(changes.rows) == 1
                known = changes.revision
            with user.write() as tx:
                tx.put_note("answer", f"답 {number}")
            tell(other)
            assert heard(other) == f"답 {number}"


def test_due_work_goes_to_each_process_once(open_sqlite: OpenSqlite, processes: Processes) -> None:
    store = open_sqlite()
    for number in range(60):
        store.mark_due(f"u{number}", "index", START)
    script = """
store = open_store()
while (user_id := store.lease_due("index", after(minutes=1), 60, sys.argv[2])) is not None:
    say(user_id)
store.close()
"""
    taken = start_together(processes, script, ["a", "b", "c"])
    assert Counter(user_id for some in taken for user_id in some) == Counter(f"u{n}" for n in range(60))


# kill -9.

RECORDER = """
me, round_ = sys.argv[2].split()
store = open_store()
end = time.monotonic() + 20
number = 0
# Ends by itself, should nobody come to kill it.
while time.monotonic() < end and number < 2_000:
    user_id = ("shared", me)[number % 2]
    id_ = f"{round_}-{me}-{number}"
    with store.user(user_id) as user:
        with user.write() as tx:
            documents = tx.add_turns([turn(id_, f"{id_}의 말 " * 50, "대답")])
            put(tx, memory(id_, f"{id_}의 기억"))
            store.mark_due(user_id, "index", tx.turn(id_).at)
        say(user_id, id_)
        if number % 40 == 39:
            user.vacuum()
    number += 1
"""


@pytest.mark.slow
def test_whatever_was_acknowledged_survives_kill_9(
    folder: Path, open_sqlite: OpenSqlite, processes: Processes
) -> None:
    names = ("a", "b", "c", "d")
    store = open_sqlite()
    make_user(store, "shared", *names)
    store.close()
    chance = random.Random(20260301)
    acknowledged: dict[str, set[str]] = {name: set() for name in ("shared", *names)}
    kills = 0
    for round_ in range(3):
        running = [processes.start(RECORDER, f"{name} {round_}") for name in names]
        first = [heard(process) for process in running]
        for process, line in chance.sample(list(zip(running, first, strict=True)), len(running)):
            time.sleep(chance.uniform(0.01, 0.4))
            process.kill()
            out, err = process.communicate(timeout=60)
            assert process.returncode == -signal.SIGKILL, err
            kills += 1
            # The last line may be torn: then it was not acknowledged.
            whole = out[: out.rfind("\n") + 1].splitlines()
            for user_id, id_ in (said.split() for said in [line, *whole]):
                acknowledged[user_id].add(id_)
        # A new writer gets every lock at once, with the dead not even cold.
        store = open_sqlite(settings=SqliteSettings(busy_timeout_s=0.5))
        for user_id in acknowledged:
            with store.user(user_id) as user:
                begun = time.monotonic()
                with user.write() as tx:
                    tx.put_note("after", str(round_))
                assert time.monotonic() - begun < 2
        store.close()
    assert kills == 12
    store = open_sqlite()
    for user_id, expected in acknowledged.items():
        assert expected, "killed before anything was written"
        with store.user(user_id) as user:
            check_whole(user, expected)
    assert store.check() == []
    assert store.count_due("index") == len(acknowledged)


def check_whole(user: UserStore, expected: set[str]) -> None:
    with user.read() as view:
        found = {one.id: one for one in view.turns(TurnFilters(), 1_000_000, 0)}
        assert expected <= set(found)
        # Nothing came half: every turn with both messages and its memory, acknowledged or not.
        assert all(len(one.messages) == 2 for one in found.values())
        assert {one.id for one in view.memories(limit=1_000_000)} == set(found)
        assert len(chain(view)) == 2 * len(found)
    assert user.check() == []
