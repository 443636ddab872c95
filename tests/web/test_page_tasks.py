"""Each page's main task in Korean, on a laptop and a phone; the engine says what came of it."""

from __future__ import annotations

import itertools

import pytest
from playwright.sync_api import expect
from web_testbed import Comes, Running, Visitor, live_a_little

from saegim import User
from saegim.testing import ScriptedModel

_numbers = itertools.count(1)


@pytest.fixture
def person(server: Running) -> User:
    user = server.saegim.user(f"사람-{next(_numbers)}")
    live_a_little(user)
    server.saegim.drain()
    return user


@pytest.fixture
def seen(comes: Comes, viewport: dict[str, int]) -> Visitor:
    return comes(viewport=viewport)


def signed_in(seen: Visitor, person: User, to: str) -> None:
    seen.sign_in(seen.server.token(user=person.id), to=to)


def test_somebody_signs_in_talks_and_sees_what_came_to_mind(seen: Visitor, person: User) -> None:
    page, before = seen.page, person.count_turns()
    page.goto(seen.server.url)
    page.get_by_label("열쇠 (토큰)").fill(seen.server.token(user=person.id))
    seen.press("들어가기")
    seen.sees("한강에서 자전거 탔어")
    page.wait_for_function("() => window.socket?.connected")
    seen.fill("하고 싶은 말", "땅콩 들어간 과자 먹어도 될까?")
    page.keyboard.press("Enter")
    seen.sees("오프라인 답변")
    margin = page.locator("aside.margin")
    expect(margin).to_contain_text("땅콩 알레르기가 있다")
    expect(margin).to_contain_text("점수")
    assert person.count_turns() == before + 1
    assert person.turns(limit=1)[0].user == "땅콩 들어간 과자 먹어도 될까?"


def test_what_a_turn_teaches_appears_and_can_be_undone(seen: Visitor, person: User) -> None:
    signed_in(seen, person, "/")
    seen.fill("하고 싶은 말", "내 이름은 김하늘이야. 정말 기뻐!")
    seen.press("보내기")
    seen.sees("오프라인 답변")
    expect(seen.page.locator(".portrait svg")).to_have_attribute("data-emotion", "happy")
    person._core.worker.drain()
    seen.sees("새로 새긴 것")
    learned = next(memory for memory in person.memories() if "김하늘" in memory.content)
    seen.page.get_by_role("button", name="되돌리기").first.click()
    seen.sees("다시 기억하기")
    assert person.memory(learned.id).state == "forgotten"
    seen.press("다시 기억하기", exact=False)
    seen.sees("되살렸습니다")
    assert person.memory(learned.id).state == "active"


