"""Small sessions, turns and memories for the tests of stores."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import datetime, timedelta, timezone
from typing import Any

import numpy as np

from saegim.models import (
    Memory,
    Message,
    Session,
    Turn,
)
from saegim.protocols import DocumentText, IndexedText, Store, Tx, View

KST = timezone(timedelta(hours=9))
START = datetime(2026, 3, 1, 9, 0, 0, 123_456, tzinfo=KST)
IDLE_S = 1800.0

OpenStore = Callable[[], Store]

# Each keeps its own spelling: the store gives back what it was given, letter for letter.
TEXTS = (
    "땅콩 알레르기가 있어요.",
    unicodedata.normalize("NFD", "맥에서 쓴 한글이에요"),
    "👩‍👩‍👧‍👦 가족사진 🇰🇷 ❤️",
    "줄\n바꿈\t탭 '따옴표' \"쌍따옴표\" \\ % _ ; --",
    "𝒻𝒶𝓃𝒸𝓎 العربية עברית हिन्दी ไทย",
    "ㅋㅋㅋㅋ\u200b\u2028\ufeff끝",
    "긴 글 " * 5_000,
)


class Stop(Exception):
    """Raised by a test in the middle of something."""


class SetClock:
    """A clock that stands where it was put."""

    def __init__(self, at: datetime = START) -> None:
        self.at = at

    def now(self) -> datetime:
        return self.at

    def advance(self, **parts: float) -> datetime:
        self.at += timedelta(**parts)
        return self.at


def after(**parts: float) -> datetime:
    return START + timedelta(**parts)


def session(id_: str = "s1", *, persona: str | None = None, **parts: Any) -> Session:
    values: dict[str, Any] = {"started_at": START, "last_at": START} | parts
    return Session(id_, persona, **values)


def turn(
    id_: str,
    *said: str,
    session_id: str = "s1",
    at: datetime = START,
    persona: str | None = None,
    name: str | None = None,
    **metadata: Any,
) -> Turn:
    """A turn in which user and assistant speak in turns."""
    messages = tuple(
        Message(
            f"{id_}-{number}",
            id_,
            session_id,
            ("user", "assistant")[number % 2],
            content,
            at + timedelta(seconds=number),
            name if number % 2 == 0 else None,
        )
        for number, content in enumerate(said or ("안녕하세요", "반가워요"))
    )
    return Turn(id_, session_id, persona, at, messages, metadata)


def memory(id_: str, content: str = "땅콩 알레르기가 있다", **parts: Any) -> Memory:
    values: dict[str, Any] = {
        "kind": "fact",
        "persona": None,
        "importance": 0.5,
        "confidence": 0.9,
        "created_at": START,
        "updated_at": START,
        "valid_from": START,
    } | parts
    return Memory(id_, content=content, **values)


def put(tx: Tx, *memories: Memory, action: str = "create") -> list[int]:
    return [tx.put_memory(one, actor="minji", action=action, reason="직접 말함") for one in memories]


def words(document: int, terms: str, grams: str = "", **parts: int) -> IndexedText:
    """Words for `index`, which adds the revision of the text they are for."""
    marks = {"is_question": False, "holds": 0} | parts
    return IndexedText(document, -1, terms.split(), grams.split(), **marks)


def texts(view: View) -> dict[int, DocumentText]:
    """Every document as the indexer would read it now: none is embedded in a space nobody made."""
    return {text.id: text for text in view.unembedded(999, 100_000)}


def index(tx: Tx, analyser: int, found: Sequence[IndexedText]) -> None:
    known = texts(tx)
    tx.put_words(analyser, [replace(one, revision=known[one.id].revision) for one in found])


def indexed(view: View, since: int = 0) -> dict[int, tuple[list[str], list[str]]]:
    """(terms, grams) of the documents that have any."""
    found = {n: (terms.split(), grams.split()) for n, terms, grams in view.words(since)}
    return {n: both for n, both in found.items() if any(both)}


def embed(tx: Tx, space: int, documents: Sequence[int], given: Any = None) -> None:
    known = texts(tx)
    found = vectors(len(documents)) if given is None else given
    tx.put_vectors(space, [known[n] for n in documents], found)


def vectors(count: int, *, first: float = 1.0) -> Any:
    found = np.zeros((count, 8), dtype=np.float32)
    found[:, 0] = first
    return found


def ids(found: Sequence[Any]) -> list[str]:
    return [one.id for one in found]
