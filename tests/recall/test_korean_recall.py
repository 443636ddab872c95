"""Full text in Korean: any particle, ending, spacing and spelling; no text is too odd to ask with."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from saegim import Saegim, User
from saegim.language.morphemes import KiwiAnalyser
from saegim.testing import temporary_saegim

SAID = [
    "오늘 날씨가 정말 맑았어요",
    "점심에 비빔밥을 먹었어요",
    "우리 강아지가 아파서 동물병원에 갔다 왔어",
    "내년 봄에 결혼하기로 했습니다",
    "요즘 기타를 배우는 중이야",
    "도서관에서 소설책을 세 권 빌렸다",
    "엄마 생신 선물로 목도리를 샀어",
    "허리가 아파서 한의원에서 침을 맞았다",
    "Python으로 크롤러를 만들었는데 재미있더라",
    "지하철 2호선이 고장 나서 지각했다",
    "주말마다 한강에서 자전거를 탄다",
    "새 노트북은 LG gram으로 샀어",
]


@pytest.fixture(scope="module")
def talked() -> Iterator[User]:
    """One conversation, read by the real analyser, without an embedder: words alone must do."""
    with temporary_saegim(
        analyser=KiwiAnalyser(), embedder=None, settings={"embedder": "none", "worker": "none"}
    ) as saegim:
        user = saegim.user("minji")
        user.record_messages([{"content": text} for text in SAID])
        saegim.drain()
        yield user


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ("날씨", 0),
        ("날씨는 어땠어?", 0),
        ("맑은 날", 0),
        ("먹다", 1),
        ("뭐 먹었지?", 1),
        ("비빔밥 먹은 날", 1),
        ("비빔밥먹었던거", 1),
        ("강아지", 2),
        ("동물 병원", 2),
        ("결혼은 언제 해?", 3),
        ("결혼한다고 했나", 3),
        ("기타 배운다며", 4),
        ("기타를배우고있어요", 4),
        ("책을 빌린 곳", 5),
        ("소설", 5),
        ("생신 선물", 6),
        ("목도리는 누구 거야", 6),
        ("한의원에 갔던 이유", 7),
        ("침 맞은 적", 7),
        ("파이썬 말고 python", 8),
        ("PYTHON", 8),
        ("지각한 이유", 9),
        ("2호선", 9),
        ("자전거 타는 곳", 10),
        ("자전거 탓던 곳", 10),
        ("lg 그램 gram", 11),
        ("노트북 뭐 삿지", 11),
    ],
)
def test_a_question_in_other_words_forms_finds_what_was_said(talked: User, query: str, said: int) -> None:
    for asked in (query, unicodedata.normalize("NFD", query)):
        # Among what was said: what was learned from it says the same in other words.
        found = talked.recall(asked, limit=3, among=("messages",))
        assert found, asked
        assert found[0].text == SAID[said], asked


def test_a_keyword_in_any_inflection_finds_its_turn(talked: User) -> None:
    for keyword in ("빌리다", "빌렸던", "빌려서", "빌린"):
        assert [turn.user for turn in talked.search_turns(keyword)][:1] == [SAID[5]]


@pytest.mark.parametrize(
    "query", ["양자역학 강의", "블록체인 투자 수익률", "화성 탐사선", "quantum computing lecture"]
)
def test_an_unrelated_question_gets_nothing(talked: User, query: str) -> None:
    assert talked.recall(query) == []


@pytest.mark.parametrize(
    "query",
    [
        '"', "'", "*", "(", ")", "()", "-", ":", "^", '"*()-:^', "날씨*", '"날씨', "날씨 AND", "NEAR(날씨",
        "terms:날씨", "날씨 OR 1=1; --", "{날씨}", "[날씨]", "날씨^2", "-날씨", "+날씨", "\\", "%_%",
        "날씨\n\t날씨", "???", "...", "ㅋㅋㅋㅋ", "ㅠㅠ", "🙂", "👨‍👩‍👧‍👦 가족", "\u200b", "\ufeff날씨", "ﷺ",
        "İstanbul", "𝓷𝓪𝓵𝓼𝓼𝓲", "a" * 5000, "날씨 " * 2000, "\x01\x7f",
    ],
)  # fmt: skip
def test_special_characters_never_break_a_query(talked: User, query: str) -> None:
    assert isinstance(talked.recall(query), list)
    assert isinstance(talked.search_turns(query), list)


@pytest.mark.parametrize("query", ['"날씨', "날씨*", "(날씨)", "날씨: 어때^", "-날씨-", "#날씨", "'날씨'"])
def test_special_characters_around_a_word_do_not_hide_it(talked: User, query: str) -> None:
    assert talked.recall(query)[0].text == SAID[0]


# Whatever people type.

_HANGUL_WORD = st.text(st.characters(min_codepoint=0xAC00, max_codepoint=0xD7A3), min_size=2, max_size=5)
_LETTERS = st.characters(blacklist_categories=("Cs",), blacklist_characters="\0")
ANY_TEXT = st.text(_LETTERS, min_size=1, max_size=80).filter(str.strip)
MIXED = st.lists(
    st.sampled_from(
        ["날씨", "비빔밥을", '"', "*", "(", "AND", "NEAR/2", "ᄒ", "ㅏ", "한\u0300", "٣", "🇰🇷", "\u202e", "𒀀"]
    )
    | ANY_TEXT,
    min_size=1,
    max_size=6,
).map(" ".join)


@settings(max_examples=60)
@given(query=ANY_TEXT | MIXED)
def test_any_text_can_be_asked(talked: User, query: str) -> None:
    for hit in talked.recall(query):
        assert hit.text in SAID
    for turn in talked.search_turns(query):
        assert turn.user in SAID


@pytest.fixture(scope="module")
def listener() -> Iterator[tuple[Saegim, User]]:
    with temporary_saegim() as saegim:
        yield saegim, saegim.user("minji")


@settings(max_examples=40)
@given(said=ANY_TEXT | MIXED, answered=st.just("") | ANY_TEXT)
def test_any_text_can_be_recorded_and_comes_back(
    listener: tuple[Saegim, User], said: str, answered: str
) -> None:
    saegim, user = listener
    turn = user.record(said, answered)
    assert user.turn(turn.id).user == unicodedata.normalize("NFC", said)
    assert user.turn(turn.id).assistant == unicodedata.normalize("NFC", answered)
    memory = user.remember(said)
    assert user.memory(memory.id).version >= 1
    saegim.drain()
    assert user.stats().not_indexed == 0
    user.recall(said)
    user.search_turns(said)
    user.context(said)


@settings(max_examples=25)
@given(words=st.lists(_HANGUL_WORD, min_size=1, max_size=6))
def test_what_was_said_is_found_by_saying_it_again(listener: tuple[Saegim, User], words: list[str]) -> None:
    """Or at least one text of the same words: saying them twice says no more."""
    saegim, user = listener
    text = " ".join(words)
    user.record(text)
    saegim.drain()
    assert set(words) in [set(hit.text.split()) for hit in user.recall(text, limit=20)]
