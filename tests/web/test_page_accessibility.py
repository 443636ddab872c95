"""Every page can be used by everyone: nothing serious for axe, light and dark; nothing wider than a phone."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect
from web_testbed import DESKTOP, PHONE, Comes, Running, live_a_little, serious

PATHS = ("/", "/timeline", "/context", "/people", "/graph", "/profiles", "/settings", "/users")
TABS = ("health", "jobs", "traces", "audit", "keys", "data")


@pytest.mark.parametrize(("size", "scheme"), [(DESKTOP, "light"), (PHONE, "dark")], ids=["light", "dark"])
def test_no_page_keeps_anyone_out(comes: Comes, server: Running, size: dict[str, int], scheme: str) -> None:
    user = server.saegim.user(f"모두-{scheme}")
    live_a_little(user)
    server.saegim.drain()
    seen = comes(viewport=size, color_scheme=scheme)
    seen.page.goto(server.url + "/sign-in")
    found = {"/sign-in": serious(seen.page)}
    seen.sign_in(server.token("admin"), user=user.id)
    memory, entity = user.memories(limit=1)[0], user.entities(limit=1)[0]
    user.context("땅콩 먹어도 돼?")
    turn = user.record("땅콩 먹어도 돼?")
    tabs = [f"/operations?tab={tab}" for tab in TABS]
    traced = f"/operations?tab=traces&turn={turn.id}"
    for path in (*PATHS, *tabs, traced, f"/memories/{memory.id}", f"/people/{entity.id}"):
        seen.open(path)
        found[path] = serious(seen.page)
        wide = seen.page.evaluate("() => document.documentElement.scrollWidth - window.innerWidth")
        assert wide <= 0, f"{path} is wider than the screen"
    assert {path: problems for path, problems in found.items() if problems} == {}


def test_the_check_above_would_notice(comes: Comes, server: Running) -> None:
    seen = comes()
    seen.page.goto(server.url + "/sign-in")
    seen.page.evaluate("() => document.querySelector('label').remove()")
    assert [problem.split(":")[0] for problem in serious(seen.page)] == ["label"]


def test_a_page_is_used_by_keyboard_alone(comes: Comes, server: Running) -> None:
    seen = comes()
    user = server.saegim.user("자판만-쓰는-사람")
    seen.sign_in(server.token(user=user.id), to="/timeline")
    seen.page.keyboard.press("Tab")
    expect(seen.page.get_by_text("본문으로 바로가기")).to_be_focused()
    seen.page.keyboard.press("Enter")
    seen.page.keyboard.press("Tab")
    expect(seen.page.get_by_label("기억에서 찾기")).to_be_focused()
