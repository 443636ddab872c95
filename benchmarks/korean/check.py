"""Check the files of saegim-ko: prints what is wrong, by name, and exits 1 if anything is."""

from __future__ import annotations

import sys
from collections import Counter
from datetime import timedelta
from pathlib import Path

from saegim.evaluate.datasets.saegim_ko import CLASSES, asked_at, read_chat, read_questions
from saegim.language.morphemes import load_analyser

HERE = Path(__file__).parent
LEAST_SESSIONS, LEAST_TURNS, LEAST_QUESTIONS = 15, 252, 34


def problems(path: Path) -> list[str]:
    """What is wrong with one person's two files."""
    found: list[str] = []
    turns = read_chat(path)
    by_id = {turn.id: turn for turn in turns}
    sessions = {turn.id.rsplit(".", 1)[0] for turn in turns}
    if len(by_id) != len(turns):
        found.append("two turns have one id")
    if len(sessions) < LEAST_SESSIONS:
        found.append(f"{len(sessions)} sessions, at least {LEAST_SESSIONS} wanted")
    if len(turns) < LEAST_TURNS:
        found.append(f"{len(turns)} turns, at least {LEAST_TURNS} wanted")
    if turns and turns[-1].at - turns[0].at < timedelta(days=365):
        found.append("spans less than a year")
    analyser = load_analyser("auto")
    asked = read_questions(path.with_suffix(".ask"))
    if len(asked) < LEAST_QUESTIONS:
        found.append(f"{len(asked)} questions, at least {LEAST_QUESTIONS} wanted")
    for number, question in enumerate(asked, 1):
        where = f"question {number} ({question.get('q')})"
        kind, gold = question["class"], question["gold"]
        if kind not in CLASSES:
            found.append(f"{where}: no such class {kind!r}")
        if asked_at(question) <= turns[-1].at:
            found.append(f"{where}: asked before the last turn")
        if unknown := [id_ for id_ in gold if id_ not in by_id]:
            found.append(f"{where}: no such turn {unknown}")
            continue
        if (kind == "unanswerable") != (not gold) or (question["answer"] is None) != (not gold):
            found.append(f"{where}: gold and answer do not go with the class")
        if kind == "multi" and len({id_.rsplit(".", 1)[0] for id_ in gold}) < 2:
            found.append(f"{where}: gold lies in one session")
        if kind == "changed" and question.get("when") not in ("now", "then"):
            found.append(f"{where}: says neither now nor then")
        if kind == "paraphrased":
            texts = [question["q"], *(by_id[id_].user for id_ in gold)]
            words, *said = (set(analysis.terms) for analysis in analyser.analyse(texts))
            for id_, terms in zip(gold, said, strict=True):
                if shared := words & terms:
                    found.append(f"{where}: shares {sorted(shared)} with {id_}")
    counts = Counter(question["class"] for question in asked)
    found += [f"only {counts[kind]} questions of class {kind}" for kind in CLASSES if counts[kind] < 3]
    print(
        f"{path.stem}: {len(sessions)} sessions, {len(turns)} turns, {len(asked)} questions, {dict(counts)}"
    )
    return found


def main(names: list[str]) -> int:
    paths = [
        path
        for folder in ("people", "english")
        for path in sorted((HERE / folder).glob("*.chat"))
        if not names or path.stem in names
    ]
    wrong = [f"{path.stem}: {problem}" for path in paths for problem in problems(path)]
    print("\n".join(wrong) or f"{len(paths)} people, all sound")
    return 1 if wrong or not paths else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
