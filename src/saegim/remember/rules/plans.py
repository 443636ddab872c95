"""Plans, with their dates."""

from __future__ import annotations

from saegim.remember.rules import moods as mood
from saegim.remember.rules.rule import Rule

_ACT = "( /VV OR /XSV ) ( /VX OR /E )* ( /S OR /JX OR /Z )* END"
_AHEAD = (mood.TELL, mood.INTEND)
_WHO = ("user", "other")

RULES = (
    Rule(
        id="plan.agreed",
        kind="plan",
        key="plan",
        pattern="( /VV OR /XSV ) 기/ETN 로 ( 하|되/V 었|ᆷ OR 결정|약속|결심/N 하|되 OR 마음 을? 먹 ) TAIL",
        content="{s:은} {p}.",
        value="{g}",
        over="full",
        past=None,
        denied=False,
        who=_WHO,
        dated="ahead",
        needs_date=True,
        lasting=False,
        impact=0.7,
        confidence=0.9,
        examples=(
            ("다음 주 토요일에 친구랑 캠핑 가기로 했어", "캠핑"),
            ("내일 저녁 7시에 동생이랑 밥 먹기로 했어요", "밥"),
        ),
        counter_examples=("다음 주에 뭐 하기로 했지?", "옆집이 다음 주에 이사하기로 했대"),
    ),
    Rule(
        id="plan.intends",
        kind="plan",
        key="plan",
        pattern=(
            "( /VV OR /XSV ) ( ᆯ|을/ETM 예정|계획|생각|작정|거|것/N 이/VCP OR ᆯ|을/ETM 계획|"
            "예정/N 이|을? 있|세우 OR 려고|으려고 하? ) TAIL"
        ),
        content="{s:은} {p}.",
        value="{g}",
        over="full",
        moods=_AHEAD,
        who=_WHO,
        dated="ahead",
        needs_date=True,
        lasting=False,
        impact=0.7,
        confidence=0.85,
        examples=(("다음 달에 차를 팔 예정이에요", "차"), ("내년 봄에 텃밭을 가꾸려고 해", "텃밭")),
        counter_examples=("다음 달에 볼 예정이야?", "내일 비가 올 것 같아"),
    ),
    Rule(
        id="plan.someday",
        kind="plan",
        key="plan",
        pattern=(
            "K X*? ( ( /VV OR /XSV ) ( ᆯ|을/ETM 예정|계획/N 이/VCP OR ᆯ|을/ETM 계획|예정/N 이|"
            "을? 있 ) OR 예정/N 이/VCP ) TAIL"
        ),
        content="{s:은} {p}.",
        value="{g}",
        over="full",
        moods=_AHEAD,
        who=_WHO,
        dated="ahead",
        lasting=False,
        impact=0.6,
        confidence=0.75,
        examples=(("곧 이사할 예정이에요", "이사"),),
        counter_examples=("영화가 곧 개봉할 예정이래",),
    ),
    Rule(
        id="plan.soon",
        kind="plan",
        key="plan",
        pattern=(
            "( 다음|곧|조만간|이번|올해|내년|봄|여름|가을|겨울 ) X*? K X*? ( /VV OR /XSV ) ( 려고|으려고 하 OR ᆯ|"
            "을/ETM 거|것/N 이/VCP ) TAIL"
        ),
        content="{s:은} {p}.",
        value="{g}",
        over="full",
        moods=_AHEAD,
        who=_WHO,
        lasting=False,
        alone=True,
        impact=0.6,
        confidence=0.75,
        without=("같",),
        examples=(("다음 학기에 휴학하려고 해요", "휴학"), ("난 봄에 결혼할 거야", "결혼")),
        counter_examples=("다음 학기에 휴학하려고 하세요?",),
    ),
    Rule(
        id="plan.birth",
        kind="plan",
        key="plan",
        pattern=(
            "(v: ( 아기|아이|애|애기|딸|아들|쌍둥이|첫째|둘째|셋째|막내|조카|손자|손녀|손주/N ) ( "
            "이|가/J )? A* 태어나|나오/V ) TAIL"
        ),
        content="{s:의} 집에 {w}.",
        value="{w}",
        subject="user",
        over="raw",
        who=("user", "other"),
        dated="ahead",
        needs_date=True,
        phrase=True,
        lasting=False,
        impact=0.9,
        examples=(("10월에 둘째가 태어나요", "둘째"),),
        counter_examples=("10월에 둘째가 태어났어요",),
    ),
    Rule(
        id="plan.act",
        kind="plan",
        key="plan",
        pattern=f"START X*? K J? X*? {_ACT}",
        content="{s:은} {p}.",
        value="{g}",
        moods=_AHEAD,
        who=_WHO,
        dated="ahead",
        needs_date=True,
        alone=True,
        lasting=False,
        impact=0.6,
        confidence=0.8,
        avoid="WEN",
        without=(
            "어야",
            "같",
            "싶",
            "뵙",
            "응원",
            "유명",
            "마다",
            "매주",
            "매일",
            "생각",
            "주/VX",
            "하루",
            "좋아하",
            "싫어하",
            "끊",
            "사랑",
            "수/NNB",
            "부탁",
            "알리",
            "비/VV",
            "때",
            "확인",
            "알아보",
            "맞/VV",
            "눈/NNG",
            "안개",
        ),
        closing=True,
        examples=(
            ("모레 강릉 가", "강릉"),
            ("내일 아침 9시에 공항 가요", "공항"),
            ("다음 주 금요일에 언니 만나", "언니"),
        ),
        counter_examples=(
            "내일 봐",
            "내일 뭐 해?",
            "내일 비 온대",
            "내일 비 오니",
            "다음 주에 눈 와",
            "다음 주부터 장마가 시작돼요",
            "내일 오전 9시에 도서관 가기 추가해",
        ),
    ),
)
