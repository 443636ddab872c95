"""What lies on the disk tells nothing without its key, and a wrong key touches nothing."""

from __future__ import annotations

import re
import shutil
import stat
import unicodedata
from pathlib import Path

import pytest
from sqlite_testbed import OpenSqlite, file_bytes, user_files
from store_samples import START, embed, index, memory, put, session, turn, words

from saegim.errors import CorruptFile, MissingKey, StoreError, WrongKey
from saegim.models import Link, Persona, Summary, Trace
from saegim.stores.sqlite import SqliteStore
from saegim.stores.sqlite.keyring import KEY_FILE, MANIFEST, Keyring, open_keyring

USER = "kim-minji-0412"
HEX_SECRET = "5f" * 32
PASSPHRASE = "우리집 고양이 이름은 나비"
# One of each place a text can go.
SECRETS = {
    "user id": USER,
    "said": "땅콩 알레르기는 비밀이에요",
    "answered": "아무에게도 말하지 않을게요",
    "speaker": "김민지의별명",
    "metadata": "숨긴-메타데이터",
    "emotion": "몹시부끄러움",
    "persona": "luna-persona-77",
    "persona name": "루나의본명",
    "system prompt": "너는비밀을지키는친구야",
    "session": "session-of-secrets",
    "memory": "혈액형은 AB형이다",
    "old version": "혈액형은 O형이다",
    "tag": "혈액형태그",
    "value": "AB형값",
    "reason": "병원에서확인함",
    "link": "entity-mother",
    "summary": "오늘은알레르기이야기",
    "trace": "무엇을못먹지",
    "note": "고른기억목록",
    "term": "낱말색인",
    "gram": "글자쌍색인",
    "task": "secret-task-name",
}


def fill(store: SqliteStore) -> None:
    s = SECRETS
    persona = s["persona"]
    store.put_persona(Persona(persona, s["persona name"], s["system prompt"]))
    with store.user(USER) as user, user.write() as tx:
        tx.put_session(session(s["session"], persona=persona))
        said = turn(
            "t1",
            s["said"],
            s["answered"],
            session_id=s["session"],
            persona=persona,
            name=s["speaker"],
            emotion=s["emotion"],
            more=s["metadata"],
        )
        documents = tx.add_turns([said])
        put(tx, memory("m1", s["old version"]))
        revised = memory("m1", s["memory"], tags=(s["tag"],), value=s["value"], persona=persona)
        tx.put_memory(revised, actor=USER, action="revise", reason=s["reason"])
        tx.put_link(Link("m1", "about", s["link"], 1.0, START))
        tx.put_summary(Summary("u1", persona, None, s["summary"], START, 1))
        tx.add_trace(Trace("r1", START, s["trace"], {}), keep=9)
        tx.put_note("picked", s["note"])
        index(tx, tx.ensure_analyser("kiwi"), [words(documents[0], s["term"], s["gram"])])
        embed(tx, tx.ensure_space("use"), documents)
        store.mark_due(USER, s["task"], START)


def readable(folder: Path) -> set[str]:
    """Which of the secrets stand in the clear in any file or file name."""
    everything = b"\n".join(str(name).encode() + content for name, content in file_bytes(folder).items())
    return {what for what, text in SECRETS.items() if text.encode() in everything}


def is_filled(store: SqliteStore) -> bool:
    with store.user(USER) as user, user.read() as view:
        found = view.turn("t1")
        return found is not None and found.user == SECRETS["said"]


def test_an_encrypted_folder_shows_nothing_of_what_it_holds(folder: Path, open_sqlite: OpenSqlite) -> None:
    store = open_sqlite()
    fill(store)
    assert store.encrypted
    # While it is open everything is still in the write-ahead log; after closing, in the files themselves.
    assert any(path.name.endswith("-wal") for path in file_bytes(folder))
    assert readable(folder) == set()
    store.close()
    assert readable(folder) == set()
    assert not any(b"SQLite format" in content for content in file_bytes(folder).values())
    assert is_filled(open_sqlite())


