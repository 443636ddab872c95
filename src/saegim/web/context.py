"""Context preview: what a model would get for a message, part by part, under budgets one can move."""

from __future__ import annotations

from collections.abc import Callable
from html import escape

from fastapi import Request
from nicegui import ui

from saegim.models import Context
from saegim.settings import value_of
from saegim.web.frame import attempt, heading, page, tell
from saegim.web.pieces import Slide, box, button, chip, empty, markup, words
from saegim.web.settings import told_of
from saegim.web.visit import Visit

# (setting, word, least, most, step)
_BUDGETS: tuple[tuple[str, str, float, float, float], ...] = (
    ("context.budget_tokens", "context.budget_tokens", 256, 8192, 128),
    ("context.memory_tokens", "context.memory_tokens", 0, 4000, 50),
    ("context.pinned_tokens", "context.pinned_tokens", 0, 2000, 50),
    ("context.recent_turns", "context.recent_turns", 1, 30, 1),
    ("recall.limit", "context.limit", 1, 30, 1),
)
_SHARES = ("system", "entity", "memories", "conversation", "reply")
_WEIGHTS: tuple[tuple[str, str, float, float, float], ...] = (
    ("recall.relevance", "context.relevance", 0, 1, 0.05),
    ("recall.recency", "context.recency", 0, 1, 0.05),
    ("recall.importance", "context.importance", 0, 1, 0.05),
    ("recall.half_life_days", "context.half_life_days", 1, 365, 1),
)
# Each part keeps its colour in the meter and the legend; told apart by name as well.
_COLOURS = {
    "system": "#5b6472", "entity": "#8a6d9e", "pinned": "#b4542f", "memories": "#1d7a72",
    "few_shot": "#a0812b", "summary": "#3c6ea5", "recent": "#6a8f3c", "message": "#2f3f4f",
}  # fmt: skip


@page("/context", "context")
async def context(visit: Visit, request: Request) -> None:
    """A message, its context, and the sliders that make it."""
    Preview(visit).build()


class Preview:
    """One browser's trial settings and what they give."""

    def __init__(self, visit: Visit) -> None:
        self._visit = visit
        self._changes: dict[str, object] = {}
        self._asked = 0

    def build(self) -> None:
        visit = self._visit
        heading(visit, visit.say("context.title"), visit.say("context.hint"))
        with box("two"):
            with box("stack-wide"):
                with box("row-flat"):
                    self._message = ui.input(visit.say("context.message")).props("outlined").classes("grow")
                    self._message.on(
                        "keydown.enter", self._show, js_handler="(e) => !e.isComposing && emit()"
                    )
                    button(visit.say("context.show"), self._show, "main")
                self._result = box("stack-wide").props('aria-live="polite"')
                with self._result:
                    empty(visit.say("context.empty"))
            self._panel = box("stack-wide panel")
            with self._panel:
                self._sliders()

    def _sliders(self) -> None:
        visit = self._visit
        with box("card", tag="section"):
            words("h2", visit.say("context.budgets"))
            with box("sliders"):
                for name, label, least, most, step in _BUDGETS:
                    self._slider(name, visit.say(label), least, most, step)
                for part in _SHARES:
                    label = visit.say("context.share", part=visit.say(f"part.{part}"))
                    most = 0.5 if part == "reply" else 1
                    self._slider(f"context.shares.{part}", label, 0, most, 0.05)
        with box("card", tag="section"):
            words("h2", visit.say("context.weights"))
            with box("sliders"):
                for name, label, least, most, step in _WEIGHTS:
                    self._slider(name, visit.say(label), least, most, step)
        with box("row-flat"):
            if visit.may("admin"):
                button(visit.say("context.keep"), self._keep)
            button(visit.say("context.reset"), self._reset, "plain")

    def _slider(self, name: str, label: str, least: float, most: float, step: float) -> None:
        value = value_of(self._visit.saegim.settings, name)
        assert isinstance(value, int | float)
        made = Slide(label, value, least=least, most=max(most, value), step=step)
        made.on_settled(self._moved(name, made, whole=isinstance(value, int)))

    def _moved(self, name: str, made: Slide, *, whole: bool) -> Callable[[], object]:
        async def moved() -> None:
            self._changes[name] = int(made.value) if whole else float(made.value)
            await self._show()

        return moved

    async def _reset(self) -> None:
        self._changes.clear()
        self._panel.clear()
        with self._panel:
            self._sliders()
        await self._show()

    async def _keep(self) -> None:
        visit = self._visit
        waiting = await attempt(visit, "admin", visit.saegim.change_settings, dict(self._changes))
        if waiting is not None:
            tell(told_of(visit, waiting))

    async def _show(self) -> None:
        visit = self._visit
        said = (self._message.value or "").strip()
        if not said:
            return
        self._asked += 1
        mine, changes = self._asked, dict(self._changes)
        built = await attempt(visit, "read", lambda: visit.user.preview(said, settings=changes))
        # A slider moved meanwhile asked again; only the last answer counts.
        if built is None or mine != self._asked:
            return
        self._result.clear()
        with self._result:
            self._meter(built)
            self._given(built)
            self._left_out(built)

    def _meter(self, built: Context) -> None:
        visit = self._visit
        whole = max(built.budget_tokens, built.tokens, 1)
        parts = [(part, built.parts[part]) for part in _COLOURS if built.parts.get(part)]
        bars = "".join(
            f'<i style="width:{100 * tokens / whole:.2f}%;background:{_COLOURS[part]}" '
            f'title="{escape(visit.say(f"part.{part}"), quote=True)} {tokens}"></i>'
            for part, tokens in parts
        )
        legend = "".join(
            f'<li><span class="dot" style="background:{_COLOURS[part]}"></span>'
            f'<span>{escape(visit.say(f"part.{part}"))}</span><span class="soft num">{tokens:,}</span></li>'
            for part, tokens in parts
        )
        told = visit.say("context.meter", tokens=f"{built.tokens:,}", budget=f"{built.budget_tokens:,}")
        with box("stack", tag="section"):
            words("h2", told, "num")
            markup(bars, "meter").props(
                f'role="meter" aria-valuemin="0" aria-valuemax="{whole}" aria-valuenow="{built.tokens}" '
                f'aria-label="{escape(told, quote=True)}"'
            )
            markup(legend, "legend", tag="ul")
            if built.degraded:
                words("p", visit.say("context.degraded", what=", ".join(built.degraded)), "note bad")

    def _given(self, built: Context) -> None:
        visit = self._visit
        with box("stack", tag="section"):
            words("h2", visit.say("context.result"))
            with box("given"):
                for message in built.messages:
                    with box("msg"):
                        words("h3", visit.name_of("role", message["role"]))
                        words("div", message["content"])

    def _left_out(self, built: Context) -> None:
        visit = self._visit
        with box("stack", tag="section"):
            words("h2", visit.say("context.left_out"))
            if not built.left_out:
                words("p", visit.say("context.left_out.none"), "soft")
                return
            with box("row-flat"):
                for one in built.left_out[:40]:
                    chip(f"{visit.name_of('part', one.part)} · {one.tokens}")
