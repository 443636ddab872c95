"""The interactive API page: ours, small, and without a request to anyone else."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from fastapi import APIRouter, Response
from fastapi.responses import RedirectResponse

from saegim.server.admission import Anyone

router = APIRouter(include_in_schema=False)
_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
_KINDS = {"html": "text/html", "js": "text/javascript", "css": "text/css"}


@cache
def _read(name: str) -> bytes:
    return (files("saegim.server") / "static" / name).read_bytes()


def _file(name: str) -> Response:
    kind = _KINDS[name.rpartition(".")[2]]
    return Response(_read(name), media_type=kind, headers={"Content-Security-Policy": _POLICY})


@router.get("/")
async def start(who: Anyone) -> Response:
    """The page people land on."""
    return RedirectResponse("/docs")


@router.get("/docs")
async def page(who: Anyone) -> Response:
    """Every route, with a form to try it."""
    return _file("docs.html")


@router.get("/docs/docs.js")
async def script(who: Anyone) -> Response:
    """What makes the page work."""
    return _file("docs.js")


@router.get("/docs/docs.css")
async def style(who: Anyone) -> Response:
    """What makes the page readable."""
    return _file("docs.css")