def test_a_plain_folder_shows_everything(folder: Path, open_sqlite: OpenSqlite) -> None:
    store = open_sqlite(encryption=False)
    fill(store)
    assert not store.encrypted
    assert readable(folder) == set(SECRETS)
    store.close()
    assert readable(folder) == set(SECRETS)
    assert not (folder / KEY_FILE).exists()


def test_the_generated_key_is_for_its_owner_only(folder: Path, open_sqlite: OpenSqlite) -> None:
    open_sqlite()
    key_file = folder / KEY_FILE
    assert stat.S_IMODE(key_file.stat().st_mode) == 0o600
    assert re.fullmatch(r"[0-9a-f]{64}\n", key_file.read_text())
    key = key_file.read_text().strip()
    others = {n: c for n, c in file_bytes(folder).items() if n != Path(KEY_FILE)}
    assert not any(key.encode() in c or bytes.fromhex(key) in c for c in others.values())


@pytest.mark.parametrize("secret", [HEX_SECRET, HEX_SECRET.upper(), PASSPHRASE, "x"])
def test_a_given_secret_opens_the_folder_and_is_not_kept(
    folder: Path, open_sqlite: OpenSqlite, secret: str
) -> None:
    store = open_sqlite(secret=secret)
    fill(store)
    store.close()
    assert not (folder / KEY_FILE).exists()
    if len(secret) > 1:
        assert not any(secret.lower().encode() in content.lower() for content in file_bytes(folder).values())
    assert readable(folder) == set()
    assert is_filled(open_sqlite(secret=secret))


def test_a_passphrase_typed_on_a_mac_is_the_same_passphrase(open_sqlite: OpenSqlite) -> None:
    store = open_sqlite(secret=unicodedata.normalize("NFC", PASSPHRASE))
    fill(store)
    store.close()
    assert is_filled(open_sqlite(secret=unicodedata.normalize("NFD", PASSPHRASE)))


def test_the_same_passphrase_makes_other_keys_in_another_folder(tmp_path: Path) -> None:
    one, two = (open_keyring(tmp_path / name, encryption=True, secret=PASSPHRASE) for name in ("one", "two"))
    assert one is not None
    assert two is not None
    assert one.registry_key != two.registry_key


@pytest.mark.parametrize(
    ("made_with", "opened_with", "error"),
    [
        (None, HEX_SECRET, WrongKey),
        (None, PASSPHRASE, WrongKey),
        (HEX_SECRET, "60" * 32, WrongKey),
        (HEX_SECRET, HEX_SECRET[:-1], WrongKey),
        (HEX_SECRET, PASSPHRASE, WrongKey),
        (HEX_SECRET, None, MissingKey),
        (PASSPHRASE, PASSPHRASE + " ", WrongKey),
        (PASSPHRASE, None, MissingKey),
    ],
)
def test_a_wrong_or_missing_key_touches_nothing(
    folder: Path,
    open_sqlite: OpenSqlite,
    made_with: str | None,
    opened_with: str | None,
    error: type[StoreError],
) -> None:
    store = open_sqlite(secret=made_with)
    fill(store)
    store.close()
    before = file_bytes(folder)
    with pytest.raises(error) as refused:
        open_sqlite(secret=opened_with)
    assert refused.value.code in ("key_wrong", "key_missing")
    assert PASSPHRASE not in str(refused.value)
    assert file_bytes(folder) == before
    assert is_filled(open_sqlite(secret=made_with))


@pytest.mark.parametrize("content", ["", "short", "7a" * 32, "한글 열쇠", "zz" * 32])
def test_a_key_file_with_other_content_is_the_wrong_key(
    folder: Path, open_sqlite: OpenSqlite, content: str
) -> None:
    open_sqlite().close()
    (folder / KEY_FILE).write_text(content, encoding="utf-8")
    before = file_bytes(folder)
    with pytest.raises(WrongKey):
        open_sqlite()
    assert file_bytes(folder) == before


