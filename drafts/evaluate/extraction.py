"""Precision and recall of extraction against labelled lines.

The matching procedure is the one written down beside the labelled set (tests/data/extraction/README.md).
"""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from pathlib import Path

from saegim.models import Json, JsonObject
from saegim.remember.finding import Finding

# Keys whose value is a phrase: the words may stand in the content as well.
FREE_KEYS = frozenset(
    "plan todo event promise decision boundary constraint feeling habit style request skill trait".split()
)
_DENIAL = re.compile(
    r"안|못|없|않|아니|아닌|말|마|끊|그만|중단|나았|\b(?:no|not|never|without|off|quit|stopped)\b|n't", re.IGNORECASE
)
_QUOTES = re.compile("[\"'‘’“”`「」『』]")
_TAIL = re.compile(
    r"(?<=[가-힣a-z0-9])(?:입니다|이에요|예요|이야|이다|에서|에게|한테|으로|이랑|은|는|이|가|을|를|에|의|도|만|와|과|랑|로)$"
)
_LATIN_START = re.compile(r"[a-z0-9]")


@dataclass(frozen=True, slots=True)
class Expected:
    """One labelled item. Each field lists the accepted forms, the preferred one first."""

    kinds: tuple[str, ...]
    subjects: tuple[str, ...]
    keys: tuple[str, ...]
    values: tuple[str, ...]
    must: bool
    negated: bool = False
    when: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Line:
    """One labelled utterance."""

    id: str
    at: datetime
    role: str
    text: str
    expect: tuple[Expected, ...]
    tags: tuple[str, ...] = ()
    split: str = ""


@dataclass(slots=True)
class Score:
    """Counts of one kind, or of all. `right` goes by the predicted kind, `found` by the labelled one."""

    right: int = 0
    wrong: int = 0
    found: int = 0
    wanted: int = 0

    @property
    def precision(self) -> float:
        """Share of predictions that are right; 1.0 when nothing was predicted."""
        return self.right / (self.right + self.wrong) if self.right + self.wrong else 1.0

    @property
    def recall(self) -> float:
        """Share of wanted items that were found; 1.0 when nothing was wanted."""
        return self.found / self.wanted if self.wanted else 1.0

    @property
    def f1(self) -> float:
        """Harmonic mean of the two."""
        both = self.precision + self.recall
        return 2 * self.precision * self.recall / both if both else 0.0

    def to_dict(self) -> JsonObject:
        """The figures, rounded to three places, and the counts behind them."""
        return {
            "precision": round(self.precision, 3),
            "recall": round(self.recall, 3),
            "f1": round(self.f1, 3),
            "right": self.right,
            "wrong": self.wrong,
            "found": self.found,
            "wanted": self.wanted,
        }


@dataclass(slots=True)
class Report:
    """How an extractor did over some lines, and every mistake it made."""

    overall: Score = field(default_factory=Score)
    kinds: dict[str, Score] = field(default_factory=dict)
    lines: int = 0
    duplicates: int = 0
    nothing_lines: int = 0
    nothing_broken: int = 0
    dates_wanted: int = 0
    dates_right: int = 0
    wrong: list[tuple[str, Finding]] = field(default_factory=list)
    missed: list[tuple[str, Expected]] = field(default_factory=list)
    misdated: list[tuple[str, Finding]] = field(default_factory=list)

    @property
    def nothing_rate(self) -> float:
        """Share of the lines that teach nothing but yielded something."""
        return self.nothing_broken / self.nothing_lines if self.nothing_lines else 0.0

    @property
    def date_accuracy(self) -> float:
        """Share of matched, dated items whose date is right."""
        return self.dates_right / self.dates_wanted if self.dates_wanted else 1.0

    def to_dict(self) -> JsonObject:
        """All figures as JSON, kinds in alphabetical order."""
        kinds: dict[str, Json] = {kind: self.kinds[kind].to_dict() for kind in sorted(self.kinds)}
        return {
            "lines": self.lines,
            "overall": self.overall.to_dict(),
            "kinds": kinds,
            "nothing": {
                "lines": self.nothing_lines,
                "broken": self.nothing_broken,
                "rate": round(self.nothing_rate, 4),
            },
            "dates": {
                "wanted": self.dates_wanted,
                "right": self.dates_right,
                "accuracy": round(self.date_accuracy, 3),
            },
            "duplicates": self.duplicates,
        }


