"""Reading datasets: ours as it lies in the repository, and files of one's own."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from saegim.errors import InvalidInput, NotFound
from saegim.evaluate.datasets import load_dataset
from saegim.evaluate.datasets.saegim_ko import read_chat

OURS = Path(__file__).parents[2] / "benchmarks" / "korean"
CHAT = """@ 민지 | 28, 디자이너
# s01 2025-03-02 21:14
u 나 오늘 성수동으로 이사 왔어ㅋㅋ
u 짐 푸는 중
a 이사 축하해요!
+ 95
u 반도 못 풀었어
a 천천히 하세요.
# s02 2025-03-05 08:00
u 출근한다
a 다녀오세요.
"""


def write_lines(path: Path, *lines: object) -> Path:
    path.write_text("\n".join(json.dumps(line, ensure_ascii=False) for line in lines), encoding="utf-8")
    return path


def test_turns_of_a_chat_have_their_ids_times_and_both_voices(tmp_path: Path) -> None:
    path = tmp_path / "minji.chat"
    path.write_text(CHAT, encoding="utf-8")
    first, second, third = read_chat(path)
    assert (first.id, second.id, third.id) == ("s01.1", "s01.2", "s02.1")
    assert first.user == "나 오늘 성수동으로 이사 왔어ㅋㅋ\n짐 푸는 중"
    # A minute a turn, and the silence before it.
    assert (second.at - first.at).total_seconds() == 96 * 60
    assert third.at.isoformat() == "2025-03-05T08:00:00+09:00"


@pytest.mark.parametrize(
    ("text", "where"),
    [
        (CHAT.replace("a 다녀오세요.", ""), "ends inside a turn"),
        (CHAT.replace("2025-03-05", "2025-03-01"), "minji.chat:9"),
        (CHAT.replace("a 천천히", "b 천천히"), "minji.chat:8"),
    ],
)
def test_a_broken_chat_is_refused_by_its_line(tmp_path: Path, text: str, where: str) -> None:
    path = tmp_path / "minji.chat"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(ValueError, match=where):
        read_chat(path)


def test_saegim_ko_is_split_by_person_and_language() -> None:
    dev = load_dataset("saegim-ko", OURS, split="dev")
    test = load_dataset("saegim-ko", OURS, split="test")
    both = load_dataset("saegim-ko", OURS)
    names = [{case.name for case in dataset.cases} for dataset in (dev, test, both)]
    assert not names[0] & names[1]
    assert names[0] | names[1] == names[2]
    korean = load_dataset("saegim-ko", OURS, language="ko")
    assert len(korean.cases) >= 12
    assert korean.turns >= 3_000
    assert korean.questions >= 400
    assert len(load_dataset("saegim-ko", OURS, language="en").cases) >= 3
    for case in both.cases:
        for question in case.questions:
            assert question.gold <= case.units
            assert (question.kind == "unanswerable") == (not question.gold)
            assert question.at > case.said[-1].at


def test_an_unknown_split_person_or_place_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InvalidInput):
        load_dataset("saegim-ko", OURS, split="train")
    with pytest.raises(NotFound):
        load_dataset("saegim-ko", OURS, names=["nobody"])
    with pytest.raises(NotFound):
        load_dataset("saegim-ko", tmp_path / "nowhere")
    with pytest.raises(InvalidInput):
        load_dataset("locomo")
    with pytest.raises(InvalidInput):
        load_dataset("somewhere")


def test_a_file_of_ones_own_needs_little(tmp_path: Path) -> None:
    path = write_lines(
        tmp_path / "mine.jsonl",
        {"at": "2026-01-02T09:00", "text": "I moved to Busan"},
        {"at": "2026-01-02T09:01", "text": "nice!", "role": "assistant"},
        {"q": "where do I live?", "gold": ["1"]},
        {"q": "how tall am I?"},
    )
    [case] = load_dataset("jsonl", path).cases
    assert case.language == "en"
    assert [message.unit for message in case.said] == ["1", "2"]
    first, second = case.questions
    assert (first.kind, second.kind) == ("question", "unanswerable")
    assert first.at > case.said[-1].at


@pytest.mark.parametrize(
    "wrong",
    [
        "{",
        "[1]",
        '{"text": "without a time"}',
        '{"at": "yesterday", "text": "x"}',
        '{"q": "?", "gold": ["9"]}',
    ],
)
def test_a_line_of_ones_own_that_cannot_be_used_is_named(tmp_path: Path, wrong: str) -> None:
    path = write_lines(tmp_path / "mine.jsonl", {"at": "2026-01-02T09:00", "text": "안녕"})
    path.write_text(path.read_text(encoding="utf-8") + f"\n{wrong}\n" + '{"q": "?"}', encoding="utf-8")
    with pytest.raises(InvalidInput, match=r"mine\.jsonl:2"):
        load_dataset("jsonl", path)


def test_locomo_drops_questions_whose_evidence_is_nowhere(tmp_path: Path) -> None:
    conversation = {
        "session_1_date_time": "1:56 pm on 8 May, 2023",
        "session_1": [
            {"speaker": "Ann", "dia_id": "D1:1", "text": "Look!", "blip_caption": "a red kite"},
            {"speaker": "Bob", "dia_id": "D1:2", "text": "Nice"},
        ],
    }
    asked = [
        {"question": "What did Ann show?", "answer": "a kite", "evidence": ["D1:1; D9:9"], "category": 4},
        {"question": "And then?", "answer": 7, "evidence": ["D9:9"], "category": 1},
        {"question": "What did Bob show?", "evidence": ["D1:1"], "category": 5},
    ]
    path = tmp_path / "locomo.json"
    path.write_text(json.dumps([{"conversation": conversation, "qa": asked}]))
    dataset = load_dataset("locomo", path)
    [case] = dataset.cases
    assert case.said[0].text == "Look! [shared: a red kite]"
    assert [(q.kind, q.gold) for q in case.questions] == [("single-hop", {"D1:1"})]
    assert dataset.dropped == 1


def test_tydi_asks_dev_among_all_paragraphs_and_drops_what_recurs(tmp_path: Path) -> None:
    def article(question: str, context: str) -> dict[str, object]:
        return {"paragraphs": [{"qas": [{"question": question}], "context": context}]}

    dev = {"data": [article("누가 만들었나?", "가"), article("언제였나?", "나")]}
    train = {"data": [article("어디인가?", "나"), article("왜인가?", "다")]}
    (tmp_path / "korean_dev.json").write_text(json.dumps(dev))
    (tmp_path / "korean_train.json").write_text(json.dumps(train))
    dataset = load_dataset("tydi", tmp_path)
    [case] = dataset.cases
    assert [message.text for message in case.said] == ["가", "나", "다"]
    assert [question.text for question in case.questions] == ["누가 만들었나?"]
    assert dataset.dropped == 1
    assert load_dataset("tydi", tmp_path / "korean_dev.json").questions == 2
