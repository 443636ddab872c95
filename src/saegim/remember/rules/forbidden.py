"""What doctors forbid, in the words people pass it on with: 하지 말래, 안 된대, 줄이라고 했어요, 금지당했어."""

from __future__ import annotations

from saegim.remember.rules import moods as mood
from saegim.remember.rules.checks import is_nominal, nominal_topic, topical
from saegim.remember.rules.rule import ANYONE, Rule

_DOCTOR = (
    "( 의사|원장|병원|약사|한의사|쌤|의사쌤|의사선생님|주치의|교수|교수님|내과|산부인과|치과|피부과|한의원|이비인후과|정형외과|정신과|비뇨기과|안과|외과|소아과|응급실|"
    "보건소|선생님|담당의/N ( 쌤|선생|선생님|님 )? ( 이|가|께서|에서|는|은|도|한테/J )* )?"
)
# 약 먹는 동안은, 무릎 때문에.
_MEANWHILE = "( X{1,6}? 는/ETM 동안|중|기간/N J* OR N{1,3} 때문 에 OR 나|저/NP J? )?"
_MARK = "( 을|를|은|는|도|만|에|이|가|ᆫ|ᆯ/J )*"
# 하지 말래, 하지 말라더라, 하지 말라고 하셨어, 하지 말라는 말 들었어.
_BIDDEN = (
    "( 래|래요|으래|으래요|라네|라네요|라더라|라더라고|라더라고요|라던데|라던데요|라시네|라니까/E OR 라고|으라고|라구 A* 하|그러|당부|듣/V X* "
    "OR 라고|으라고 /EF? END OR 라는|으라는/ETM 말|소리|얘기|당부|주의/N X* OR 라고|으라고 N+ J* X* )"
)
# 안 된대, 안 된다고 했어, 안 된다는 말 들었어.
_TOLD = (
    "( ᆫ대|ᆫ대요|대|대요|는대|는대요|ᆫ다네|ᆫ다네요|ᆫ다더라|ᆫ다던데/E OR ᆫ다고|다고|ᆫ다구 A* 하|그러|듣/V X* OR "
    "ᆫ다는|다는/ETM 말|소리|얘기/N X* OR ᆫ다고 N+ J* X* )"
)
_CUT = "( 피하|삼가|줄이|끊|멀리하|금하|가리|빼/V OR 조심|주의|자제|제한|절제/N ( 하|시키 ) )"
_PASSED_ON = (mood.REPORT, mood.MARVEL, mood.TELL, mood.ORDER)
# Without an object these say nothing.
_TAKING = frozenset("먹 마시 쓰 하 맞 바르 받 되 두".split())
_MACHINES = frozenset(
    "인터넷 와이파이 카드 연락 전화 예약 시간 주문 배달 취소 환불 말 집중 이해 통화".split()
)
_STORIES = (
    "드라마",
    "영화",
    "소설",
    "만화",
    "웹툰",
    "예능",
    "주인공",
    "뉴스",
    "유튜브",
    "방송",
    "친구",
    "사람",
)


def _told(name: str, pattern: str, *, shown: tuple[str, str], not_shown: tuple[str, ...]) -> Rule:
    """A rule for one way of passing a doctor's word on. `contra.doctor` reads those that name the doctor first."""
    return Rule(
        id=f"contra.{name}",
        kind="contraindication",
        key="contraindication",
        pattern=f"START A* {_DOCTOR} {_MEANWHILE} A* (v: X+? ) {_MARK} A* {pattern} END",
        content="사용자는 {v:을} 피해야 한다.",
        subject="user",
        moods=_PASSED_ON,
        over="raw",
        past=None,
        denied=None,
        check=lambda tokens: topical(tokens) and is_nominal(tokens),
        each=True,
        medical=True,
        health=True,
        lasting=False,
        impact=1.0,
        nowhere=_STORIES,
        examples=(shown,),
        counter_examples=not_shown,
    )


