"""Facts change: one value at a time, each at its time, whatever the order they were told in."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from saegim import Saegim, User
from saegim.testing import SEOUL, FrozenClock, temporary_saegim

START = datetime(2020, 1, 1, tzinfo=SEOUL)


def on(day: int) -> datetime:
    return START + timedelta(days=day)


def move(user: User, city: str, day: int) -> str:
    return user.remember(f"{city}에 산다", kind="fact", key="home.city", value=city, valid_from=on(day)).id


def value_at(user: User, moment: datetime) -> str | None:
    found = user.memories(key="home.city", as_of=moment)
    assert len(found) <= 1
    return found[0].value if found else None


def test_a_new_value_closes_the_old_one_and_links_to_it(minji: User, clock: FrozenClock) -> None:
    seoul = minji.remember("서울에 산다", key="home.city", value="서울")
    clock.move(days=30)
    busan = minji.remember("부산에 산다", key="home.city", value="부산", reason="이사했다고 함")
    old = minji.memory(seoul.id)
    assert old.valid_to == busan.valid_from == clock.now()
    assert old.state == "active"
    assert old.version == 2
    assert [m.id for m in minji.memories()] == [busan.id]
    assert [m.id for m in minji.memories(current=False)] == [busan.id, seoul.id]
    (link,) = minji.links(seoul.id)
    assert (link.source, link.relation, link.target) == (busan.id, "supersedes", seoul.id)
    assert [e.action for e in minji.audit(memory_id=seoul.id)] == ["supersede", "remember"]
    assert minji.history(busan.id)[0].reason == "이사했다고 함"
    assert minji.profile() == {"home.city": "부산"}


def test_recall_and_context_speak_of_today_and_as_of_of_then(
    saegim: Saegim, minji: User, clock: FrozenClock
) -> None:
    move(minji, "서울", 0)
    move(minji, "부산", 1000)
    saegim.drain()
    assert [hit.text for hit in minji.recall("어디에 산다")] == ["부산에 산다"]
    assert [hit.text for hit in minji.recall("어디에 산다", as_of=on(500))] == ["서울에 산다"]
    assert minji.recall("어디에 산다", as_of=on(-1)) == []
    said = str(minji.context("지금 어디에 산다").messages)
    assert "부산에 산다" in said
    assert "서울에 산다" not in said
    then = minji.context("지금 어디에 산다", as_of=on(500))
    assert [hit.text for hit in then.hits] == ["서울에 산다"]


def test_the_moment_of_the_change_belongs_to_the_new_value(minji: User) -> None:
    move(minji, "서울", 0)
    move(minji, "부산", 10)
    assert value_at(minji, on(10)) == "부산"
    assert value_at(minji, on(10) - timedelta(microseconds=1)) == "서울"
    assert value_at(minji, on(0)) == "서울"
    assert value_at(minji, on(0) - timedelta(microseconds=1)) is None


def test_an_old_fact_told_late_takes_its_place_in_the_past(minji: User) -> None:
    move(minji, "부산", 1000)
    move(minji, "서울", 0)
    move(minji, "대전", 500)
    assert minji.profile() == {"home.city": "부산"}
    assert [value_at(minji, on(day)) for day in (0, 499, 500, 999, 1000, 5000)] == [
        "서울", "서울", "대전", "대전", "부산", "부산"
    ]  # fmt: skip


@settings(max_examples=4)
@given(st.permutations(range(40)))
def test_forty_changes_told_in_any_order(order: list[int]) -> None:
    with temporary_saegim() as saegim:
        user = saegim.user("minji")
        rows = [
            {"content": f"{n}동에 산다", "key": "home.city", "value": f"{n}동", "valid_from": on(n * 10)}
            for n in order
        ]
        user.upsert(rows)
        assert user.profile() == {"home.city": "39동"}
        for n in range(40):
            assert value_at(user, on(n * 10)) == f"{n}동"
            assert value_at(user, on(n * 10 + 9)) == f"{n}동"
        assert value_at(user, on(-1)) is None
        line = sorted(user.memories(current=False, limit=100), key=lambda m: m.valid_from)
        assert [m.valid_to for m in line[:-1]] == [m.valid_from for m in line[1:]]
        assert line[-1].valid_to is None
        # Told again, nothing is new.
        before = user.audit(limit=1000)
        user.upsert(rows)
        assert user.audit(limit=1000) == before


def test_a_value_that_comes_back_is_a_new_memory(minji: User, clock: FrozenClock) -> None:
    first = minji.remember("서울에 산다", key="home.city", value="서울")
    clock.move(days=10)
    minji.remember("부산에 산다", key="home.city", value="부산")
    clock.move(days=10)
    third = minji.remember("서울에 산다", key="home.city", value="서울")
    assert third.id != first.id
    assert value_at(minji, clock.now()) == "서울"
    assert value_at(minji, clock.now() - timedelta(days=5)) == "부산"
    assert value_at(minji, clock.now() - timedelta(days=15)) == "서울"


def test_a_value_told_again_is_the_same_memory(minji: User, clock: FrozenClock) -> None:
    first = minji.remember("서울에 산다", key="home.city", value="서울")
    clock.move(days=10)
    assert minji.remember("아직 서울에 살아", key="home.city", value="서울") == first


def test_a_value_known_to_have_begun_earlier_holds_from_then(minji: User) -> None:
    move(minji, "부산", 100)
    move(minji, "부산", 50)
    assert value_at(minji, on(75)) == "부산"
    assert value_at(minji, on(150)) == "부산"
    assert value_at(minji, on(49)) is None


def test_two_values_of_one_moment_leave_the_later_told_one(minji: User) -> None:
    move(minji, "서울", 0)
    move(minji, "부산", 0)
    move(minji, "대전", 0)
    assert minji.profile() == {"home.city": "대전"}
    assert value_at(minji, on(0)) == "대전"


def test_someone_elses_value_is_left_alone(minji: User) -> None:
    """Without a subject it is about the user; the mother's town is another matter."""
    mother = minji.remember("엄마는 대전에 산다", subject="엄마", key="home.city", value="대전")
    mine = minji.remember("서울에 산다", key="home.city", value="서울")
    minji.remember("부산에 산다", subject="user", key="home.city", value="부산")
    assert minji.memory(mother.id).valid_to is None
    assert minji.memory(mine.id).valid_to is not None
    assert minji.profile() == {"home.city": "부산", "엄마.home.city": "대전"}
    same = minji.remember("나도 대전에 산다", key="home.city", value="대전")
    assert same.id != mother.id


