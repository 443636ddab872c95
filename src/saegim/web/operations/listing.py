"""A list shown a page at a time."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from saegim.govern.access import Need
from saegim.web.frame import attempt
from saegim.web.pieces import box, button, empty
from saegim.web.visit import Visit

T = TypeVar("T")
PAGE = 25


async def listed(
    visit: Visit,
    need: Need,
    read: Callable[[int, int], Sequence[T]],
    show: Callable[[T], None],
    none: str,
) -> None:
    """A list a page at a time."""
    place, foot, shown = box("list", tag="ul"), box("row-flat"), 0

    async def more() -> None:
        nonlocal shown
        found = await attempt(visit, need, read, PAGE + 1, shown)
        if found is None:
            return
        foot.clear()
        with place:
            if not found and shown == 0:
                with box("", tag="li"):
                    empty(visit.say(none))
            for one in found[:PAGE]:
                show(one)
        shown += PAGE
        if len(found) > PAGE:
            with foot:
                button(visit.say("more"), more)

    await more()
