"""What tending costs and what it does to a memory.

    python benchmarks/tend.py speed     tending 10,000 memories on one core, and turns recorded meanwhile
    python benchmarks/tend.py year      a simulated year of three people, with and without tending
    python benchmarks/tend.py graph     recall with memories on saegim-ko (dev), links followed 0, 1, 2 hops

No language model, no network. Times are of this machine; take them as ratios.
"""

from __future__ import annotations

import argparse
import gc
import json
import os
import random
import shutil
import statistics
import subprocess
import sys
import threading
import time
from collections import Counter
from datetime import timedelta
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

os.environ.setdefault("OMP_NUM_THREADS", "1")
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
sys.path.insert(0, str(Path(__file__).parent))

from saegim import Saegim, User
from saegim.language.morphemes import KiwiAnalyser
from saegim.remember.slots import holds_one
from saegim.testing import FakeEmbedder, FrozenClock
from simulated_year import START, Year, live

KIWI = KiwiAnalyser()

# How long, and who waits.


def speed(memories: int, turns: int, *, apart: bool) -> dict[str, Any]:
    """Tend so many memories, a fifth of them said twice, while turns are recorded.

    The same filled folder is tended as often as it takes to record so many turns meanwhile; as many are
    recorded while nobody tends, in the same process. `apart`: another process tends.
    """
    with TemporaryDirectory() as folder:
        filled = _fill(Path(folder) / "filled", memories)
        tendings: list[dict[str, Any]] = []
        alone: list[Waited] = []
        meanwhile: list[Waited] = []
        while len(meanwhile) < turns:
            copy = Path(folder) / f"copy{len(tendings)}"
            shutil.copytree(Path(folder) / "filled", copy)
            with _opened(copy) as made:
                tendings.append(_tend_once(made, copy if apart else None, alone, meanwhile))
            shutil.rmtree(copy)
        return {
            "memories": memories,
            "indexing_s": round(filled, 1),
            "tendings": tendings,
            "turns_alone": _told(alone),
            "turns_meanwhile": _told(meanwhile),
            "load": os.getloadavg()[0],
        }


def _opened(folder: Path) -> Saegim:
    clock = FrozenClock()
    clock.move(days=8)
    return Saegim(folder, embedder=FakeEmbedder(), analyser=KIWI, clock=clock, worker="none")


def _fill(folder: Path, memories: int) -> float:
    clock = FrozenClock()
    with Saegim(folder, embedder=FakeEmbedder(), analyser=KIWI, clock=clock, worker="none") as made:
        made.user("minji").upsert(_rows(memories, clock))
        began = time.perf_counter()
        made.drain()
        return time.perf_counter() - began


def _tend_once(
    made: Saegim, apart: Path | None, alone: list[Waited], meanwhile: list[Waited]
) -> dict[str, Any]:
    """Turns while nobody tends, then as many as a tending lasts."""
    user = made.user("minji")
    watch = Watch(made)
    with watch:
        user.record("오늘 날씨 좋다", "그러네요")
        alone += watch.turns(user, None, 400)
        told: dict[str, Any] = {}

        ready = threading.Event()

        def tend() -> None:
            if apart is None:
                watch.tending = (threading.get_native_id(), "self")
                ready.set()
                told.update(_tended(user))
                return
            command = [sys.executable, __file__, "apart", "--folder", str(apart)]
            with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as child:
                assert child.stdout is not None
                child.stdout.readline()
                watch.tending = (child.pid, child.pid)
                ready.set()
                told.update(json.loads(child.stdout.read()))

        thread = threading.Thread(target=tend)
        thread.start()
        ready.wait()
        meanwhile += watch.turns(user, thread, 100_000)
        thread.join()
    start = time.perf_counter()
    again = user.tend()
    return {**told, "again_s": round(time.perf_counter() - start, 2), "again_did": dict(again.did)}


def _tended(user: User) -> dict[str, Any]:
    start, processor = time.perf_counter(), time.thread_time()
    run = user.tend()
    return {
        "seconds": round(time.perf_counter() - start, 2),
        "processor_s": round(time.thread_time() - processor, 2),
        "did": dict(run.did),
        "read": dict(run.read),
    }


def tend_apart(folder: Path) -> dict[str, Any]:
    """What the other process does."""
    with _opened(folder) as made:
        print("ready", flush=True)
        return _tended(made.user("minji"))


class Waited(NamedTuple):
    """Where the milliseconds of one turn went.

    `lock`: for the write lock, while its holder worked. `collector`: for Python's garbage collector. `other`:
    for the interpreter, which the thread that tends had, for another process that wrote, or for the disk.
    `queue`: other programs had the processor that this thread, or the holder of the lock, was ready to use.
    `stood`: so much of `other`, at most, was because the thread that tends had no processor either.
    """

    all: float
    own: float
    lock: float
    collector: float
    other: float
    queue: float
    stood: float

    @property
    def blocked(self) -> float:
        """What this program made it wait, at most."""
        return self.lock + self.collector + self.other


