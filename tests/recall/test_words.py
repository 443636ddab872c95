"""Words in memory: a text that changed or went leaves no word behind."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from saegim.recall.words import GRAM_WEIGHT, K1, B, Words

_VOCABULARY = ["고양", "강아", "산책", "병원", "bike", "cat"]
_TEXTS = st.lists(st.sampled_from(_VOCABULARY), max_size=5).map(" ".join)
_STEPS = st.lists(
    st.tuples(st.integers(0, 7), st.none() | st.tuples(_TEXTS, _TEXTS)),
    max_size=30,
)
ALONE = np.full(8, -1, dtype=np.int64)


@given(steps=_STEPS, asked=st.lists(st.sampled_from(_VOCABULARY), min_size=1, max_size=3))
def test_only_the_words_a_text_has_now_match(
    steps: list[tuple[int, tuple[str, str] | None]], asked: list[str]
) -> None:
    words = Words()
    now: dict[int, tuple[str, str]] = {}
    for row, text in steps:
        if text is None:
            words.remove(row)
            now.pop(row, None)
        else:
            words.put(row, *text)
            now[row] = text
        found = words.search(asked, asked, ALONE, 0)
        for place in range(8):
            terms, grams = (part.split() for part in now.get(place, ("", "")))
            assert (found.scores[place] > 0) == bool(set(asked) & (set(terms) | set(grams)))
            for term in asked:
                assert (term in found.matched(place)) == (term in terms)
            assert 0 <= found.covered[place] <= 1 + 1e-9


def test_scores_are_those_of_bm25() -> None:
    texts = ["cat bike", "cat cat cat dog", "dog", "bird", "bird fish dog house", "tree"]
    words = Words()
    for row, text in enumerate(texts):
        words.put(row, text, "")
    found = words.search(["cat", "bike"], [], np.full(6, -1, dtype=np.int64), 0)
    average = sum(len(text.split()) for text in texts) / 6
    for row, text in enumerate(texts):
        expected = 0.0
        for term in ("cat", "bike"):
            held = sum(term in other.split() for other in texts)
            times, length = text.split().count(term), len(text.split())
            idf = math.log((6 - held + 0.5) / (held + 0.5))
            expected += idf * times * (K1 + 1) / (times + K1 * (1 - B + B * length / average))
        assert found.scores[row] == pytest.approx(expected)


def test_pairs_weigh_less_than_words() -> None:
    words = Words()
    for row in range(6):
        words.put(row, f"다른{row}", f"다{row}")
    words.put(6, "고양", "다6")
    words.put(7, "다른7", "고양")
    found = words.search(["고양"], ["고양"], ALONE, 0)
    assert found.scores[7] == pytest.approx(GRAM_WEIGHT * found.scores[6])


def test_rare_words_cover_more_than_common_ones() -> None:
    words = Words()
    for row in range(7):
        words.put(row, "흔한", "")
    words.put(7, "드문", "")
    found = words.search(["흔한", "드문"], [], ALONE, 0)
    assert found.covered[7] > found.covered[0] > 0
    assert words.search(["없는"], [], ALONE, 0).covered.max() == 0


def test_a_session_is_found_by_the_words_of_all_its_texts() -> None:
    words = Words()
    sessions = np.array([0, 0, 1, 1, 2, 2, 3, -1], dtype=np.int64)
    for row, text in enumerate(["고양", "병원", "고양", "산책", "산책", "산책", "산책", "고양 병원"]):
        words.put(row, text, "")
    found = words.search(["고양", "병원"], [], sessions, 4)
    assert found.sessions[0] == found.sessions[1] > found.sessions[2] == found.sessions[3]
    assert found.sessions[4] == 0
    assert found.sessions[7] == 0, "a memory stands in no session"


def test_many_changes_make_it_stale() -> None:
    words = Words()
    for n in range(1500):
        words.put(0, f"말{n}", "")
    assert words.stale
    assert words.search(["말1499"], [], ALONE, 0).scores[0] > 0
    assert words.search(["말1"], [], ALONE, 0).scores[0] == 0
