"""How people want to be answered."""

from __future__ import annotations

from saegim.remember.rules import moods as mood
from saegim.remember.rules.rule import Rule

_FOR_GOOD = "( 앞 으로 OR 앞으로|항상|늘|언제나|매번|쭉|계속|이제부터 OR 이제 부터 OR 하 ᆯ/ETM 때 J? )"

RULES = (
    Rule(
        id="style.topic_not",
        kind="preference",
        key="style",
        pattern="START ( 대답|답|답변|설명|말/N ) ( 은|는|을|를/J ) X+? 지/EC J? 말/VX TAIL",
        content="{s:은} 이렇게 답해 달라고 했다: {w}",
        value="{w}",
        over="raw",
        moods=(mood.ORDER,),
        denied=True,
        lasting=False,
        negated=True,
        confidence=0.85,
        impact=0.9,
        examples=(("답변은 세 문장을 넘기지 마세요", "세 문장"),),
        counter_examples=("답변은 서두르지 않아도 돼요",),
    ),
    Rule(
        id="style.topic",
        kind="preference",
        key="style",
        pattern=(
            "START ( 대답|답|답변|말투|호칭/N ) ( 은|는/J ) X+? ( 하|쓰|말하|정리하/V OR 하/XSV ) "
            "X{0,3}? 주 TAIL"
        ),
        content="{s:은} 이렇게 답해 달라고 했다: {w}",
        value="{w}",
        over="raw",
        moods=(mood.ORDER,),
        lasting=False,
        confidence=0.85,
        impact=0.9,
        examples=(("답변은 표로 정리해 줘", "표"),),
        counter_examples=("답 좀 해 줘",),
    ),
    Rule(
        id="style.wish",
        kind="preference",
        key="style",
        pattern="( 대답|답|답변|말투|설명|존댓말|반말|말/N ) X*? 주 ( 었 으면|면 ) 좋|하|감사 X* END",
        content="{s:은} 이렇게 답해 주기를 바란다: {w}",
        value="{w}",
        over="raw",
        moods=(mood.GUESS, mood.TELL, mood.ORDER),
        past=None,
        lasting=False,
        confidence=0.8,
        impact=0.9,
        examples=(("대답은 존댓말로 해 줬으면 좋겠어", "존댓말"),),
        counter_examples=("답장 왔으면 좋겠다",),
    ),
    Rule(
        id="style.speech",
        kind="preference",
        key="style",
        pattern=(
            "(v: 존댓말|반말|높임말|존대|사투리|말투/N ) ( 을|를|으로|로|좀/J )? X{0,4}? ( 쓰|하|"
            "말하/V OR 하/XSV OR 사용|말 하 ) X{0,2}? 주/V TAIL"
        ),
        content="{s:은} 이렇게 답해 달라고 했다: {w}",
        value="{w}",
        over="raw",
        moods=(mood.ORDER,),
        past=None,
        lasting=False,
        confidence=0.9,
        impact=0.9,
        examples=(("저한테 존댓말 써 주세요", "존댓말"), ("그냥 반말로 말해 줘", "반말")),
        counter_examples=("이 문장을 존댓말로 바꿔 주세요",),
    ),
    Rule(
        id="style.always",
        kind="preference",
        key="style",
        pattern=(
            f"( {_FOR_GOOD} X*? @I OR @I X*? {_FOR_GOOD} ) X*? ( 주|바라|부탁|드리 TAIL OR 대화|말|"
            "얘기/N 하 자 X? END )"
        ),
        content="{s:은} 이렇게 답해 달라고 했다: {w}",
        value="{w}",
        over="all",
        moods=(mood.ORDER, mood.PROPOSE),
        past=None,
        denied=None,
        lasting=False,
        confidence=0.9,
        impact=0.9,
        examples=(
            ("앞으로 대답은 짧게 해 줘", "짧게"),
            ("항상 영어로 답해 주세요", "영어"),
            ("늘 결론부터 답해 주세요", "결론"),
            ("설명할 때는 그림을 곁들여 주세요", "그림"),
        ),
        counter_examples=("이 문장 짧게 요약해 줘", "영어로 번역해 주세요", "설명 좀 해 줘"),
    ),
    Rule(
        id="style.from_now",
        kind="preference",
        key="style",
        pattern=f"@I X*? 주 X*? {_FOR_GOOD} X{{0,3}} END",
        content="{s:은} 이렇게 답해 달라고 했다: {w}",
        value="{w}",
        over="all",
        moods=(mood.ORDER,),
        past=None,
        denied=None,
        lasting=False,
        confidence=0.9,
        impact=0.9,
        examples=(("설명 쉽게 해 줘 앞으로도 쭉", "쉽게"),),
        counter_examples=("설명 쉽게 해 줘",),
    ),
    Rule(
        id="style.manner",
        kind="preference",
        key="style",
        pattern=(
            "(v: ( N+ 처럼/J A* ( X 게/EC )? OR 편하|친근하|다정하|솔직하|부드럽|친절하|귀엽|"
            "냉정하|정중하|짧|쉽/V 게/EC OR 편|친근|다정|솔직|친절|냉정|정중 하 게/EC ) ) 말|얘기|"
            "이야기|대화|대 하 X{0,2}? 주 TAIL"
        ),
        content="{s:은} 이렇게 답해 달라고 했다: {w}",
        value="{w}",
        over="raw",
        moods=(mood.ORDER,),
        past=None,
        phrase=True,
        lasting=False,
        confidence=0.75,
        impact=0.8,
        without=("다시", "한번", "크", "자세하", "이", "더", "빨리", "무엇"),
        examples=(("친구처럼 편하게 말해 줘", "친구처럼"),),
        counter_examples=("다시 말해 줘", "자세하게 말해 줘"),
    ),
    Rule(
        id="style.leave_out",
        kind="preference",
        key="style",
        pattern="(v: @I ) ( 은|는|을|를|ᆫ/J )? A* ( 빼 고 OR 없이 OR 쓰 지 말 고 ) X*? 주|바라|부탁 TAIL",
        content="{s:은} 이렇게 답해 달라고 했다: {w}",
        value="{w}",
        over="all",
        moods=(mood.ORDER,),
        past=None,
        denied=None,
        lasting=False,
        confidence=0.85,
        impact=0.9,
        negated=True,
        examples=(("이모지는 빼고 말해 주세요", "이모지"),),
        counter_examples=("표는 빼고 번역해 줄래?",),
    ),
    Rule(
        id="style.only",
        kind="preference",
        key="style",
        pattern="@I 으로|로/J 만/J X*? 주|바라/V TAIL",
        content="{s:은} 이렇게 답해 달라고 했다: {w}",
        value="{w}",
        over="raw",
        moods=(mood.ORDER,),
        past=None,
        denied=None,
        lasting=False,
        confidence=0.9,
        impact=0.9,
        examples=(("한국어로만 답해 주십시오", "한국어"),),
        counter_examples=("한국어로 번역해 주세요",),
    ),
    Rule(
        id="style.speech_to_me",
        kind="preference",
        key="style",
        pattern=(
            "( 나|저 한테|에게 J? OR 앞 으로 J? OR 앞으로 OR 우리 ) X*? (v: 반말|존댓말|높임말/N ) "
            "( 으로|로|을/J )? A* ( 하|쓰/V OR 하/XSV ) END"
        ),
        content="{s:은} 이렇게 말해 달라고 했다: {w}",
        value="{w}",
        over="raw",
        moods=(mood.TELL, mood.PROPOSE, mood.ORDER),
        lasting=False,
        confidence=0.8,
        impact=0.9,
        examples=(("앞으로 나한테 존댓말 써", "존댓말"),),
        counter_examples=("선배한테 존댓말 써?",),
    ),
    Rule(
        id="style.no_more",
        kind="preference",
        key="style",
        pattern=(
            "(v: N? 이모티콘|이모지|존댓말|반말|영어|한자|사투리|줄임말|느낌표|농담|잔소리|칭찬|"
            "유행어|외래어|ㅋㅋ ) ( 은|는|을|를|좀|ᆫ/J )? A* ( 쓰|하|붙이|섞|넣 OR 사용/N 하 ) "
            "지/EC J? 말/VX TAIL"
        ),
        content="{s:은} {v:을} 쓰지 말라고 했다.",
        over="raw",
        moods=(mood.ORDER, mood.TELL),
        past=None,
        denied=True,
        lasting=False,
        negated=True,
        confidence=0.9,
        impact=0.9,
        examples=(("이모티콘 쓰지 마", "이모티콘"), ("반말은 하지 말아 주세요", "반말")),
        counter_examples=("반말 쓰지 말까?",),
    ),
)
