"""Profiles: who is in view, what is known of them in short, and which persona they talk with."""

from __future__ import annotations

from html import escape

from fastapi import Request
from nicegui import ui

from saegim.models import Persona
from saegim.web import visit as visits
from saegim.web.download import export_card
from saegim.web.drawing import portrait
from saegim.web.frame import attempt, heading, keep_choice, page, tell
from saegim.web.pieces import box, button, chip, field, link_button, markup, pairs, words
from saegim.web.upload import import_card
from saegim.web.visit import Visit

_LABELS = ("neutral", "happy", "sad", "angry")


@page("/profiles", "profiles")
async def profiles(visit: Visit, request: Request) -> None:
    """The person and the personas."""
    user = visit.user
    known = await visit.do("read", lambda: user.profile())
    heading(visit, visit.say("profiles.title"))
    with box("stack-wide"):
        with box("card stack", tag="section"):
            with box("row-flat"):
                words("h2", user.id, "grow")
                if visit.caller.user_id is None:
                    link_button(visit.say("profiles.switch"), "/users")
            totals = words("p", visit.say("loading"), "soft num")

            async def count() -> None:
                stats = await attempt(visit, "read", user.stats)
                if stats is not None:
                    told = visit.say(
                        "profiles.totals", turns=stats.turns, memories=stats.memories, sessions=stats.sessions
                    )
                    totals.set_content(escape(told))

            # Counting a hundred thousand memories takes longer than anyone wants to wait for a page.
            ui.timer(0.01, count, once=True)
            words("h3", visit.say("profiles.known"))
            if known:
                pairs((visit.key_name(key), value) for key, value in known.items())
            else:
                words("p", visit.say("profiles.known.none"), "soft")
        await _personas(visit)
        export_card(visit)
        import_card(visit)


async def _personas(visit: Visit) -> None:
    personas = await visit.do("read", visit.saegim.personas)
    with box("card stack", tag="section"):
        with box("row-flat"):
            words("h2", visit.say("profiles.personas"), "grow")
            if visit.may("manage"):
                button(visit.say("profiles.persona.new"), lambda: _edit(visit, None))
        words("p", visit.say("profiles.personas.hint"), "soft small")
        with box("list", tag="ul"):
            _row(visit, None)
            for persona in personas:
                _row(visit, persona)


def _row(visit: Visit, persona: Persona | None) -> None:
    id_ = "" if persona is None else persona.id
    name = visit.say("profiles.persona.none") if persona is None else persona.name
    with box("row-flat", tag="li"):
        given = {} if persona is None else persona.metadata.get("assets")
        asset = given.get("neutral") if isinstance(given, dict) else None
        picture = portrait("neutral", asset if isinstance(asset, str) else "neutral_full")
        markup(picture).style("width: 40px; height: 40px; border-radius: 50%; overflow: hidden")
        with box("grow"):
            words("strong", name)
            if persona is not None and persona.system_prompt:
                words("p", persona.system_prompt[:120], "soft small")
        if persona is not None and visit.may("manage"):
            button(visit.say("memory.edit"), lambda: _edit(visit, persona), "plain").props(
                f'aria-label="{escape(name, quote=True)} {visit.say("memory.edit")}"'
            )
        if (visit.persona or "") == id_:
            chip(visit.say("profiles.persona.used"), "strong")
        else:
            button(
                visit.say("profiles.persona.use"), lambda: keep_choice(visits.PERSONA, id_, to="/profiles")
            )


def _edit(visit: Visit, persona: Persona | None) -> None:
    given = {} if persona is None else persona.metadata.get("assets")
    assets = given if isinstance(given, dict) else {}
    with ui.dialog() as dialog, box("card stack").props('role="document"'):
        words("h2", visit.say("profiles.persona.new") if persona is None else persona.name)
        id_ = field(visit.say("profiles.persona.id"), "" if persona is None else persona.id)
        if persona is not None:
            id_.props("readonly")
        name = field(visit.say("profiles.persona.name"), "" if persona is None else persona.name)
        prompt = ui.textarea(
            visit.say("profiles.persona.prompt"), value="" if persona is None else persona.system_prompt
        ).props("outlined autogrow")
        with ui.element("details"):
            words("summary", visit.say("profiles.persona.pictures"))
            pictures = {
                label: field(visit.name_of("emotion", label), str(assets.get(label, ""))) for label in _LABELS
            }

        async def save() -> None:
            metadata = {} if persona is None else dict(persona.metadata)
            own = {label: one.value.strip() for label, one in pictures.items() if one.value.strip()}
            if own or "assets" in metadata:
                metadata["assets"] = {**own}
            made = await attempt(
                visit,
                "manage",
                lambda: visit.saegim.put_persona(
                    id_.value.strip(), name=name.value.strip(), system_prompt=prompt.value, metadata=metadata
                ),
            )
            if made is not None:
                dialog.close()
                tell(visit.say("profiles.persona.made"))
                ui.navigate.to("/profiles")

        with box("row-flat"):
            button(visit.say("save"), save, "main")
            button(visit.say("cancel"), dialog.close, "plain")
    dialog.open()
