"""English rules over predicates, and the findings they write.

The same guards as for Korean: what is asked, supposed, quoted, joked or ordered is not believed.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cache
from itertools import takewhile

from saegim.language.dates import DateSpan, find_dates
from saegim.language.dates.span import Prefer
from saegim.remember.finding import Finding
from saegim.remember.rules.english_reading import TELL, EnglishClause, read_clauses, spelled

_TRAILING = re.compile(
    r"(?:[\s,]+(?:now|currently|lately|these days|nowadays|too|though|right now|at the moment|tbh|lol|fyi|please|ok|okay|a lot|so much|very much|anymore|any more"
    r"|as well|actually|honestly|myself|again|today|btw|haha|more than anything|the most|for years|for a while|for now|at all|in general))+[\s!?.,]*$",
    re.IGNORECASE,
)
_GOING_ON = re.compile(
    r"\b(?:lately|recently|these days|nowadays|since|for (?:weeks|months|years|a while|the past|the last|\w+ (?:weeks|months|years))|all the time|always"
    r"|every (?:day|night|morning)|constantly|still|keep|been)\b",
    re.IGNORECASE,
)
_LIST = re.compile(r"\band\b|&", re.IGNORECASE)
_AND = re.compile(r"\s*,?\s+and\s+|\s*,\s+(?:and\s+)?|\s*&\s*", re.IGNORECASE)
# A part that starts so is no item of a list but the next thing said.
_NEXT_THING = re.compile(
    r"^(?:it|its|it's|that|which|so|plus|not|be|is|are|was|were|has|I|you|we|they|he|she|especially|mostly|then|just|\w+ed|\w+s me)\b",
    re.IGNORECASE,
)
_ARTICLE = re.compile(r"^(?:a (?:bit|little) of|an?|the|my|our|some|any)\s+", re.IGNORECASE)
_OWN = (
    (re.compile(r"\b(?:my|our)\b"), "their"),
    (re.compile(r"\b(?:me|us)\b"), "them"),
    (re.compile(r"\bI'm\b"), "they are"),
    (re.compile(r"\bI\b"), "they"),
)
_VOWEL = re.compile(r"(?!uni|use|eu|one)[aeiou]", re.IGNORECASE)
_TWO_DAYS = timedelta(days=2)
_LONGEST_VALUE = 80


@dataclass(frozen=True, slots=True)
class EnglishRule:
    """What to look for in a predicate ("be allergic to nuts", "live in Duluth") and what to write down.

    In `content`, {S} is the subject at the head of a sentence, {v} the value, {p} the clause as it was said.
    """

    id: str
    kind: str
    key: str
    pattern: str
    content: str
    value: str = "{v}"
    # "self": what the speaker says of themselves; "kin": of their relatives; "anyone": of both; "raw": the whole
    # clause, any subject; "said": with its opening words; "sentence": the whole sentence; "after_decided": the clause after "decided".
    over: str = "self"
    moods: tuple[str, ...] = (TELL,)
    check: Callable[[str], bool] | None = None
    each: bool = False
    negated: bool = False
    dated: str = ""
    needs_date: bool = False
    going_on: bool = False
    subject: str = ""
    confidence: float = 0.85
    impact: float = 0.6
    examples: tuple[tuple[str, str], ...] = ()
    counter_examples: tuple[str, ...] = ()


class EnglishBook:
    """English rules, in order."""

    def __init__(self, rules: Iterable[EnglishRule]) -> None:
        self.rules = tuple(rules)

    def run(self, text: str, at: datetime) -> list[Finding]:
        """What the rules find, in the order of the text."""
        found: list[Finding] = []
        for clause in read_clauses(text):
            for rule in self.rules:
                if clause.mood not in rule.moods:
                    continue
                line = _line(rule, clause)
                match = _compiled(rule.pattern).search(line) if line else None
                if match is not None:
                    found.extend(_findings(rule, clause, match, at))
        return found


@cache
def _compiled(pattern: str) -> re.Pattern[str]:
    """Compiled when first needed. Capitals in a pattern mean capitals; all else is read in either case."""
    return re.compile(pattern.replace("[A-Z]", "(?-i:[A-Z])"), re.IGNORECASE)


def _line(rule: EnglishRule, clause: EnglishClause) -> str:
    """What the rule looks at in the clause, or nothing when the clause is not about its people."""
    if rule.over == "raw":
        return clause.plain
    if rule.over == "said":
        return clause.said
    if rule.over == "sentence":
        return spelled(clause.sentence) if not clause.before else ""
    if rule.over == "after_decided":
        return clause.plain if "decided" in clause.before else ""
    own = clause.subject == "user"
    if clause.subject is None or (rule.over == "self" and not own) or (rule.over == "kin" and own):
        return ""
    return clause.predicate


def _findings(
    rule: EnglishRule, clause: EnglishClause, match: re.Match[str], at: datetime
) -> Iterator[Finding]:
    span = _when(clause, rule, at)
    if (rule.needs_date and span is None) or (rule.going_on and not _GOING_ON.search(clause.sentence)):
        return
    groups = {name: value for name, value in match.groupdict().items() if value}
    value = groups.get("v") or groups.get("w")
    if value is None:
        yield _finding(rule, clause, groups, "", span)
        return
    for one in _split(value) if rule.each else [value]:
        tidy = tidied(one)
        if 0 < len(tidy) <= _LONGEST_VALUE and (rule.check is None or rule.check(tidy)):
            yield _finding(rule, clause, groups, tidy, span)


def _finding(
    rule: EnglishRule, clause: EnglishClause, groups: dict[str, str], value: str, span: DateSpan | None
) -> Finding:
    subject = rule.subject or clause.subject or "user"
    said = {name: tidied(text) for name, text in groups.items()}
    said |= {"v": value, "p": clause.plain, "d": written(span) if span else ""}
    said["S"] = "The user" if subject == "user" else f"The user's {subject}"
    return Finding(
        kind=rule.kind,
        content=_told_of(_with_article(rule.content, said).format(**said)),
        subject=subject,
        key=rule.key.format(**said),
        value=rule.value.format(**said),
        confidence=rule.confidence,
        future_impact=rule.impact,
        evidence=clause.said,
        rule=rule.id,
        negated=rule.negated,
        when=(span.start, span.end) if span and span.start and span.end else None,
    )


def _told_of(content: str) -> str:
    """The speaker's "my" and "me" in the third person."""
    for pattern, word in _OWN:
        content = pattern.sub(word, content)
    return content


