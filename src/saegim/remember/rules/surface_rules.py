"""Korean patterns over the letters themselves, chosen to be right rather than many."""

from __future__ import annotations

from dataclasses import dataclass

_SUBJECT = r"(?:^|\s)(?:나(?:는|도)?|난|저(?:는|도)?|전|내|제|우리|저희)?\s*"
# What is said of the speaker starts the sentence or follows 나, 저.
_OWN = r"^\s*(?:(?:나는?|난|저는?|저도|나도|전|제가|내가|현재|요즘|지금)\s+)*"
_END = r"(?:[.!~ㅠㅜ\s]*$|[,\s])"
_IS = r"(?:이야|야|이에요|예요|입니다|임|이고|고|인데)"


@dataclass(frozen=True, slots=True)
class SurfaceRule:
    """A regular expression whose group `v` is the value; `{d}` in the content is the date."""

    id: str
    kind: str
    key: str
    pattern: str
    content: str
    value: str = "{v}"
    negated: bool = False
    dated: bool = False
    needs_date: bool = False
    confidence: float = 0.8
    impact: float = 0.7
    examples: tuple[tuple[str, str], ...] = ()
    counter_examples: tuple[str, ...] = ()


RULES = (
    SurfaceRule(
        id="surface.name",
        kind="profile",
        key="name",
        pattern=rf"(?:^|\s)(?:내|제)\s?이름은\s?(?P<v>[가-힣]{{2,4}}?){_IS}{_END}",
        content="사용자의 이름은 {v:이다}.",
        impact=0.9,
        examples=(("제 이름은 노은재예요", "노은재"), ("내 이름은 윤슬이야", "윤슬")),
        counter_examples=("내 이름은 뭐야?", "걔 이름은 윤슬이야"),
    ),
    SurfaceRule(
        id="surface.name_is",
        kind="profile",
        key="name",
        pattern=(
            r"^\s*(?:저는|전|나는|난)\s(?P<v>[김이박최정강조윤장임한오서신권황안송홍유고문양손배백허남심노차][가-힣]{2})"
            r"(?:이라고|라고)\s?(?:해|합니다|해요)"
        ),
        content="사용자의 이름은 {v:이다}.",
        impact=0.9,
        examples=(("저는 박준영이라고 합니다", "박준영"),),
        counter_examples=("저는 안된다고 합니다", "쟤는 박준영이라고 해"),
    ),
    SurfaceRule(
        id="surface.allergy",
        kind="allergy",
        key="allergy",
        pattern=(
            rf"{_OWN}(?P<v>[가-힣]{{1,8}}?)\s?(?:에\s?)?알[레러]르?[기지]\s?(?:반응)?\s?(?:가|이)?\s?"
            r"(?:[있잇](?:어|습니다|음|는데|거든)|개?심(?:해|하|함)|때문)"
        ),
        content="사용자는 {v} 알레르기가 있다.",
        confidence=0.9,
        impact=1.0,
        examples=(
            ("저는 복숭아 알레르기가 있어요", "복숭아"),
            ("나 새우 알러지 있어", "새우"),
            ("꽃가루 알러지 때문에 고생해요", "꽃가루"),
        ),
        counter_examples=(
            "새우 알레르기 있으면 어떡해",
            "새우 알레르기 없어요",
            "민수가 새우 알레르기 있대",
            "우리 초코는 닭고기 알레르기가 있어요",
        ),
    ),
    SurfaceRule(
        id="surface.lives",
        kind="fact",
        key="home.city",
        pattern=(
            rf"{_SUBJECT}(?:지금은?\s?|이제\s?|요즘\s?)?(?P<v>[가-힣]{{2,8}}?(?:동|시|구|군|읍)|서울"
            r"|부산|대구|인천|광주|대전|울산|세종|제주|수원|전주|강릉|춘천)에?(?:서)?\s?(?:살아"
            r"|살아요|삽니다|살고\s?있|거주)"
        ),
        content="사용자는 {v}에 산다.",
        impact=0.8,
        examples=(("나 망원동 살아", "망원동"), ("저는 전주에 살고 있어요", "전주")),
        counter_examples=("망원동 살고 싶어", "예전에 망원동에 살았어", "망원동 살아?"),
    ),
    SurfaceRule(
        id="surface.likes",
        kind="preference",
        key="likes",
        pattern=(
            rf"(?:^|\s)(?:나는?|난|저는?|전)\s(?P<v>[가-힣\s]{{1,15}}?)(?:을|를|이|가)?\s?(?:진짜"
            rf"|정말|너무|제일|가장|엄청|되게)?\s?좋아(?:해|해요|합니다|함){_END}"
        ),
        content="사용자는 {v:을} 좋아한다.",
        impact=0.6,
        examples=(("나는 순대국을 진짜 좋아해", "순대국"), ("저는 재즈를 좋아합니다.", "재즈")),
        counter_examples=("너는 순대국을 좋아해", "나는 순대국을 안 좋아해", "나는 순대국을 좋아했어"),
    ),
    SurfaceRule(
        id="surface.dislikes",
        kind="preference",
        key="dislikes",
        pattern=(
            rf"(?:^|\s)(?:나는?|난|저는?|전)\s(?P<v>[가-힣\s]{{1,15}}?)(?:을|를)?\s?(?:진짜|정말"
            rf"|너무|제일|가장|엄청|되게)?\s?싫어(?:해|해요|합니다|함){_END}"
        ),
        content="사용자는 {v:을} 싫어한다.",
        impact=0.6,
        examples=(("저는 오이를 싫어해요", "오이"),),
        counter_examples=("걔는 오이를 싫어해", "저는 오이를 싫어했어요"),
    ),
    SurfaceRule(
        id="surface.job",
        kind="fact",
        key="work.role",
        pattern=(
            rf"(?:^|\s)(?:나는?|난|저는?|전)\s(?P<v>[가-힣\s]{{0,10}}?(?:교사|간호사|의사|변호사"
            r"|개발자|디자이너|공무원|회사원|기자|작가|요리사|약사|소방관|경찰관|연구원|강사|기사"
            rf"|농부)){_IS}{_END}"
        ),
        content="사용자는 {v:이다}.",
        examples=(("저는 초등학교 교사예요", "초등학교 교사"),),
        counter_examples=("저는 교사가 아니에요", "우리 형은 교사예요"),
    ),
    SurfaceRule(
        id="surface.decided",
        kind="decision",
        key="decision",
        pattern=rf"(?P<v>[가-힣\s]{{2,30}}?기로)\s?(?:했어|했어요|했습니다|결정했\S*|결심했\S*){_END}",
        content="사용자는 {v} 했다.",
        dated=True,
        examples=(("나 차를 팔기로 했어", "차"),),
        counter_examples=("걔네 결혼하기로 했대", "뭐 하기로 했어?"),
    ),
    SurfaceRule(
        id="surface.boundary",
        kind="boundary",
        key="boundary",
        pattern=(
            r"(?P<v>[가-힣\s]{1,20}?(?:얘기|이야기|질문|나이|몸무게|외모)(?:는|은|를)?)\s?(?:다신|다시는|절대)?\s?"
            r"(?:(?:하지|꺼내지|묻지|물어보지)\s?(?:마|말)|삼가\s?(?:줘|주))"
        ),
        content="사용자는 {v} 하지 말라고 했다.",
        negated=True,
        confidence=0.9,
        impact=1.0,
        examples=(("아버지 얘기는 꺼내지 마", "아버지"), ("종교 이야기는 삼가 주세요", "종교")),
        counter_examples=("걱정하지 마",),
    ),
    SurfaceRule(
        id="surface.request",
        kind="note",
        key="request",
        pattern=(
            r"^(?!이건|이거|그거|그건)(?P<v>.{6,60}?)[,.\s]+(?:꼭\s)?(?:기억해|메모해|외워"
            r"|잊지)\s?(?:줘|둬|놔|주세요|두세요|마|마세요|주십시오|두시기|주시기)"
        ),
        content="사용자가 기억해 달라고 했다: {v}",
        confidence=0.95,
        impact=0.8,
        examples=(("와이파이 비번은 감자1234야. 꼭 기억해 줘", "감자1234"),),
        counter_examples=("내 이름 기억해?",),
    ),
    SurfaceRule(
        id="surface.nickname",
        kind="profile",
        key="nickname",
        pattern=r"(?:^|\s)[‘']?(?P<v>[가-힣]{1,6}?)[’']?(?:이라고|라고)\s?불러\s?(?:줘|주세요|주십시오)",
        content="사용자는 {v:이라고} 불리기를 바란다.",
        impact=0.9,
        examples=(("앞으로 쭈니라고 불러 줘", "쭈니"),),
        counter_examples=("의사 좀 불러 줘",),
    ),
    SurfaceRule(
        id="surface.age",
        kind="profile",
        key="age",
        pattern=rf"(?:^|\s)(?:나는?|난|저는?|전)\s?(?:올해\s?)?(?P<v>[1-9]\d?살){_IS}{_END}",
        content="사용자는 {v:이다}.",
        examples=(("저는 올해 34살이에요", "34살"),),
        counter_examples=("우리 딸은 7살이에요", "저는 34살이었어요"),
    ),
    SurfaceRule(
        id="surface.birthday",
        kind="profile",
        key="birthday",
        pattern=rf"(?:^|\s)(?:내|제)\s?생일은?\s?(?P<v>\d{{1,2}}월\s?\d{{1,2}}일){_IS}{_END}",
        content="사용자의 생일은 {v:이다}.",
        impact=0.9,
        examples=(("제 생일은 9월 14일이에요", "9월 14일"),),
        counter_examples=("걔 생일은 9월 14일이야", "내 생일은 9월 14일이야?"),
    ),
    SurfaceRule(
        id="surface.condition",
        kind="condition",
        key="condition",
        pattern=(
            rf"{_OWN}(?P<v>당뇨병?|고혈압|저혈압|천식|아토피|허리\s?디스크|빈혈|편두통|(?!자격증|면허증|신분증)[가-힣]{{1,7}}(?:증|염|암|장애))"
            r"(?:이|가|을|를)?\s?(?:(?:있어|있습니다|있음)|진단을?\s?받았|심해|앓고|라서|이라서|때문)"
        ),
        content="사용자는 {v:을} 앓고 있다.",
        confidence=0.85,
        impact=0.9,
        examples=(("저는 고혈압이 있어요", "고혈압"), ("나 공황장애 진단 받았어", "공황장애")),
        counter_examples=(
            "저는 고혈압이 없어요",
            "엄마는 고혈압이 있어요",
            "자격증이 있어요",
            "나 자격증 따고 싶어",
        ),
    ),
    SurfaceRule(
        id="surface.medication",
        kind="medication",
        key="medication",
        pattern=(
            rf"{_OWN}(?P<v>(?!감기약|두통약|소화제)[가-힣]{{1,8}}(?:약|제|린|민))(?:을|를)?\s?(?:매일\s|하루\s\S+\s번\s)?"
            r"(?:먹고\s?[있잇]|복용하고\s?있|복용\s?중|맞고\s?있|챙겨\s?먹|먹는\s?중|먹어서)"
        ),
        content="사용자는 {v:을} 쓰고 있다.",
        confidence=0.85,
        impact=0.9,
        examples=(("혈압약 먹고 있어요", "혈압약"), ("항우울제를 복용 중입니다", "항우울제")),
        counter_examples=("감기약 먹고 있어", "혈압약 먹고 있어?"),
    ),
    SurfaceRule(
        id="surface.diet_way",
        kind="diet",
        key="diet",
        pattern=rf"(?:^|\s)(?:나는?|난|저는?|전)\s(?P<v>비건|채식주의자|페스코|할랄만|키토|락토){_IS}{_END}",
        content="사용자는 {v:이다}.",
        impact=0.9,
        examples=(("저는 비건이에요", "비건"),),
        counter_examples=("비건 식당 알려 줘", "너는 비건이야"),
    ),
    SurfaceRule(
        id="surface.diet_not",
        kind="diet",
        key="diet",
        pattern=(
            r"(?:^|\s)(?:나는?|난|저는?|전)\s(?P<v>[가-힣]{1,8}?)(?:을|를|은|는)?\s?못\s?먹(?:어요?|습니다|음|는다)"
            rf"{_END}"
        ),
        content="사용자는 {v:을} 먹지 못한다.",
        negated=True,
        impact=0.8,
        examples=(("저는 오이를 못 먹어요", "오이"),),
        counter_examples=("저는 오이를 못 먹었어요", "동생은 오이를 못 먹어요"),
    ),
    SurfaceRule(
        id="surface.pet",
        kind="fact",
        key="pet.{v}",
        pattern=(
            r"(?:^|\s)(?:나는?|난|저는?|전|우리)?\s?(?P<v>고양이|강아지|햄스터|앵무새|토끼|거북이|고슴도치|도마뱀)(?:를|을)?\s?"
            r"(?:(?:한|두|세|네|\d+)\s?마리\s?)?키(?:워요?|웁니다|움|우고\s?있)"
        ),
        content="사용자는 {v:을} 키운다.",
        examples=(("저는 고양이 두 마리 키워요", "고양이"), ("강아지를 키우고 있어", "강아지")),
        counter_examples=("강아지 키우고 싶어", "강아지 키워?"),
    ),
    SurfaceRule(
        id="surface.appointment",
        kind="plan",
        key="plan",
        pattern=r"(?P<v>[가-힣]{0,6}\s?(?:예약|면접|시험|수술|검진|약속|결혼식|출장))(?:이|가)?\s?있(?:어요?|습니다|음)[.!~\s]*$",
        content="사용자는 {d}에 {v:이} 있다.",
        dated=True,
        needs_date=True,
        examples=(("다음 주 화요일에 치과 예약이 있어요", "치과 예약"),),
        counter_examples=("다음 주에 예약 있어?", "약속이 있어요"),
    ),
)
