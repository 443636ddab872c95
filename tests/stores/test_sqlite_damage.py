"""Damaged, missing and too new files: each a clear error, and nothing is made worse."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from sqlite_testbed import OpenSqlite, file_bytes, user_files
from store_samples import after, embed, index, memory, put, session, turn, words

from saegim.errors import CorruptFile, NewerSchema, SaegimError
from saegim.models import TurnFilters
from saegim.stores.sqlite import SqliteStore
from saegim.stores.sqlite.keyring import KEY_FILE, MANIFEST

PAGE = 4096


def fill(store: SqliteStore, user_id: str = "minji", turns: int = 120) -> None:
    with store.user(user_id) as user:
        with user.write() as tx:
            tx.put_session(session())
            said = [turn(f"t{n}", f"{n}번째 이야기 " * 20, at=after(minutes=n)) for n in range(turns)]
            documents = tx.add_turns(said)
            put(tx, *(memory(f"m{n}", f"{n}번째 기억") for n in range(20)))
            index(tx, tx.ensure_analyser("kiwi"), [words(n, f"이야기 낱말{n}") for n in documents])
            vectors = np.random.default_rng(1).standard_normal((len(documents), 64)).astype(np.float32)
            embed(tx, tx.ensure_space("use"), documents, vectors)
        # No free page is left over: whatever byte is hit belongs to something.
        user.vacuum()


@pytest.fixture
def filled(folder: Path, open_sqlite: OpenSqlite) -> Path:
    """The file of a user who was written, checkpointed and closed."""
    store = open_sqlite()
    fill(store)
    store.close()
    (path,) = user_files(folder)
    assert path.stat().st_size % PAGE == 0
    return path


def flip(path: Path, offset: int) -> None:
    with path.open("r+b") as file:
        file.seek(offset)
        (byte,) = file.read(1)
        file.seek(offset)
        file.write(bytes([byte ^ 0x10]))


def read_everything(store: SqliteStore, user_id: str = "minji") -> int:
    with store.user(user_id) as user, user.read() as view:
        return len(view.turns(TurnFilters(), 10_000, 0))


def is_noticed(store: SqliteStore, user_id: str = "minji") -> bool:
    try:
        with store.user(user_id) as user:
            return user.check() != []
    except CorruptFile:
        return True


@pytest.mark.parametrize("where", [0.0, 0.1, 0.25, 0.4, 0.5, 0.6, 0.75, 0.9, 1.0])
@pytest.mark.parametrize("inside", [3, 100, PAGE // 2, PAGE - 20])
def test_a_flipped_byte_is_noticed(filled: Path, open_sqlite: OpenSqlite, where: float, inside: int) -> None:
    pages = filled.stat().st_size // PAGE
    assert not is_noticed(open_sqlite())
    flip(filled, int(where * (pages - 1)) * PAGE + inside)
    assert is_noticed(open_sqlite())


def test_a_flipped_byte_is_noticed_while_the_user_is_warm(folder: Path, open_sqlite: OpenSqlite) -> None:
    store = open_sqlite()
    fill(store)
    with store.user("minji") as user:
        assert read_everything(store) == 120
        assert user.check() == []
        (path,) = user_files(folder)
        flip(path, path.stat().st_size // 2)
        assert user.check() != []


def test_reading_what_was_damaged_raises_instead_of_inventing(filled: Path, open_sqlite: OpenSqlite) -> None:
    pages = filled.stat().st_size // PAGE
    for page in range(2, pages, 3):
        flip(filled, page * PAGE + 1000)
    with pytest.raises(CorruptFile):
        read_everything(open_sqlite())


def test_a_read_works_again_once_the_damage_is_mended(filled: Path, open_sqlite: OpenSqlite) -> None:
    sound = filled.read_bytes()
    store = open_sqlite()
    with store.user("minji") as user:
        for page in range(1, len(sound) // PAGE):
            flip(filled, page * PAGE + 1000)
        with pytest.raises(CorruptFile):
            read_everything(store)
        with filled.open("r+b") as file:
            file.write(sound)
        assert read_everything(store) == 120
        assert user.check() == []


@pytest.mark.parametrize("kept", [0, 1, 100, PAGE - 1, PAGE, 3 * PAGE, 5 * PAGE + 7])
def test_a_truncated_file_is_noticed_and_left_alone(
    filled: Path, open_sqlite: OpenSqlite, folder: Path, kept: int
) -> None:
    filled.write_bytes(filled.read_bytes()[:kept])
    before = file_bytes(folder)
    store = open_sqlite()
    assert is_noticed(store)
    store.close()
    assert file_bytes(folder) == before


@pytest.mark.parametrize(
    "garbage",
    [b"\0" * 8 * PAGE, b"SQLite format 3\0" + b"\xff" * PAGE, "이건 데이터베이스가 아니에요".encode() * 900],
)
@pytest.mark.parametrize("encryption", [True, False])
def test_a_file_of_garbage_is_noticed_and_left_alone(
    folder: Path, open_sqlite: OpenSqlite, garbage: bytes, encryption: bool
) -> None:
    store = open_sqlite(encryption=encryption)
    fill(store, turns=3)
    store.close()
    (path,) = user_files(folder)
    path.write_bytes(garbage)
    before = file_bytes(folder)
    again = open_sqlite()
    with pytest.raises(CorruptFile), again.user("minji"):
        pass
    # Someone else is not concerned.
    fill(again, "jihun", turns=1)
    again.close()
    after_ = file_bytes(folder)
    assert after_[path.relative_to(folder)] == before[path.relative_to(folder)]


def test_a_users_missing_file_is_damage_not_a_new_beginning(filled: Path, open_sqlite: OpenSqlite) -> None:
    filled.unlink()
    store = open_sqlite()
    for _ in range(2):
        with pytest.raises(CorruptFile, match="missing"), store.user("minji"):
            pass
    assert store.exists("minji")
    assert not filled.exists()


def test_a_users_file_lost_while_open_is_noticed_at_the_next_call(
    folder: Path, open_sqlite: OpenSqlite
) -> None:
    store = open_sqlite()
    fill(store, turns=3)
    (path,) = user_files(folder)
    for suffix in ("", "-wal", "-shm"):
        Path(f"{path}{suffix}").unlink(missing_ok=True)
    with pytest.raises(CorruptFile), store.user("minji"):
        pass


@pytest.mark.parametrize("damage", ["missing", "empty", "garbage", "other", "truncated"])
def test_damage_can_still_be_erased(filled: Path, open_sqlite: OpenSqlite, damage: str) -> None:
    sound = filled.read_bytes()
    contents = {"empty": b"", "garbage": b"x" * 9000, "truncated": sound[: 3 * PAGE], "other": sound[::-1]}
    filled.unlink()
    if damage in contents:
        filled.write_bytes(contents[damage])
    store = open_sqlite()
    assert store.erase("minji") is True
    assert not filled.exists()
    assert not store.exists("minji")
    assert store.check() == []
    assert read_everything(store) == 0


def test_a_key_row_that_was_tampered_with_is_noticed_and_can_be_erased(
    filled: Path, open_sqlite: OpenSqlite
) -> None:
    store = open_sqlite()
    with store.user("jihun"):
        pass
    # Jihun's key in Minji's row: bound to its user, it does not open Minji's file for anyone.
    store._registry._all(
        "UPDATE users SET wrapped_key = (SELECT wrapped_key FROM users WHERE id = 'jihun') WHERE id = 'minji'"
    )
    with pytest.raises(SaegimError) as refused, store.user("minji"):
        pass
    assert refused.value.code == "key_wrong"
    assert store.erase("minji")
    assert not filled.exists()


# The folder itself.


def test_a_missing_manifest_beside_data_is_an_error(folder: Path, open_sqlite: OpenSqlite) -> None:
    store = open_sqlite()
    fill(store, turns=1)
    store.close()
    (folder / MANIFEST).unlink()
    before = file_bytes(folder)
    for encryption in (True, False):
        with pytest.raises(CorruptFile):
            open_sqlite(encryption=encryption)
    assert file_bytes(folder) == before


@pytest.mark.parametrize(
    "manifest",
    ["", "{", "[]", "{}", '{"format": 1}', '{"format": "x", "encryption": "none"}', "\udcff", "null"],
)
def test_a_broken_manifest_is_an_error(folder: Path, open_sqlite: OpenSqlite, manifest: str) -> None:
    open_sqlite().close()
    (folder / MANIFEST).write_bytes(manifest.encode(errors="surrogateescape"))
    before = file_bytes(folder)
    with pytest.raises(CorruptFile):
        open_sqlite()
    assert file_bytes(folder) == before


@pytest.mark.parametrize("left", [None, b""], ids=["missing", "empty"])
def test_a_lost_registry_beside_users_is_an_error_not_a_new_beginning(
    folder: Path, open_sqlite: OpenSqlite, left: bytes | None
) -> None:
    store = open_sqlite()
    fill(store, turns=1)
    store.close()
    (folder / "registry.db").unlink()
    if left is not None:
        (folder / "registry.db").write_bytes(left)
    before = file_bytes(folder)
    with pytest.raises(CorruptFile):
        open_sqlite()
    assert file_bytes(folder) == before


@pytest.mark.parametrize("offset", [5, 200, PAGE + 50, 2 * PAGE + 2000])
def test_a_flipped_byte_in_the_registry_is_noticed(
    folder: Path, open_sqlite: OpenSqlite, offset: int
) -> None:
    store = open_sqlite()
    fill(store, turns=1)
    store.close()
    flip(folder / "registry.db", offset)
    try:
        problems = open_sqlite().check()
    except CorruptFile:
        problems = ["it did not even open"]
    assert problems


# Written by a newer saegim.


def set_schema(connection: Any, number: int) -> None:
    connection.pragma("user_version", number)


@pytest.mark.parametrize("encryption", [True, False])
def test_a_user_of_a_newer_schema_is_left_alone(
    folder: Path, open_sqlite: OpenSqlite, encryption: bool
) -> None:
    store = open_sqlite(encryption=encryption)
    fill(store, turns=3)
    with store.user("minji") as user:
        set_schema(user._writer, 99)
    store.close()
    before = file_bytes(folder)
    again = open_sqlite()
    with pytest.raises(NewerSchema) as refused, again.user("minji"):
        pass
    assert refused.value.found == 99
    assert refused.value.known < 99
    with pytest.raises(NewerSchema):
        again.erase("minji")
    again.close()
    assert file_bytes(folder) == before


def test_a_folder_of_a_newer_schema_is_left_alone(folder: Path, open_sqlite: OpenSqlite) -> None:
    store = open_sqlite()
    fill(store, turns=3)
    set_schema(store._registry._connection, 99)
    store.close()
    before = file_bytes(folder)
    with pytest.raises(NewerSchema):
        open_sqlite()
    assert file_bytes(folder) == before


def test_a_folder_of_a_newer_format_is_left_alone(folder: Path, open_sqlite: OpenSqlite) -> None:
    open_sqlite().close()
    manifest = json.loads((folder / MANIFEST).read_text())
    (folder / MANIFEST).write_text(json.dumps(manifest | {"format": 2}))
    (folder / KEY_FILE).unlink()
    before = file_bytes(folder)
    with pytest.raises(NewerSchema):
        open_sqlite()
    assert file_bytes(folder) == before


def test_the_error_names_the_file_and_speaks_korean(filled: Path, open_sqlite: OpenSqlite) -> None:
    filled.write_bytes(b"x" * PAGE)
    with pytest.raises(CorruptFile) as refused, open_sqlite().user("minji"):
        pass
    assert refused.value.path == str(filled)
    assert str(filled) in str(refused.value)
    assert refused.value.code == "file_corrupt"
    assert "손상" in refused.value.say("ko")
