"""A person's data as a whole: size, export and import, the sample life, and the end of it all."""

from __future__ import annotations

from nicegui import ui

from saegim.web import sample
from saegim.web import visit as visits
from saegim.web.download import export_card
from saegim.web.frame import attempt, complain, keep_choice, tell
from saegim.web.pieces import box, button, field, words
from saegim.web.tour import load_button
from saegim.web.upload import import_card
from saegim.web.visit import Visit


async def data(visit: Visit) -> None:
    user = visit.user
    stats = await attempt(visit, "read", user.stats)
    loaded = await attempt(visit, "read", sample.is_loaded, user)
    can_load = await attempt(visit, "read", sample.can_load, user)
    with box("card stack", tag="section"):
        words("h2", user.id)
        if stats is not None:
            totals = visit.say(
                "profiles.totals", turns=stats.turns, memories=stats.memories, sessions=stats.sessions
            )
            size = visit.say("data.size", size=f"{stats.bytes_on_disk / 1_000_000:.1f} MB")
            words("p", f"{totals} · {size}", "soft num")
    export_card(visit)
    import_card(visit)
    if visit.may("write") and (loaded or can_load):
        with box("card stack", tag="section"):
            words("h2", visit.say("data.sample"))
            words("p", visit.say("data.sample.hint"), "soft")
            with box("row-flat"):
                if loaded:
                    button(visit.say("data.sample.remove"), lambda: _remove_sample(visit))
                else:
                    load_button(visit)
    if visit.may("write"):
        _erase(visit)


async def _remove_sample(visit: Visit) -> None:
    if await attempt(visit, "write", sample.remove, visit.user) is not None:
        tell(visit.say("data.sample.removed"))
        ui.navigate.to("/")


def _erase(visit: Visit) -> None:
    user = visit.user
    with box("card stack", tag="section"):
        words("h2", visit.say("data.erase"))
        words("p", visit.say("data.erase.hint"), "soft")
        with box("row-flat"):
            typed = field(visit.say("data.erase.type", name=user.id)).classes("grow")

            async def erase() -> None:
                if typed.value.strip() != user.id:
                    complain(visit.say("data.erase.wrong"))
                    return
                if await attempt(visit, "write", lambda: user.erase(confirm=True)) is not None:
                    tell(visit.say("data.erased"))
                    if visit.caller.user_id is None:
                        keep_choice(visits.PERSON, "", to="/users")
                    else:
                        # A person's own keys go with them.
                        ui.navigate.to("/sign-out")

            button(visit.say("data.erase"), erase, "danger")
