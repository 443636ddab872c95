"""Health: what works, and how long and how much recalling took lately."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import median

from saegim.models import JsonObject
from saegim.web.drawing import bar_chart
from saegim.web.frame import attempt
from saegim.web.pieces import box, markup, pairs, words
from saegim.web.visit import Visit

_MEASURED = 60


async def health(visit: Visit) -> None:
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
