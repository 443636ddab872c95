"""What the tests of the pages share: a server with pages, a browser, and people who sign in."""

from __future__ import annotations

import random
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlsplit

from fastapi import FastAPI
from playwright.sync_api import Browser, BrowserContext, Page, expect

sys.path.append(str(Path(__file__).parents[1] / "server"))

import server_testbed
from server_testbed import Running

from saegim import Saegim, User
from saegim.language.morphemes import load_analyser
from saegim.models import ENTITY_TYPES, Entity, Link
from saegim.server.app import create_app
from saegim.web import mount
from saegim.web.mount import Pages

DESKTOP = {"width": 1280, "height": 860}
PHONE = {"width": 390, "height": 780}
AXE = Path(__file__).with_name("axe.min.js")


def app_with_pages(saegim: Saegim) -> FastAPI:
    """The server's application; it shows pages whether or not it does so by itself."""
    app = create_app(saegim)
    if not any(isinstance(route, Pages) for route in app.routes):
        mount(app)
    return app


@contextmanager
def serving_pages(**settings: Any) -> Iterator[Running]:
    # Names are read by the real analyser.
    named = {"analyser": load_analyser("auto"), **settings}
    with server_testbed.serving(**named) as running:
        yield running


server_testbed.create_app = app_with_pages  # type: ignore[assignment]


@dataclass
class Visitor:
    """Somebody in a browser of their own, and everything that went wrong in it."""

    server: Running
    context: BrowserContext
    page: Page = field(init=False)
    wrong: list[str] = field(default_factory=list)
    asked: set[str] = field(default_factory=set)

    def begin(self) -> None:
        """A new page that knows nobody."""
        self.context.clear_cookies()
        self.wrong.clear()
        self.page = self.context.new_page()
        self.page.set_default_timeout(30_000)

        def said(message: Any) -> None:
            if message.type in ("error", "warning"):
                self.wrong.append(f"{message.type}: {message.text}")

        self.page.on("console", said)
        self.page.on("pageerror", lambda error: self.wrong.append(str(error)))
        self.page.on("request", lambda request: self.asked.add(urlsplit(request.url).netloc))

    def end(self) -> None:
        """Nothing went wrong, and nobody but our own server was asked for anything."""
        self.page.close()
        assert self.wrong == []
        assert self.asked <= {urlsplit(self.server.url).netloc}

    def sign_in(self, token: str, *, user: str | None = None, to: str = "/") -> None:
        """By cookie, as the form leaves it; the form has a test of its own."""
        cookies = [{"name": "saegim_token", "value": token, "url": self.server.url}]
        if user is not None:
            cookies.append({"name": "saegim_user", "value": quote(user), "url": self.server.url})
        self.context.add_cookies(cookies)  # type: ignore[arg-type]
        self.open(to)

    def open(self, path: str) -> None:
        self.page.goto(self.server.url + path)
        expect(self.page.locator("h1").first).to_be_visible()
        # Clicks before the socket is there would be lost.
        self.page.wait_for_function("() => window.socket?.connected")

    def press(self, name: str, *, exact: bool = True) -> None:
        self.page.get_by_role("button", name=name, exact=exact).first.click()

    def fill(self, label: str, text: str) -> None:
        self.page.get_by_label(label, exact=True).first.fill(text)

    def unfold_filters(self) -> None:
        """On a phone they are folded away."""
        button = self.page.get_by_role("button", name="거르기")
        if button.is_visible():
            expect(button).to_have_attribute("aria-expanded", "false")
            button.click()
            expect(button).to_have_attribute("aria-expanded", "true")

    def sees(self, text: str) -> None:
        expect(self.page.get_by_text(text).first).to_be_visible(timeout=15_000)


Comes = Callable[..., Visitor]


def visitor(server: Running, browser: Browser, viewport: dict[str, int], **more: Any) -> Visitor:
    options = {"locale": "ko-KR", "reduced_motion": "reduce", **more}
    context = browser.new_context(viewport=viewport, **options)  # type: ignore[arg-type]
    return Visitor(server, context)


def serious(page: Page) -> list[str]:
    """What axe finds on the page that would keep somebody out."""
    page.evaluate(AXE.read_text(encoding="utf-8"))
    found = page.evaluate(
        "() => axe.run(document, {resultTypes: ['violations'], "
        "runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa']})"
    )
    return [
        f"{one['id']}: {[(node['html'][:160], node['failureSummary'][:200]) for node in one['nodes'][:3]]}"
        for one in found["violations"]
        if one["impact"] in ("serious", "critical")
    ]


def know_many(user: User, count: int) -> None:
    """So many people, each linked to one or two met before, the first ones most."""
    chance, now = random.Random(7), user._core.clock.now()
    given = ("민지", "지훈", "서연", "하늘", "도윤", "예린", "준호", "수아", "태민", "은우")
    with user._core.write(user.id) as tx:
        for i in range(count):
            name = f"{'김이박최정강조윤장임'[i % 10]}{given[i // 10 % 10]}{i // 100 or ''}"
            sort = ENTITY_TYPES[i % len(ENTITY_TYPES) if i % 3 == 0 else 0]
            tx.put_entity(Entity(f"e_{i:04d}", name, sort, None, now, now, max(1, count // (i + 1)), (name,)))
            for _ in range(min(i, 1 + (chance.random() < 0.35))):
                other = int(chance.random() ** 2 * i)
                tx.put_link(Link(f"e_{i:04d}", "related_to", f"e_{other:04d}", chance.random(), now))


def live_a_little(user: User) -> None:
    """Some turns and memories to look at."""
    user.record("나 땅콩 알레르기가 있어.", "큰일 나지 않게 조심할게요.", at="2025-11-03T20:00+09:00")
    user.record("지훈이랑 한강에서 자전거 탔어. 정말 행복했어!", "좋았겠어요.", at="2026-01-10T21:00+09:00")
    user.record("지훈이가 약속을 또 잊었어. 너무 화가 나.", "속상하셨겠어요.", at="2026-02-01T21:00+09:00")
    user.remember("땅콩 알레르기가 있다", kind="allergy", tags=["건강"], valid_from="2025-11-03T20:00+09:00")
    user.remember("한강에서 자전거를 탔다", kind="event", valid_from="2026-01-10T21:00+09:00")
    user.remember("망원동에 산다", kind="fact", key="home.city", value="망원동", tags=["집"])
