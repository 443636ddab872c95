"""The first sight: what this is, and a sample life to look around in."""

from __future__ import annotations

from html import escape

from nicegui import ui

from saegim.web import sample
from saegim.web.drawing import sign
from saegim.web.frame import attempt, complain
from saegim.web.pieces import box, button, markup, words
from saegim.web.visit import Visit

_STEPS = ("chat", "timeline", "context", "people")


def welcome(visit: Visit, place: ui.element, *, offered: bool) -> None:
    """The greeting of an empty memory."""
    with place, box("card stack") as card:
        words("h2", visit.say("tour.title"))
        words("p", visit.say("tour.text"))
        with box("stack", tag="ul"):
            for step in _STEPS:
                told = escape(visit.say(f"tour.step.{step}"))
                markup(f"{sign(step)}<span>{told}</span>", "step", tag="li")
        if offered:
            with box("row-flat"):
                load_button(visit)
                button(visit.say("tour.later"), card.delete, "plain")


def load_button(visit: Visit) -> None:
    """One click puts the sample life in."""

    async def load() -> None:
        made.props("loading")
        told.set_content(visit.say("data.sample.loading"))
        done = await attempt(visit, "write", sample.load, visit.saegim, visit.user)
        made.props(remove="loading")
        if done is None:
            told.set_content("")
            complain(visit.say("failed"))
        else:
            ui.navigate.to("/timeline")

    made = button(visit.say("data.sample.load"), load, "main")
    told = words("span", "", "soft small").props('role="status"')
