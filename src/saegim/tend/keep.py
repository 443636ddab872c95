"""What tending may not take away, and the mark it leaves on what it does."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from saegim.models import SAFETY_KINDS, Memory

ACTOR = "saegim"
# Besides what is pinned: a slip here could hurt someone.
GUARDED_KINDS = SAFETY_KINDS | {"boundary"}
_MARK, _WHEN = "tended", "tended_at"
_REOPENED = "reopened"


def guarded(memory: Memory) -> bool:
    """Whether it may never be merged away, pruned or expire."""
    return memory.pinned or memory.kind in GUARDED_KINDS


def tended(memory: Memory, how: str, now: datetime) -> Memory:
    """The memory, forgotten by tending; `restore` brings it back until it is removed."""
    mark = {**memory.metadata, _MARK: how, _WHEN: now.isoformat()}
    return replace(memory, state="forgotten", metadata=mark, updated_at=now)


def brought_back(memory: Memory) -> bool:
    """Whether a person restored it after tending had forgotten it: their word stands."""
    return memory.state != "forgotten" and _MARK in memory.metadata


def forgotten_at(memory: Memory) -> datetime | None:
    """When tending forgot it; None for what a person forgot, which stays so that it is not learned anew."""
    if memory.state != "forgotten" or _MARK not in memory.metadata:
        return None
    return datetime.fromisoformat(str(memory.metadata[_WHEN]))


def reopened(memory: Memory, now: datetime) -> Memory:
    """An insight that tending had closed, standing again."""
    return replace(memory, valid_to=None, metadata={**memory.metadata, _REOPENED: True}, updated_at=now)


def was_reopened(memory: Memory) -> bool:
    """Whether a person undid its closing: it is not closed anew."""
    return _REOPENED in memory.metadata
