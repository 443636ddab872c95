"""Whether someone is to be tended: only when there is something to do, and not more often than set."""

from __future__ import annotations

from datetime import datetime, timedelta

from saegim.protocols import View
from saegim.settings import TendSettings

# The lane in the registry, and up to which memory the last run has seen everything.
TEND = "tend"
TENDED = "tended through memory"
# When time alone will bring something to do, as the last run saw it.
NEXT = "tend next"


def tended_through(view: View) -> int:
    return int(view.note(TENDED) or 0)


def next_tending(view: View) -> datetime | None:
    """When time alone will bring something to do for the person; None: never."""
    noted = view.note(NEXT)
    return None if noted is None else datetime.fromisoformat(noted)


def anything_new(view: View) -> bool:
    """Whether there are memories that no run has seen."""
    return view.last_memory() > tended_through(view)


def evolve_at(settings: TendSettings, now: datetime) -> datetime:
    """When to tend someone about whom something new is known."""
    return now + timedelta(hours=settings.evolve_hours)
