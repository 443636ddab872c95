"""The command line as its own process: streams, exit statuses, signals, and memory between processes."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from cli_testbed import QUICK, Process

START = [sys.executable, "-c", "from saegim.cli import main; main()"]


def test_what_one_process_recorded_another_recalls(saegim_process: Process) -> None:
    assert saegim_process("record", "내 고양이 이름은 보리야", "예쁜 이름이네요").returncode == 0
    found = saegim_process("recall", "고양이 이름", "--json")
    assert found.returncode == 0
    assert found.stderr == ""
    assert json.loads(found.stdout)["hits"][0]["text"] == "내 고양이 이름은 보리야"


@pytest.mark.slow
def test_recall_understands_inflection_and_meaning_with_the_real_parts(saegim_process: Process) -> None:
    assert saegim_process("record", "어제 친구랑 김치찌개를 먹었어", quick=False).returncode == 0
    assert saegim_process("record", "회의가 길어서 피곤하다", quick=False).returncode == 0
    found = saegim_process("recall", "뭘 먹었더라?", "--json", quick=False)
    document = json.loads(found.stdout)
    assert document["hits"][0]["text"] == "어제 친구랑 김치찌개를 먹었어"
    assert document["degraded"] == []
    assert {"text", "vector"} <= set(document["hits"][0]["why"]["sources"])


def test_errors_and_wrong_usage_have_their_own_exit_statuses(saegim_process: Process) -> None:
    unknown = saegim_process("stats")
    assert (unknown.returncode, unknown.stdout) == (1, "")
    assert "(user_not_found)\n" in unknown.stderr
    usage = saegim_process("recall", "--json")
    assert (usage.returncode, usage.stderr) == (2, "")
    assert json.loads(usage.stdout)["error"]["code"] == "usage"


def test_korean_goes_out_whatever_the_terminal_speaks(saegim_process: Process) -> None:
    plain = {"PYTHONIOENCODING": "ascii"}
    recorded = saegim_process("record", "안녕", "--json", **plain)
    assert recorded.returncode == 0, recorded.stderr
    assert json.loads(recorded.stdout)["turn"]["messages"][0]["content"] == "안녕"
    assert saegim_process("turns", **plain).returncode == 0


def test_a_reader_that_leaves_early_is_no_error_worth_words(tmp_path: Path, saegim_process: Process) -> None:
    rows = "\n".join(json.dumps({"content": f"{i}번째 말 " * 50}) for i in range(2000))
    assert saegim_process("record", "--file", "-", typed=rows).returncode == 0
    environment = {**os.environ, **QUICK, "SAEGIM_DATA": str(tmp_path / "data")}
    for more in ([], ["--json"]):
        process = subprocess.Popen(
            [*START, "turns", "--limit", "2000", *more],
            env=environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.read(10)
        process.stdout.close()
        assert process.stderr.read() == b""
        process.stderr.close()
        process.wait(60)


@pytest.mark.skipif(os.name != "posix", reason="signals")
def test_ctrl_c_ends_quietly(tmp_path: Path) -> None:
    process = subprocess.Popen(
        [*START, "chat"],
        env={**os.environ, **QUICK, "SAEGIM_DATA": str(tmp_path / "data")},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert process.stdin is not None
    process.stdin.write("안녕\n".encode())
    process.stdin.flush()
    # Interrupted while it waits for the next line, once the first is recorded.
    deadline = time.monotonic() + 60
    while not list((tmp_path / "data").glob("users/*/*.db")) and time.monotonic() < deadline:
        time.sleep(0.05)
    time.sleep(0.5)
    process.send_signal(signal.SIGINT)
    assert process.wait(60) == 130
    assert process.stderr is not None
    assert process.stderr.read() == b""
    for stream in (process.stdin, process.stdout, process.stderr):
        assert stream is not None
        stream.close()
