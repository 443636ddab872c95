"""OpenTelemetry: off unless asked for, an extra of its own, and never a word of what was said."""

from __future__ import annotations

import http.server
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from server_testbed import serving

from saegim.errors import MissingExtra
from saegim.server import run, spans
from saegim.settings import load_settings
from saegim.testing import ScriptedModel

pytest.importorskip("opentelemetry.sdk")
sys.path.append(str(Path(__file__).parents[2] / "benchmarks"))
from opentelemetry import trace
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter

import server as bench


@pytest.fixture(scope="module")
def exporter() -> InMemorySpanExporter:
    """What a program around the server sees in a provider of its own."""
    provider = trace.get_tracer_provider()
    if not isinstance(provider, TracerProvider):
        trace.set_tracer_provider(provider := TracerProvider())
    made = InMemorySpanExporter()
    provider.add_span_processor(SimpleSpanProcessor(made))
    return made


def test_each_step_of_a_request_has_a_span_and_none_has_content(exporter: InMemorySpanExporter) -> None:
    exporter.clear()
    model = ScriptedModel(["은밀한 대답", "은밀한 다른 대답"])
    with serving(model=model, settings={"server.otel": True}) as server:
        person = server.person()
        person.post("/api/v1/turns", {"user": "은밀한 이야기"})
        person.post("/api/v1/recall", {"query": "은밀한 이야기"})
        person.post("/api/v1/context", {"message": "은밀한 이야기"})
        person.post("/api/v1/chat/send", {"message": "은밀한 이야기"})
        person.http.post("/api/v1/chat/stream", json={"message": "은밀한 이야기"})
        person.http.get("/api/v1/turns/은밀한")
        person.get("/api/v1/memory/search", params={"query": "은밀한 이야기"})
        # The pages are a program of their own, with telemetry of its own.
        server.http().get("/sign-in", params={"next": "/은밀한"})
    finished = exporter.get_finished_spans()
    # Nothing but what we make: the framework's own spans hold what was looked for.
    assert {span.name for span in finished} == {"request", "record", "recall", "context", "reply"}
    by_id = {span.context.span_id: span for span in finished if span.context is not None}
    steps: dict[str, set[str]] = {}
    for span in finished:
        if span.name == "request":
            continue
        assert span.parent is not None
        request = by_id[span.parent.span_id]
        assert request.name == "request"
        steps.setdefault(str((request.attributes or {})["saegim.route"]), set()).add(span.name)
    assert steps["/api/v1/turns"] == {"record"}
    assert steps["/api/v1/recall"] == {"recall"}
    assert steps["/api/v1/context"] == {"context"}
    # What the language model is asked is the step `reply`.
    assert steps["/api/v1/chat/send"] == {"context", "reply", "record"}
    assert steps["/api/v1/chat/stream"] >= {"context", "reply"}
    statuses = {(span.attributes or {})["saegim.status"] for span in finished if span.name == "request"}
    assert statuses == {200, 201, 404}
    everything = "".join(span.to_json() for span in finished)
    for said in ("은밀", "\\uc740", "%EC%9D%80"):
        assert said not in everything


def test_without_being_asked_there_are_none(exporter: InMemorySpanExporter) -> None:
    exporter.clear()
    with serving() as server:
        server.person().post("/api/v1/recall", {"query": "이야기"})
    assert exporter.get_finished_spans() == ()


def test_a_step_that_fails_is_known_by_the_kind_of_failure_alone(exporter: InMemorySpanExporter) -> None:
    exporter.clear()
    with pytest.raises(ValueError, match="은밀"), spans.Spans(wanted=True).span("recall"):
        raise ValueError("은밀한 이야기")
    (span,) = exporter.get_finished_spans()
    assert dict(span.attributes or {}) == {"error.type": "ValueError"}
    assert "은밀" not in span.to_json()
    assert not span.events


@pytest.mark.parametrize(
    "missing", ["opentelemetry.sdk.trace", "opentelemetry.exporter.otlp.proto.http.trace_exporter"]
)
def test_what_is_not_installed_is_said_before_the_server_opens(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, missing: str
) -> None:
    monkeypatch.setitem(sys.modules, missing, None)
    if "exporter" in missing:
        monkeypatch.setattr(spans, "_has_own_provider", lambda: False)
    data = tmp_path / "data"
    arguments = {"data": str(data), "server.otel": True, "server.port": 0}
    with pytest.raises(MissingExtra) as refused:
        run.open_server({"data": str(data)}, load_settings(arguments))
    assert refused.value.extra == "otel"
    assert 'pip install "saegim[otel]"' in str(refused.value)
    assert not data.exists()
    # Nobody who does not ask for spans needs them.
    spans.needs_extra(wanted=False)


def test_asking_for_the_server_loads_nothing_of_it() -> None:
    code = (
        "import sys, saegim.server.app; sys.exit(any(n.startswith('opentelemetry.sdk') for n in sys.modules))"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


@pytest.fixture
def collector() -> Iterator[tuple[str, list[tuple[str, bytes]]]]:
    """Something that takes OTLP over HTTP."""
    got: list[tuple[str, bytes]] = []

    class Taking(http.server.BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            got.append((self.path, self.rfile.read(int(self.headers["Content-Length"]))))
            self.send_response(200)
            self.end_headers()

        def log_message(self, *_: Any) -> None:
            pass

    listening = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Taking)
    threading.Thread(target=listening.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{listening.server_address[1]}", got
    listening.shutdown()
    listening.server_close()


def test_a_server_sends_its_spans_where_it_is_told(
    tmp_path: Path, collector: tuple[str, list[tuple[str, bytes]]]
) -> None:
    pytest.importorskip("opentelemetry.exporter.otlp.proto.http")
    url, got = collector
    told = {
        "SAEGIM_SERVER_OTEL": "true",
        "OTEL_EXPORTER_OTLP_ENDPOINT": url,
        "OTEL_EXPORTER_OTLP_COMPRESSION": "none",
    }
    with bench.served(tmp_path, workers=1, quick=True, **told) as server:
        headers = {"Authorization": f"Bearer {server.key}", "X-Saegim-User": "minji"}
        httpx.post(f"{server.url}/api/v1/turns", json={"user": "은밀한 이야기"}, headers=headers)
    # Sent at the latest when it ends.
    assert {path for path, _ in got} == {"/v1/traces"}
    sent = b"".join(body for _, body in got)
    for name in (b"request", b"record", b"saegim.route", b"/api/v1/turns", b"service.name"):
        assert name in sent
    assert "은밀".encode() not in sent
