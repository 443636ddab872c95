"""An export is brought back on the page: seen before it goes in, all or none; archiving; a new person."""

from __future__ import annotations

import itertools
import json
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import expect
from web_testbed import Comes, Running, Visitor, live_a_little, serious

from saegim import User

_numbers = itertools.count(1)


@pytest.fixture
def seen(comes: Comes, viewport: dict[str, int]) -> Visitor:
    return comes(viewport=viewport)


@pytest.fixture
def leaver(server: Running) -> User:
    user = server.saegim.user(f"떠난-사람-{next(_numbers)}", persona="luna")
    live_a_little(user)
    server.saegim.drain()
    return user


@pytest.fixture
def file(leaver: User, tmp_path: Path) -> Path:
    leaver.export(tmp_path / "나의 기억.jsonl")
    return tmp_path / "나의 기억.jsonl"


@pytest.fixture
def empty(server: Running) -> User:
    return server.saegim.user(f"빈-사람-{next(_numbers)}")


def choose(seen: Visitor, file: Path, name: str = "파일 고르기 (.jsonl)") -> None:
    with seen.page.expect_file_chooser() as waited:
        seen.press(name)
    waited.value.set_files(file)


def narrow(seen: Visitor) -> None:
    """Nothing serious for axe, nothing wider than the screen."""
    assert serious(seen.page) == []
    assert seen.page.evaluate("() => document.documentElement.scrollWidth - window.innerWidth") <= 0


def test_a_file_is_seen_before_it_goes_in_and_told_afterwards(
    seen: Visitor, leaver: User, empty: User, file: Path
) -> None:
    seen.sign_in(seen.server.token(user=empty.id), to="/profiles")
    choose(seen, file)
    seen.sees("이 파일에 든 것")
    card = seen.page.locator("section", has=seen.page.get_by_role("heading", name="들여오기"))
    header = json.loads(file.read_bytes().splitlines()[0])
    for text in ("나의 기억.jsonl", leaver.id, empty.id, f"{header['counts']['memory']}"):
        expect(card).to_contain_text(text)
    seen.sees(f"파일은 ‘{leaver.id}’의 기억인데 ‘{empty.id}’에게 들어갑니다")
    narrow(seen)
    assert empty.is_empty(), "something was written before anyone said yes"
    seen.press("이 사람에게 들여오기")
    seen.sees("가지를 들여왔습니다")
    narrow(seen)
    assert {one.id for one in empty.memories()} == {one.id for one in leaver.memories()}
    assert empty.count_turns() == leaver.count_turns()
    event = empty.audit(limit=1)[0]
    assert (event.action, event.detail["from"]) == ("import", leaver.id)
    seen.page.get_by_role("link", name="시간의 흐름 보기").click()
    seen.sees("한강에서 자전거를 탔다")


def test_whoever_changes_their_mind_has_changed_nothing(seen: Visitor, empty: User, file: Path) -> None:
    seen.sign_in(seen.server.token(user=empty.id), to="/profiles")
    choose(seen, file)
    seen.press("그만두기")
    expect(seen.page.get_by_text("이 파일에 든 것")).to_have_count(0)
    assert empty.is_empty()
    # The same file can be chosen again.
    choose(seen, file)
    seen.sees("이 파일에 든 것")


def test_files_that_are_not_whole_exports_are_told_and_change_nothing(
    seen: Visitor, empty: User, file: Path, tmp_path: Path
) -> None:
    lines = file.read_bytes().splitlines(keepends=True)
    seen.sign_in(seen.server.token(user=empty.id), to="/profiles")
    foreign = tmp_path / "남의 것.json"
    foreign.write_text('{"memories": []}', encoding="utf-8")
    choose(seen, foreign)
    seen.sees("들여올 수 없는 파일입니다")
    narrow(seen)
    cut = tmp_path / "잘린 것.jsonl"
    cut.write_bytes(b"".join(lines[:-1]))
    choose(seen, cut)
    seen.sees("중간에 잘렸습니다")
    damaged = tmp_path / "상한 것.jsonl"
    damaged.write_bytes(b"".join(line.replace(b'"state":"active"', b'"state":"odd"') for line in lines))
    choose(seen, damaged)
    seen.press("이 사람에게 들여오기")
    seen.sees("번째 줄: memory: 읽을 수 없습니다")
    assert empty.is_empty()
    choose(seen, file)
    seen.press("이 사람에게 들여오기")
    seen.sees("가지를 들여왔습니다")


def test_somebody_with_a_memory_is_told_and_an_operator_led_on(
    seen: Visitor, server: Running, leaver: User, file: Path
) -> None:
    before = [one.id for one in leaver.memories()]
    seen.sign_in(server.token("admin"), user=leaver.id, to="/operations?tab=data")
    choose(seen, file)
    seen.sees("이미 기억이나 기록이 있어 들여올 수 없습니다")
    expect(seen.page.get_by_role("button", name="이 사람에게 들여오기")).to_have_count(0)
    narrow(seen)
    assert [one.id for one in leaver.memories()] == before
    # To a person of that name who does not exist yet.
    name = f"새사람{next(_numbers)}"
    seen.page.get_by_role("link", name="새 사람 만들기").click()
    seen.sees("누구의 기억을 볼까요?")
    seen.page.wait_for_function("() => window.socket?.connected")
    seen.fill("새 사람의 이름", name)
    seen.press("만들기")
    expect(seen.page.locator(".who")).to_contain_text(name)
    assert server.saegim.exists(name)
    seen.open("/operations?tab=data")
    choose(seen, file)
    seen.press("이 사람에게 들여오기")
    seen.sees("가지를 들여왔습니다")
    assert len(server.saegim.user(name).memories()) == len(before)


