"""Pictures of the pages for the READMEs: `python docs/screenshots.py`.

Needs chromium, playwright and a Korean font. Everything in them is real: the sample life, recalled without a
language model, in a folder that is gone afterwards.
"""

from __future__ import annotations

import asyncio
import shutil
import sys
import threading
import time
from pathlib import Path
from tempfile import TemporaryDirectory
from urllib.parse import quote

import uvicorn
from playwright.sync_api import Browser, Page, sync_playwright

from saegim import Saegim
from saegim.govern.keys import Keys
from saegim.server.app import create_app
from saegim.server.run import listen
from saegim.web import mount, sample
from saegim.web.mount import Pages

USER = "서연"
SAID = ("나 요즘 수영을 배우기 시작했어. 정말 재미있어!", "할머니 뵈러 갈 때 뭘 사 가면 좋을까?")
DESKTOP = {"width": 1280, "height": 860}
TALL = {"width": 1280, "height": 1000}
PHONE = {"width": 390, "height": 800}


def serve(saegim: Saegim) -> tuple[str, uvicorn.Server, threading.Thread]:
    app = create_app(saegim)
    if not any(isinstance(route, Pages) for route in app.routes):
        mount(app)
    socket = listen(saegim.settings.server)
    server = uvicorn.Server(uvicorn.Config(app, log_config=None, timeout_graceful_shutdown=2))
    thread = threading.Thread(target=lambda: asyncio.run(server.serve(sockets=[socket])), daemon=True)
    thread.start()
    while not server.started:
        time.sleep(0.05)
    return f"http://127.0.0.1:{socket.getsockname()[1]}", server, thread


def window(browser: Browser, url: str, token: str, size: dict[str, int], scheme: str) -> Page:
    context = browser.new_context(
        viewport=size, locale="ko-KR", color_scheme=scheme, reduced_motion="reduce", device_scale_factor=1
    )
    context.add_cookies(
        [
            {"name": "saegim_token", "value": token, "url": url},
            {"name": "saegim_user", "value": quote(USER), "url": url},
        ]
    )
    return context.new_page()


def open_page(page: Page, url: str) -> None:
    page.goto(url)
    page.wait_for_selector("h1")
    page.wait_for_function("() => window.socket?.connected")
    page.wait_for_timeout(300)


def talk(page: Page, url: str) -> None:
    open_page(page, url)
    for number, said in enumerate(SAID, start=1):
        page.get_by_label("하고 싶은 말").fill(said)
        page.keyboard.press("Enter")
        page.wait_for_function(
            f"() => document.querySelectorAll('.chip.warn').length >= {number}", timeout=60_000
        )
    page.get_by_text("새로 새긴 것").first.wait_for(timeout=60_000)
    page.wait_for_timeout(1500)


def take(folder: Path, browser: Browser, url: str, token: str, saegim: Saegim) -> None:
    def shot(page: Page, name: str) -> None:
        page.screenshot(path=folder / f"{name}.png")
        print(folder / f"{name}.png")

    page = window(browser, url, token, TALL, "light")
    talk(page, url)
    shot(page, "chat")
    page = window(browser, url, token, DESKTOP, "light")
    open_page(page, f"{url}/timeline")
    shot(page, "timeline")
    home = saegim.user(USER).memories(key="home.city")[0]
    saegim.user(USER).revise(
        home.id, content="사용자는 연남동의 나무가 보이는 집으로 이사했다.", reason="조금 더 자세히"
    )
    open_page(page, f"{url}/memories/{home.id}")
    shot(page, "memory")
    open_page(page, f"{url}/context")
    page.get_by_label("보낼 말").fill("주말에 지훈이랑 뭐 먹을까?")
    page.get_by_role("button", name="미리보기").click()
    page.get_by_role("meter").wait_for()
    shot(page, "context")
    open_page(page, f"{url}/people")
    page.get_by_role("link", name="지훈").first.click()
    page.locator("figure svg").wait_for()
    page.wait_for_timeout(300)
    shot(page, "person")
    open_page(page, f"{url}/graph")
    page.locator(".graph canvas").wait_for()
    page.wait_for_timeout(2500)
    shot(page, "graph")
    open_page(page, f"{url}/operations")
    shot(page, "operations")
    turn = saegim.user(USER).turns(limit=1)[0]
    open_page(page, f"{url}/operations?tab=traces&turn={turn.id}")
    shot(page, "trace")
    dark = window(browser, url, token, DESKTOP, "dark")
    open_page(dark, f"{url}/timeline")
    shot(dark, "timeline-dark")
    phone = window(browser, url, token, PHONE, "light")
    open_page(phone, url)
    shot(phone, "chat-phone")
    night = window(browser, url, token, PHONE, "dark")
    open_page(night, f"{url}/timeline")
    shot(night, "timeline-phone-dark")


def main() -> None:
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).with_name("pictures")
    folder.mkdir(parents=True, exist_ok=True)
    chromium = shutil.which("chromium") or shutil.which("chromium-browser")
    with TemporaryDirectory() as data, Saegim(data, settings={"server.port": 0}) as saegim:
        sample.load(saegim, saegim.user(USER))
        token = Keys(saegim.store, saegim.clock).create("admin").key
        url, server, thread = serve(saegim)
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(
                executable_path=chromium, args=["--no-sandbox", "--disable-gpu", "--no-proxy-server"]
            )
            take(folder, browser, url, token, saegim)
            browser.close()
        server.should_exit = True
        thread.join(20)


if __name__ == "__main__":
    main()
