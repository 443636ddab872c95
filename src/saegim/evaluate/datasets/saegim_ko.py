"""saegim-ko: people talking with an assistant, and questions about what they said.

The format is described in benchmarks/korean/README.md.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import datetime, timedelta
from pathlib import Path
from typing import NamedTuple
from zoneinfo import ZoneInfo

from saegim.errors import InvalidInput, NotFound
from saegim.evaluate.cases import Case, Dataset, Question, Said, kinds_in_order
from saegim.models import JsonObject

ZONE = "Asia/Seoul"
SEOUL = ZoneInfo(ZONE)
CLASSES = ("direct", "paraphrased", "indirect", "multi", "temporal", "changed", "who", "unanswerable")
FOLDERS = {"ko": "people", "en": "english"}


class ChatTurn(NamedTuple):
    """One exchange as it stands in a file."""

    id: str
    at: datetime
    user: str
    assistant: str


def read_chat(path: Path) -> list[ChatTurn]:
    """The turns of a person in order; `ValueError` names the line that is wrong."""
    turns: list[ChatTurn] = []
    session, count, at = "", 0, datetime.min.replace(tzinfo=SEOUL)
    said: list[str] = []
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        mark, _, rest = line.partition(" ")
        if not line.strip() or mark == "@":
            continue
        where = f"{path.name}:{number}"
        if mark == "#":
            session, _, when = rest.partition(" ")
            began = datetime.fromisoformat(when.strip()).replace(tzinfo=SEOUL)
            if said or began <= at:
                raise ValueError(f"{where}: a session that begins inside a turn or before the last one ended")
            count, at = 0, began
        elif mark == "+":
            at += timedelta(minutes=int(rest))
        elif mark == "u" and session:
            said.append(rest.strip())
        elif mark == "a" and session and said:
            count += 1
            turns.append(ChatTurn(f"{session}.{count}", at, "\n".join(said), rest.strip()))
            said, at = [], at + timedelta(minutes=1)
        else:
            raise ValueError(f"{where}: cannot be read: {line[:40]!r}")
    if said:
        raise ValueError(f"{path.name}: ends inside a turn")
    return turns


def read_questions(path: Path) -> list[JsonObject]:
    """The questions of a person as they stand in the file."""
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]


def asked_at(question: JsonObject) -> datetime:
    """When a question is asked, in Seoul."""
    return datetime.fromisoformat(str(question["at"])).replace(tzinfo=SEOUL)


def read_person(path: Path, language: str) -> Case:
    """A person from their .chat file and the .ask file beside it."""
    said: list[Said] = []
    for turn in read_chat(path):
        session = turn.id.rsplit(".", 1)[0]
        said.append(Said(turn.id, session, "user", turn.user, turn.at))
        said.append(Said(turn.id, session, "assistant", turn.assistant, turn.at))
    questions = tuple(_question(one) for one in read_questions(path.with_suffix(".ask")))
    return Case(path.stem, language, ZONE, tuple(said), questions)


def _question(one: JsonObject) -> Question:
    gold = one["gold"]
    assert isinstance(gold, list)
    answer = None if one["answer"] is None else str(one["answer"])
    return Question(str(one["q"]), asked_at(one), str(one["class"]), frozenset(map(str, gold)), answer)


def read_saegim_ko(
    path: Path, *, split: str | None = None, language: str | None = None, names: Sequence[str] = ()
) -> Dataset:
    """The people of a split ("dev", "test" or both), Korean, English or both."""
    splits = json.loads((path / "split.json").read_text(encoding="utf-8"))
    if split is not None and split not in splits:
        known = ", ".join(splits)
        raise InvalidInput("split", f"one of {known}", f"{known} 중 하나")
    wanted = set(splits[split]) if split is not None else {name for some in splits.values() for name in some}
    if unknown := set(names) - wanted:
        raise NotFound("person", ", ".join(sorted(unknown)))
    cases = tuple(
        read_person(file, spoken)
        for spoken, folder in FOLDERS.items()
        if language in (None, spoken)
        for file in sorted((path / folder).glob("*.chat"))
        if file.stem in wanted and (not names or file.stem in names)
    )
    return Dataset(
        "saegim-ko" + (f" {split}" if split else "") + (f" ({language})" if language else ""),
        cases,
        note="unit: the turn, what the person and the assistant said in it",
        kinds=kinds_in_order(cases, CLASSES),
    )
