"""Names, and what people want to be called."""

from __future__ import annotations

from saegim.remember.rules import moods as mood
from saegim.remember.rules.checks import is_full_name, is_given_name, is_name, is_proper_name
from saegim.remember.rules.rule import Rule

# Whose name it is, when it is not the speaker's.
_OF_CHARACTERS = tuple(
    "캐릭터 주인공 인물 등장인물 악당 로봇 토끼 강아지 고양이 곰 용 팀 앱 가게 카페 브랜드 제품 회사 동아리 밴드 방 프로젝트 파일 폴더".split()
)

RULES = (
    Rule(
        id="name.mine",
        kind="profile",
        key="name",
        pattern="START 이름|성함|본명/N ( 은|는|이|가|ᆫ/J )? A* (v: N+? ) ( 이/VCP ( 라고 하/VV )? )? END",
        content="{s:의} 이름은 {v:이다}.",
        mine=True,
        check=is_name,
        confidence=0.95,
        impact=0.9,
        examples=(
            ("제 이름은 노은재예요", "노은재"),
            ("내 이름 윤슬이야", "윤슬"),
            ("제이름은노은재입니다", "노은재"),
            ("내 이름은 로디야", "로디"),
        ),
        counter_examples=("내 이름이 뭐게?", "내 이름은 잊어 줘"),
    ),
    Rule(
        id="name.other",
        kind="profile",
        key="name",
        pattern="START 이름|성함|본명/N ( 은|는|이|가|ᆫ/J )? A* (v: N+? ) ( 이/VCP ( 라고 하/VV )? )? END",
        content="{s:의} 이름은 {v:이다}.",
        who=("other",),
        check=is_name,
        confidence=0.9,
        impact=0.8,
        examples=(("우리 고모 이름은 정숙이야", "정숙"), ("제 아들 이름은 하율이에요", "하율")),
        counter_examples=("우리 고모 이름이 뭐였지?",),
    ),
    Rule(
        id="name.bare",
        kind="profile",
        key="name",
        pattern=(
            "START 이름|성함/N ( 은|는|이|가|ᆫ/J )? A* (v: N+? ( ( 랑|이랑|하고|와|과/J OR ,/S ) N+ )* ) ( 이/VCP ( 라고 하/VV )? OR 으로|"
            "로 짓|정하|하/V )? END"
        ),
        content="{s:의} 이름은 {v:이다}.",
        each=True,
        mine=False,
        past=None,
        who=("user", "pet"),
        check=is_name,
        confidence=0.85,
        impact=0.9,
        examples=(("이름은 문가온이라고 합니다", "문가온"),),
        counter_examples=("이름이 어떻게 되세요?", "그 가게 이름은 몰라"),
    ),
    Rule(
        id="name.call",
        kind="profile",
        key="name",
        pattern="START (v: N+ ) 이/VCP 라고 하/VV END",
        content="{s:의} 이름은 {v:이다}.",
        said=True,
        check=is_given_name,
        confidence=0.9,
        impact=0.9,
        examples=(("저는 한유리라고 합니다", "한유리"),),
        counter_examples=("이건 잡채라고 해요", "제가 당뇨라고 합니다"),
    ),
    Rule(
        id="name.call_full",
        kind="profile",
        key="name",
        pattern="START (v: N+ ) 이/VCP 라고 하/VV END",
        content="{s:의} 이름은 {v:이다}.",
        check=is_full_name,
        alone=True,
        confidence=0.8,
        impact=0.9,
        examples=(
            ("남경수라고 합니다", "남경수"),
            ("문가온이라고 해요", "문가온"),
            ("박서연이라고 해", "박서연"),
        ),
        counter_examples=(
            "박서연이라고 하던데",
            "박서연이라고 해요?",
            "우리 팀장님은 박서연이라고 해",
            "갈비찜이라고 해요",
        ),
    ),
    Rule(
        id="name.call_hello",
        kind="profile",
        key="name",
        pattern="START (v: N+ ) 이/VCP 라고 하/VV END",
        content="{s:의} 이름은 {v:이다}.",
        greeting=True,
        check=is_given_name,
        confidence=0.85,
        impact=0.9,
        examples=(("유리라고 해요, 반가워요", "유리"),),
        counter_examples=("이건 잡채라고 해요",),
    ),
    Rule(
        id="name.is",
        over="full",
        kind="profile",
        key="name",
        pattern="START (v: N ) 이/VCP END",
        content="{s:의} 이름은 {v:이다}.",
        said=True,
        check=is_full_name,
        confidence=0.85,
        impact=0.9,
        examples=(("안녕하세요, 저는 민도경입니다", "민도경"), ("나 서하린이야", "서하린")),
        counter_examples=("저는 간호사입니다", "저는 한국인입니다", "그 배우는 김도경입니다"),
    ),
    Rule(
        id="name.hello",
        kind="profile",
        key="name",
        pattern="START (v: N ) 이/VCP END",
        content="{s:의} 이름은 {v:이다}.",
        said=True,
        greeting=True,
        check=is_proper_name,
        confidence=0.8,
        impact=0.9,
        examples=(("안녕! 나는 소율이야", "소율"),),
        counter_examples=("안녕! 나는 학생이야",),
    ),
    Rule(
        id="nickname.called",
        kind="profile",
        key="nickname",
        pattern="나|저 를? (v: N+ ) ( 이/VCP 라고 OR 라고 OR 이라고 ) 부르/VV END",
        content="{s:은} {v:이라고} 불린다.",
        over="raw",
        who=("user", "stranger", "other"),
        subject="user",
        check=is_name,
        impact=0.7,
        examples=(("다들 나를 곰돌이라고 불러", "곰돌"),),
        counter_examples=("나를 뭐라고 불러?",),
    ),
    Rule(
        id="nickname.order",
        kind="profile",
        key="nickname",
        pattern=(
            "(v: ( N OR /NP )+ ) ( 이/VCP 라고|라 OR 라고 OR 이라고 OR 으로 OR 로 ) 부르/VV 시? ( 어|어야|"
            "면|으면 X{0,4}? )? END"
        ),
        content="{s:은} {v:이라고} 불리기를 원한다.",
        moods=(mood.ORDER, mood.TELL, mood.GUESS),
        denied=False,
        phrase=True,
        check=is_name,
        nowhere=_OF_CHARACTERS,
        confidence=0.9,
        impact=0.8,
        examples=(
            ("그냥 모찌라고 불러 줘", "모찌"),
            ("저를 단비라고 불러 주세요", "단비"),
            ("나는 쭈라고 부르면 돼", "쭈"),
        ),
        counter_examples=(
            "나를 아줌마라고 부르지 마",
            "저 새를 뭐라고 불러?",
            "캐릭터 이름은 도토리라고 불러 줘",
        ),
    ),
    Rule(
        id="nickname.please",
        kind="profile",
        key="nickname",
        pattern=(
            "( 닉네임|별명|호칭|애칭|이름/N 은|는/J OR 부르 ᆯ 때 J? ) A* (v: N+ ) ( 이/VCP 라고 OR 라고 OR 이라고 OR 으로|로/J ) 하 "
            "X{1,4} END"
        ),
        content="{s:은} {v:이라고} 불리기를 원한다.",
        over="sentence",
        moods=(mood.ORDER,),
        check=is_name,
        nowhere=_OF_CHARACTERS,
        confidence=0.85,
        impact=0.8,
        examples=(
            ("닉네임은 달콩이라고 해 주세요", "달콩"),
            ("저를 부를 때는 팀장님이라고 해 주세요", "팀장님"),
        ),
        counter_examples=("닉네임은 나중에 정해 주세요", "팀 이름은 번개로 해 주세요"),
    ),
    Rule(
        id="nickname.is",
        kind="profile",
        key="nickname",
        pattern="START 별명|닉네임|애칭|별칭|예명|필명|활동명/N 은|는|이|ᆫ? A* (v: N+ ) 이/VCP? END",
        content="{s:의} 별명은 {v:이다}.",
        check=is_name,
        examples=(("제 별명은 감자예요", "감자"),),
        counter_examples=("네 별명은 뭐야?",),
    ),
)
