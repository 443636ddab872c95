"""One server and one browser for the tests of a module; each test has a person and a window of its own."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("nicegui")
sync_api = pytest.importorskip("playwright.sync_api")
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
if CHROMIUM is None:
    pytest.skip("no chromium", allow_module_level=True)
sys.path.append(str(Path(__file__).parent))
pytest.register_assert_rewrite("web_testbed")

from playwright.sync_api import Browser  # noqa: E402
from web_testbed import DESKTOP, PHONE, Comes, Running, Visitor, serving_pages, visitor  # noqa: E402


# No longer than a module: while Playwright is open, its event loop runs in this thread and no other can.
@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with sync_api.sync_playwright() as playwright:
        made = playwright.chromium.launch(
            executable_path=CHROMIUM,
            args=["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-proxy-server"],
        )
        yield made
        made.close()


@pytest.fixture(scope="module")
def server() -> Iterator[Running]:
    """A frozen clock, a fake embedder, no background thread: `server.saegim.drain()` does its work."""
    with serving_pages() as made:
        yield made


@pytest.fixture(scope="module")
def windows(server: Running, browser: Browser) -> Iterator[dict[str, list[Visitor]]]:
    """Windows that are free, by how they were opened: one used before has the scripts already."""
    free: dict[str, list[Visitor]] = {}
    yield free
    for some in free.values():
        for one in some:
            one.context.close()


@pytest.fixture
def comes(server: Running, browser: Browser, windows: dict[str, list[Visitor]]) -> Iterator[Comes]:
    """Somebody comes with a browser of their own; afterwards nothing may have gone wrong in it."""
    came: list[tuple[str, Visitor]] = []

    def come(**more: Any) -> Visitor:
        options = {"viewport": DESKTOP, **more}
        kind = repr(sorted(options.items()))
        free = windows.setdefault(kind, [])
        made = free.pop() if free else visitor(server, browser, **options)
        made.begin()
        came.append((kind, made))
        return made

    yield come
    for kind, one in came:
        windows[kind].append(one)
        one.end()


@pytest.fixture(params=[DESKTOP, PHONE], ids=["desktop", "phone"])
def viewport(request: pytest.FixtureRequest) -> dict[str, int]:
    size: dict[str, int] = request.param
    return size
