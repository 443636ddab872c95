"""Words that find a text again: whatever the particle, the ending, the spacing, the typo."""

from __future__ import annotations

import threading
import time
import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from saegim.errors import SettingsError
from saegim.language import stopwords
from saegim.language.morphemes import (
    Analyser,
    BigramAnalyser,
    KiwiAnalyser,
    bigrams,
    load_analyser,
    stem,
)

_kiwi = KiwiAnalyser()


@pytest.fixture(scope="module")
def kiwi() -> KiwiAnalyser:
    """One for all: loading takes a second and 250 MB."""
    return _kiwi


def terms(analyser: Analyser, text: str) -> tuple[str, ...]:
    (analysis,) = analyser.analyse([text])
    return analysis.terms


@pytest.mark.parametrize(
    ("word", "texts"),
    [
        ("날씨", ["날씨가 좋다", "오늘 날씨는 어때?", "날씨도 흐리고", "날씨만 보면", "날씨, 맑음"]),
        ("먹", ["밥을 먹었어요", "먹습니다", "먹고싶다", "먹는 중", "먹자!", "드라마 보면서 먹을래"]),
        ("알레르기", ["땅콩 알레르기가 있어", "땅콩알레르기", "알레르기라서 못 먹어"]),
        ("서울", ["서울에서", "서울까지", "서울은", "서울로 이사했어"]),
        ("결혼", ["결혼했어요", "결혼 축하해", "결혼한다더라"]),
        ("아프", ["강아지가 아파서", "아픕니다", "아프대"]),
        ("빌리", ["책을 빌렸습니다", "빌려 줘", "빌리러 갔다"]),
        ("이사", ["이사했어", "이사를 갔다", "이사 가요"]),
    ],
)
def test_every_form_of_a_word_gives_the_word(kiwi: KiwiAnalyser, word: str, texts: list[str]) -> None:
    for text in texts:
        assert word in terms(kiwi, text), text


@pytest.mark.parametrize(
    ("typed", "meant"), [("머거써", "먹"), ("갠차나", "괜찮"), ("비빔밥먹었음", "비빔밥")]
)
def test_chat_spelling_is_understood(kiwi: KiwiAnalyser, typed: str, meant: str) -> None:
    assert meant in terms(kiwi, typed)


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("내일 부산에 감니다", "가"),
        ("조영제 알러지 잇습니다 검사 때 말해 주세요", "있"),
        ("어제 밤새 끝까지 다 봣어요", "보"),
        ("사람을 또 구해야되", "구하"),
        ("괜찬아요 이제 다 나았어요", "괜찮"),
    ],
)
def test_slips_that_look_like_words_are_put_right(kiwi: KiwiAnalyser, typed: str, meant: str) -> None:
    forms = {m.form for m in kiwi.analyse([typed])[0].morphemes}
    assert meant in forms


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("횟집 아들이라 바다 지겨움. 회도 지겨움", "바다"),
        ("복순이도 아는 거죠.", "복순이"),
    ],
)
def test_words_that_are_right_are_not_corrected(kiwi: KiwiAnalyser, text: str, word: str) -> None:
    assert word in terms(kiwi, text)


@pytest.mark.parametrize("analyser", [BigramAnalyser(), _kiwi], ids=["bigram", "kiwi"])
class TestEveryAnalyser:
    def test_decomposed_hangul_gives_the_same_words(self, analyser: Analyser) -> None:
        text = "제주도에서 흑돼지를 먹었어요"
        assert analyser.analyse([text]) == analyser.analyse([unicodedata.normalize("NFD", text)])

    def test_english_words_lose_their_endings_and_case(self, analyser: Analyser) -> None:
        assert terms(analyser, "Running dogs") == terms(analyser, "a dog runs")[::-1]

    def test_english_and_korean_stand_side_by_side(self, analyser: Analyser) -> None:
        found = terms(analyser, "Netflix에서 Friends를 봤어")
        assert {"netflix", "friend"} <= set(found)

    def test_stop_words_are_left_out(self, analyser: Analyser) -> None:
        assert terms(analyser, "what is it about") == ()
        assert terms(analyser, "그리고 너무 정말 진짜") == ()

    def test_numbers_and_names_stay_whole(self, analyser: Analyser) -> None:
        assert "gpt4" in terms(analyser, "gpt4로 물어봤어")
        assert "2026" in terms(analyser, "2026년에 만나자")
        assert "iphone15" in terms(analyser, "iPhone15를 샀다")

    @pytest.mark.parametrize(
        "text",
        [
            "C++ is hard",
            "C++를 배운다",
        ],
    )
    def test_names_made_of_signs_keep_their_meaning(self, analyser: Analyser, text: str) -> None:
        assert "cplusplus" in terms(analyser, text)

    def test_no_texts_no_words(self, analyser: Analyser) -> None:
        assert analyser.analyse([]) == []

    @pytest.mark.parametrize(
        "text", ["", " ", "\n", '"*()-:^', "🙂👍🏽", "\0", "\ud800", "가\ud800나", "가\0나"]
    )
    def test_odd_text_is_no_trouble(self, analyser: Analyser, text: str) -> None:
        (analysis,) = analyser.analyse([text])
        assert all(analysis.terms)
        assert all(analysis.grams)

    @settings(max_examples=150)
    @given(texts=st.lists(st.text(max_size=60), max_size=4))
    def test_any_texts_one_analysis_each_and_no_word_with_a_space(
        self, analyser: Analyser, texts: list[str]
    ) -> None:
        """Words are stored joined by spaces and asked for in quotes: neither may stand inside one."""
        analyses = analyser.analyse(texts)
        assert len(analyses) == len(texts)
        for analysis in analyses:
            for word in (*analysis.terms, *analysis.grams):
                assert word
                assert not set(word) & set(' "\t\n\0'), word
                assert len(word.split()) == 1

    @settings(max_examples=50)
    @given(text=st.text(st.characters(min_codepoint=0xAC00, max_codepoint=0xD7A3), min_size=1, max_size=12))
    def test_korean_is_always_found_by_its_pairs(self, analyser: Analyser, text: str) -> None:
        """Those of words that carry meaning, at least: an ending alone matches everything."""
        (analysis,) = analyser.analyse([text])
        if analysis.terms:
            assert analysis.grams == bigrams(text)
        else:
            assert set(analysis.grams) <= set(bigrams(text))


