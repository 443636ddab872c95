"""Schemas: each step whole or not at all, once even when two processes come, and every released one opens."""

from __future__ import annotations

import shutil
import signal
from collections.abc import Callable
from pathlib import Path
from typing import Any

import apsw
import pytest
from schema_sample import SAMPLES, SECRET, check_sample, names, newest
from sqlite_testbed import OpenSqlite, Processes, heard, tell, user_files
from store_samples import START, session, turn

from saegim.errors import NewerSchema
from saegim.stores.sqlite import SqliteStore, connect

real_steps = connect._steps

GOOD = "CREATE TABLE extra (x); INSERT INTO extra VALUES (1);"
HALF = "CREATE TABLE half (x); INSERT INTO half VALUES (1); INSERT INTO nowhere VALUES (1);"

AddSteps = Callable[..., None]


@pytest.fixture
def add_steps(monkeypatch: pytest.MonkeyPatch) -> AddSteps:
    """Pretends that the given steps of a family come after the real ones."""

    def add(family: str, *bodies: str) -> None:
        def steps(asked: str) -> list[str]:
            return [*real_steps(asked), *(bodies if asked == family else ())]

        monkeypatch.setattr(connect, "_steps", steps)

    return add


def look(connection: apsw.Connection) -> tuple[int, list[int], set[str]]:
    """(schema, recorded steps, tables)."""
    recorded = [number for (number,) in connection.execute("SELECT number FROM migrations ORDER BY number")]
    tables = {name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    return int(connection.pragma("user_version")), recorded, tables


def seen(store: SqliteStore) -> tuple[int, list[int], set[str]]:
    with store.user("minji") as user:
        return look(user._writer)


def fill(store: SqliteStore) -> None:
    with store.user("minji") as user, user.write() as tx:
        tx.put_session(session())
        tx.add_turns([turn("t1", "예전 이야기")])


def kept(store: SqliteStore) -> bool:
    with store.user("minji") as user, user.read() as view:
        found = view.turn("t1")
        return found is not None and found.user == "예전 이야기"


def test_a_new_file_records_every_step_and_when(open_sqlite: OpenSqlite) -> None:
    store = open_sqlite()
    count = len(real_steps("user"))
    assert seen(store)[:2] == (count, list(range(1, count + 1)))
    with store.user("minji") as user:
        rows = user._writer.execute("SELECT at FROM migrations").fetchall()
    assert {at for (at,) in rows} == {int(START.timestamp() * 1_000_000)}
    count = len(real_steps("registry"))
    assert look(store._registry._connection)[:2] == (count, list(range(1, count + 1)))


@pytest.mark.parametrize("steps", [(HALF,), (GOOD, HALF)])
def test_a_step_that_fails_half_way_changes_nothing(
    open_sqlite: OpenSqlite, add_steps: AddSteps, monkeypatch: pytest.MonkeyPatch, steps: tuple[str, ...]
) -> None:
    store = open_sqlite()
    fill(store)
    before = seen(store)
    store.close()
    add_steps("user", *steps)
    with pytest.raises(apsw.SQLError), open_sqlite().user("minji"):
        pass
    monkeypatch.undo()
    store = open_sqlite()
    assert seen(store) == before
    assert kept(store)


def test_a_failing_step_of_the_registry_changes_nothing(
    open_sqlite: OpenSqlite, add_steps: AddSteps, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = open_sqlite()
    fill(store)
    before = look(store._registry._connection)
    store.close()
    add_steps("registry", HALF)
    with pytest.raises(apsw.SQLError):
        open_sqlite()
    monkeypatch.undo()
    store = open_sqlite()
    assert look(store._registry._connection) == before
    assert kept(store)


def test_new_steps_are_made_and_recorded_once(open_sqlite: OpenSqlite, add_steps: AddSteps) -> None:
    store = open_sqlite()
    fill(store)
    count = seen(store)[0]
    store.close()
    for steps in ((GOOD,), (GOOD, "CREATE TABLE more (x)", "ALTER TABLE more ADD COLUMN y")):
        add_steps("user", *steps)
        for _ in range(2):
            store = open_sqlite()
            schema, recorded, tables = seen(store)
            assert (schema, recorded) == (count + len(steps), list(range(1, count + len(steps) + 1)))
            assert "extra" in tables
            assert kept(store)
            store.close()


def test_the_older_code_leaves_what_the_newer_wrote_alone(
    open_sqlite: OpenSqlite, add_steps: AddSteps, monkeypatch: pytest.MonkeyPatch
) -> None:
    add_steps("user", GOOD)
    store = open_sqlite()
    fill(store)
    store.close()
    monkeypatch.undo()
    with pytest.raises(NewerSchema), open_sqlite().user("minji"):
        pass
    add_steps("user", GOOD)
    assert kept(open_sqlite())


def test_a_newer_process_that_migrates_first_is_noticed_by_the_older_one_waiting(
    folder: Path, open_sqlite: OpenSqlite, add_steps: AddSteps
) -> None:
    store = open_sqlite(encryption=False)
    fill(store)
    store.close()
    (path,) = user_files(folder)
    add_steps("user", GOOD)
    connection = connect.open_connection(path, None, busy_timeout_s=1, create=False)
    pragma = connection.pragma
    count = len(real_steps("user"))

    class Overtaken:
        """The connection of a process that looks at the schema just before someone newer changes it."""

        def __getattr__(self, name: str) -> Any:
            return getattr(connection, name)

        def execute(self, sql: str, *values: Any) -> Any:
            if sql == "BEGIN IMMEDIATE":
                pragma("user_version", count + 2)
            return connection.execute(sql, *values)

    try:
        with pytest.raises(NewerSchema):
            connect.migrate(Overtaken(), path, "user", 0, busy_timeout_s=1, create=False)  # type: ignore[arg-type]
        assert not connection.in_transaction
        assert "extra" not in look(connection)[2]
    finally:
        connection.close()


KILLED_IN_THE_MIDDLE = """
import apsw
from saegim.stores.sqlite import connect
def die():
    os.kill(os.getpid(), signal.SIGKILL)
apsw.connection_hooks.append(lambda connection: connection.create_scalar_function("die", die, 0))
real = connect._steps
body = "CREATE TABLE extra (x); INSERT INTO extra VALUES (1); SELECT die();"
connect._steps = lambda family: real(family) + ([body] if family == sys.argv[2] else [])
store = open_store()
with store.user("minji"):
    pass
"""


@pytest.mark.parametrize("family", ["user", "registry"])
def test_a_process_killed_in_the_middle_of_a_step_leaves_the_old_schema(
    open_sqlite: OpenSqlite, processes: Processes, family: str
) -> None:
    store = open_sqlite()
    fill(store)
    before = seen(store), look(store._registry._connection)
    store.close()
    assert processes.start(KILLED_IN_THE_MIDDLE, family).wait(60) == -signal.SIGKILL
    store = open_sqlite()
    assert (seen(store), look(store._registry._connection)) == before
    assert kept(store)


def test_processes_that_migrate_at_once_do_it_once(
    open_sqlite: OpenSqlite, processes: Processes, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = open_sqlite()
    fill(store)
    counts = {family: len(real_steps(family)) for family in ("user", "registry")}
    store.close()
    script = """
from saegim.stores.sqlite import connect
real = connect._steps
# Made twice, the table would be an error.
connect._steps = lambda family: [*real(family), "CREATE TABLE extra (x); INSERT INTO extra VALUES (1)"]
say("ready")
wait()
store = open_store()
with store.user("minji") as user, user.read() as view:
    say(view.turn("t1").user)
store.close()
"""
    running = [processes.start(script) for _ in range(3)]
    for process in running:
        assert heard(process) == "ready"
    for process in running:
        tell(process)
    assert [processes.finish(process) for process in running] == [["예전 이야기"]] * 3
    monkeypatch.setattr(connect, "_steps", lambda family: [*real_steps(family), GOOD])
    store = open_sqlite()
    with store.user("minji") as user:
        for connection, family in ((user._writer, "user"), (store._registry._connection, "registry")):
            schema, recorded, _ = look(connection)
            assert (schema, recorded[-1]) == (counts[family] + 1, counts[family] + 1)
            assert connection.execute("SELECT count(*) FROM extra").fetchall() == [(1,)]


def test_every_migration_has_its_number_in_order() -> None:
    folder = Path(connect.__file__).parent / "migrations"
    for family in ("user", "registry"):
        found = sorted(path.name for path in folder.glob(f"{family}_*"))
        assert found == [f"{family}_{number:03}.sql" for number in range(1, len(found) + 1)]
        assert found


# Samples of every schema, see schema_sample.py for how to add the next one.

schema_hint = "an unreleased schema changed? python tests/stores/schema_sample.py makes its samples again"


@pytest.mark.parametrize("name", [name for number in range(1, newest() + 1) for name in names(number)])
def test_files_of_every_schema_open_and_hold_what_they_held(
    folder: Path, open_sqlite: OpenSqlite, name: str
) -> None:
    assert (SAMPLES / name).is_dir(), f"no sample of this schema: {schema_hint}"
    shutil.copytree(SAMPLES / name, folder)
    check_sample(open_sqlite(secret=SECRET))


@pytest.mark.parametrize("name", [name for number in range(1, newest() + 1) for name in names(number)])
def test_files_of_every_schema_become_what_a_new_file_is(
    tmp_path: Path, folder: Path, open_sqlite: OpenSqlite, name: str
) -> None:
    def shape(connection: apsw.Connection) -> dict[str, str]:
        return dict(connection.execute("SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL"))

    shutil.copytree(SAMPLES / name, folder)
    old, new = open_sqlite(secret=SECRET), open_sqlite(tmp_path / "new")
    assert shape(old._registry._connection) == shape(new._registry._connection), schema_hint
    with old.user("민지") as before, new.user("민지") as now:
        assert shape(before._writer) == shape(now._writer), schema_hint
