"""What people do again and again."""

from __future__ import annotations

from saegim.remember.rules.rule import Rule

_NOT = (
    "생일",
    "그렇",
    "응원",
    "소통",
    "감사",
    "기대",
    "싶",
    "어야",
    "으면",
    "면",
    "주/VX",
    "때문",
    "같",
    "수/NNB",
    "듯",
    "뭐",
    "어도",
    "생각",
)
_OFTEN = (
    "( 매일|매주|매달|매년|매월|항상|늘|맨날|매일매일|꼬박꼬박|틈틈이|날마다|평소|주로|보통|대개|자주|종종 OR 정기|규칙 적 으로 OR N 마다/J OR 하루|일주일|한달|달|주|일년|년/N 에? X{0,2}? 번|회|잔|갑|시간|끼|병|개|권|분|킬로/N"
    " OR 주 /SN 회 OR 하루 에 J? )"
)

RULES = (
    Rule(
        id="habit.smokes",
        kind="fact",
        key="habit",
        pattern="(v: 담배|전자담배 ) 을|를|도? X{0,4}? 피우|피/VV ( /E OR /VX )* END",
        content="{s:은} 담배를 피운다.",
        who=("user", "other"),
        over="full",
        without=(*_NOT, "안되", "되/VV"),
        impact=0.7,
        examples=(("저 담배 피워요", "담배"), ("나하루에담배열개비펴", "담배")),
        counter_examples=("담배 피워?", "담배 안 피워요", "옆집 사람이 담배를 피워요"),
    ),
    Rule(
        id="habit.often",
        kind="fact",
        key="habit",
        pattern=f"{_OFTEN} X*? ( /VV OR /XSV ) ( /VX OR /E )* ( /S OR /JX OR /Z )* END",
        content="{s:은} {p}.",
        value="{g}",
        over="full",
        who=("user", "other", "pet"),
        alone=True,
        closing=True,
        avoid="ECDW",
        without=_NOT,
        confidence=0.85,
        impact=0.5,
        examples=(
            ("나 매일 저녁 강변에서 달려", "달"),
            ("저는 일주일에 세 번 수영장에 가요", "수영장"),
            ("주말마다 할머니 댁에 가요", "할머니 댁"),
            ("하루에커피세잔마심", "커피"),
        ),
        counter_examples=(
            "매일 운동해?",
            "매일 운동해야 하는데",
            "비가 매일 와요",
            "매일 운동하면 좋대",
            "그 작가는 매일 달린대",
            "매일 외로워요",
        ),
    ),
    Rule(
        id="habit.chain",
        kind="fact",
        key="habit",
        pattern=(
            f"{_OFTEN} X*? ( /VV OR /XSV ) 어서|아서/EC X*? K J? ( /VV OR /XSV ) ( /VX OR /E )* ( /S OR /JX )* END"
        ),
        content="{s:은} {w}.",
        value="{w}",
        over="sentence",
        alone=True,
        closing=True,
        avoid="ECDW",
        without=_NOT,
        nowhere=("아프", "바쁘", "힘들", "때문"),
        confidence=0.75,
        impact=0.5,
        examples=(("매일 아침 6시에 일어나서 조깅해", "조깅"),),
        counter_examples=("매일 아침 6시에 일어나서 조깅해?", "매일 바빠서 운동 못 해"),
    ),
    Rule(
        id="habit.without_fail",
        kind="fact",
        key="habit",
        pattern=(
            "( 전|후|뒤|때|다음/N 에? J? ( ( /SN OR /MM OR /NR ) /NNB J? )? OR V ( 고 나 )? 면|으면|고/EC OR START K 은|는/J ) "
            "X{0,2}? 꼭|반드시|무조건|항상|늘 X*? ( /VV OR /XSV ) ( /VX OR /E )* ( /S OR /JX )* END"
        ),
        content="{s:은} {w}.",
        value="{w}",
        over="sentence",
        conditional=True,
        who=("user", "other"),
        alone=True,
        avoid="ECDQe",
        without=("싶", "어야", "주/VX", "세요", "수/NNB", "ᆸ시오", "ᆯ게", "을게"),
        confidence=0.8,
        impact=0.5,
        examples=(("자기 전에 꼭 책 읽어", "책"), ("밥 먹고 난 뒤에는 반드시 산책합니다", "산책")),
        counter_examples=("자기 전에 꼭 약 먹어야 해", "나가기 전에 꼭 불 꺼 주세요"),
    ),
    Rule(
        id="habit.weekends",
        kind="fact",
        key="habit",
        pattern=(
            "( 주말|평일|아침|저녁|새벽|월요일|화요일|수요일|목요일|금요일|토요일|일요일/N OR 쉬 "
            "는 날 OR 퇴근|식사|하교|수업|점심|저녁/N 후|뒤/N ) 에/J 는|ᆫ/J A* X*? K J? ( /VV OR "
            "/XSV ) ( /VX OR /E )* ( /S OR /JX )* END"
        ),
        content="{s:은} {p}.",
        value="{g}",
        over="full",
        alone=True,
        avoid="ECDWQ",
        without=(*_NOT, "이번", "다음", "오늘", "내일"),
        confidence=0.7,
        impact=0.4,
        closing=True,
        examples=(("주말에는 아이랑 도서관에 가요", "도서관"),),
        counter_examples=("이번 주말에는 도서관에 가요", "주말에는 뭐 해?"),
    ),
    Rule(
        id="habit.when",
        kind="fact",
        key="habit",
        pattern=(
            "( 자/V 기 전 에 OR 일어나 자마자 OR 일어나 면 OR 출근|퇴근|등교|하교|공부|운동|운전|외출|식사|요리|청소|이동|집중|작업|산책|여행/N ( 하 )? ᆯ|을/ETM 때 J? OR 자 ᆯ "
            "때 J? ) X*? K J? X{0,3}? /VV ( /VX OR /E )* ( /S OR /JX )* END"
        ),
        content="{s:은} {w}.",
        value="{w}",
        over="sentence",
        conditional=True,
        alone=True,
        avoid="ECD",
        without=(*_NOT, "어렵", "어리", "피하", "빼"),
        confidence=0.7,
        impact=0.4,
        closing=True,
        examples=(("자기 전에 따뜻한 물 한 잔 마셔요", "물"), ("출근할 때 지하철 타요", "지하철")),
        counter_examples=("자기 전에 뭐 해?", "출근할 때 전화해 줘", "결제할 때 배송비는 빼고 계산해"),
    ),
    Rule(
        id="habit.attends",
        kind="fact",
        key="habit",
        pattern="START A* (v: N* 교회|성당|절|헬스장|헬스|피티|요가|필라테스|복싱|도장|수영장|수영|모임/N ) ( 에|을|를/J )? A* 다니/VV TAIL",
        content="{s:은} {v}에 다닌다.",
        value="{v} 다니기",
        who=("user", "other"),
        closing=True,
        impact=0.5,
        without=("싶", "어야"),
        examples=(("저 교회 다녀요", "교회"), ("요즘 필라테스 다니고 있어", "필라테스")),
        counter_examples=("교회 다녀?", "교회 다니고 싶어"),
    ),
    Rule(
        id="habit.volunteers",
        kind="fact",
        key="habit",
        pattern="(v: N* ~.*(?:봉사|자원봉사|봉사활동) ) ( 을|를/J )? A* ( 하/V OR 하/XSV OR 다니/V ) TAIL",
        content="{s:은} {v:을} 한다.",
        who=("user", "other"),
        closing=True,
        impact=0.5,
        without=("싶", "어야"),
        examples=(("저는 보호소에서 봉사를 해요", "봉사"),),
        counter_examples=("봉사를 하고 싶어요",),
    ),
    Rule(
        id="habit.runs_channel",
        kind="fact",
        key="habit",
        pattern=(
            "(v: N* ~.*(?:블로그|채널|유튜브|브이로그|뉴스레터|팟캐스트) ) ( 을|를/J )? A* ( "
            "운영/N 하 OR 하/V OR 하/XSV OR 찍|올리/V ) TAIL"
        ),
        content="{s:은} {v:을} 운영한다.",
        who=("user", "other"),
        closing=True,
        impact=0.5,
        without=("싶", "어야"),
        examples=(("저는 요리 블로그를 운영해요", "요리 블로그"),),
        counter_examples=("블로그를 운영하고 싶어요",),
    ),
    Rule(
        id="habit.hours",
        kind="fact",
        key="habit",
        pattern=(
            "( 보통|평일|주말|항상|매일|무조건|주로|대개|평소|늘 ) X*? ( /SN OR /MM OR /NR ) 시 "
            "X{0,3}? ( 일어나|자|눕|깨/V OR 출근|퇴근|기상|취침/N 하 ) TAIL"
        ),
        content="{s:은} {p}.",
        value="{p}",
        over="full",
        who=("user", "other"),
        impact=0.5,
        without=("오늘", "내일", "어제", "싶", "어야"),
        examples=(("평일엔 무조건 7시에 출근해", "7시"),),
        counter_examples=("보통 몇 시에 자?",),
    ),
    Rule(
        id="habit.wakes",
        kind="fact",
        key="habit",
        pattern="(v: N* ( /SN OR /MM OR /NR ) 시 반? ) 이/VCP 면 X*? ( 일어나|깨|뜨|자|눕/V ) TAIL",
        content="{s:은} {w}.",
        over="sentence",
        conditional=True,
        impact=0.4,
        examples=(("아침 여섯 시면 저절로 눈이 떠져요", "여섯 시"),),
        counter_examples=("여섯 시면 일어나나요?",),
    ),
)