def test_words_that_say_nothing_give_no_pairs(kiwi: KiwiAnalyser) -> None:
    (analysis,) = kiwi.analyse(["어제 뭐 했어? 그랬는데 고양이는"])
    assert "고양" in analysis.grams
    assert not {"했어", "그랬", "랬는"} & set(analysis.grams)


def test_letters_beyond_the_first_plane_do_not_shift_the_words(kiwi: KiwiAnalyser) -> None:
    for sign in ("👍🏽👍🏽", "👨‍👩‍👧‍👦", "𒀀𒀀𒀀"):
        (analysis,) = kiwi.analyse([f"{sign} 했어 {sign} 고양이"])
        assert set(analysis.grams) == {"고양", "양이"}


def test_a_very_long_text_takes_time_in_proportion(kiwi: KiwiAnalyser) -> None:
    """A text may have 262,144 bytes, and recording waits for its words."""
    kiwi.analyse(["준비"])
    began = time.process_time()
    kiwi.analyse(["날씨가 좋다 " * 6000])
    assert time.process_time() - began < 3


def test_bigrams_drop_the_particle_of_a_word() -> None:
    assert terms(BigramAnalyser(), "도서관에서 고양이를") == ("도서관", "고양이")


def test_pairs_stay_inside_a_word() -> None:
    assert bigrams("오늘 날씨가") == ("오늘", "날씨", "씨가")
    assert bigrams("밥 a 국") == ("밥", "국")
    assert bigrams("plain english") == ()


@pytest.mark.parametrize(
    ("word", "expected"), [("running", "run"), ("cats", "cat"), ("go", "go"), ("밥", "밥"), ("a1s", "a1s")]
)
def test_only_english_is_stemmed(word: str, expected: str) -> None:
    assert stem(word) == expected


def test_stop_words_are_single_words() -> None:
    for word in stopwords.KOREAN | stopwords.ENGLISH:
        assert word == word.strip().lower()
        assert len(word.split()) == 1


def test_kiwi_is_ready_only_after_it_has_read_something(kiwi: KiwiAnalyser) -> None:
    fresh = KiwiAnalyser()
    assert not fresh.ready
    fresh.analyse(["no Korean here"])
    assert not fresh.ready
    kiwi.analyse(["한글"])
    assert kiwi.ready


def test_the_name_tells_the_version_of_the_dictionary() -> None:
    from importlib.metadata import version

    assert version("kiwipiepy") in KiwiAnalyser().name
    assert BigramAnalyser().name.startswith("bigram/")


def test_threads_share_an_analyser(kiwi: KiwiAnalyser) -> None:
    text = "내일 아침에 한강에서 자전거를 타려고 해요"
    expected = kiwi.analyse([text])
    results: list[bool] = []

    def read() -> None:
        results.append(all(kiwi.analyse([text]) == expected for _ in range(20)))

    threads = [threading.Thread(target=read) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert results == [True] * 4


def test_auto_takes_kiwi_where_it_is_installed() -> None:
    assert isinstance(load_analyser("auto"), KiwiAnalyser)
    assert isinstance(load_analyser("kiwi"), KiwiAnalyser)
    assert isinstance(load_analyser("bigram"), BigramAnalyser)


def test_without_kiwi_bigrams_stand_in_unless_kiwi_was_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    assert isinstance(load_analyser("auto"), BigramAnalyser)
    with pytest.raises(SettingsError) as caught:
        load_analyser("kiwi")
    assert "kiwipiepy" in str(caught.value)
