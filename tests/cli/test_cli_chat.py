"""chat: a conversation through a pipe and at a terminal."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest
from cli_testbed import Cli


def test_a_message_shows_what_comes_to_mind_and_is_recorded(cli: Cli) -> None:
    cli.remember("땅콩 알레르기가 있다", "--kind", "allergy")
    printed = cli.out("chat", typed="땅콩 알레르기 있나?\n")
    assert "오프라인 / offline" in printed
    assert "땅콩 알레르기가 있다" in printed
    assert "일치" in printed
    (turn,) = cli.json("turns")["turns"]
    # The offline reply is not an AI's words; it is not kept as such.
    assert [message["content"] for message in turn["messages"]] == ["땅콩 알레르기 있나?"]
    assert turn["metadata"] == {"reply": "offline"}


def test_someone_new_can_just_begin(cli: Cli) -> None:
    printed = cli.out("chat", "--user", "새사람", typed="안녕!\n나는 판교에 살아\n/quit\n읽지 않을 말\n")
    assert "떠오르는 것이 없습니다" in printed
    assert "이번에 적은 말: 2" in printed
    assert cli.json("stats", "--user", "새사람")["stats"]["turns"] == 2


def test_what_was_said_before_comes_to_mind_later(cli: Cli) -> None:
    printed = cli.out("chat", typed="내 고양이 이름은 보리야\n고양이 이름은?\n")
    assert "내 고양이 이름은 보리야" in printed


def test_slash_commands_explain_remember_and_forget(cli: Cli) -> None:
    typed = (
        "/why\n/context\n/remember 디카페인 커피만 마신다\n디카페인 커피\n/why\n/context\n/forget 1\n/모름\n"
    )
    printed = cli.out("chat", typed=typed)
    assert "먼저 말을 걸어 보세요" in printed
    assert "새겼습니다: k_" in printed
    assert "관련" in printed
    assert "새 메시지" in printed
    assert "잊었습니다: 디카페인 커피만 마신다" in printed
    assert cli.json("show")["memories"] == []


def test_a_refused_line_does_not_end_the_conversation(cli: Cli) -> None:
    result = cli.run("chat", typed="/forget k_none\n/remember\n안녕\n")
    assert "memory_not_found" in result.stderr
    assert "text_empty" in result.stderr
    assert "이번에 적은 말: 1" in result.stdout


def test_a_program_gets_one_document(cli: Cli) -> None:
    cli.remember("땅콩 알레르기가 있다", "--kind", "allergy")
    typed = "땅콩 알레르기 있나?\n/why\n/context\n/remember 차를 좋아한다\n/forget k_none\n/what\n"
    first, why, context, remembered, refused, unknown = cli.json("chat", typed=typed)["exchanges"]
    assert first["reply"] == "offline"
    assert first["hits"][0]["text"] == "땅콩 알레르기가 있다"
    assert why["hits"] == first["hits"]
    assert context["context"]["messages"][-1]["content"] == "땅콩 알레르기 있나?"
    assert remembered["memory"]["content"] == "차를 좋아한다"
    assert refused["error"] == "memory_not_found"
    assert unknown["error"] == "unknown_command"


def test_english_speakers_are_spoken_to_in_english(cli: Cli) -> None:
    printed = cli.out("chat", "--language", "en", typed="I have a cat named Barley\na cat named Barley?\n")
    assert "Recorded this time: 2" in printed
    assert "says" in printed


@pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo-terminal")
def test_a_person_at_a_terminal_gets_a_prompt(cli: Cli) -> None:
    import pty

    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-c", "from saegim.cli import main; main()", "chat"],
        env={**os.environ, "TERM": "xterm", "PYTHONUTF8": "1"},
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
    )
    os.close(theirs)
    shown = b""
    typed = ["안녕\n", "/quit\n"]
    try:
        while chunk := os.read(ours, 4096):
            shown += chunk
            if typed and shown.count("나 › ".encode()) > 2 - len(typed):
                os.write(ours, typed.pop(0).encode())
    except OSError:
        pass  # Linux ends a closed terminal with an error.
    os.close(ours)
    assert process.wait(60) == 0
    assert "오프라인 / offline" in shown.decode()
    assert cli.json("turns")["turns"][0]["messages"][0]["content"] == "안녕"
