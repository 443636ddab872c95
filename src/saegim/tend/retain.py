"""How long each kind and tag is kept."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime, timedelta

from saegim.errors import SettingsError
from saegim.models import KINDS, Memory
from saegim.tend.keep import GUARDED_KINDS, brought_back, guarded

_TAG = "tag:"


def read_policy(text: str) -> dict[str, float]:
    """Days by kind, or by "tag:" and a tag. A safety kind has none."""
    policy: dict[str, float] = {}
    for part in filter(None, (piece.strip() for piece in text.split(","))):
        name, _, days = part.partition("=")
        name = name.strip()
        try:
            kept = float(days)
        except ValueError:
            kept = -1.0
        if not kept >= 0:
            raise SettingsError(
                "tend.retention", f"{part!r} is not name=days", f"{part!r}: 이름=일수로 쓰세요"
            )
        if name in GUARDED_KINDS:
            raise SettingsError("tend.retention", f"{name} never expires", f"{name}: 지우지 않는 종류입니다")
        if not name.startswith(_TAG) and name not in KINDS:
            raise SettingsError("tend.retention", f"no kind {name!r}", f"{name!r}: 모르는 종류입니다")
        policy[name] = kept
    return policy


def expires_at(memory: Memory, policy: Mapping[str, float]) -> datetime | None:
    """When the memory's time is over: the shortest that its kind or a tag of its gives. None: never."""
    if guarded(memory) or brought_back(memory):
        return None
    days = [policy[name] for name in (memory.kind, *(_TAG + tag for tag in memory.tags)) if name in policy]
    return memory.valid_from + timedelta(days=min(days)) if days else None


def plan_expiry(memories: Iterable[Memory], policy: Mapping[str, float], now: datetime) -> list[Memory]:
    """Which of the memories are past their time: unimportant ones first, then the oldest."""
    found = [m for m in memories if (end := expires_at(m, policy)) is not None and end <= now]
    return sorted(found, key=lambda m: (m.importance, m.valid_from, m.id))
