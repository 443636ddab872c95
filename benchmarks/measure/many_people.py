"""One person's recall beside few and beside many others."""

from __future__ import annotations

import time
from contextlib import ExitStack
from pathlib import Path
from tempfile import TemporaryDirectory

from measure.ours import USER, beyond_embedding_ms, distinct, fill, open_saegim, some
from measure.sections import Chart, Section, Tell
from measure.timing import Rounds
from saegim import Saegim, User

COMMAND = "python benchmarks/bench.py --only users"
MEMORIES, QUESTIONS, ROUNDS = 1_000, 100, 5
# So many of the others ask as well: what is kept open and warm is full of them.
OTHERS_ASKING = 500
TURNS = 60


def growth_of_users(counts: list[int], tell: Tell) -> Section:
    """Asked in turn, so that all meet the same load."""
    section = Section(
        name="users",
        title="More people",
        command=COMMAND,
        note=f"One person with {MEMORIES:,} memories, the others with one turn each, indexed; up to "
        f"{OTHERS_ASKING} of them ask as well before. All in one run, question by question in turn; whole "
        f"calls beyond embedding. Best: the median over questions of each one's best of {ROUNDS} rounds. "
        "Disk: everything, a person.",
        columns=(
            "people", "recall best ms", "recall p50 ms", "times the fewest (best)", "record p50 ms",
            "a person made and indexed ms", "disk kB/person", "opening the folder ms",
        ),
        charts=(Chart("recall best ms", "ms"),),
    )  # fmt: skip
    lines = distinct(MEMORIES)
    with ExitStack() as stack:
        users: dict[int, User] = {}
        made: dict[int, float] = {}
        opening: dict[int, float] = {}
        disk: dict[int, float] = {}
        for count in counts:
            folder = stack.enter_context(TemporaryDirectory())
            with open_saegim(folder) as saegim:
                fill(saegim, lines, tell)
                made[count] = _make_others(saegim, count - 1, tell) * 1000 / (count - 1)
            disk[count] = _bytes(Path(folder)) / count
            at = time.perf_counter()
            saegim = stack.enter_context(open_saegim(folder))
            users[count] = saegim.user(USER)
            users[count].stats()
            opening[count] = (time.perf_counter() - at) * 1000
            for i in range(min(count - 1, OTHERS_ASKING)):
                saegim.user(f"other-{i}").recall("커피 좋아하는 사람")
        recalls = {count: Rounds() for count in counts}
        records = {count: Rounds() for count in counts}
        for number in range(ROUNDS + 1):
            for question in some(lines, QUESTIONS, seed=5):
                for count, user in users.items():
                    ms = beyond_embedding_ms(user, question)
                    # The first round is for warming up.
                    if number:
                        recalls[count].put(question, ms)
        for i in range(TURNS):
            for count, user in users.items():
                at = time.perf_counter()
                user.record(f"{i}번째 이야기를 했어", "그랬군요")
                records[count].put(i, (time.perf_counter() - at) * 1000)
    few = recalls[counts[0]].best
    for count in counts:
        best = recalls[count].best
        section.rows.append(
            [
                f"{count:,}", best, recalls[count].p50, best / few, records[count].p50, made[count],
                round(disk[count] / 1000, 1), opening[count],
            ]
        )  # fmt: skip
        section.figures[f"recall with {count} against {counts[0]}"] = best / few
    return section


def _make_others(saegim: Saegim, count: int, tell: Tell) -> float:
    """That many people with one turn each; seconds. Indexed while their files are open: half of the time."""
    start = time.perf_counter()
    for i in range(count):
        saegim.user(f"other-{i}").record("오늘은 커피를 두 잔 마셨어", "커피를 좋아하시네요")
        if i % 50 == 49 or i == count - 1:
            saegim.drain()
        if i % 1000 == 999:
            tell(f"{i + 1:,} of {count:,} people made")
    return time.perf_counter() - start


def _bytes(folder: Path) -> int:
    return sum(file.stat().st_size for file in folder.rglob("*") if file.is_file())
