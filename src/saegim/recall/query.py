"""From a message to what is searched for: words, dates, and whose words they were."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from saegim.language.dates import find_dates
from saegim.language.holding import Holds, asked_for
from saegim.language.morphemes import Analyser, stem
from saegim.language.text import nfc
from saegim.recall.related import related_words

_FIRST_PERSON = re.compile(
    r"\b(?:i|me|my|mine|myself|i'm|i've|i'd|i'll)\b|(?:^|\s)(?:나|내|저|제|내가|제가|나는|난|저는|전|나의|나한테|저한테|우리)(?=\s|$|[은는의도만랑를을])",
    re.IGNORECASE,
)
_SECOND_PERSON = re.compile(
    r"\b(?:you|your|yours|you're|you've|you'd)\b|(?:^|\s)(?:너|네|니|네가|니가|너는|넌|너한테|너에게|네게|당신|자기)(?=\s|$|[은는의도만랑를을가])",
    re.IGNORECASE,
)
# Words for the present. As a time span they would mean the last weeks; what holds now was often said before.
_NOW = re.compile(
    r"요즘|요즈음|요새|요사이|지금|이제|현재|최근|근래"
    r"|\b(?:these days|nowadays|now|currently|at the moment|recently|lately|anymore|still)\b",
    re.IGNORECASE,
)
# What makes a question about today one about what was said, not about what to do now.
_LOOKS_BACK = re.compile(
    r"더라|던|일정|약속|예정|계획|스케줄|할 ?일|생일|기념일"
    r"|\b(?:did|was|were|had|been|said|told|\w{2,}ed|plans?|planned|schedule|appointments?|agenda|birthday)\b",
    re.IGNORECASE,
)
_SSANG_SIOT = 20
# Letters of a long message that are searched with, at either end: what is asked about a text that was pasted
# stands before it or after it, and taking a book apart would make everyone wait.
_EITHER_END = 1_000

Speaker = Literal["user", "assistant"]


@dataclass(frozen=True, slots=True)
class Query:
    """A parsed question. `names` are known speakers it mentions; `role` whose words it asks for.

    `related` are words that an answer may use instead of those asked with.
    """

    text: str
    terms: tuple[str, ...]
    grams: tuple[str, ...]
    ranges: tuple[tuple[datetime, datetime], ...]
    asks: Holds
    names: tuple[str, ...]
    role: Speaker | None
    related: tuple[str, ...] = ()
    asks_now: bool = False


def parse_query(
    text: str,
    *,
    analyser: Analyser,
    now: datetime,
    speakers: Sequence[str],
    known: Callable[[str], bool] = lambda term: False,
) -> Query:
    """The query in `text`, its dates understood from `now`, backwards: memories lie in the past.

    `known` tells whether a word was ever said.
    """
    text = _ends(nfc(text).strip())
    analysis = analyser.analyse_question(text, known)
    lowered = text.lower()
    names = tuple(name for name in speakers if name and name.lower() in lowered)
    # A speaker's name stands beside everything they said; as a word it finds nothing in particular.
    spoken = {word for name in names for part in name.lower().split() for word in (part, stem(part))}
    terms = tuple(dict.fromkeys(term for term in analysis.terms if term not in spoken))
    looks_back = _looks_back(text)
    return Query(
        text=text,
        terms=terms,
        grams=tuple(dict.fromkeys(analysis.grams)),
        ranges=tuple(
            (s.start, s.end)
            for s in find_dates(text, now, prefer="past")
            if s.start is not None
            and s.end is not None
            and not _NOW.fullmatch(s.text.strip())
            # "오늘 저녁 뭐 먹지?" is not after everything that was said today.
            and (s.end <= now or looks_back)
        ),
        asks=asked_for(text),
        names=names,
        role=_role_asked(text) if not names else None,
        related=related_words(terms),
        asks_now=_NOW.search(text) is not None,
    )


def _ends(text: str) -> str:
    if len(text) <= 2 * _EITHER_END:
        return text
    return f"{text[:_EITHER_END]}\n{text[-_EITHER_END:]}"


def _looks_back(text: str) -> bool:
    """Whether the question is in the past tense, or after what was arranged."""
    past = any(
        "가" <= letter <= "힣" and (ord(letter) - ord("가")) % 28 == _SSANG_SIOT and letter not in "있겠"
        for letter in text
    )
    return past or _LOOKS_BACK.search(text) is not None


def _role_asked(text: str) -> Speaker | None:
    """Whose words a question about "I" or "you" is after; None when it says both or neither."""
    first, second = bool(_FIRST_PERSON.search(text)), bool(_SECOND_PERSON.search(text))
    if first == second:
        return None
    return "user" if first else "assistant"
