"""Text as it enters: composed Hangul, and whether it asks something."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from saegim.language.text import has_hangul, is_question, nfc


def test_text_from_a_mac_becomes_what_people_type() -> None:
    apart = unicodedata.normalize("NFD", "땅콩 알레르기")
    assert apart != "땅콩 알레르기"
    assert nfc(apart) == "땅콩 알레르기"
    assert nfc("Cafe\u0301") == "Café"


@given(st.text())
def test_normal_form_is_reached_in_one_step(text: str) -> None:
    once = nfc(text)
    assert nfc(once) == once
    assert unicodedata.normalize("NFD", once) == unicodedata.normalize("NFD", text)


@given(st.text(st.characters(max_codepoint=127)))
def test_ascii_stays_as_it_is(text: str) -> None:
    assert nfc(text) is text
    assert not has_hangul(text)


@pytest.mark.parametrize("text", ["가", "오늘 hello", "ㅋㅋ", "ㅏ", "ㅎ", unicodedata.normalize("NFD", "각")])
def test_any_hangul_letter_counts(text: str) -> None:
    assert has_hangul(text)


@pytest.mark.parametrize("text", ["", "hello", "日本語", "ひらがな", "café", "🙂", "123"])
def test_other_scripts_do_not(text: str) -> None:
    assert not has_hangul(text)


@pytest.mark.parametrize(
    "text",
    [
        "밥 먹었어?",
        "밥 먹었어？",
        "오늘 뭐 먹지",
        "언제 와",
        "어디 살아요",
        "누가 그랬는지 알아",
        "이게 얼마죠",
        "우리 내일 볼까",
        "우리 내일 볼까ㅋㅋㅋ",
        "시간 있나요",
        "그 사람 착하니~",
        "몇 시에 만나",
        "왜 안 왔어",
        "What time is it",
        "do you remember me",
        "How are you!",
        "  where did I put it ",
        unicodedata.normalize("NFC", "어떻게 지내"),
    ],
)
def test_questions_are_known_in_both_languages(text: str) -> None:
    assert is_question(text)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "   ",
        "밥 먹었어",
        "어제 부산에 갔다",
        "나는 고양이를 키워요.",
        "할까 말까 고민이다",
        "I know what you did",
        "Doing well, thanks",
        "Hadrian was an emperor",
        "네, 좋습니다",
        "ㅎㅎㅎ",
    ],
)
def test_statements_are_not_questions(text: str) -> None:
    assert not is_question(text)


@given(st.text())
def test_no_text_is_too_odd_to_ask_about(text: str) -> None:
    assert is_question(text) in (True, False)
    assert is_question(text + "?") is True
