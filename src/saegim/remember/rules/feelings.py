"""Feelings that last. A mood of the moment is not kept."""

from __future__ import annotations

from saegim.remember.rules import moods as mood
from saegim.remember.rules.rule import Rule

_FELT = (mood.TELL, mood.MARVEL, mood.GUESS)

RULES = (
    Rule(
        id="feeling.lasting",
        kind="emotion",
        key="feeling",
        pattern="(v: N? @E ) X*? END",
        content="{s:은} {p}.",
        value="{v}",
        over="full",
        moods=_FELT,
        denied=None,
        going_on=True,
        conditional=True,
        confidence=0.8,
        impact=0.6,
        # 혼자 사는 게 편해서 5년째 자취해: what suits one is no feeling.
        check=lambda tokens: tokens[-1].form != "편하",
        without=("기/ETN", "노래", "영화", "싶", "때", "없"),
        examples=(
            ("요즘 계속 불안해", "불안"),
            ("두 달째 무기력해요", "무기력"),
            ("이사 온 뒤로 매일 외로워요", "외로"),
        ),
        counter_examples=(
            "오늘 좀 우울하네",
            "요즘 우울해?",
            "혼자 사는 게 편해서 5년째예요",
            "우울할 때 듣는 노래 추천해 줘",
            "그 배우 요즘 우울하대",
        ),
    ),
    Rule(
        id="feeling.suffers",
        kind="emotion",
        key="feeling",
        pattern="(v: N+ ) ( 에 OR 때문 에 ) A* 시달리|짓눌리|사로잡히/VV TAIL",
        content="{s:은} {v}에 시달리고 있다.",
        over="body",
        going_on=True,
        avoid="C",
        impact=0.6,
        examples=(("몇 달째 민원에 시달리고 있어요", "민원"),),
        counter_examples=("민원에 시달리시나요?",),
    ),
    Rule(
        id="feeling.body_says",
        kind="emotion",
        key="feeling",
        pattern=(
            "(v: ( 숨 이? 막히 OR 눈물 이? 나 OR 잠 이|을? A* 못|안 오|자 OR 의욕 이|도? X{0,3}? "
            "없 OR 자존감 이? 바닥|낮|떨어지 OR 자신감 이? 없|떨어지 OR 입맛 이|도? 없 OR 죽 고 싶 "
            "OR 가슴 이? 답답 OR 마음 이? A* 편하|무겁|아프|불편|복잡|허하|힘들 ) ) X*? END"
        ),
        content="{s:은} {p}.",
        value="{v}",
        over="full",
        phrase=True,
        moods=(*_FELT, mood.WISH),
        past=None,
        denied=None,
        going_on=True,
        conditional=True,
        # 잠 못 자서 멜라토닌 먹어: why something else is told.
        closing=True,
        confidence=0.8,
        impact=0.7,
        examples=(("요즘 아무 의욕이 없어요", "의욕"), ("회사만 가면 숨 막혀 벌써 세 달째야", "숨 막")),
        counter_examples=("영화 보고 눈물 났어",),
    ),
)
