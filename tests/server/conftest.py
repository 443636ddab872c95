"""One server for the tests of a module; those that need it otherwise start their own."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("fastapi")
pytest.register_assert_rewrite("server_testbed")
sys.path.append(str(Path(__file__).parents[1] / "fakes"))

from server_testbed import Person, Running, serving  # noqa: E402


@pytest.fixture(scope="module")
def server() -> Iterator[Running]:
    """A frozen clock, a fake embedder, no background thread: `server.saegim.drain()` does its work."""
    with serving() as made:
        yield made


@pytest.fixture
def person(server: Running) -> Person:
    return server.person()
