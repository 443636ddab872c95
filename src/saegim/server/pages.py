"""Whether this server has pages for people to look at."""

from __future__ import annotations

from importlib.util import find_spec
from typing import Literal

from saegim.settings import ServerSettings

PagesShown = Literal["shown", "workers", "extra"]


def pages_of(settings: ServerSettings) -> PagesShown:
    """Whether there are pages; otherwise what stands in the way."""
    if find_spec("nicegui") is None:
        return "extra"
    # A page's socket must reach the process that built the page.
    return "shown" if settings.workers == 1 else "workers"
