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
EVERY = np.arange(8)


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
        scores, covered, matched = found.scores_of(EVERY), found.covered_of(EVERY), found.matched(EVERY)
        lengths = words.lengths_of(EVERY)
        having = set()
        for place in range(8):
            terms, grams = (part.split() for part in now.get(place, ("", "")))
            assert (scores[place] > 0) == bool(set(asked) & (set(terms) | set(grams)))
            assert set(matched[place]) == set(asked) & set(terms)
            assert 0 <= covered[place] <= 1 + 1e-9
            assert lengths[place] == len(terms)
            having |= {place} if scores[place] > 0 else set()
        assert set(found.best(8).tolist()) == having
        assert scores[found.best(3)].tolist() == sorted(scores, reverse=True)[: len(found.best(3))]
        odd = EVERY % 2 == 1
        among = words.search(asked, asked, ALONE, 0, mask=odd)
        assert among.scores_of(EVERY).tolist() == np.where(odd, scores, 0).tolist()


def test_scores_are_those_of_bm25() -> None:
    texts = ["cat bike", "cat cat cat dog", "dog", "bird", "bird fish dog house", "tree"]
    words = Words()
    for row, text in enumerate(texts):
        words.put(row, text, "")
    found = words.search(["cat", "bike"], [], np.full(6, -1, dtype=np.int64), 0)
    scores = found.scores_of(np.arange(6))
    average = sum(len(text.split()) for text in texts) / 6
    for row, text in enumerate(texts):
        expected = 0.0
        for term in ("cat", "bike"):
            held = sum(term in other.split() for other in texts)
            times, length = text.split().count(term), len(text.split())
            idf = math.log((6 - held + 0.5) / (held + 0.5))
            expected += idf * times * (K1 + 1) / (times + K1 * (1 - B + B * length / average))
        assert scores[row] == pytest.approx(expected)


def test_pairs_weigh_less_than_words() -> None:
    words = Words()
    for row in range(6):
        words.put(row, f"다른{row}", f"다{row}")
    words.put(6, "고양", "다6")
    words.put(7, "다른7", "고양")
    found = words.search(["고양"], ["고양"], ALONE, 0)
    scores = found.scores_of(EVERY)
    assert scores[7] == pytest.approx(GRAM_WEIGHT * scores[6])


def test_rare_words_cover_more_than_common_ones() -> None:
    words = Words()
    for row in range(7):
        words.put(row, "흔한", "")
    words.put(7, "드문", "")
    covered = words.search(["흔한", "드문"], [], ALONE, 0).covered_of(EVERY)
    assert covered[7] > covered[0] > 0
    assert words.search(["없는"], [], ALONE, 0).covered_of(EVERY).max() == 0


def test_a_session_is_found_by_the_words_of_all_its_texts() -> None:
    words = Words()
    sessions = np.array([0, 0, 1, 1, 2, 2, 3, -1], dtype=np.int64)
    for row, text in enumerate(["고양", "병원", "고양", "산책", "산책", "산책", "산책", "고양 병원"]):
        words.put(row, text, "")
    found = words.search(["고양", "병원"], [], sessions, 4)
    scores = found.sessions_of(EVERY)
    assert scores[0] == scores[1] > scores[2] == scores[3]
    assert scores[4] == 0
    assert scores[7] == 0, "a memory stands in no session"


def test_a_session_that_goes_on_scores_as_if_it_were_read_anew() -> None:
    texts = ["고양 병원", "산책", "고양 산책 병원", "병원", "강아", "고양"]
    sessions = np.array([0, 0, 1, 1, 2, 0], dtype=np.int64)

    def scores(words: Words) -> list[float]:
        found: list[float] = words.search(["고양"], [], sessions, 3).sessions_of(np.arange(6)).tolist()
        return found

    slowly, at_once = Words(), Words()
    for row, text in enumerate(texts):
        slowly.put(row, text, "")
        scores(slowly)
        at_once.put(row, text, "")
    assert scores(slowly) == scores(at_once)
    slowly.remove(2)
    scores(slowly)
    slowly.put(2, texts[2], "")
    assert scores(slowly) == pytest.approx(scores(at_once))


def test_no_row_has_no_words() -> None:
    words = Words()
    nothing = np.array([-1])
    for row in range(20):
        words.put(row, "고양", "고양")
        found = words.search(["고양"], ["고양"], np.full(20, -1), 0, ["고양"])
        assert found.scores_of(nothing).tolist() == found.related_of(nothing).tolist() == [0.0]
        assert found.covered_of(nothing).tolist() == [0.0]
        assert words.lengths_of(nothing).tolist() == [0]


def test_many_changes_make_it_stale() -> None:
    words = Words()
    for n in range(1500):
        words.put(0, f"말{n}", "")
    assert words.stale
    assert words.search(["말1499"], [], ALONE, 0).scores_of(EVERY)[0] > 0
    assert words.search(["말1"], [], ALONE, 0).scores_of(EVERY)[0] == 0