def test_a_copy_without_its_key_file_cannot_be_read(
    folder: Path, tmp_path: Path, open_sqlite: OpenSqlite
) -> None:
    store = open_sqlite()
    fill(store)
    store.close()
    copy = tmp_path / "copy"
    shutil.copytree(folder, copy, ignore=shutil.ignore_patterns(KEY_FILE))
    before = file_bytes(copy)
    with pytest.raises(MissingKey):
        open_sqlite(copy)
    # Nor does pretending that it was never encrypted help.
    with pytest.raises(MissingKey):
        open_sqlite(copy, encryption=False)
    assert file_bytes(copy) == before
    manifest = (copy / MANIFEST).read_text().replace("sqlcipher-aes256", "none")
    (copy / MANIFEST).write_text(manifest)
    with pytest.raises(CorruptFile):
        open_sqlite(copy)


def test_whether_a_folder_is_encrypted_is_decided_once(tmp_path: Path, open_sqlite: OpenSqlite) -> None:
    for made, later in ((True, False), (False, True)):
        where = tmp_path / str(made)
        open_sqlite(where, encryption=made).close()
        assert open_sqlite(where, encryption=later).encrypted is made


def test_one_users_file_put_in_place_of_anothers_is_noticed(folder: Path, open_sqlite: OpenSqlite) -> None:
    store = open_sqlite()
    fill(store)
    (minji,) = user_files(folder)
    with store.user("jihun") as user, user.write() as tx:
        tx.put_note("me", "지훈")
    store.close()
    (jihun,) = set(user_files(folder)) - {minji}
    shutil.copy(minji, jihun)
    before = file_bytes(folder)
    again = open_sqlite()
    with pytest.raises(CorruptFile), again.user("jihun"):
        pass
    assert is_filled(again)
    again.close()
    assert file_bytes(folder) == before


def test_a_swap_while_the_store_is_open_is_noticed_too(folder: Path, open_sqlite: OpenSqlite) -> None:
    store = open_sqlite()
    fill(store)
    (minji,) = user_files(folder)
    with store.user("jihun") as user, user.write() as tx:
        tx.put_note("me", "지훈")
    (jihun,) = set(user_files(folder)) - {minji}
    shutil.copy(minji, jihun.with_suffix(".new"))
    jihun.with_suffix(".new").rename(jihun)
    with pytest.raises(StoreError), store.user("jihun"):
        pass


def test_a_wrapped_key_fits_one_user_and_one_master_only() -> None:
    keyring, other = Keyring(b"m" * 32), Keyring(b"n" * 32)
    wrapped = keyring.wrap(b"k" * 32, context=b"minji")
    assert b"k" * 8 not in wrapped
    assert keyring.unwrap(wrapped, context=b"minji") == b"k" * 32
    assert keyring.wrap(b"k" * 32, context=b"minji") != wrapped
    for who, context in ((keyring, b"jihun"), (other, b"minji")):
        with pytest.raises(WrongKey):
            who.unwrap(wrapped, context=context)
    broken = wrapped[:-1] + bytes([wrapped[-1] ^ 1])
    with pytest.raises(WrongKey):
        keyring.unwrap(broken, context=b"minji")


def test_the_backup_of_an_erased_user_is_noise(folder: Path, open_sqlite: OpenSqlite) -> None:
    store = open_sqlite()
    fill(store)
    store.close()
    (path,) = user_files(folder)
    backup = path.read_bytes()
    store = open_sqlite()
    assert store.erase(USER)
    path.write_bytes(backup)
    assert not store.exists(USER)
    assert [path.name in problem for problem in store.check()] == [True]
    with store.user(USER) as user, user.read() as view:
        assert view.turn("t1") is None
    assert path.stem not in store._registry.files()
    assert readable(folder) == set()
