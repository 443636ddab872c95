"""The kinds of memory and what each is by default."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Kind:
    """What a kind of memory is by default."""

    name: str
    weight: float
    pinned: bool = False
    ttl_days: int | None = None


# Weights are the promotion weights of the source documents; safety kinds are pinned and never expire.
KINDS: Mapping[str, Kind] = {
    kind.name: kind
    for kind in (
        Kind("fact", 0.85),
        Kind("preference", 0.65),
        Kind("constraint", 0.70),
        Kind("boundary", 0.95, pinned=True),
        Kind("promise", 1.0),
        Kind("decision", 0.75),
        Kind("plan", 0.75),
        Kind("todo", 0.60, ttl_days=365),
        Kind("event", 0.60),
        Kind("relationship", 0.80),
        Kind("profile", 0.65),
        Kind("allergy", 0.90, pinned=True),
        Kind("condition", 0.80, pinned=True),
        Kind("medication", 0.85, pinned=True),
        Kind("contraindication", 0.95, pinned=True),
        Kind("diet", 0.70, pinned=True),
        Kind("emotion", 0.55, ttl_days=180),
        Kind("note", 0.50),
        Kind("episode", 0.60),
        Kind("insight", 0.60),
    )
}

SAFETY_KINDS = frozenset({"allergy", "condition", "medication", "contraindication", "diet"})
