"""Speed of the spine on this machine: record, bulk import, indexing, recall, growth with users.

    python benchmarks/speed.py [--quick]

Recall is timed beyond embedding (the embedder's own time is measured apart): the stages of
`recall_detailed` other than "embed". Vectors come from a hash of the words, 512-d, so that the index does
its real work without a minute of encoding. Times are medians over questions; ratios are what to compare.
"""

from __future__ import annotations

import argparse
import json
import platform
import random
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from saegim import Saegim, User
from saegim.testing import FakeEmbedder
from texts import sentences

QUESTIONS = 100


def timed(call: Callable[[], object]) -> float:
    start = time.perf_counter()
    call()
    return time.perf_counter() - start


def p(values: list[float], share: float) -> float:
    return sorted(values)[min(len(values) - 1, int(len(values) * share))]


def open_saegim(folder: str, **more: object) -> Saegim:
    return Saegim(folder, embedder=FakeEmbedder(dimensions=512), worker="none", **more)


def say(name: str, figures: dict[str, float]) -> None:
    """Each figure as it comes: the large sizes take minutes."""
    print(f"{name}: {json.dumps(figures)}", file=sys.stderr, flush=True)


def measure_recall(user: User, lines: list[str], *, seed: int = 3) -> dict[str, float]:
    questions = random.Random(seed).sample(lines, QUESTIONS + 5)
    totals: list[float] = []
    stages: dict[str, list[float]] = {}
    for i, question in enumerate(questions):
        found = user.recall_detailed(question)
        if i < 5:
            continue
        totals.append(sum(ms for stage, ms in found.timings_ms.items() if stage != "embed"))
        for stage, ms in found.timings_ms.items():
            stages.setdefault(stage, []).append(ms)
    return {
        "p50_ms": round(statistics.median(totals), 2),
        "p95_ms": round(p(totals, 0.95), 2),
        **{f"{stage}_ms": round(statistics.median(values), 2) for stage, values in stages.items()},
    }


def growth_of_one_user(sizes: list[int]) -> dict[str, dict[str, float]]:
    results = {}
    for size in sizes:
        with tempfile.TemporaryDirectory() as folder, open_saegim(folder) as saegim:
            user = saegim.user("one")
            filled = timed(
                lambda user=user, size=size: user.upsert({"content": line} for line in sentences(size))
            )
            indexed = timed(saegim.drain)
            known = [memory.content for memory in user.memories(limit=10_000)]
            cold = timed(lambda user=user, asked=known[0]: user.recall(asked))
            stats = user.stats()
            results[f"{size:,} memories"] = figures = {
                **measure_recall(user, known),
                "first_ms": round(cold * 1000, 1),
                "fill_s": round(filled, 1),
                "index_s": round(indexed, 1),
                "distinct": stats.memories,
                "bytes_each": stats.bytes_on_disk // stats.memories,
            }
            say(f"{size:,} memories", figures)
    return results


def growth_of_users(counts: list[int]) -> dict[str, dict[str, float]]:
    results = {}
    lines = list(sentences(1000))
    for count in counts:
        with tempfile.TemporaryDirectory() as folder, open_saegim(folder) as saegim:
            user = saegim.user("one")
            user.upsert({"content": line} for line in lines)
            for i in range(count - 1):
                saegim.user(f"other-{i}").remember("커피를 좋아한다")
            saegim.drain()
            opened = timed(lambda user=user: user.stats())
            results[f"{count:,} users"] = {
                "reopen_ms": round(opened * 1000, 2),
                **measure_recall(user, lines),
            }
    return results


def writing(turns: int) -> dict[str, float]:
    lines = list(sentences(2 * turns + 2000, seed=11))
    with tempfile.TemporaryDirectory() as folder, open_saegim(folder) as saegim:
        user = saegim.user("one")
        saegim._core.analyser.analyse(["준비"])
        user.record(lines[0], lines[1])
        each = [timed(lambda i=i: user.record(lines[i], lines[i + 1])) for i in range(0, 600, 2)]
        saegim.drain()
        said = [
            {"role": "user" if i % 2 == 0 else "assistant", "content": line}
            for i, line in enumerate(lines[2000 : 2000 + 2 * turns])
        ]
        bulk = timed(lambda: user.record_messages(said))
        words_pending = user.stats().not_indexed
        index = timed(saegim.drain)
        return {
            "record_p50_ms": round(statistics.median(each) * 1000, 2),
            "record_p95_ms": round(p(each, 0.95) * 1000, 2),
            "bulk_turns_per_s": round(turns / bulk),
            "pending_after_bulk": words_pending,
            "indexed_turns_per_s": round(turns / index),
        }


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--quick", action="store_true", help="smaller sizes")
    parser.add_argument("--only", choices=["writing", "one", "users"])
    parser.add_argument("--out", type=Path, help="also write the result as JSON")
    arguments = parser.parse_args()
    result: dict[str, object] = {
        "machine": platform.processor() or platform.machine(),
        "python": platform.python_version(),
    }
    if arguments.only in (None, "writing"):
        result["writing"] = writing(2_000 if arguments.quick else 10_000)
    if arguments.only in (None, "one"):
        result["one user"] = growth_of_one_user(
            [1_000, 10_000] if arguments.quick else [1_000, 10_000, 100_000]
        )
    if arguments.only in (None, "users"):
        result["many users"] = growth_of_users([10, 500] if arguments.quick else [10, 10_000])
    text = json.dumps(result, indent=2, ensure_ascii=False)
    print(text)
    if arguments.out:
        arguments.out.write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
