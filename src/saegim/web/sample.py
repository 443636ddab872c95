"""A sample life: four months of an invented person's talk, put in and taken out again."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from saegim import Saegim, User

_PREFIX = "sample-"
# Learning goes on in the background by itself after this.
_PATIENCE_S = 60.0


def _days() -> list[dict[str, Any]]:
    file = Path(__file__).with_name("sample_ko.json")
    days: list[dict[str, Any]] = json.loads(file.read_text(encoding="utf-8"))
    return days


def _session(number: int) -> str:
    return f"{_PREFIX}{number:02d}"


def is_loaded(user: User) -> bool:
    """Whether the sample life is in this person's memory."""
    return bool(user.turns(session=_session(1), limit=1))


def can_load(user: User) -> bool:
    """Only into an empty memory: a sample must not mix with a real life."""
    return not user.turns(limit=1) and not user.memories(limit=1)


def load(saegim: Saegim, user: User) -> int:
    """Live through it, ending yesterday; how many turns it took. Twice adds nothing."""
    if is_loaded(user):
        return 0
    now = saegim.clock.now()
    count = 0
    for number, day in enumerate(_days(), start=1):
        at = _moment(now, day)
        turns = [
            user.record(
                one["user"],
                one["ai"],
                at=at + timedelta(minutes=3 * i),
                session=_session(number),
                metadata={"sample": True, "emotion": one.get("emotion", "neutral")},
            )
            for i, one in enumerate(day["turns"])
        ]
        count += len(turns)
        for memory in day["memories"]:
            user.remember(**memory, valid_from=at, source_turns=[turn.id for turn in turns], reason="sample")
        user.make_episode(_session(number), **day["episode"])
        user.end_session(_session(number))
    _settle(saegim, user)
    return count


def _settle(saegim: Saegim, user: User) -> None:
    """Wait until what it teaches is learned: a first look must not find half of it."""
    if saegim.settings.worker == "none":
        saegim.drain()
        return
    deadline = time.monotonic() + _PATIENCE_S
    while time.monotonic() < deadline:
        now = saegim.clock.now()
        if not any(job.due_at <= now for job in user.jobs(state="pending", limit=1000)):
            return
        time.sleep(0.2)


def _moment(now: datetime, day: dict[str, Any]) -> datetime:
    hour, minute = map(int, str(day["time"]).split(":"))
    at = now - timedelta(days=int(day["days_ago"]))
    return at.replace(hour=hour, minute=minute, second=0, microsecond=0)


def remove(user: User) -> int:
    """Take it out; how many turns there were. Where nothing else was said, nothing at all is left."""
    turns = list(_sample_turns(user))
    if user.count_turns() == len(turns):
        return user.clear(confirm=True)
    ids = set(turns)
    learned = [
        memory.id
        for state in ("active", "archived", "forgotten")
        for memory in user.memories(state=state, current=False, limit=1000)
        if memory.source_turns and ids.issuperset(memory.source_turns)
    ]
    user.delete_memories(learned, reason="sample")
    for turn in turns:
        user.delete_turn(turn, reason="sample")
    return len(turns)


def _sample_turns(user: User) -> Iterator[str]:
    for number in range(1, len(_days()) + 1):
        for turn in user.turns(session=_session(number), limit=100):
            yield turn.id
