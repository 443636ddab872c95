"""What an operator does: settings, keys, jobs, sample data, and looks for everyone."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import expect
from web_testbed import Comes, Running, live_a_little

from saegim.settings import load_settings


def test_settings_are_kept_in_force_and_secrets_never_shown_again(
    comes: Comes, server: Running, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "saegim.yaml"
    file.write_text("language: ko\n", encoding="utf-8")
    monkeypatch.setenv("SAEGIM_CONFIG", str(file))
    admin = comes()
    before = server.saegim.settings
    try:
        admin.sign_in(server.token("admin"), to="/settings")
        admin.fill("전체 토큰", "3000")
        admin.press("저장")
        admin.sees("지금부터 적용됩니다")
        assert server.saegim.settings.context.budget_tokens == 3000
        assert server.saegim.user("누구").context("안녕").budget_tokens == 3000
        admin.page.get_by_label("열쇠", exact=True).fill("비밀열쇠")
        admin.page.get_by_role("button", name="저장").last.click()
        expect(admin.page.get_by_text("열쇠가 있습니다.")).to_be_visible()
        kept = load_settings(file=file, environment={})
        assert (kept.context.budget_tokens, kept.model_api_key, kept.language) == (3000, "비밀열쇠", "ko")
        assert file.stat().st_mode & 0o077 == 0
        admin.open("/settings")
        assert "비밀열쇠" not in admin.page.content()
    finally:
        server.saegim.settings = server.saegim._core.settings = before


def test_a_refused_setting_changes_nothing(
    comes: Comes, server: Running, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "saegim.yaml"
    monkeypatch.setenv("SAEGIM_CONFIG", str(file))
    admin = comes()
    admin.sign_in(server.token("admin"), to="/settings")
    admin.fill("최근 대화 수", "-3")
    admin.press("저장")
    expect(admin.page.get_by_role("alert").first).to_contain_text("context.recent_turns")
    assert not file.exists()
    assert server.saegim.settings.context.recent_turns == 6


def test_a_key_is_made_shown_once_and_revoked(comes: Comes, server: Running) -> None:
    admin = comes()
    server.saegim.user("열쇠-주인").stats()
    admin.sign_in(server.token("admin"), user="열쇠-주인", to="/operations?tab=keys")
    admin.fill("이름", "노트북")
    admin.press("열쇠 만들기")
    key = admin.page.locator(".secret").inner_text()
    assert server.http(key).get("/api/v1/me").json()["user"] == "열쇠-주인"
    admin.page.get_by_role("listitem").filter(has_text="노트북").get_by_role("button").click()
    admin.sees("거두었습니다.")
    assert server.http(key).get("/api/v1/me").status_code == 401


def test_dead_jobs_are_tried_again(comes: Comes, server: Running) -> None:
    admin = comes()
    user = server.saegim.user("일꾼")
    user.record("나 등산을 좋아해.")
    with user._core.write(user.id) as tx:
        for job in tx.jobs(state="pending", limit=10, offset=0):
            tx.fail_job(job.id, error="broken", again_at=None)
    if not user.jobs(state="dead"):
        pytest.fail("no dead job to retry")
    admin.sign_in(server.token("admin"), user=user.id, to="/operations?tab=jobs")
    admin.sees("실패해서 멈춤")
    admin.press("멈춘 일 모두 다시 하기")
    expect(admin.page.get_by_text("실패해서 멈춤")).to_have_count(0)
    assert user.jobs(state="dead") == []


def test_traces_and_audit_can_be_read(comes: Comes, server: Running) -> None:
    seen = comes()
    user = server.saegim.user("기록")
    live_a_little(user)
    user.context("땅콩 먹어도 돼?")
    seen.sign_in(server.token(user=user.id), to="/operations?tab=traces")
    seen.page.get_by_text("땅콩 먹어도 돼?").click()
    expect(seen.page.locator("details table")).to_be_visible()
    seen.page.get_by_role("tab", name="바꾼 기록").click()
    seen.sees("새김함")
    expect(seen.page.get_by_role("tab", name="열쇠")).to_have_count(0)


def test_the_sample_life_comes_and_goes_with_one_click(comes: Comes, server: Running) -> None:
    seen = comes()
    user = server.saegim.user("처음-온-사람")
    seen.sign_in(server.token(user=user.id))
    seen.sees("새김에 오신 것을 환영합니다")
    seen.press("예시 넣기")
    seen.page.wait_for_url("**/timeline", timeout=30_000)
    seen.sees("할머니")
    stats = user.stats()
    assert stats.turns > 25
    assert stats.memories >= 20
    homes = user.memories(key="home.city", current=False)
    assert {home.value for home in homes if home.subject == "user"} == {"망원동", "연남동"}
    seen.open("/operations?tab=data")
    seen.press("예시 빼기")
    seen.sees("새김에 오신 것을 환영합니다")
    after = user.stats()
    assert (after.turns, after.memories, user.entities()) == (0, 0, [])


def test_the_pages_speak_english_and_turn_dark(comes: Comes, server: Running) -> None:
    seen = comes()
    seen.sign_in(server.token(user="둘러보는-사람"))
    expect(seen.page.locator("html")).to_have_attribute("lang", "ko-KR")
    seen.press("English")
    expect(seen.page.get_by_role("heading", level=1)).to_have_text("Chat")
    expect(seen.page.locator("html")).to_have_attribute("lang", "en-US")
    seen.press("Dark")
    expect(seen.page.locator("body.body--dark")).to_be_visible()
