"""TyDi QA gold passage, Korean: a question and the paragraph that answers it, among all paragraphs."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path

from saegim.evaluate.cases import Case, Dataset, Question, Said

_DEV, _TRAIN = "korean_dev.json", "korean_train.json"
# Paragraphs have no date; any will do, as long as no question names it.
_WRITTEN = datetime(2020, 1, 1, tzinfo=UTC)


def read_tydi(
    path: Path, *, split: str | None = None, language: str | None = None, names: Sequence[str] = ()
) -> Dataset:
    """A file's questions among its paragraphs; of a folder, dev's among those of dev and train.

    Dev questions whose paragraph recurs in train are dropped.
    """
    asked = list(_pairs(path / _DEV if path.is_dir() else path))
    others = [paragraph for _, paragraph in _pairs(path / _TRAIN)] if path.is_dir() else []
    kept = [(question, paragraph) for question, paragraph in asked if paragraph not in set(others)]
    units = {text: f"p{i}" for i, text in enumerate(dict.fromkeys([p for _, p in kept] + others))}
    said = tuple(
        Said(unit, unit, "user", text, _WRITTEN + timedelta(hours=i))
        for i, (text, unit) in enumerate(units.items())
    )
    at = said[-1].at + timedelta(days=1) if said else _WRITTEN
    questions = tuple(Question(q, at, "question", frozenset({units[p]})) for q, p in kept)
    return Dataset(
        "TyDi QA ko",
        (Case("tydi", "ko", "Asia/Seoul", said, questions),),
        note="unit: the paragraph; dropped: dev questions whose paragraph recurs in train",
        dropped=len(asked) - len(kept),
        kinds=("question",),
    )


def _pairs(path: Path) -> Iterator[tuple[str, str]]:
    for article in json.loads(path.read_text(encoding="utf-8"))["data"]:
        for paragraph in article["paragraphs"]:
            for asked in paragraph["qas"]:
                yield asked["question"], paragraph["context"]
