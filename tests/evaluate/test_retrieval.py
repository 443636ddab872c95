"""Measuring retrieval end to end, on a person small enough to know the answers by heart."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from saegim.cli.app import app
from saegim.evaluate.datasets import load_dataset
from saegim.evaluate.retrieval import Evaluation, evaluate_retrieval

QUICK = {"embedder": "none", "index.analyser": "bigram"}
SAID = [
    ("s1", "s1.1", "2026-01-02T21:00", "나 복숭아 알레르기 있어", "조심할게요."),
    ("s1", "s1.2", "2026-01-02T21:05", "오늘 회사에서 발표했어", "고생하셨어요."),
    ("s2", "s2.1", "2026-02-03T20:00", "강아지 이름은 보리야", "귀여운 이름이네요."),
    ("s2", "s2.2", "2026-02-03T20:04", "주말에 부산 여행 간다", "부러워요!"),
]
ASKED = [
    ("복숭아 알레르기 누가 있지?", ["s1.1"], "direct"),
    ("강아지 이름 뭐였지", ["s2.1"], "direct"),
    ("부산 여행이랑 회사 발표 얘기", ["s2.2", "s1.2"], "multi"),
    ("xylophone quartz?", [], "unanswerable"),
]


def write_people(path: Path, people: int = 3) -> Path:
    lines: list[dict[str, Any]] = []
    for number in range(people):
        person = f"p{number}"
        for session, turn, at, said, reply in SAID:
            common = {"person": person, "session": session, "turn": turn, "at": at}
            lines.append({**common, "role": "user", "text": said})
            lines.append({**common, "role": "assistant", "text": reply})
        lines += [{"person": person, "q": q, "gold": gold, "class": kind} for q, gold, kind in ASKED]
    path.write_text("\n".join(json.dumps(line, ensure_ascii=False) for line in lines), encoding="utf-8")
    return path


@pytest.fixture(scope="module")
def measured(tmp_path_factory: pytest.TempPathFactory) -> Evaluation:
    path = write_people(tmp_path_factory.mktemp("data") / "mine.jsonl")
    return evaluate_retrieval(
        load_dataset("jsonl", path), settings=QUICK, against={"recall.floor": "2"}, budgets=(16, 1000)
    )


def test_what_was_said_is_found_and_what_never_was_is_not(measured: Evaluation) -> None:
    assert measured.figure("saegim", "R@10").value == 1.0
    assert measured.figure("saegim", "MRR", "direct").value == 1.0
    abstention = measured.abstention()
    assert (abstention.unanswerable, abstention.with_hits) == (3, 0)
    assert (abstention.answerable, abstention.without_hits) == (9, 0)


def test_every_class_and_system_stands_beside_the_others(measured: Evaluation) -> None:
    assert measured.kinds == ("direct", "multi")
    assert measured.systems == ("bm25", "vectors", "rrf", "sum", "saegim", "saegim+memories", "against")
    assert measured.count() == 9
    # Without an embedder there is nothing to rank by meaning.
    assert measured.figure("vectors", "R@20").value == 0.0
    assert measured.figure("bm25", "R@10", "direct").value == 1.0


def test_two_settings_are_compared_question_by_question(measured: Evaluation) -> None:
    compared = measured.compare("saegim", "against", "MRR")
    assert compared.difference.value > 0
    assert 0 < compared.p <= 1
    assert measured.compare("saegim", "saegim", "MRR").p == 1.0


def test_a_larger_context_holds_more_of_the_answer(measured: Evaluation) -> None:
    small, large = measured.context(16), measured.context(1000)
    assert small[0].value < large[0].value == 1.0
    assert small[2] <= 16
    assert large[2] <= 1000


def test_settings_that_change_the_index_are_compared_on_an_index_of_their_own(tmp_path: Path) -> None:
    path = write_people(tmp_path / "mine.jsonl", people=1)
    found = evaluate_retrieval(
        load_dataset("jsonl", path),
        settings=QUICK,
        against={"remember.rules": "false"},
        learned=False,
        with_baselines=False,
    )
    assert found.systems == ("saegim", "against")
    assert found.compare("saegim", "against", "R@10").difference.value == 0.0


# The command.


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    for name, value in {"SAEGIM_EMBEDDER": "none", "SAEGIM_INDEX_ANALYSER": "bigram"}.items():
        monkeypatch.setenv(name, value)
    return write_people(tmp_path / "mine.jsonl", people=1)


def run(*arguments: str, status: int = 0) -> str:
    result = CliRunner().invoke(app, ["evaluate", *arguments], catch_exceptions=False)
    assert result.exit_code == status, result.output
    return result.stdout


def test_the_report_is_one_page_that_fetches_nothing(here: Path) -> None:
    page = here.with_name("report.html")
    printed = run("jsonl", str(here), "--html", str(page), "--language", "en")
    assert "unanswerable with a hit 0/1 (0.0%)" in printed
    written = page.read_text(encoding="utf-8")
    assert written.count("<svg") == 2
    assert "바로 묻기" in written
    assert "plain hybrid" in written
    assert not re.search(r"https?:|<script|<link|<img|@import|url\(", written)


def test_programs_get_every_figure_with_its_interval(here: Path) -> None:
    found = json.loads(run("jsonl", str(here), "--json", "--against", "recall.text=0"))["evaluation"]
    assert found["questions"] == 4
    assert found["systems"]["saegim"]["all"]["R@10"]["value"] == 1.0
    assert set(found["systems"]["bm25"]["direct"]["MRR"]) == {"value", "low", "high"}
    assert found["against"] == {"recall.text": "0"}
    assert {c["other"] for c in found["comparisons"]} == set(found["systems"]) - {"saegim"}
    assert found["abstention"]["saegim"]["noise"] == 0.0
    assert found["context"]["1000"]["all"]["any"]["value"] == 1.0


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (["poetry"], "dataset_unknown"),
        (["locomo", "nowhere.json"], "not_found"),
        (["emotion"], "invalid_input"),
        (["jsonl", "mine.jsonl", "--set", "recall.text"], "invalid_input"),
        (["jsonl", "mine.jsonl", "--against", "recall.txt=1"], "setting"),
    ],
)
def test_what_cannot_be_measured_is_refused_with_a_code(here: Path, arguments: list[str], code: str) -> None:
    assert code in json.loads(run(*arguments, "--json", status=1))["error"]["code"]


def test_emotion_is_measured_on_lines_with_one_feeling(here: Path) -> None:
    lines = ["1\t너무 슬퍼서 눈물이 난다\t5", "2\t정말 행복해요 기뻐요\t40,42", "3\t화나고 슬프다\t5,6"]
    kote = here.with_name("val.tsv")
    kote.write_text("\n".join(lines), encoding="utf-8")
    found = json.loads(run("emotion", str(kote), "--split", "all", "--json"))["evaluation"]
    assert found["lines"] == 2
    assert found["labels"]["sad"]["lines"] == 1
    assert 0 <= found["macro_f1"] <= 1
    halves = [
        json.loads(run("emotion", str(kote), "--split", half, "--json")) for half in ("first", "held-out")
    ]
    assert sum(half["evaluation"]["lines"] for half in halves) == 2
