"""Nobody sees another's memory through a page, its address, its cookies or its socket."""

from __future__ import annotations

import json

import httpx
import pytest
from playwright.sync_api import expect
from web_testbed import Comes, Running, live_a_little

from saegim.web.socket import same_origin

PAGES = ("/", "/timeline", "/context", "/people", "/graph", "/profiles", "/settings", "/operations", "/users")


def test_nobody_comes_in_without_a_token_or_with_a_wrong_one(server: Running) -> None:
    for token in (None, "sgm_0_0", "a.b.c"):
        cookies = {} if token is None else {"saegim_token": token}
        with httpx.Client(base_url=server.url, cookies=cookies) as client:
            for path in (*PAGES, "/memories/k_1", "/people/e_1"):
                response = client.get(path)
                assert response.status_code == 303, path
                assert response.headers["location"].startswith("/sign-in")
            assert client.post("/sign-in", data={"token": token or ""}).status_code == 401


def test_signing_in_leads_nowhere_but_here(server: Running) -> None:
    token = server.token(user="민지")
    with httpx.Client(base_url=server.url) as client:
        for asked, expected in (
            ("//evil.example", "/"),
            ("https://evil.example", "/"),
            ("/people", "/people"),
        ):
            response = client.post("/sign-in", data={"token": token, "next": asked})
            assert response.headers["location"] == expected
            cookie = response.headers["set-cookie"]
            assert "HttpOnly" in cookie
            assert "SameSite=strict" in cookie
        elsewhere = client.post("/sign-in", data={"token": token}, headers={"sec-fetch-site": "cross-site"})
        assert elsewhere.status_code == 403


def test_the_api_stays_as_it_is_beside_the_pages(server: Running) -> None:
    anyone = server.http()
    assert anyone.get("/nothing/here").json()
    assert anyone.get("/nothing/here").status_code == 404
    assert anyone.delete("/health").status_code == 405
    assert "frame-ancestors 'none'" in anyone.get("/sign-in").headers["content-security-policy"]


def test_another_persons_memory_is_not_found_and_cookies_do_not_help(comes: Comes, server: Running) -> None:
    jihun = server.saegim.user("지훈의-기억")
    live_a_little(jihun)
    secret = jihun.remember("고구마를 숨겨 두었다")
    minji = comes()
    minji.sign_in(server.token(user="민지"), user=jihun.id, to=f"/memories/{secret.id}")
    minji.sees("여기에는 아무것도 없습니다")
    assert "고구마" not in minji.page.content()
    expect(minji.page.locator("a.who")).to_contain_text("민지")


def test_a_key_that_only_looks_cannot_change_anything(comes: Comes, server: Running) -> None:
    user = server.saegim.user("보여-주는-사람")
    live_a_little(user)
    looker = comes()
    looker.sign_in(server.token("read-only", user=user.id))
    looker.sees("보기만 할 수 있는 열쇠입니다.")
    memory = user.memories(limit=1)[0]
    looker.open(f"/memories/{memory.id}")
    expect(looker.page.get_by_role("button", name="잊기")).to_have_count(0)


def test_a_key_revoked_while_its_page_is_open_stops_working(comes: Comes, server: Running) -> None:
    user = server.saegim.user("곧-나갈-사람")
    live_a_little(user)
    memory = user.memories(limit=1)[0]
    made = server.keys.create("user", user=user.id)
    seen = comes()
    seen.sign_in(made.key, to=f"/memories/{memory.id}")
    server.keys.revoke(made.known.id)
    seen.press("잊기")
    expect(seen.page.get_by_label("열쇠 (토큰)")).to_be_visible()
    assert user.memory(memory.id).state == "active"


# A new socket, once naming the page later and once as it opens; then the one the page has already. Each says
# everything a browser can say, about whatever page it is told.
_SPEAK = """async ([page, element, tab, listener]) => {
    const heard = [], shake = {client_id: page, tab_id: tab, document_id: 'x', next_message_id: 0};
    const say = (socket) => {
        socket.emit('event', {id: element, client_id: page, listener_id: listener, args: ['{}']});
        socket.emit('javascript_response', {client_id: page, request_id: 'x', result: 1});
        socket.emit('log', {client_id: page, level: 'warning', message: 'x'});
        socket.emit('ack', {client_id: page, next_message_id: 10**6});
    };
    const speak = (query) => new Promise((done) => {
        const socket = io(location.origin, {path: '/_nicegui_ws/socket.io', query, forceNew: true,
            transports: ['websocket'], reconnection: false});
        socket.onAny((name, data) => heard.push([name, JSON.stringify(data)]));
        socket.on('connect_error', () => done('refused'));
        socket.on('connect', () => {
            say(socket);
            socket.emit('handshake', shake, (ok) => {
                say(socket);
                setTimeout(() => { socket.close(); done(ok); }, 500);
            });
        });
    });
    const answers = [await speak({}), await speak({...shake, implicit_handshake: true})];
    window.socket.onAny((name, data) => heard.push([name, JSON.stringify(data)]));
    answers.push(await new Promise((done) => {
        say(window.socket);
        window.socket.emit('handshake', shake, (ok) => {
            say(window.socket);
            setTimeout(() => done(ok), 500);
        });
    }));
    return {answers, heard: heard.filter(([name]) => !['ack'].includes(name))};
}"""


