"""Allergies, medicine, and what must be avoided: the things that matter most to get right."""

from __future__ import annotations

from saegim.remember.rules import moods as mood
from saegim.remember.rules.checks import steady_drug
from saegim.remember.rules.rule import ANYONE, Rule

_ALLERGY = "알레르기|알러지|알레르지|앨러지|알르레기|알러르기"
_TOLD = (mood.TELL, mood.MARVEL)

RULES = (
    Rule(
        id="medication.take",
        kind="medication",
        key="medication",
        pattern=(
            "(v: ( N+ 랑|와|과|하고|이랑 )* ( K{0,2} @D OR @C 약/N ) ) ( 을|를|도|만|은|는|까지/J )? "
            "X{0,7}? ( 먹|맞|바르|넣|챙기|뿌리|달|드시|들|붙이/VV OR 달 고 살|다니 OR 복용|투여|처방|투약|흡입/N 을? 하|받|중 ) "
            "( 고/EC 자/VV )? TAIL"
        ),
        content="{s:은} {v:을} 쓰고 있다.",
        over="full",
        who=ANYONE,
        check=steady_drug,
        each=True,
        lasting=True,
        confidence=0.9,
        impact=0.9,
        # 화분 영양제: what plants are given.
        without=(
            "싶",
            "어야",
            "어야지",
            "으면",
            "면",
            "때",
            "후",
            "화분",
            "식물",
            "나무",
            "다육이",
            "잔디",
            "화초",
        ),
        examples=(
            ("저 고지혈증약 먹고 있어요", "고지혈증약"),
            ("나 매일 유산균 챙겨 먹어", "유산균"),
            ("아버지는 인슐린을 맞으세요", "인슐린"),
            ("항우울제를 복용 중입니다", "항우울제"),
        ),
        counter_examples=(
            "수면제 먹어도 돼?",
            "감기약 먹어",
            "수면제는 안 먹어요",
            "화분에 영양제 넣어 줘요",
            "그 배우는 수면제를 먹는대",
        ),
    ),
    Rule(
        id="medication.needed",
        kind="medication",
        key="medication",
        pattern="(v: N? @D ) ( 이|가/J )? ( 없 이|으면|이는 OR 없이 ) J* X*? ( 못 /V OR /V 지 J? 못하 ) TAIL",
        content="{s:은} {v} 없이 지내지 못한다.",
        over="sentence",
        denied=True,
        conditional=True,
        who=("user", "other"),
        check=steady_drug,
        confidence=0.8,
        impact=0.9,
        examples=(("수면제 없으면 못 자", "수면제"),),
        counter_examples=("수면제 없으면 못 자?",),
    ),
    Rule(
        id="medication.steady",
        kind="medication",
        key="medication",
        pattern="(v: N 약/N ) ( 을|를|도/J )? A* ( 먹|바르|맞/V 고 있 OR 복용/N 하|중 OR 먹 은 지 X+ ) TAIL",
        content="{s:은} {v:을} 쓰고 있다.",
        over="full",
        who=ANYONE,
        check=steady_drug,
        confidence=0.8,
        impact=0.9,
        without=("감기", "두통", "싶"),
        examples=(("콜레스테롤 약을 먹고 있어요", "콜레스테롤 약"),),
        counter_examples=("감기 약 먹고 있어",),
    ),
    Rule(
        id="medication.prescribed",
        kind="medication",
        key="medication",
        pattern="(v: ( N? @D OR @C 약/N ) ) ( 을|를/J )? A* 처방/N 을? 받 TAIL",
        content="{s:은} {v:을} 처방받았다.",
        over="full",
        past=True,
        who=ANYONE,
        check=steady_drug,
        lasting=False,
        confidence=0.85,
        impact=0.9,
        examples=(("고지혈증 약을 처방받았습니다", "고지혈증 약"),),
        counter_examples=("감기약 처방받았어", "고지혈증 약을 처방받았어?"),
    ),
    Rule(
        id="medication.no_more",
        kind="medication",
        key="medication",
        pattern=(
            "(v: ( N? @D OR @C 약/N ) ) ( 을|를/J )? X{0,4}? ( 먹|맞/V OR 복용 하 ) ( 다가 OR 었|었었 는데|지만|다가 ) X*? ( 안 먹|맞/V OR 끊|그만두|멈추/V OR 중단|단약 하 ) TAIL"
        ),
        content="{s:은} {v:을} 더는 쓰지 않는다.",
        over="sentence",
        past=None,
        denied=None,
        who=ANYONE,
        negated=True,
        lasting=False,
        impact=0.8,
        examples=(("혈압약 먹다가 지금은 안 먹어", "혈압약"),),
        counter_examples=("혈압약 먹다가 안 먹으면 어떻게 돼?",),
    ),
    Rule(
        id="medication.stopped",
        kind="medication",
        key="medication",
        pattern=(
            "(v: ( N? @D OR @C 약/N ) ) 복용? ( 을|를|은|는|도/J )? X{0,4}? ( 끊/VV OR 중단|중지/N "
            "하|되|중 OR 그만 먹|두|맞 OR 안 먹|맞/V OR 안 복용 하 ) TAIL"
        ),
        content="{s:은} {v:을} 더는 쓰지 않는다.",
        over="full",
        past=None,
        denied=None,
        who=ANYONE,
        negated=True,
        lasting=False,
        confidence=0.85,
        impact=0.8,
        without=("싶", "어야", "오늘", "깜빡", "아직", "체질", "몸/NNG"),
        examples=(("수면제는 이제 끊었어요", "수면제"), ("피임약 복용을 중단했습니다", "피임약")),
        counter_examples=("수면제 끊어도 돼?", "오늘 피임약 안 먹었어"),
    ),
)
