"""Retrieval over a dataset: full recall beside plain ones, per class, with intervals and paired tests."""

from __future__ import annotations

import statistics
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from saegim.evaluate import baselines
from saegim.evaluate.asking import FULL, LEARNED, Answer, Parts, Settings, ask, record
from saegim.evaluate.cases import Case, Dataset
from saegim.evaluate.chance import Interval, bootstrap, permutation_test
from saegim.evaluate.metrics import METRICS, score_ranking
from saegim.language.morphemes import load_analyser
from saegim.models import Json, JsonObject
from saegim.settings import load_settings

OTHER = "against"
# What two systems are compared by.
COMPARED = ("R@10", "any@10", "MRR", "nDCG@10")
ALL = "all"
# Settings that act when a question is asked: what was recorded serves both sides of a comparison.
_AT_QUESTION = ("recall.", "context.")

Progress = Callable[[int, str], None]


class Comparison(NamedTuple):
    """One system less another by one metric: the mean difference, its interval, and the chance of it."""

    one: str
    other: str
    metric: str
    difference: Interval
    p: float


@dataclass(frozen=True, slots=True)
class Abstention:
    """How often unanswerable questions get hits, and answerable ones none, at the floor in force."""

    unanswerable: int
    with_hits: int
    answerable: int
    without_hits: int

    @property
    def noise(self) -> float:
        return self.with_hits / self.unanswerable if self.unanswerable else 0.0

    @property
    def lost(self) -> float:
        return self.without_hits / self.answerable if self.answerable else 0.0


@dataclass(slots=True)
class Evaluation:
    """Everything asked and answered; figures are worked out from it."""

    dataset: Dataset
    answers: list[Answer]
    systems: tuple[str, ...]
    settings: dict[str, str]
    against: dict[str, str] | None
    parts: dict[str, str]
    budgets: tuple[int, ...] = ()
    _scores: dict[str, list[dict[str, float]]] = field(default_factory=dict)

    @property
    def answerable(self) -> list[Answer]:
        return [answer for answer in self.answers if answer.question.gold]

    @property
    def kinds(self) -> tuple[str, ...]:
        """Classes of the answerable questions."""
        found = {answer.question.kind for answer in self.answerable}
        return tuple(kind for kind in self.dataset.kinds if kind in found)

    def count(self, kind: str = ALL) -> int:
        return len(self._of(kind))

    def _of(self, kind: str) -> list[int]:
        return [i for i, answer in enumerate(self.answerable) if kind in (ALL, answer.question.kind)]

    def scores(self, system: str) -> list[dict[str, float]]:
        """Every metric of each answerable question, in the order asked."""
        if system not in self._scores:
            self._scores[system] = [
                score_ranking(answer.rankings[system], answer.question.gold) for answer in self.answerable
            ]
        return self._scores[system]

    def values(self, system: str, metric: str, kind: str = ALL) -> list[float]:
        scores = self.scores(system)
        return [scores[i][metric] for i in self._of(kind)]

    def groups(self, kind: str = ALL) -> list[str]:
        answers = self.answerable
        return [answers[i].case for i in self._of(kind)]

    def figure(self, system: str, metric: str, kind: str = ALL) -> Interval:
        """A metric of a system over one class, or all, with its interval."""
        return bootstrap(self.values(system, metric, kind), self.groups(kind))

    def compare(self, one: str, other: str, metric: str, kind: str = ALL) -> Comparison:
        """How much better `one` is, question by question."""
        mine, theirs = self.values(one, metric, kind), self.values(other, metric, kind)
        differences = [a - b for a, b in zip(mine, theirs, strict=True)]
        interval = bootstrap(differences, self.groups(kind))
        return Comparison(one, other, metric, interval, permutation_test(mine, theirs))

    def comparisons(self) -> list[Comparison]:
        """The full recall against each other system, or with two settings those against one another."""
        others = [name for name in self.systems if name != FULL]
        return [self.compare(FULL, other, metric) for other in others for metric in COMPARED]

    def abstention(self, system: str = FULL) -> Abstention:
        answered = [(bool(a.question.gold), bool(a.rankings[system])) for a in self.answers]
        return Abstention(
            unanswerable=sum(not gold for gold, _ in answered),
            with_hits=sum(hits for gold, hits in answered if not gold),
            answerable=sum(gold for gold, _ in answered),
            without_hits=sum(not hits for gold, hits in answered if gold),
        )

    def context(self, budget: int, kind: str = ALL) -> tuple[Interval, Interval, float]:
        """Share of the gold turns inside a context, whether any is, and its mean tokens."""
        answers = self.answerable
        chosen = [answers[i] for i in self._of(kind)]
        inside = [(len(a.contexts[budget][0]), len(a.question.gold)) for a in chosen]
        groups = self.groups(kind)
        return (
            bootstrap([found / wanted for found, wanted in inside], groups),
            bootstrap([float(found > 0) for found, _ in inside], groups),
            statistics.mean(a.contexts[budget][1] for a in chosen),
        )

    @property
    def search_ms(self) -> float:
        """The median time of a full recall beyond embedding the question."""
        return statistics.median(answer.search_ms for answer in self.answers)

    def to_dict(self) -> JsonObject:
        """All figures as JSON."""
        dataset = self.dataset
        systems: dict[str, Json] = {}
        for system in self.systems:
            of_kinds: dict[str, Json] = {}
            for kind in (ALL, *self.kinds):
                figures: dict[str, Json] = {m: _rounded(self.figure(system, m, kind)) for m in METRICS}
                of_kinds[kind] = {"questions": self.count(kind), **figures}
            systems[system] = of_kinds
        return {
            "dataset": dataset.name,
            "unit": dataset.note,
            "cases": len(dataset.cases),
            "turns": dataset.turns,
            "questions": dataset.questions,
            "dropped": dataset.dropped,
            "parts": dict(self.parts),
            "settings": dict(self.settings),
            "against": None if self.against is None else dict(self.against),
            "systems": systems,
            "comparisons": [
                {
                    "one": c.one,
                    "other": c.other,
                    "metric": c.metric,
                    "difference": _rounded(c.difference),
                    "p": round(c.p, 4),
                }
                for c in self.comparisons()
            ],
            "abstention": {s: _abstention(self.abstention(s)) for s in self.systems if s not in _PLAIN},
            "context": {str(budget): self._context(budget) for budget in self.budgets},
            "search_ms_p50": round(self.search_ms, 3),
        }

    def _context(self, budget: int) -> JsonObject:
        every: JsonObject = {}
        for kind in (ALL, *self.kinds):
            share, any_, tokens = self.context(budget, kind)
            every[kind] = {"all": _rounded(share), "any": _rounded(any_), "tokens": round(tokens, 1)}
        return every