def test_another_key_is_left_alone(minji: User) -> None:
    minji.remember("서울에 산다", key="home.city", value="서울")
    minji.remember("부산에서 일한다", key="job.city", value="부산")
    assert minji.profile() == {"home.city": "서울", "job.city": "부산"}


def test_a_restored_value_does_not_hold_beside_the_present_one(minji: User) -> None:
    """Two homes at once would be wrong whichever is right."""
    seoul = move(minji, "서울", 0)
    move(minji, "부산", 10)
    minji.restore(seoul, version=1)
    assert minji.profile() == {"home.city": "부산"}
    assert value_at(minji, on(5)) == "서울"
    assert value_at(minji, on(10)) == "부산"


def test_a_value_forgotten_and_brought_back_finds_its_place(minji: User) -> None:
    move(minji, "서울", 0)
    busan = move(minji, "부산", 10)
    minji.forget(busan)
    move(minji, "대전", 20)
    minji.restore(busan)
    assert [value_at(minji, on(day)) for day in (5, 15, 25)] == ["서울", "부산", "대전"]


def test_a_mistake_is_undone_by_forgetting_it_and_restoring_what_was(minji: User) -> None:
    seoul = move(minji, "서울", 0)
    wrong = move(minji, "부산", 10)
    minji.forget(wrong, reason="잘못 들음")
    minji.restore(seoul, version=1)
    assert minji.profile() == {"home.city": "서울"}
    assert value_at(minji, on(15)) == "서울"


@pytest.mark.parametrize("key", ["likes", "pet", "allergy", "medication", "likes.food"])
def test_some_keys_gather(minji: User, key: str) -> None:
    minji.remember("하나", key=key, value="하나")
    minji.remember("둘", key=key, value="둘")
    assert len(minji.memories(key=key)) == 2
