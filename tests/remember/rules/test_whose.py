"""Whose allergy, illness or medicine it is: what a clause tells of another is never kept of the speaker."""

from __future__ import annotations

import pytest
from rules_testbed import found

from saegim.remember.finding import Finding
from saegim.remember.rules.whose import OF_THE_BODY


def of_the_body(text: str) -> list[Finding]:
    return [f for f in found(text) if f.kind in OF_THE_BODY]


@pytest.mark.parametrize(
    "text",
    [
        "보리가 닭고기 알레르기 있어서 사료 고르기 힘들어",
        "콩이가 새우 알레르기 있어",
        "콩이 땅콩 알레르기 있어",
        "보리 닭고기 알레르기 있어",
        "별이가 페니실린 알레르기 있어",
        "구름이가 아토피가 심해",
        "초코는 우유 먹으면 설사해",
        "나비가 신장이 안 좋아",
        "보리 혈압약 먹어",
        "보리는 당뇨 있어",
        "나비가 심장약을 먹고 있어요",
        "보리는 채식해",
        "보리가 신부전 진단받았어",
        "지수가 땅콩 먹으면 숨이 막혀",
        "옆집 개가 닭고기 알레르기 있어",
        # a later clause of the same sentence, or the next sentence
        "보리는 수술하고 항생제 먹고 있어",
        "보리는 신부전이라 저염식 먹어",
        "콩이가 콩 알레르기가 있어서 두부를 못 먹어",
        "보리는 푸들이야. 닭고기 알레르기 있어",
        "보리는 12살이야. 심장병이 있어",
        "초코 췌장염이라 기름진 간식 절대 주면 안됨",
    ],
)
def test_what_is_told_of_another_is_not_kept_of_the_speaker(text: str) -> None:
    assert [f for f in of_the_body(text) if f.subject == "user"] == []


@pytest.mark.parametrize(
    ("text", "who", "what"),
    [
        ("보리가 닭고기 알레르기 있어서 사료 고르기 힘들어", "보리", "닭고기"),
        ("보리 닭고기 알레르기 있어", "보리", "닭고기"),
        ("보리는 푸들이야. 닭고기 알레르기 있어", "보리", "닭고기"),
        ("콩이가 복숭아 만지면 두드러기 나", "콩이", "복숭아"),
        ("지수가 땅콩 먹으면 숨이 막혀", "지수", "땅콩"),
    ],
)
def test_an_allergy_is_kept_of_the_one_who_has_it(text: str, who: str, what: str) -> None:
    assert [(f.subject, f.value) for f in of_the_body(text)] == [(who, what)]


@pytest.mark.parametrize(
    ("text", "what"),
    [
        # the thing itself, a part of the body, the weather: none of them is anybody
        ("우유는 못 마셔", "우유"),
        ("땅콩은 알레르기야", "땅콩"),
        ("복숭아는 만지면 가려워", "복숭아"),
        ("위가 안 좋아", "위"),
        ("오른쪽 귀가 이명이 있어", "이명"),
        ("날씨가 추워서 비염이 심해", "비염"),
        ("커피는 위염이 있어서 못 마셔", "위염"),
        ("봄에는 꽃가루 알레르기 있어", "꽃가루"),
        ("의사쌤이 혈압약 용량 올리자고 해서 이제 10미리 먹어", "혈압약"),
        ("신장이 좋지 않아 칼륨이 많은 음식은 금기입니다.", "칼륨"),
        ("보리는 푸들이야. 나는 비염 있어", "비염"),
        ("나도 비염 있어", "비염"),
    ],
)
def test_what_is_the_speakers_own_is_still_kept(text: str, what: str) -> None:
    assert any(f.subject == "user" and what in (f.value or "") for f in of_the_body(text))
