"""What people are like."""

from __future__ import annotations

from saegim.remember.rules.rule import Rule

_TRAITS = (
    "왼손잡이|오른손잡이|양손잡이|길치|음치|몸치|박치|기계치|야행성|올빼미족|올빼미형|아침형|저녁형|집순이|집돌이|완벽주의자|내향형|외향형|내향인|외향인"
    "|계획형|즉흥형|맥시멀리스트|미니멀리스트|곱슬머리|다한증|잠꾸러기|쫄보|겁쟁이|울보|덜렁이|귀차니즘|방향치|컴맹|기계치|맛알못|다혈질|평화주의자"
)
_MANNERS = frozenset(
    "내성적 내향적 외향적 적극적 소극적 긍정적 부정적 낙천적 비관적 활동적 감성적 이성적 계획적 즉흥적 가정적 사교적 현실적 이기적 독립적 완벽주의적".split()
)

RULES = (
    Rule(
        id="trait.is",
        kind="profile",
        key="trait",
        pattern=f"START A* ( V ᆫ|은/ETM )? (v: {_TRAITS}/N 인간|스타일|타입|성격? ) ( 이/VCP )? END",
        content="{s:은} {v:이다}.",
        who=("user", "other"),
        impact=0.5,
        examples=(
            ("나 심한 길치야", "길치"),
            ("저는 완벽주의자예요", "완벽주의자"),
            ("전 아침형 인간이에요", "아침형 인간"),
        ),
        counter_examples=("왼손잡이용 가위 있어요?", "너 길치야?"),
    ),
    Rule(
        id="trait.shy",
        kind="profile",
        key="trait",
        pattern="(v: 낯 ) 을? A* 가리/VV TAIL",
        content="{s:은} 낯을 가린다.",
        value="낯가림",
        who=("user", "other"),
        impact=0.5,
        examples=(("저 낯을 많이 가리는 편이에요", "낯"), ("나 낯 가려", "낯")),
        counter_examples=("낯 가려?",),
    ),
    Rule(
        id="trait.prone",
        kind="profile",
        key="trait",
        pattern="(v: 추위|더위|부끄럼|부끄러움|간지럼|외로움|멀미|겨울 ) 을|를? A* ( V 게 )? 타/VV TAIL",
        content="{s:은} {v:을} 잘 탄다.",
        who=("user", "other"),
        denied=False,
        impact=0.5,
        examples=(("저는 추위를 많이 타요", "추위"), ("나 멀미 심하게 타", "멀미")),
        counter_examples=("오늘 더위 탔나 봐",),
    ),
    Rule(
        id="trait.much",
        kind="profile",
        key="trait",
        pattern=(
            "START (v: 겁|눈물|호기심|욕심|수줍음|엄살|장난기|낯가림|건망증|승부욕|고집|식탐|의심|"
            "강박 ) 이|가? A* 많|심하|세|있/V ( ᆫ|은 편 이 OR ᆫ|은 사람 이 )? END"
        ),
        content="{s:은} {p}.",
        who=("user", "other"),
        impact=0.4,
        examples=(("나는 겁이 많아", "겁"), ("낯가림이 심한 편이에요", "낯가림")),
        counter_examples=("겁이 많으시죠?",),
    ),
    Rule(
        id="trait.nature",
        kind="profile",
        key="trait",
        pattern="START A* 성격|성미/N ( 이|가|은|는/J )? A* (v: ( /VA OR /XR /XSA OR N /XSA ) ) ( ᆫ|은/ETM 편/N 이/VCP )? END",
        content="{s:은} 성격이 {vp}.",
        value="성격이 {vp}",
        who=("user", "other"),
        said=True,
        impact=0.5,
        examples=(("저는 성격이 급한 편입니다", "급하"), ("나는 성격이 느긋해", "느긋하")),
        counter_examples=("너는 성격이 급해?", "그 배우는 성격이 급해", "성격이 급한 사람 싫어"),
    ),
    Rule(
        id="trait.such_a_one",
        kind="profile",
        key="trait",
        pattern="START A* (v: N 적/XSN ) 이/VCP ( ᆫ/ETM 편|성격|사람|타입|성향/N 이/VCP )? TAIL",
        content="{s:은} {v}이다.",
        who=("user", "other"),
        check=lambda tokens: "".join(t.form for t in tokens) in _MANNERS,
        impact=0.4,
        examples=(("내성적인 편이에요", "내성적"), ("저는 내성적이고 조용해요", "내성적")),
        counter_examples=("내성적인 편이에요?", "객관적인 편이에요"),
    ),
    Rule(
        id="trait.acts",
        kind="profile",
        key="trait",
        pattern="START A* (v: 덜렁거리|덜렁대|덤벙대|덤벙거리|깜빡깜빡하|꾸물거리|버벅거리/VV ) TAIL",
        content="{s:은} {p}.",
        value="{p}",
        who=("user", "other"),
        impact=0.4,
        examples=(("제가 좀 덜렁대요", "덜렁"),),
        counter_examples=("왜 이렇게 덜렁대?",),
    ),
    Rule(
        id="trait.keen",
        kind="profile",
        key="trait",
        pattern=(
            "START A* (v: 잠귀|귀|손|입|눈썰미|길눈|말주변|붙임성|승부욕|고집|참을성|인내심|끈기/N "
            ") ( 이|가|은|는/J )? A* ( 밝|어둡|얇|짧|크|작|세|강하|없|많|좋|있|무겁|가볍/V ) TAIL"
        ),
        content="{s:은} {p}.",
        value="{p}",
        denied=None,
        who=("user", "other"),
        impact=0.4,
        confidence=0.75,
        without=("손가락", "오늘"),
        examples=(("저는 길눈이 어두워요", "길눈"),),
        counter_examples=("길눈이 어두우세요?",),
    ),
    Rule(
        id="trait.attribute",
        kind="profile",
        key="trait",
        pattern="START (n: 종교|국적|별자리|띠|좌우명|신앙/N ) 은|는|이|가|ᆫ/J A* (v: X+? ) ( 이/VCP )? END",
        content="{s:의} {n:은} {v:이다}.",
        value="{n} {v}",
        who=("user", "other"),
        impact=0.5,
        examples=(("종교는 원불교예요", "원불교"),),
        counter_examples=("종교가 뭐예요?",),
    ),
    Rule(
        id="trait.faith",
        kind="profile",
        key="trait",
        pattern=(
            "START A* (v: N* 신자|기독교인|천주교인|불교도|크리스천|무교|무신론자|교인|채식인|"
            "페미니스트|환경운동가/N ) 이/VCP END"
        ),
        content="{s:은} {v:이다}.",
        who=("user", "other"),
        impact=0.5,
        examples=(("저는 불교 신자예요", "불교 신자"),),
        counter_examples=("불교 신자세요?",),
    ),
    Rule(
        id="trait.gender",
        kind="profile",
        key="trait",
        pattern="START A* (v: 여자|남자|여성|남성|논바이너리|트랜스젠더/N ) 이/VCP END",
        content="{s:은} {v:이다}.",
        said=True,
        impact=0.5,
        examples=(("저는 여자예요", "여자"),),
        counter_examples=("너 여자야?",),
    ),
    Rule(
        id="trait.sensitive",
        kind="profile",
        key="trait",
        pattern="START A* (v: N+ ) 에/J A* ( 약하|민감하|예민하/V OR 약|예민|민감 하 ) ( ᆫ 편 이 )? TAIL",
        content="{s:은} {v}에 예민하다.",
        value="{v}에 예민함",
        who=("user", "other", "pet"),
        impact=0.5,
        confidence=0.75,
        examples=(("저는 카페인에 약해요", "카페인"), ("소음에 예민한 편이에요", "소음")),
        counter_examples=("카페인에 약하세요?",),
    ),
    Rule(
        id="trait.height",
        kind="profile",
        key="trait",
        pattern="START 키 은|는|가|ᆫ? A* (v: /SN N? ) ( 이/VCP OR 되 ) END",
        content="{s:의} 키는 {v:이다}.",
        value="키 {v}",
        impact=0.4,
        examples=(("제 키는 172cm예요", "172"),),
        counter_examples=("키가 172cm면 큰 편이야?",),
    ),
)
