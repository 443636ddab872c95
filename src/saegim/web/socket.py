"""The pages' socket speaks only for the browser that opened the page.

NiceGUI lets whoever knows a page's random id take part in it. Here the socket must also come from our own
pages, bring the cookie the page was made for, and speak of no page but its own.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from http.cookies import CookieError, SimpleCookie
from typing import Any
from urllib.parse import parse_qs, urlsplit

from saegim.web.visit import TOKEN, whose

# Which page belongs to whom; a page leaves it when its browser is gone.
_owners: dict[str, bytes] = {}


def own(page_id: str, token: str) -> None:
    """From now on the page belongs to whoever has that token."""
    _owners[page_id] = whose(token)


def disown(page_id: str) -> None:
    _owners.pop(page_id, None)


def guard() -> None:
    """Put the checks before NiceGUI's own handlers; once a process."""
    from nicegui import app, core

    sio: Any = core.sio
    handlers: dict[str, Callable[..., Any]] = dict(sio.handlers["/"])

    async def connect(sid: str, environ: dict[str, Any], auth: Any = None) -> Any:
        if not same_origin(environ) or not may_join(environ, _page_asked_for(environ)):
            return False
        return await handlers["connect"](sid, environ, auth)

    async def handshake(sid: str, data: dict[str, Any]) -> bool:
        if not may_join(sio.get_environ(sid), str(data.get("client_id", ""))):
            return False
        done: Awaitable[bool] = handlers["handshake"](sid, data)
        return await done

    def spoken(name: str) -> Callable[[str, dict[str, Any]], Any]:
        def handler(sid: str, message: dict[str, Any]) -> Any:
            if str(message.get("client_id", "")) not in sio.rooms(sid):
                return None
            return handlers[name](sid, message)

        return handler

    sio.on("connect", connect)
    sio.on("handshake", handshake)
    for name in ("event", "javascript_response", "ack", "log"):
        sio.on(name, spoken(name))
    app.on_delete(lambda client: disown(client.id))


def _page_asked_for(environ: dict[str, Any]) -> str:
    """The page a socket names as it opens, which it joins at once."""
    return parse_qs(str(environ.get("QUERY_STRING", ""))).get("client_id", [""])[0]


def may_join(environ: dict[str, Any], page_id: str) -> bool:
    """Whether the browser behind the socket is the one the page was made for."""
    owner = _owners.get(page_id)
    return owner is None or owner == whose(_cookie(environ))


def _cookie(environ: dict[str, Any]) -> str:
    jar = SimpleCookie()
    try:
        jar.load(environ.get("HTTP_COOKIE", ""))
    except CookieError:
        return ""
    return jar[TOKEN].value if TOKEN in jar else ""


def same_origin(environ: dict[str, Any]) -> bool:
    """Whether the socket was opened by one of our own pages, or by a program, which has no origin."""
    origin = environ.get("HTTP_ORIGIN")
    return not origin or urlsplit(origin).netloc == environ.get("HTTP_HOST")
