"""One person with more and more memories: record, remember, recall, context, cold open, memory, disk.

Each size runs in a process of its own (`python -m measure.one_person SIZE`), so that its memory is its own.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from measure.ours import USER, beyond_embedding_ms, distinct, fill, open_saegim, some
from measure.sections import Chart, Section, Tell
from measure.timing import Rounds

COMMAND = "python benchmarks/bench.py --only sizes"
QUESTIONS, CONTEXTS, ROUNDS = 60, 20, 5
WRITES = 60


def growth_of_one(sizes: list[int], tell: Tell) -> Section:
    section = Section(
        name="sizes",
        title="One person, more memories",
        command=COMMAND,
        note=(
            "Encrypted, real morphemes, 512-d vectors. record: a turn, durable. remember: a memory by "
            "hand. Recall is beyond embedding, context the whole call (the stand-in for the encoder takes "
            f"a tenth of a millisecond). Best: the median over questions of each one's best of {ROUNDS} "
            "rounds; p50: of all calls; after a turn: recalled right after one was written. Cold: a new "
            "process, the folder opened, the analyser loaded, a first recall. Memory: the process with "
            "the person warm less the process before, a memory."
        ),
        columns=(
            "memories", "record p50 ms", "remember p50 ms", "recall best ms", "recall p50 ms",
            "after a turn p50 ms", "context best ms", "context p50 ms", "cold s", "of it the person s",
            "disk B/memory", "memory B/memory", "written a second", "indexed a second",
        ),
        charts=(Chart("recall best ms", "ms"),),
    )  # fmt: skip
    for size in sizes:
        found = _in_a_process(size, tell)
        section.rows.append([f"{size:,}", *(found[name] for name in _COLUMNS)])
        section.figures |= {f"{name} at {size}": found[name] for name in found}
        stages = ", ".join(f"{stage} {ms:.2f}" for stage, ms in found["stages"].items() if stage != "embed")
        section.note += f" Stages of recall at {size:,} (best ms): {stages}."
        del section.figures[f"stages at {size}"]
    return section


_COLUMNS = (
    "record", "remember", "recall best", "recall p50", "after a turn", "context best", "context p50",
    "cold", "first recall", "disk", "memory", "written", "indexed",
)  # fmt: skip


def _in_a_process(size: int, tell: Tell) -> dict[str, Any]:
    with TemporaryDirectory() as folder:
        filled = _run("fill", size, folder, tell)
        measured = _run("measure", size, folder, tell)
    return {**filled, **measured}


def _run(what: str, size: int, folder: str, tell: Tell) -> dict[str, Any]:
    process = subprocess.Popen(
        [sys.executable, "-m", "measure.one_person", what, str(size), folder],
        cwd=Path(__file__).parents[1],
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    last = "{}"
    for line in process.stdout:
        last = line
        if not line.startswith("{"):
            tell(line.strip())
    if process.wait():
        raise RuntimeError(f"measuring {size:,} memories failed")
    found: dict[str, Any] = json.loads(last)
    return found


def _fill(size: int, folder: Path) -> dict[str, float]:
    with open_saegim(folder) as saegim:
        written, indexed = fill(saegim, distinct(size), lambda text: print(text, flush=True))
        disk = saegim.user(USER).stats().bytes_on_disk
    return {"written": round(size / written), "indexed": round(size / indexed), "disk": round(disk / size)}


def _measure(size: int, folder: Path) -> dict[str, Any]:
    lines = distinct(size)
    questions = some(lines, QUESTIONS, seed=3)
    start = time.perf_counter()
    with open_saegim(folder) as saegim:
        user = saegim.user(USER)
        saegim._core.analyser.analyse(["준비"])
        before, loaded = _resident(), time.perf_counter()
        user.recall(questions[0])
        now = time.perf_counter()
        cold, first = now - start, now - loaded
        memory = max(_resident() - before, 0) / size
        recalls, contexts = Rounds(), Rounds()
        stages: dict[str, Rounds] = {}
        for number in range(ROUNDS + 1):
            for question in questions:
                at = time.perf_counter()
                found = user.recall_detailed(question)
                ms = (time.perf_counter() - at) * 1000 - found.timings_ms["embed"]
                if number:
                    recalls.put(question, ms)
                    for stage, took in found.timings_ms.items():
                        stages.setdefault(stage, Rounds()).put(question, took)
        for number in range(ROUNDS + 1):
            for question in questions[:CONTEXTS]:
                at = time.perf_counter()
                user.context(question)
                if number:
                    contexts.put(question, (time.perf_counter() - at) * 1000)
        record, remember, after = Rounds(), Rounds(), Rounds()
        for i, question in enumerate(some(lines, WRITES, seed=4)):
            at = time.perf_counter()
            user.record(f"{i}번째 이야기를 했어", "그랬군요")
            record.put(i, (time.perf_counter() - at) * 1000)
            after.put(i, beyond_embedding_ms(user, question))
            at = time.perf_counter()
            user.remember(f"{i}번째로 기억할 일이 있다")
            remember.put(i, (time.perf_counter() - at) * 1000)
    return {
        "record": record.p50,
        "remember": remember.p50,
        "recall best": recalls.best,
        "recall p50": recalls.p50,
        "after a turn": after.p50,
        "context best": contexts.best,
        "context p50": contexts.p50,
        "cold": cold,
        "first recall": first,
        "memory": round(memory),
        "stages": {stage: rounds.best for stage, rounds in stages.items()},
    }


def _resident() -> int:
    """Memory of this process; 0 where the system does not tell."""
    try:
        return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except OSError:
        return 0


if __name__ == "__main__":
    what, size, folder = sys.argv[1], int(sys.argv[2]), Path(sys.argv[3])
    print(json.dumps(_fill(size, folder) if what == "fill" else _measure(size, folder)))
