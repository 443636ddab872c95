"""Every rule carries sentences that show what it finds and what it leaves alone. They are its tests."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from functools import cache
from typing import NamedTuple, Protocol
from zoneinfo import ZoneInfo

import pytest

from saegim.language.morphemes import Analyser, load_analyser
from saegim.language.text import nfc
from saegim.remember.finding import Finding
from saegim.remember.rules import book, extract
from saegim.remember.rules.surface_rules import RULES as SURFACE_RULES

# A Wednesday. Examples that say "tomorrow" mean Thursday, 5 March.
AT = datetime(2026, 3, 4, 14, 0, tzinfo=ZoneInfo("Asia/Seoul"))


class Exemplified(Protocol):
    """What the three sorts of rule have in common."""

    @property
    def id(self) -> str: ...
    @property
    def examples(self) -> tuple[tuple[str, str], ...]: ...
    @property
    def counter_examples(self) -> tuple[str, ...]: ...


class Case(NamedTuple):
    rule: Exemplified
    role: str
    analyser: str


def cases() -> Iterator[Case]:
    for rule in book.RULES:
        yield Case(rule, "user", "auto")
    for rule in book.ASSISTANT_RULES:
        yield Case(rule, "assistant", "auto")
    for english in book.ENGLISH_RULES:
        yield Case(english, "user", "auto")
    for english in book.ENGLISH_ASSISTANT_RULES:
        yield Case(english, "assistant", "auto")
    for surface in SURFACE_RULES:
        yield Case(surface, "user", "bigram")


CASES = list(cases())


@cache
def analyser(name: str) -> Analyser:
    return load_analyser(name)


def found(text: str, case: Case) -> list[Finding]:
    [analysis] = analyser(case.analyser).analyse([text])
    return extract(text, role=case.role, at=AT, analysis=analysis)


def test_no_two_rules_share_a_name() -> None:
    names = [case.rule.id for case in CASES]
    assert len(names) == len(set(names))


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.rule.id)
def test_a_rule_finds_its_examples_and_leaves_its_counter_examples_alone(case: Case) -> None:
    rule = case.rule
    assert rule.examples
    assert rule.counter_examples
    for text, value in rule.examples:
        own = [f for f in found(text, case) if f.rule == rule.id]
        assert any(value in (f.value or "") for f in own), (text, found(text, case))
        for finding in own:
            assert finding.content.strip()
            assert "{" not in finding.content + (finding.key or "")
            assert "".join(finding.evidence.split()) in "".join(nfc(text).split())
    for text in rule.counter_examples:
        assert [f for f in found(text, case) if f.rule == rule.id] == [], text


# What people put around a statement. It must not change what is found.
FRAMES = {
    "ko": ["아 참 {}", "참고로 {}", "사실은 {}", "저번에 말했듯이 {}", "{}. 너는 어때?", "{}ㅠㅠ"],
    "en": [
        "btw {}",
        "As I mentioned, {}",
        "Please be advised that {}",
        "{}, so what do you recommend?",
        "{} lol",
    ],
}


@pytest.mark.parametrize(
    ("language", "frame"), [(language, frame) for language in FRAMES for frame in FRAMES[language]]
)
def test_a_statement_is_found_whatever_people_put_around_it(language: str, frame: str) -> None:
    rules = book.RULES if language == "ko" else book.ENGLISH_RULES
    examples = [(Case(rule, "user", "auto"), text) for rule in rules for text, _ in rule.examples][::3]
    kept = 0
    for case, text in examples:
        wanted = {(f.subject, f.key) for f in found(text, case) if f.rule == case.rule.id}
        framed = frame.format(text.rstrip(".!"))
        kept += not wanted.isdisjoint({(f.subject, f.key) for f in found(framed, case)})
    # A few examples end or begin in ways that a frame spoils.
    assert kept / len(examples) >= 0.94
