"""Work."""

from __future__ import annotations

from saegim.remember.rules.checks import occupation
from saegim.remember.rules.rule import Rule

_WHO = ("user", "other")
_WORK = (
    "( 일/N 을|를? 하 OR 일하/VV OR 근무|재직|복무|종사|활동|봉직/N 을|를? 하|중? 이/VCP? OR 담당|맡 하? )"
)

RULES = (
    Rule(
        id="day.of_month",
        kind="fact",
        key="day.{v}",
        pattern=(
            "START (v: N* ~(?:월급날|월급일|급여일|결제일|납부일|이체일|정산일|자동이체일) OR 급여|월급|결제|납부/N 일|날/N ) "
            "( 은|는|이|가|ᆫ/J )? ( 매달|매월 )? A* (on: /SN 일/NNB OR 말일/N ) ( 이/VCP )? END"
        ),
        content="{s:의} {v:은} 매달 {on:이다}.",
        value="매달 {on}",
        impact=0.5,
        examples=(
            ("월급날은 25일이야", "25일"),
            ("급여일이 매달 21일입니다", "21일"),
            ("저희 회사 월급날 말일이에요", "말일"),
            ("카드 결제일은 14일이거든", "14일"),
        ),
        counter_examples=(
            "월급날이 25일이야?",
            "월급날이 언제더라",
            "친구 월급날은 10일이래",
            "시험은 25일이야",
        ),
    ),
    Rule(
        id="work.in_charge",
        kind="fact",
        key="work.role",
        pattern="START A* ( N+ 에서/J J? A* )? (v: N+ ) ( 을|를/J ) A* ( 맡/VV OR 담당 하 OR 담당하/VV ) ( 고 있 OR 게 되 었 ) TAIL",
        content="{s:은} {v:을} 맡고 있다.",
        past=None,
        who=_WHO,
        check=lambda tokens: (
            not set(tokens[-1].sorts) & set("TSEWC")
            and tokens[-1].form not in ("역할", "책임", "일", "것", "거")
        ),
        impact=0.7,
        without=("싶", "반장", "총무"),
        examples=(("저는 데이터 분석을 맡고 있어요", "데이터 분석"), ("올해부터 팀장을 맡게 됐어요", "팀장")),
        counter_examples=("누가 데이터 분석을 맡고 있어?",),
    ),
    Rule(
        id="work.as",
        kind="fact",
        key="work.role",
        pattern=f"(v: N+ ) 으로|로/J X{{0,4}}? {_WORK} TAIL",
        content="{s:은} {v:으로} 일한다.",
        who=_WHO,
        check=occupation,
        confidence=0.9,
        impact=0.7,
        without=("싶",),
        examples=(
            ("저는 조경사로 일하고 있어요", "조경사"),
            ("우리 형은 기관사로 근무해", "기관사"),
            ("사서로일합니다", "사서"),
        ),
        counter_examples=("조경사로 일했었어요", "조경사로 일하고 싶어요", "조경사로 일하시나요?"),
    ),
    Rule(
        id="work.is",
        kind="fact",
        key="work.role",
        pattern="START A* ( N+ 으로|로|에서/J J? A* )? (v: N* @J ) ( 이/VCP OR /EF OR /EC ) END",
        content="{s:은} {v:이다}.",
        who=_WHO,
        check=occupation,
        avoid="x",
        confidence=0.85,
        impact=0.7,
        examples=(
            ("저는 초등학교 교사예요", "초등학교 교사"),
            ("우리 누나 수의사야", "수의사"),
            ("나 웹 개발자임", "개발자"),
        ),
        counter_examples=(
            "너 개발자야?",
            "역할극 하자. 나는 형사야",
            "친구가 수의사래",
            "저는 교사가 아니에요",
            "저는 교사였어요",
        ),
    ),
    Rule(
        id="work.working_as",
        kind="fact",
        key="work.role",
        pattern="START X*? ( 일하 OR 일/N 하 OR 근무 하 OR 다니/VV ) 는/ETM (v: N+ ) 이/VCP END",
        content="{s:은} {v:이다}.",
        who=_WHO,
        check=lambda tokens: (
            not set(tokens[-1].sorts) & set("RF")
            and tokens[-1].form
            not in (
                "중",
                "곳",
                "데",
                "사람",
                "거",
                "편",
                "시간",
                "날",
                "회사",
                "학교",
                "직장",
                "아들",
                "딸",
                "동생",
                "학생",
            )
        ),
        impact=0.7,
        examples=(
            ("저는 병원에서 일하는 코디네이터예요", "코디네이터"),
            ("IT 회사 다니는 개발자예요", "개발자"),
        ),
        counter_examples=(
            "여기가 제가 일하는 곳이에요",
            "연구소 다니는 후배라고 하더라",
            "은행 다니는 선배예요",
        ),
    ),
    Rule(
        id="work.plies",
        kind="fact",
        key="work.role",
        pattern="START A* (v: N* @J ) ( 을|를/J )? 하/VV ( 고 있 )? END",
        content="{s:은} {v:이다}.",
        who=_WHO,
        check=occupation,
        avoid="x",
        confidence=0.8,
        impact=0.7,
        without=("싶", "어야", "역할", "연기"),
        examples=(("퇴사하고 유튜버 해요", "유튜버"),),
        counter_examples=("유튜버 하고 싶어", "유튜버 할까?"),
    ),
    Rule(
        id="work.job_is",
        kind="fact",
        key="work.role",
        pattern="START ( 직업|본업|생업/N OR 하 는 일 ) 은|는|이|ᆫ? A* (v: X*? N ) ( 이/VCP )? END",
        content="{s:의} 직업은 {v:이다}.",
        who=_WHO,
        check=occupation,
        confidence=0.9,
        impact=0.7,
        examples=(("제 직업은 조율사입니다", "조율사"), ("하는 일은 택배 배송이에요", "택배 배송")),
        counter_examples=("직업이 뭐예요?", "하는 일 없이 피곤해"),
    ),
    Rule(
        id="work.business",
        kind="fact",
        key="work.role",
        pattern="(v: N* @B ) 을|를? A* ( 하 OR 운영|경영/N 하 OR 꾸리|돌리|이끌|짓/VV ) TAIL",
        content="{s:은} {v:을} 한다.",
        who=_WHO,
        check=occupation,
        confidence=0.85,
        impact=0.7,
        without=("싶",),
        closing=True,
        examples=(
            ("저 동네에서 꽃집 해요", "꽃집"),
            ("아버지는 과수원을 운영하세요", "과수원"),
            ("지금은민박집해", "민박"),
        ),
        counter_examples=("꽃집 하고 싶어", "꽃집을 했었어요", "꽃집 하세요?"),
    ),
    Rule(
        id="work.became",
        kind="fact",
        key="work.role",
        pattern="(v: N* @JN ) ( 으로|로/J A* ( 전향|전직|전환|데뷔|임용|승진|발령 ) 나? 하|되? OR 이|가/J A* 되/VV ) 었 TAIL",
        content="{s:은} {v:이} 되었다.",
        who=_WHO,
        past=True,
        lasting=False,
        check=occupation,
        impact=0.7,
        without=("뻔",),
        examples=(("프리랜서로 전향했습니다", "프리랜서"), ("저 드디어 간호사가 됐어요", "간호사")),
        counter_examples=("간호사가 됐으면 좋겠다", "친구가 간호사가 됐대"),
    ),
    Rule(
        id="work.farms",
        kind="fact",
        key="work.role",
        pattern="START ( N+ 에서/J )? A* 농사짓/VV TAIL",
        content="{s:은} 농사를 짓는다.",
        value="농사",
        who=_WHO,
        closing=True,
        impact=0.7,
        without=("싶", "어야"),
        examples=(("농사짓습니다", "농사"),),
        counter_examples=("농사짓고 싶어", "농사지으세요?"),
    ),
    Rule(
        id="work.part_time",
        kind="fact",
        key="work.role",
        pattern=(
            "(v: N* 알바|아르바이트|과외|대리운전|배달|인턴|조교|시간강사|대타/N ) 을|를? ( ( /MM OR /SN OR /NR ) 개|탕? "
            ")? A* ( 하 OR 뛰/VV OR 중 이? ) TAIL"
        ),
        content="{s:은} {v:을} 한다.",
        who=_WHO,
        impact=0.6,
        without=("싶",),
        examples=(("주말에 편의점 알바해", "편의점 알바"), ("저 과외하고 있어요", "과외")),
        counter_examples=("알바 하고 싶다", "알바 했었어"),
    ),
    Rule(
        id="work.teaches",
        kind="fact",
        key="work.role",
        pattern="(v: N+ ) ( 을|를/J )? A* 가르치/V TAIL",
        content="{s:은} {v:을} 가르친다.",
        value="{v} 강사",
        who=_WHO,
        check=occupation,
        impact=0.7,
        without=("싶", "주/VX", "어야"),
        examples=(("저는 고등학교에서 물리를 가르쳐요", "물리"), ("중학교에서 수학 가르쳐", "수학")),
        counter_examples=("물리를 가르쳐 주세요", "물리를 가르치시나요?"),
    ),
    Rule(
        id="work.does",
        kind="fact",
        key="work.role",
        pattern=(
            "(v: N* ( 개발|디자인|번역|영업|마케팅|기획|통역|편집|설계|용접|미화|경비|간병|회계|"
            "인사|무역|유통|운송|물류|제조|품질관리|연구개발|영상편집|촬영/N ) ) ( 일/N )? ( 을|"
            "를/J )? ( 하 고 있 OR 맡 고 있 OR 담당 하 OR 일/N 하 ) END"
        ),
        content="{s:은} {v} 일을 한다.",
        who=_WHO,
        check=occupation,
        confidence=0.75,
        impact=0.7,
        examples=(
            ("저는 무역 회사에서 영업을 담당해요", "영업"),
            ("게임 회사에서 캐릭터 디자인하고 있어", "디자인"),
        ),
        counter_examples=("디자인하고 싶어", "디자인하고 있어?"),
    ),
    Rule(
        id="work.does_there",
        kind="fact",
        key="work.role",
        pattern="START A* N* @M 에서/JKB A* (v: N* 개발|디자인|번역|영업|마케팅|기획|통역|설계|회계|인사|연구|생산/N ) ( 을|를/J )? 하 END",
        content="{s:은} {v} 일을 한다.",
        who=_WHO,
        check=occupation,
        confidence=0.8,
        impact=0.7,
        without=("싶", "어야"),
        examples=(("스타트업에서 백엔드 개발해요", "백엔드 개발"),),
        counter_examples=("스타트업에서 개발하고 싶어요", "스타트업에서 개발해?"),
    ),
    Rule(
        id="work.job_of",
        kind="fact",
        key="work.role",
        pattern="START A* (v: N+ ) 일/N ( 을|를/J )? 하 TAIL",
        content="{s:은} {v} 일을 한다.",
        who=_WHO,
        check=lambda tokens: (
            not set(tokens[-1].sorts) & set("TRFQ")
            and tokens[-1].form not in ("집안", "회사", "무슨", "봉사", "자기")
        ),
        confidence=0.75,
        impact=0.7,
        without=("싶", "어야"),
        examples=(("저는 인테리어 일을 해요", "인테리어"),),
        counter_examples=("무슨 일을 하세요?", "집안일을 해요"),
    ),
    Rule(
        id="work.draws",
        kind="fact",
        key="work.role",
        pattern="(v: 웹툰|웹소설|만화|일러스트/N ) 을|를? A* ( 그리|쓰/VV OR 연재 하|중 ) TAIL",
        content="{s:은} {v:을} 만드는 일을 한다.",
        impact=0.6,
        confidence=0.7,
        examples=(("낮엔 회사 가고 밤엔 웹소설 써", "웹소설"),),
        counter_examples=("웹툰 그리고 싶어",),
    ),
)
