"""What the figures are held to, worked out from the sections of a run."""

from __future__ import annotations

from collections.abc import Mapping

from measure.sections import Goal

# Figures of all sections of a measurement, by its name.
Figures = Mapping[str, Mapping[str, float]]
PEERS = ("mem0", "Chroma", "LangGraph SqliteStore")
SCORED = ("R@10", "MRR")


def goals(figures: Figures, *, peers_at: int = 10_000) -> list[Goal]:
    """Every goal, in order; those whose figures are missing have none measured."""
    beside = figures.get(f"peers {peers_at}", {})
    users, sizes, start = figures.get("users", {}), figures.get("sizes", {}), figures.get("start", {})
    found = [
        _faster(beside, name, least) for name, least in zip(PEERS, (5, 2, 2), strict=True)
    ]  # fmt: skip
    for name, scores in figures.items():
        if name.startswith("quality "):
            found += [_higher(name.removeprefix("quality "), scores, metric) for metric in SCORED]
    beside_many, with_many = users.get("recall with 10000 against 10"), sizes.get("recall best at 100000")
    return [
        *found,
        Goal("recall with 10,000 people present against 10", beside_many, at_most=1.2, unit="times"),
        Goal("recall with 100,000 memories, beyond embedding", with_many, at_most=15, unit="ms"),
        Goal("server, start to first answer", start.get("server s"), at_most=5, unit="s"),
    ]


def _faster(beside: Mapping[str, float], peer: str, least: float) -> Goal:
    ours, theirs = beside.get("saegim best"), beside.get(f"{peer} best")
    measured = theirs / ours if ours and theirs else None
    return Goal(f"search faster than {peer}, 10,000 memories", measured, at_least=least, unit="times")


def _higher(dataset: str, scores: Mapping[str, float], metric: str) -> Goal:
    """How far above the best of the peers; nothing where one of them is missing, for it may be the best."""
    theirs = [scores[f"{peer} {metric}"] for peer in PEERS if f"{peer} {metric}" in scores]
    measured = scores[f"saegim {metric}"] - max(theirs) if len(theirs) == len(PEERS) else None
    return Goal(f"{metric} above the best peer, {dataset}", measured, at_least=0.001)
