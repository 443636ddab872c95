"""From a question to what is searched for."""

from __future__ import annotations

import unicodedata
from datetime import datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from saegim.language.holding import Holds
from saegim.language.morphemes import BigramAnalyser
from saegim.recall.query import Query, parse_query
from saegim.testing import SEOUL

NOW = datetime(2026, 3, 2, 9, 0, tzinfo=SEOUL)


def parse(text: str, *speakers: str) -> Query:
    return parse_query(text, analyser=BigramAnalyser(), now=NOW, speakers=speakers)


def day(month: int, day: int, year: int = 2026) -> datetime:
    return datetime(year, month, day, tzinfo=SEOUL)


def test_words_come_once_each_in_their_order() -> None:
    query = parse("강아지 사진, 강아지 그림, cats and cats")
    assert query.terms == ("cat", "강아지", "사진", "그림")
    assert len(query.grams) == len(set(query.grams))


def test_text_from_a_mac_is_the_same_question() -> None:
    text = "지난주 고양이 병원"
    assert parse(unicodedata.normalize("NFD", text)) == parse(text)


@pytest.mark.parametrize(
    ("text", "start", "end"),
    [
        ("어제 뭐 먹었지", day(3, 1), day(3, 2)),
        ("지난주에 간 곳", day(2, 23), day(3, 2)),
        ("2025년 10월 일정", day(10, 1, 2025), day(11, 1, 2025)),
        ("작년 여름에", day(6, 1, 2025), day(9, 1, 2025)),
        ("3일 전", day(2, 27), day(2, 28)),
        ("last week", day(2, 23), day(3, 2)),
        # Without a year the past is meant: memories lie there.
        ("10월에 간 여행", day(10, 1, 2025), day(11, 1, 2025)),
        ("금요일에 만난 사람", day(2, 27), day(2, 28)),
    ],
)
def test_dates_are_understood_from_now_backwards(text: str, start: datetime, end: datetime) -> None:
    assert parse(text).ranges == ((start, end),)


@pytest.mark.parametrize(
    "text",
    [
        "오늘 저녁 뭐 먹지?",
        "이번 주말에 뭐 할까",
        "오늘 뭐 입지",
        "what should I eat tonight?",
        "오늘 기분 어때?",
    ],
)
def test_a_question_about_what_to_do_now_is_not_after_all_that_was_said_today(text: str) -> None:
    assert parse(text).ranges == ()


@pytest.mark.parametrize(
    "text",
    ["오늘 뭐 했더라?", "오늘 내가 무슨 얘기 했지", "오늘 일정 뭐야", "이번 주에 뭐라고 했었지",
     "what did I say today?", "오늘 먹은 거 뭐였어"],
)  # fmt: skip
def test_a_question_about_what_today_held_is(text: str) -> None:
    assert parse(text).ranges


def test_several_dates_are_several_ranges() -> None:
    assert len(parse("2024년 5월이랑 2025년 5월에 뭐 했지").ranges) == 2


def test_what_has_no_date_has_no_range() -> None:
    for text in ("고양이 이름", "언제나 좋아하는 노래", "2호선", "how are you"):
        assert parse(text).ranges == ()


def test_a_pasted_book_is_searched_with_by_what_stands_around_it() -> None:
    book = "산과 바다 이야기. " * 20_000
    query = parse(f"내 자전거 색이 뭐였지? {book} 우산 색도 알려줘")
    assert {"자전거", "우산"} <= set(query.terms)
    assert len(query.text) < 2_100


def test_when_questions_are_known() -> None:
    assert parse("결혼식이 언제였지?").asks == Holds.TIME
    assert parse("when did I move?").asks == Holds.TIME
    assert not parse("결혼식 어디서 했지?").asks


def test_a_speakers_name_says_whose_words_and_is_no_search_word() -> None:
    query = parse("지수 여행 이야기", "지수", "하늘")
    assert query.names == ("지수",)
    assert "지수" not in query.terms
    assert "여행" in query.terms
    query = parse("What did Caroline paint?", "Caroline", "Melanie")
    assert query.names == ("Caroline",)
    assert query.terms == ("paint",)
    assert parse("what did CAROLINE paint", "Caroline").names == ("Caroline",)
    assert parse("고양이 이름", "지수").names == ()


def test_two_names_ask_for_neither_in_particular() -> None:
    assert parse("지수와 하늘이 만난 날", "지수", "하늘").names == ("지수", "하늘")


@pytest.mark.parametrize(
    ("text", "role"),
    [
        ("내가 뭐라고 했지?", "user"),
        ("나는 어디 산다고 했어", "user"),
        ("제가 말한 식당", "user"),
        ("what did I say", "user"),
        ("my favourite food", "user"),
        ("네가 추천한 영화", "assistant"),
        ("너는 뭐라고 대답했어", "assistant"),
        ("what did you recommend", "assistant"),
        ("내가 너한테 뭐라고 했지", None),
        ("what did you tell me", None),
        ("고양이 이름", None),
        ("내일 날씨", None),
        ("저녁 메뉴", None),
        ("Iceland", None),
    ],
)
def test_first_and_second_person_say_whose_words(text: str, role: str | None) -> None:
    assert parse(text).role == role


def test_a_name_outweighs_the_person() -> None:
    assert parse("내가 지수한테 뭐라고 했지", "지수").role is None


@given(st.text(), st.lists(st.text(max_size=5), max_size=3))
def test_no_question_is_too_odd(text: str, speakers: list[str]) -> None:
    query = parse(text, *speakers)
    assert all(query.terms)
    assert all(start < end for start, end in query.ranges)
    assert set(query.names) <= set(speakers)
