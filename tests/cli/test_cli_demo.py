"""demo: what a newcomer sees first."""

from __future__ import annotations

import tempfile
from pathlib import Path

import pytest
from cli_testbed import Cli, Process

from saegim.cli.demo import read_script


def test_the_demo_shows_the_changed_fact_now_and_then(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(cli.folder))
    printed = cli.out("demo", "--no-chat")
    assert "정자동에 산다" in printed
    assert "성수동에 산다" in printed
    assert "땅콩 알레르기가 있다" in printed
    assert "떠오르는 것이 없습니다" in printed
    assert "/ 600 토큰" in printed
    assert "임시 폴더" in printed
    # Nothing stays: neither the throw-away folder nor anything in the person's own.
    assert cli.files() == []


def test_without_a_terminal_the_demo_ends_by_itself(cli: Cli) -> None:
    assert "오프라인" not in cli.out("demo", typed="안녕\n")


def test_everything_in_the_document_comes_from_the_memory(cli: Cli) -> None:
    document = cli.json("demo", "--data", str(cli.folder / "keep"))
    (now,), (then,) = document["changed"]["now"], document["changed"]["then"]
    assert (now["value"], now["valid_to"]) == ("정자동", None)
    assert (then["value"], then["valid_to"]) == ("성수동", now["valid_from"])
    assert not [hit for hit in document["changed"]["then_hits"] if "정자동" in hit["text"]]
    assert "사용자는 정자동에 산다." not in [hit["text"] for hit in document["changed"]["then_hits"]]
    assert document["context"]["tokens"] <= 600
    answers = {answer["question"]: answer["hits"] for answer in document["answers"]}
    assert "땅콩" in answers["나 땅콩 먹어도 되던가?"][0]["text"]
    assert "고양이 이름은 보리" in answers["우리 고양이 이름이 뭐였지?"][0]["text"]
    assert answers["내 여권 번호가 뭐였지?"] == []
    # A folder that was asked for stays, and can be talked to.
    assert document["kept"] is True
    kept = cli.json("show", "--data", str(cli.folder / "keep"), "--user", "한결")["memories"]
    assert "사용자는 정자동에 산다." in [memory["content"] for memory in kept]
    again = cli.json("demo", "--data", str(cli.folder / "keep"), status=1)
    assert again["error"]["code"] == "demo_exists"


def test_the_english_twin(cli: Cli) -> None:
    printed = cli.out("demo", "--no-chat", "--language", "en")
    assert "The user moved to Leeds" in printed
    assert "The user lives in Bristol" in printed
    assert "Nothing comes to mind" in printed


def test_both_scripts_tell_the_same_story() -> None:
    def shape(language: str) -> list[tuple[int, int]]:
        return [(day["days_ago"], len(day["turns"])) for day in read_script(language)["days"]]

    assert shape("en") == shape("ko")
    assert len(read_script("en")["questions"]) == len(read_script("ko")["questions"])


@pytest.mark.slow
def test_the_demo_with_the_real_parts(saegim_process: Process, tmp_path: Path) -> None:
    result = saegim_process("demo", "--no-chat", quick=False, TMPDIR=str(tmp_path))
    assert result.returncode == 0, result.stderr
    recall = result.stdout.partition("2. 떠올리기")[2]
    assert "고양이 이름은 보리" in recall
    assert "뜻이 가까움" in recall
    assert "떠오르는 것이 없습니다" in recall
    assert "하고 물었다면: " in recall
    assert "성수동에" in recall.partition("하고 물었다면: ")[2].splitlines()[0]
    assert list(tmp_path.iterdir()) == []
