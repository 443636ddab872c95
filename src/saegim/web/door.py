"""Coming in and going out: a form for the token, and the choice of a person for tokens that see everyone."""

from __future__ import annotations

from html import escape
from urllib.parse import parse_qs, quote

from fastapi import Request
from nicegui import app, ui
from starlette.concurrency import run_in_threadpool
from starlette.responses import HTMLResponse, RedirectResponse, Response

from saegim.errors import TooManyRequests, Unauthorized
from saegim.govern.access import recognise
from saegim.web import visit as visits
from saegim.web.drawing import SEAL
from saegim.web.frame import attempt, heading, keep_choice, page, style
from saegim.web.pieces import box, button, day, empty, field, words
from saegim.web.visit import HOUSE, House, Visit
from saegim.web.words import say

_PAGE = 30
_MOST_FORM_BYTES = 20_000


@app.get("/sign-in", include_in_schema=False)
async def sign_in(request: Request) -> Response:
    """The form."""
    return _form(request, "", 200)


@app.post("/sign-in", include_in_schema=False)
async def come_in(request: Request) -> Response:
    """Keep a token that holds in a cookie no script can read."""
    house: House = request.scope[HOUSE]
    if not _from_our_own_form(request):
        return _form(request, "failed", 403)
    body = await request.body()
    given = parse_qs(body[:_MOST_FORM_BYTES].decode("utf-8", "replace"))
    token = "".join(given.get("token", [""])[0].split())
    try:
        await run_in_threadpool(_check, house, request, token)
    except TooManyRequests:
        return _form(request, "sign_in.often", 429)
    except Unauthorized:
        return _form(request, "sign_in.wrong", 401)
    response = RedirectResponse(_inside(given.get("next", ["/"])[0]), 303)
    response.set_cookie(
        visits.TOKEN,
        token,
        httponly=True,
        samesite="strict",
        secure=request.url.scheme == "https",
        max_age=30 * 86_400,
        path="/",
    )
    response.delete_cookie(visits.PERSON, path="/")
    return response


@app.get("/sign-out", include_in_schema=False)
async def sign_out(request: Request) -> Response:
    """Forget the token and who was in view."""
    response = RedirectResponse("/sign-in", 303)
    for name in (visits.TOKEN, visits.PERSON, visits.PERSONA):
        response.delete_cookie(name, path="/")
    return response


def _check(house: House, request: Request, token: str) -> None:
    try:
        recognise(token or None, house.keys, house.tokens)
    except Unauthorized:
        address = request.client.host if request.client else "unknown"
        wait_s = house.limits.take(f"refused:{address}", house.saegim.settings.server.refused_per_minute)
        if wait_s:
            raise TooManyRequests(wait_s) from None
        raise


def _from_our_own_form(request: Request) -> bool:
    """A form elsewhere must not sign anyone in: browsers say where it came from."""
    return request.headers.get("sec-fetch-site", "same-origin") in ("same-origin", "none")


def _inside(asked: str) -> str:
    """A path of ours, never another site."""
    return asked if asked.startswith("/") and not asked.startswith(("//", "/\\")) else "/"


def _form(request: Request, problem: str, status: int) -> Response:
    house: House = request.scope[HOUSE]
    language = visits.language_of(request, house.saegim.settings.language)
    shade = visits.theme_of(request)

    def t(key: str) -> str:
        return escape(say(language, key), quote=True)

    after = escape(_inside(request.query_params.get("next", "/")), quote=True)
    told = f'<p class="note bad" role="alert" id="problem">{t(problem)}</p>' if problem else ""
    described = (
        ' aria-describedby="problem hint" aria-invalid="true"' if problem else ' aria-describedby="hint"'
    )
    dark = (
        "document.body.classList.toggle('body--dark', "
        + {"dark": "true", "light": "false"}.get(shade, "matchMedia('(prefers-color-scheme: dark)').matches")
        + ")"
    )
    return HTMLResponse(
        f"""<!doctype html><html lang="{language}"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{t("sign_in")} · {t("name")}</title>
<link rel="icon" href="data:image/svg+xml,{quote(SEAL)}"><style>body{{margin:0}}{style()}</style></head>
<body><script>{dark}</script><main class="door"><form method="post" action="/sign-in">
<div class="mark">{SEAL}</div><h1>{t("name")}</h1><p class="soft">{t("tagline")}</p>{told}
<div><label for="token">{t("sign_in.token")}</label>
<input id="token" name="token" type="password" autocomplete="current-password" required autofocus
{described}></div>
<input type="hidden" name="next" value="{after}"><p class="soft small" id="hint">{t("sign_in.hint")}</p>
<button type="submit">{t("sign_in")}</button></form></main></body></html>""",
        status_code=status,
    )


@page("/users", "choose", person=False)
async def choose(visit: Visit, request: Request) -> None:
    """Whom to look at: for tokens that speak for everyone."""
    heading(visit, visit.say("choose.title"), visit.say("choose.hint"))
    if not visit.may("look"):
        empty(visit.say("not_found.title"), visit.say("not_found.text"))
        return
    with box("stack-wide"):
        if visit.may("manage"):
            _new_person(visit)
        listed = box("card")
        await _list_people(visit, listed, 0)


def _new_person(visit: Visit) -> None:
    async def make() -> None:
        chosen = name.value.strip()
        # Asking for their totals makes the person, or says why there can be none of that name.
        if await attempt(visit, "manage", lambda: visit.saegim.user(chosen).stats()) is not None:
            keep_choice(visits.PERSON, chosen)

    with box("card"), box("row-flat"):
        name = field(visit.say("choose.new")).classes("grow").on("keydown.enter", make)
        button(visit.say("choose.make"), make, "main")


async def _list_people(visit: Visit, listed: ui.element, offset: int) -> None:
    found = await attempt(visit, "look", visit.saegim.users, limit=_PAGE + 1, offset=offset)
    with listed:
        if not found:
            if offset == 0:
                empty(visit.say("choose.none"))
            return
        with box("list", tag="ul"):
            for record in found[:_PAGE]:
                with box("row-flat", tag="li"):
                    words("strong", record.id, "grow")
                    words("span", visit.say("choose.since", day=day(record.created_at)), "soft small")
                    open_it = button(
                        visit.say("choose.open"),
                        lambda _, user_id=record.id: keep_choice(visits.PERSON, user_id),
                        "plain",
                    )
                    open_it.props(f'aria-label="{escape(record.id, quote=True)} {visit.say("choose.open")}"')
        if len(found) > _PAGE:

            async def more() -> None:
                again.delete()
                await _list_people(visit, listed, offset + _PAGE)

            again = button(visit.say("more"), more)
