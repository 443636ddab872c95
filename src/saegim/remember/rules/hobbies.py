"""What people do for pleasure."""

from __future__ import annotations

from saegim.remember.rules.rule import Rule
from saegim.remember.rules.tastes import likeable

RULES = (
    Rule(
        id="hobby.is",
        kind="preference",
        key="hobby",
        pattern=(
            "취미|여가|특기 은|는|이|가|로|ᆫ|로는/J A* (v: X+? ) ( 이/VCP OR 을|를? 하|치|배우|"
            "그리|만들|타|키우|가꾸|모으|찍/V )? TAIL"
        ),
        content="{s:의} 취미는 {v:이다}.",
        over="full",
        who=("user", "other"),
        check=likeable,
        each=True,
        examples=(
            ("제 취미는 도자기 굽기예요", "도자기 굽기"),
            ("취미로 드럼 쳐", "드럼"),
            ("취미는 캘리그라피입니다", "캘리그라피"),
        ),
        counter_examples=("취미가 뭐예요?", "제 특기는 숨쉬기입니다 ㅋㅋ"),
    ),
    Rule(
        id="hobby.as",
        kind="preference",
        key="hobby",
        pattern="START A* (v: X+? ) ( 을|를/J )? A* 취미 로|삼아 A* ( 하|즐기|삼|배우 ) TAIL",
        content="{s:의} 취미는 {v:이다}.",
        who=("user", "other"),
        check=likeable,
        examples=(
            ("저는 수석 수집을 취미로 하고 있어요", "수석 수집"),
            ("캘리그라피 취미로 해", "캘리그라피"),
        ),
        counter_examples=("수석 수집을 취미로 하시나요?",),
    ),
    Rule(
        id="hobby.free_time",
        kind="preference",
        key="hobby",
        pattern=(
            "( ( 여가 시간? OR 쉬 는 날 OR 시간 나 ᆯ 때 ) 에? J* OR 휴일|주말/N 에 는|ᆫ OR 휴일|"
            "주말/N 마다 J? ) A* (v: N+ ) 을|를? ( 가꾸|그리|치|타|하|다니|만들|읽|찍|뛰|모으|굽 ) "
            "TAIL"
        ),
        content="{s:은} 여가에 {v:을} 즐긴다.",
        over="sentence",
        conditional=True,
        check=likeable,
        each=True,
        without=("알바", "아르바이트", "일/NNG", "과외", "청소", "빨래"),
        examples=(("여가 시간에는 목공을 합니다", "목공"), ("휴일에는 주로 그림을 그려요", "그림")),
        counter_examples=("여가 시간에 뭐 하세요?",),
    ),
    Rule(
        id="hobby.whenever",
        kind="preference",
        key="hobby",
        pattern=(
            "( 틈|시간|짬|기회/N 만? 나|되|있 ( 으면|면 ) ) A* (v: N+ ) ( 을|를/J )? ( 하|그리|치|"
            "보|읽|타|가|만들|뛰 ) TAIL"
        ),
        content="{s:은} 틈이 나면 {v:을} 한다.",
        over="sentence",
        conditional=True,
        check=likeable,
        confidence=0.75,
        examples=(("시간만 나면 퍼즐을 해", "퍼즐"),),
        counter_examples=("시간 되면 밥 먹자",),
    ),
    Rule(
        id="hobby.plays",
        kind="preference",
        key="hobby",
        pattern=(
            "START A* (v: ( N 랑|와|과|하고|이랑 )* N* ( 피아노|기타|통기타|바이올린|첼로|드럼|"
            "플루트|하모니카|우쿨렐레|장구|가야금|색소폰|탁구|테니스|골프|배드민턴|당구|볼링|농구|"
            "축구|야구|배구|바둑|장기|체스|서핑|스케이트보드|보드|스키|클라이밍/N ) ) ( 을|를/J )? "
            "A* ( 치|타|켜|불|두|하/V OR 연주 하 OR 하/XSV ) TAIL"
        ),
        content="{s:은} {v:을} 한다.",
        who=("user", "other"),
        each=True,
        closing=True,
        lasting=True,
        confidence=0.75,
        without=("싶", "못", "줄/NNB", "수/NNB", "어야", "러/EC", "기/ETN", "보"),
        examples=(("저는 첼로를 연주해요", "첼로"), ("나 주말에 테니스 쳐", "테니스")),
        counter_examples=("첼로 연주하세요?", "첼로 연주하고 싶다"),
    ),
    Rule(
        id="hobby.club",
        kind="preference",
        key="hobby",
        pattern=(
            "(v: N+ ) 동호회|동아리|크루|클럽|소모임|합창단/N ( 에|에서|을|를/J )? A* ( 활동/N 을|"
            "를? 하 OR 들|나가|다니|가입|들어가 하? ) TAIL"
        ),
        content="{s:은} {v} 동호회에서 활동한다.",
        past=None,
        lasting=False,
        confidence=0.75,
        examples=(("저는 자전거 동호회 활동을 해요", "자전거"), ("농구 동호회에 들어갔어", "농구")),
        counter_examples=("농구 동호회 추천해 줘",),
    ),
    Rule(
        id="hobby.learns",
        kind="preference",
        key="hobby",
        pattern="START A* (v: N+ ) ( 을|를/J )? A* 배우/VV 어|어요|ᆸ니다|ᆷ|는데|는데요 END",
        content="{s:은} {v:을} 배우고 있다.",
        who=("user", "other"),
        said=True,
        check=likeable,
        avoid="G",
        without=("오늘", "어제"),
        examples=(("저 요즘 수영 배워요", "수영"),),
        counter_examples=("수영 배워?", "오늘 수영 배워요"),
    ),
    Rule(
        id="hobby.learning",
        kind="preference",
        key="hobby",
        pattern=(
            "START (v: N+ ) 을|를? A* 배우/VV ( 고 있 OR 러 다니 OR 는 중 이 OR 기 시작 하 었 OR "
            "ᆫ|은/ETM 지 X+ ) TAIL"
        ),
        content="{s:은} {v:을} 배우고 있다.",
        past=None,
        who=("user", "other"),
        check=likeable,
        avoid="G",
        examples=(("요즘 기타 배우고 있어", "기타"), ("저 발레 배우러 다녀요", "발레")),
        counter_examples=("기타 배우고 싶어", "기타 배우고 있어?"),
    ),
)
