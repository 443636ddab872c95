"""Illness and what people live with."""

from __future__ import annotations

from saegim.remember.rules import moods as mood
from saegim.remember.rules.checks import ill
from saegim.remember.rules.rule import ANYONE, Rule

_TOLD = (mood.TELL, mood.MARVEL)

RULES = (
    Rule(
        id="condition.have",
        kind="condition",
        key="condition",
        pattern=(
            "(v: @y? U{0,2} @C ) ( 이|가|은|는|도|을|를/J )? A* ( 있/VA OR 앓/VV OR 심하/VA OR "
            "심하/XSA OR 심/XR 하 OR 걸리/VV OR 오/VV OR 도지/VV OR 재발/N 하|되 OR 생기/VV OR "
            "시달리/VV OR 달 고 살 OR 겪/VV OR 들리/VV OR 나오/VV 었 OR 발작/N J? 오|나|하 OR 발견/N 되 ) ( 다고|라고|ᆫ다고|는다고/E "
            "하/V )? TAIL"
        ),
        content="{s:은} {v:을} 앓고 있다.",
        over="full",
        moods=_TOLD,
        past=None,
        who=ANYONE,
        check=ill,
        medical=True,
        lasting=False,
        confidence=0.9,
        impact=0.9,
        without=("예전", "어제", "증상", "적/NNB", "옛날"),
        examples=(
            ("저 통풍 있어요", "통풍"),
            ("나 어릴 때부터 비염 심해", "비염"),
            ("우리 할머니는 관절염을 앓고 계세요", "관절염"),
            ("저는공황장애가있습니다", "공황장애"),
        ),
        counter_examples=(
            "통풍 있으면 뭘 먹어야 해?",
            "통풍이 있나요?",
            "통풍은 없어요",
            "그 배우 공황장애 있대",
            "기사에 따르면 세 명 중 한 명이 비염을 앓는다고 합니다",
        ),
    ),
    Rule(
        id="condition.intolerant",
        kind="condition",
        key="condition",
        pattern="(v: /SL+ intolerant|Intolerant|intolerance|Intolerance ) ( 이|가/J )? ( 이/VCP OR 있/VA OR 하 ) TAIL",
        content="{s:은} {v} 체질이다.",
        over="full",
        moods=_TOLD,
        who=ANYONE,
        medical=True,
        confidence=0.9,
        impact=1.0,
        examples=(("나 lactose intolerant야", "lactose"), ("저는 gluten intolerance가 있어요", "gluten")),
        counter_examples=("lactose intolerant야?", "그 배우 lactose intolerant래"),
    ),
    Rule(
        id="condition.diagnosed",
        kind="condition",
        key="condition",
        pattern=(
            "(v: @Cy? U{0,2} @C ) 으로|로|이라고|라고|이라는|라는|을|를? A* ( 진단|판정|소견/N 을|를|"
            "이? A* 받|나오|되|하 OR 확진 되|받 ) TAIL"
        ),
        content="{s:은} {v} 진단을 받았다.",
        over="full",
        past=None,
        moods=(mood.TELL, mood.MARVEL, mood.REPORT),
        who=ANYONE,
        check=ill,
        lasting=False,
        confidence=0.9,
        impact=0.9,
        without=("ᆫ대", "대", "래", "대요"),
        examples=(("지난달에 당뇨 진단을 받았어요", "당뇨"), ("저 우울증 진단받았어", "우울증")),
        counter_examples=("당뇨 진단 받았어?", "옆집 아저씨가 당뇨 진단을 받았대"),
    ),
    Rule(
        id="condition.is",
        kind="condition",
        key="condition",
        pattern=(
            "START A* ( N+ 에서|에/J J? A* )? ( X{1,3}? ᆫ|은/ETM )? (v: @y? U{0,2} @C ( 전 단계 OR 전단계 )? ) ( 환자|초기|말기|중기|의심|진단|판정|체질 )? ( 이/VCP ( 라고 하/V )? OR "
            "라/EC OR 라서/EC ) TAIL"
        ),
        content="{s:은} {v:을} 앓고 있다.",
        moods=_TOLD,
        who=ANYONE,
        check=ill,
        medical=True,
        confidence=0.85,
        impact=0.9,
        without=("아니/VCN", "무섭", "조심", "예방"),
        examples=(
            ("나 고혈압이야", "고혈압"),
            ("저는 목디스크라 오래 못 앉아요", "목디스크"),
            ("병원에서 지방간이래", "지방간"),
        ),
        counter_examples=("고혈압이면 어떡해?", "고혈압이 아니래", "제가 당뇨 환자라고 가정해 봐요"),
    ),
    Rule(
        id="condition.because",
        kind="condition",
        key="condition",
        pattern=(
            "START A* (v: N? @C ) ( 때문 에 OR 때 매 OR 땜 에 OR 으로|로/J ) A* ( 고생|투병|치료|"
            "입원|통원/N J? 하|중|받|다니? 이? OR 힘들 OR 괴롭 OR 병원 J? 다니 OR X{0,3}? @D 을|를? A* 먹|맞|쓰|복용/V "
            "OR X{0,3}? @D 을|를? A* 복용 하 ) TAIL"
        ),
        content="{s:은} {v:을} 앓고 있다.",
        moods=_TOLD,
        past=None,
        who=ANYONE,
        check=ill,
        lasting=False,
        impact=0.9,
        examples=(("이명 때문에 고생하고 있어요", "이명"), ("저 크론병으로 치료 중이에요", "크론병")),
        counter_examples=("이명 때문에 고생하세요?",),
    ),
    Rule(
        id="condition.compound",
        kind="condition",
        key="condition",
        pattern=(
            "(v: N+ 장애|질환|중독|결핍|마비|이상|저하|항진|결손|변형/N ) ( 이|가|을|를|도/J )? A* "
            "( 있/VA OR 앓/V OR 심하/V OR 심하 OR 이/VCP OR 진단 X? 받 OR 판정 X? 받 OR 걸리/V ) "
            "TAIL"
        ),
        content="{s:은} {v:을} 앓고 있다.",
        over="full",
        past=None,
        moods=_TOLD,
        who=ANYONE,
        check=lambda tokens: len(tokens) > 1 and not set(tokens[0].sorts) & set("TRX"),
        medical=True,
        lasting=False,
        confidence=0.85,
        impact=0.9,
        without=("통신", "서비스", "접속", "이상하"),
        examples=(("저는 청각 장애가 있어요", "청각 장애"), ("아빠가 심장 질환이 있으세요", "심장 질환")),
        counter_examples=("청각 장애가 있는 사람을 도왔어요", "접속 장애가 있어요"),
    ),
    Rule(
        id="condition.senses",
        kind="condition",
        key="condition",
        pattern=(
            "START A* (v: N? 귀|눈|청력|시력/N ) ( 이|가/J ) A* ( 안 들리|보이/V OR 들리|보이 지 "
            "않 OR 멀/V ) TAIL"
        ),
        content="{s:은} {p}.",
        value="{p}",
        denied=None,
        who=ANYONE,
        impact=0.9,
        without=("오늘", "갑자기", "소리"),
        examples=(("저는 오른쪽 귀가 잘 안 들려요", "귀"),),
        counter_examples=("소리가 잘 안 들려요",),
    ),
    Rule(
        id="condition.unwell",
        kind="condition",
        key="condition",
        pattern="START A* ( 많이|계속|요즘 )? 편찮/VA TAIL",
        content="{s:은} 몸이 편찮다.",
        value="편찮음",
        who=("other",),
        confidence=0.8,
        impact=0.7,
        examples=(("시아버지가 편찮으세요", "편찮"),),
        counter_examples=("시아버지가 편찮으세요?",),
    ),
    Rule(
        id="condition.motion_sick",
        kind="condition",
        key="condition",
        pattern=(
            "(v: 멀미|차멀미|뱃멀미/N ) ( 을|를|이|가/J )? A* ( 하/V OR 하/XSV OR 심하/V OR 심하 "
            "OR 있/V ) TAIL"
        ),
        content="{s:은} {v:을} 한다.",
        over="sentence",
        conditional=True,
        who=ANYONE,
        impact=0.6,
        without=("오늘", "어제"),
        examples=(("저는 버스만 타면 멀미를 해요", "멀미"),),
        counter_examples=("멀미 하세요?",),
    ),
    Rule(
        id="condition.due_to",
        kind="condition",
        key="condition",
        pattern="START A* (v: N? @C ) ( 때문 에 OR 때 매 OR 땜 에 ) X* END",
        content="{s:은} {v:을} 앓고 있다.",
        denied=None,
        who=ANYONE,
        check=ill,
        impact=0.8,
        confidence=0.8,
        without=("걱정", "무섭", "죽", "사람", "조심", "예방"),
        examples=(("이명 때문에 잠을 잘 못 자요", "이명"),),
        counter_examples=("이명 때문에 못 자는 사람이 많대요",),
    ),
    Rule(
        id="condition.told",
        kind="condition",
        key="condition",
        pattern="START A* (v: @y? U{0,2} @C ) 이/VCP 래|래요|라네|라네요|라더라|라던데|랍니다/E /S* END",
        content="{s:은} {v:을} 앓고 있다.",
        moods=(mood.REPORT,),
        who=ANYONE,
        check=ill,
        lasting=False,
        confidence=0.8,
        impact=0.9,
        nowhere=("친구", "드라마", "영화", "뉴스", "그거", "이거"),
        examples=(("매운 거 먹으면 안 된대.. 위궤양이래", "위궤양"),),
        counter_examples=("그 배우 위암이래", "친구가 위궤양이래"),
    ),
    Rule(
        id="condition.is_not",
        kind="condition",
        key="condition",
        pattern="START A* (v: @y? U{0,2} @C ) ( 은|는|이|가/J )? 아니/VCN ( 래|래요|라네|라네요|랍니다/E OR 라고 하|나오/V X* ) X{0,2}? END",
        content="{s:은} {v:이} 아니라고 한다.",
        moods=(mood.REPORT, mood.MARVEL),
        past=None,
        denied=None,
        who=ANYONE,
        check=ill,
        negated=True,
        lasting=False,
        confidence=0.75,
        impact=0.6,
        examples=(("나 당뇨 아니래!! 재검 정상 나왔어", "당뇨"),),
        counter_examples=("당뇨 아니래?",),
    ),
    Rule(
        id="condition.chronic",
        kind="condition",
        key="condition",
        pattern="START A* (v: 만성 /N? U ) ( 이|가|을|를|은|는|도|로|으로/J OR 때문 에 OR 이/VCP ) X* END",
        content="{s:은} {v:이} 있다.",
        over="body",
        past=None,
        denied=None,
        who=ANYONE,
        check=ill,
        lasting=False,
        impact=0.8,
        without=("적/XSN", "적자", "없"),
        examples=(("만성 두드러기 때문에 고생해요", "두드러기"),),
        counter_examples=("만성 두드러기가 뭐야?",),
    ),
    Rule(
        id="condition.level",
        kind="condition",
        key="condition",
        pattern=(
            "START A* (v: N? 혈압|혈당|콜레스테롤|안압|중성지방|요산|간수치|당화혈색소|수치/N ) ( 이|가|도/J )? A* ( 높|낮/VA ) TAIL"
        ),
        content="{s:은} {p}.",
        value="{p}",
        who=ANYONE,
        impact=0.8,
        confidence=0.8,
        without=("오늘", "면", "으면", "때"),
        examples=(("혈압이 높아서 싱겁게 먹어요", "혈압"),),
        counter_examples=("혈압이 높으면 어지러워요?",),
    ),
    Rule(
        id="condition.body",
        kind="condition",
        key="condition",
        pattern=(
            "START A* (v: N? @y ) 이|가|도/J A* ( 안 좋/VA OR 좋 지 않 OR 나쁘/VA OR 약하/VA OR "
            "약/XR 하 OR 불편 하/XSA ) TAIL"
        ),
        content="{s:은} {v:이} 좋지 않다.",
        denied=None,
        who=ANYONE,
        impact=0.8,
        confidence=0.75,
        examples=(
            ("저는 심장이 안 좋아요", "심장"),
            ("나 위가 약해서 매운 거 못 먹어", "위"),
            ("신장이 좋지 않습니다", "신장"),
        ),
        counter_examples=("오늘따라 위가 안 좋네", "눈이 나쁘면 안경 써야 해"),
    ),
)
