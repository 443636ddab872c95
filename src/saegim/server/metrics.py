"""What Prometheus reads: counts and times, never content, never who."""

from __future__ import annotations

import os
import shutil
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager

from prometheus_client import CollectorRegistry, Counter, Histogram, generate_latest
from prometheus_client.core import GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from saegim import Saegim
from saegim.settings import Settings

_SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30)
_TOKENS = (64, 128, 256, 512, 1024, 1536, 2048, 4096, 8192, 16384, 32768)
CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"
# Prometheus' own name: set, several processes write their numbers into this folder and one answers for all.
SHARED_FOLDER = "PROMETHEUS_MULTIPROC_DIR"


class Metrics:
    """The numbers of one server."""

    def __init__(self, saegim: Saegim) -> None:
        self._saegim = saegim
        self._own = CollectorRegistry()
        self.requests = Counter(
            "saegim_requests", "Requests answered.", ["method", "route", "status"], registry=self._own
        )
        self.request_seconds = Histogram(
            "saegim_request_seconds",
            "Time until an answer began.",
            ["method", "route"],
            buckets=_SECONDS,
            registry=self._own,
        )
        self.step_seconds = Histogram(
            "saegim_step_seconds",
            "Time of recall, context, record, remember and reply.",
            ["step"],
            buckets=_SECONDS,
            registry=self._own,
        )
        self.hits = Histogram(
            "saegim_recall_hits", "Hits of a recall.", buckets=(0, 1, 2, 4, 8, 16, 32, 64), registry=self._own
        )
        self.recalls_without_hits = Counter(
            "saegim_recalls_without_hits", "Recalls that found nothing.", registry=self._own
        )
        self.context_tokens = Histogram(
            "saegim_context_tokens", "Tokens of a context.", buckets=_TOKENS, registry=self._own
        )
        self.model_tokens = Counter(
            "saegim_model_tokens",
            "Tokens read and written by the language model.",
            ["kind"],
            registry=self._own,
        )
        self.model_cost = Counter(
            "saegim_model_cost", "Cost of the language model, at the prices set.", registry=self._own
        )
        self.model_failures = Counter(
            "saegim_model_failures", "Replies the language model did not give.", registry=self._own
        )

    @contextmanager
    def timed(self, step: str) -> Iterator[None]:
        """Count the time of a step, also when it fails."""
        started = time.perf_counter()
        try:
            yield
        finally:
            self.step_seconds.labels(step).observe(time.perf_counter() - started)

    def recalled(self, hits: int) -> None:
        self.hits.observe(hits)
        if not hits:
            self.recalls_without_hits.inc()

    def spent(self, input_tokens: int, output_tokens: int) -> None:
        """Tokens of a reply, and what they cost at the prices set."""
        prices = self._saegim.settings.calling
        self.model_tokens.labels("input").inc(input_tokens)
        self.model_tokens.labels("output").inc(output_tokens)
        cost = input_tokens * prices.input_price + output_tokens * prices.output_price
        self.model_cost.inc(cost / 1_000_000)

    def text(self) -> bytes:
        """Everything in Prometheus' text form, the numbers of this moment included."""
        return self._counted() + generate_latest(self._now())

    def _counted(self) -> bytes:
        if not os.environ.get(SHARED_FOLDER):
            return generate_latest(self._own)
        from prometheus_client.multiprocess import MultiProcessCollector

        every = CollectorRegistry()
        MultiProcessCollector(every)  # type: ignore[no-untyped-call]
        return generate_latest(every)

    def _now(self) -> CollectorRegistry:
        health = self._saegim.health()
        degraded, users, due = health["degraded"], health["users"], health["users_with_pending_work"]
        assert isinstance(degraded, list)
        assert isinstance(users, int)
        assert isinstance(due, int)
        free = free_bytes(self._saegim.settings)
        registry = CollectorRegistry()
        registry.register(
            _Moment(
                [
                    ("saegim_up", "The server answers.", 1),
                    ("saegim_degraded", "Parts that are degraded.", len(degraded)),
                    ("saegim_users", "People remembered.", users),
                    ("saegim_queue_users", "Users with background work due.", due),
                    ("saegim_open_user_files", "Users' files held open.", self._saegim.store.open_files()),
                    ("saegim_disk_free_bytes", "Room left where the data lies.", free or 0),
                    ("saegim_open_descriptors", "Files and sockets held open.", _descriptors()),
                ]
            )
        )
        return registry


class _Moment(Collector):
    """Gauges of this moment; they are not counted over processes."""

    def __init__(self, gauges: Sequence[tuple[str, str, int]]) -> None:
        self._gauges = gauges

    def collect(self) -> Iterable[Metric]:
        return [GaugeMetricFamily(name, about, value=value) for name, about, value in self._gauges]


def free_bytes(settings: Settings) -> int | None:
    """Room left where the data lies; None where that is nowhere here."""
    if settings.store is not None:
        return None
    try:
        return shutil.disk_usage(settings.data).free
    except OSError:
        return None


def _descriptors() -> int:
    try:
        return len(os.listdir("/proc/self/fd"))
    except OSError:
        return 0
