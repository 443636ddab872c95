"""What one turn may teach, before anything is scored or stored."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing found in one message.

    `content` stands alone, in the language of the message and in the third person. `when` is half open.
    `evidence` is a slice of the NFC form of the message.
    """

    kind: str
    content: str
    subject: str
    key: str | None
    value: str | None
    confidence: float
    future_impact: float
    evidence: str
    rule: str
    explicit: bool = False
    negated: bool = False
    when: tuple[datetime, datetime] | None = None
    tags: tuple[str, ...] = ()
