"""What every page has around it: the menu, who is in view, and how a page is let in, built and fails."""

from __future__ import annotations

import copy
import json
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from functools import cache
from html import escape
from pathlib import Path
from typing import ParamSpec, TypeVar
from urllib.parse import quote

from fastapi import Request
from nicegui import ui
from starlette.concurrency import run_in_threadpool
from starlette.responses import RedirectResponse, Response

from saegim.errors import SaegimError, Unauthorized
from saegim.govern.access import Need
from saegim.web import visit as visits
from saegim.web.drawing import SEAL, sign
from saegim.web.pieces import box, empty, markup, words
from saegim.web.socket import own
from saegim.web.visit import HOUSE, Visit

P = ParamSpec("P")
T = TypeVar("T")
Build = Callable[[Visit, Request], Awaitable[None]]

MENU = (
    ("chat", "/"),
    ("timeline", "/timeline"),
    ("context", "/context"),
    ("people", "/people"),
    ("profiles", "/profiles"),
    ("settings", "/settings"),
    ("operations", "/operations"),
)
# A page may wait for the analyser to load, on a busy machine.
_PATIENCE_S = 60.0
_YEAR_S = 31_536_000


@cache
def style() -> str:
    """The one style sheet."""
    return Path(__file__).with_name("theme.css").read_text(encoding="utf-8")


def page(path: str, name: str, *, person: bool = True) -> Callable[[Build], Build]:
    """Show what `build` makes at that path to whoever may come in; `person`: it needs somebody in view."""

    def register(build: Build) -> Build:
        @ui.page(path, response_timeout=_PATIENCE_S)
        async def shown(request: Request) -> Response | None:
            try:
                visit = await run_in_threadpool(visits.enter, request.scope[HOUSE], request)
            except Unauthorized:
                after = f"?next={quote(path)}" if path != "/" and "{" not in path else ""
                return RedirectResponse(f"/sign-in{after}", 303)
            if person and visit.user_id is None:
                return RedirectResponse("/users", 303)
            _dress(visit, visit.say(f"{name}.title"))
            with _frame(visit, name):
                try:
                    await build(visit, request)
                except SaegimError as error:
                    # Another's things are not found either: both look the same.
                    heading(visit, visit.say("not_found.title"), error.say(visit.language))
            return None

        return build

    return register


def _dress(visit: Visit, title: str) -> None:
    """Language, brightness, style and owner of the page being made."""
    client = ui.context.client
    own(client.id, visit.token)
    # The page object is everyone's; this visitor's has their language and brightness.
    mine = copy.copy(client.page)
    mine.language = "ko-KR" if visit.language == "ko" else "en-US"
    mine.dark = {"light": False, "dark": True}.get(visit.theme)
    client.page = mine
    client.title = f"{title} · {visit.say('name')}"
    ui.colors(primary="var(--accent)", accent="var(--accent)", negative="#9c2f26", positive="#1d5f5a")
    ui.add_head_html(f"<style>{style()}</style>")
    ui.add_head_html(
        "<script>function saegimKeep(name, value) { document.cookie = name + '=' + "
        f"encodeURIComponent(value) + '; path=/; max-age={_YEAR_S}; samesite=strict'; location.reload(); }}"
        "</script>"
    )


@contextmanager
def _frame(visit: Visit, name: str) -> Iterator[None]:
    markup(escape(visit.say("skip")), "skip", tag="a").props('href="#main"')
    with box("frame"):
        with box("rail", tag="header"):
            markup(f"{SEAL}<span>{escape(visit.say('name'))}</span>", "brand", tag="a").props('href="/"')
            links = "".join(_link(visit, item, to, current=item == name) for item, to in MENU)
            markup(f"<ul>{links}</ul>", tag="nav").props(f'aria-label="{escape(visit.say("menu"))}"')
            with box("rail-foot"):
                _who(visit)
                _foot(visit)
        # The framework's own page element is the landmark.
        with box("main").props('id="main" tabindex="-1"'):
            yield


def _link(visit: Visit, item: str, to: str, *, current: bool) -> str:
    now = ' aria-current="page"' if current else ""
    return (
        f'<li><a class="nav-link" href="{to}"{now}>{sign(item)}<span>{escape(visit.say(f"nav.{item}"))}'
        "</span></a></li>"
    )


def _who(visit: Visit) -> None:
    persona = visit.persona or visit.say("profiles.persona.none")
    if visit.user_id is not None:
        markup(
            f'<strong>{escape(visit.user_id)}</strong><br><span class="soft">{escape(persona)}</span>',
            "who",
            tag="a",
        ).props('href="/profiles"')


def _foot(visit: Visit) -> None:
    other = "en" if visit.language == "ko" else "ko"
    shade = {"auto": "dark", "dark": "light", "light": "auto"}[visit.theme]
    markup(
        f'<button type="button" lang="{other}" onclick="saegimKeep(\'{visits.LANGUAGE}\',\'{other}\')">'
        f"{escape(visit.say('language.other'))}</button>"
        f"<button type=\"button\" onclick=\"saegimKeep('{visits.THEME}','{shade}')\" "
        f'title="{escape(visit.say("theme"))}">{escape(visit.say(f"theme.{shade}"))}</button>'
        f'<a href="/sign-out">{escape(visit.say("sign_out"))}</a>',
        "foot-links",
    )


def heading(visit: Visit, title: str, hint: str = "") -> ui.element:
    """The page's title; what is put into the result stands at its right."""
    with box("page-head") as head:
        words("h1", title)
        if hint:
            words("p", hint, "small")
    return head


def keep_choice(name: str, value: str, *, to: str = "/") -> None:
    """Remember a choice in the browser and go on."""
    script = (
        f"document.cookie = {json.dumps(name)} + '=' + encodeURIComponent({json.dumps(value)}) + "
        f"'; path=/; max-age={_YEAR_S}; samesite=strict'; location.href = {json.dumps(to)};"
    )
    ui.run_javascript(script)


async def attempt(
    visit: Visit, need: Need, call: Callable[P, T], *arguments: P.args, **named: P.kwargs
) -> T | None:
    """What the call gives; when it is refused, the reason is told and None comes back."""
    try:
        return await visit.do(need, call, *arguments, **named)
    except Unauthorized:
        ui.navigate.to("/sign-in")
    except SaegimError as error:
        complain(error.say(visit.language))
    return None


def complain(text: str) -> None:
    ui.notify(text, type="negative", position="top", multi_line=True, timeout=7000)


def tell(text: str) -> None:
    ui.notify(text, position="top", color="dark", timeout=3500)


def show_failure() -> None:
    """What stands where a page could not be made."""
    ui.add_head_html(f"<style>{style()}</style>")
    empty("문제가 생겼습니다 · Something went wrong", "잠시 뒤에 다시 열어 주세요. Please try again.")
