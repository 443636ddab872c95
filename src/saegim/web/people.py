"""People: whoever and whatever was talked about, what is known of them, and how it felt over time."""

from __future__ import annotations

from html import escape

from fastapi import Request
from nicegui import ui

from saegim.models import ENTITY_TYPES, Entity, Memory, Trajectory
from saegim.web.drawing import line_chart
from saegim.web.frame import attempt, heading, page, tell
from saegim.web.pieces import (
    Slide,
    box,
    button,
    chip,
    choice,
    day,
    empty,
    field,
    link_button,
    markup,
    pairs,
    words,
)
from saegim.web.visit import Visit

_PAGE = 24
_POINTS = 120
_MEMORIES = 30


@page("/people", "people")
async def people(visit: Visit, request: Request) -> None:
    """Everyone, the most talked about first."""
    with heading(visit, visit.say("people.title"), visit.say("people.hint")):
        link_button(visit.say("people.graph"), "/graph")
    place = box("people")
    foot = box("row-flat").style("margin-top: 20px")
    shown = 0

    async def more() -> None:
        nonlocal shown
        sort = kind.value or None
        found = await attempt(
            visit, "read", lambda: visit.user.entities(type=sort, limit=_PAGE + 1, offset=shown)
        )
        if found is None:
            return
        foot.clear()
        with place:
            if not found and shown == 0:
                empty(visit.say("people.none"), visit.say("people.none.hint"))
            for entity in found[:_PAGE]:
                _card(visit, entity)
        shown += _PAGE
        if len(found) > _PAGE:
            with foot:
                button(visit.say("more"), more)

    async def again() -> None:
        nonlocal shown
        shown = 0
        place.clear()
        await more()

    sorts = {"": visit.say("people.every")} | {name: visit.say(f"type.{name}") for name in ENTITY_TYPES}
    with box("row-flat").style("margin-bottom: 20px") as filters:
        kind = choice(visit.say("graph.kinds"), sorts, "", again).style("min-width: 180px")
    filters.move(target_index=1)
    await more()


def _card(visit: Visit, entity: Entity) -> None:
    # Someone called by what they are to the person: once is enough.
    same = entity.relation is None or entity.relation == entity.name
    told = visit.say(f"type.{entity.type}") if same else entity.relation or ""
    count = f" · {visit.say('people.count', count=entity.count)}" if entity.count else ""
    felt = visit.say("people.feeling", score=f"{entity.sentiment:+.2f}") if entity.sentiment else ""
    markup(
        f"<strong>{escape(entity.name)}</strong>"
        f"<span class='soft small'>{escape(told)}{escape(count)}</span>"
        f"{_feeling(entity.sentiment)}<span class='soft tiny num'>{escape(felt)}</span>"
        f"<span class='small'>{escape(entity.summary[:90])}</span>",
        "card person",
        tag="a",
    ).props(f'href="/people/{escape(entity.id, quote=True)}"')


def _feeling(value: float) -> str:
    """A bar from the middle, to the right when warm, to the left when not; nothing where nothing is known."""
    if not value:
        return ""
    half = abs(value) * 50
    left = 50 if value >= 0 else 50 - half
    colour = "var(--accent)" if value >= 0 else "var(--warm)"
    return (
        f'<span class="bar" aria-hidden="true"><i style="margin-left:{left:.0f}%;width:{half:.0f}%;'
        f'background:{colour}"></i></span>'
    )


def _look(visit: Visit, entity_id: str) -> tuple[Entity, Trajectory, list[Memory]]:
    user = visit.user
    entity = user.entity(entity_id)
    return entity, user.sentiment(entity.id, limit=_POINTS), user.about(entity.id, limit=_MEMORIES)


