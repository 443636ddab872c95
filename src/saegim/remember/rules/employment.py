"""Whether people work, look for work, or have left it."""

from __future__ import annotations

from saegim.remember.rules.checks import occupation
from saegim.remember.rules.rule import Rule

_WHO = ("user", "other")

RULES = (
    Rule(
        id="status.is",
        kind="fact",
        key="work.status",
        pattern="START A* (v: X*? @N ) ( 이/VCP OR /EF OR 상태 이/VCP OR 으로|로/J A* 지내|살/V ) TAIL",
        content="{s:은} {v:이다}.",
        who=_WHO,
        check=occupation,
        impact=0.7,
        examples=(("저 지금 취준생이에요", "취준생"), ("나 이제 백수야", "백수")),
        counter_examples=("너 취준생이야?", "백수였어"),
    ),
    Rule(
        id="status.became",
        kind="fact",
        key="work.status",
        pattern="(v: N? @N ) ( 이|가/J )? A* 되/V ( 었/EP X*? OR ᆷ/E /S* ) END",
        content="{s:은} {v:이} 되었다.",
        past=None,
        who=("user", "other"),
        lasting=False,
        impact=0.7,
        examples=(("계약 끝나서 백수 됐습니다", "백수"),),
        counter_examples=("백수 됐어?",),
    ),
    Rule(
        id="status.amid",
        kind="fact",
        key="work.status",
        pattern=(
            "(v: N* 휴직|육아휴직|병가|취준|구직|이직|취업|군복무|복무|창업|퇴사|무급휴직|임용|공시|"
            "공무원|고시|검정고시|편입|변시|로스쿨|유학|수능|자격증|CPA/N 시험? 준비|활동? ) 중|하 "
            "TAIL"
        ),
        content="{s:은} {v} 중이다.",
        who=_WHO,
        impact=0.7,
        without=("싶", "기/ETN", "어야"),
        check=lambda tokens: (
            tokens[-1].form in ("준비", "활동")
            or tokens[-1].form.endswith(("휴직", "병가", "취준", "구직", "군복무"))
            or [t.form for t in tokens[-2:]] == ["군", "복무"]
        ),
        avoid="T",
        examples=(
            ("지금 육아휴직 중이에요", "육아휴직"),
            ("저는 취업 준비 중입니다", "취업 준비"),
            ("남동생은 군 복무 중이에요", "복무"),
        ),
        counter_examples=("휴직하고 싶다", "이직 준비 중이야?", "다음 달에 퇴사하기로 했어"),
    ),
    Rule(
        id="status.resting",
        kind="fact",
        key="work.status",
        pattern=(
            "( 퇴사|계약|만료|그만두|일|회사|직장|휴직|은퇴|정년|퇴직|지금|현재 ) X*? (v: 쉬/VV ) "
            "( 고 있 OR 는 중 이 ) TAIL"
        ),
        content="{s:은} 일을 쉬고 있다.",
        value="쉬고 있음",
        over="sentence",
        lasting=False,
        impact=0.6,
        confidence=0.75,
        without=("집", "잠깐", "잠시", "그냥", "오늘", "주말"),
        examples=(("계약이 끝나서 지금은 쉬고 있어요", "쉬고"),),
        counter_examples=("오늘은 쉬고 있어요", "쉬고 싶다"),
    ),
    Rule(
        id="status.aspires",
        kind="fact",
        key="work.status",
        pattern="START A* (v: N* ~.*(?:지망생|준비생|취준생) ) 이/VCP END",
        content="{s:은} {v:이다}.",
        who=_WHO,
        impact=0.7,
        examples=(("작가 지망생이야", "작가 지망생"),),
        counter_examples=("작가 지망생이야?",),
    ),
    Rule(
        id="status.benefit",
        kind="fact",
        key="work.status",
        pattern="(v: ( 실업|구직|육아휴직/N 급여 OR 실업급여|구직급여|연금/N ) ) ( 을|를/J )? A* 받 TAIL",
        content="{s:은} {v:을} 받는다.",
        value="{v} 수급",
        closing=True,
        impact=0.7,
        without=("싶", "어야", "수/NNB"),
        examples=(("실업급여 받고 있어요", "실업급여"),),
        counter_examples=("실업급여 받을 수 있어?",),
    ),
    Rule(
        id="status.seeking",
        kind="fact",
        key="work.status",
        pattern=(
            "(v: X{0,2}? 일자리|직장|직업|새직장|구직|알바|아르바이트/N ) ( 을|를/J )? A* ( 찾|구하|알아보/V 고 있 "
            "OR 구직 하|중 OR 찾|구하 는 중 이 ) TAIL"
        ),
        content="{s:은} 일자리를 찾고 있다.",
        value="구직 중 ({v})",
        who=_WHO,
        impact=0.7,
        examples=(("요즘 새로운 직장을 찾고 있어요", "직장"),),
        counter_examples=("직장을 찾고 있나요?",),
    ),
    Rule(
        id="status.left",
        kind="fact",
        key="work.status",
        pattern=(
            "(v: N* 은퇴|퇴직|정년퇴직|명예퇴직|퇴사|실직|해고|권고사직|복직|취업|취직|재취업|"
            "창업/N ) 을|를? ( 하|당하|되 ) ( 었 OR ᆫ/ETM 지 X+ OR 어서/EC ) TAIL"
        ),
        content="{s:은} {p}.",
        who=_WHO,
        past=None,
        lasting=False,
        dated="past",
        impact=0.8,
        examples=(("작년에 은퇴했습니다", "은퇴"), ("저 지난달에 퇴사했어요", "퇴사")),
        counter_examples=("그 선수 은퇴했대", "퇴사할까?"),
    ),
    Rule(
        id="status.quit",
        kind="fact",
        key="work.status",
        pattern="(v: 회사|직장|일|알바|직업/N ) 을|를|도? A* 그만두|관두|때려치우/VV TAIL",
        value="{v} 그만둠",
        content="{s:은} {p}.",
        who=_WHO,
        past=True,
        lasting=False,
        dated="past",
        impact=0.8,
        examples=(("나 회사 그만뒀어", "그만"), ("저번 주에 알바 관뒀어요", "알바")),
        counter_examples=("회사 그만둘까?", "동생이 회사 그만뒀대"),
    ),
)
