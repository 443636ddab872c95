"""Speed of the spine on this machine: record, bulk import, indexing, recall, growth with users.

    python benchmarks/speed.py [--quick]

Recall is timed beyond embedding: the stages of `recall_detailed` other than "embed". Vectors come from a hash
of the words, 512-d, so that the index does its real work without a minute of encoding. p50 and p95 are over
all calls; "best" takes each question's best of five rounds, which other people's load disturbs less. TMPDIR
says where the files lie.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import random
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path

from saegim import Saegim, User
from saegim.testing import FakeEmbedder
from texts import sentences

QUESTIONS = 100
ROUNDS = 5
OTHERS_ASKING = 500


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
    for question in questions[:5]:
        user.recall_detailed(question)
    totals: dict[str, list[float]] = {}
    stages: dict[str, list[float]] = {}
    for _ in range(ROUNDS):
        for question in questions[5:]:
            found = user.recall_detailed(question)
            beyond = sum(ms for stage, ms in found.timings_ms.items() if stage != "embed")
            totals.setdefault(question, []).append(beyond)
            for stage, ms in found.timings_ms.items():
                stages.setdefault(stage, []).append(ms)
    each = [ms for values in totals.values() for ms in values]
    return {
        "p50_ms": round(statistics.median(each), 2),
        "p95_ms": round(p(each, 0.95), 2),
        # What is left when nobody else uses the machine: each question's best of the rounds.
        "p50_best_ms": round(statistics.median(min(values) for values in totals.values()), 2),
        **{f"{stage}_ms": round(statistics.median(values), 2) for stage, values in stages.items()},
    }


def measure_after_turns(user: User, lines: list[str]) -> dict[str, float]:
    """Recall as a conversation has it: each after a turn was written, whose words must be there."""
    took: list[float] = []
    for i, question in enumerate(random.Random(4).sample(lines, 30)):
        user.record(f"{i}번째 이야기를 했어", "그랬군요")
        took.append(beyond_embedding_ms(user, question))
    # The first ones make room for more rows.
    return {
        "after_a_turn_p50_ms": round(statistics.median(took[5:]), 2),
        "after_a_turn_best_ms": round(min(took[5:]), 2),
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
                **measure_after_turns(user, known),
                "first_ms": round(cold * 1000, 1),
                "fill_s": round(filled, 1),
                "index_s": round(indexed, 1),
                "distinct": stats.memories,
                "bytes_each": stats.bytes_on_disk // stats.memories,
            }
            say(f"{size:,} memories", figures)
    return results


def growth_of_users(few: int, many: int) -> dict[str, dict[str, float]]:
    """One person's recall beside few and beside many others, asked in turns so that both meet the same load.

    The others have one turn each, indexed; some of them ask as well, so that what is kept open and warm is
    full of them.
    """
    lines = list(sentences(1000))
    results: dict[str, dict[str, float]] = {}
    with ExitStack() as stack:
        users: dict[str, User] = {}
        for count in (few, many):
            saegim = stack.enter_context(open_saegim(stack.enter_context(tempfile.TemporaryDirectory())))
            user = saegim.user("one")
            user.upsert({"content": line} for line in lines)
            saegim.drain()
            made = timed(lambda saegim=saegim, count=count: make_others(saegim, count - 1))
            for i in range(min(count - 1, OTHERS_ASKING)):
                saegim.user(f"other-{i}").recall("커피 좋아하는 사람")
            name = f"{count:,} users"
            users[name] = user
            results[name] = {"each_made_and_indexed_ms": round(made * 1000 / (count - 1), 2)}
            say(name, results[name])
        asked = random.Random(5).sample(lines, QUESTIONS)
        took: dict[str, dict[str, list[float]]] = {name: {} for name in users}
        for _ in range(ROUNDS + 1):
            for question in asked:
                for name, user in users.items():
                    took[name].setdefault(question, []).append(beyond_embedding_ms(user, question))
    best: list[float] = []
    for name, by_question in took.items():
        # The first round is for warming up.
        each = [ms for values in by_question.values() for ms in values[1:]]
        best.append(statistics.median(min(values[1:]) for values in by_question.values()))
        results[name] |= {
            "p50_ms": round(statistics.median(each), 2),
            "p95_ms": round(p(each, 0.95), 2),
            "p50_best_ms": round(best[-1], 2),
        }
    results["many against few"] = {"p50_best": round(best[1] / best[0], 3)}
    return results


def make_others(saegim: Saegim, count: int) -> None:
    """That many people with one turn each. Indexed while their files are still open: half of the time."""
    for i in range(count):
        saegim.user(f"other-{i}").record("오늘은 커피를 두 잔 마셨어", "커피를 좋아하시네요")
        if i % 50 == 49 or i == count - 1:
            saegim.drain()
        if i % 1000 == 999:
            print(f"{i + 1:,} users made", file=sys.stderr, flush=True)


def beyond_embedding_ms(user: User, question: str) -> float:
    """The whole call, opening the user's file included, less the embedder's own time."""
    start = time.perf_counter()
    found = user.recall_detailed(question)
    return (time.perf_counter() - start) * 1000 - found.timings_ms["embed"]


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


def starting() -> dict[str, float]:
    """Processor time of the import and of whole commands, best of seven: a busy machine must not decide."""
    imported = "from time import process_time as t; a = t(); import saegim; print(t() - a)"
    figures = {"import_ms": min(float(_run("-c", imported)[1]) for _ in range(7)) * 1000}
    with tempfile.TemporaryDirectory() as folder:
        with open_saegim(folder) as saegim:
            saegim.user("me").record("안녕", "안녕하세요")
        for name in ("--help", "stats", "show"):
            call = f"import sys; sys.argv[1:] = [{name!r}]; from saegim.cli import main; main()"
            environment = {"SAEGIM_DATA": folder}
            figures[f"{name} cpu_ms"] = min(_run("-c", call, **environment)[0] for _ in range(7)) * 1000
    say("starting", figures)
    return figures


def _run(*arguments: str, **environment: str) -> tuple[float, str]:
    """(processor seconds, what it printed) of a fresh Python."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(
        [sys.executable, *arguments], capture_output=True, text=True, check=True,
        env={**os.environ, **environment},
    )  # fmt: skip
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, done.stdout


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--quick", action="store_true", help="smaller sizes")
    parser.add_argument("--only", choices=["start", "writing", "one", "users"])
    parser.add_argument("--out", type=Path, help="also write the result as JSON")
    arguments = parser.parse_args()
    result: dict[str, object] = {
        "machine": platform.processor() or platform.machine(),
        "python": platform.python_version(),
    }
    if arguments.only in (None, "start"):
        result["starting"] = starting()
    if arguments.only in (None, "writing"):
        result["writing"] = writing(2_000 if arguments.quick else 10_000)
    if arguments.only in (None, "one"):
        result["one user"] = growth_of_one_user(
            [1_000, 10_000] if arguments.quick else [1_000, 10_000, 100_000]
        )
    if arguments.only in (None, "users"):
        result["many users"] = growth_of_users(10, 500 if arguments.quick else 10_000)
    text = json.dumps(result, indent=2, ensure_ascii=False)
    print(text)
    if arguments.out:
        arguments.out.write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
