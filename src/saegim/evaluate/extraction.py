"""Precision and recall of extraction against the labelled set, per language and kind."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from saegim.errors import NotFound
from saegim.evaluate.labelled import Expected, Line, read_lines
from saegim.evaluate.matching import date_matches, is_bare_person, matches
from saegim.language.morphemes import load_analyser
from saegim.models import Json, JsonObject
from saegim.remember.finding import Finding
from saegim.remember.rules import extract as extract_by_rules

LANGUAGES = ("ko", "en")

Extractor = Callable[[Line], Sequence[Finding]]
Promotes = Callable[[Finding], bool]


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

    def to_dict(self) -> JsonObject:
        """The figures, rounded to three places, and the counts behind them."""
        return {
            "precision": round(self.precision, 3),
            "recall": round(self.recall, 3),
            "right": self.right,
            "wrong": self.wrong,
            "found": self.found,
            "wanted": self.wanted,
        }


@dataclass(slots=True)
class LanguageReport:
    """How an extractor did over the lines of one language, and every mistake it made."""

    language: str
    kinds: dict[str, Score] = field(default_factory=dict)
    lines: int = 0
    duplicates: int = 0
    nothing_lines: int = 0
    nothing_broken: int = 0
    dates_wanted: int = 0
    dates_right: int = 0
    wrong: list[tuple[Line, Finding]] = field(default_factory=list)
    missed: list[tuple[Line, Expected]] = field(default_factory=list)
    misdated: list[tuple[Line, Finding]] = field(default_factory=list)

    @property
    def overall(self) -> Score:
        """The counts of all kinds together."""
        scores = self.kinds.values()
        return Score(
            right=sum(score.right for score in scores),
            wrong=sum(score.wrong for score in scores),
            found=sum(score.found for score in scores),
            wanted=sum(score.wanted for score in scores),
        )

    @property
    def nothing_rate(self) -> float:
        """Share of the lines that teach nothing but yielded something."""
        return self.nothing_broken / self.nothing_lines if self.nothing_lines else 0.0

    @property
    def date_accuracy(self) -> float:
        """Share of matched, dated items whose date is right."""
        return self.dates_right / self.dates_wanted if self.dates_wanted else 1.0

    def kind(self, name: str) -> Score:
        """The counts of a kind, kept from now on."""
        return self.kinds.setdefault(name, Score())

    def to_dict(self) -> JsonObject:
        """All figures as JSON, kinds in alphabetical order; mistakes are left out."""
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


@dataclass(frozen=True, slots=True)
class ExtractionReport:
    """Figures per language over one split of the labelled set."""

    split: str
    languages: dict[str, LanguageReport]

    def to_dict(self) -> JsonObject:
        """All figures as JSON."""
        languages: dict[str, Json] = {name: one.to_dict() for name, one in self.languages.items()}
        return {"split": self.split, "languages": languages}


def evaluate_extraction(
    folder: Path,
    *,
    split: str,
    language: str | None = None,
    extract: Extractor | None = None,
    promotes: Promotes | None = None,
) -> ExtractionReport:
    """Figures over `<folder>/<language>.jsonl`, for one language or all.

    Without `extract` the rules read the lines through the analyser that is installed. Only findings that
    `promotes` accepts count; without it, all do.
    """
    extract = extract or rules_extractor()
    languages: dict[str, LanguageReport] = {}
    for name in LANGUAGES if language is None else (language,):
        path = folder / f"{name}.jsonl"
        if not path.is_file():
            raise NotFound("labelled set", str(path))
        report = LanguageReport(name)
        for line in read_lines(path, split=split):
            findings = [found for found in extract(line) if promotes is None or promotes(found)]
            _score_line(report, line, findings)
        languages[name] = report
    return ExtractionReport(split, languages)


def rules_extractor(analyser: str = "auto") -> Extractor:
    """The rules as an extractor of labelled lines, over the analyser of that name."""
    loaded = load_analyser(analyser)

    def extract(line: Line) -> Sequence[Finding]:
        [analysis] = loaded.analyse([line.text])
        return extract_by_rules(line.text, role=line.role, at=line.at, analysis=analysis)

    return extract


def render_table(report: ExtractionReport) -> str:
    """The figures as lines of text, one table per language."""
    return "\n\n".join("\n".join(_table(one, report.split)) for one in report.languages.values())


def _table(report: LanguageReport, split: str) -> Iterable[str]:
    yield f"{report.language} {split}: {report.lines} lines"
    yield f"{'kind':<18}{'precision':>10}{'recall':>8}{'right':>7}{'wrong':>7}{'found':>7}{'wanted':>8}"
    for name, score in [*sorted(report.kinds.items()), ("all", report.overall)]:
        yield (
            f"{name:<18}{score.precision:>10.3f}{score.recall:>8.3f}"
            f"{score.right:>7}{score.wrong:>7}{score.found:>7}{score.wanted:>8}"
        )
    yield (
        f"lines with nothing to remember that yield something: "
        f"{report.nothing_broken} of {report.nothing_lines} ({report.nothing_rate:.1%})"
    )
    yield f"dates right: {report.dates_right} of {report.dates_wanted}; duplicates: {report.duplicates}"


def _score_line(report: LanguageReport, line: Line, findings: Sequence[Finding]) -> None:
    report.lines += 1
    if not line.expect:
        report.nothing_lines += 1
        report.nothing_broken += bool(findings)
    taken: set[int] = set()
    # What must be there is matched before what may be.
    order = sorted(range(len(line.expect)), key=lambda i: not line.expect[i].must)
    for finding in findings:
        fitting = [i for i in order if matches(finding, line.expect[i])]
        free = next((i for i in fitting if i not in taken), None)
        if free is not None:
            taken.add(free)
            _take(report, line, finding, line.expect[free])
        elif fitting:
            report.duplicates += 1
        elif not (line.expect and is_bare_person(finding)):
            report.kind(finding.kind).wrong += 1
            report.wrong.append((line, finding))
    for i, expected in enumerate(line.expect):
        if expected.must:
            report.kind(expected.kinds[0]).wanted += 1
            if i not in taken:
                report.missed.append((line, expected))


def _take(report: LanguageReport, line: Line, finding: Finding, expected: Expected) -> None:
    if expected.must:
        report.kind(finding.kind).right += 1
        report.kind(expected.kinds[0]).found += 1
    if expected.when:
        report.dates_wanted += 1
        if date_matches(line, finding, expected):
            report.dates_right += 1
        else:
            report.misdated.append((line, finding))
