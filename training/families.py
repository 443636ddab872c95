"""Reads the attribute families: what people tell, what they ask about it, and what only looks like it.

A family file is plain text, one block a family:

    [allergy_food] allergy                     name and memory kind
    t 음식 알레르기=food allergies             topics, Korean=English
    v 땅콩=peanuts | 새우=shrimp               values, Korean=English
    s {v} 알레르기가 있어 | …                  Korean statements, first person, casual speech
    q 무슨 알레르기가 있어 | …                 Korean direct questions, without their subject
    i 오늘 저녁 뭐 먹지 | …                    Korean turns that should bring the statement to mind
    n {v} 값이 많이 올랐어 | …                 Korean traps: the same words, another meaning
    S, Q, I, N                                 the same in English; W stands for the person asked about

In a template {v} is the value, {n} another person, {d} a past and {f} a future day, {m} a month, {y} a small
number. A Korean particle inside the braces ({v을}) takes the form that the value's last letter asks for.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field
from pathlib import Path

FOLDER = Path(__file__).parent / "families"
KINDS = frozenset(
    "fact preference constraint boundary promise decision plan todo event relationship profile "
    "allergy condition "
    "medication contraindication diet emotion note episode insight".split()
)


@dataclass
class Family:
    """One attribute family, both languages."""

    name: str
    kind: str
    topics: list[tuple[str, str]] = field(default_factory=list)
    values: list[tuple[str, str]] = field(default_factory=list)
    lines: dict[str, list[str]] = field(default_factory=dict)

    @property
    def split(self) -> str:
        """train, dev or test, by a hash of the name, so that it never moves when families are added."""
        bucket = int.from_bytes(hashlib.sha256(self.name.encode()).digest()[:4]) % 100
        return "dev" if bucket < 12 else "test" if bucket < 24 else "train"


def read_families(folder: Path = FOLDER) -> list[Family]:
    """Every family of the folder, in file and line order; a malformed one raises ValueError."""
    families: list[Family] = []
    for path in sorted(folder.glob("*.txt")):
        for number, line in enumerate(path.read_text("utf-8").splitlines(), start=1):
            if not line.strip():
                continue
            if line.startswith("["):
                name, _, kind = line[1:].partition("] ")
                if kind not in KINDS:
                    raise ValueError(f"{path.name}:{number}: unknown kind {kind!r}")
                families.append(Family(name, kind))
                continue
            key, _, rest = line.partition(" ")
            parts = [part.strip() for part in rest.split(" | ")]
            if key in "tv":
                pairs = [(ko, en) for ko, _, en in (part.partition("=") for part in parts)]
                if not all(ko and en for ko, en in pairs):
                    raise ValueError(f"{path.name}:{number}: a value without its other language")
                (families[-1].topics if key == "t" else families[-1].values).extend(pairs)
            elif key in "sqinSQIN":
                families[-1].lines[key] = parts
            else:
                raise ValueError(f"{path.name}:{number}: unknown line {key!r}")
    for family in families:
        missing = set("sqinSQIN") - set(family.lines)
        if missing or not family.topics or not family.values:
            raise ValueError(f"{family.name}: lines missing {sorted(missing)}")
    if len({family.name for family in families}) != len(families):
        raise ValueError("two families share a name")
    return families


SCENES = Path(__file__).parent / "scenes"


def read_scenes(folder: Path = SCENES) -> list[Family]:
    """Single things people say, each with a question, a situation that calls for it, and both in English.

    One line each: statement ; questions ; situation ; English statement ; English question, the alternatives
    of a part divided by " | ". Neighbouring lines are about near things, so they make good negatives.
    """
    scenes: list[Family] = []
    for path in sorted(folder.glob("*.txt")):
        for number, line in enumerate(path.read_text("utf-8").splitlines(), start=1):
            if not line.strip() or line.startswith("#"):
                continue
            parts = [part.strip() for part in line.split(" ; ")]
            if len(parts) != 5 or not all(parts):
                raise ValueError(f"{path.name}:{number}: not five parts")
            lines = {key: part.split(" | ") for key, part in zip("sqiSQ", parts, strict=True)}
            scenes.append(Family(str(len(scenes)), "fact", [("", "")], [("", "")], lines))
    return scenes
