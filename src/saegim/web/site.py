"""NiceGUI set up once a process: every page registered, its socket guarded, its logs without content."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import cache

from fastapi import FastAPI

from saegim.web.drawing import SEAL


@cache
def _site() -> FastAPI:
    """An application that carries NiceGUI's own start and stop; nothing is served through it."""
    from nicegui import app, ui

    carrier = FastAPI()
    logging.getLogger("nicegui").addFilter(_without_content)
    ui.run_with(
        carrier,
        title="새김 saegim",
        favicon=SEAL,
        dark=None,
        tailwind=False,
        show_welcome_message=False,
        reconnect_timeout=20.0,
        binding_refresh_interval=None,
    )
    # It would show a bar of its own whenever something is sent, one that has no name for a reader of screens.
    app.config.quasar_config["loadingBar"]["skipHijack"] = True
    from saegim.web.socket import guard

    guard()
    from saegim.web import (  # noqa: F401
        arriving,
        chat,
        context,
        door,
        download,
        graph,
        inspector,
        operations,
        people,
        profiles,
        settings,
        timeline,
    )
    from saegim.web.frame import show_failure

    app.on_page_exception(show_failure)
    return carrier


def _without_content(record: logging.LogRecord) -> bool:
    """Never the text of an exception, which may hold what somebody said."""
    error = record.exc_info[1] if record.exc_info else None
    said = record.msg if isinstance(record.msg, BaseException) else error
    if said is not None:
        frames = said.__traceback__
        while frames is not None and frames.tb_next is not None:
            frames = frames.tb_next
        where = "" if frames is None else f" at {frames.tb_frame.f_code.co_qualname}:{frames.tb_lineno}"
        record.msg, record.args = f"a page failed: {type(said).__name__}{where}", ()
        record.exc_info = record.exc_text = None
    return True


@asynccontextmanager
async def open_site() -> AsyncIterator[None]:
    """NiceGUI running in this event loop."""
    carrier = _site()
    async with carrier.router.lifespan_context(carrier):
        yield