def _split(value: str) -> Sequence[str]:
    """A, B and C apart, up to where the list ends."""
    parts = [part for part in _AND.split(value) if part.strip()]
    if len(parts) > 1 and not _LIST.search(value):
        return parts[:1]
    return parts[:1] + list(takewhile(lambda part: not _NEXT_THING.match(part.strip()), parts[1:]))


def tidied(value: str) -> str:
    """The value without its article, trailing words of time, and marks."""
    before = None
    value = value.strip(" .,!?'\"")
    while value != before:
        before = value
        value = _TRAILING.sub("", value).strip(" .,!?'\"")
    return _ARTICLE.sub("", value)


def _when(clause: EnglishClause, rule: EnglishRule, at: datetime) -> DateSpan | None:
    if not rule.dated:
        return None
    prefer: Prefer = "past" if rule.dated.endswith("past") else "future"
    for text in (clause.said, clause.sentence):
        for span in find_dates(text, at, prefer=prefer):
            if span.resolved and span.grain != "open" and _fits(span, rule.dated, at):
                return span
    return None


def _fits(span: DateSpan, dated: str, at: datetime) -> bool:
    assert span.start is not None
    assert span.end is not None
    if dated.endswith("past"):
        # Small things of the last two days are talk; what is told weeks later mattered.
        return span.start <= at and not (dated == "long_past" and at - span.end < _TWO_DAYS)
    if span.end <= at:
        return False
    return dated != "ahead" or span.start > at or span.grain not in ("day", "year")


def written(span: DateSpan) -> str:
    """The day or month the words meant."""
    start = span.start
    assert start is not None
    if span.grain == "month":
        return f"{start:%B} {start.year}"
    if span.grain in ("hour", "minute"):
        return f"{start:%B} {start.day}, {start.year} at {start:%H:%M}"
    return f"{start:%B} {start.day}, {start.year}"


def _with_article(content: str, said: Mapping[str, str]) -> str:
    """The template with the article that its value takes."""
    voiced = _VOWEL.match(said.get("v", "")) is not None
    return content.replace(" a {v}", " an {v}") if voiced else content
