"""What leads from one page to another: downloads, traces of turns, picked memories, filters, services."""

from __future__ import annotations

import itertools
import json
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import expect
from web_testbed import Comes, Running, Visitor, live_a_little

from saegim import User

_numbers = itertools.count(1)


@pytest.fixture
def person(server: Running) -> User:
    user = server.saegim.user(f"둘러보는-{next(_numbers)}")
    live_a_little(user)
    server.saegim.drain()
    return user


@pytest.fixture
def seen(comes: Comes, viewport: dict[str, int], person: User, server: Running) -> Visitor:
    visitor = comes(viewport=viewport)
    visitor.sign_in(server.token(user=person.id))
    return visitor


def test_a_person_takes_everything_home(seen: Visitor, person: User, server: Running) -> None:
    seen.open("/profiles")
    with seen.page.expect_download() as waited:
        seen.page.get_by_role("link", name="모두 내려받기 (.jsonl)").click()
    download = waited.value
    assert download.suggested_filename.startswith(f"saegim-{person.id}-")
    content = Path(download.path()).read_bytes()
    lines = [json.loads(line) for line in content.splitlines()]
    assert (lines[0]["user"], lines[-1]["is"]) == (person.id, "end")
    assert "땅콩 알레르기가 있다" in {one.get("content") for one in lines if one["is"] == "memory"}
    assert person.audit(limit=1)[0].action == "export"
    again = server.saegim.user(f"{person.id}-다시")
    again.bring_back(content.splitlines(keepends=True))
    assert {one.id for one in again.memories()} == {one.id for one in person.memories()}
    # An operator finds the same in operations.
    seen.sign_in(server.token("admin"), user=person.id, to="/operations?tab=data")
    expect(seen.page.get_by_role("link", name="모두 내려받기 (.jsonl)")).to_be_visible()


def test_an_export_is_for_whom_the_token_is(server: Running, person: User) -> None:
    mine = server.token(user="내보내는-나")
    with httpx.Client(base_url=server.url, cookies={"saegim_token": mine, "saegim_user": "x"}) as client:
        assert "땅콩" not in client.get("/export").text
    with httpx.Client(base_url=server.url) as client:
        assert client.get("/export").headers["location"] == "/sign-in"


def test_a_reply_leads_to_why_it_was_so(seen: Visitor, person: User) -> None:
    seen.fill("하고 싶은 말", "땅콩 먹어도 될까?")
    seen.press("보내기")
    seen.sees("오프라인 답변")
    seen.page.get_by_role("link", name="떠올린 자취").last.click()
    seen.sees("이 말에 떠올린 것")
    table = seen.page.get_by_role("table")
    expect(table).to_contain_text("땅콩 알레르기가 있다")
    expect(table).to_contain_text("나눈 말: 나 땅콩 알레르기가 있어.")
    turn = person.turns(limit=1)[0]
    assert person.trace_of(turn.id).query == turn.user
    # What was said without a context has no way to a trace.
    seen.open("/")
    links = seen.page.get_by_role("link", name="떠올린 자취")
    expect(links).to_have_count(1)


def test_what_was_picked_is_shown_and_can_be_put_back(seen: Visitor, person: User) -> None:
    bicycle = next(memory for memory in person.memories() if "자전거" in memory.content)
    person.pick(bicycle.id)
    seen.open("/")
    note = seen.page.get_by_role("status").filter(has_text="고른 기억 1개")
    expect(note).to_contain_text("한강에서 자전거를 탔다")
    seen.press("빼기")
    expect(note).to_have_count(0)
    assert person.picked() == []
    person.pick(bicycle.id)
    seen.open("/")
    seen.fill("하고 싶은 말", "오늘 뭐 할까?")
    seen.press("보내기")
    seen.sees("오프라인 답변")
    expect(note).to_have_count(0)
    assert person.picked() == []


def test_words_tags_and_years_narrow_the_timeline_together(seen: Visitor, person: User) -> None:
    person.remember("자전거를 새로 샀다", kind="event", tags=["운동"], valid_from="2026-02-20T10:00+09:00")
    seen.open("/timeline")
    events = seen.page.locator(".event")
    seen.fill("기억에서 찾기", "자전거")
    seen.press("찾기")
    seen.unfold_filters()
    expect(seen.page.get_by_label("차례")).to_be_visible()
    seen.page.get_by_label("차례").click()
    seen.page.get_by_role("option", name="최근 것부터").click()
    wanted = person.timeline(word="자전거")
    assert len(wanted) >= 2
    expect(events).to_have_count(len(wanted))
    expect(events.first).to_contain_text("자전거를 새로 샀다")
    expect(events.first.locator("mark")).to_have_text("자전거")
    seen.fill("꼬리표", "운동")
    seen.page.keyboard.press("Enter")
    expect(events).to_have_count(1)
    seen.page.get_by_label("처음 해").click()
    expect(seen.page.get_by_role("option")).to_have_count(3), "every year, and the two that have memories"
    seen.page.get_by_role("option", name="2025").click()
    seen.sees("‘자전거’에 맞는 기억이 없습니다.")


def test_another_model_is_used_at_once_and_a_given_part_at_the_next_start(
    comes: Comes, server: Running, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("pydantic_ai")
    file = tmp_path / "saegim.yaml"
    file.write_text("language: ko\n", encoding="utf-8")
    monkeypatch.setenv("SAEGIM_CONFIG", str(file))
    saegim, admin = server.saegim, comes()
    before = saegim.settings
    server.saegim.user("모델-쓰는-사람").stats()
    try:
        admin.sign_in(server.token("admin"), user="모델-쓰는-사람", to="/settings")
        admin.fill("언어 모델", "ollama:gemma")
        admin.fill("서비스 주소", "http://127.0.0.1:9")
        admin.fill("열쇠", "비밀열쇠")
        admin.page.get_by_role("button", name="저장").last.click()
        admin.sees("지금부터 적용됩니다")
        assert saegim.language_model is not None
        expect(admin.page.get_by_text("열쇠: 열쇠가 있습니다.")).to_be_visible()
        admin.press("열쇠 지우기")
        admin.sees("열쇠가 없습니다.")
        assert saegim.settings.model_api_key is None
        # The tests' embedder was given as an object.
        admin.fill("임베더", "none")
        admin.page.get_by_role("button", name="저장").last.click()
        admin.sees("서버를 다시 열면 적용됩니다: embedder")
        admin.open("/operations")
        admin.sees("gemma")
    finally:
        saegim.settings = before
        saegim._core.change(before, saegim._core.embedder, None)