def test_the_socket_of_one_person_does_not_reach_the_page_of_another(comes: Comes, server: Running) -> None:
    jihun = server.saegim.user("소켓-지훈")
    live_a_little(jihun)
    memory = jihun.memories(limit=1)[0]
    his, hers = comes(), comes()
    his.sign_in(server.token(user=jihun.id), to=f"/memories/{memory.id}")
    hers.sign_in(server.token(user="소켓-민지"))
    his_page = his.page.evaluate("() => window.clientId")
    # The button's own id and event, as his browser would send them.
    forget = his.page.get_by_role("button", name="잊기").get_attribute("id") or ""
    tab = his.page.evaluate("() => sessionStorage.getItem('__nicegui_tab_id') || ''")
    listeners = _listeners_of(his_page, forget)
    assert listeners, "the button must have something to click"
    element = int(forget.removeprefix("c"))
    for listener in listeners:
        told = hers.page.evaluate(_SPEAK, [his_page, element, tab, listener])
        assert told["answers"] == [False, "refused", False]
        assert told["heard"] == []
    assert jihun.memory(memory.id).state == "active"
    # Said by his own browser the very same does it, so the above could have worked.
    said = """([id, client_id, listener_id]) =>
        window.socket.emit('event', {id, client_id, listener_id, args: ['{}']})"""
    for listener in listeners:
        his.page.evaluate(said, [element, his_page, listener])
    expect(his.page.get_by_role("button", name="되살리기")).to_be_visible()
    assert jihun.memory(memory.id).state == "forgotten"


@pytest.mark.parametrize("how", ["another's token", "no token", "a wrong token", "another site"])
def test_a_program_does_not_reach_a_page_through_its_socket(comes: Comes, server: Running, how: str) -> None:
    """Without a browser's manners: Socket.IO by hand over plain requests."""
    user = server.saegim.user("소켓-주인")
    live_a_little(user)
    own = server.token(user=user.id)
    his = comes()
    his.sign_in(own)
    page_id = his.page.evaluate("() => window.clientId")
    tab = his.page.evaluate("() => sessionStorage.getItem('__nicegui_tab_id') || ''")
    cookies = {
        "another's token": {"saegim_token": server.token(user="소켓-남")},
        "no token": {},
        "a wrong token": {"saegim_token": "sgm_0_0"},
        "another site": {"saegim_token": own},
    }[how]
    headers = {"Origin": "http://evil.example"} if how == "another site" else {}
    assert _shake_hands(server.url, page_id, tab, cookies, headers) == "refused"
    assert _shake_hands(server.url, page_id, tab, {"saegim_token": own}, {}) == "in", "the same with his own"


def _shake_hands(url: str, page_id: str, tab: str, cookies: dict[str, str], headers: dict[str, str]) -> str:
    """Whether Socket.IO lets us take part in the page."""
    path = "/_nicegui_ws/socket.io/"
    with httpx.Client(base_url=url, cookies=cookies, headers=headers, timeout=10) as client:
        query = {"EIO": "4", "transport": "polling"}
        opened = client.get(path, params=query)
        if opened.status_code != 200:
            return "refused"
        query["sid"] = json.loads(opened.text[1:])["sid"]
        client.post(path, params=query, content="40")
        if client.get(path, params=query).text.startswith("44"):
            return "refused"
        shake = {"client_id": page_id, "tab_id": tab, "document_id": "x", "next_message_id": 0}
        client.post(path, params=query, content="420" + json.dumps(["handshake", shake]))
        for _ in range(10):
            for packet in client.get(path, params=query).text.split("\x1e"):
                if packet.startswith("430"):
                    return "in" if packet == "430[true]" else "refused"
    return "silence"


def _listeners_of(page_id: str, html_id: str) -> list[str]:
    from nicegui import Client

    element = Client.instances[page_id].elements[int(html_id.removeprefix("c"))]
    return [listener.id for listener in element._event_listeners.values()]


def test_a_socket_opened_by_another_site_is_refused() -> None:
    ours = {"HTTP_HOST": "127.0.0.1:8000", "HTTP_ORIGIN": "http://127.0.0.1:8000"}
    assert same_origin(ours)
    assert same_origin({"HTTP_HOST": "127.0.0.1:8000"})
    assert not same_origin({**ours, "HTTP_ORIGIN": "http://evil.example"})
    assert not same_origin({**ours, "HTTP_ORIGIN": "null"})
