"""What a question wants to be told, and which texts could tell it."""

from __future__ import annotations

import unicodedata

import pytest

from saegim.language.holding import Holds, asked_for, held_in


@pytest.mark.parametrize(
    ("question", "asked"),
    [
        ("월세 얼마라고 했지?", Holds.MONEY),
        ("그 가방 가격이 어떻게 됐더라", Holds.MONEY),
        ("축의금 몇만 원 냈어요?", Holds.MONEY),
        ("how much is my rent?", Holds.MONEY),
        ("조카가 몇 살이었죠", Holds.NUMBER),
        ("고양이 몇마리 키운댔지", Holds.NUMBER),
        ("얼마나 자주 가요?", Holds.NUMBER),
        ("how many cats does Marta have?", Holds.NUMBER),
        ("How old is Pickle", Holds.NUMBER),
        ("이사 언제 했지?", Holds.TIME),
        ("몇 시에 만나기로 했어", Holds.TIME | Holds.NUMBER),
        ("우리 고양이 이름이 뭐였지", Holds.NOTHING),
        ("얼마 전에 본 영화 제목", Holds.NOTHING),
        ("where do I live?", Holds.NOTHING),
    ],
)
def test_a_question_says_what_its_answer_must_hold(question: str, asked: Holds) -> None:
    assert asked_for(question) == asked
    assert asked_for(unicodedata.normalize("NFD", question)) == asked


@pytest.mark.parametrize(
    ("text", "held"),
    [
        ("월세는 55만원이야", Holds.MONEY | Holds.NUMBER),
        ("중고로 450 줬어", Holds.MONEY | Holds.NUMBER),
        ("오십만 원 정도 들었습니다", Holds.MONEY),
        ("ticket was £8", Holds.MONEY | Holds.NUMBER),
        ("고양이 두 마리 키워", Holds.NUMBER),
        ("she has three cats", Holds.NUMBER),
        ("지난주에 이사했어", Holds.TIME),
        ("월세가 너무 비싸", Holds.NOTHING),
        ("치즈냥이야", Holds.NOTHING),
    ],
)
def test_a_text_says_what_it_could_answer(text: str, held: Holds) -> None:
    assert held_in(text) == held
    assert held_in(unicodedata.normalize("NFD", text)) == held
