"""doctor: finds what is wrong, says what to do, and ends with 1."""

from __future__ import annotations

import os
from typing import Any

import pytest
from cli_testbed import Cli

from saegim.settings import describe_settings


def findings(document: dict[str, Any]) -> dict[str, dict[str, str]]:
    return {finding["name"]: finding for finding in document["findings"]}


def test_a_sound_folder_is_well(cli: Cli) -> None:
    cli.run("record", "안녕")
    cli.run("reindex")
    document = cli.json("doctor")
    assert document["status"] == "ok"
    found = findings(document)
    assert {name: one["status"] for name, one in found.items()} == {
        "설정": "ok", "폴더": "ok", "형식": "ok", "암호화": "ok", "열쇠": "ok", "명부": "ok", "사람들": "ok",
        "밀린 일": "ok", "형태소 분석": "ok", "뜻 찾기": "note", "떠올리기": "ok",
    }  # fmt: skip
    assert "탈이 없습니다" in cli.out("doctor")


def test_a_folder_not_made_yet_is_no_problem_and_is_not_made(cli: Cli) -> None:
    document = cli.json("doctor", "--language", "en")
    assert document["status"] == "ok"
    assert "not there yet" in findings(document)["folder"]["detail"]
    assert cli.files() == []


def test_a_file_in_the_place_of_the_folder_is_a_problem(cli: Cli) -> None:
    (cli.folder / "notes.txt").write_text("메모", encoding="utf-8")
    document = cli.json("doctor", "--data", "notes.txt", status=1)
    assert "폴더가 아닙니다" in findings(document)["폴더"]["detail"]


def test_pending_work_is_named_with_its_remedy(cli: Cli) -> None:
    cli.run("record", "안녕")
    found = findings(cli.json("doctor"))["밀린 일"]
    assert (found["status"], found["advice"]) == ("note", "saegim reindex --all --pending")
    cli.run("reindex", "--all", "--pending")
    assert findings(cli.json("doctor"))["밀린 일"]["status"] == "ok"


@pytest.mark.skipif(os.name != "posix", reason="permissions")
def test_a_key_that_others_can_read_is_a_problem(cli: Cli) -> None:
    cli.run("record", "안녕")
    (cli.data / "master.key").chmod(0o644)
    found = findings(cli.json("doctor", status=1))["열쇠"]
    assert found["status"] == "problem"
    assert found["advice"].startswith("chmod 600")


def test_a_missing_key_is_a_problem(cli: Cli) -> None:
    cli.run("record", "안녕")
    (cli.data / "master.key").unlink()
    result = cli.run("doctor", status=1)
    assert "key_missing" in result.stdout
    assert "SAEGIM_KEY" in result.stdout


def test_a_damaged_file_is_found_and_its_owner_named(cli: Cli) -> None:
    cli.run("record", "안녕", "--user", "민지")
    cli.run("record", "안녕", "--user", "하준")
    for file in (cli.data / "users").rglob("*.db"):
        content = bytearray(file.read_bytes())
        content[len(content) // 2] ^= 0xFF
        file.write_bytes(bytes(content))
    found = findings(cli.json("doctor", status=1))["사람들"]
    assert found["status"] == "problem"
    assert "민지" in found["detail"]
    assert "하준" in found["detail"]
    assert found["advice"]


def test_a_file_of_nobody_is_found(cli: Cli) -> None:
    cli.run("record", "안녕")
    (cli.data / "users" / "00").mkdir(exist_ok=True)
    (cli.data / "users" / "00" / "00ff.db").write_bytes(b"?")
    assert "00ff.db" in findings(cli.json("doctor", status=1))["명부"]["detail"]


def test_older_settings_without_effect_are_named(cli: Cli) -> None:
    (cli.folder / "saegim.yaml").write_text("memory:\n  max_entries: 500\n", encoding="utf-8")
    found = findings(cli.json("doctor"))["설정"]
    assert found["status"] == "note"
    assert "memory.max_entries" in found["detail"]


def test_settings_that_cannot_be_read_are_a_problem(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SAEGIM_TIMEZONE", "Mars/Olympus")
    assert findings(cli.json("doctor", status=1))["설정"]["status"] == "problem"


def test_an_embedder_that_does_not_answer_is_a_problem(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("httpx")
    monkeypatch.setenv("SAEGIM_EMBEDDER", "openai:none")
    monkeypatch.setenv("SAEGIM_EMBEDDING_BASE_URL", "http://127.0.0.1:9/v1")
    monkeypatch.setenv("SAEGIM_EMBEDDING_TRIES", "1")
    found = findings(cli.json("doctor", status=1))["뜻 찾기"]
    assert found["status"] == "problem"
    assert found["detail"]


def test_the_settings_table_has_every_setting(cli: Cli) -> None:
    lines = cli.out("doctor", "--settings").splitlines()
    assert lines[0].startswith("| setting ")
    assert len(lines) == 2 + len(describe_settings())
    assert all(line.startswith("| `") and line.endswith(" |") for line in lines[2:])
    assert any("`SAEGIM_RECALL_LIMIT`" in line for line in lines)
