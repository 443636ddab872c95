"""What the rules find in a line that somebody types on a Wednesday afternoon in Seoul."""

from __future__ import annotations

from datetime import datetime
from functools import cache
from zoneinfo import ZoneInfo

from saegim.language.morphemes import Analyser, load_analyser
from saegim.remember.finding import Finding
from saegim.remember.rules import extract

AT = datetime(2026, 3, 4, 14, 0, tzinfo=ZoneInfo("Asia/Seoul"))


@cache
def analyser() -> Analyser:
    return load_analyser("auto")


def found(text: str, *, role: str = "user", before: str | None = None) -> list[Finding]:
    """Everything found in what is said after the assistant said `before`."""
    [analysis] = analyser().analyse([text])
    return extract(text, role=role, at=AT, analysis=analysis, before=before)
