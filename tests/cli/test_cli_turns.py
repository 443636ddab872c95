"""record, turns, sessions."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from cli_testbed import Cli


def write_lines(path: Path, rows: list[object]) -> Path:
    path.write_text("\n".join(json.dumps(row, ensure_ascii=False) for row in rows) + "\n", encoding="utf-8")
    return path


def test_an_exchange_is_kept_as_it_was_said(cli: Cli) -> None:
    printed = cli.out("record", "오늘 저녁 뭐 먹지?", "땅콩 없는 비빔밥 어때요?")
    assert "적어 두었습니다" in printed
    (turn,) = cli.json("turns")["turns"]
    assert [(m["role"], m["content"]) for m in turn["messages"]] == [
        ("user", "오늘 저녁 뭐 먹지?"),
        ("assistant", "땅콩 없는 비빔밥 어때요?"),
    ]
    assert "땅콩 없는 비빔밥" in cli.out("turns")


def test_time_emotion_intent_and_metadata_are_kept(cli: Cli) -> None:
    turn = cli.json(
        "record", "떨려", "괜찮아요", "--at", "2026-03-01T09:00", "--emotion", "불안",
        "--intent", "위로", "--metadata", '{"cached": false}', "--session", "아침",
    )["turn"]  # fmt: skip
    # A time without a zone is meant where the person is.
    assert turn["at"] == "2026-03-01T09:00:00+09:00"
    assert turn["metadata"] == {"cached": False, "emotion": "불안", "intent": "위로"}
    assert turn["session_id"] == "아침"
    assert len(cli.json("turns", "--emotion", "불안")["turns"]) == 1
    assert cli.json("turns", "--emotion", "기쁨")["turns"] == []


def test_turns_are_listed_between_two_days_the_last_one_included(cli: Cli) -> None:
    for day in ("2026-03-01", "2026-03-02", "2026-03-03"):
        cli.run("record", f"{day}의 말", "--at", f"{day}T15:00+09:00")

    def said(*arguments: str) -> list[str]:
        return [turn["messages"][0]["content"] for turn in cli.json("turns", *arguments)["turns"]]

    assert said("--since", "2026-03-02", "--until", "2026-03-02") == ["2026-03-02의 말"]
    assert said("--oldest-first", "--limit", "1") == ["2026-03-01의 말"]
    cli.run("record", "북한산에 올랐어", "--at", "2026-03-04T15:00+09:00")
    assert said("--search", "북한산")[0] == "북한산에 올랐어"
    assert said("--search", "북한산", "--until", "2026-03-03") == []


def test_sessions_are_listed_with_their_turns(cli: Cli) -> None:
    cli.run("record", "안녕", "--at", "2026-03-01T09:00+09:00")
    cli.run("record", "잘 잤어?", "--at", "2026-03-01T09:05+09:00")
    cli.run("record", "다시 왔어", "--at", "2026-03-01T20:00+09:00")
    sessions = cli.json("sessions")["sessions"]
    assert sorted(session["turn_count"] for session in sessions) == [1, 2]
    printed = cli.out("sessions")
    assert "이어지는 중" in printed
    assert all(session["id"] in printed for session in sessions)


def test_a_file_of_messages_is_kept_whole(cli: Cli) -> None:
    rows: list[object] = [
        {"role": "user", "name": "민지", "content": "주말에 등산 갈래?", "at": "2026-03-01T09:00+09:00"},
        {
            "role": "assistant",
            "content": "좋아요!",
            "at": "2026-03-01T09:01+09:00",
            "metadata": {"id": "D1:2"},
        },
        {"role": "user", "name": "민지", "content": "북한산 어때?", "at": "2026-03-01T09:02+09:00"},
    ]
    file = write_lines(cli.folder / "말.jsonl", rows)
    assert cli.json("record", "--file", str(file))["recorded"] == {"messages": 3, "turns": 2, "sessions": 1}
    turns = cli.json("turns", "--oldest-first")["turns"]
    assert turns[0]["messages"][0]["name"] == "민지"
    assert turns[0]["messages"][1]["metadata"] == {"id": "D1:2"}
    assert "메시지 3개" in cli.out("record", "--user", "또", "--file", str(file))


def test_a_large_file_goes_in_in_batches_without_tearing_exchanges(cli: Cli) -> None:
    rows: list[object] = [
        {
            "role": "user" if i % 2 == 0 else "assistant",
            "content": f"{i}번째 말",
            "at": "2026-03-01T09:00+09:00",
        }
        for i in range(1101)
    ]
    file = write_lines(cli.folder / "many.jsonl", rows)
    assert cli.json("record", "--file", str(file))["recorded"]["turns"] == 551
    assert cli.json("stats")["stats"]["messages"] == 1101


def test_messages_can_come_through_a_pipe(cli: Cli) -> None:
    typed = '\ufeff{"role": "user", "content": "파이프로 왔어"}\r\n\r\n'
    assert cli.json("record", "--file", "-", typed=typed)["recorded"]["messages"] == 1


@pytest.mark.parametrize(
    ("bad", "code"),
    [
        ("{oops", "line_not_json"),
        ("[1, 2]", "line_not_json"),
        ('{"role": "user", "content": ""}', "text_empty"),
        ('{"role": "user"}', "text_not_string"),
        ('{"role": "No Such", "content": "x"}', "role_invalid"),
        ('{"content": "x", "at": "2026-03-01T09:00"}', "time_naive"),
        ('{"content": "x", "at": "어제"}', "time_invalid"),
        ('{"content": "x", "metadata": [1]}', "metadata_not_json"),
        ('{"content": "x", "speaker": "민지"}', "message_invalid"),
    ],
)
def test_a_bad_line_is_named_and_nothing_is_written(cli: Cli, bad: str, code: str) -> None:
    good = [json.dumps({"role": "user", "content": f"{i}번째 말"}, ensure_ascii=False) for i in range(600)]
    lines = [*good, "", bad, good[0]]
    typed = "\n".join(lines).encode()
    error = cli.json("record", "--file", "-", typed=typed, status=1)["error"]
    assert error["code"] == code
    assert error["message_ko"].startswith("602번째 줄")
    assert error["message_en"].startswith("line 602")
    assert cli.json("users")["users"] == []


def test_a_line_that_is_not_utf8_is_named(cli: Cli) -> None:
    typed = '{"content": "안녕"}\n'.encode() + '{"content": "안녕"}\n'.encode("euc-kr")
    result = cli.run("record", "--file", "-", typed=typed, status=1)
    assert "2번째 줄" in result.stderr


def test_a_file_that_is_not_there_is_said_so(cli: Cli) -> None:
    assert cli.json("record", "--file", "없는.jsonl", status=1)["error"]["code"] == "file_unreadable"
    assert cli.files() == []


def test_words_and_a_file_together_or_neither_is_a_usage_error(cli: Cli) -> None:
    assert cli.json("record", status=2)["error"]["code"] == "usage"
    assert cli.json("record", "안녕", "--file", "x.jsonl", status=2)["error"]["code"] == "usage"
    assert cli.json("record", "--file", "x.jsonl", "--emotion", "기쁨", status=2)["error"]["code"] == "usage"
