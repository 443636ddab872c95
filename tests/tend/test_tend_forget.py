"""Forgetting: what goes, what never goes, how it comes back, and when it is gone for good."""

from __future__ import annotations

import pytest

from saegim import Saegim, User
from saegim.errors import NotFound, SettingsError
from saegim.models import SAFETY_KINDS
from saegim.tend.retain import read_policy
from saegim.testing import FrozenClock, temporary_saegim


def test_the_unimportant_old_and_never_recalled_is_forgotten(
    saegim: Saegim, minji: User, clock: FrozenClock
) -> None:
    stale = minji.remember("양말을 샀다", importance=0.2)
    kept = minji.remember("결혼기념일은 5월이다", importance=0.9)
    asked = minji.remember("파란 우산을 잃었다", importance=0.1)
    saegim.drain()
    clock.move(days=59)
    assert minji.tend(dry_run=True).did == {}
    minji.recall("우산 잃었다")
    clock.move(days=2)
    dry = minji.tend(dry_run=True)
    assert dry.would == ({"action": "pruned", "memory": stale.id, "kind": "note", "content": "양말을 샀다"},)
    assert minji.memory(stale.id).state == "active", "a dry run changes nothing"
    assert minji.tend().did == {"pruned": 1}
    assert {memory.id for memory in minji.memories()} == {kept.id, asked.id}
    assert minji.memory(stale.id).state == "forgotten"


def test_it_can_be_brought_back_for_thirty_days_and_then_stays(
    saegim: Saegim, minji: User, clock: FrozenClock
) -> None:
    first, second = (minji.remember(f"사소한 일 {n}", importance=0.1) for n in "가나")
    saegim.drain()
    clock.move(days=61)
    minji.tend()
    clock.move(days=29)
    minji.tend()
    minji.restore(first.id)
    undone = next(change for change in minji.changes() if change.targets == (second.id,))
    minji.undo(undone.id)
    clock.move(days=200)
    assert minji.tend().did == {}, "a person's word stands"
    assert len(minji.memories()) == 2


def test_after_thirty_days_it_is_gone_for_good(saegim: Saegim, minji: User, clock: FrozenClock) -> None:
    stale = minji.remember("사소한 일", importance=0.1)
    saegim.drain()
    clock.move(days=61)
    minji.tend()
    clock.move(days=31)
    assert minji.tend().did == {"removed": 1}
    with pytest.raises(NotFound):
        minji.memory(stale.id)
    with pytest.raises(NotFound):
        minji.undo(minji.changes()[0].id)


def test_what_a_person_forgot_is_not_removed(saegim: Saegim, minji: User, clock: FrozenClock) -> None:
    mine = minji.remember("말하지 말 것")
    minji.forget(mine.id)
    saegim.drain()
    clock.move(days=400)
    minji.tend()
    assert minji.memory(mine.id).state == "forgotten"


@pytest.mark.parametrize("kind", sorted(SAFETY_KINDS | {"boundary"}))
def test_safety_kinds_and_pinned_ones_never_go(
    kind: str, saegim: Saegim, minji: User, clock: FrozenClock
) -> None:
    minji.remember("땅콩", kind=kind, importance=0.0, pinned=False)
    minji.remember("가장 아끼는 말", importance=0.0, pinned=True)
    saegim.drain()
    clock.move(days=2000)
    minji.tend()
    assert len(minji.memories()) == 2


def test_what_was_superseded_still_answers_for_its_time(
    saegim: Saegim, minji: User, clock: FrozenClock
) -> None:
    minji.remember("서울에 산다", key="home.city", value="서울", importance=0.1)
    then = clock.now()
    clock.move(days=10)
    minji.remember("부산에 산다", key="home.city", value="부산", importance=0.1, pinned=True)
    saegim.drain()
    for _ in range(4):
        clock.move(days=100)
        minji.tend()
    assert [m.value for m in minji.memories(key="home.city", as_of=then)] == ["서울"]


def test_each_kind_and_tag_has_its_time(clock: FrozenClock) -> None:
    with temporary_saegim(clock=clock, settings={"tend.retention": "emotion=10, tag:임시=3"}) as made:
        user = made.user("jisu")
        user.remember("우울했다", kind="emotion", importance=0.9)
        user.remember("비밀번호 힌트", tags=["임시"])
        user.remember("늘 둘 것", tags=["임시"], pinned=True)
        made.drain()
        clock.move(days=4)
        assert [one["content"] for one in user.tend(dry_run=True).would] == ["비밀번호 힌트"]
        clock.move(days=7)
        assert user.tend().did == {"expired": 2}
        assert [memory.content for memory in user.memories()] == ["늘 둘 것"]


@pytest.mark.parametrize("policy", ["emotion", "emotion=abc", "joke=3", "allergy=3", "emotion=-1"])
def test_a_policy_that_makes_no_sense_is_refused(policy: str) -> None:
    with pytest.raises(SettingsError):
        read_policy(policy)


def test_what_was_superseded_weighs_less_and_can_be_given_its_weight_back(
    korean: Saegim, jisu: User, clock: FrozenClock
) -> None:
    for city in ("서울", "부산"):
        jisu.record(f"나 {city}에 살아" if city == "서울" else f"나 {city}으로 이사했어", "네")
        clock.move(days=10)
    korean.drain()
    old = next(m for m in jisu.memories(key="home.city", current=False) if m.value == "서울")
    if old.metadata.get("faded") is None:
        jisu.tend()
        old = jisu.memory(old.id)
    held = float(str(old.metadata["faded"]))
    assert old.importance == pytest.approx(0.3 * held)
    (change,) = [one for one in jisu.changes() if one.action == "fade"]
    jisu.undo(change.id)
    assert jisu.memory(old.id).importance == held
    assert "faded" not in jisu.tend().did, "a person's word stands"
