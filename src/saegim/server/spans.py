"""OpenTelemetry spans, when the settings ask for them; nothing otherwise."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib import import_module
from typing import Any

from saegim.errors import MissingExtra

_EXPORTER = "opentelemetry.exporter.otlp.proto.http.trace_exporter"


class Spans:
    """Opens spans named after steps and routes. Attributes are ids and numbers, never content."""

    def __init__(self, *, wanted: bool) -> None:
        # Only what we set up ourselves is ours to end.
        self._provider: Any = None
        self._tracer: Any = None
        if wanted:
            self._provider = _provider()
            from opentelemetry import trace

            self._tracer = trace.get_tracer("saegim")

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
            try:
                yield span
            except BaseException as error:
                span.set_attribute("error.type", type(error).__name__)
                raise

    def begin(self, name: str) -> Callable[[], None]:
        """A span of something that outlasts its block; call what is given back at its end."""
        if self._tracer is None:
            return _nothing
        end: Callable[[], None] = self._tracer.start_span(name).end
        return end

    def close(self) -> None:
        """Send what was not sent yet."""
        if self._provider is not None:
            self._provider.force_flush()


def _nothing() -> None:
    pass


def needs_extra(*, wanted: bool) -> None:
    """Raise `MissingExtra` where spans are wanted and what makes them is not installed."""
    if wanted and not _has_own_provider():
        _exporter()


def _has_own_provider() -> bool:
    """Whether the program around us has set a tracer provider; it is kept."""
    try:
        from opentelemetry import trace
        from opentelemetry.sdk.trace import TracerProvider
    except ImportError as error:
        raise MissingExtra("otel", "server.otel") from error
    return isinstance(trace.get_tracer_provider(), TracerProvider)


def _exporter() -> Any:
    try:
        return import_module(_EXPORTER).OTLPSpanExporter
    except ImportError as error:
        raise MissingExtra("otel", "server.otel") from error


def _provider() -> Any:
    """A provider that sends spans where the OTEL_… variables say; None where there was one."""
    if _has_own_provider():
        return None
    exporter = _exporter()
    from opentelemetry import trace
    from opentelemetry.sdk.resources import Resource
    from opentelemetry.sdk.trace import TracerProvider
    from opentelemetry.sdk.trace.export import BatchSpanProcessor

    known = Resource.create()
    if str(known.attributes.get("service.name", "")).startswith("unknown_service"):
        known = known.merge(Resource({"service.name": "saegim"}))
    provider = TracerProvider(resource=known)
    provider.add_span_processor(BatchSpanProcessor(exporter()))
    trace.set_tracer_provider(provider)
    return provider