@page("/people/{entity_id}", "people")
async def person(visit: Visit, request: Request) -> None:
    """One of them."""
    entity, feeling, memories = await visit.do("read", _look, visit, request.path_params["entity_id"])
    with heading(visit, entity.name):
        if visit.may("write"):
            button(visit.say("people.edit"), lambda: _edit(visit, entity))
    with box("two"):
        with box("stack-wide"):
            _chart(visit, entity, feeling)
            _memories(visit, memories)
        with box("card stack", tag="section"):
            with box("row-flat"):
                chip(visit.say(f"type.{entity.type}"), "strong")
                words("span", visit.say("people.count", count=entity.count), "soft small num")
            if entity.summary:
                words("p", entity.summary)
            pairs(
                [
                    (visit.say("people.names"), ", ".join(entity.names)),
                    (visit.say("people.relation"), entity.relation or ""),
                    (visit.say("people.interests"), ", ".join(entity.interests)),
                    (visit.say("people.notes"), " / ".join(entity.notes)),
                    (visit.say("people.trust"), f"{entity.trust:.2f}"),
                    (visit.say("people.first"), day(entity.first_seen_at)),
                    (visit.say("people.last"), day(entity.last_seen_at)),
                ]
            )


def _chart(visit: Visit, entity: Entity, feeling: Trajectory) -> None:
    with box("card", tag="section"):
        with box("row-flat"):
            words("h2", visit.say("people.sentiment"), "grow")
            if feeling.points:
                chip(visit.say(f"people.{feeling.trend}"), "strong")
        if not feeling.points:
            words("p", visit.say("people.sentiment.none"), "soft")
            return
        points = [(day(point.at), point.score) for point in feeling.points]
        title = visit.say(
            "people.chart",
            name=entity.name,
            first=f"{points[0][1]:.2f}",
            last=f"{points[-1][1]:.2f}",
            count=len(points),
        )
        markup(line_chart(points, least=-1, most=1, title=title), "chart", tag="figure")
        rows = "".join(
            f"<tr><td class='num'>{day(point.at)}</td><td class='num'>{point.score:+.2f}</td>"
            f"<td>{escape(point.context)}</td></tr>"
            for point in reversed(feeling.points)
        )
        with ui.element("details"):
            words("summary", visit.say("people.table"))
            markup(f"<tbody>{rows}</tbody>", "plain", tag="table")


def _memories(visit: Visit, memories: list[Memory]) -> None:
    with box("card", tag="section"):
        words("h2", visit.say("people.about"))
        if not memories:
            words("p", visit.say("people.about.none"), "soft")
            return
        with box("list", tag="ul"):
            for memory in memories:
                with box("", tag="li"):
                    markup(escape(memory.content), tag="a").props(f'href="/memories/{memory.id}"')
                    words("span", f" {day(memory.valid_from)}", "soft tiny num nowrap")


def _edit(visit: Visit, entity: Entity) -> None:
    with ui.dialog() as dialog, box("card stack").props('role="document"'):
        words("h2", visit.say("people.edit"))
        relation = field(visit.say("people.relation"), entity.relation or "")
        summary = ui.textarea(visit.say("people.summary"), value=entity.summary).props("outlined autogrow")
        interests = field(visit.say("people.interests"), ", ".join(entity.interests))
        trust = Slide(visit.say("people.trust"), round(entity.trust, 2), least=0, most=1, step=0.05)

        async def save() -> None:
            wanted = [one.strip() for one in interests.value.split(",") if one.strip()]
            told = summary.value.strip()
            done = await attempt(
                visit,
                "write",
                lambda: visit.user.revise_entity(
                    entity.id,
                    relation=relation.value.strip() or None,
                    summary=told if told != entity.summary else None,
                    interests=wanted if wanted != list(entity.interests) else None,
                    trust=float(trust.value) if trust.value != round(entity.trust, 2) else None,
                ),
            )
            if done is not None:
                dialog.close()
                tell(visit.say("people.revised"))
                ui.navigate.to(f"/people/{entity.id}")

        with box("row-flat"):
            button(visit.say("save"), save, "main")
            button(visit.say("cancel"), dialog.close, "plain")
    dialog.open()
