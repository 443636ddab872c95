"""What is supposed, wished, played or done by others teaches nothing about the speaker."""

from __future__ import annotations

from datetime import datetime
from functools import cache
from zoneinfo import ZoneInfo

import pytest

from saegim.language.morphemes import Analyser, load_analyser
from saegim.remember.finding import Finding
from saegim.remember.rules import extract

AT = datetime(2026, 3, 4, 14, 0, tzinfo=ZoneInfo("Asia/Seoul"))


@cache
def analyser() -> Analyser:
    return load_analyser("auto")


def found(text: str) -> list[Finding]:
    [analysis] = analyser().analyse([text])
    return extract(text, role="user", at=AT, analysis=analysis)


@pytest.mark.parametrize(
    "text",
    [
        "고백했다가 차이면 무슨 낯으로 봐",
        "결혼했다 이혼하면 더 힘들 것 같아",
        "주말에 늦잠 자고 영화나 보고 싶네",
        "혈압약 먹고 자몽 먹으면 왜 안 돼?",
        "동거하다가 헤어질까봐 걱정이야",
    ],
)
def test_an_act_that_only_leads_to_a_supposed_or_wished_one_is_not_kept(text: str) -> None:
    assert found(text) == []


@pytest.mark.parametrize(
    "text",
    [
        "꿈에서 내가 시험에 떨어졌어",
        "드라마에서 며느리가 임신했는데 난리 났어",
        "너는 이제 해적이야 나는 선장이고",
    ],
)
def test_what_happens_in_a_dream_a_story_or_a_game_did_not_happen(text: str) -> None:
    assert found(text) == []


@pytest.mark.parametrize(
    "text",
    [
        "그 유튜버 결국 은퇴했어",
        "걔 아직도 담배 피워",
        "저 집은 개를 세 마리나 키워",
        "아는 형이 이번에 카페 차렸는데 장사가 잘돼",
        "신입이 어제 퇴사했어",
        "용사는 마왕을 물리치고 공주와 결혼했다",
    ],
)
def test_what_others_do_is_not_taken_for_the_speakers_doing(text: str) -> None:
    assert found(text) == []


@pytest.mark.parametrize(
    "text", ["문단속 잊지 마!", "이어폰 까먹지 말고 챙겨야지", "나는 그날을 또렷이 기억해"]
)
def test_a_warning_or_a_memory_told_is_no_request_to_remember(text: str) -> None:
    assert found(text) == []


def test_a_figure_beside_the_request_is_part_of_the_note() -> None:
    [note] = found("현관 비번 바꿨다 7702 기억해 둬")
    assert note.kind == "note"
    assert "7702" in (note.value or "")


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("나 서울 살고 언젠가 바다 보러 가고 싶어", "서울"),
        ("저 간호사예요", "간호사"),
        ("고향은 목폰데 지금은 대전 살아", "목포"),
        ("고양이 키우고 강아지도 키우고 싶어", "고양이"),
    ],
)
def test_what_holds_is_kept_though_a_wish_or_a_contraction_follows(text: str, value: str) -> None:
    assert value in {finding.value for finding in found(text)}
