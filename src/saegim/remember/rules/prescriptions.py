"""Medicine begun, prescribed, swapped, raised, lowered and given up."""

from __future__ import annotations

from saegim.remember.rules import moods as mood
from saegim.remember.rules.checks import medicinal, steady_drug
from saegim.remember.rules.doses import DRUG, DRUGS, TAKE
from saegim.remember.rules.rule import ANYONE, Rule

RULES = (
    Rule(
        id="medication.begun",
        kind="medication",
        key="medication",
        pattern=f"(v: {DRUGS} ) ( 을|를|도/J )? X{{0,5}}? {TAKE} 기/ETN ( 을|를/J )? 시작/N 하 TAIL",
        content="{s:은} {v:을} 쓰기 시작했다.",
        over="full",
        past=None,
        who=ANYONE,
        check=steady_drug,
        each=True,
        dated="past",
        lasting=False,
        impact=0.9,
        without=("싶", "어야"),
        examples=(("지난달부터 혈압약을 먹기 시작했어요", "혈압약"),),
        counter_examples=("혈압약 먹기 시작했어?", "혈압약 먹기 시작해야 하나"),
    ),
    Rule(
        id="medication.swapped",
        kind="medication",
        key="medication",
        pattern=(
            "( @D OR 약/N ) X{0,7}? (v: N? @D OR U ) 으로|로/J A* ( 바꾸|바뀌|갈아타|넘어가/V OR 변경|교체|전환/N 하|되|받 ) TAIL"
        ),
        content="{s:은} {v:로} 약을 바꿨다.",
        over="sentence",
        past=None,
        who=ANYONE,
        check=medicinal,
        lasting=False,
        impact=0.9,
        without=("싶", "어야", "면", "으면"),
        examples=(("렉사프로에서 브린텔릭스로 바꿨어요", "브린텔릭스"),),
        counter_examples=("혈압약을 다른 약으로 바꿨어?",),
    ),
    Rule(
        id="medication.instead",
        kind="medication",
        key="medication",
        pattern=(
            "@D X{0,3}? 먹|맞|쓰|복용|바르 X{0,2}? ( 다가|다 OR 었 는데|지만 ) X*? ( 지금|이제|요즘|현재|이젠 ) J? (v: N? @D OR U ) ( 을|를/J )? A* "
            f"{TAKE} TAIL"
        ),
        content="{s:은} 지금 {v:을} 쓴다.",
        over="sentence",
        who=ANYONE,
        check=medicinal,
        lasting=False,
        impact=0.9,
        without=("싶", "어야", "면", "으면"),
        examples=(("졸피뎀 먹다가 지금은 트라조돈 먹어요", "트라조돈"),),
        counter_examples=("졸피뎀 먹다가 지금은 뭐 먹어?",),
    ),
    Rule(
        id="medication.adjusted",
        kind="medication",
        key="medication",
        pattern=(
            f"(v: {DRUG} ) ( 의 )? ( 용량|복용량|양|개수/N )? ( 을|를|은|는|도|이|가/J )? X{{0,8}}? "
            "( 줄이|늘리|올리|낮추|늘|줄/V OR 증량|감량|추가/N 하|되|받|중 ) ( 자고|라고|으라고|ᆫ다고 하 X* )? TAIL"
        ),
        content="{s:은} {v}의 양을 바꿔 가며 쓰고 있다.",
        over="full",
        moods=(mood.TELL, mood.MARVEL),
        past=None,
        who=("user", "other", "pet"),
        check=steady_drug,
        medical=True,
        lasting=False,
        impact=0.8,
        without=("싶", "어야", "면", "으면"),
        examples=(("우울증약 줄이는 중이야", "우울증약"), ("당뇨약 용량을 늘렸어요", "당뇨약")),
        counter_examples=("우울증약 줄이고 싶다", "당뇨약 늘렸어?"),
    ),
    Rule(
        id="medication.given_up",
        kind="medication",
        key="medication",
        pattern=(
            f"(v: {DRUG} ) ( 을|를|은|는/J )? X{{0,8}}? ( 단약/N 하|중|성공 OR 복용|투약|투여/N ( 을|를/J )? ( 중단|중지|종료/N 하|되 OR 그만두|끊|멈추/V ) OR 안 먹|맞|쓰/V 기/ETN 로 X{0, 3}? 하|결정 OR "
            "먹|맞|쓰|바르/V 던/ETM 것|거 J? X{0,3}? ( 안 먹|맞|쓰/V OR 끊|그만두/V OR 중단|중지 하 ) ) TAIL"
        ),
        content="{s:은} {v:을} 더는 쓰지 않는다.",
        over="sentence",
        past=None,
        denied=None,
        who=ANYONE,
        negated=True,
        lasting=False,
        impact=0.8,
        without=("싶", "어야", "면", "으면"),
        examples=(("항우울제 단약했어", "항우울제"),),
        counter_examples=("항우울제 단약하고 싶다",),
    ),
)