_PLAIN = frozenset(baselines.NAMES)


def evaluate_retrieval(
    dataset: Dataset,
    *,
    settings: dict[str, str] | None = None,
    against: dict[str, str] | None = None,
    budgets: Sequence[int] = (),
    learned: bool = True,
    with_baselines: bool = True,
    progress: Progress = lambda questions, case: None,
) -> Evaluation:
    """Every question of every case, each case in a folder of its own that is gone afterwards.

    `settings` are put over those in force; with `against`, the same questions are asked again with these put
    over them. `progress` is told how many questions were asked and of whom.
    """
    mine = dict(settings or {})
    in_force = load_settings(dict(mine))
    from saegim.providers.embedders import load_embedder

    parts = Parts(load_analyser(in_force.index.analyser), load_embedder(in_force))
    answers: list[Answer] = []
    for case in dataset.cases:
        with TemporaryDirectory() as folder:
            answers += _ask_case(
                case, Path(folder), parts, mine, against, budgets, learned, with_baselines, progress
            )
    systems = [name for name in (*baselines.NAMES, FULL, LEARNED, OTHER) if name in answers[0].rankings]
    return Evaluation(
        dataset,
        answers,
        tuple(systems),
        mine,
        against,
        {
            "analyser": parts.analyser.name,
            "embedder": "none" if parts.embedder is None else parts.embedder.name,
        },
        tuple(budgets),
    )


def _ask_case(
    case: Case,
    folder: Path,
    parts: Parts,
    settings: Settings,
    against: dict[str, str] | None,
    budgets: Sequence[int],
    learned: bool,
    with_baselines: bool,
    progress: Progress,
) -> list[Answer]:
    first = folder / "a"
    record(case, first, parts, settings)
    answers = ask(
        case,
        first,
        parts,
        settings,
        budgets=budgets,
        learned=learned,
        baselines=with_baselines,
        asked=lambda: progress(1, case.name),
    )
    if against is None:
        return answers
    other = {**settings, **against}
    second, with_ = first, parts
    if not all(name.startswith(_AT_QUESTION) for name in against):
        second = folder / "b"
        changed = load_settings(dict(other))
        from saegim.providers.embedders import load_embedder

        with_ = Parts(load_analyser(changed.index.analyser), load_embedder(changed))
        record(case, second, with_, other)
    again = ask(case, second, with_, other, budgets=(), learned=False, baselines=False, asked=lambda: None)
    for answer, same in zip(answers, again, strict=True):
        answer.rankings[OTHER] = same.rankings[FULL]
    return answers


def _rounded(interval: Interval) -> JsonObject:
    return {name: round(value, 4) for name, value in interval._asdict().items()}


def _abstention(found: Abstention) -> JsonObject:
    return {
        "unanswerable": found.unanswerable,
        "with_hits": found.with_hits,
        "noise": round(found.noise, 4),
        "answerable": found.answerable,
        "without_hits": found.without_hits,
        "lost": round(found.lost, 4),
    }
