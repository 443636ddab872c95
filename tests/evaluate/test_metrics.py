"""Metrics by hand, and chance: figures that must come out exactly."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from saegim.evaluate.chance import bootstrap, permutation_test
from saegim.evaluate.metrics import as_ranking, score_ranking


def places(*units: str) -> list[frozenset[str]]:
    return [frozenset(unit.split("+")) if unit else frozenset() for unit in units]


def test_metrics_of_a_ranking_are_those_worked_out_by_hand() -> None:
    ranking = places("x", "a", "y", "z", "w", "b")
    scores = score_ranking(ranking, {"a", "b"})
    assert scores["R@5"] == 0.5
    assert scores["R@10"] == 1.0
    assert (scores["any@5"], scores["MRR"]) == (1.0, 0.5)
    ideal = 1 + 1 / math.log2(3)
    assert scores["nDCG@10"] == pytest.approx((1 / math.log2(3) + 1 / math.log2(7)) / ideal)


def test_nothing_found_scores_nothing() -> None:
    assert set(score_ranking([], {"a"}).values()) == {0.0}
    assert set(score_ranking(places(*"xyz"), {"a"}).values()) == {0.0}


def test_a_memory_stands_for_the_turns_that_taught_it() -> None:
    assert score_ranking(places("a+b"), {"a", "b"})["R@5"] == 1.0


def test_a_turn_met_again_takes_no_place_but_a_summary_does() -> None:
    assert as_ranking(places("a", "a", "", "a+b")) == places("a", "", "b")


@given(st.permutations([*"abcdefgh"]), st.sets(st.sampled_from([*"abcdefgh"]), min_size=1))
def test_metrics_lie_between_0_and_1_and_a_perfect_ranking_gets_1(order: list[str], gold: set[str]) -> None:
    scores = score_ranking(places(*order), gold)
    assert all(0 <= score <= 1 + 1e-9 for score in scores.values())
    assert scores["R@20"] == 1.0
    perfect = score_ranking(places(*sorted(gold)), gold)
    assert perfect["MRR"] == 1.0
    assert perfect["nDCG@10"] == pytest.approx(1.0)


def test_an_interval_is_wider_when_people_differ_than_when_questions_do() -> None:
    people = [name for name in "abcd" for _ in range(25)]
    by_person = bootstrap([1.0 if name in "ab" else 0.0 for name in people], people)
    mixed = bootstrap([float(i % 2) for i in range(100)], people)
    assert by_person.value == mixed.value == 0.5
    assert by_person.high - by_person.low > 2 * (mixed.high - mixed.low)


def test_one_person_is_resampled_by_question() -> None:
    interval = bootstrap([1.0, 0.0] * 20, ["a"] * 40)
    assert interval.low < 0.5 < interval.high


def test_intervals_are_the_same_each_time() -> None:
    values, people = [0.1, 0.9, 0.4, 0.7], ["a", "b", "c", "d"]
    assert bootstrap(values, people) == bootstrap(values, people)
    assert math.isnan(bootstrap([], []).value)


def test_a_paired_test_tells_a_real_difference_from_none() -> None:
    worse = [0.0] * 20 + [1.0] * 20
    better = [1.0] * 40
    assert permutation_test(better, worse) < 0.001
    assert permutation_test(worse, worse) == 1.0
    mixed = [1.0, 0.0] * 20
    assert permutation_test(mixed, mixed[::-1]) > 0.5
