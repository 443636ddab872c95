"""The small parts every page is built from. What comes from people is always escaped."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from datetime import datetime
from html import escape
from typing import Any

from nicegui import ui
from nicegui.events import GenericEventArguments

from saegim.web.drawing import face


def words(tag: str, text: str, classes: str = "") -> ui.html:
    """An element with plain text in it."""
    return ui.html(escape(text), sanitize=False, tag=tag).classes(classes)


def markup(html: str, classes: str = "", *, tag: str = "div") -> ui.html:
    """HTML of our own making; every value in it must have been escaped."""
    return ui.html(html, sanitize=False, tag=tag).classes(classes)


def box(classes: str, *, tag: str = "div") -> ui.element:
    return ui.element(tag).classes(classes)


def button(text: str, on_click: Callable[..., Any] | None = None, look: str = "") -> ui.button:
    """A button in one of our looks: main, plain, danger, danger-main, or quiet."""
    made = ui.button(text, on_click=on_click, color=None).props("unelevated no-caps no-wrap")
    return made.classes(f"btn {look}")


def link_button(text: str, to: str, look: str = "") -> ui.element:
    made = ui.button(text, color=None).classes(f"btn {look}")
    return made.props(f'unelevated no-caps no-wrap href="{to}"')


def field(label: str, value: str = "", **more: Any) -> ui.input:
    return ui.input(label, value=value, **more).props("outlined dense")


def choice(
    label: str, options: dict[Any, str], value: Any, on_change: Callable[..., Any] | None = None
) -> ui.select:
    made = ui.select(options, label=label, value=value, on_change=on_change)
    return made.props("outlined dense options-dense")


class Slide:
    """A slider with its name and its value above it: the browser's own, which keys and readers know."""

    def __init__(self, label: str, value: float, *, least: float, most: float, step: float) -> None:
        self.value = value
        with box("slide", tag="label"):
            with box("top"):
                words("span", label)
                self._shown = words("span", f"{value:g}", "num soft")
            self._range = ui.element("input").props(
                f'type="range" min="{least:g}" max="{most:g}" step="{step:g}" value="{value:g}" '
                f'aria-label="{escape(label, quote=True)}"'
            )
            self._range.on("input", self._moved, js_handler="(event) => emit(event.target.value)")

    def _moved(self, event: GenericEventArguments) -> None:
        self.value = float(event.args)
        self._shown.set_content(f"{self.value:g}")

    def on_settled(self, handler: Callable[[], Any]) -> None:
        """Call the handler when a move is done."""
        self._range.on("change", handler, args=[])


def chip(text: str, look: str = "") -> ui.html:
    return words("span", text, f"chip {look}")


def empty(title: str, hint: str = "") -> None:
    """What stands where there is nothing yet."""
    hint_html = f"<span>{escape(hint)}</span>" if hint else ""
    markup(f"{face('neutral')}<strong>{escape(title)}</strong>{hint_html}", "empty")


def pairs(rows: Iterable[tuple[str, str]], classes: str = "pairs") -> ui.html:
    """Names and values."""
    body = "".join(f"<dt>{escape(name)}</dt><dd>{escape(value)}</dd>" for name, value in rows if value)
    if classes == "facts":
        body = "".join(
            f"<div><dt>{escape(name)}</dt><dd>{escape(value)}</dd></div>" for name, value in rows if value
        )
    return markup(body, classes, tag="dl")


def day(at: datetime | None) -> str:
    return "" if at is None else f"{at:%Y-%m-%d}"


def minute(at: datetime | None) -> str:
    return "" if at is None else f"{at:%Y-%m-%d %H:%M}"


def highlighted(text: str, matched: Sequence[str]) -> str:
    """HTML of the text with the matched words marked, whatever their case."""
    wanted = sorted({word for word in matched if word.strip()}, key=len, reverse=True)
    if not wanted:
        return escape(text)
    pattern = re.compile("|".join(map(re.escape, wanted)), re.IGNORECASE)
    parts: list[str] = []
    end = 0
    for found in pattern.finditer(text):
        parts += [escape(text[end : found.start()]), f"<mark>{escape(found.group())}</mark>"]
        end = found.end()
    return "".join(parts) + escape(text[end:])
