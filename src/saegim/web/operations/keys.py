"""Keys: made, shown once, revoked."""

from __future__ import annotations

from nicegui import ui

from saegim.govern.keys import ROLES
from saegim.web.frame import attempt, tell
from saegim.web.pieces import box, button, chip, choice, day, field, words
from saegim.web.visit import Visit


async def keys(visit: Visit) -> None:
    place = box("stack")
    with box("card stack", tag="section"):
        words("h2", visit.say("keys.make"))
        with box("fields"):
            role = choice(
                visit.say("keys.role"), {name: visit.name_of("right", name) for name in ROLES}, "user"
            )
            user = field(visit.say("keys.user"), visit.user_id or "")
            name = field(visit.say("keys.name"))
            days = ui.number(visit.say("keys.days")).props("outlined dense")

        async def make() -> None:
            speaks_for = user.value.strip() if role.value in ("user", "read-only") else ""
            made = await attempt(
                visit,
                "admin",
                lambda: visit.house.keys.create(
                    str(role.value), user=speaks_for or None, name=name.value.strip(), days=days.value
                ),
            )
            if made is not None:
                place.clear()
                with place, box("note stack").props('role="status"'):
                    words("p", visit.say("keys.made"))
                    words("p", made.key, "secret")
                await listed()

        with box("row-flat"):
            button(visit.say("keys.make"), make, "main")
    listing = box("card")

    async def listed() -> None:
        listing.clear()
        found = await attempt(visit, "admin", visit.house.keys.all)
        with listing:
            words("h2", visit.say("operations.keys"))
            with box("list", tag="ul"):
                for key in reversed((found or [])[-200:]):
                    with box("row-flat", tag="li"):
                        chip(visit.name_of("right", key.role), "strong")
                        whose = key.user_id or visit.say("keys.everyone")
                        words("span", f"{key.name or key.id} · {whose}", "grow")
                        if key.expires_at is not None:
                            words("span", visit.say("keys.expires", day=day(key.expires_at)), "soft small")
                        if key.revoked_at is not None:
                            chip(visit.say("keys.revoked_at", day=day(key.revoked_at)), "warn")
                        else:
                            _revoke(key.id)

    def _revoke(key_id: str) -> None:
        async def revoke() -> None:
            def call() -> bool:
                visit.house.keys.revoke(key_id)
                return True

            if await attempt(visit, "admin", call):
                tell(visit.say("keys.revoked"))
                await listed()

        made = button(visit.say("keys.revoke"), revoke, "plain danger")
        made.props(f'aria-label="{visit.say("keys.revoke")} {key_id}"')

    await listed()
