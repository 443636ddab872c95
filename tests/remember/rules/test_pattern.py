"""The words a pattern demands: looked up first, they must never hide what the pattern would find."""

from __future__ import annotations

from datetime import datetime
from importlib import import_module
from zoneinfo import ZoneInfo

import pytest

from saegim.language.morphemes import load_analyser
from saegim.remember.rules import book, engine, extract
from saegim.remember.rules.pattern import needs

# A Wednesday.
AT = datetime(2026, 3, 4, 14, 0, tzinfo=ZoneInfo("Asia/Seoul"))


@pytest.mark.parametrize(
    ("pattern", "demanded"),
    [
        ("( 을|를/J )? ( 키우|기르/VV )", [{"키우", "기르"}]),
        ("( N 랑|와 )* ( 피아노/N )", [{"피아노"}]),
        ("(v: ( N 랑|와 )* @S ) ( 키우 OR 데리 고 살 )", [{"@S"}, {"키우", "데리"}]),
        ("( 을|를/J )?", []),
        ("( 키우 OR X )", []),
    ],
)
def test_what_stands_after_something_optional_is_demanded(pattern: str, demanded: list[set[str]]) -> None:
    assert sorted(map(set, needs(pattern)), key=sorted) == sorted(demanded, key=sorted)


def test_looking_words_up_first_hides_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every example of every rule, read with the look-up and without."""
    analyser = load_analyser("auto")
    texts = [text for rule in book.RULES for text, _ in rule.examples]
    analyses = analyser.analyse(texts)

    def read(rules: engine.Book) -> list[object]:
        monkeypatch.setattr(import_module("saegim.remember.rules.extract"), "book", lambda: rules)
        return [
            extract(text, role="user", at=AT, analysis=analysis)
            for text, analysis in zip(texts, analyses, strict=True)
        ]

    quick = read(engine.Book(book.RULES))
    monkeypatch.setattr(engine, "needs", lambda pattern: [])
    assert read(engine.Book(book.RULES)) == quick
