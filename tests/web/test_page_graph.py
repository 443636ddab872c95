"""The graph with five hundred dots: all of them drawn, the largest named, moved by hand, found by name."""

from __future__ import annotations

import re
import time

import pytest
from playwright.sync_api import expect
from web_testbed import Comes, Running, know_many

_FRAMES = """() => new Promise((done) => {
    const times = [];
    const frame = (at) => {
        times.push(at);
        if (times.length < 60) { requestAnimationFrame(frame); return; }
        const gaps = times.slice(1).map((one, i) => one - times[i]).sort((a, b) => a - b);
        done([gaps[gaps.length >> 1], gaps[Math.floor(gaps.length * 0.95)]]);
    };
    requestAnimationFrame(frame);
})"""
_CHART = """() => {
    const chart = getElement(Number(document.querySelector('.graph').id.slice(1))).chart;
    const data = chart.getModel().getSeriesByIndex(0).getData();
    const shown = [];
    data.each((i) => {
        const [x, y] = data.getItemLayout(i);
        shown.push([data.getName(i), x, y, data.getItemModel(i).get(['label', 'show'])]);
    });
    return shown;
}"""


def test_five_hundred_dots_stay_in_hand(
    comes: Comes, server: Running, capsys: pytest.CaptureFixture[str]
) -> None:
    user = server.saegim.user("발이-넓은-사람")
    know_many(user, 500)
    seen = comes()
    seen.sign_in(server.token(user=user.id), to="/graph")
    page = seen.page
    started = time.perf_counter()
    page.get_by_label("점의 수").click()
    page.get_by_role("option", name="500").click()
    expect(page.get_by_role("status")).to_contain_text("점 500개", timeout=30_000)
    shown_s = time.perf_counter() - started
    median_ms, slow_ms = page.evaluate(_FRAMES)
    with capsys.disabled():
        print(f"\n500 dots: shown after {shown_s:.2f} s, frames {median_ms:.0f} ms, 95% {slow_ms:.0f} ms")
    # It answers while it settles: the pointer over a dot names it, and a dragged picture moves.
    dots = page.evaluate(_CHART)
    assert len(dots) == 500
    named = [name for name, _, _, label in dots if label]
    assert 10 < len(named) < 60, "the largest alone have their names"
    assert user.entities(limit=1)[0].name in named
    canvas = page.locator(".graph canvas").first
    box = canvas.bounding_box()
    assert box is not None
    before = canvas.screenshot()
    page.mouse.move(box["x"] + 20, box["y"] + box["height"] - 20)
    page.mouse.down()
    page.mouse.move(box["x"] + 220, box["y"] + box["height"] - 120, steps=5)
    page.mouse.up()
    assert canvas.screenshot() != before
    # By name, with the keyboard alone.
    wanted = user.entities(limit=1, offset=400)[0]
    page.get_by_label("골라서 열기").fill(wanted.name)
    page.get_by_role("option", name=wanted.name).first.click()
    expect(page.get_by_role("heading", level=1)).to_have_text(wanted.name)


def test_the_graph_is_narrowed_to_what_is_wanted(comes: Comes, server: Running) -> None:
    user = server.saegim.user("거르는-사람")
    know_many(user, 120)
    places = len(user.entities(type="place", limit=500))
    assert 0 < places < 120
    seen = comes()
    seen.sign_in(server.token(user=user.id), to="/graph")
    expect(seen.page.get_by_role("status")).to_contain_text("점 120개")
    seen.page.get_by_label("보일 것").click()
    seen.page.get_by_role("option", name="곳").click()
    expect(seen.page.get_by_role("status")).to_have_text(re.compile(f"^점 {places}개"))
