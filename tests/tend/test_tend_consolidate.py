"""A past week in one memory; what it covers loses weight, not existence."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest

from saegim import Saegim, User
from saegim.models import Memory
from saegim.tend.consolidate import window_of
from saegim.testing import SEOUL, FrozenClock


def week(user: User, clock: FrozenClock, topic: str = "야근") -> list[Memory]:
    """Four events of one topic within a week."""
    made = []
    for day in range(4):
        at = clock.now() + timedelta(days=day)
        with user._core.write(user.id) as tx:
            memory = Memory(
                id=f"k{topic}{day}{at:%m%d}", kind="event", content=f"{topic} 때문에 {day + 1}시간 늦었다",
                persona=None, importance=0.6, confidence=0.9, created_at=at, updated_at=at, valid_from=at,
                origin="rules",
            )  # fmt: skip
            tx.put_memory(memory, actor="saegim", action="remember", reason="")
        made.append(memory)
    return made


def digests(user: User) -> list[Memory]:
    return [memory for memory in user.memories(kind="note") if memory.origin == "consolidation"]


def test_a_week_is_summed_up_when_it_is_over(korean: Saegim, jisu: User, clock: FrozenClock) -> None:
    covered = week(jisu, clock)
    jisu.remember("야근이 싫다", kind="preference")
    korean.drain()
    clock.move(days=5)
    assert "consolidated" not in jisu.tend(dry_run=True).did, "the week is not over"
    clock.move(days=3)
    assert jisu.tend().did["consolidated"] == 1
    (digest,) = digests(jisu)
    assert digest.content.startswith("2026년 3월 2일~3월 8일, '야근' 이야기 4건: ")
    assert digest.tags[0] == "야근"
    assert digest.metadata["span"] == ["2026-03-02T00:00:00+09:00", "2026-03-09T00:00:00+09:00"]
    assert {one.id for one in jisu.evidence(digest.id)} == {memory.id for memory in covered}
    for memory in covered:
        now = jisu.memory(memory.id)
        assert (now.importance, now.state) == (0.18, "active")
    assert jisu.tend().did == {}


def test_it_is_undone_whole_and_not_made_again(korean: Saegim, jisu: User, clock: FrozenClock) -> None:
    covered = week(jisu, clock)
    korean.drain()
    clock.move(days=8)
    jisu.tend()
    (change,) = jisu.changes()
    jisu.undo(change.id)
    assert digests(jisu) == []
    assert [jisu.memory(memory.id).importance for memory in covered] == [0.6] * 4
    assert jisu.tend().did == {}


def test_topics_and_weeks_are_kept_apart(korean: Saegim, jisu: User, clock: FrozenClock) -> None:
    week(jisu, clock, "야근")
    week(jisu, clock, "수영")
    clock.move(days=7)
    week(jisu, clock, "수영")
    korean.drain()
    clock.move(days=8)
    assert jisu.tend().did["consolidated"] == 3
    assert sorted((digest.tags[0], f"{digest.valid_from:%m-%d}") for digest in digests(jisu)) == [
        ("수영", "03-02"),
        ("수영", "03-09"),
        ("야근", "03-02"),
    ]


def test_what_a_person_wrote_keeps_its_weight(korean: Saegim, jisu: User, clock: FrozenClock) -> None:
    for n in range(5):
        jisu.remember(f"야근 {n}시간 했다", kind="event", valid_from=clock.now(), importance=0.6)
    korean.drain()
    clock.move(days=8)
    assert jisu.tend().did == {}


@pytest.mark.parametrize("days", [1, 7, 30])
def test_every_moment_lies_in_one_window(days: int) -> None:
    at = datetime(2026, 3, 4, 15, tzinfo=SEOUL)
    start = window_of(at, days)
    assert start <= at < start + timedelta(days=days)
    assert window_of(start, days) == start
    if days == 7:
        assert start.weekday() == 0
