"""How often the emotion of a comment is told right, against KOTE.

KOTE has 44 labels, several a line; a line counts when it carries those of exactly one of our four. Lines are
split in two halves by their id, as in training: "held-out" was never looked at while the detector was made.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from saegim.errors import InvalidInput
from saegim.language.emotion import LABELS, detect_emotion
from saegim.language.morphemes import Analyser
from saegim.models import Json, JsonObject
from saegim.protocols import Embedder

if TYPE_CHECKING:
    from saegim.protocols import Vectors

HALVES = ("held-out", "first", "all")
# 24 none, 5 sadness, 40 happiness and 42 joy, 6 anger.
_LABELS_OF = {"neutral": {24}, "sad": {5}, "happy": {40, 42}, "angry": {6}}
_BATCH = 64


@dataclass(frozen=True, slots=True)
class EmotionReport:
    """Labels against answers: `counts[label][answer]`."""

    half: str
    counts: dict[str, dict[str, int]]

    @property
    def lines(self) -> int:
        return sum(sum(row.values()) for row in self.counts.values())

    @property
    def accuracy(self) -> float:
        return sum(self.counts[label][label] for label in LABELS) / max(self.lines, 1)

    def precision(self, label: str) -> float:
        answered = sum(row[label] for row in self.counts.values())
        return self.counts[label][label] / answered if answered else 0.0

    def recall(self, label: str) -> float:
        labelled = sum(self.counts[label].values())
        return self.counts[label][label] / labelled if labelled else 0.0

    def f1(self, label: str) -> float:
        both = self.precision(label) + self.recall(label)
        return 2 * self.precision(label) * self.recall(label) / both if both else 0.0

    @property
    def macro_f1(self) -> float:
        return sum(map(self.f1, LABELS)) / len(LABELS)

    def to_dict(self) -> JsonObject:
        """All figures as JSON."""
        labels: dict[str, Json] = {
            label: {
                "lines": sum(self.counts[label].values()),
                "precision": round(self.precision(label), 3),
                "recall": round(self.recall(label), 3),
                "f1": round(self.f1(label), 3),
            }
            for label in LABELS
        }
        return {
            "half": self.half,
            "lines": self.lines,
            "accuracy": round(self.accuracy, 3),
            "macro_f1": round(self.macro_f1, 3),
            "labels": labels,
        }


def read_kote(path: Path, half: str) -> list[tuple[str, str]]:
    """(text, label) of the lines of a half that carry exactly one of the four."""
    if half not in HALVES:
        raise InvalidInput("split", f"one of {', '.join(HALVES)}", f"{', '.join(HALVES)} 중 하나")
    lines: list[tuple[str, str]] = []
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        try:
            id_, text, marks = line.split("\t")
            carried = {int(mark) for mark in marks.split(",")}
        except ValueError as error:
            where = f"{path.name}:{number}: {error}"
            raise InvalidInput("dataset", where, where, code="dataset_line_invalid") from error
        found = [label for label, numbers in _LABELS_OF.items() if numbers & carried]
        held_out = zlib.crc32(id_.encode()) % 2 == 1
        if len(found) == 1 and (half == "all" or held_out == (half == "held-out")):
            lines.append((text, found[0]))
    return lines


def evaluate_emotion(
    path: Path,
    *,
    analyser: Analyser,
    embedder: Embedder | None = None,
    half: str = "held-out",
    progress: Callable[[int], None] = lambda lines: None,
) -> EmotionReport:
    """Figures over one half of KOTE's validation file; with an embedder the classifier helps."""
    lines = read_kote(path, half)
    counts: dict[str, dict[str, int]] = {label: dict.fromkeys(LABELS, 0) for label in LABELS}
    for start in range(0, len(lines), _BATCH):
        some = lines[start : start + _BATCH]
        texts = [text for text, _ in some]
        vectors: Vectors | Sequence[None] = embedder.embed(texts) if embedder else [None] * len(texts)
        space = embedder.name if embedder else ""
        for (text, label), analysis, vector in zip(some, analyser.analyse(texts), vectors, strict=True):
            answer = detect_emotion(text, analysis, vector=vector, space=space).label
            counts[label][answer] += 1
        progress(len(some))
    return EmotionReport(half, counts)
