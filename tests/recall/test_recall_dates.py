"""Questions about a time: what was said and known then comes first."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from saegim import Saegim, User
from saegim.language.morphemes import KiwiAnalyser
from saegim.testing import FrozenClock, temporary_saegim

# Today is Monday, 2 March 2026.
SAID = {
    "2026-03-01T20:00+09:00": "영화를 보러 갔어",
    "2026-02-27T20:00+09:00": "회식이 있었어",
    "2026-02-24T20:00+09:00": "치과에 다녀왔어",
    "2026-02-10T20:00+09:00": "감기에 걸렸어",
    "2025-12-25T20:00+09:00": "친구들과 케이크를 먹었어",
    "2025-10-09T20:00+09:00": "단풍 구경을 갔어",
    "2025-07-20T20:00+09:00": "바다에서 수영을 했어",
    "2024-07-20T20:00+09:00": "캠핑을 갔어",
}


@pytest.fixture(scope="module")
def kiwi() -> KiwiAnalyser:
    return KiwiAnalyser()


@pytest.fixture(scope="module")
def year(kiwi: KiwiAnalyser) -> Iterator[User]:
    """A year of turns, read by the real analyser: 했어 says nothing about what was done."""
    with temporary_saegim(analyser=kiwi) as saegim:
        user = saegim.user("minji")
        for at, said in SAID.items():
            user.record(said, at=at)
        saegim.drain()
        yield user


@pytest.mark.parametrize(
    ("query", "first"),
    [
        ("어제 뭐 했지?", {"영화를 보러 갔어"}),
        ("지난주에 무슨 일이 있었어?", {"영화를 보러 갔어", "회식이 있었어", "치과에 다녀왔어"}),
        ("지난주 금요일에 뭐 했어", {"회식이 있었어"}),
        ("작년 여름에 뭐 했더라", {"바다에서 수영을 했어"}),
        ("2025년 10월에 뭐 했지", {"단풍 구경을 갔어"}),
        ("2025년 10월 9일", {"단풍 구경을 갔어"}),
        ("6일 전에 뭐 했지", {"치과에 다녀왔어"}),
        ("작년 크리스마스에 뭐 했어?", {"친구들과 케이크를 먹었어"}),
        ("재작년 여름", {"캠핑을 갔어"}),
        ("what did I do last summer?", {"바다에서 수영을 했어"}),
        ("what happened in October 2025", {"단풍 구경을 갔어"}),
        ("what did I do yesterday", {"영화를 보러 갔어"}),
    ],
)
def test_a_question_about_a_time_finds_that_time(year: User, query: str, first: set[str]) -> None:
    found = year.recall(query)
    assert {hit.text for hit in found[: len(first)]} == first
    assert all("date" in hit.why.sources for hit in found[: len(first)])
    assert "물어본 때의 일" in found[0].why.ko
    assert "from the time asked about" in found[0].why.en


def test_words_still_count_within_a_time(year: User) -> None:
    assert year.recall("지난주 치과")[0].text == "치과에 다녀왔어"
    assert year.recall("지난주 회식")[0].text == "회식이 있었어"


def test_a_time_is_understood_from_now(kiwi: KiwiAnalyser, clock: FrozenClock) -> None:
    with temporary_saegim(analyser=kiwi, clock=clock) as saegim:
        user = saegim.user("minji")
        user.record("바다에서 수영을 했어", at="2025-07-20T20:00+09:00")
        user.record("회식이 있었어", at="2026-02-27T20:00+09:00")
        saegim.drain()
        assert user.recall("작년 여름")[0].text == "바다에서 수영을 했어"
        clock.move(days=365)
        assert user.recall("재작년 여름")[0].text == "바다에서 수영을 했어"
        assert all("date" not in hit.why.sources for hit in user.recall("지난주 회식"))


def test_memories_are_found_by_the_time_they_began(saegim: Saegim, minji: User) -> None:
    minji.remember("승진했다", kind="event", valid_from="2025-10-15T00:00+09:00")
    minji.remember("이사했다", kind="event", valid_from="2025-06-15T00:00+09:00")
    saegim.drain()
    assert minji.recall("2025년 10월에 있었던 일")[0].text == "승진했다"


def test_when_questions_prefer_what_names_a_time(saegim: Saegim, minji: User) -> None:
    minji.record("면접 준비를 했어")
    minji.record("면접은 다음 주 수요일 오후 2시야")
    saegim.drain()
    assert minji.recall("면접이 언제지?")[0].text == "면접은 다음 주 수요일 오후 2시야"


def test_a_time_about_which_nothing_is_known_invents_nothing(year: User) -> None:
    assert all("date" not in hit.why.sources for hit in year.recall("2019년 5월에 뭐 했지?"))
