"""Encrypted beside plain, asked and written in turn: what encryption costs."""

from __future__ import annotations

import time
from contextlib import ExitStack
from tempfile import TemporaryDirectory

from measure.ours import USER, beyond_embedding_ms, distinct, fill, open_saegim, some
from measure.sections import Section, Tell
from measure.timing import Rounds

COMMAND = "python benchmarks/bench.py --only encryption"
QUESTIONS, ROUNDS, OPENINGS, WRITES = 60, 5, 5, 60


def encrypted_against_plain(size: int, tell: Tell) -> Section:
    section = Section(
        name="encryption",
        title=f"Encrypted against plain, {size:,} memories",
        command=COMMAND,
        note="Both in one run, call by call in turn. Opening: the folder opened again and the first "
        f"recall, best of {OPENINGS}. Recall: median of each question's best of {ROUNDS} rounds.",
        columns=(
            "",
            "record p50 ms",
            "recall best ms",
            "opening best ms",
            "written a second",
            "disk B/memory",
        ),
    )
    lines = distinct(size)
    questions = some(lines, QUESTIONS, seed=6)
    figures: dict[str, list[float]] = {}
    with ExitStack() as stack:
        folders = {name: stack.enter_context(TemporaryDirectory()) for name in ("encrypted", "plain")}
        writing, disk = {}, {}
        for name, folder in folders.items():
            with open_saegim(folder, encryption=name == "encrypted") as saegim:
                written, _ = fill(saegim, lines, tell)
                writing[name], disk[name] = size / written, saegim.user(USER).stats().bytes_on_disk / size
        opening = {name: Rounds() for name in folders}
        for _ in range(OPENINGS):
            for name, folder in folders.items():
                at = time.perf_counter()
                with open_saegim(folder, encryption=name == "encrypted") as saegim:
                    saegim.user(USER).recall(questions[0])
                    opening[name].put(name, (time.perf_counter() - at) * 1000)
        recalls = {name: Rounds() for name in folders}
        records = {name: Rounds() for name in folders}
        open_ = {
            name: stack.enter_context(open_saegim(folder, encryption=name == "encrypted"))
            for name, folder in folders.items()
        }
        users = {name: saegim.user(USER) for name, saegim in open_.items()}
        for number in range(ROUNDS + 1):
            for question in questions:
                for name, user in users.items():
                    ms = beyond_embedding_ms(user, question)
                    if number:
                        recalls[name].put(question, ms)
        for i in range(WRITES):
            for name, user in users.items():
                at = time.perf_counter()
                user.record(f"{i}번째 이야기를 했어", "그랬군요")
                records[name].put(i, (time.perf_counter() - at) * 1000)
        for name in folders:
            figures[name] = [
                records[name].p50, recalls[name].best, opening[name].best, writing[name], disk[name],
            ]  # fmt: skip
    for name, values in figures.items():
        section.rows.append([name, *values[:3], round(values[3]), round(values[4])])
    ratios = [one / other for one, other in zip(figures["encrypted"], figures["plain"], strict=True)]
    section.rows.append(["encrypted / plain", *ratios])
    section.figures = {
        "recall encrypted against plain": ratios[1],
        "record encrypted against plain": ratios[0],
    }
    return section
