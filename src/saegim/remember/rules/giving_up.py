"""What people gave up, and what they keep away from."""

from __future__ import annotations

from saegim.remember.rules import moods as mood
from saegim.remember.rules.rule import Rule

_FOODS = frozenset(
    "밀가루 고기 육류 설탕 유제품 우유 빵 떡 라면 탄수화물 돼지고기 소고기 회 치즈 튀김 과자 아이스크림 단것 야식 인스턴트 탄산 탄산음료 글루텐 버터 계란 초콜릿 간식 배달음식".split()
)

RULES = (
    Rule(
        id="diet.given_up",
        kind="diet",
        key="diet",
        pattern="START A* (v: ( N+ 랑|이랑|하고|와|과/J )* N+ ) ( 을|를|은|는|도|ᆫ/J )? A* 끊/VV ( 었 OR 음/EF OR 은/ETM 지 X+ OR 고/EC ) TAIL",
        content="{s:은} {v:을} 끊었다.",
        each=True,
        past=None,
        who=("user", "other"),
        negated=True,
        lasting=False,
        check=lambda tokens: tokens[-1].form in _FOODS,
        impact=0.8,
        nowhere=("다시",),
        examples=(("밀가루 끊은 지 석 달 됐어요", "밀가루"), ("저 설탕 끊었어요", "설탕")),
        counter_examples=("밀가루 끊었어?", "담배 끊었어"),
    ),
    Rule(
        id="habit.given_up",
        kind="fact",
        key="habit",
        pattern="START A* (v: X+? ) ( 을|를|은|는|도|ᆫ/J )? A* 끊/VV ( 었 OR 음/EF OR 은/ETM 지 X+ OR 고/EC ) TAIL",
        content="{s:은} {v:을} 끊었다.",
        over="body",
        past=None,
        who=("user", "other"),
        negated=True,
        lasting=False,
        avoid="DRFC",
        impact=0.8,
        # 청주 출발로 끊었어: a ticket.
        check=lambda tokens: (
            tokens[-1].form not in _FOODS
            and not any(t.tag == "JKB" for t in tokens)
            and tokens[-1].form != "출발"
        ),
        # 피티 열 번 끊었어: bought.
        without=(
            "전화",
            "연락",
            "티켓",
            "표",
            "인연",
            "말/NNG",
            "번/NNB",
            "회/NNB",
            "개월",
            "회원권",
            "이용권",
            "항공권",
            "환불",
            "비행기",
            "기차",
        ),
        nowhere=("다시",),
        examples=(
            ("나 담배 끊었어", "담배"),
            ("저 커피 끊은 게 아니라 술을 끊었어요", "술"),
            ("커피 끊고 녹차 마셔", "커피"),
        ),
        counter_examples=(
            "담배 끊었어?",
            "전화 끊었어",
            "담배 끊을까",
            "인천 출발로 끊었어",
            "환불불가로 끊음",
            "나도 술 끊고 싶어짐",
        ),
    ),
    Rule(
        id="habit.no_smoking",
        kind="fact",
        key="habit",
        pattern=(
            "(v: 담배|전자담배/N ) ( 을|를|은|는|도/J )? A* ( 안|못 피우|피/V OR 피우|피 지 않 OR "
            "입 에 J? 안 대 ) END"
        ),
        content="{s:은} 담배를 피우지 않는다.",
        denied=True,
        who=("user", "other"),
        negated=True,
        impact=0.6,
        examples=(("저는 담배 안 피워요", "담배"),),
        counter_examples=("담배 안 피워?",),
    ),
    Rule(
        id="habit.quitting",
        kind="fact",
        key="habit",
        pattern="(v: 금연|금주|절주/N ) ( 중 이/VCP OR 하 OR 이/VCP ) TAIL",
        content="{s:은} {v} 중이다.",
        past=None,
        who=("user", "other"),
        negated=True,
        impact=0.8,
        examples=(("저 금연 중이에요", "금연"), ("금주한 지 석 달 됐어", "금주")),
        counter_examples=("금연할까?", "금연 구역이에요"),
    ),
    Rule(
        id="habit.stopped",
        kind="fact",
        key="habit",
        pattern=(
            "(v: N+ ) ( 을|를|은|는|도/J )? X{0,3}? ( 피우|피|하|다니|사|쓰|보|마시|먹/V OR 하/XSV "
            ") 었|었었|았/EP 는데|지만|으나/EC ( 지금|이제|요즘|요새|이젠 J? )? A* 안 피우|피|하|"
            "다니|사|쓰|보/V TAIL"
        ),
        content="{s:은} 이제 {v:을} 하지 않는다.",
        over="sentence",
        moods=(mood.TELL,),
        denied=True,
        negated=True,
        lasting=False,
        impact=0.6,
        examples=(("원래 게임 매일 했는데 요즘은 안 해", "게임"),),
        counter_examples=("원래 게임 안 했는데 요즘은 해",),
    ),
)
