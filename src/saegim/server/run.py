"""Running it: one process or several on one socket, a key for the first visitor, logs of lines of JSON."""

from __future__ import annotations

import json
import logging
import os
import signal
import socket
import sys
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from saegim import Saegim
from saegim.errors import InvalidInput, MissingExtra
from saegim.govern.keys import Keys
from saegim.server.pages import PagesShown, pages_of
from saegim.settings import ServerSettings, Settings

if TYPE_CHECKING:
    import uvicorn

_BACKLOG = 2048


@dataclass(frozen=True, slots=True)
class Opening:
    """What a person is told once when the server opens: where it is, and the first key, if there was none."""

    url: str
    docs: str | None
    first_key: str | None
    # Whether people find pages there, and if not, for want of what.
    pages: PagesShown


class JsonLines(logging.Formatter):
    """A line of JSON a record. What our own loggers say is JSON already."""

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, Any] = {
            "at": self.formatTime(record, "%Y-%m-%dT%H:%M:%S%z"),
            "level": record.levelname.lower(),
            "logger": record.name,
        }
        said = record.getMessage()
        if record.name == "saegim.server" and said.startswith("{"):
            return json.dumps(line, ensure_ascii=False)[:-1] + ", " + said[1:]
        line["message"] = said
        if record.exc_info and record.exc_info[0] is not None:
            # Never its text, which may hold what somebody said.
            line["error"] = record.exc_info[0].__name__
        return json.dumps(line, ensure_ascii=False)


def needs_extra() -> None:
    """Raise `MissingExtra` where the server's parts are not installed."""
    try:
        import fastapi  # noqa: F401
        import httpx  # noqa: F401
        import prometheus_client  # noqa: F401
        import uvicorn  # noqa: F401
    except ImportError as error:
        raise MissingExtra("server", "saegim serve") from error


def first_key(saegim: Saegim) -> str | None:
    """A new admin key where no key was ever made; otherwise None."""
    keys = Keys(saegim.store, saegim.clock)
    if keys.all():
        return None
    return keys.create("admin", name="first").key


def listen(settings: ServerSettings) -> socket.socket:
    """The socket all processes answer on."""
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    # Named as TCP, asyncio sends small answers at once; otherwise each waits 40 ms for more to come.
    made = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        made.bind((settings.host, settings.port))
        # Whoever is told that it is open may come at once, and waits for the processes to start.
        made.listen(_BACKLOG)
    except OSError as error:
        made.close()
        raise InvalidInput(
            "port",
            f"cannot listen on {settings.host}:{settings.port}: {error.strerror}",
            f"{settings.host}:{settings.port}에서 기다릴 수 없습니다: {error.strerror}",
            code="address_unavailable",
        ) from error
    made.set_inheritable(True)
    return made


def open_server(arguments: Mapping[str, Any], settings: Settings) -> tuple[socket.socket, Opening]:
    """Everything that can go wrong before the first request, done now; and what to tell."""
    needs_extra()
    from saegim.govern.tokens import Tokens
    from saegim.server import spans

    Tokens(settings.server)
    spans.needs_extra(wanted=settings.server.otel)
    with ExitStack() as stack:
        opened = stack.enter_context(listen(settings.server))
        with Saegim(**{**arguments, "worker": "none"}) as saegim:
            made = first_key(saegim)
        stack.pop_all()
    host, port = opened.getsockname()[:2]
    shown = f"[{host}]" if ":" in host else host
    url = f"http://{'127.0.0.1' if host in ('0.0.0.0', '::') else shown}:{port}"
    docs = f"{url}/docs" if settings.server.docs else None
    return opened, Opening(url, docs, made, pages_of(settings.server))


def serve(opened: socket.socket, arguments: Mapping[str, Any], settings: Settings) -> None:
    """Answer until told to stop; then finish what is in hand."""
    import uvicorn
    from uvicorn.supervisors import Multiprocess

    workers = settings.server.workers
    with _shared_by(workers) as shared:
        config = _config(arguments, settings, shared)
        if workers == 1:
            # uvicorn finishes what is in hand, then raises the signal anew for whoever was there before it.
            for name in (signal.SIGTERM, signal.SIGINT):
                signal.signal(name, lambda *_: None)
            uvicorn.Server(config).run(sockets=[opened])
        else:
            Multiprocess(config, sockets=[opened]).run()
    opened.close()


def _config(arguments: Mapping[str, Any], settings: Settings, shared: str | None) -> uvicorn.Config:
    import uvicorn

    server = settings.server
    return uvicorn.Config(
        partial(build, dict(arguments), settings, shared),
        factory=True,
        workers=server.workers,
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=bool(server.proxies),
        forwarded_allow_ips=server.proxies or "127.0.0.1",
        backlog=_BACKLOG,
        timeout_keep_alive=30,
        timeout_graceful_shutdown=int(server.shutdown_s) or 1,
        timeout_worker_healthcheck=30,
    )


def build(arguments: dict[str, Any], settings: Settings, shared: str | None) -> Any:
    """The application of this process, which may have been started by another."""
    from saegim.server.app import create_process_app

    log_as_json()
    return create_process_app(arguments, settings, shared)


@contextmanager
def _shared_by(workers: int) -> Iterator[str | None]:
    """A place where several processes count together, gone afterwards; None for one process alone."""
    if workers == 1:
        yield None
        return
    from saegim.server.metrics import SHARED_FOLDER

    with tempfile.TemporaryDirectory(prefix="saegim-serve-", ignore_cleanup_errors=True) as folder:
        metrics = Path(folder) / "metrics"
        metrics.mkdir()
        # Prometheus' library reads it from here and nowhere else; the processes inherit it.
        os.environ[SHARED_FOLDER] = str(metrics)
        try:
            yield str(Path(folder) / "limits.db")
        finally:
            del os.environ[SHARED_FOLDER]


def log_as_json() -> None:
    """Lines of JSON on the error stream."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines())
    for name, level in (("saegim", logging.INFO), ("uvicorn", logging.WARNING)):
        logger = logging.getLogger(name)
        logger.handlers = [handler]
        logger.setLevel(level)
        logger.propagate = False
