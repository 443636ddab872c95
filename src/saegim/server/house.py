"""What the requests of one server process share."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from datetime import timedelta
from typing import TYPE_CHECKING, Any

from starlette.concurrency import run_in_threadpool

from saegim import Saegim
from saegim.errors import SaegimError
from saegim.govern.keys import Keys
from saegim.govern.tokens import Tokens
from saegim.server.limits import Limits
from saegim.server.metrics import Metrics, free_bytes
from saegim.server.spans import Spans
from saegim.settings import ServerSettings

if TYPE_CHECKING:
    import httpx

# A request that was being worked on when its process died may be done by another after this.
CLAIM_S = 9.0
# A disk with less room than this is told of before writes begin to fail.
_LEAST_FREE = 64 * 2**20


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

    def health(self) -> dict[str, Any]:
        """The installation's health, and whether there is room to write in."""
        found: dict[str, Any] = dict(self.saegim.health())
        free = free_bytes(self.saegim.settings)
        if free is not None and free < _LEAST_FREE:
            found["degraded"] = [*found["degraded"], f"disk: {free / 2**20:.0f} MiB free"]
            found["status"] = "degraded"
        return found

    def begin(self, name: str) -> Callable[[], None]:
        """Time and trace a step that outlasts its block; call what is given back at its end."""
        started, end_span = time.perf_counter(), self.spans.begin(name)

        def end() -> None:
            end_span()
            self.metrics.step_seconds.labels(name).observe(time.perf_counter() - started)

        return end

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
        await run_in_threadpool(self.spans.close)


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
