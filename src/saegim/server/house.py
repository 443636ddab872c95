"""What the requests of one server process share."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from datetime import timedelta
from typing import TYPE_CHECKING

from starlette.concurrency import run_in_threadpool

from saegim import Saegim
from saegim.errors import SaegimError
from saegim.govern.keys import Keys
from saegim.govern.tokens import Tokens
from saegim.server.limits import Limits
from saegim.server.metrics import Metrics
from saegim.server.spans import Spans
from saegim.settings import ServerSettings

if TYPE_CHECKING:
    import httpx

# A request that was being worked on when its process died may be done by another after this.
CLAIM_S = 9.0


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
    # Requests under an Idempotency-Key that this process is working on.
    claims: set[bytes] = field(default_factory=set)

    @property
    def settings(self) -> ServerSettings:
        return self.saegim.settings.server

    @contextmanager
    def step(self, name: str) -> Iterator[None]:
        """Time and trace a step."""
        with self.spans.span(name), self.metrics.timed(name):
            yield

    async def hold_claims(self) -> None:
        """Keep others from doing what is being done here, for as long as it takes."""
        while True:
            await asyncio.sleep(CLAIM_S / 3)
            held = list(self.claims)
            if held:
                until = self.saegim.clock.now() + timedelta(seconds=CLAIM_S)
                with suppress(SaegimError):
                    await run_in_threadpool(self.saegim.store.hold_answers, held, until)

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
