"""What everyone finds: the turns that answer a question, over whole conversations in two languages."""

from __future__ import annotations

import statistics
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from measure.beside_peers import OURS, started
from measure.sections import Chart, Section, Tell
from measure.vectors import vectors_for
from peers.contract import Item, Talk
from peers.known import PEERS
from peers.process import PeerFailed, PeerProcess
from saegim.evaluate.cases import Case, Dataset, Said
from saegim.evaluate.chance import permutation_test
from saegim.evaluate.datasets import load_dataset
from saegim.evaluate.metrics import DEEPEST, as_ranking, score_ranking

COMMAND = "python benchmarks/bench.py --only quality"
METRICS = ("R@5", "R@10", "R@20", "MRR")
# Two messages of a turn are one hit.
_LIMIT = 3 * DEEPEST
_FORM = "'[date] who: text'"
_WHO = {"ko": {"user": "나", "assistant": "AI"}, "en": {"user": "me", "assistant": "AI"}}


@dataclass(slots=True)
class Scored:
    """One peer's scores, question by question."""

    scores: list[dict[str, float]] = field(default_factory=list)

    def mean(self, metric: str) -> float:
        return statistics.mean(one[metric] for one in self.scores)

    def values(self, metric: str) -> list[float]:
        return [one[metric] for one in self.scores]


def datasets(korean: Path, locomo: Path | None, *, quick: bool) -> list[Dataset]:
    """What can be asked here: saegim-ko's dev people by language, and LoCoMo where its data is."""
    # The people held out for testing are asked by `saegim evaluate`, once, not by every run of a benchmark.
    found = [load_dataset("saegim-ko", korean, split="dev", language=language) for language in ("ko", "en")]
    if locomo is not None and locomo.exists():
        found.append(load_dataset("locomo", locomo, names=("conversation-0",) if quick else ()))
    return found


def quality(dataset: Dataset, names: list[str], python: Path | None, build: Path, tell: Tell) -> Section:
    """Every answerable question of the dataset asked of every peer."""
    wanted = [text for case in dataset.cases for text in _texts(case)]
    vectors = vectors_for(wanted, build, tell)
    scored: dict[str, Scored] = {}
    left_out: list[str] = []
    with started(names, python, vectors) as (peers, folder):
        for name, peer in peers.items():
            try:
                scored[name] = _ask(peer, dataset.cases, folder, tell)
            except PeerFailed as failed:
                tell(f"left out: {failed}")
                left_out.append(str(failed))
    section = _section(dataset, scored)
    section.left_out = left_out
    return section


def _ask(peer: PeerProcess, cases: Sequence[Case], folder: Path, tell: Tell) -> Scored:
    found = Scored()
    for case in cases:
        now = min(question.at for question in case.questions)
        peer.open(folder / peer.name / case.name, Talk(case.language, case.timezone, now.isoformat()))
        items = [_item(case, i, said) for i, said in enumerate(case.said)]
        unit_of = {item.id: said.unit for item, said in zip(items, case.said, strict=True)}
        peer.add(items)
        for question in case.questions:
            if not question.gold:
                continue
            hits = peer.search(question.text, limit=_LIMIT, at=question.at.isoformat())
            found.scores.append(
                score_ranking(as_ranking([{unit_of[id_]} for id_ in hits.ids]), question.gold)
            )
        tell(f"{peer.name}: {case.name}, R@10 so far {found.mean('R@10'):.3f}")
    return found


def _item(case: Case, number: int, said: Said) -> Item:
    return Item(
        id=f"{number}",
        text=_stated(case, said),
        said=said.text,
        at=said.at.isoformat(),
        role=said.role,
        name=said.name,
        session=said.session,
    )


def _stated(case: Case, said: Said) -> str:
    """A message as one text: when, who, what.

    Of five ways tried on saegim-ko's dev people, by vectors alone, R@10 was best so in Korean (.498, the
    others .475 to .489) and in the middle in English (.559, the others .546 to .577, 38 questions).
    """
    return f"[{said.at:%Y-%m-%d}] {said.name or _WHO[case.language][said.role]}: {said.text}"


def _texts(case: Case) -> list[str]:
    # Ours embeds the speaker and the text, and knows the date otherwise.
    own = [f"{said.name}: {said.text}" if said.name else said.text for said in case.said]
    return [_stated(case, said) for said in case.said] + own + [question.text for question in case.questions]


def _section(dataset: Dataset, scored: dict[str, Scored]) -> Section:
    questions = len(scored[OURS].scores)
    section = Section(
        name=f"quality {dataset.name}",
        title=f"Quality: {dataset.name}, {questions:,} questions",
        command=COMMAND,
        note=(
            f"{dataset.note} ({dataset.dropped}). {dataset.turns:,} turns of {len(dataset.cases)} people "
            "or conversations, each in a memory of its own. R@k: the share of all turns an answer needs "
            f"among the first k turns. Peers are given each message as {_FORM}, saegim the message with "
            "its date and speaker. No language model anywhere. p: chance of a difference in R@10 as large "
            "between saegim and the system (paired permutation test). Questions nothing answers are left "
            "out."
        ),
        columns=("system", "search does", *METRICS, "p against saegim"),
        charts=(Chart("R@10", ""),),
    )
    ours = scored[OURS]
    for name, one in scored.items():
        chance = None if name == OURS else permutation_test(ours.values("R@10"), one.values("R@10"))
        section.rows.append(
            [name, PEERS[name].searches, *(round(one.mean(metric), 3) for metric in METRICS), chance]
        )
        section.figures |= {f"{name} {metric}": one.mean(metric) for metric in METRICS}
    return section
