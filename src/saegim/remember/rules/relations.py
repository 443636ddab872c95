"""Friends and partners."""

from __future__ import annotations

from collections.abc import Sequence

from saegim.remember.rules.rule import Rule
from saegim.remember.rules.unit import Token

_EVERYONE = ("user", "other", "named", "stranger", "pet")


def _someone(tokens: Sequence[Token]) -> bool:
    return tokens[-1].form not in ("사람", "가족", "식구", "아이") or len(tokens) > 1


RULES = (
    Rule(
        id="relation.is",
        kind="relationship",
        key="relationship.{n}",
        pattern=(
            "START (n: ( N OR /NP )+? ) 은|는|이|가|도|ᆫ/J ( 나|저|우리|저희 ) 의? ( A* V ᆫ|"
            "은/ETM )? (v: N* @F ) ( 이/VCP ) END"
        ),
        content="{n:은} {s:의} {v:이다}.",
        subject="user",
        over="raw",
        who=_EVERYONE,
        past=False,
        confidence=0.9,
        impact=0.8,
        check=_someone,
        examples=(
            ("세훈이는 내 대학 동기야", "대학 동기"),
            ("박 교수님은 제 지도교수님이세요", "지도교수님"),
            ("윤아는 우리 팀 후배예요", "후배"),
        ),
        counter_examples=("세훈이는 내 친구가 아니야", "그 배우가 내 친구면 좋겠다"),
    ),
    Rule(
        id="relation.close",
        kind="relationship",
        key="relationship.{n}",
        pattern=(
            "START (n: N+? ) 은|는|이|가|ᆫ/J A* (v: X{0,5}? 절친|단짝|베프|지기|소꿉친구|"
            "불알친구/N ) ( 이/VCP ) END"
        ),
        content="{n:은} {s:의} {v:이다}.",
        subject="user",
        over="raw",
        who=_EVERYONE,
        impact=0.8,
        examples=(("현우는 10년 지기야", "지기"),),
        counter_examples=("현우는 걔 절친이래",),
    ),
    Rule(
        id="relation.kin",
        kind="relationship",
        key="family.{v}",
        pattern="START (n: N+? ) 은|는|이|가|도|ᆫ/J ( 나|저|우리|저희 ) 의? (v: N* @R ) ( 이/VCP ) END",
        content="{n:은} {s:의} {v:이다}.",
        value="{n}",
        subject="user",
        over="raw",
        who=_EVERYONE,
        confidence=0.9,
        impact=0.8,
        examples=(("하준이는 내 조카야", "하준"),),
        counter_examples=("하준이는 내 조카 아니야",),
    ),
    Rule(
        id="relation.name_is",
        kind="relationship",
        key="relationship.{n}",
        pattern=(
            "START ( ( 나|저|우리|저희 ) 의? OR A* 친하 ᆫ ) ( A* 친하 ᆫ )? (v: N* @F ) 이름? 은|"
            "는|이/J (n: ( /NNP OR U? @F OR ~[가-힣]{2,3} ) ( N )? ) ( 이/VCP ) END"
        ),
        content="{s:의} {v:은} {n:이다}.",
        subject="user",
        over="raw",
        who=_EVERYONE,
        confidence=0.85,
        impact=0.7,
        check=_someone,
        avoid="JHNKa",
        examples=(("제 지도교수는 장현우 교수님이에요", "지도교수"), ("내 절친은 다온이야", "절친")),
        counter_examples=(
            "내 절친은 누구게?",
            "내 친구는 간호사야",
            "내 남자친구는 양성애자야",
            "내 절친은 유튜브야",
        ),
    ),
    Rule(
        id="relation.friend_named",
        kind="relationship",
        key="relationship.{n}",
        pattern="START A* (v: X{0,3}? 친구|절친|베프|단짝|지기|룸메|룸메이트|선배|후배|동기/N ) 이름 은|는|이/J A* (n: ( N OR /MM )+ ) 이/VCP END",
        content="{s:의} {v} 이름은 {n:이다}.",
        subject="user",
        over="raw",
        who=_EVERYONE,
        impact=0.7,
        examples=(("10년지기 친구 이름은 한결이야", "친구"),),
        counter_examples=("친구 이름은 뭐야?",),
    ),
    Rule(
        id="relation.same",
        kind="relationship",
        key="relationship.{n}",
        pattern="START (n: N+? ) 은|는|이|가|ᆫ/J A* (v: 같 은/ETM 과|반|회사|팀|학교|동네|학과|부서|동아리/N N? @F ) 이/VCP END",
        content="{n:은} {s:과} {v:이다}.",
        subject="user",
        over="raw",
        who=_EVERYONE,
        phrase=True,
        impact=0.7,
        examples=(("지수는 같은 과 동기예요", "동기"),),
        counter_examples=("지수는 같은 과 동기야?",),
    ),
    Rule(
        id="relation.beside",
        kind="relationship",
        key="relationship.{n}",
        pattern="START ( /NP 의? )? (v: N? @F ) (n: /NNP ) 은|는|이|가|도|랑|이랑|한테|하고/J",
        content="{n:은} {s:의} {v:이다}.",
        subject="user",
        over="raw",
        past=None,
        denied=None,
        who=("user", "other", "stranger"),
        lasting=False,
        impact=0.7,
        check=_someone,
        examples=(("단짝 소미는 부산에 살아", "단짝"), ("제 룸메 지훈이는 요리를 잘해요", "룸메")),
        counter_examples=("단짝 소미는 뭐 해?",),
    ),
    Rule(
        id="relation.have",
        kind="relationship",
        key="relationship.{v}",
        pattern=(
            "START ( /NP J* )? A* (v: 남친|여친|남자친구|여자친구|애인|약혼자|약혼녀|룸메|룸메이트|"
            "썸남|썸녀|짝사랑|동거인/N ) ( 이|가|은|는|도/J )? A* ( 있/VA ( /EF OR /EC ) OR "
            "생기/VV 었 ) END"
        ),
        content="{s:은} {v:이} 있다.",
        subject="user",
        over="raw",
        past=None,
        who=("user", "stranger", "other"),
        lasting=False,
        impact=0.8,
        without=("잘",),
        examples=(("나 여자친구 생겼어", "여자친구"), ("저 남친 있어요", "남친")),
        counter_examples=("남친 있어?", "남친 있었으면 좋겠다", "남친 있었는데 헤어졌어"),
    ),
    Rule(
        id="relation.terms",
        kind="relationship",
        key="relationship.{n}",
        pattern="START (n: N+? ) 랑|이랑|와|과|하고/J 은|는? A* (v: N* @F ) 사이|관계/N 이/VCP END",
        content="{n:은} {s:의} {v:이다}.",
        subject="user",
        over="raw",
        who=_EVERYONE,
        impact=0.7,
        examples=(("현우랑은 회사 동기 사이야", "동기"),),
        counter_examples=("현우랑은 무슨 사이야?",),
    ),
    Rule(
        id="relation.longs_for",
        kind="relationship",
        key="relationship.짝사랑",
        pattern="START ( /NP J* )? A* (v: ( 짝사랑 하 OR 짝사랑하|좋아하/V ) 는/ETM 사람|애|오빠|언니|누나|남자|여자/N ) ( 이|가|도/J )? A* ( 있/VA OR 생기/VV 었 ) END",
        content="{s:은} {v:이} 있다.",
        subject="user",
        over="raw",
        past=None,
        who=("user", "stranger", "other"),
        lasting=False,
        confidence=0.75,
        impact=0.7,
        without=("잘생기", "잘", "너무", "를/JKO"),
        examples=(("나 좋아하는 사람 생겼어", "좋아하는 사람"), ("짝사랑하는 사람 있어", "짝사랑")),
        counter_examples=("좋아하는 사람 있어?", "나를 좋아하는 사람이 있어"),
    ),
    Rule(
        id="relation.have_none",
        kind="relationship",
        key="relationship.status",
        pattern=(
            "START ( /NP J* )? A* (v: 남친|여친|남자친구|여자친구|애인|연인/N ) ( 이|가|은|는|도/J "
            ")? A* 없/VA END"
        ),
        content="{s:은} {v:이} 없다.",
        value="{v} 없음",
        subject="user",
        over="raw",
        denied=True,
        negated=True,
        who=("user", "stranger", "other"),
        impact=0.7,
        examples=(("저 지금 애인 없어요", "애인"),),
        counter_examples=("애인 없어?",),
    ),
    Rule(
        id="status.single",
        kind="relationship",
        key="relationship.status",
        pattern=(
            "START A* (v: 솔로|싱글|모솔|모태솔로|미혼|기혼|유부남|유부녀|돌싱|독신|비혼|신혼|"
            "비혼주의자|싱글맘|싱글대디|주말부부|장거리연애 ) ( 이/VCP OR 되/VV OR /EF )? TAIL"
        ),
        content="{s:은} {v:이다}.",
        past=None,
        impact=0.8,
        examples=(
            ("저 아직 미혼이에요", "미혼"),
            ("나 이제 솔로야", "솔로"),
            ("솔로 된 지 두 달 됐어", "솔로"),
        ),
        counter_examples=("솔로예요?", "솔로 파티 재밌겠다"),
    ),
    Rule(
        id="status.married",
        kind="relationship",
        key="relationship.status",
        pattern=(
            "(v: 결혼|약혼|이혼|재혼|파혼|사별/N ) 을? ( 하 ( 었 END OR 고|어서/EC END OR ᆫ/ETM "
            "지 X+ OR ᆫ 상태 이 END ) OR /SN 주년 X* END OR /SN 년 차|째? X? END OR /SN 년차 X? "
            "END )"
        ),
        content="{s:은} {v}했다.",
        over="full",
        past=None,
        lasting=False,
        who=("user", "other"),
        impact=0.9,
        dated="past",
        examples=(("저희 결혼한 지 3년 됐어요", "결혼"), ("나 작년에 이혼했어", "이혼")),
        counter_examples=("결혼했어?", "친구가 결혼했대", "내년에 결혼해요", "나 침대랑 결혼했어 ㅋㅋ"),
    ),
    Rule(
        id="status.not_married",
        kind="relationship",
        key="relationship.status",
        pattern="START A* (v: 결혼/N ) ( 은|을/J )? A* ( 안|못 하 OR 하 지 J? 않 OR 생각 이? 없 ) TAIL",
        content="{s:은} 결혼하지 않았다.",
        value="결혼 안 함",
        past=None,
        denied=True,
        negated=True,
        lasting=False,
        impact=0.8,
        without=("기/ETN", "싶", "면"),
        examples=(("저 아직 결혼 안 했어요", "결혼"),),
        counter_examples=("결혼 안 했어?", "결혼 안 하기로 했어"),
    ),
    Rule(
        id="status.parted",
        kind="relationship",
        key="relationship.status",
        pattern="( (v: @F ) 이랑|랑|와|과|하고 )? A* 헤어지/VV TAIL",
        content="{s:은} {p}.",
        value="헤어졌음",
        over="full",
        past=True,
        lasting=False,
        dated="past",
        impact=0.9,
        examples=(("나 남친이랑 헤어졌어", "헤어졌"), ("저 지난주에 헤어졌어요", "헤어졌")),
        counter_examples=("걔네 헤어졌대", "헤어졌어?"),
    ),
    Rule(
        id="status.dating",
        kind="relationship",
        key="relationship.status",
        pattern=(
            "( (v: 연애|장거리연애|썸|비밀연애/N ) ( 중 이/VCP? OR 하 고 있 OR 하 ) END OR 사귀 ᆫ/ETM 지 "
            "X+ OR 사귀 고 있 END OR 연애 을|를? 시작 하 었 END OR 썸 을? 타 ( 고 있 OR 는 중 X? ) END OR ( 남친|여친|남자친구|"
            "여자친구|애인/N ) 이랑|랑|와|과|하고 ( X*? 만나|사귀/V 고 있 OR A* ( /SN OR /NR OR /MM )+ ( 년|일|주년|개월|달 차? )? 이? 되|이/V ) END )"
        ),
        content="{s:은} 연애 중이다.",
        value="연애 중",
        over="full",
        past=None,
        lasting=False,
        impact=0.8,
        examples=(
            ("저 요즘 연애 중이에요", "연애"),
            ("우리 사귄 지 2년 됐어", "연애"),
            ("남자친구랑 장거리 연애해요", "연애"),
            ("여자친구랑 이제 2년 됐어", "연애"),
        ),
        counter_examples=(
            "남친이랑 몇 년 됐어?",
            "여친이랑 헤어진 지 2년 됐어",
            "연애 중이야?",
            "연애하고 싶다",
            "그 둘이 사귄 지 2년 됐대",
        ),
    ),
)
