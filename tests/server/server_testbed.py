"""What the tests of the server share: a real server on loopback, and people with tokens."""

from __future__ import annotations

import asyncio
import itertools
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import httpx
import uvicorn

from saegim import Saegim
from saegim.govern.keys import Keys
from saegim.server.app import create_app
from saegim.server.run import listen
from saegim.testing import temporary_saegim

_numbers = itertools.count(1)


@dataclass
class Running:
    """A server that answers, and the installation behind it."""

    url: str
    saegim: Saegim
    _open: list[httpx.Client] = field(default_factory=list)

    @property
    def keys(self) -> Keys:
        return Keys(self.saegim.store, self.saegim.clock)

    def token(self, role: str = "user", user: str | None = None) -> str:
        return self.keys.create(role, user=user).key

    def http(self, token: str | None = None, **headers: str) -> httpx.Client:
        """A plain HTTP client, with a token or without."""
        given = dict(headers) if token is None else {"Authorization": f"Bearer {token}", **headers}
        client = httpx.Client(base_url=self.url, headers=given, timeout=30, verify=False)
        self._open.append(client)
        return client

    def person(self, name: str | None = None) -> Person:
        """Somebody new, with a token of their own."""
        user = name or f"person-{next(_numbers)}"
        token = self.token(user=user)
        return Person(user, token, self.http(token))

    def admin(self) -> httpx.Client:
        return self.http(self.token("admin"))

    def close(self) -> None:
        for client in self._open:
            client.close()


@dataclass
class Person:
    """One user as their own program sees the server."""

    id: str
    token: str
    http: httpx.Client

    def get(self, path: str, status: int = 200, **more: Any) -> Any:
        return self._done(self.http.get(path, **more), status)

    def post(self, path: str, body: Any = None, status: int | None = None, **more: Any) -> Any:
        return self._done(self.http.post(path, json=body, **more), status)

    def patch(self, path: str, body: Any, status: int = 200, **more: Any) -> Any:
        return self._done(self.http.patch(path, json=body, **more), status)

    def delete(self, path: str, status: int = 200, **more: Any) -> Any:
        return self._done(self.http.delete(path, **more), status)

    def _done(self, response: httpx.Response, status: int | None) -> Any:
        good = response.status_code < 300 if status is None else response.status_code == status
        assert good, (response.status_code, response.text)
        return response.json()


@contextmanager
def running(saegim: Saegim) -> Iterator[Running]:
    """A server on the installation, on a free port, until the block ends."""
    socket = listen(saegim.settings.server)
    config = uvicorn.Config(
        create_app(saegim),
        log_config=None,
        access_log=False,
        server_header=False,
        lifespan="on",
        timeout_graceful_shutdown=2,
    )
    server = uvicorn.Server(config)
    thread = threading.Thread(
        target=lambda: asyncio.run(server.serve(sockets=[socket])), name="server-under-test", daemon=True
    )
    thread.start()
    deadline = time.monotonic() + 60
    while not server.started:
        assert thread.is_alive(), "the server did not start"
        assert time.monotonic() < deadline
        time.sleep(0.01)
    made = Running(f"http://127.0.0.1:{socket.getsockname()[1]}", saegim)
    try:
        yield made
    finally:
        made.close()
        server.should_exit = True
        thread.join(20)
        socket.close()


@contextmanager
def serving(**settings: Any) -> Iterator[Running]:
    """A server on an installation of its own; settings as `Saegim` takes them."""
    # Tests show many wrong tokens from one address.
    named = {"server.refused_per_minute": 0, **settings.pop("settings", {}), "server.port": 0}
    with temporary_saegim(settings=named, **settings) as saegim, running(saegim) as made:
        yield made
