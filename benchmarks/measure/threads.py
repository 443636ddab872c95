"""Throughput with more threads in one process: the same work, shared by 1 to 8."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from tempfile import TemporaryDirectory

from measure.ours import USER, distinct, open_saegim, some
from measure.sections import Chart, Section, Tell
from saegim import Saegim

COMMAND = "python benchmarks/bench.py --only threads"
THREADS = (1, 2, 4, 8)
PEOPLE, MEMORIES, CALLS, ROUNDS = 8, 300, 240, 3


def throughput(tell: Tell) -> Section:
    section = Section(
        name="threads",
        title="Throughput by threads",
        command=COMMAND,
        note=f"{PEOPLE} people with {MEMORIES} memories each, {CALLS} calls spread over them (one person: "
        f"all to one), best of {ROUNDS} rounds in turn. Calls a second, encoder left out. This machine "
        f"has {os.cpu_count()} cores, shared with other work; Python holds one thread at a time outside "
        "of numpy and SQLite.",
        columns=("threads", "recall/s", "recall/s, one person", "record/s", "record/s, one person"),
        charts=(Chart("recall/s", "/s"),),
    )
    lines = distinct(MEMORIES)
    with TemporaryDirectory() as folder, open_saegim(folder) as saegim:
        for i in range(PEOPLE):
            saegim.user(f"{USER}-{i}").upsert({"content": line} for line in lines)
        saegim.drain()
        questions = some(lines, min(CALLS, len(lines)), seed=9)
        best: dict[tuple[int, int], float] = {}
        for _ in range(ROUNDS):
            for threads in THREADS:
                for column, work in enumerate(_work(saegim, questions)):
                    rate = _rate(work, threads)
                    best[threads, column] = max(rate, best.get((threads, column), 0.0))
            saegim.drain()
            tell("a round of threads measured")
    for threads in THREADS:
        section.rows.append([threads, *(round(best[threads, column]) for column in range(4))])
    section.figures = {f"recall/s with {threads} threads": best[threads, 0] for threads in THREADS}
    return section


def _work(saegim: Saegim, questions: list[str]) -> list[Callable[[int], object]]:
    def recall(person: int, i: int) -> object:
        return saegim.user(f"{USER}-{person}").recall(questions[i % len(questions)])

    def record(person: int, i: int) -> object:
        return saegim.user(f"{USER}-{person}").record(f"{i}번째 이야기를 했어", "그랬군요")

    return [
        lambda i: recall(i % PEOPLE, i),
        lambda i: recall(0, i),
        lambda i: record(i % PEOPLE, i),
        lambda i: record(0, i),
    ]


def _rate(work: Callable[[int], object], threads: int) -> float:
    with ThreadPoolExecutor(threads) as pool:
        # Threads are made before the clock starts.
        list(pool.map(time.sleep, [0.01] * threads))
        start = time.perf_counter()
        list(pool.map(work, range(CALLS)))
        return CALLS / (time.perf_counter() - start)
