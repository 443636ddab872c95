"""Traces, each with what came to mind and what was used, and the audit."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from html import escape
from typing import Any

from fastapi import Request
from nicegui import ui

from saegim.errors import NotFound
from saegim.models import AuditEvent, Trace
from saegim.web.frame import attempt
from saegim.web.operations.listing import PAGE, listed
from saegim.web.pieces import box, chip, link_button, markup, minute, words
from saegim.web.reasons import told_actor, told_reason
from saegim.web.visit import Visit


async def traces(visit: Visit, request: Request) -> None:
    """The newest first; with a turn in the address, that turn's alone."""
    turn_id = request.query_params.get("turn")
    if turn_id is not None:
        await _of_turn(visit, turn_id)
        return

    def show(trace: Trace) -> None:
        with box("", tag="li"), ui.element("details") as opened:
            asked = escape(trace.query or visit.say("traces.without"))
            told = f"{minute(trace.at)} · {_counted(visit, trace)}"
            markup(f"{asked} <span class='soft small num'>{escape(told)}</span>", tag="summary")
            inside = box("stack")

        async def look() -> None:
            if not inside.default_slot.children:
                with inside:
                    await _detail(visit, trace)

        opened.on("toggle", look, args=[])

    with box("card", tag="section"):
        words("h2", visit.say("operations.traces"))
        words("p", visit.say("traces.hint"), "soft small")
        read = lambda n, offset: visit.user.traces(limit=n, offset=offset)  # noqa: E731
        await listed(visit, "read", read, show, "traces.none")


async def _of_turn(visit: Visit, turn_id: str) -> None:
    """One turn: what was said, and what the model was given for it and why."""

    def find() -> tuple[str, Trace | None]:
        turn = visit.user.turn(turn_id)
        try:
            return turn.user, visit.user.trace_of(turn_id)
        except NotFound:
            return turn.user, None

    found = await attempt(visit, "read", find)
    with box("card stack", tag="section"):
        words("h2", visit.say("traces.turn"))
        if found is not None:
            said, trace = found
            words("p", said, "pre quote")
            if trace is None:
                words("p", visit.say("traces.turn.none"), "soft")
            else:
                words("p", f"{minute(trace.at)} · {_counted(visit, trace)}", "soft small num")
                await _detail(visit, trace)
        with box("row-flat"):
            link_button(visit.say("traces.all"), "/operations?tab=traces", "plain")


def _counted(visit: Visit, trace: Trace) -> str:
    hits, used = trace.detail.get("hits"), trace.detail.get("used")
    return visit.say(
        "traces.hits",
        hits=len(hits) if isinstance(hits, list) else 0,
        used=len(used) if isinstance(used, list) else 0,
        tokens=trace.detail.get("tokens", 0),
    )


async def _detail(visit: Visit, trace: Trace) -> None:
    detail = trace.detail
    hits, used = detail.get("hits"), detail.get("used")
    given = [hit for hit in hits if isinstance(hit, dict)] if isinstance(hits, list) else []
    rows = await attempt(visit, "read", _rows, visit, given[:PAGE], used)
    if given:
        head = "".join(
            f"<th scope='col'>{escape(visit.say(f'traces.{name}'))}</th>"
            for name in ("used", "score", "what")
        )
        with box("scroll"):
            markup(f"<thead><tr>{head}</tr></thead><tbody>{rows or ''}</tbody>", "plain", tag="table")
    else:
        words("p", visit.say("chat.recalled.none"), "soft small")
    parts, timings = detail.get("parts"), detail.get("timings_ms")
    told = []
    if isinstance(parts, dict):
        sizes = [f"{visit.name_of('part', name)} {size}" for name, size in parts.items() if size]
        told.append(f"{visit.say('traces.tokens')}: {', '.join(sizes)}")
    if isinstance(timings, dict):
        laps = [f"{name} {value}" for name, value in timings.items()]
        told.append(f"{visit.say('traces.timings')}: {', '.join(laps)}")
    degraded = detail.get("degraded")
    if isinstance(degraded, list) and degraded:
        told.append(visit.say("context.degraded", what=", ".join(map(str, degraded))))
    for line in told:
        words("p", line, "soft tiny num")


def _rows(visit: Visit, hits: Sequence[Mapping[str, Any]], used: object) -> str:
    """The hits of a trace as rows. A trace keeps no texts; they are looked up."""
    rows = ""
    for hit in hits:
        id_, why = str(hit["id"]), hit["why"]["ko" if visit.language == "ko" else "en"]
        told = escape(id_)
        # What was removed for good keeps its bare id.
        with suppress(NotFound):
            if hit["of"] == "memory":
                told = f'<a href="/memories/{told}">{escape(visit.user.memory(id_).content)}</a>'
            else:
                told = f"{escape(visit.say('message'))}: {escape(visit.user.message(id_).content)}"
        taken = isinstance(used, list) and id_ in used
        mark = f"<span role='img' aria-label='{escape(visit.say('yes' if taken else 'no'))}'>"
        mark += "●</span>" if taken else "○</span>"
        rows += (
            f"<tr><td>{mark}</td><td class='num'>{hit['score']:.2f}</td>"
            f"<td>{told}<br><span class='soft tiny'>{escape(str(why))}</span></td></tr>"
        )
    return rows


async def audit(visit: Visit) -> None:
    """Who did what to what, newest first."""

    def show(row: tuple[AuditEvent, str]) -> None:
        event, what = row
        with box("entry", tag="li"):
            words("span", minute(event.at), "soft small num")
            chip(visit.name_of("action", event.action))
            with box("grow break"):
                markup(what, "small", tag="span")
                why = " · ".join(
                    part
                    for part in (told_actor(visit, event.actor), told_reason(visit, event.reason))
                    if part
                )
                words("div", why, "soft tiny")

    def read(n: int, offset: int) -> list[tuple[AuditEvent, str]]:
        return [(event, _target(visit, event.target)) for event in visit.user.audit(limit=n, offset=offset)]

    with box("card", tag="section"):
        words("h2", visit.say("operations.audit"))
        await listed(visit, "read", read, show, "audit.none")


def _target(visit: Visit, target: str) -> str:
    """What was changed, with a way to it where it still is; HTML."""
    user, id_ = visit.user, escape(target, quote=True)
    with suppress(NotFound):
        if target.startswith("k_"):
            return f'<a href="/memories/{id_}">{escape(user.memory(target).content)}</a>'
        if target.startswith("e_"):
            return f'<a href="/people/{id_}">{escape(user.entity(target).name)}</a>'
        if target.startswith("t_"):
            return escape(user.turn(target).user)
    return id_
