"""OpenTelemetry spans, when the settings ask for them; nothing otherwise."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from typing import Any

from saegim.errors import SettingsError


class Spans:
    """Opens spans named after steps and routes. Attributes are ids and numbers, never content."""

    def __init__(self, *, wanted: bool) -> None:
        self._tracer: Any = _tracer() if wanted else None

    @contextmanager
    def span(self, name: str, **attributes: str | int | float) -> Iterator[Any]:
        """A span around the block; None when there are none."""
        if self._tracer is None:
            yield None
            return
        named = {f"saegim.{key}": value for key, value in attributes.items()}
        # The text of an exception may hold what somebody said.
        with self._tracer.start_as_current_span(
            name, attributes=named, record_exception=False, set_status_on_exception=False
        ) as span:
            yield span


def _tracer() -> Any:
    try:
        from opentelemetry import trace
        from opentelemetry.sdk.trace import TracerProvider
    except ImportError as error:
        raise SettingsError(
            "server.otel", "needs opentelemetry-sdk", "opentelemetry-sdk가 설치되어 있어야 합니다"
        ) from error
    if not isinstance(trace.get_tracer_provider(), TracerProvider):
        # Whoever embeds the server may have set a provider of their own; it is kept.
        _send_by_otlp(trace, TracerProvider)
    return trace.get_tracer("saegim")


def _send_by_otlp(trace: Any, provider_class: Any) -> None:
    try:
        otlp = import_module("opentelemetry.exporter.otlp.proto.http.trace_exporter")
    except ImportError as error:
        raise SettingsError(
            "server.otel",
            "needs opentelemetry-exporter-otlp-proto-http, or a tracer provider set by the program",
            "opentelemetry-exporter-otlp-proto-http가 설치되어 있어야 합니다",
        ) from error
    from opentelemetry.sdk.resources import Resource
    from opentelemetry.sdk.trace.export import BatchSpanProcessor

    provider = provider_class(resource=Resource.create({"service.name": "saegim"}))
    provider.add_span_processor(BatchSpanProcessor(otlp.OTLPSpanExporter()))
    trace.set_tracer_provider(provider)
