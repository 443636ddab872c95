"""What the requests of one server process share."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

from saegim import Saegim
from saegim.govern.keys import Keys
from saegim.govern.tokens import Tokens
from saegim.server.limits import Limits
from saegim.server.metrics import Metrics
from saegim.server.spans import Spans
from saegim.settings import ServerSettings

if TYPE_CHECKING:
    import httpx


@dataclass(slots=True)
class House:
    """The installation and everything around it."""

    saegim: Saegim
    keys: Keys
    tokens: Tokens
    limits: Limits
    metrics: Metrics
    spans: Spans
    # To the language model's own service, for requests that are passed on.
    upstream: httpx.AsyncClient

    @property
    def settings(self) -> ServerSettings:
        return self.saegim.settings.server

    @contextmanager
    def step(self, name: str) -> Iterator[None]:
        """Time and trace a step."""
        with self.spans.span(name), self.metrics.timed(name):
            yield

    async def close(self) -> None:
        await self.upstream.aclose()
        self.limits.close()


def furnish(saegim: Saegim, *, shared: str | None = None) -> House:
    """The house around an installation; `shared` is the file its processes count in."""
    import httpx

    settings = saegim.settings
    return House(
        saegim=saegim,
        keys=Keys(saegim.store, saegim.clock),
        tokens=Tokens(settings.server),
        limits=Limits(shared or ":memory:"),
        metrics=Metrics(saegim),
        spans=Spans(wanted=settings.server.otel),
        upstream=httpx.AsyncClient(timeout=httpx.Timeout(settings.calling.timeout_s, connect=10.0)),
    )
