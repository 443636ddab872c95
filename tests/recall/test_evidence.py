"""What speaks for a text beyond its own words: related words, its surroundings, how much it says, when."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

import pytest

from saegim import Saegim, User
from saegim.language.morphemes import BigramAnalyser, load_analyser
from saegim.recall.query import Query, parse_query
from saegim.recall.related import related_words
from saegim.recall.words import Words
from saegim.testing import SEOUL, FrozenClock, temporary_saegim

NOW = datetime(2026, 3, 2, 9, tzinfo=SEOUL)


@pytest.fixture(scope="module")
def kiwi() -> object:
    pytest.importorskip("kiwipiepy")
    return load_analyser("kiwi")


@pytest.fixture
def reader(kiwi: object, clock: FrozenClock) -> Iterator[tuple[Saegim, User]]:
    """With morphemes: groups of words mean nothing to character pairs. Everything found is shown."""
    with temporary_saegim(
        clock=clock, analyser=kiwi, embedder="none", settings={"recall.floor": 0, "remember.rules": False}
    ) as saegim:
        yield saegim, saegim.user("minji")


def parsed(text: str) -> Query:
    return parse_query(text, analyser=BigramAnalyser(), now=NOW, speakers=())


def texts(user: User, question: str) -> list[str]:
    return [hit.text for hit in user.recall(question)]


@pytest.mark.parametrize(
    ("asked", "said"), [("직업", "회사"), ("마누라", "집사람"), ("스마트폰", "핸드폰"), ("액수", "금액")]
)
def test_a_word_leads_to_others_for_the_same_thing(asked: str, said: str) -> None:
    assert said in related_words([asked])
    assert asked in related_words([said])
    assert asked not in related_words([asked])


def test_english_words_are_related_by_their_stems() -> None:
    assert "wed" in related_words(["marri"]) or "wedding" in related_words(["marri"])
    assert related_words(["xylophon"]) == ()


@pytest.mark.parametrize(
    "question", ["나 직업이 뭐였지?", "내 직업 뭐더라", "제 직업이 뭐였나요?", "직업 뭐랬지 나"]
)
def test_what_answers_in_other_words_comes_before_small_talk(
    reader: tuple[Saegim, User], question: str
) -> None:
    saegim, minji = reader
    minji.record("요즘 내 회사 사람들이랑 출근길에 자주 마주쳐", at="2026-02-01T09:00+09:00")
    # A word in one text of two says nothing; in one of several it does.
    for day, said in enumerate(
        ["뭐 그냥 그래", "비가 많이 온다", "산책 다녀왔어", "노을이 예쁘다", "졸리다"]
    ):
        minji.record(said, at=f"2026-02-{day + 2:02}T09:00+09:00")
    saegim.drain()
    found = minji.recall(question, among=("messages",))
    assert found[0].text.startswith("요즘 내 회사")


def test_related_words_score_apart_from_those_asked_with() -> None:
    import numpy as np

    words = Words()
    for row, terms in enumerate(["직업 고민", "회사 출근 힘들", "날씨 좋"]):
        words.put(row, terms, "")
    sessions = np.zeros(3, dtype=np.int64)
    alone = words.search(["직업"], [], sessions, 1)
    both = words.search(["직업"], [], sessions, 1, related_words(["직업"]))
    rows = np.arange(3)
    assert both.scores_of(rows).tolist() == alone.scores_of(rows).tolist()
    assert both.covered_of(rows).tolist() == alone.covered_of(rows).tolist()
    assert both.sessions_of(rows).tolist() == alone.sessions_of(rows).tolist()
    assert not alone.related_of(rows).any()
    assert both.related_of(rows)[1] > 0 == both.related_of(rows)[2]
    assert both.best_related(3).tolist() == [1]
    assert words.lengths_of(rows).tolist() == [2, 3, 2]


def test_lengths_follow_a_text_that_changed_or_went() -> None:
    import numpy as np

    words = Words()
    words.put(0, "하나 둘", "")
    words.put(1, "셋", "")
    words.put(0, "하나 둘 셋 넷", "")
    words.remove(1)
    assert words.lengths_of(np.arange(2)).tolist() == [4, 0]


def test_saying_little_counts_against_a_text() -> None:
    little, much = "제주 좋아", "제주 애월에서 사흘 묵었는데 바람이 많이 불었고 국수를 먹었어"

    def first(**settings: float) -> str:
        recall = {f"recall.{name}": value for name, value in settings.items()}
        with temporary_saegim(settings=recall, embedder="none") as saegim:
            minji = saegim.user("minji")
            # Words of every text say nothing.
            for said in (little, much, "비가 많이 온다", "산책 다녀왔어", "노을이 예쁘다", "졸리다"):
                minji.record(said, at="2026-01-03T09:00+09:00")
            saegim.drain()
            return minji.recall("제주 여행 어땠지?", among=("messages",))[0].text

    assert first(short=0) == little
    assert first(short=3) == much


@pytest.mark.parametrize("asked", ["집에 가고 싶다", "집에가고싶다", "집에 가고싶어요", "집 가고 싶어"])
def test_a_short_text_that_says_all_that_was_asked_comes_first(
    reader: tuple[Saegim, User], asked: str
) -> None:
    saegim, minji = reader
    minji.record("집에 가고 싶다", at="2026-02-01T09:00+09:00")
    longer = "집에 가야 하는데 아직 회사라 언제 가나 싶고 집 생각만 하루 종일 하느라 일이 손에 안 잡힌다"
    minji.record(longer, at="2026-02-02T09:00+09:00")
    for day, said in enumerate(["비가 많이 온다", "산책 다녀왔어", "노을이 예쁘다", "졸리다"]):
        minji.record(said, at=f"2026-02-{day + 3:02}T09:00+09:00")
    saegim.drain()
    assert texts(minji, asked)[0] == "집에 가고 싶다"


def test_what_goes_on_in_the_next_turn_is_found_with_it(reader: tuple[Saegim, User]) -> None:
    saegim, minji = reader
    for day, said in enumerate(["비가 많이 온다", "산책 다녀왔어", "노을이 예쁘다", "졸리다"]):
        minji.record(said, at=f"2026-01-{day + 3:02}T09:00+09:00")
    minji.record("소라 결혼식에 초대받았어", "축하할 일이네요.", at="2026-02-01T09:00+09:00")
    goes_on = "7월 18일 토요일 낮에 이천 도자기 마을 잔디밭에서 손님 쉰 명만 불러서 한대"
    minji.record(goes_on, "멋지네요.", at="2026-02-01T09:01+09:00")
    saegim.drain()
    found = [hit.text for hit in minji.recall("소라 결혼식 장소가 어디더라", among=("messages",))]
    assert found == ["소라 결혼식에 초대받았어", goes_on]


@pytest.mark.parametrize("asked", ["엄마 생신이 언제지?", "엄마는 생신이 언제예요", "엄마생신 언제더라"])
def test_someone_only_told_about_stays_a_word_to_search_for(reader: tuple[Saegim, User], asked: str) -> None:
    saegim, minji = reader
    minji.remember("엄마는 무릎이 아프다", subject="엄마")
    minji.record("시어머니 생신은 6월 2일이야")
    minji.record("엄마 생신은 5월 9일이야")
    saegim.drain()
    assert texts(minji, asked)[0] == "엄마 생신은 5월 9일이야"


@pytest.mark.parametrize("now", ["요즘", "지금", "요새", "최근"])
def test_the_present_is_no_time_span_but_prefers_what_was_said_last(now: str) -> None:
    query = parsed(f"나 {now} 어디 살아?")
    assert query.asks_now
    assert query.ranges == ()


def test_someone_nothing_is_known_of_may_ask_about_the_present(minji: User) -> None:
    assert minji.recall("나 요즘 어디 살아?") == []
    assert minji.recall("where do I live now?") == []


def test_other_times_stay_spans() -> None:
    for text in ("지난주에 뭐 했지?", "최근 3개월 동안 뭐 했지?", "what did I do last month?"):
        assert parsed(text).ranges, text
    assert not parsed("작년에 어디 살았지?").asks_now
    assert parsed("where do I live these days?").asks_now


def test_of_two_values_the_later_is_first_when_asked_about_now(saegim: Saegim, minji: User) -> None:
    minji.record("운동은 수영장 다녀 매주", at="2025-01-03T09:00+09:00")
    minji.record("운동은 헬스장 다녀 매주", at="2026-02-20T09:00+09:00")
    saegim.drain()
    assert "헬스장" in texts(minji, "요즘 운동 어디 다녀?")[0]


def test_what_was_told_soon_after_a_past_time_comes_along(saegim: Saegim, minji: User) -> None:
    minji.record("친구랑 밥 먹고 산책했던 이야기", at="2025-06-12T09:00+09:00")
    minji.record("친구랑 밥 먹고 산책하던 이야기", at="2025-02-12T09:00+09:00")
    saegim.drain()
    assert texts(minji, "6월 8일에 친구랑 산책했지?")[0].startswith("친구랑 밥 먹고 산책했던")


def test_tonight_brings_nothing_up_by_its_date(saegim: Saegim, minji: User) -> None:
    minji.remember("판교에 산다")
    saegim.drain()
    assert minji.recall("오늘 저녁 xylophone?") == []


def test_what_was_said_around_it_speaks_for_a_text(saegim: Saegim, minji: User) -> None:
    minji.record_messages(
        [
            {"role": "user", "content": "제주 한라산 등산 다녀온 이야기", "at": "2026-01-03T09:00+09:00"},
            {"role": "user", "content": "날씨가 흐려서 사진은 별로였지만", "at": "2026-01-03T09:01+09:00"},
        ],
        session="a",
    )
    minji.record("날씨가 흐려서 사진은 별로였어도", at="2026-01-04T09:00+09:00", session="b")
    saegim.drain()
    found = texts(minji, "한라산 등산 날씨 사진")
    assert found.index("날씨가 흐려서 사진은 별로였지만") < found.index("날씨가 흐려서 사진은 별로였어도")
