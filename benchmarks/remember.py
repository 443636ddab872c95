"""Record and remember, without a language model: how many turns a second, and how long a record takes.

    python benchmarks/remember.py [--turns 1000] [--json]

Turns are those of saegim-ko, with the real analyser and the bundled encoder, one by one, encrypted, on one
core: every turn is recorded, its texts analysed and embedded, read by the rules, and what it teaches is kept.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import tempfile
import time
from pathlib import Path

os.environ.setdefault("OMP_NUM_THREADS", "1")
KOREAN = Path(__file__).parent / "korean" / "people"


def read_turns(count: int) -> list[tuple[str, str]]:
    """(user, assistant) of turns in order, as many from each person; again from the start if need be."""
    turns: list[tuple[str, str]] = []
    people = sorted(KOREAN.glob("*.chat"))
    for path in people:
        own: list[tuple[str, str]] = []
        said: list[str] = []
        for line in path.read_text(encoding="utf-8").splitlines():
            mark, _, rest = line.partition(" ")
            if mark == "u":
                said.append(rest)
            elif mark == "a":
                own.append(("\n".join(said), rest))
                said = []
        turns += own[: -(-count // len(people))]
    return [turns[n % len(turns)] for n in range(count)]


def measure(count: int) -> dict[str, float]:
    """Seconds of each part and what came of it."""
    from saegim import Saegim

    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {0})
    turns = read_turns(count)
    with tempfile.TemporaryDirectory() as folder, Saegim(folder, worker="none") as saegim:
        user = saegim.user("minji")
        user.record("준비", "네")
        saegim.drain()
        each: list[float] = []
        began, cpu = time.perf_counter(), time.process_time()
        for said, answered in turns:
            started = time.perf_counter()
            user.record(said, answered)
            each.append(time.perf_counter() - started)
        recorded = time.perf_counter() - began
        saegim.drain()
        wall, spent = time.perf_counter() - began, time.process_time() - cpu
        each.sort()
        return {
            "turns": count,
            "record_p50_ms": statistics.median(each) * 1000,
            "record_p95_ms": each[int(len(each) * 0.95)] * 1000,
            "record_s": recorded,
            "turns_per_second": count / wall,
            "turns_per_cpu_second": count / spent,
            "memories": len(user.memories(limit=10_000)),
            "candidates": len(user.candidates(limit=10_000)),
        }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--turns", type=int, default=1000)
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    found = measure(arguments.turns)
    if arguments.json:
        print(json.dumps(found))
        return
    for name, value in found.items():
        print(f"{name:24} {value:10.2f}")


if __name__ == "__main__":
    main()
