"""A year of talk, made small: memory grows less than what is said, and forgets nothing that holds."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[2] / "benchmarks"))
from saegim import Saegim, User
from saegim.language.morphemes import KiwiAnalyser
from saegim.testing import FrozenClock, temporary_saegim
from simulated_year import START, Year, live

TURNS = 400
pytestmark = pytest.mark.slow


def play(saegim: Saegim, user: User, year: Year, clock: FrozenClock) -> list[int]:
    """Say it all, with a look every few days; how many memories there were after each quarter."""
    quarters, looked = [], START
    for number, said in enumerate(year.turns, start=1):
        clock.set(max(clock.now(), said.at))
        if said.at - looked >= timedelta(days=3):
            saegim.drain()
            looked = said.at
        user.record(said.user, said.assistant, at=said.at)
        if number % (len(year.turns) // 4) == 0:
            saegim.drain()
            quarters.append(len(user.memories(limit=10_000)))
    clock.set(year.end)
    saegim.drain()
    return quarters


def answered(user: User, year: Year) -> float:
    """How many questions about what holds now find it among the first five."""
    asked = year.questions()
    return sum(any(word in hit.text for hit in user.recall(q, limit=5)) for q, word in asked) / len(asked)


@pytest.fixture(scope="module")
def year() -> Year:
    return live("지수", TURNS, 7)


@pytest.fixture(scope="module")
def lived(year: Year, kiwi: KiwiAnalyser) -> Iterator[tuple[User, list[int]]]:
    clock = FrozenClock(START)
    with temporary_saegim(clock=clock, analyser=kiwi) as saegim:
        user = saegim.user("jisu")
        yield user, play(saegim, user, year, clock)


def test_memories_grow_less_than_turns(lived: tuple[User, list[int]]) -> None:
    user, quarters = lived
    first, second = quarters[1], quarters[3] - quarters[1]
    assert second <= 0.6 * first, quarters
    assert {run.state for run in user.runs(limit=500)} == {"done"}


def test_what_holds_is_known_and_what_held_is_known_of_its_time(
    lived: tuple[User, list[int]], year: Year
) -> None:
    user, _ = lived
    for key, line in year.truth.singles.items():
        assert [memory.value for memory in user.memories(key=key)] == [line[-1][1]]
        for since, value in line:
            then = since + timedelta(minutes=1)
            assert [memory.value for memory in user.memories(key=key, as_of=then)] == [value]
    assert year.truth.allergy in {memory.value for memory in user.memories(kind="allergy")}


def test_no_contradiction_is_alive(lived: tuple[User, list[int]]) -> None:
    user, _ = lived
    current = user.memories(limit=10_000)
    liked = {memory.value for memory in current if memory.key == "likes" and memory.subject == "user"}
    assert not liked & {m.value for m in current if m.key == "dislikes" and m.subject == "user"}
    single = [m.key for m in current if m.key in ("home.city", "work.company", "work.role")]
    assert len(single) == len(set(single))


def test_every_insight_rests_on_something_that_is_there(lived: tuple[User, list[int]]) -> None:
    user, _ = lived
    insights = user.insights(limit=1000)
    assert insights
    for insight in insights:
        assert user.evidence(insight.id)
        for link in user.links(insight.id):
            if link.relation == "derived_from":
                assert user.memory(link.target)


def test_recall_is_no_worse_than_without_tending(
    lived: tuple[User, list[int]], year: Year, kiwi: KiwiAnalyser
) -> None:
    tended, _ = lived
    clock = FrozenClock(START)
    with temporary_saegim(clock=clock, analyser=kiwi, settings={"tend.auto": False}) as saegim:
        user = saegim.user("jisu")
        play(saegim, user, year, clock)
        untended = answered(user, year)
        assert len(user.memories(limit=10_000)) > len(tended.memories(limit=10_000))
    assert answered(tended, year) >= untended
