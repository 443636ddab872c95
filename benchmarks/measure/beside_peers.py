"""Search beside peers: the same memories, the same vectors, the same questions, in one run."""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory

from measure.sections import Chart, Section, Tell
from measure.timing import Rounds
from measure.vectors import vectors_for
from peers.contract import Item
from peers.environment import versions
from peers.known import PEERS
from peers.process import PeerFailed, PeerProcess, python_here
from texts import sentences

COMMAND = "python benchmarks/bench.py --only peers"
OURS = "saegim"
QUESTIONS = 60
ROUNDS = 5
_BATCH = 500
_LIMIT = 10
_ADDED_ONE_BY_ONE = 50


@dataclass(slots=True)
class Measured:
    """One peer at one size."""

    search: Rounds = field(default_factory=Rounds)
    stages: dict[str, Rounds] = field(default_factory=dict)
    added_per_s: float = 0.0
    one: Rounds = field(default_factory=Rounds)
    disk: int = 0
    memory: int = 0


@contextmanager
def started(
    names: list[str], python: Path | None, vectors: Path
) -> Iterator[tuple[dict[str, PeerProcess], Path]]:
    """The named peers, each in its process, and a folder for what they write."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(TemporaryDirectory()))
        yield (
            {
                name: stack.enter_context(
                    PeerProcess(name, python_here() if PEERS[name].here else str(python), vectors, folder)
                )
                for name in names
            },
            folder,
        )


def speed_beside_peers(
    size: int, names: list[str], python: Path | None, build: Path, tell: Tell, *, quick: bool = False
) -> Section:
    """Search, adding, disk and memory of each peer with `size` memories in one person."""
    kept, questions = _texts(size)
    rounds = 2 if quick else ROUNDS
    vectors = vectors_for([*kept, *questions], build, tell)
    items = [Item(f"m{i}", text, text) for i, text in enumerate(kept)]
    measured: dict[str, Measured] = {}
    left_out: list[str] = []
    with started(names, python, vectors) as (peers, folder):
        for name, peer in peers.items():
            try:
                measured[name] = _fill(peer, items, folder / name.replace(" ", "-"))
            except PeerFailed as failed:
                tell(f"left out: {failed}")
                left_out.append(str(failed))
                continue
            tell(f"{name}: {measured[name].added_per_s:,.0f} memories/s")
        # A round goes through all peers, so that a busy minute is everyone's.
        for number in range(rounds + 1):
            for name, one in measured.items():
                for question in questions:
                    found = peers[name].search(question, limit=_LIMIT)
                    # The first round is for warming up.
                    if number:
                        one.search.put(question, found.seconds * 1000)
                        for stage, ms in found.details.items():
                            one.stages.setdefault(stage, Rounds()).put(question, ms)
            tell(f"searched: round {number} of {rounds}")
        for name, one in measured.items():
            one.memory = peers[name].resident_bytes()
            peers[name].close()
            one.disk = disk_bytes(folder / name.replace(" ", "-"))
    section = _section(size, rounds, measured, python)
    section.left_out = left_out
    return section


def _texts(size: int) -> tuple[list[str], list[str]]:
    """Distinct lines to keep and one by one to add, and questions that are none of them."""
    wanted = size + _ADDED_ONE_BY_ONE + QUESTIONS
    distinct: dict[str, None] = {}
    for line in sentences(20 * wanted, seed=17):
        distinct.setdefault(line)
        if len(distinct) == wanted:
            break
    lines = list(distinct)
    random.Random(18).shuffle(lines)
    return lines[QUESTIONS:], lines[:QUESTIONS]


def _fill(peer: PeerProcess, items: list[Item], folder: Path) -> Measured:
    one = Measured()
    peer.open(folder)
    bulk, single = items[:-_ADDED_ONE_BY_ONE], items[-_ADDED_ONE_BY_ONE:]
    took = sum(peer.add(bulk[start : start + _BATCH]) for start in range(0, len(bulk), _BATCH))
    one.added_per_s = len(bulk) / took
    for item in single:
        one.one.put(item.id, peer.add([item]) * 1000)
    return one


def disk_bytes(folder: Path) -> int:
    """Everything under the folder."""
    return sum(file.stat().st_size for file in folder.rglob("*") if file.is_file())


def _section(size: int, rounds: int, measured: dict[str, Measured], python: Path | None) -> Section:
    section = Section(
        name=f"peers {size}",
        title=f"Beside peers: {size:,} memories in one person",
        command=COMMAND,
        note=(
            f"The same {size:,} Korean lines, the same {QUESTIONS} questions, {_LIMIT} hits each, vectors "
            "of our bundled encoder handed to everyone: times are beyond embedding. Best: the median over "
            f"questions of each one's best of {rounds} rounds; p50: of all calls. Adding: in bulk where "
            "there is a way, and one at a time; saegim's holds morphemes, names of people and things, "
            "index and encryption, mem0 has no bulk path. Disk after closing. Everyone as installed: "
            "Chroma searches approximately (HNSW), LangGraph exactly (sqlite-vec), mem0 in its default "
            "store, a Qdrant within the process, without its spaCy model; a Qdrant server was not "
            "measured."
        ),
        columns=(
            "system", "search does", "best ms", "p50 ms", "p95 ms", "times saegim (best)",
            "added a second", "adding one, p50 ms", "disk B/memory", "process MB",
        ),
        charts=(Chart("best ms", "ms"),),
    )  # fmt: skip
    ours = measured[OURS].search.best
    for name, one in measured.items():
        known = PEERS[name]
        named = versions(python_here() if known.here else str(python), known.packages)
        label = " ".join([name, *list(named.values())[:1]])
        search = one.search
        section.rows.append(
            [
                label, known.searches, search.best, search.p50, search.p95, search.best / ours,
                round(one.added_per_s), one.one.p50, round(one.disk / size), round(one.memory / 2**20),
            ]
        )  # fmt: skip
        section.figures |= {f"{name} best": one.search.best, f"{name} p50": one.search.p50}
        section.figures |= {f"{name} {stage}": ms.best for stage, ms in one.stages.items()}
    stages = measured[OURS].stages
    section.note += " Where saegim's time goes (best ms): " + ", ".join(
        f"{stage} {ms.best:.2f}" for stage, ms in stages.items() if stage != "embed"
    )
    return section
