"""What tending costs and what it does to a memory.

    python benchmarks/tend.py speed     tending 10,000 memories on one core, and turns recorded meanwhile
    python benchmarks/tend.py year      a simulated year of three people, with and without tending
    python benchmarks/tend.py graph     recall with memories on saegim-ko (dev), links followed 0, 1, 2 hops

No language model, no network. Times are of this machine; take them as ratios.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import statistics
import sys
import threading
import time
from collections import Counter
from datetime import timedelta
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

os.environ.setdefault("OMP_NUM_THREADS", "1")
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
sys.path.insert(0, str(Path(__file__).parent))

from saegim import Saegim, User
from saegim.language.morphemes import KiwiAnalyser
from saegim.remember.slots import holds_one
from saegim.testing import FakeEmbedder, FrozenClock
from simulated_year import START, Year, live

# How long, and who waits.


def speed(memories: int) -> dict[str, Any]:
    """Tend so many memories, a fifth of them said twice, while turns are recorded."""
    with TemporaryDirectory() as folder:
        clock = FrozenClock()
        with Saegim(
            folder, embedder=FakeEmbedder(), analyser=KiwiAnalyser(), clock=clock, worker="none"
        ) as made:
            user = made.user("minji")
            user.upsert(_rows(memories, clock))
            began = time.perf_counter()
            made.drain()
            filled = time.perf_counter() - began
            clock.move(days=8)
            alone = _latencies(user, None, 100)
            result: dict[str, Any] = {}

            def tend() -> None:
                start, processor = time.perf_counter(), time.thread_time()
                run = user.tend()
                result.update(
                    seconds=round(time.perf_counter() - start, 2),
                    processor_s=round(time.thread_time() - processor, 2),
                    did=dict(run.did),
                    read=dict(run.read),
                )

            thread = threading.Thread(target=tend)
            thread.start()
            meanwhile = _latencies(user, thread, 100_000)
            thread.join()
            start = time.perf_counter()
            again = user.tend()
            return {
                "memories": memories,
                "indexing_s": round(filled, 1),
                **result,
                "again_s": round(time.perf_counter() - start, 2),
                "again_did": dict(again.did),
                "turn_ms_alone": _spread(alone),
                "turn_ms_meanwhile": _spread(meanwhile),
            }


def _rows(count: int, clock: FrozenClock) -> list[dict[str, Any]]:
    """Facts, tastes, events and plans of a busy life; every fifth is said in two ways."""
    chance = random.Random(5)
    nouns = [a + b for a in "가나다라마바사아자차" for b in "람 루 진 솔 봄 길 별 달 숲 들".split()]
    rows: list[dict[str, Any]] = []
    for n in range(count):
        one, other, third = chance.sample(nouns, 3)
        text = f"{one}에서 {other} 모임 {n // 5 * 5}회차를 {third}와 함께 했다"
        if n % 5 == 4:
            rows.append({**rows[-1], "content": rows[-1]["content"].replace("했다", "정말 했다")})
            continue
        kind = chance.choice(["fact", "fact", "note", "preference"])
        at = clock.now() - timedelta(days=chance.randrange(1, 90))
        rows.append({"content": text, "kind": kind, "valid_from": at, "importance": chance.random()})
    return rows


def _latencies(user: User, thread: threading.Thread | None, most: int) -> list[float]:
    """Milliseconds of recording a turn, one every 30 ms."""
    taken: list[float] = []
    while len(taken) < most and (thread is None or thread.is_alive()):
        start = time.perf_counter()
        user.record("오늘 날씨 좋다", "그러네요")
        taken.append((time.perf_counter() - start) * 1000)
        time.sleep(0.03)
    return taken


def _spread(values: list[float]) -> dict[str, float]:
    ordered = sorted(values)
    return {
        "median": round(statistics.median(ordered), 2),
        "p99": round(ordered[int(len(ordered) * 0.99)], 2),
        "most": round(ordered[-1], 2),
        "turns": len(ordered),
    }


# A year.


def year(people: int, turns: int, *, bundled: bool) -> dict[str, Any]:
    """Live the year twice: tended, and left alone."""
    kiwi = KiwiAnalyser()
    found: dict[str, Any] = {}
    for name, auto in (("tended", True), ("left alone", False)):
        told = [_live(live(f"p{n}", turns, 70 + n), kiwi, auto=auto, bundled=bundled) for n in range(people)]
        found[name] = told
        print(json.dumps({name: told}, ensure_ascii=False), file=sys.stderr, flush=True)
    return found


def _live(lived: Year, kiwi: KiwiAnalyser, *, auto: bool, bundled: bool) -> dict[str, Any]:
    clock = FrozenClock(START)
    parts: dict[str, Any] = {"settings": {"tend.auto": auto}}
    if not bundled:
        parts["embedder"] = FakeEmbedder()
    with (
        TemporaryDirectory() as folder,
        Saegim(folder, analyser=kiwi, clock=clock, worker="none", **parts) as made,
    ):
        user = made.user(lived.name)
        quarters, looked, began = [], START, time.perf_counter()
        for number, said in enumerate(lived.turns, start=1):
            clock.set(max(clock.now(), said.at))
            if said.at - looked >= timedelta(days=2):
                made.drain()
                looked = said.at
            user.record(said.user, said.assistant, at=said.at)
            if number % (len(lived.turns) // 4) == 0:
                made.drain()
                quarters.append(len(user.memories(limit=10_000)))
        clock.set(lived.end)
        made.drain()
        runs = user.runs(limit=10_000)
        return {
            "turns": len(lived.turns),
            "memories_by_quarter": quarters,
            "seconds": round(time.perf_counter() - began, 1),
            "tending_s": round(sum(run.seconds for run in runs), 1),
            "did": dict(sum((Counter(run.did) for run in runs), Counter())),
            **_held(user, lived),
            **_asked(user, lived, ("memories", "messages"), "both"),
            **_asked(user, lived, ("memories",), "memories"),
            "insights": len(user.insights(limit=1000)),
        }


def _held(user: User, lived: Year) -> dict[str, Any]:
    """What holds, what held, what excludes one another, what insights rest on."""
    now = then = alive = 0
    lines = lived.truth.singles
    for key, line in lines.items():
        now += [memory.value for memory in user.memories(key=key)] == [line[-1][1]]
        for since, value in line:
            known = user.memories(key=key, as_of=since + timedelta(minutes=1))
            then += [memory.value for memory in known] == [value]
    current = user.memories(limit=10_000)
    by_key = Counter(
        (m.subject, m.key) for m in current if m.key and holds_one(m.key) and m.kind != "insight"
    )
    alive += sum(count - 1 for count in by_key.values())
    liked = {m.value for m in current if m.key == "likes" and m.subject == "user"}
    alive += len(liked & {m.value for m in current if m.key == "dislikes" and m.subject == "user"})
    return {
        "current_facts": f"{now}/{len(lines)}",
        "facts_as_of": f"{then}/{sum(len(line) for line in lines.values())}",
        "contradictions_alive": alive,
        "insights_without_evidence": sum(not user.evidence(i.id) for i in user.insights(limit=1000)),
    }


def _asked(user: User, lived: Year, among: Any, name: str) -> dict[str, float]:
    """How many questions find their answer among five hits, and how high."""
    ranks = []
    for question, word in lived.questions():
        hits = user.recall(question, limit=5, among=among)
        ranks.append(next((n for n, hit in enumerate(hits, start=1) if word in hit.text), 0))
    return {
        f"{name}_any@5": round(sum(rank > 0 for rank in ranks) / len(ranks), 3),
        f"{name}_MRR": round(sum(1 / rank for rank in ranks if rank) / len(ranks), 3),
    }


# Links in recall.


def graph(people: int) -> dict[str, Any]:
    """Recall of turns and learned memories, asked of one recording with each number of hops."""
    from saegim.evaluate.asking import LEARNED, Parts, ask, record
    from saegim.evaluate.datasets import load_dataset
    from saegim.evaluate.metrics import score_ranking
    from saegim.providers.bundled import BundledEmbedder

    parts = Parts(KiwiAnalyser(), BundledEmbedder())
    cases = load_dataset("saegim-ko", None, split="dev").cases[:people]
    scores: dict[str, list[dict[str, float]]] = {}
    for case in cases:
        with TemporaryDirectory() as folder:
            record(case, Path(folder), parts, {})
            for hops in (0, 1, 2):
                answers = ask(
                    case, Path(folder), parts, {"recall.graph_hops": hops}, budgets=(), learned=True,
                    baselines=False, asked=lambda: None,
                )  # fmt: skip
                scores.setdefault(f"{hops} hops", []).extend(
                    score_ranking(answer.rankings[LEARNED], answer.question.gold)
                    for answer in answers
                    if answer.question.gold
                )

    def mean(rows: list[dict[str, float]], metric: str) -> float:
        return round(statistics.mean(one[metric] for one in rows), 4)

    shown = ("R@5", "R@10", "MRR")
    return {
        name: {"questions": len(rows), **{metric: mean(rows, metric) for metric in shown}}
        for name, rows in scores.items()
    }


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("what", choices=["speed", "year", "graph"])
    parser.add_argument("--memories", type=int, default=10_000)
    parser.add_argument("--people", type=int, default=3)
    parser.add_argument("--turns", type=int, default=2_000)
    parser.add_argument("--fake", action="store_true", help="vectors from words instead of the encoder")
    given = parser.parse_args()
    if given.what == "speed":
        found = speed(given.memories)
    elif given.what == "graph":
        found = graph(given.people)
    else:
        found = year(given.people, given.turns, bundled=not given.fake)
    print(json.dumps(found, ensure_ascii=False, indent=2))


if __name__ == "__main__":
    main()
