"""Labelled utterances: what a message should teach, written down by hand."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Expected:
    """One labelled item. Each field lists the accepted forms, the preferred one first."""

    kinds: tuple[str, ...]
    subjects: tuple[str, ...]
    keys: tuple[str, ...]
    values: tuple[str, ...]
    must: bool
    negated: bool = False
    when: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Line:
    """One labelled utterance."""

    id: str
    at: datetime
    role: str
    text: str
    expect: tuple[Expected, ...]
    tags: tuple[str, ...] = ()
    split: str = ""


def read_lines(path: Path, *, split: str | None = None) -> list[Line]:
    """The labelled lines of a JSONL file, all of them or one split."""
    with path.open(encoding="utf-8") as file:
        items = [json.loads(raw) for raw in file if raw.strip()]
    return [_line(item) for item in items if split is None or item["split"] == split]


def _line(item: Mapping[str, object]) -> Line:
    expect = item.get("expect")
    tags = item.get("tags")
    return Line(
        id=str(item["id"]),
        at=datetime.fromisoformat(str(item["at"])),
        role=str(item["role"]),
        text=str(item["text"]),
        expect=tuple(_expected(one) for one in expect) if isinstance(expect, list) else (),
        tags=tuple(map(str, tags)) if isinstance(tags, list) else (),
        split=str(item.get("split", "")),
    )


def _expected(item: Mapping[str, object]) -> Expected:
    return Expected(
        kinds=_forms(item["kind"]),
        subjects=_forms(item["subject"]),
        keys=_forms(item["key"]),
        values=_forms(item["value"]),
        must=bool(item["must"]),
        negated=bool(item.get("negated", False)),
        when=_forms(item["when"]) if item.get("when") else (),
    )


def _forms(value: object) -> tuple[str, ...]:
    return tuple(map(str, value)) if isinstance(value, list) else (str(value),)
