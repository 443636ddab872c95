"""Recall within bounds: kinds, tags, times, years, pinned, archived, entities, memories or messages."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest

from saegim import Saegim, User
from saegim.testing import SEOUL, FrozenClock


def at(year: int, month: int = 6, day: int = 15) -> datetime:
    return datetime(year, month, day, 12, tzinfo=SEOUL)


@pytest.fixture
def traveller(saegim: Saegim, minji: User) -> User:
    """Everything here is about 제주 여행, so that only the filters tell it apart."""
    minji.record("제주 여행 비행기를 예약했어", "제주 여행 좋겠다", at=at(2024))
    minji.record("제주 여행 사진을 정리했어", at=at(2025))
    minji.remember("제주 여행을 좋아한다", kind="preference", tags=["여행", "취향"], valid_from=at(2023))
    minji.remember("제주 여행을 약속했다", kind="promise", tags=["여행"], valid_from=at(2025), pinned=True)
    minji.remember("엄마는 제주 여행을 싫어한다", kind="preference", subject="엄마", valid_from=at(2025, 7))
    minji.archive(minji.remember("제주 여행 예산은 백만 원", kind="plan", valid_from=at(2024)).id)
    minji.forget(minji.remember("제주 여행은 비밀", kind="note", valid_from=at(2024)).id)
    saegim.drain()
    return minji


def found(user: User, **filters: object) -> set[str]:
    return {hit.text for hit in user.recall("제주 여행", limit=50, **filters)}  # type: ignore[arg-type]


MEMORIES = {"제주 여행을 좋아한다", "제주 여행을 약속했다", "엄마는 제주 여행을 싫어한다"}
MESSAGES = {"제주 여행 비행기를 예약했어", "제주 여행 좋겠다", "제주 여행 사진을 정리했어"}


def test_without_filters_everything_that_is_not_put_away(traveller: User) -> None:
    assert found(traveller) == MEMORIES | MESSAGES


def test_memories_or_messages(traveller: User) -> None:
    assert found(traveller, among=("memories",)) == MEMORIES
    assert found(traveller, among=("messages",)) == MESSAGES
    assert found(traveller, among=()) == set()


def test_kinds(traveller: User) -> None:
    assert found(traveller, kinds=["preference"]) == {"제주 여행을 좋아한다", "엄마는 제주 여행을 싫어한다"}
    assert found(traveller, kinds=["preference", "promise"]) == MEMORIES
    assert found(traveller, kinds=["allergy"]) == set()


def test_tags_must_all_be_there(traveller: User) -> None:
    assert found(traveller, tags=["여행"]) == {"제주 여행을 좋아한다", "제주 여행을 약속했다"}
    assert found(traveller, tags=["여행", "취향"]) == {"제주 여행을 좋아한다"}
    assert found(traveller, tags=["없는 꼬리표"]) == set()


def test_times_include_the_start_and_not_the_end(traveller: User) -> None:
    assert found(traveller, since=at(2025)) == {
        "제주 여행 사진을 정리했어",
        "제주 여행을 약속했다",
        "엄마는 제주 여행을 싫어한다",
    }
    assert found(traveller, until=at(2025)) == {
        "제주 여행 비행기를 예약했어",
        "제주 여행 좋겠다",
        "제주 여행을 좋아한다",
    }
    assert found(traveller, since=at(2024), until=at(2024) + timedelta(microseconds=1)) == {
        "제주 여행 비행기를 예약했어",
        "제주 여행 좋겠다",
    }
    assert found(traveller, since=at(2030)) == set()


def test_years_are_inclusive_and_those_of_the_zone(saegim: Saegim, traveller: User) -> None:
    assert found(traveller, years=(2023, 2023)) == {"제주 여행을 좋아한다"}
    assert found(traveller, years=(2024, 2025)) == MESSAGES | MEMORIES - {"제주 여행을 좋아한다"}
    traveller.record("제주 여행 새해 첫날", at="2026-01-01T00:30+09:00")
    saegim.drain()
    assert found(traveller, years=(2026, 2026)) == {"제주 여행 새해 첫날"}
    assert "제주 여행 새해 첫날" not in found(traveller, years=(2025, 2025))


def test_pinned(traveller: User) -> None:
    assert found(traveller, pinned=True) == {"제주 여행을 약속했다"}
    assert "제주 여행을 약속했다" not in found(traveller, pinned=False)
    assert found(traveller, pinned=False, among=("memories",)) == MEMORIES - {"제주 여행을 약속했다"}


def test_archived_come_along_when_asked_for_and_forgotten_never(traveller: User) -> None:
    assert found(traveller, archived=True) == MEMORIES | MESSAGES | {"제주 여행 예산은 백만 원"}


def test_an_entity_by_subject_or_by_link(saegim: Saegim, traveller: User) -> None:
    assert found(traveller, entity="엄마") == {"엄마는 제주 여행을 싫어한다"}
    about = traveller.remember("제주 여행은 엄마와 간다")
    mother = traveller.remember("엄마는 예순이다", id="엄마")
    traveller.link(about.id, "about", mother.id)
    saegim.drain()
    assert found(traveller, entity="엄마") == {"엄마는 제주 여행을 싫어한다", "제주 여행은 엄마와 간다"}
    assert found(traveller, entity="아빠") == set()


def test_filters_together(traveller: User) -> None:
    assert found(traveller, kinds=["preference"], years=(2025, 2025)) == {"엄마는 제주 여행을 싫어한다"}
    assert found(traveller, kinds=["preference"], tags=["여행"], pinned=True) == set()
    assert found(traveller, kinds=["promise"], among=("messages",)) == set()


def test_as_of_is_what_held_then(traveller: User) -> None:
    assert found(traveller, as_of=at(2022)) == set()
    assert found(traveller, as_of=at(2024, 1)) == {"제주 여행을 좋아한다"}
    assert found(traveller, as_of=at(2024, 12)) == {
        "제주 여행을 좋아한다",
        "제주 여행 비행기를 예약했어",
        "제주 여행 좋겠다",
    }


def test_as_of_exactly_when_it_was_said(saegim: Saegim, minji: User, clock: FrozenClock) -> None:
    moment = clock.now() - timedelta(days=1, microseconds=654_321)
    minji.record("제주 여행 이야기", at=moment)
    saegim.drain()
    assert found(minji, as_of=moment) == {"제주 여행 이야기"}
    assert found(minji, as_of=moment - timedelta(microseconds=1)) == set()


def test_a_plan_for_the_future_is_known_today(saegim: Saegim, minji: User, clock: FrozenClock) -> None:
    minji.remember("제주 여행을 간다", kind="plan", valid_from=clock.now() + timedelta(days=30))
    saegim.drain()
    assert found(minji) == {"제주 여행을 간다"}
    assert found(minji, as_of=clock.now()) == set()


def test_a_limit_takes_the_best(traveller: User) -> None:
    all_of_them = traveller.recall("제주 여행을 좋아한다", limit=50)
    assert [hit.id for hit in traveller.recall("제주 여행을 좋아한다", limit=2)] == [
        hit.id for hit in all_of_them[:2]
    ]
    assert all_of_them[0].text == "제주 여행을 좋아한다"
    assert len(traveller.recall("제주 여행")) <= 8


def test_rare_matches_are_found_behind_many_that_a_filter_refuses(saegim: Saegim, minji: User) -> None:
    """Filtered before ranking: a thousand better matches elsewhere do not crowd them out."""
    minji.record_messages([{"content": f"제주 여행 {n}", "at": at(2024).isoformat()} for n in range(1000)])
    minji.record("그때 이야기한 제주 여행 말인데 이번에는 정말로 가게 될 것 같아", at=at(2025))
    saegim.drain()
    assert found(minji, since=at(2025)) == {"그때 이야기한 제주 여행 말인데 이번에는 정말로 가게 될 것 같아"}
