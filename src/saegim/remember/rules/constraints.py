"""Limits to plan around: time, money, access."""

from __future__ import annotations

from saegim.remember.rules.rule import Rule

RULES = (
    Rule(
        id="constraint.budget",
        kind="constraint",
        key="constraint",
        pattern=(
            "~.*(?:예산|한도|용돈|생활비|경비|식비|월급|출장비|교통비|비용) 은|는|이|가|ᆫ/J A* M? N? (v: /SN X{0,2} 원|"
            "만원|유로|달러|엔|천원|억|만 ) X{0,6}? END"
        ),
        content="{s:의} 예산은 {v:이다}.",
        over="full",
        denied=None,
        lasting=False,
        confidence=0.9,
        impact=0.8,
        examples=(
            ("예산은 50만 원 안쪽이에요", "50만 원"),
            ("우리 경비는 총 200만 원밖에 안 돼", "200만 원"),
        ),
        counter_examples=("예산은 얼마예요?",),
    ),
    Rule(
        id="constraint.price",
        kind="constraint",
        key="constraint",
        pattern=(
            "(v: ( /SN OR /NR OR /MM ) X{0,2}? 원|만원|천원/N 이하|이내|미만|까지|안쪽|밑 ) X{0,3}? "
            "( 가능 하 OR 되/V OR 이/VCP OR 괜찮/V OR 생각 하 ) TAIL"
        ),
        content="{s:의} 예산: {w}",
        value="{w}",
        over="full",
        lasting=False,
        confidence=0.8,
        impact=0.7,
        examples=(("한 끼에 만 원 이하로만 가능해요", "만 원"),),
        counter_examples=("만 원 이하로 가능해요?",),
    ),
    Rule(
        id="constraint.to_spend",
        kind="constraint",
        key="constraint",
        pattern=(
            "(v: ( /SN OR /NR OR /MM ) X{0,2}? 원|만원|천원/N ) ( 안/N? 으로|로|에서/J J? A* 버티|살|지내|해결하/V 어야 하|되 "
            "OR ( 을|를|이|가/J )? 넘|넘기|초과하/V 으면|면 안 되 ) TAIL"
        ),
        content="{s:의} 예산: {w}",
        value="{w}",
        over="full",
        denied=None,
        lasting=False,
        confidence=0.8,
        impact=0.7,
        examples=(
            ("이번 달은 무조건 10만 원으로 버텨야 해요", "10만 원"),
            ("한 달에 옷값은 5만 원 넘기면 안 돼요", "5만 원"),
        ),
        counter_examples=("10만 원으로 버텨야 해?", "5만 원 넘기면 안 돼?", "동생은 만 원으로 버텨야 한대"),
    ),
    Rule(
        id="constraint.hours",
        kind="constraint",
        key="constraint",
        pattern=(
            "(v: ( ( /SN OR /MM OR /NR ) 시 OR 월요일|화요일|수요일|목요일|금요일|토요일|일요일|"
            "주말|평일|밤|저녁|새벽|낮|오전|오후|아침|방학|주중/N ) X*? ( 못 V OR 안 되 OR 불가능|"
            "불가/N 하|이? OR 어렵|힘들/V OR ᆯ|을 수 없 OR 시간 이? 없 OR 시간 이? 안 나|되 OR "
            "만/J A* 가능 하 OR 만/J 되 OR 만/J X{0,2}? 시간 이? 되|나|있|비 OR 넘|지나 어야/EC "
            "X*? ( 가능 하 OR 되 OR ᆯ 수 있 ) ) ) TAIL"
        ),
        content="{s:의} 제약: {w}",
        value="{w}",
        over="sentence",
        denied=None,
        conditional=True,
        phrase=True,
        confidence=0.8,
        impact=0.7,
        avoid="E",
        without=("먹", "먹이", "마시", "오늘", "자/VV", "일어나"),
        examples=(
            ("저녁 8시 이후엔 통화 못 해요", "8시"),
            ("저는 주말에만 가능해요", "주말"),
            ("화요일은 수업이라 못 만나", "화요일"),
        ),
        counter_examples=("오늘 저녁은 못 만나", "화요일에 못 만나?"),
    ),
    Rule(
        id="constraint.cannot",
        kind="constraint",
        key="constraint",
        pattern=(
            "( 어서|라서|라|니까|으니까|느라|어|아|여/EC OR ~.*(?:규정상|사정상|형편상|계약상|"
            "법적으로) OR 규정|방침|규칙|정책|보안|면허|법/N ) ( ,/S )? (v: X+? ) ᆯ|을/ETM 수 J? "
            "없/VA TAIL"
        ),
        content="{s:의} 제약: {w}",
        value="{w}",
        over="sentence",
        denied=True,
        alone=True,
        phrase=True,
        confidence=0.8,
        impact=0.7,
        without=(
            "너",
            "이해",
            "믿",
            "참/VV",
            "알/VV",
            "어쩌",
            "그러",
            "견디",
            "있/VA",
            "잊",
            "뭐",
            "거부",
            "세/VV",
            "익숙하",
            "익숙",
            "확신",
            "얻",
            "살/VV",
            "상상",
            "그것",
            "이것",
            "말/NNG",
        ),
        examples=(
            ("회사 규정상 개인 메일을 쓸 수 없습니다", "개인 메일"),
            ("저는 팔을 다쳐서 무거운 짐을 들 수 없어요", "짐"),
        ),
        counter_examples=("도저히 이해할 수 없어", "어쩔 수 없지", "볼 수 없나요?"),
    ),
    Rule(
        id="constraint.so_cannot",
        kind="constraint",
        key="constraint",
        pattern="어서|라|라서|니까|으니까|느라/EC ( ,/S )? (v: X*? K J? A* 못 /VV ) TAIL",
        content="{s:은} {w}.",
        value="{v}",
        over="sentence",
        denied=True,
        phrase=True,
        confidence=0.75,
        impact=0.7,
        closing=True,
        health=True,
        without=("먹", "먹이", "마시", "오늘", "내일", "어제", "자/VV", "아무것"),
        examples=(("저는 무릎이 아파서 계단은 못 올라가요", "계단"),),
        counter_examples=("바빠서 오늘은 못 가", "아파서 못 갔어"),
    ),
)
