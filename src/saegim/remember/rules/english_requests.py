"""What people ask in English to have remembered."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime

from saegim.language.dates import find_dates
from saegim.remember.finding import Finding

_REQUEST = re.compile(
    r"^(?:(?:hey|ok|okay|also|oh|btw)[\s,]+)*(?:please |kindly |pls )?(?:can you |could you )?(?:remember|keep in mind|bear in mind|note|make (?:a )?note|take note|don'?t forget|memori[sz]e|save(?: this)?|write (?:this )?down)"
    r"(?: (?:that|this)|:|,| -)*\s+(?!to\b|when\b|what\b|me\b|who\b|where\b|how\b|the time\b)(?P<v>.{4,})$",
    re.IGNORECASE | re.DOTALL,
)


def request(text: str) -> str | None:
    """What the message asks to have remembered, or None."""
    found = _REQUEST.match(text.strip())
    if found is None:
        return None
    if re.search(r"\b(?:i|i'm|im|my|me|our|we|us|mine)\b|\d", found["v"], re.I) is None or found[
        "v"
    ].lower().startswith("about"):
        return None
    asked = re.sub(r"[\s,]*(?:ok|okay|please|pls)?\s*\?+$", "", found["v"]).strip()
    return (
        asked
        if not text.strip().endswith("?") or re.search(r"\b(?:ok|okay|please|pls)\s*\?+$", text.strip(), re.I)
        else None
    )


def marked_explicit(findings: Iterable[Finding]) -> list[Finding]:
    """The findings, asked for by the person."""
    return [replace(f, explicit=True, confidence=max(f.confidence, 0.97)) for f in findings]


def note(asked: str, at: datetime) -> Finding:
    """The words as they were said, for a request that no rule can read."""
    spans = find_dates(asked, at)
    when = next(((s.start, s.end) for s in spans if s.start and s.end and s.grain != "open"), None)
    return Finding(
        kind="note",
        content=f"The user asked to remember: {asked}",
        subject="user",
        key="request",
        value=asked.rstrip("."),
        confidence=0.97,
        future_impact=0.8,
        evidence=asked,
        rule="en.request.note",
        explicit=True,
        when=when,
    )
