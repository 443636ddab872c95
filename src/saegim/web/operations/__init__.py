"""Operations: health and figures, jobs, traces, audit, keys, and a person's data as a whole."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from fastapi import Request
from nicegui import ui

from saegim.web.frame import heading, page
from saegim.web.operations.data import data
from saegim.web.operations.health import health
from saegim.web.operations.jobs import jobs
from saegim.web.operations.keys import keys
from saegim.web.operations.records import audit, traces
from saegim.web.pieces import box
from saegim.web.visit import Visit


@page("/operations", "operations")
async def operations(visit: Visit, request: Request) -> None:
    """One tab for each; a tab is read when it is opened."""
    heading(visit, visit.say("operations.title"))
    sections: dict[str, Callable[[], Awaitable[None]]] = {
        "health": lambda: health(visit),
        "jobs": lambda: jobs(visit),
        "traces": lambda: traces(visit, request),
        "audit": lambda: audit(visit),
        "keys": lambda: keys(visit),
        "data": lambda: data(visit),
    }
    if not visit.may("admin"):
        del sections["keys"]
    asked = request.query_params.get("tab", "health")
    first = asked if asked in sections else "health"
    with ui.tabs().props('no-caps align="left" outside-arrows mobile-arrows') as tabs:
        for name in sections:
            ui.tab(name, label=visit.say(f"operations.{name}"))
    place = box("stack-wide").style("padding-top: 24px").props('role="region"')

    async def show() -> None:
        name = str(tabs.value)
        place.clear()
        place.props(f'aria-label="{visit.say(f"operations.{name}")}"')
        with place:
            await sections[name]()

    tabs.value = first
    tabs.on_value_change(show)
    await show()
