"""The parts pages are made of: words in both languages, marks, differences."""

from __future__ import annotations

import re
from pathlib import Path
from string import Formatter

import pytest
from hypothesis import given
from hypothesis import strategies as st

import saegim.web
from saegim.web.differences import changed_words
from saegim.web.pieces import highlighted
from saegim.web.words import WORDS

SOURCES = sorted(Path(saegim.web.__file__).parent.rglob("*.py"))


def test_every_word_a_page_says_is_there() -> None:
    said = {
        key
        for source in SOURCES
        for key in re.findall(r'(?:say|\bt)\(\s*"([a-z_.]+)"', source.read_text(encoding="utf-8"))
    }
    assert len(said) > 150
    assert said <= WORDS.keys()


def test_both_languages_take_the_same_values() -> None:
    def names(text: str) -> set[str | None]:
        return {name for _, name, _, _ in Formatter().parse(text) if name is not None}

    for key, (ko, en) in WORDS.items():
        assert names(ko) == names(en), key
        assert ko.strip(), key
        assert en.strip(), key


def test_what_people_wrote_is_never_markup() -> None:
    assert highlighted("<b>땅콩</b> & 잼", ["땅콩"]) == "&lt;b&gt;<mark>땅콩</mark>&lt;/b&gt; &amp; 잼"
    assert "<script>" not in changed_words("안녕", "<script>alert(1)</script>")


@given(st.text(), st.lists(st.text(min_size=1, max_size=3), max_size=4))
def test_highlighting_loses_nothing(text: str, wanted: list[str]) -> None:
    from html import unescape

    shown = highlighted(text, wanted).replace("<mark>", "").replace("</mark>", "")
    assert unescape(shown) == unescape(__import__("html").escape(text))


@pytest.mark.parametrize(
    ("before", "after", "shown"),
    [
        ("망원동에 산다", "연남동에 산다", "<del>망원동에</del><ins>연남동에</ins> 산다"),
        ("보리차를 마신다", "보리차를 마신다", "보리차를 마신다"),
        ("", "처음", "<ins>처음</ins>"),
    ],
)
def test_differences_are_told_in_words(before: str, after: str, shown: str) -> None:
    assert changed_words(before, after) == shown
