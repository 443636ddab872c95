"""Promises, by the person and by the assistant."""

from __future__ import annotations

from saegim.remember.rules import moods as mood
from saegim.remember.rules.rule import Rule

_GIVEN = (mood.PROMISE, mood.GUESS, mood.TELL, mood.INTEND)
_NOTED = ("기억", "참고", "명심", "메모", "새기/VV", "저장")
_LEAVING = (
    "자/VV",
    "다녀오",
    "찾아보",
    "씻",
    "이따",
    "잠깐",
    "잠시",
    "지금",
    "바로",
    "금방",
    "뵙",
    "기다리",
    "알/VV",
)

# The words of a person.
RULES = (
    Rule(
        id="promise.word",
        kind="promise",
        key="promise",
        pattern=(
            "(v: X+ ) 다고|ᆫ다고|는다고|라고|자고|기/E 로? A* 약속|맹세|다짐/N ( 을|를/J )? ( 하|드리 )? TAIL"
        ),
        content="{s:은} {vp}고 약속했다.",
        value="{vp}",
        who=("user", "other"),
        over="full",
        moods=_GIVEN,
        past=None,
        denied=None,
        phrase=True,
        dated="future",
        lasting=False,
        confidence=0.95,
        impact=0.9,
        examples=(("엄마한테 매주 전화하겠다고 약속했어", "전화"), ("이제 안 늦겠다고 약속할게요", "늦")),
        counter_examples=("그 가수가 돌아오겠다고 약속했대", "내가 뭘 하겠다고 약속했지?"),
    ),
    Rule(
        id="promise.will",
        kind="promise",
        key="promise",
        pattern=(
            "( 꼭|반드시|절대|절대로|다신 OR 다시 는|ᆫ/J OR 앞 으로 OR 다음|담|다음번/N ( 번 )? "
            "에? OR ( 이제|내일|오늘/N 부터 J? ) X*? K ) X*? ( /VV OR /XSV OR /VX ) X*? END"
        ),
        content="{s:은} {p}고 약속했다.",
        value="{g}",
        over="full",
        moods=(mood.PROMISE,),
        denied=None,
        dated="future",
        lasting=False,
        confidence=0.85,
        impact=0.8,
        # 다음에 또 얘기할게요: goodbye.
        without=(*_LEAVING, "또/MAG"),
        examples=(
            ("다음엔 꼭 일찍 올게", "일찍"),
            ("앞으로는 거짓말 안 할게요", "거짓말"),
            ("내일부터 진짜 운동할게", "운동"),
        ),
        counter_examples=("나 이제 자러 갈게", "잠깐 다녀올게요", "이따 꼭 씻을게"),
    ),
    Rule(
        id="promise.give",
        kind="promise",
        key="promise",
        pattern="START X*? K J? X*? ( 주|드리 ) ᆯ게|ᆯ게요|ᆯ께|ᆯ께요/E ( /S OR /JX )* END",
        content="{s:은} {p}고 약속했다.",
        value="{g}",
        over="full",
        moods=(mood.PROMISE,),
        denied=None,
        dated="future",
        lasting=False,
        confidence=0.75,
        impact=0.7,
        without=(*_LEAVING, "나중", "설명", "말/NNG", "한번", "이따가", "다시", "얘기"),
        examples=(("이번 주말에 사진 보내 줄게", "사진"),),
        counter_examples=("지금 보여 줄게", "설명해 줄게"),
    ),
    Rule(
        id="promise.chain",
        kind="promise",
        key="promise",
        pattern=(
            "( 꼭|반드시|절대 OR @T 까지/J OR 다음 ) X*? ( /VV OR /XSV ) 어서|아서|고/EC X*? ( /VV OR /XSV OR /VX ) "
            "ᆯ게|을게|ᆯ게요|을게요/E ( /S OR /JX )* END"
        ),
        content="{s:은} {w}고 약속했다.",
        value="{w}",
        over="sentence",
        moods=(mood.PROMISE,),
        denied=None,
        dated="future",
        lasting=False,
        confidence=0.85,
        impact=0.8,
        without=_LEAVING,
        examples=(("내가 내일까지 꼭 정리해서 보여 줄게", "정리"),),
        counter_examples=("지금 정리해서 보여 줄게",),
    ),
    Rule(
        id="promise.never",
        kind="promise",
        key="promise",
        pattern=(
            "X*? K J? X*? ( 안|못 ( /VV OR /XSV ) ᆯ게|을게|ᆯ게요|을게요 OR 지 J? 않 을게|을게요 "
            ") ( /S OR /JX )* END"
        ),
        content="{s:은} {p}고 약속했다.",
        value="{g}",
        over="full",
        moods=(mood.PROMISE,),
        denied=True,
        lasting=False,
        confidence=0.8,
        impact=0.8,
        without=("걱정", "기다리", "오늘", "지금"),
        examples=(("술 많이 안 마실게", "술"), ("모임에 늦지 않을게요", "모임")),
        counter_examples=("오늘은 점심 안 먹을게",),
    ),
    Rule(
        id="promise.until",
        kind="promise",
        key="promise",
        pattern=(
            "X*? K J? X*? ( /VV OR /XSV OR /VX ) ( ᆯ게|을게|ᆯ게요|을게요/E OR 겠/EP 습니다 ) ( /S OR /JX )* END"
        ),
        content="{s:은} {p}고 약속했다.",
        value="{g}",
        over="full",
        moods=(mood.PROMISE, mood.GUESS),
        dated="ahead",
        needs_date=True,
        lasting=False,
        confidence=0.8,
        impact=0.8,
        without=(*_LEAVING, "가/VV", "오/VV", "연락"),
        examples=(("내일까지 원고 보낼게요", "원고"), ("다음 주에 자료를 정리하겠습니다", "자료")),
        counter_examples=("내일 회사 갈게", "내일 뵙겠습니다"),
    ),
    Rule(
        id="promise.shall",
        kind="promise",
        key="promise",
        pattern=(
            "( 꼭|반드시|절대|절대로|다신|약속 OR 앞 으로 OR 다음|다음번/N ( 번 )? 에? OR 이제 "
            "부터 OR 내일 부터 ) X*? ( /VV OR /XSV OR /VX ) 겠/EP 습니다|어요/EF ( /S )* END"
        ),
        content="{s:은} {p}고 약속했다.",
        value="{g}",
        over="full",
        moods=(mood.GUESS,),
        denied=None,
        dated="future",
        lasting=False,
        confidence=0.85,
        impact=0.8,
        without=(*_LEAVING, "모르", "좋/VA"),
        examples=(("다음번에는 꼭 미리 연락드리겠습니다", "연락"),),
        counter_examples=("내일 뵙겠습니다", "잘 알겠습니다", "꼭 그렇게 되겠어요?"),
    ),
)