Extractor = Callable[[Line], Sequence[Finding]]


def read_lines(path: str | Path, *, split: str | None = None) -> list[Line]:
    """The labelled lines of a JSONL file, all of them or one split."""
    lines = []
    for raw in Path(path).read_text(encoding="utf-8").splitlines():
        item = json.loads(raw)
        if split is None or item.get("split") == split:
            lines.append(_line(item))
    return lines


def evaluate_extraction(lines: Iterable[Line], extractor: Extractor) -> Report:
    """Figures of the extractor over the lines."""
    report = Report()
    for line in lines:
        report.lines += 1
        findings = extractor(line)
        if not line.expect:
            report.nothing_lines += 1
            report.nothing_broken += bool(findings)
        _score_line(report, line, findings)
    for score in report.kinds.values():
        report.overall.right += score.right
        report.overall.wrong += score.wrong
        report.overall.found += score.found
        report.overall.wanted += score.wanted
    return report


def matches(line: Line, finding: Finding, expected: Expected) -> bool:
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


def _score_line(report: Report, line: Line, findings: Sequence[Finding]) -> None:
    taken: set[int] = set()
    # What must be there is matched before what may be.
    order = sorted(range(len(line.expect)), key=lambda i: not line.expect[i].must)
    for finding in findings:
        fitting = [i for i in order if matches(line, finding, line.expect[i])]
        free = next((i for i in fitting if i not in taken), None)
        if free is not None:
            taken.add(free)
            _take(report, line, finding, line.expect[free])
        elif fitting:
            report.duplicates += 1
        elif not (line.expect and _is_bare_person(finding)):
            _kind(report, finding.kind).wrong += 1
            report.wrong.append((line.id, finding))
    for i, expected in enumerate(line.expect):
        if expected.must:
            _kind(report, expected.kinds[0]).wanted += 1
            if i not in taken:
                report.missed.append((line.id, expected))


def _take(report: Report, line: Line, finding: Finding, expected: Expected) -> None:
    if expected.must:
        _kind(report, finding.kind).right += 1
        _kind(report, expected.kinds[0]).found += 1
    if expected.when:
        report.dates_wanted += 1
        if date_matches(line, finding, expected):
            report.dates_right += 1
        else:
            report.misdated.append((line.id, finding))


def _kind(report: Report, kind: str) -> Score:
    return report.kinds.setdefault(kind, Score())


def _is_bare_person(finding: Finding) -> bool:
    """Says no more than that someone exists."""
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


def _line(item: Mapping[str, object]) -> Line:
    expect = item.get("expect")
    tags = item.get("tags")
    return Line(
        id=str(item["id"]),
        at=datetime.fromisoformat(str(item["at"])),
        role=str(item["role"]),
        text=str(item["text"]),
        expect=tuple(_expected(one) for one in expect) if isinstance(expect, list) else (),
        tags=tuple(map(str, tags)) if isinstance(tags, list) else (),
        split=str(item.get("split", "")),
    )


def _expected(item: Mapping[str, object]) -> Expected:
    return Expected(
        kinds=_forms(item["kind"]),
        subjects=_forms(item["subject"]),
        keys=_forms(item["key"]),
        values=_forms(item["value"]),
        must=bool(item["must"]),
        negated=bool(item.get("negated", False)),
        when=_forms(item["when"]) if item.get("when") else (),
    )


def _forms(value: object) -> tuple[str, ...]:
    return tuple(map(str, value)) if isinstance(value, list) else (str(value),)