def test_a_reply_of_a_language_model_comes_word_by_word(
    seen: Visitor, person: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    model = ScriptedModel(["땅콩은 빼고 드시면 괜찮아요. 정말 기뻐요!"])
    monkeypatch.setattr(person._core, "model", model)
    signed_in(seen, person, "/")
    seen.fill("하고 싶은 말", "간식 먹어도 될까?")
    seen.press("보내기")
    seen.sees("빼고")
    expect(seen.page.locator(".portrait svg")).to_have_attribute("data-emotion", "happy")
    expect(seen.page.get_by_text("오프라인 답변")).to_have_count(0)
    assert "땅콩 알레르기가 있다" in model.asked[0][0]["content"]
    assert person.turns(limit=1)[0].assistant


def test_a_memory_found_by_word_is_put_into_the_next_turn(seen: Visitor, person: User) -> None:
    signed_in(seen, person, "/timeline")
    seen.sees("2026년 3월")
    seen.fill("기억에서 찾기", "자전거를")
    seen.press("찾기")
    expect(seen.page.locator("mark").first).to_be_visible()
    seen.page.get_by_role("checkbox").first.click()
    seen.press("컨텍스트에 넣기")
    seen.sees("1개를 다음 대화에서 가장 먼저 씁니다.")
    first = person.context("오늘 날씨 어때?").messages[0]["content"]
    assert "[떠오른 기억]\n- 한강에서 자전거를 탔다" in first


def test_the_timeline_is_narrowed_by_kind_and_year(seen: Visitor, person: User) -> None:
    signed_in(seen, person, "/timeline")
    seen.unfold_filters()
    seen.page.get_by_label("종류").click()
    seen.page.get_by_role("option", name="있었던 일").click()
    expect(seen.page.locator(".event")).to_have_count(
        len([memory for memory in person.timeline() if memory.kind == "event"])
    )
    seen.page.get_by_label("처음 해").click()
    seen.page.get_by_role("option", name="2025").click()
    seen.sees("이 때의 기억이 없습니다.")


def test_a_memory_is_put_right_pinned_forgotten_and_brought_back(seen: Visitor, person: User) -> None:
    home = person.memories(key="home.city")[0]
    signed_in(seen, person, f"/memories/{home.id}")
    seen.press("고치기")
    seen.fill("내용", "연남동에 산다")
    seen.fill("고치는 까닭", "이사했다")
    seen.press("저장")
    seen.sees("이전 내용은 내력에 남습니다")
    expect(seen.page.locator("ins")).to_have_text("연남동에")
    expect(seen.page.locator("del")).to_have_text("망원동에")
    assert person.memory(home.id).content == "연남동에 산다"
    assert person.history(home.id)[-1].reason == "이사했다"
    seen.press("고정하기")
    seen.sees("모든 맥락에 들어갑니다")
    assert person.memory(home.id).pinned
    seen.press("잊기")
    expect(seen.page.get_by_role("button", name="되살리기")).to_be_visible()
    assert person.memory(home.id).state == "forgotten"
    seen.press("되살리기")
    seen.sees("되살렸습니다.")
    seen.page.get_by_role("button", name="이 판으로 되돌리기: 1").click()
    expect(seen.page.locator("h1")).to_have_text("망원동에 산다")
    assert person.memory(home.id).content == "망원동에 산다"


def test_a_change_made_elsewhere_is_shown_not_overwritten(seen: Visitor, person: User) -> None:
    home = person.memories(key="home.city")[0]
    signed_in(seen, person, f"/memories/{home.id}")
    seen.press("고치기")
    seen.fill("내용", "합정동에 산다")
    person.revise(home.id, content="상수동에 산다")
    seen.press("저장")
    seen.sees("덮어쓰지 않았습니다")
    expect(seen.page.get_by_role("alert")).to_contain_text("합정동에 산다")
    assert person.memory(home.id).content == "상수동에 산다"


def test_the_context_is_previewed_without_leaving_a_trace(seen: Visitor, person: User) -> None:
    bicycle = next(memory for memory in person.memories() if "자전거" in memory.content)
    person.pick(bicycle.id)
    signed_in(seen, person, "/context")
    seen.fill("보낼 말", "땅콩 먹어도 돼?")
    seen.press("미리보기")
    meter = seen.page.get_by_role("meter")
    expect(meter).to_be_visible()
    expect(seen.page.locator(".given")).to_contain_text("땅콩 알레르기가 있다")
    before = int(meter.get_attribute("aria-valuenow") or 0)
    seen.page.get_by_role("slider", name="최근 대화 수").focus()
    seen.page.keyboard.press("Home")
    expect(meter).not_to_have_attribute("aria-valuenow", str(before))
    assert int(meter.get_attribute("aria-valuenow") or 0) < before
    assert person.traces() == []
    assert "한강에서 자전거를 탔다" in person.context("안녕").messages[0]["content"], "the pick was used up"


def test_people_show_how_it_felt_and_their_profile_is_put_right(seen: Visitor, person: User) -> None:
    signed_in(seen, person, "/people")
    seen.page.get_by_role("link", name="지훈").first.click()
    expect(seen.page.locator("figure svg[role=img]")).to_be_visible()
    seen.page.wait_for_function("() => window.socket?.connected")
    seen.press("프로필 고치기")
    seen.fill("관계", "오랜 친구")
    seen.press("저장")
    expect(seen.page.locator("dd", has_text="오랜 친구")).to_be_visible()
    assert person.entity("지훈").relation == "오랜 친구"


def test_the_graph_shows_who_is_linked_to_what(seen: Visitor, person: User) -> None:
    signed_in(seen, person, "/graph")
    expect(seen.page.locator(".graph canvas")).to_be_visible()
    expect(seen.page.get_by_role("status")).to_contain_text("점")


def test_a_persona_is_made_and_used(seen: Visitor, person: User, server: Running) -> None:
    seen.sign_in(server.token("admin"), user=person.id, to="/profiles")
    name = f"luna{next(_numbers)}"
    seen.press("새 페르소나")
    seen.fill("아이디 (영문과 숫자)", name)
    seen.fill("이름", "루나")
    seen.fill("시스템 프롬프트", "다정하게 말한다.")
    seen.press("저장")
    row = seen.page.get_by_role("listitem").filter(has_text="루나").last
    row.get_by_role("button", name="이 페르소나로").click()
    expect(seen.page.get_by_role("listitem").filter(has_text="지금 쓰는 중")).to_contain_text("루나")
    assert name in {one.id for one in server.saegim.personas()}
    seen.open("/")
    expect(seen.page.locator(".portrait")).to_contain_text("루나")


def test_a_person_is_erased_only_by_their_name(seen: Visitor, person: User, server: Running) -> None:
    seen.sign_in(server.token("admin"), user=person.id, to="/operations?tab=data")
    label = f"지우려면 이름 ‘{person.id}’을 그대로 적어 주세요"
    seen.fill(label, "다른 사람")
    seen.press("모두 지우기")
    seen.sees("아무것도 지우지 않았습니다")
    assert server.saegim.exists(person.id)
    seen.fill(label, person.id)
    seen.press("모두 지우기")
    seen.sees("누구의 기억을 볼까요?")
    assert not server.saegim.exists(person.id)