# What the assistant binds itself to. Something done at once (찾아볼게요) is no promise.
ASSISTANT_RULES = (
    Rule(
        id="assistant.word",
        kind="promise",
        key="promise",
        pattern="(v: X+ ) 다고|ᆫ다고|는다고|기/E 로? A* 약속|맹세/N ( 하|드리 )? TAIL",
        content="어시스턴트는 {vp}고 약속했다.",
        value="{vp}",
        subject="assistant",
        over="full",
        moods=(*_GIVEN, mood.REPORT),
        past=None,
        denied=None,
        phrase=True,
        dated="future",
        lasting=False,
        confidence=0.95,
        impact=0.9,
        examples=(("네, 매일 아침 날씨를 알려 드리겠다고 약속드려요.", "날씨"),),
        counter_examples=("약속 시간을 확인해 볼게요.",),
    ),
    Rule(
        id="assistant.will",
        past=None,
        kind="promise",
        key="promise",
        pattern=(
            "( 꼭|반드시|절대|절대로|다신|매일|매주|매달|항상|늘|언제나 OR 앞 으로 OR 이제 부터 OR "
            "@T 에|까지|부터|마다|엔/J OR 내일|모레|다음|때 ) X*? ( /VV OR /XSV OR /VX ) X*? END"
        ),
        content="어시스턴트는 {p}고 약속했다.",
        value="{g}",
        subject="assistant",
        over="sentence",
        moods=(mood.PROMISE,),
        denied=None,
        dated="future",
        conditional=True,
        lasting=False,
        confidence=0.9,
        impact=0.8,
        # 꼭 기억할게요: an answer to what was told; the memory is what was told.
        without=("응원", "찾아보", "잠깐", "잠시", "지금", "바로", "기다리", "확인", "바라", "빌", *_NOTED),
        examples=(
            ("앞으로는 존댓말로 이야기할게요.", "존댓말"),
            ("내일 아침 7시에 깨워 드릴게요!", "깨워"),
            ("시험 끝나는 날에 제가 먼저 물어볼게.", "물어보"),
        ),
        counter_examples=(
            "잠깐만 찾아볼게요.",
            "지금 바로 정리해 드릴게요.",
            "응원할게요!",
            "꼭 기억할게요",
            "네, 꼭 기억해 둘게요!",
            "앞으로 참고할게요.",
        ),
    ),
    Rule(
        id="assistant.will_tell",
        kind="promise",
        key="promise",
        pattern=(
            "( 꼭|매일|매주|항상|앞 OR @T 에|까지|부터|마다|엔/J OR 내일|모레|다음|때 ) X*? 라고|으라고|다고|냐고|자고/E X*? "
            "( /VV OR /XSV OR /VX ) ᆯ게|을게|ᆯ게요|을게요/E ( /S OR /JX )* END"
        ),
        content="어시스턴트는 {p}고 약속했다.",
        value="{g}",
        subject="assistant",
        over="sentence",
        moods=(mood.REPORT, mood.PROMISE),
        denied=None,
        dated="future",
        conditional=True,
        lasting=False,
        confidence=0.85,
        impact=0.8,
        without=("지금", "바로", "잠깐"),
        examples=(("내일 아침에 면접 잘 보라고 메시지 드릴게요!", "메시지"),),
        counter_examples=("지금 맞다고 확인해 드릴게요.",),
    ),
    Rule(
        id="assistant.never",
        kind="promise",
        key="promise",
        pattern=(
            "X*? ( 안|못 ( /VV OR /XSV ) ᆯ게|을게|ᆯ게요|을게요 OR 지 J? 않 ( 을게|을게요 OR 겠 "
            "습니다|어요 ) ) ( /S OR /JX )* END"
        ),
        content="어시스턴트는 {p}고 약속했다.",
        value="{g}",
        subject="assistant",
        over="full",
        moods=(mood.PROMISE, mood.GUESS),
        denied=True,
        lasting=False,
        confidence=0.85,
        impact=0.8,
        without=("걱정", "지금"),
        examples=(("그 이야기는 꺼내지 않을게요.", "이야기"),),
        counter_examples=("잘 들리지 않네요.",),
    ),
    Rule(
        id="assistant.shall",
        kind="promise",
        key="promise",
        pattern=(
            "( 꼭|반드시|절대|절대로|다신|매일|매주|매달|항상|늘|언제나 OR 앞 으로 OR 이제 부터 OR "
            "@T 에|까지|부터|마다|엔/J OR 내일|모레|다음|때 ) X*? ( /VV OR /XSV OR /VX ) 겠/EP "
            "습니다|어요/EF ( /S )* END"
        ),
        content="어시스턴트는 {p}고 약속했다.",
        value="{g}",
        subject="assistant",
        over="sentence",
        moods=(mood.GUESS,),
        denied=None,
        dated="future",
        conditional=True,
        lasting=False,
        confidence=0.9,
        impact=0.8,
        without=("찾아보", "잠깐", "잠시", "지금", "바로", "확인", "알/VV", "좋/VA", "뵙", "모르"),
        examples=(("앞으로는 결론부터 말씀드리겠습니다.", "결론"),),
        counter_examples=(
            "요청하신 자료를 지금 보내 드리겠습니다.",
            "내일은 비가 오겠습니다만 괜찮겠습니까?",
        ),
    ),
)
