"""Errors: one line, a code, an exit status, and nothing left behind."""

from __future__ import annotations

import json

import pytest
from cli_testbed import Cli

READS = [
    ("recall", "땅콩"),
    ("context", "땅콩"),
    ("show",),
    ("show", "k_1"),
    ("history", "k_1"),
    ("timeline",),
    ("forget", "k_1"),
    ("restore", "k_1"),
    ("revise", "k_1", "--content", "x"),
    ("pin", "k_1"),
    ("turns",),
    ("sessions",),
    ("stats",),
    ("trace",),
    ("reindex",),
    ("clear", "--yes"),
    ("erase", "--yes"),
]


@pytest.mark.parametrize("arguments", READS, ids=lambda arguments: " ".join(arguments))
def test_asking_about_someone_unknown_makes_nobody(cli: Cli, arguments: tuple[str, ...]) -> None:
    error = cli.json(*arguments, "--user", "없는사람", status=1)["error"]
    assert error["code"] == "user_not_found"
    assert "없는사람" in error["message_ko"]
    assert cli.files() == []
    cli.run("record", "안녕", "--user", "민지")
    before = len(cli.files())
    assert cli.json(*arguments, "--user", "없는사람", status=1)["error"]["code"] == "user_not_found"
    assert len(cli.files()) == before
    assert [user["id"] for user in cli.json("users")["users"]] == ["민지"]


def test_people_get_one_line_with_the_code(cli: Cli) -> None:
    result = cli.run("recall", "땅콩", status=1)
    assert result.stdout == ""
    assert result.stderr.splitlines()[0] == "saegim: 사용자 'me'을(를) 찾을 수 없습니다 (user_not_found)"
    english = cli.run("recall", "땅콩", "--language", "en", status=1)
    assert english.stderr.splitlines()[0] == "saegim: no user 'me' (user_not_found)"


def test_who_named_nobody_is_told_how_to(cli: Cli) -> None:
    assert cli.run("recall", "땅콩", status=1).stderr.splitlines()[1] == "다른 사람이라면: --user ID"
    named = cli.run("recall", "땅콩", "--user", "민지", status=1)
    assert len(named.stderr.splitlines()) == 1


def test_programs_get_both_languages(cli: Cli) -> None:
    result = cli.run("recall", "땅콩", "--json", status=1)
    assert result.stderr == ""
    error = json.loads(result.stdout)["error"]
    assert set(error) == {"code", "message", "message_ko", "message_en"}
    assert error["message"] == error["message_ko"]


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (("record", ""), "text_empty"),
        (("record", "a\0b"), "text_has_nul"),
        (("record", "\ud800"), "text_not_unicode"),
        (("record", "x" * 300_000), "text_too_long"),
        (("record", "x", "--at", "3026-01-01"), "time_in_future"),
        (("record", "x", "--at", "내일"), "time_invalid"),
        (("record", "x", "--metadata", "{oops"), "metadata_not_json"),
        (("record", "x", "--metadata", "[1]"), "metadata_not_json"),
        (("record", "x", "--metadata", "[1]", "--emotion", "기쁨"), "metadata_not_json"),
        (("record", "x", "--user", "../도둑"), "user_id_invalid"),
        (("record", "x", "--persona", "a/b"), "persona_invalid"),
        (("remember", ""), "text_empty"),
        (("remember", "x", "--kind", "모름"), "kind_unknown"),
        (("remember", "x", "--importance", "2"), "importance_out_of_range"),
        (("remember", "x", "--since", "언젠가"), "time_invalid"),
        (("users", "--data", "새폴더", "--language", "fr"), "settings_invalid"),
        (("users", "--config", "없는.yaml"), "settings_invalid"),
    ],
    ids=lambda value: (
        " ".join(value)[:40].encode("utf-8", "replace").decode() if isinstance(value, tuple) else value
    ),
)
def test_bad_input_has_a_code_and_writes_nothing(cli: Cli, arguments: tuple[str, ...], code: str) -> None:
    error = cli.json(*arguments, status=1)["error"]
    assert error["code"] == code
    assert cli.json("users")["users"] == []


@pytest.mark.parametrize(
    "arguments",
    [
        ("recall",),
        ("nosuch",),
        ("recall", "x", "--nosuch"),
        ("recall", "x", "--limit", "많이"),
        ("show", "a", "b"),
    ],
    ids=" ".join,
)
def test_a_wrong_command_line_ends_with_2(cli: Cli, arguments: tuple[str, ...]) -> None:
    result = cli.run(*arguments, status=2)
    assert result.stdout == ""
    assert "(usage)" in result.stderr
    assert "--help" in result.stderr
    assert cli.json(*arguments, status=2)["error"]["code"] == "usage"
    assert cli.files() == []


def test_usage_errors_speak_english_when_asked(cli: Cli) -> None:
    assert "cannot read the command" in cli.run("recall", "--language", "en", status=2).stderr
    assert "cannot read the command" in cli.run("recall", "--language=en", status=2).stderr
    (cli.folder / "saegim.yaml").write_text("language: en\n", encoding="utf-8")
    assert "cannot read the command" in cli.run("recall", status=2).stderr


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("recall",), "'QUERY' 자리가 비었습니다"),
        (("recal", "x"), "'recal' 명령은 없습니다. 'recall' 말인가요?"),
        (("mcpp",), "'mcpp' 명령은 없습니다"),
        (("recall", "x", "--limt", "3"), "--limt 옵션은 없습니다. --limit 말인가요?"),
        (("recall", "x", "--nosuch"), "--nosuch 옵션은 없습니다"),
        (("recall", "x", "--limit", "많이"), "'많이' 대신 정수를 주세요"),
        (("recall", "x", "--limit"), "뒤에 값이 있어야 합니다"),
        (("recall", "x", "--archived=1"), "뒤에는 값을 줄 수 없습니다"),
        (("show", "a", "b"), "알 수 없는 말이 남았습니다: b"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, tuple) else "",
)
def test_a_wrong_command_line_is_explained_in_korean(cli: Cli, arguments: tuple[str, ...], said: str) -> None:
    assert said in cli.run(*arguments, status=2).stderr


def test_an_unknown_setting_is_refused_with_the_nearest(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SAEGIM_RECALL_LIMITS", "3")
    error = cli.json("stats", status=1)["error"]
    assert error["code"] == "settings_invalid"
    assert "SAEGIM_RECALL_LIMIT" in error["message_ko"]


def test_a_wrong_key_is_said_so(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    cli.run("record", "안녕")
    monkeypatch.setenv("SAEGIM_KEY", "f" * 64)
    assert cli.json("show", status=1)["error"]["code"] == "key_wrong"


def test_a_missing_key_is_said_so(cli: Cli) -> None:
    cli.run("record", "안녕")
    (cli.data / "master.key").unlink()
    assert cli.json("stats", status=1)["error"]["code"] == "key_missing"


def test_the_language_of_the_settings_file_counts(cli: Cli) -> None:
    (cli.folder / "saegim.yaml").write_text("language: en\n", encoding="utf-8")
    assert cli.run("recall", "땅콩", status=1).stderr.startswith("saegim: no user")


def test_a_folder_that_cannot_be_made_is_said_so(cli: Cli) -> None:
    cli.data.write_text("a file where the folder should be")
    assert cli.json("record", "안녕", status=1)["error"]["code"] == "store_read_only"
