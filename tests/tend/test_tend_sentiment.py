"""How someone is spoken of moves a score slowly, never by one outburst, and back towards nothing."""

from __future__ import annotations

from datetime import datetime, timedelta

from hypothesis import given
from hypothesis import strategies as st

from saegim import Saegim, User
from saegim.models import SentimentPoint
from saegim.tend.sentiment import MOST_A_DAY, decayed, rescored, trajectory
from saegim.testing import SEOUL, FrozenClock

START = datetime(2026, 3, 2, 9, tzinfo=SEOUL)


def points(*said: tuple[float, float]) -> list[SentimentPoint]:
    """(day, valence) of each."""
    return [
        SentimentPoint("e", f"t{i:04}", START + timedelta(days=day), "유나", valence, 0.0, "")
        for i, (day, valence) in enumerate(said)
    ]


@given(
    st.lists(st.tuples(st.floats(0, 400), st.floats(-1, 1)), max_size=60).map(
        lambda said: points(*sorted(said))
    )
)
def test_a_score_is_bounded_and_moves_little_in_a_day(said: list[SentimentPoint]) -> None:
    done = rescored(said)
    assert all(-1 <= point.score <= 1 for point in done)
    for one in done:
        day = [p for p in done if one.at <= p.at < one.at + timedelta(days=1)]
        assert max(p.score for p in day) - min(p.score for p in day) <= 2 * MOST_A_DAY + 0.001


def test_one_outburst_however_long_is_one_impression() -> None:
    warm = [(float(day), 0.6) for day in range(60)]
    before = rescored(points(*warm))[-1].score
    outburst = [(59.5 + minute / 1440, -1.0) for minute in range(120)]
    after = rescored(points(*warm, *outburst))[-1].score
    assert before > 0.4
    assert after >= before - MOST_A_DAY - 0.001
    assert after > 0.2


def test_what_lasts_does_turn_it() -> None:
    cold = rescored(points(*[(float(day), 0.6) for day in range(30)], *[(30.0 + d, -0.8) for d in range(60)]))
    assert cold[-1].score < -0.4
    assert trajectory(cold[:45], cold[44].at).trend == "cooler"
    assert trajectory(cold, cold[-1].at).trend == "steady", "cold it is, but no colder"


def test_an_impression_nobody_renews_fades() -> None:
    assert abs(decayed(0.8, START, START + timedelta(days=120)) - 0.4) < 0.001
    done = rescored(points((0.0, 1.0), (1.0, 1.0)))
    assert abs(trajectory(done, START + timedelta(days=700)).score) < 0.02


@given(st.permutations(range(12)))
def test_the_order_of_arrival_does_not_matter(order: list[int]) -> None:
    said = points(*[(day * 3.0, 0.5 if day % 3 else -0.9) for day in range(12)])
    assert rescored([said[i] for i in order]) == rescored(said)


def test_each_interaction_leaves_a_row_with_its_words(korean: Saegim, jisu: User, clock: FrozenClock) -> None:
    for text in ("유나랑 놀아서 너무 행복했어", "유나한테 전화 왔어", "유나랑 싸웠어 진짜 짜증나"):
        jisu.record(text, "네")
        clock.move(days=2)
    korean.drain()
    way = jisu.sentiment("유나")
    assert [point.context for point in way.points] == [
        "유나랑 놀아서 너무 행복했어",
        "유나한테 전화 왔어",
        "유나랑 싸웠어 진짜 짜증나",
    ]
    first, second, third = way.points
    assert first.valence > 0 > third.valence
    assert second.valence == 0
    assert first.score > second.score > third.score, "fades, then falls"
    assert jisu.entity("유나").sentiment == third.score


def test_a_feeling_goes_to_whom_it_is_about(korean: Saegim, jisu: User, clock: FrozenClock) -> None:
    jisu.record("유나랑 있으면 행복해. 은채한테는 진짜 화나", "네")
    korean.drain()
    assert jisu.entity("유나").sentiment > 0 > jisu.entity("은채").sentiment


def test_turns_recorded_late_are_reckoned_where_they_belong(korean: Saegim, clock: FrozenClock) -> None:
    said = [("유나랑 싸웠어 짜증나", 1), ("유나랑 화해해서 행복해", 20), ("유나랑 또 웃었어 행복해", 40)]
    in_order, backwards = korean.user("a"), korean.user("b")
    for user, given_ in ((in_order, said), (backwards, said[::-1])):
        for text, day in given_:
            user.record(text, at=START - timedelta(days=60 - day))
            korean.drain()
    ahead, late = in_order.sentiment("유나"), backwards.sentiment("유나")
    assert [p.score for p in ahead.points] == [p.score for p in late.points]
    assert in_order.entity("유나").sentiment == backwards.entity("유나").sentiment
