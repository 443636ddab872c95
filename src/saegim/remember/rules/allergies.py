"""Allergies: what people react to."""

from __future__ import annotations

from saegim.remember.rules import moods as mood
from saegim.remember.rules.checks import allergen, edible
from saegim.remember.rules.rule import ANYONE, Rule

_ALLERGY = "allergy|Allergy|ALLERGY|allergies|알레르기|알러지|알레르지|앨러지|알르레기|알러르기"
_TOLD = (mood.TELL, mood.MARVEL)

# Whatever else of people by name is nobody's business here, what could harm them at the speaker's table is.
_WHOM = (*ANYONE, "named")

RULES = (
    Rule(
        id="allergy.have",
        kind="allergy",
        key="allergy",
        pattern=(
            f"(v: N+ ( ( 랑|와|과|하고|이랑/J OR ,/S ) N+ )* ) ( 에|한테/J J? )? {_ALLERGY} ( 반응|체질/N )? "
            f"X{{0,4}}? ( 있/VA OR 심하 OR 심/XR 하 OR 도지|나|생기|올라오|지/VV OR 이/VCP ) TAIL"
        ),
        content="{s:은} {v} 알레르기가 있다.",
        over="full",
        moods=_TOLD,
        past=None,
        who=_WHOM,
        check=allergen,
        each=True,
        medical=True,
        lasting=False,
        confidence=0.95,
        impact=1.0,
        without=("증상",),
        examples=(
            ("저 복숭아 알레르기 있어요", "복숭아"),
            ("나 새우랑 게 알러지 있음", "게"),
            ("계란이랑 우유에 알레르기 있습니다", "계란"),
            ("우리 아들은 우유 알레르기가 심해요", "우유"),
            ("저는라텍스알레르기가있습니다", "라텍스"),
            ("나 peanut allergy 있어", "peanut"),
            ("저는 shellfish allergy가 심해요", "shellfish"),
        ),
        counter_examples=(
            "복숭아 알레르기 있으면 어떻게 해?",
            "저는 야근 알레르기가 있어요 ㅋㅋ",
            "복숭아 알레르기는 없어요",
            "peanut allergy 있으면 뭐 못 먹어?",
            "그 배우 복숭아 알레르기 있대",
        ),
    ),
    Rule(
        id="allergy.in_english",
        kind="allergy",
        key="allergy",
        pattern="(v: N+ ) ( 에|한테/J J? )? allergic|Allergic ( 하 OR 이/VCP ) TAIL",
        content="{s:은} {v} 알레르기가 있다.",
        over="full",
        who=_WHOM,
        check=allergen,
        lasting=False,
        confidence=0.9,
        impact=1.0,
        examples=(("나 peanut에 allergic해", "peanut"), ("우리 딸은 egg에 allergic이야", "egg")),
        counter_examples=("너 peanut에 allergic해?",),
    ),
    Rule(
        # 새우는 못 먹어요, 알레르기라서요: to what is told by the words before; `settle` puts the two together.
        id="allergy.to_that",
        kind="allergy",
        key="allergy",
        pattern=f"START A* {_ALLERGY} ( 이|가/J )? A* ( 이/VCP OR 있/V OR 심하 ) END",
        content="{s:은} 알레르기가 있다.",
        value="",
        over="full",
        lasting=False,
        confidence=0.9,
        impact=1.0,
        examples=(
            ("저는 견과류 전부 못 먹어요, 알레르기라서요", "견과류"),
            ("새우는 못 먹어요 알레르기가 있어서요", "새우"),
            ("우유 못 마셔 알러지 있거든", "우유"),
        ),
        counter_examples=(
            "알레르기 있어요",
            "새우 못 먹어? 알레르기 있어?",
            "새우 못 먹어요. 알레르기는 아니고 그냥 싫어서요",
        ),
    ),
    Rule(
        id="allergy.gone",
        kind="allergy",
        key="allergy",
        pattern=f"(v: N+ ) ( 에|한테/J J? )? {_ALLERGY} ( 이|가|은|는/J )? A* ( 있|심하 ) X*? 었|었었/EP ( 는데|지만|으나|다가|다/E ) X*? ( 없|낫|사라지|없어지|괜찮/V OR 괜찮 ) TAIL",
        content="{s:의} {v} 알레르기는 이제 없다.",
        over="sentence",
        past=None,
        denied=None,
        who=_WHOM,
        check=allergen,
        negated=True,
        lasting=False,
        impact=0.9,
        examples=(("어릴 때는 우유 알레르기가 있었으나 지금은 없습니다", "우유"),),
        counter_examples=("우유 알레르기가 있었는데 지금은 없나요?",),
    ),
    Rule(
        id="allergy.at_a_touch",
        kind="allergy",
        key="allergy",
        pattern="(v: N+ ) ( 은|는|을|를|에/J )? A* ( 만지|닿|스치|먹|마시|맡/V ) 기/ETN 만 하 어도/E X*? ( 가렵|붓|간지럽/V OR 두드러기|발진|재채기|콧물/N X*? ) END",
        content="{s:은} {v} 알레르기가 있다.",
        over="sentence",
        conditional=True,
        who=_WHOM,
        check=allergen,
        lasting=False,
        impact=0.9,
        examples=(("복숭아는 만지기만 해도 가려워요", "복숭아"),),
        counter_examples=("복숭아는 만지기만 해도 가려워요?",),
    ),
    Rule(
        id="allergy.bare",
        kind="allergy",
        key="allergy",
        pattern=f"START (v: N+ ) {_ALLERGY} ( /S )* END",
        content="{s:은} {v} 알레르기가 있다.",
        said=True,
        check=allergen,
        confidence=0.9,
        impact=1.0,
        examples=(("나 달걀 알러지", "달걀"),),
        counter_examples=("달걀 알레르기 증상",),
    ),
    Rule(
        id="allergy.such",
        kind="allergy",
        key="allergy",
        pattern=f"START A* (v: N+ ) 은|는/J A* {_ALLERGY} 이/VCP END",
        content="{s:은} {v} 알레르기가 있다.",
        who=_WHOM,
        check=allergen,
        confidence=0.85,
        impact=1.0,
        examples=(("견과류는 전부 알레르기라 조심해야 합니다", "견과류"),),
        counter_examples=("견과류는 알레르기예요?", "이건 알레르기야"),
    ),
    Rule(
        id="allergy.because",
        kind="allergy",
        key="allergy",
        pattern=f"START ( /NP J* )? A* (v: N+ ( 랑|와|과|하고|이랑 N+ )* ) {_ALLERGY} ( 때문|땜/N 에 OR 때 매 )",
        content="{s:은} {v} 알레르기가 있다.",
        over="full",
        past=None,
        denied=None,
        who=_WHOM,
        check=allergen,
        each=True,
        lasting=False,
        confidence=0.9,
        impact=1.0,
        examples=(("꽃가루 알러지 때문에 봄마다 고생해요", "꽃가루"),),
        counter_examples=("꽃가루 알러지 때문에 고생해?", "알레르기 때문에 힘들어"),
    ),
    Rule(
        id="allergy.reaction",
        kind="allergy",
        key="allergy",
        pattern=(
            "(v: N+ ) 을|를|은|는|만|에|이|가|도? A* ( 먹|마시|닿|만지|바르|쏘이|물리|맡|스치|입|맞/V ) ( "
            "기만 하 OR 기 만 하 )? 으면|면|어도/EC X*? ( 붓|가렵|간지럽|따갑|간질거리|따끔거리|부어오르|"
            "올라오/V OR 두드러기|발진|아나필락시스|쇼크|호흡곤란/N OR 간질간질|근질근질|따끔따끔/MAG OR 뒤집어지/V OR 숨 이? 막히 ) "
            "X*? END"
        ),
        content="{s:은} {v}에 알레르기 반응을 보인다.",
        over="sentence",
        who=_WHOM,
        conditional=True,
        lasting=False,
        past=None,
        check=allergen,
        confidence=0.85,
        impact=1.0,
        examples=(
            ("망고 먹으면 입술이 부어", "망고"),
            ("저 견과류 먹으면 목이 간질간질해요", "견과류"),
            ("저는 새우만 먹으면 두드러기가 나요", "새우"),
            ("우유 마시면 두드러기 나", "우유"),
            ("나 페니실린 맞으면 쇼크 와", "페니실린"),
            ("복숭아는 만지기만 해도 팔이 다 올라와", "복숭아"),
            ("키위는 빼 주세요. 전 그거 먹으면 입천장이 간지러워서요", "키위"),
            ("망고도 얻어 왔는데 난 그거 먹으면 두드러기 나", "망고"),
            ("호두는 싫어요. 저 그거 먹으면 목이 붓습니다", "호두"),
        ),
        counter_examples=(
            "망고 먹으면 입술이 붓나요?",
            "그거 먹으면 입술이 부어",
            "키위 좋지. 친구는 그거 먹으면 간지럽대",
        ),
    ),
    Rule(
        id="allergy.so_cannot",
        kind="allergy",
        key="allergy",
        pattern=(
            f"START ( /NP J* )? A* {_ALLERGY} J? ( 때문 에 OR 이/VCP 라|라서 OR 있 어서 ) A* (v: N+ "
            ") 은|는|을|를|도/J A* 못 먹|마시/V END"
        ),
        content="{s:은} {v} 알레르기가 있다.",
        over="sentence",
        denied=True,
        who=_WHOM,
        check=edible,
        each=True,
        confidence=0.85,
        impact=1.0,
        examples=(("알레르기 때문에 호두는 못 먹어요", "호두"),),
        counter_examples=("알레르기 때문에 호두는 못 먹어요?",),
    ),
)
