"""What a write leaves to be done, in which lane, and what happens when it fails.

A job stands in the user's file from the transaction that made it until the transaction that does it: it runs
at least once and takes effect once.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from saegim.models import Job

# Learn from a turn by rules; ask the language model about it; end a session that fell silent; keep the
# episode of a session; fold older turns into the rolling summary; meet whoever a turn names.
LEARN = "learn"
MEET = "meet"
ASK = "ask"
END = "end"
EPISODE = "episode"
SUMMARISE = "summarise"

# Quick work runs at once; what waits for a language model must not hold it up.
QUICK_TASKS = (LEARN, MEET, END)
MODEL_TASKS = (ASK, EPISODE, SUMMARISE)

_TRIES = 8
_FIRST_PAUSE_S, _LONGEST_PAUSE_S = 30.0, 3600.0


def again_at(job: Job, now: datetime, *, passing: bool) -> datetime | None:
    """When a job that failed just now is tried again; None: it is dead."""
    if not passing or job.tries + 1 >= _TRIES:
        return None
    return now + timedelta(seconds=min(_FIRST_PAUSE_S * 2**job.tries, _LONGEST_PAUSE_S))
