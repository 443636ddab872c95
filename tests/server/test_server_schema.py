"""schemathesis reads the OpenAPI document and tries what it promises, in every way it can think of."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
import requests
import schemathesis
from hypothesis import HealthCheck, Phase, settings
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)
from server_testbed import Running, serving

from saegim.server.app import create_app
from saegim.testing import temporary_saegim

CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
]
# So many requests a route that all of them stay under half a minute on one core. Phase.explicit adds sixty a
# route at the edges of every parameter, and a minute.
_TRIES = 12


def document() -> dict[str, Any]:
    with temporary_saegim() as saegim:
        return create_app(saegim).openapi()


# Lines of JSON are text as they are.
@schemathesis.serializer("application/x-ndjson")
def lines(ctx: Any, value: Any) -> bytes:
    return str(value).encode("utf-8", "replace")


schema = schemathesis.openapi.from_dict(document())


@pytest.fixture(scope="module")
def tried() -> Iterator[tuple[Running, dict[str, str], requests.Session]]:
    """A server with somebody in it, and an admin's token that speaks for them."""
    with serving(settings={"server.service_per_minute": 0}) as server:
        person = server.person("someone")
        person.post("/api/v1/turns", {"user": "나 땅콩 알레르기 있어", "assistant": "네"})
        person.post("/api/v1/memories", {"content": "땅콩 알레르기가 있다", "kind": "allergy"})
        headers = {"Authorization": f"Bearer {server.token('admin')}", "X-Saegim-User": "someone"}
        with requests.Session() as session:
            yield server, headers, session


@schema.exclude(path_regex="^/metrics$").parametrize()
@settings(
    max_examples=_TRIES,
    deadline=None,
    phases=[Phase.generate],
    suppress_health_check=list(HealthCheck),
    database=None,
)
def test_every_route_keeps_what_its_schema_promises(
    case: schemathesis.Case, tried: tuple[Running, dict[str, str], requests.Session]
) -> None:
    server, headers, session = tried
    case.headers = {
        **{k: v for k, v in (case.headers or {}).items() if k.lower() != "x-saegim-user"},
        **headers,
    }
    # A key that repeats by chance would give an older answer.
    case.headers.pop("idempotency-key", None)
    case.call_and_validate(base_url=server.url, checks=CHECKS, session=session)


def test_the_document_describes_every_contract() -> None:
    paths = document()["paths"]
    for path in (
        "/memory/conversations",
        "/memory/clear",
        "/api/v1/memory/create",
        "/api/v1/memory/{memory_id}/archive",
        "/api/v1/chat/send",
        "/api/v1/recall",
        "/v1/chat/completions",
    ):
        assert path in paths
    for path, methods in paths.items():
        for method, route in methods.items():
            assert route["description"], (method, path)
            assert "4XX" in route["responses"], (method, path)
