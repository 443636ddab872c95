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
# Beyond this many dots only the largest keep their name; the others show it under the pointer.
_MANY, _NAMED = 60, 30
# Beyond this many, memories are named only under the pointer.
_TOLD = 12
_LINKS_EACH = 40
# A canvas knows no style sheet: the browser is asked for the colour of ink, light or dark.
_INK_VALUE, _CARD_VALUE = (
    f"getComputedStyle(document.body).getPropertyValue('--{name}')" for name in ("ink", "card")
)
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
            found = ui.select(
                named,
                label=visit.say("graph.open"),
                with_input=True,
                on_change=lambda event: ui.navigate.to(str(event.value)),
            )
            found.props("outlined dense options-dense")

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
    count = len(drawn.entities) + len(drawn.memories)
    many = count > _MANY
    # The more there are, the smaller and the closer, so that all of them fit the frame.
    small = min(1.0, (_MANY / max(count, 1)) ** 0.55)
    nodes: list[dict[str, Any]] = []
    for place, entity in enumerate(drawn.entities.values()):
        nodes.append(
            {
                "id": entity.id,
                "name": entity.name,
                "value": f"/people/{entity.id}",
                "category": ENTITY_TYPES.index(entity.type),
                "symbolSize": round((12 + min(28, 5 * entity.count**0.5)) * max(small, 0.45), 1),
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
                "symbolSize": round(8 * max(small, 0.55), 1),
                "label": {"show": len(drawn.memories) <= _TOLD, "fontSize": 11},
            }
        )
    names = [visit.say(f"type.{name}") for name in ENTITY_TYPES] + [visit.say("graph.memories")]
    colours = [_COLOURS[name] for name in (*ENTITY_TYPES, "memory")]
    # Only kinds that are there.
    present = {node["category"] for node in nodes}
    legend = [name for i, name in enumerate(names) if i in present]
    label = {
        "position": "right",
        ":color": _INK_VALUE,
        "fontSize": 13 if many else 14,
        # A halo keeps a name readable over lines and dots.
        ":textBorderColor": _CARD_VALUE,
        "textBorderWidth": 3,
    }
    return {
        "animationDuration": 400,
        "legend": {
            "data": legend,
            "top": 10,
            "left": 14,
            "textStyle": {":color": _INK_VALUE},
            "type": "scroll",
            "itemWidth": 14,
            "itemHeight": 10,
        },
        "tooltip": {"formatter": "{b}"},
        "color": colours,
        "series": [
            {
                "type": "graph",
                "layout": "force",
                "top": 44,
                "roam": True,
                # A phone shows the same in a narrower frame.
                ":zoom": "innerWidth < 700 ? 0.7 : 1",
                "draggable": True,
                "categories": [{"name": name} for name in names],
                "data": nodes,
                "links": [{"source": source, "target": target} for source, _, target in drawn.links],
                "label": label,
                "labelLayout": {"hideOverlap": True},
                "emphasis": {"focus": "adjacency", "label": {"show": True, "fontWeight": "bold"}},
                "lineStyle": {
                    "color": "source",
                    "opacity": 0.5 if not many else 0.28,
                    "width": 1 if not many else 0.7,
                    "curveness": 0.08,
                },
                "force": {
                    "repulsion": round(180 * small**2.1, 1),
                    "edgeLength": [round(34 * small**1.2, 1), round(100 * small**1.2, 1)],
                    "gravity": 0.1 if not many else 0.16,
                    "friction": 0.5,
                },
            }
        ],
    }


def _open(data: Any) -> None:
    """Go to what was clicked; only to our own pages."""
    to = data.get("value") if isinstance(data, dict) else None
    if isinstance(to, str) and to.startswith(("/people/", "/memories/")):
        ui.navigate.to(to)
