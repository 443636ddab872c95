"""When time alone will bring something to do: what expires, fades, is to be removed or summed up."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from datetime import datetime, timedelta

from saegim.models import Memory
from saegim.settings import TendSettings
from saegim.tend.consolidate import is_coverable, window_of
from saegim.tend.keep import brought_back, forgotten_at, guarded, was_reopened
from saegim.tend.retain import expires_at, read_policy


def next_at(memories: Iterable[Memory], settings: TendSettings, now: datetime) -> datetime | None:
    """When time alone will bring something to do, if nobody says another word; None: never."""
    times: list[datetime] = []
    policy = read_policy(settings.retention)
    weeks: Counter[tuple[datetime, str | None]] = Counter()
    for memory in memories:
        removed = forgotten_at(memory)
        if removed is not None:
            times.append(removed + timedelta(days=settings.restore_days))
        if memory.state == "forgotten":
            continue
        expiry = expires_at(memory, policy)
        if expiry is not None:
            times.append(expiry)
        if settings.prune and _prunable(memory, settings):
            times.append(memory.updated_at + timedelta(days=settings.prune_days, seconds=1))
        if memory.kind == "insight" and memory.valid_to is None and not was_reopened(memory):
            times.append(memory.updated_at + timedelta(days=30, seconds=1))
        if settings.consolidate and is_coverable(memory, now):
            start = window_of(memory.valid_from.astimezone(now.tzinfo), settings.consolidate_days)
            weeks[start, memory.persona] += 1
    current = window_of(now, settings.consolidate_days)
    for (start, _), count in weeks.items():
        if count >= settings.consolidate_least and start >= current:
            times.append(start + timedelta(days=settings.consolidate_days))
    # What is due already was done just now, as far as it can be: a day later is soon enough.
    return max(min(times), now + timedelta(days=1)) if times else None


def _prunable(memory: Memory, settings: TendSettings) -> bool:
    return (
        memory.importance <= settings.prune_importance
        and memory.access_count == 0
        and memory.valid_to is None
        and memory.state == "active"
        and memory.kind != "insight"
        and not guarded(memory)
        and not brought_back(memory)
    )
