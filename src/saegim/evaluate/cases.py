"""What retrieval is measured on: conversations, and questions whose answering turns are known."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime

UNANSWERABLE = "unanswerable"


@dataclass(frozen=True, slots=True)
class Said:
    """One message. `unit` is the turn it belongs to: what a question's gold names."""

    unit: str
    session: str
    role: str
    text: str
    at: datetime
    name: str | None = None


@dataclass(frozen=True, slots=True)
class Question:
    """A question, when it is asked, and every turn its answer needs; none when it has no answer."""

    text: str
    at: datetime
    kind: str
    gold: frozenset[str]
    answer: str | None = None


@dataclass(frozen=True, slots=True)
class Case:
    """One person, or one conversation: everything said in order, and what is asked about it."""

    name: str
    language: str
    timezone: str
    said: tuple[Said, ...]
    questions: tuple[Question, ...]

    @property
    def units(self) -> frozenset[str]:
        """Every turn there is."""
        return frozenset(message.unit for message in self.said)


@dataclass(frozen=True, slots=True)
class Dataset:
    """Cases under one name. `dropped` counts questions left out, `note` says which and what a turn is."""

    name: str
    cases: tuple[Case, ...]
    note: str = ""
    dropped: int = 0
    kinds: tuple[str, ...] = field(default=())

    @property
    def questions(self) -> int:
        return sum(len(case.questions) for case in self.cases)

    @property
    def turns(self) -> int:
        return sum(len(case.units) for case in self.cases)


def kinds_in_order(cases: Iterable[Case], known: Iterable[str] = ()) -> tuple[str, ...]:
    """The classes of question that occur: the known ones first, in their order."""
    found = dict.fromkeys(question.kind for case in cases for question in case.questions)
    return tuple(kind for kind in dict.fromkeys([*known, *found]) if kind in found)
