"""Laws of extraction: it answers for any text, in bounded time, and cites what was said."""

from __future__ import annotations

import time
import unicodedata
from dataclasses import replace
from datetime import datetime
from functools import cache
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from saegim.language.morphemes import Analyser, Analysis, Morpheme, load_analyser
from saegim.language.text import nfc
from saegim.models import KINDS
from saegim.remember.rules import extract

AT = datetime(2026, 3, 4, 14, 0, tzinfo=ZoneInfo("Asia/Seoul"))
# What rules look for, in any order: far more often near a rule than random letters are.
PIECES = """
나 저는 우리 제 내가 엄마는 민수가 걔는 고양이 강아지를 땅콩 알레르기가 당뇨 혈압약을 커피 순대국을
서울에 회사 간호사 이름은 생일 좋아해 싫어요 못 안 먹어 있어 없어 살아 키워요 다녀 했어 했었는데
하기로 할게 싶어 이야 입니다 이고 는데 지만 면 고 어서 라고 대 래 기억해 줘 잊지 마 하지 말아 다음
주 화요일에 내일 3시에 매일 요즘 예전엔 이제 꼭 절대 만약 ㅋㅋㅋ ㅠㅠ ? ! . , ~ “ ” ' \" @haru
https://example.com/a 010-0000-0000 a@example.com 28 살 I love my have allergic to don't eat live in
work at tomorrow promise remember that sister is the and but if said lol
""".split()
SPEECH = st.lists(st.sampled_from(PIECES), max_size=24).flatmap(
    lambda pieces: st.sampled_from([" ".join(pieces), "".join(pieces), "\n".join(pieces)])
)
# Lone surrogates never get here: they cannot be stored.
ANYTHING = st.text(st.characters(codec="utf-8"), max_size=200)
TEXTS = st.one_of(SPEECH, ANYTHING, SPEECH.map(lambda text: unicodedata.normalize("NFD", text)))


@cache
def analyser(name: str) -> Analyser:
    return load_analyser(name)


@pytest.mark.parametrize("name", ["auto", "bigram"])
@given(text=TEXTS, role=st.sampled_from(["user", "assistant"]))
def test_any_text_is_answered_and_every_finding_is_whole(name: str, text: str, role: str) -> None:
    [analysis] = analyser(name).analyse([text])
    findings = extract(text, role=role, at=AT, analysis=analysis, name="민지")
    assert findings == extract(text, role=role, at=AT, analysis=analysis, name="민지")
    for finding in findings:
        assert finding.kind in KINDS
        assert finding.subject
        assert finding.key
        assert finding.value
        assert finding.content
        assert 0 < finding.confidence <= 1
        assert 0 <= finding.future_impact <= 1
        assert finding.when is None or finding.when[0] <= finding.when[1]
        if role == "assistant":
            assert (finding.kind, finding.subject) == ("promise", "assistant")
        if has_words(finding.evidence):
            assert letters(finding.evidence) in letters(nfc(text))


def has_words(text: str) -> bool:
    return any(char.isalnum() for char in text)


def letters(text: str) -> str:
    """Without spaces and marks: quotations are blanked before English is read."""
    return "".join(char for char in text if char.isalnum())


@given(text=SPEECH)
def test_composed_and_decomposed_hangul_teach_the_same(text: str) -> None:
    apart = unicodedata.normalize("NFD", text)
    as_typed, as_sent = analyser("auto").analyse([text, apart])
    composed = extract(text, role="user", at=AT, analysis=as_typed)
    assert composed == extract(apart, role="user", at=AT, analysis=as_sent)


def repeated(text: str, times: int) -> tuple[str, Analysis]:
    """A long text with its analysis, without the minutes that analysing it would take."""
    [one] = analyser("auto").analyse([text])
    morphemes = tuple(
        Morpheme(m.form, m.tag, m.start + i * len(text), m.length)
        for i in range(times)
        for m in one.morphemes
    )
    return text * times, replace(one, morphemes=morphemes)


@pytest.mark.parametrize(
    "piece",
    [
        "나 순대국 좋아해. ",
        "나는 순대국을 좋아하고 ",
        "순대국 ",
        "3월 5일 ",
        "가",
        "ㅋ",
        "“",
        "I love sushi. ",
        "I love sushi and ",
        "'a b ",
        "https://example.com/a ",
        "a.",
        "@",
        "010-",
    ],
)
def test_a_hundred_thousand_characters_take_bounded_time(piece: str) -> None:
    text, analysis = repeated(piece, 100_000 // len(piece))
    began = time.process_time()
    extract(text, role="user", at=AT, analysis=analysis)
    # Two or three seconds at worst; what grew with the square of the length took minutes.
    assert time.process_time() - began < 30


def test_an_empty_text_teaches_nothing() -> None:
    for text in ("", " ", "\n\n", "\u200b"):
        [analysis] = analyser("auto").analyse([text])
        assert extract(text, role="user", at=AT, analysis=analysis) == []