RULES = (
    _told(
        "told_not_to",
        f"( /VV OR /XSV ) 지/E J? 말/V {_BIDDEN}",
        shown=("목디스크라 고개 숙이는 운동은 하지 말래", "운동"),
        not_shown=("친구가 목디스크 운동 하지 말래", "의사가 운동하지 말랬어?"),
    ),
    _told(
        "told_to_cut",
        f"{_CUT} {_BIDDEN}",
        shown=("위염 때문에 커피 끊으래요", "커피"),
        not_shown=("친구가 위염에는 커피 끊으래", "의사들은 왜 다 술 끊으라고 할까요"),
    ),
    _told(
        "told_must_cut",
        f"{_CUT} 어야/E 하|되/V {_TOLD}",
        shown=("당뇨가 있어서 단 거 줄여야 된대", "단 거"),
        not_shown=("당뇨면 단 거 줄여야 된대?",),
    ),
    _told(
        "told_no",
        f"( ( /VV OR /XSV ) 으면|면/E )? 안 되/V {_TOLD}",
        shown=("혈압이 높아서 사우나는 안 된대", "사우나"),
        not_shown=("임신하면 사우나는 안 된대?", "친구가 당뇨면 술은 안 된대"),
    ),
    _told(
        "told_unfit",
        "안 맞/V ( 는대|는대요|는다네|는다네요/E OR 는다고 하 X* )",
        shown=("체질 검사 했는데 인삼이 안 맞는대", "인삼"),
        not_shown=("친구가 그 병원은 안 맞는대",),
    ),
    Rule(
        id="contra.banned",
        kind="contraindication",
        key="contraindication",
        pattern=(
            f"START A* {_DOCTOR} A* (v: X+? ) {_MARK} A* 금지|금물|금기|불가/N ( 판정|진단|통보|처방/N J? )? ( 당하|시키|되|받|나오/V OR 당하/XSV OR 되/XSV OR "
            "이/VCP 래|래요|라네|라네요|라고 X* ) X*? END"
        ),
        content="{s:은} {v:을} 피해야 한다.",
        over="raw",
        moods=(mood.TELL, mood.MARVEL, mood.REPORT),
        past=None,
        denied=None,
        check=topical,
        each=True,
        health=True,
        lasting=False,
        impact=1.0,
        nowhere=_STORIES,
        examples=(("간 수치가 높아서 술 금지당했어", "술"),),
        counter_examples=("병원에서는 흡연 금지래?",),
    ),
    Rule(
        id="contra.unfit",
        kind="contraindication",
        key="contraindication",
        pattern="(v: N? @D OR 인삼|꿀|녹용/N ) ( 이|가|은|는|도/J ) ( 나|저/NP 한테|에게/J 는? OR 체질|몸/N 에|이랑|하고/J )? A* ( 안 맞/V OR 맞 지 J? 않 ) TAIL",
        content="{s:은} {v:이} 몸에 맞지 않는다.",
        over="full",
        denied=True,
        who=ANYONE,
        lasting=False,
        impact=0.9,
        without=("면", "으면", "수/NNB", "시간", "사이즈"),
        examples=(("저는 홍삼이 체질에 안 맞아요", "홍삼"),),
        counter_examples=("홍삼이 안 맞을 수도 있어", "홍삼은 안 맞나요?"),
    ),
    Rule(
        id="contra.reacted",
        kind="contraindication",
        key="contraindication",
        pattern=(
            "(v: N? @D ( 계열/N )? ) ( 을|를|만|은|는/J )? A* ( 먹|맞|쓰|바르/V OR 복용|투여 하 ) 고|으면|면|니까|으니까|자마자|더니|었더니|고서/E "
            "X+? 어서|아서|라|니까|으니까/E A* J? ( 못|안 먹|맞|쓰|바르/V OR 먹|쓰|맞|바르 지 J? 못하|않 ) END"
        ),
        content="{s:은} {v:을} 쓰지 못한다.",
        over="sentence",
        denied=True,
        who=ANYONE,
        conditional=True,
        lasting=False,
        impact=1.0,
        examples=(("스타틴 먹고 근육통 와서 다시는 못 먹어요", "스타틴"),),
        counter_examples=("혈압약 먹고 배불러서 밥은 못 먹어요",),
    ),
    Rule(
        id="contra.dangerous",
        kind="contraindication",
        key="contraindication",
        pattern=(
            "(v: N? @D ( 계열/N )? ) N? ( 을|를|만|은|는/J )? ( 나|저/NP 한테|에게/J )? A* ( 먹|맞|쓰|바르/V OR 복용|투여 하 ) 으면|면/E A* "
            "( 큰일 나|이/V OR 큰일나/V OR 위험 하 OR 쇼크|발작|호흡곤란|실신|두드러기|발진/N J? 오|나|하|올라오 OR 죽/V OR 토하/V ) X{0,3}? END"
        ),
        content="{s:은} {v:을} 쓰면 위험하다.",
        over="sentence",
        conditional=True,
        lasting=False,
        impact=1.0,
        without=("사람", "강아지", "고양이", "수/NNB"),
        examples=(("저는 설파제 쓰면 큰일 나요", "설파제"),),
        counter_examples=("설파제 쓰면 큰일 나?",),
    ),
    Rule(
        id="contra.cannot_undergo",
        kind="contraindication",
        key="contraindication",
        pattern=(
            "(v: N? ( @D OR ~(?:.*마취|엠알아이|MRI|CT|조영|수혈|방사선|헌혈) ) N{0,2} ) ( 은|는|을|를|도/J )? A* "
            "( 받|쓰|먹|맞|하/V OR 복용|투여|촬영 하 ) ( 을|ᆯ/ETM 수 J? 없 OR 지 J? 못하 ) X*? END"
        ),
        content="{s:은} {v:을} 받을 수 없다.",
        over="full",
        denied=True,
        who=ANYONE,
        lasting=False,
        impact=1.0,
        without=("오늘", "돈", "예약", "시간"),
        examples=(("신장이 하나라 조영제 검사는 받을 수 없습니다", "조영제"),),
        counter_examples=("조영제 검사는 받을 수 없나요?",),
    ),
    Rule(
        id="contra.no",
        kind="contraindication",
        key="contraindication",
        pattern="어서|아서|라|라서|니까|으니까|어/EC ( /S )* A* (v: N+ ( ( 랑|이랑|하고|와|과/J OR ,/S ) N+ )* ) ( 은|는|도/J )? ( /MAG )* 안 되/V TAIL",
        content="{s:은} {v:을} 피해야 한다.",
        over="sentence",
        denied=True,
        who=ANYONE,
        check=lambda tokens: nominal_topic(tokens) and tokens[-1].form not in _MACHINES,
        each=True,
        health=True,
        lasting=False,
        confidence=0.8,
        impact=0.9,
        nowhere=_STORIES,
        examples=(("갑상선암이라서 미역국은 절대 안 돼요", "미역국"),),
        counter_examples=("허리가 아파서 미역국은 안 되나요?", "눈이 와서 인터넷은 안 돼요"),
    ),
    Rule(
        id="contra.told_not_to_do",
        kind="contraindication",
        key="contraindication",
        pattern=(
            f"START A* {_DOCTOR} {_MEANWHILE} A* (v: X{{0,4}}? /VV ) ( 지/E J? 말/V {_BIDDEN} OR 으면|면/E 안 되/V {_TOLD} ) END"
        ),
        content="사용자는 {v}지 말아야 한다.",
        value="{v}지 않기",
        subject="user",
        over="raw",
        moods=(mood.REPORT, mood.MARVEL),
        past=None,
        denied=None,
        who=("user", "stranger"),
        phrase=True,
        check=lambda tokens: len(tokens) > 1 or tokens[0].form not in _TAKING,
        health=True,
        lasting=False,
        last_resort=True,
        confidence=0.8,
        impact=1.0,
        nowhere=_STORIES,
        examples=(("의사가 무릎 때문에 당분간 뛰지 말래", "뛰"),),
        counter_examples=("친구가 무릎 아프면 뛰지 말래",),
    ),
)