def test_an_english_reader_imports_in_english(comes: Comes, empty: User, file: Path) -> None:
    seen = comes(locale="en-US")
    seen.sign_in(seen.server.token(user=empty.id), to="/profiles")
    choose(seen, file, "Choose a file (.jsonl)")
    seen.sees("What this file holds")
    seen.press("Import into this person")
    seen.sees("things were imported.")
    assert not empty.is_empty()


def test_a_file_larger_than_the_server_takes_is_not_sent(
    comes: Comes, server: Running, empty: User, tmp_path: Path, leaver: User, file: Path
) -> None:
    import msgspec

    settings = server.saegim.settings
    small = msgspec.structs.replace(
        settings, server=msgspec.structs.replace(settings.server, import_bytes=1024)
    )
    seen = comes()
    seen.sign_in(seen.server.token(user=empty.id), to="/profiles")
    server.saegim.settings = small
    try:
        choose(seen, file)
        seen.sees("파일이 1 KB보다 큽니다")
        cookies = {"saegim_token": server.token(user=empty.id)}
        with httpx.Client(base_url=server.url, cookies=cookies) as client:
            assert client.post("/import", content=file.read_bytes()).status_code == 413
            pieces = (file.read_bytes()[start : start + 500] for start in range(0, 3000, 500))
            assert client.post("/import", content=pieces).status_code == 413
    finally:
        server.saegim.settings = settings
    assert empty.is_empty()


def test_what_the_page_sends_is_taken_only_from_it_and_for_whom_the_token_is(
    server: Running, leaver: User, empty: User, file: Path
) -> None:
    content = file.read_bytes()

    def sent(token: str | None, user: str = "", **headers: str) -> httpx.Response:
        cookies = {"saegim_user": user} | ({} if token is None else {"saegim_token": token})
        with httpx.Client(base_url=server.url, cookies=cookies) as client:
            return client.post("/import", content=content, headers=headers)

    assert sent(None).status_code == 401
    reader = server.token("read-only", user=empty.id)
    assert sent(reader).json()["error"]["code"] == "forbidden"
    mine = server.token(user=empty.id)
    assert sent(mine, **{"sec-fetch-site": "cross-site"}).status_code == 403
    assert sent(server.token("admin")).status_code == 403
    assert empty.is_empty()
    # A cookie that names another does not help.
    last = json.loads(sent(mine, user="somebody-else").text.splitlines()[-1])
    assert last["things"] == json.loads(content.splitlines()[-1])["things"]
    assert not empty.is_empty()
    assert not server.saegim.exists("somebody-else")
    assert json.loads(sent(mine).text.splitlines()[-1])["error"]["code"] == "user_not_empty"


# Two tasks of other pages.


def test_a_memory_is_put_away_and_brought_back(seen: Visitor, server: Running, leaver: User) -> None:
    home = leaver.memories(key="home.city")[0]
    seen.sign_in(server.token(user=leaver.id), to=f"/memories/{home.id}")
    seen.press("보관하기")
    seen.sees("보관함에 넣었습니다.")
    assert leaver.memory(home.id).state == "archived"
    expect(seen.page.get_by_role("button", name="보관하기")).to_have_count(0)
    assert "망원동" not in leaver.context("안녕").messages[0]["content"]
    seen.press("되살리기")
    seen.sees("되살렸습니다.")
    assert leaver.memory(home.id).state == "active"


def test_a_person_is_made_on_the_list_of_people(seen: Visitor, server: Running) -> None:
    name = f"하늘{next(_numbers)}"
    seen.sign_in(server.token("service"), to="/users")
    seen.fill("새 사람의 이름", "점.과 빈칸")
    seen.press("만들기")
    expect(seen.page.locator(".q-notification")).to_be_visible()
    assert "점.과 빈칸" not in {one.id for one in server.saegim.users()}
    seen.fill("새 사람의 이름", name)
    seen.page.keyboard.press("Enter")
    expect(seen.page.locator(".who")).to_contain_text(name)
    assert server.saegim.exists(name)
    seen.open("/users")
    expect(seen.page.get_by_role("listitem").filter(has_text=name)).to_be_visible()


def test_a_reader_sees_no_way_to_make_a_person_or_to_import(
    comes: Comes, server: Running, leaver: User
) -> None:
    seen = comes()
    seen.sign_in(server.token("read-only"), user=leaver.id, to="/users")
    expect(seen.page.get_by_role("button", name="만들기")).to_have_count(0)
    seen.open("/profiles")
    seen.sees("모두 내려받기")
    expect(seen.page.get_by_role("button", name="파일 고르기 (.jsonl)")).to_have_count(0)
