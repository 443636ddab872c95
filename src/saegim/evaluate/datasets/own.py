"""Conversations of one's own: one JSON object a line, messages and questions in any order.

    {"person": "minji", "session": "s1", "turn": "s1.1", "at": "2026-01-02T21:00+09:00", "role": "user",
     "text": "나 성수동으로 이사했어"}
    {"person": "minji", "q": "나 어디 살아?", "gold": ["s1.1"], "class": "direct", "at": "2026-03-01"}

A line with "q" is a question, any other a message. Messages with the same "turn" are one turn, which is what
"gold" names; without "turn", each message is one, numbered from 1 within its person. "person", "session",
"name", "role" (user), "class" and the "at" of a question (a day after the last message) may be left out. A
question with an empty "gold" has no answer. Times without a zone are in Asia/Seoul.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

from saegim.errors import InvalidInput
from saegim.evaluate.cases import UNANSWERABLE, Case, Dataset, Question, Said, kinds_in_order
from saegim.language.text import has_hangul

_ZONE = "Asia/Seoul"


def read_own(
    path: Path, *, split: str | None = None, language: str | None = None, names: Sequence[str] = ()
) -> Dataset:
    """The people of a JSONL file. A line that cannot be used is refused by its number."""
    said: dict[str, list[Said]] = {}
    asked: dict[str, list[tuple[int, Mapping[str, Any]]]] = {}
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if not line.strip():
            continue
        try:
            one = json.loads(line)
            person = str(one.get("person", "me"))
            if "q" in one:
                asked.setdefault(person, []).append((number, one))
            else:
                there = said.setdefault(person, [])
                there.append(_message(one, len(there) + 1))
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            raise _wrong(path, number, error) from error
    people = [person for person in asked if not names or person in names]
    if strangers := [person for person in people if person not in said]:
        raise InvalidInput("person", f"nothing said by {strangers}", f"한 말이 없습니다: {strangers}")
    cases = tuple(
        made for person in people if (made := _case(path, person, said[person], asked[person], language))
    )
    return Dataset(
        path.stem,
        cases,
        note="unit: the turn",
        kinds=kinds_in_order(cases),
    )


def _case(
    path: Path,
    person: str,
    said: Sequence[Said],
    asked: Sequence[tuple[int, Mapping[str, Any]]],
    wanted: str | None,
) -> Case | None:
    said = sorted(said, key=lambda message: message.at)
    spoken = "ko" if any(has_hangul(message.text) for message in said) else "en"
    if wanted not in (None, spoken):
        return None
    units = {message.unit for message in said}
    questions = []
    for number, one in asked:
        gold = frozenset(map(str, one.get("gold", ())))
        if gold - units:
            raise _wrong(path, number, f"no such turn {sorted(gold - units)}")
        at = _moment(one["at"]) if "at" in one else said[-1].at + timedelta(days=1)
        kind = str(one.get("class", "question")) if gold else UNANSWERABLE
        questions.append(Question(str(one["q"]), at, kind, gold, one.get("answer")))
    return Case(person, spoken, _ZONE, tuple(said), tuple(questions))


def _message(one: Mapping[str, Any], place: int) -> Said:
    return Said(
        unit=str(one.get("turn", place)),
        session=str(one.get("session", "all")),
        role=str(one.get("role", "user")),
        text=str(one["text"]),
        at=_moment(one["at"]),
        name=one.get("name"),
    )


def _moment(text: str) -> datetime:
    at = datetime.fromisoformat(text)
    return at if at.tzinfo else at.replace(tzinfo=ZoneInfo(_ZONE))


def _wrong(path: Path, number: int, why: object) -> InvalidInput:
    where = f"{path.name}:{number}"
    return InvalidInput("dataset", f"{where}: {why}", f"{where}: {why}", code="dataset_line_invalid")
