"""LoCoMo: ten long conversations between two people. Its licence is CC BY-NC 4.0; it is not shipped."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from saegim.evaluate.cases import Case, Dataset, Question, Said

# Category 5 asks about what was never said, or of the wrong speaker: its evidence is no answer.
KINDS = {4: "single-hop", 1: "multi-hop", 2: "temporal", 3: "open"}
_SESSIONS = 100
_EVIDENCE = re.compile(r"D\d+:\d+")


def read_locomo(
    path: Path, *, split: str | None = None, language: str | None = None, names: Sequence[str] = ()
) -> Dataset:
    """Categories 1-4, without questions whose evidence does not resolve; images stand as their captions."""
    dropped = 0
    cases = []
    for number, entry in enumerate(json.loads(path.read_text(encoding="utf-8"))):
        name = f"conversation-{number}"
        if names and name not in names:
            continue
        said = tuple(_said(entry["conversation"]))
        known = {message.unit for message in said}
        at = max(message.at for message in said) + timedelta(days=1)
        questions = []
        for asked in entry["qa"]:
            if asked["category"] not in KINDS:
                continue
            gold = {id_ for text in asked.get("evidence", []) for id_ in _EVIDENCE.findall(text)} & known
            if gold:
                kind = KINDS[asked["category"]]
                questions.append(Question(asked["question"], at, kind, frozenset(gold), str(asked["answer"])))
            else:
                dropped += 1
        cases.append(Case(name, "en", "UTC", said, tuple(questions)))
    return Dataset(
        "LoCoMo",
        tuple(cases),
        note="unit: the turn, one message; categories 1-4; dropped: questions without resolvable evidence",
        dropped=dropped,
        kinds=tuple(KINDS.values()),
    )


def _said(conversation: Mapping[str, Any]) -> Iterator[Said]:
    for n in range(1, _SESSIONS):
        turns = conversation.get(f"session_{n}")
        if not turns:
            continue
        when = conversation[f"session_{n}_date_time"] + " +0000"
        start = datetime.strptime(when, "%I:%M %p on %d %B, %Y %z")
        for i, turn in enumerate(turns):
            caption = turn.get("blip_caption")
            text = turn["text"] + (f" [shared: {caption}]" if caption else "")
            at = start + timedelta(seconds=i)
            yield Said(turn["dia_id"], f"session_{n}", "user", text, at, turn["speaker"])