class Watch:
    """Times turns, and what they wait for."""

    def __init__(self, made: Saegim) -> None:
        self._made = made
        self._waited = 0.0
        self._stood = 0.0
        self.watched = 0
        # The thread that tends, and its process.
        self.tending: tuple[int, int | str] = (0, "self")
        self._collected: list[tuple[float, float]] = []
        self._began = 0.0

    def __enter__(self) -> Watch:
        with self._made.store.user("minji") as store:
            store._write_lock = TimedLock(store._write_lock, self)  # type: ignore[attr-defined]
        gc.callbacks.append(self._collects)
        return self

    def __exit__(self, *_: object) -> None:
        gc.callbacks.remove(self._collects)

    def _collects(self, phase: str, _: object) -> None:
        if phase == "start":
            self._began = time.perf_counter()
        else:
            self._collected.append((self._began, time.perf_counter()))

    def turns(self, user: User, thread: threading.Thread | None, most: int) -> list[Waited]:
        """Turns, one every 20 ms, for as long as the thread lives."""
        taken: list[Waited] = []
        while len(taken) < most and (thread is None or thread.is_alive()):
            self._waited, self._stood, self.watched = 0.0, 0.0, threading.get_ident()
            self._collected.clear()
            tending = _queued_s(*self.tending)
            start, own, queued = time.perf_counter(), time.thread_time(), _queued_s()
            user.record("오늘 날씨 좋다", "그러네요")
            end, used, queue = time.perf_counter(), time.thread_time() - own, _queued_s() - queued
            swept = sum(max(0.0, min(end, last) - max(start, first)) for first, last in list(self._collected))
            rest = end - start - used - self._waited - queue
            collector = max(0.0, min(rest, swept))
            other = max(0.0, rest - collector)
            stood = min(other, max(0.0, _queued_s(*self.tending) - tending - self._stood))
            lock, queue = self._waited - self._stood, queue + self._stood
            parts = (end - start, used, lock, collector, other, queue, stood)
            taken.append(Waited(*(part * 1000 for part in parts)))
            time.sleep(0.02)
        return taken

    def waited(self, seconds: float, stood_s: float) -> None:
        """Told by the lock: so long, of which its holder stood still for want of a processor."""
        if threading.get_ident() == self.watched:
            self._waited += seconds
            self._stood += max(0.0, min(seconds, stood_s))


class TimedLock:
    """A lock that tells how long it was waited for."""

    def __init__(self, lock: Any, watch: Watch) -> None:
        self._lock, self._watch, self._holder = lock, watch, 0

    def __enter__(self) -> None:
        if not self._lock.acquire(blocking=False):
            start, holder = time.perf_counter(), self._holder
            stood = _queued_s(holder)
            self._lock.acquire()
            self._watch.waited(time.perf_counter() - start, _queued_s(holder) - stood)
        self._holder = threading.get_native_id()

    def __exit__(self, *_: object) -> None:
        self._lock.release()


def _queued_s(thread: int | None = None, process: int | str = "self") -> float:
    """Seconds a thread was ready to run and had no processor; 0 where the system does not say."""
    try:
        name = "thread-self" if thread is None else f"{process}/task/{thread}"
        return int(Path(f"/proc/{name}/schedstat").read_text().split()[1]) / 1e9
    except OSError:
        return 0.0


def _told(turns: list[Waited]) -> dict[str, Any]:
    """The spread of what turns took, of what this program made them wait, and the three longest of each."""

    def shown(found: list[Waited]) -> list[dict[str, float]]:
        return [{name: round(part, 1) for name, part in turn._asdict().items()} for turn in found]

    return {
        "turns": len(turns),
        "all_ms": _spread([turn.all for turn in turns]),
        "blocked_ms": _spread([turn.blocked for turn in turns]),
        "blocked_at_least_ms": _spread([turn.blocked - turn.stood for turn in turns]),
        "longest": shown(sorted(turns, reverse=True)[:3]),
        "most_blocked": shown(sorted(turns, key=lambda turn: turn.blocked, reverse=True)[:3]),
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


def _spread(values: list[float]) -> dict[str, float]:
    ordered = sorted(values)
    return {
        "median": round(statistics.median(ordered), 2),
        "p99": round(ordered[int(len(ordered) * 0.99)], 2),
        "most": round(ordered[-1], 2),
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
    parser.add_argument("what", choices=["speed", "year", "graph", "apart"])
    parser.add_argument("--apart", action="store_true", help="speed: tended by another process")
    parser.add_argument("--folder", type=Path, help="apart: whose data (called by speed --apart)")
    parser.add_argument("--memories", type=int, default=10_000)
    parser.add_argument("--meanwhile", type=int, default=1_000, help="turns recorded while tending")
    parser.add_argument("--people", type=int, default=3)
    parser.add_argument("--turns", type=int, default=2_000)
    parser.add_argument("--fake", action="store_true", help="vectors from words instead of the encoder")
    given = parser.parse_args()
    if given.what == "speed":
        found = speed(given.memories, given.meanwhile, apart=given.apart)
    elif given.what == "apart":
        found = tend_apart(given.folder)
    elif given.what == "graph":
        found = graph(given.people)
    else:
        found = year(given.people, given.turns, bundled=not given.fake)
    print(json.dumps(found, ensure_ascii=False, indent=2))


if __name__ == "__main__":
    main()
