"""School: where, what, which year."""

from __future__ import annotations

from collections.abc import Sequence

from saegim.remember.rules.checks import occupation
from saegim.remember.rules.rule import Rule
from saegim.remember.rules.unit import Token

_WHO = ("user", "other")


def _major(tokens: Sequence[Token]) -> bool:
    return not any(t.sorts and set(t.sorts) & set("TRx") for t in tokens)


RULES = (
    Rule(
        id="school.goes_to",
        kind="fact",
        key="school",
        pattern=(
            "(v: N* @U ) 에|을|를? ( N{0,2}? ~.+(?:학과|학부|과|과정|대학원) 에|을|를? )? A* ( 다니/VV OR 재학|"
            "재적/N 하|중? ) TAIL"
        ),
        content="{s:은} {v}에 다닌다.",
        who=_WHO,
        confidence=0.9,
        impact=0.7,
        without=("싶", "졸업"),
        examples=(
            ("저 부산대 다녀요", "부산대"),
            ("동생은 과학고에 다니고 있어요", "과학고"),
            ("한밭대학교에 재학 중입니다", "한밭대학교"),
        ),
        counter_examples=("부산대 다녔었어", "부산대 다니고 싶다", "부산대 다녀?"),
    ),
    Rule(
        id="school.is",
        kind="fact",
        key="school",
        pattern="START ( 나|저|우리|저희 의? )? 학교|대학|대학교|모교 ( 은|는|이/J ) A* (v: N* @U ) 이/VCP END",
        content="{s:의} 학교는 {v:이다}.",
        over="raw",
        subject="user",
        check=lambda tokens: len(tokens[-1].form) > 2,
        impact=0.7,
        examples=(("학교는 연세대야", "연세대"), ("우리 학교는 충남대예요", "충남대")),
        counter_examples=("학교는 어디 다녀?", "학교는 연세대야?", "학교는 감옥이야"),
    ),
    Rule(
        id="school.entered",
        kind="fact",
        key="school",
        pattern=(
            "(v: N* @U ) ( 에|으로|로|을|를/J )? A* ( 가|들어가|붙/V OR 입학|합격|진학|편입/N 하|되 ) 었 TAIL"
        ),
        content="{s:은} {v}에 들어갔다.",
        past=True,
        who=_WHO,
        lasting=False,
        check=lambda tokens: tokens[-1].form not in ("학교", "고등학교", "중학교", "초등학교", "대학"),
        impact=0.7,
        examples=(("저 올해 충남대에 입학했어요", "충남대"), ("우리 딸 의대 갔어", "의대")),
        counter_examples=("충남대에 놀러 갔어", "충남대 합격했어?"),
    ),
    Rule(
        id="school.student_of",
        kind="fact",
        key="school",
        pattern="START A* (v: ~[가-힣]+(?:대|대학교|여대|여고|고|외고|과고|예고|로스쿨)생 ) ( 이/VCP )? END",
        content="{s:은} {v:이다}.",
        who=_WHO,
        impact=0.7,
        examples=(("나 충남대생이야", "충남대"),),
        counter_examples=("너 충남대생이야?",),
    ),
    Rule(
        id="school.studies_at",
        kind="fact",
        key="school",
        pattern=(
            "(v: N* @U ) 에서|서/J X*? ( 전공|공부|연구|유학/N 하|중? OR 배우/VV OR 석사|박사 X{0,3}? ) TAIL"
        ),
        content="{s:은} {v}에 다닌다.",
        who=_WHO,
        impact=0.7,
        without=("싶",),
        examples=(("전남대에서 화학을 전공하고 있어요", "전남대"),),
        counter_examples=("전남대에서 화학을 전공했어요",),
    ),
    Rule(
        id="major.is",
        kind="fact",
        key="school.major",
        pattern="START 전공|학과|복수전공|부전공/N 은|는|이|ᆫ? A* (v: N+ ) ( 이/VCP )? END",
        content="{s:의} 전공은 {v:이다}.",
        who=_WHO,
        check=_major,
        confidence=0.9,
        impact=0.6,
        examples=(("전공은 지리학이에요", "지리학"), ("제 전공 기계공학입니다", "기계공학")),
        counter_examples=("전공이 뭐예요?", "전공은 지리학이었어요"),
    ),
    Rule(
        id="major.studies",
        kind="fact",
        key="school.major",
        pattern="(v: N+ ) 을|를|으로|로? A* ( 전공|복수전공|부전공/N 하 ) TAIL",
        content="{s:의} 전공은 {v:이다}.",
        past=None,
        who=_WHO,
        check=_major,
        impact=0.6,
        without=("싶",),
        examples=(("저는 해양생물을 전공하고 있습니다", "해양생물"), ("나 사학 전공해", "사학")),
        counter_examples=("해양생물을 전공하고 싶어요",),
    ),
    Rule(
        id="major.am",
        kind="fact",
        key="school.major",
        pattern="START A* (v: N+ ) 전공|전공생|전공자/N 이/VCP END",
        content="{s:의} 전공은 {v:이다}.",
        who=_WHO,
        check=_major,
        impact=0.6,
        examples=(("저 러시아 문학 전공이에요", "러시아 문학"),),
        counter_examples=("무슨 전공이에요?",),
    ),
    Rule(
        id="major.studies_at",
        kind="fact",
        key="school.major",
        pattern="@U 에서|서/J A* (v: N+ ) 을|를/J A* ( 공부|연구 하 OR 배우 ) TAIL",
        content="{s:의} 전공은 {v:이다}.",
        who=_WHO,
        check=_major,
        impact=0.6,
        examples=(("충북대에서 농학을 공부하고 있어요", "농학"),),
        counter_examples=("충북대에서 농학을 공부했어요",),
    ),
    Rule(
        id="major.department",
        kind="fact",
        key="school.major",
        pattern=(
            "(v: N? ~[가-힣]+(?:학과|학부|공학과|교육과|과) ) 에|을|를? A* ( ( /SN OR /NR OR /MM ) "
            "학년 )? ( 다니|이/V OR 재학 중? 이? ) TAIL"
        ),
        content="{s:은} {v}에 다닌다.",
        who=_WHO,
        check=lambda tokens: (
            tokens[-1].form
            not in (
                "치과",
                "안과",
                "내과",
                "외과",
                "사과",
                "피부과",
                "정신과",
                "산부인과",
                "소아과",
                "이비인후과",
                "정형외과",
            )
        ),
        impact=0.6,
        examples=(("저 문예창작학과에 다녀요", "문예창작학과"), ("나 철학과야", "철학과")),
        counter_examples=("요즘 피부과 다녀", "철학과 다녀?"),
    ),
    Rule(
        id="major.changed",
        kind="fact",
        key="school.major",
        pattern="(v: N+ ) 으로|로 A* ( 전과|편입/N 하 OR 전공 을? 바꾸 ) TAIL",
        content="{s:의} 전공은 {v:이다}.",
        who=_WHO,
        past=True,
        lasting=False,
        check=_major,
        impact=0.6,
        examples=(("저 작년에 심리학과로 전과했어요", "심리학과"),),
        counter_examples=("심리학과로 전과할까?",),
    ),
    Rule(
        id="year.short",
        kind="fact",
        key="school.year",
        pattern="START A* (v: 중|고|초 /SN ) ( 이/VCP OR 되 ) END",
        content="{s:은} {v:이다}.",
        past=None,
        who=_WHO,
        impact=0.6,
        examples=(("저 고2예요", "고2"), ("나 중1인데", "중1")),
        counter_examples=("너 고2야?",),
    ),
    Rule(
        id="year.grade",
        kind="fact",
        key="school.year",
        pattern="(v: N{0,2}? ( /SN OR /NR OR /MM ) 학년 ) X? ( 이/VCP OR 되 OR 재학 중? 이? )? END",
        content="{s:은} {v:이다}.",
        past=None,
        who=_WHO,
        impact=0.6,
        examples=(("저 대학교 4학년이에요", "4학년"), ("우리 아들은 초등학교 2학년이야", "2학년")),
        counter_examples=("4학년이면 바쁘겠다", "몇 학년이야?"),
    ),
    Rule(
        id="major.before_year",
        kind="fact",
        key="school.major",
        pattern="START A* (v: U ) ( /SN OR /NR OR /MM ) 학년 이/VCP? END",
        content="{s:의} 전공은 {v:이다}.",
        who=_WHO,
        check=_major,
        confidence=0.75,
        impact=0.6,
        without=("초등", "중등", "고등"),
        examples=(("컴공 3학년입니다", "컴공"),),
        counter_examples=("초등학교 3학년이에요", "컴공 3학년이야?"),
    ),
    Rule(
        id="year.nth",
        kind="fact",
        key="school.year",
        pattern=(
            "START A* (v: N* 석사|박사|대학원|레지던트|인턴|수련의/N ( /SN OR /NR OR /MM ) 년|학기|"
            "년차/N 차? ) ( 이/VCP )? END"
        ),
        content="{s:은} {v:이다}.",
        who=_WHO,
        impact=0.6,
        examples=(("저 석사 2학기예요", "석사 2학기"),),
        counter_examples=("석사 2학기면 바쁘죠?",),
    ),
    Rule(
        id="year.student",
        kind="fact",
        key="school.year",
        pattern="START A* (v: X*? @K ) ( 이/VCP OR /EF ) END",
        content="{s:은} {v:이다}.",
        who=_WHO,
        check=occupation,
        impact=0.6,
        examples=(("저는 대학원생이에요", "대학원생"), ("동생은 고등학생이야", "고등학생")),
        counter_examples=("대학원생이세요?",),
    ),
    Rule(
        id="year.leave",
        kind="fact",
        key="school.year",
        pattern="(v: 휴학|재수|삼수|반수|복학 ) ( 중 이/VCP OR 하 고 있 OR 하 었 ) END",
        content="{s:은} {v} 중이다.",
        past=None,
        who=_WHO,
        lasting=False,
        impact=0.6,
        examples=(("저 지금 휴학 중이에요", "휴학"), ("나 재수하고 있어", "재수")),
        counter_examples=("휴학할까?",),
    ),
)
