"""Operations: health and figures, jobs, traces, audit, keys, and a person's data as a whole."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import suppress
from html import escape
from statistics import median
from typing import Any, TypeVar

from fastapi import Request
from nicegui import ui

from saegim.errors import NotFound
from saegim.govern.access import Need
from saegim.govern.keys import ROLES
from saegim.models import JsonObject, Run, Trace
from saegim.web import sample
from saegim.web import visit as visits
from saegim.web.drawing import bar_chart
from saegim.web.frame import attempt, complain, heading, keep_choice, page, tell
from saegim.web.pieces import box, button, chip, choice, day, empty, field, markup, minute, pairs, words
from saegim.web.tour import load_button
from saegim.web.visit import Visit

T = TypeVar("T")
_PAGE = 25
_MEASURED = 60


@page("/operations", "operations")
async def operations(visit: Visit, request: Request) -> None:
    """One tab for each; a tab is read when it is opened."""
    heading(visit, visit.say("operations.title"))
    sections: dict[str, Callable[[Visit], Awaitable[None]]] = {
        "health": _health, "jobs": _jobs, "traces": _traces, "audit": _audit, "keys": _keys, "data": _data,
    }  # fmt: skip
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
            await sections[name](visit)

    tabs.value = first
    tabs.on_value_change(show)
    await show()


async def _listed(
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
        found = await attempt(visit, need, read, _PAGE + 1, shown)
        if found is None:
            return
        foot.clear()
        with place:
            if not found and shown == 0:
                with box("", tag="li"):
                    empty(visit.say(none))
            for one in found[:_PAGE]:
                show(one)
        shown += _PAGE
        if len(found) > _PAGE:
            with foot:
                button(visit.say("more"), more)

    await more()


# Health.


async def _health(visit: Visit) -> None:
    if visit.may("look"):
        found = await attempt(visit, "look", visit.saegim.health)
        if found is not None:
            _state(visit, found)
    traces = await attempt(visit, "read", lambda: visit.user.traces(limit=_MEASURED))
    calls = await attempt(visit, "read", lambda: visit.user.model_calls(limit=_MEASURED))
    latency = [sum(_numbers(trace.detail.get("timings_ms"))) for trace in reversed(traces or ())]
    tokens = [
        float(one) for trace in reversed(traces or ()) if isinstance(one := trace.detail.get("tokens"), int)
    ]
    spent = [float(call.input_tokens + call.output_tokens) for call in reversed(calls or ())]
    _figures(visit, "health.latency", [value for value in latency if value])
    _figures(visit, "health.tokens", tokens)
    if spent:
        _figures(visit, "health.model_tokens", spent)


def _numbers(given: object) -> list[float]:
    values = given.values() if isinstance(given, dict) else ()
    return [float(value) for value in values if isinstance(value, int | float)]


def _state(visit: Visit, found: JsonObject) -> None:
    good = found["status"] == "ok"
    with box("card stack", tag="section"):
        words("h2", visit.say("health.ok" if good else "health.degraded"))
        degraded = found["degraded"]
        for cause in degraded if isinstance(degraded, list) else ():
            words("p", str(cause), "note bad")
        nothing = visit.say("health.none")
        pairs(
            [
                (visit.say("health.analyser"), str(found["analyser"])),
                (visit.say("health.embedder"), str(found["embedder"] or nothing)),
                (visit.say("health.model"), str(found["model"] or nothing)),
                (visit.say("health.users"), str(found["users"])),
                (visit.say("health.pending"), str(found["users_with_pending_work"])),
            ],
            "facts",
        )


def _figures(visit: Visit, title: str, values: Sequence[float]) -> None:
    with box("card stack", tag="section"):
        with box("row-flat"):
            words("h2", visit.say(title), "grow")
            if values:
                words("span", visit.say("health.last", count=len(values)), "soft small num")
        if not values:
            words("p", visit.say("health.no_data"), "soft")
            return
        told = visit.say("health.median", median=f"{median(values):,.1f}", most=f"{max(values):,.1f}")
        markup(bar_chart(values, title=f"{visit.say(title)}: {told}"), "chart", tag="figure")
        words("p", told, "soft small num")


# Jobs and tending.


async def _jobs(visit: Visit) -> None:
    user = visit.user

    async def retry(job_id: int | None = None) -> None:
        count = await attempt(visit, "write", user.retry_jobs, job_id)
        if count is not None:
            tell(visit.say("jobs.retried", count=count))
            ui.navigate.to("/operations?tab=jobs")

    def show(job: Any) -> None:
        dead = job.state == "dead"
        with box("row-flat", tag="li"):
            chip(visit.say(f"jobs.{job.state}"), "warn" if dead else "")
            with box("grow"):
                words("strong", job.task)
                told = f"{minute(job.due_at)} · {visit.say('jobs.tries', count=job.tries)}"
                words("span", f" {told}", "soft small num")
                if job.error:
                    words("p", job.error, "small soft")
            if dead and visit.may("write"):
                button(visit.say("jobs.retry"), lambda: retry(job.id), "plain")

    with box("card stack", tag="section"):
        with box("row-flat"):
            words("h2", visit.say("operations.jobs"), "grow")
            if visit.may("write"):
                button(visit.say("jobs.retry_all"), lambda: retry())
        await _listed(visit, "read", lambda n, offset: user.jobs(limit=n, offset=offset), show, "jobs.none")
    await _runs(visit)


async def _runs(visit: Visit) -> None:
    user = visit.user

    async def tend() -> None:
        if await attempt(visit, "write", user.tend) is not None:
            tell(visit.say("jobs.tended"))
            ui.navigate.to("/operations?tab=jobs")

    def show(run: Run) -> None:
        did = ", ".join(f"{name} {count}" for name, count in run.did.items() if count)
        with box("row-flat", tag="li"):
            chip(run.state, "warn" if run.state in ("failed", "interrupted") else "")
            words("span", f"{minute(run.started_at)} · {run.trigger} · {run.seconds:.1f} s", "soft small num")
            words("span", did, "grow small")

    with box("card stack", tag="section"):
        with box("row-flat"):
            words("h2", visit.say("jobs.runs"), "grow")
            if visit.may("write"):
                button(visit.say("jobs.tend"), tend)
        await _listed(
            visit, "read", lambda n, offset: user.runs(limit=n, offset=offset), show, "jobs.runs.none"
        )


# Traces and audit.


async def _traces(visit: Visit) -> None:
    def show(trace: Trace) -> None:
        detail = trace.detail
        hits, used = detail.get("hits"), detail.get("used")
        told = visit.say(
            "traces.hits",
            hits=len(hits) if isinstance(hits, list) else 0,
            used=len(used) if isinstance(used, list) else 0,
            tokens=detail.get("tokens", 0),
        )
        with box("", tag="li"), ui.element("details") as opened:
            asked = escape(trace.query or visit.say("traces.without"))
            markup(
                f"{asked} <span class='soft small num'>{minute(trace.at)} · {escape(told)}</span>",
                tag="summary",
            )
            inside = box("scroll")

        async def look() -> None:
            if not inside.default_slot.children:
                given = [hit for hit in hits if isinstance(hit, dict)] if isinstance(hits, list) else []
                rows = await attempt(visit, "read", _rows, visit, given[:_PAGE], used)
                with inside:
                    markup(f"<tbody>{rows or ''}</tbody>", "plain", tag="table")
                    words("p", json.dumps(detail.get("timings_ms"), ensure_ascii=False), "soft tiny num")

        opened.on("toggle", look, args=[])

    with box("card", tag="section"):
        words("h2", visit.say("operations.traces"))
        read = lambda n, offset: visit.user.traces(limit=n, offset=offset)  # noqa: E731
        await _listed(visit, "read", read, show, "traces.none")


def _rows(visit: Visit, hits: Sequence[Mapping[str, Any]], used: object) -> str:
    """The hits of a trace as rows. A trace keeps no texts; those of memories are looked up."""
    rows = ""
    for hit in hits:
        id_, why = str(hit["id"]), hit["why"]["ko" if visit.language == "ko" else "en"]
        told = escape(id_)
        if hit["of"] == "memory":
            # One removed for good keeps its bare id.
            with suppress(NotFound):
                told = f'<a href="/memories/{told}">{escape(visit.user.memory(id_).content)}</a>'
        mark = "●" if isinstance(used, list) and id_ in used else "○"
        rows += (
            f"<tr><td>{mark}</td><td class='num'>{hit['score']:.2f}</td><td>{told}</td>"
            f"<td>{escape(str(why))}</td></tr>"
        )
    return rows


async def _audit(visit: Visit) -> None:
    def show(event: Any) -> None:
        with box("row-flat", tag="li"):
            words("span", minute(event.at), "soft small num")
            chip(event.action)
            words("span", f"{event.actor} → {event.target}", "grow small")
            if event.reason:
                words("span", event.reason, "soft small")

    with box("card", tag="section"):
        words("h2", visit.say("operations.audit"))
        read = lambda n, offset: visit.user.audit(limit=n, offset=offset)  # noqa: E731
        await _listed(visit, "read", read, show, "audit.none")


# Keys.


async def _keys(visit: Visit) -> None:
    place = box("stack")
    with box("card stack", tag="section"):
        words("h2", visit.say("keys.make"))
        with box("fields"):
            role = choice(visit.say("keys.role"), {name: name for name in ROLES}, "user")
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
        keys = await attempt(visit, "admin", visit.house.keys.all)
        with listing:
            words("h2", visit.say("operations.keys"))
            with box("list", tag="ul"):
                for key in reversed((keys or [])[-200:]):
                    with box("row-flat", tag="li"):
                        chip(key.role, "strong")
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


# A person's data.


async def _data(visit: Visit) -> None:
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
