"""Whether a finding says what a labelled item says.

The procedure is the one written down beside the labelled set (tests/data/extraction/README.md).
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from datetime import date, datetime, timedelta

from saegim.evaluate.labelled import Expected, Line
from saegim.remember.finding import Finding

# Keys whose value is a phrase: the words may stand in the content as well.
FREE_KEYS = frozenset(
    "plan todo event promise decision boundary constraint feeling habit style request skill trait".split()
)
# The denials of the README, as words of their own where a syllable of another word could look like one.
_DENIAL = re.compile(
    r"(?<![가-힣])안(?=\s|[가-힣])|못|없|않|아니|아닌|[가-힣]지\s?(?:말|마)|말고|끊|그만|중단|나았"
    r"|\b(?:no|not|never|without|off|quit|stopped)\b|n't",
    re.IGNORECASE,
)
_QUOTES = re.compile("[\"'‘’“”`「」『』]")
_TAIL = re.compile(
    r"(?<=[가-힣a-z0-9])(?:입니다|이에요|예요|이야|이다|에서|에게|한테|으로|이랑|은|는|이|가|을|를|에|의|도|만|와|과|랑|로)$"
)
_LATIN_START = re.compile(r"[a-z0-9]")


def matches(finding: Finding, expected: Expected) -> bool:
    """Whether the finding says what the labelled item says."""
    return (
        finding.kind in expected.kinds
        and _plain(finding.subject) in {_plain(subject) for subject in expected.subjects}
        and any(_same_key(finding.key or "", key) for key in expected.keys)
        and _value_matches(finding, expected.values)
        and (not expected.negated or _denies(finding))
    )


def date_matches(line: Line, finding: Finding, expected: Expected) -> bool:
    """Whether the finding's time is one of the accepted ones."""
    if finding.when is None:
        return False
    zone = line.at.tzinfo
    start, end = (moment.astimezone(zone) for moment in finding.when)
    return any(_same_time(start, end, when) for when in expected.when)


def is_bare_person(finding: Finding) -> bool:
    """Whether the finding says no more than that someone exists."""
    head, _, who = (finding.key or "").partition(".")
    if head not in ("family", "relationship") or who == "status":
        return False
    return finding.value is None or _plain(finding.value) == _plain(who)


def _same_key(predicted: str, accepted: str) -> bool:
    head, _, rest = accepted.partition(".")
    if head not in ("pet", "family", "relationship") or accepted == "relationship.status":
        return predicted == accepted
    predicted_head, _, predicted_rest = predicted.partition(".")
    if predicted_head != head or predicted == "relationship.status":
        return False
    return not predicted_rest or _contains(predicted_rest, rest)


def _value_matches(finding: Finding, values: Sequence[str]) -> bool:
    said = [finding.value or ""]
    if (finding.key or "") in FREE_KEYS:
        said.append(finding.content)
    return any(_contains(text, value) for text in said for value in values)


def _contains(text: str, value: str) -> bool:
    wanted = _plain(value)
    stripped = _TAIL.sub("", wanted)
    wanted = stripped if len(stripped) > 1 or wanted.isascii() else wanted
    if not _LATIN_START.match(wanted):
        return wanted in _plain(text)
    # A Latin word has to start where a word starts: "ex" is not in "next".
    spaced = r"\s*".join(map(re.escape, wanted))
    return re.search(rf"(?<![a-z0-9]){spaced}", _folded(text)) is not None


def _denies(finding: Finding) -> bool:
    return finding.negated or _DENIAL.search(f"{finding.value or ''} {finding.content}") is not None


def _folded(text: str) -> str:
    return _QUOTES.sub("", unicodedata.normalize("NFC", text)).casefold()


def _plain(text: str) -> str:
    return "".join(_folded(text).split())


def _same_time(start: datetime, end: datetime, when: str) -> bool:
    if "/" in when:
        first, last = (date.fromisoformat(part) for part in when.split("/"))
        return start.date() == first and (end - timedelta(microseconds=1)).date() == last
    if "T" in when:
        return start == datetime.fromisoformat(when)
    day = date.fromisoformat(when)
    return start.date() == day and (end - timedelta(microseconds=1)).date() <= day
