"""The graph: entities and memories as dots, links as lines; draggable, filtered, readable when large."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from fastapi import Request
from nicegui import ui

from saegim.errors import NotFound
from saegim.models import ENTITY_TYPES, Entity, Memory
from saegim.web.frame import attempt, heading, page
from saegim.web.pieces import box, choice, empty, link_button, words
from saegim.web.visit import Visit

_SIZES = (50, 150, 500)
# Beyond this many dots only the larger ones keep their name; the others show it under the pointer.
_NAMED = 60
# Beyond this many, memories are named only under the pointer.
_TOLD = 12
_LINKS_EACH = 40
# A canvas knows no style sheet: the browser is asked for the colour of ink, light or dark.
_INK, _INK_VALUE = ":color", "getComputedStyle(document.body).getPropertyValue('--ink')"
_COLOURS = {
    "person": "#1d7a72", "pet": "#b4542f", "bot": "#5b6472", "place": "#3c6ea5", "organisation": "#8a6d9e",
    "project": "#a0812b", "memory": "#b7aea2",
}  # fmt: skip


@dataclass(slots=True)
class Drawn:
    """Dots by id and lines between them."""

    entities: dict[str, Entity] = field(default_factory=dict)
    memories: dict[str, Memory] = field(default_factory=dict)
    links: list[tuple[str, str, str]] = field(default_factory=list)


def gather(visit: Visit, most: int, sort: str | None, *, memories: bool) -> Drawn:
    """At most so many dots: entities first, the most talked about, then memories linked to them."""
    user, drawn = visit.user, Drawn()
    for entity in user.entities(type=sort, limit=most):
        drawn.entities[entity.id] = entity
    seen: set[tuple[str, str, str]] = set()
    for id_ in list(drawn.entities):
        for link in user.neighbours(id_, limit=_LINKS_EACH):
            line = (link.source, link.relation, link.target)
            other = link.target if link.source == id_ else link.source
            if line in seen:
                continue
            if other not in drawn.entities and other not in drawn.memories:
                if not memories or len(drawn.entities) + len(drawn.memories) >= most:
                    continue
                try:
                    drawn.memories[other] = user.memory(other)
                except NotFound:
                    continue
            seen.add(line)
            drawn.links.append(line)
    return drawn


@page("/graph", "graph")
async def graph(visit: Visit, request: Request) -> None:
    """Everything that is linked."""
    with heading(visit, visit.say("graph.title"), visit.say("graph.hint")):
        link_button(visit.say("people.list"), "/people")

    async def show() -> None:
        drawn = await attempt(
            visit, "read", gather, visit, int(size.value), kind.value or None, memories=bool(all_.value)
        )
        if drawn is None:
            return
        place.clear()
        with place:
            if not drawn.entities:
                empty(visit.say("people.none"), visit.say("people.none.hint"))
                return
            count = len(drawn.entities) + len(drawn.memories)
            words("p", visit.say("graph.nodes", nodes=count, links=len(drawn.links)), "soft small num").props(
                'role="status"'
            )
            chart = ui.echart(
                options(visit, drawn), on_point_click=lambda event: _open(event.data), renderer="canvas"
            )
            chart.classes("graph").props(f'role="img" aria-label="{visit.say("graph.title")}"')
            # The same by keyboard: a picture can only be clicked.
            named = {f"/people/{one.id}": one.name for one in drawn.entities.values()}
            choice(visit.say("graph.open"), named, None, lambda event: ui.navigate.to(str(event.value)))

    with box("stack"):
        with box("fields"):
            sorts = {"": visit.say("people.every")} | {
                name: visit.say(f"type.{name}") for name in ENTITY_TYPES
            }
            kind = choice(visit.say("graph.kinds"), sorts, "", show)
            size = choice(visit.say("graph.most"), {n: str(n) for n in _SIZES}, _SIZES[1], show)
            all_ = ui.switch(visit.say("graph.memories"), value=True, on_change=show)
        place = box("stack")
    await show()


def options(visit: Visit, drawn: Drawn) -> dict[str, Any]:
    """The chart's options."""
    many = len(drawn.entities) + len(drawn.memories) > _NAMED
    nodes: list[dict[str, Any]] = []
    for place, entity in enumerate(drawn.entities.values()):
        nodes.append(
            {
                "id": entity.id,
                "name": entity.name,
                "value": f"/people/{entity.id}",
                "category": ENTITY_TYPES.index(entity.type),
                "symbolSize": 12 + min(28, 5 * entity.count**0.5),
                "label": {"show": not many or place < _NAMED},
            }
        )
    for memory in drawn.memories.values():
        short = memory.content if len(memory.content) <= 18 else memory.content[:17] + "…"
        nodes.append(
            {
                "id": memory.id,
                "name": short,
                "value": f"/memories/{memory.id}",
                "category": len(ENTITY_TYPES),
                "symbolSize": 8,
                "label": {"show": len(drawn.memories) <= _TOLD, "fontSize": 11},
            }
        )
    names = [visit.say(f"type.{name}") for name in ENTITY_TYPES] + [visit.say("graph.memories")]
    colours = [_COLOURS[name] for name in (*ENTITY_TYPES, "memory")]
    return {
        "animationDuration": 400,
        "legend": {"data": names, "bottom": 6, "textStyle": {_INK: _INK_VALUE}, "type": "scroll"},
        "tooltip": {"formatter": "{b}"},
        "color": colours,
        "series": [
            {
                "type": "graph",
                "layout": "force",
                "roam": True,
                "draggable": True,
                "categories": [{"name": name} for name in names],
                "data": nodes,
                "links": [{"source": source, "target": target} for source, _, target in drawn.links],
                "label": {"position": "right", _INK: _INK_VALUE, "fontSize": 14},
                "labelLayout": {"hideOverlap": True},
                "emphasis": {"focus": "adjacency", "label": {"show": True}},
                "lineStyle": {"color": "source", "opacity": 0.5, "curveness": 0.08},
                "force": {"repulsion": 60 if many else 160, "edgeLength": [30, 90], "gravity": 0.12},
            }
        ],
    }


def _open(data: Any) -> None:
    """Go to what was clicked; only to our own pages."""
    to = data.get("value") if isinstance(data, dict) else None
    if isinstance(to, str) and to.startswith(("/people/", "/memories/")):
        ui.navigate.to(to)
