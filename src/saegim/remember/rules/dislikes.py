"""What people dislike."""

from __future__ import annotations

from saegim.remember.rules import moods as mood
from saegim.remember.rules.rule import Rule
from saegim.remember.rules.tastes import nameable, unpleasant

_SAID = "어|어요|습니다|ᆸ니다|다|은데|고|음|으며|어여|은데요|지만|아|아요|으나|거든|거든요|ᆷ|네|네요|더라고요"
_WHO = ("user", "other", "pet", "named")

RULES = (
    Rule(
        id="dislikes.verb",
        kind="preference",
        key="dislikes",
        pattern="START ( 색|색깔|음식|음악|영화|운동|과일|계절|동물|커피|술|게임|장르|옷|책|노래|간식|라면|과목|아이스크림|맛|꽃/N 은|는/J )? (v: X+? ) ( 싫어하|혐오하|꺼리|기피하|미워하/VV OR 기피|혐오 하/XSV ) TAIL",
        content="{s:은} {v:을} 싫어한다.",
        moods=(mood.TELL, mood.MARVEL),
        who=_WHO,
        check=nameable,
        each=True,
        examples=(("저는 시끄러운 술집을 싫어해요", "시끄러운 술집"), ("나 벌레 엄청 싫어함", "벌레")),
        counter_examples=("옆집 아저씨는 개를 싫어한대", "너 벌레 싫어해?", "그 배우는 벌레를 싫어해"),
    ),
    Rule(
        id="dislikes.not_liked",
        kind="preference",
        key="dislikes",
        pattern=(
            "START (v: X+? ) ( 안|못 A* 좋아하|즐기/V OR 안 선호 하 OR 좋아하|즐기 지 J? 않|못하 "
            "OR 선호 하 지 J? 않 OR 별로 안? 좋아하 ) TAIL"
        ),
        content="{s:은} {v:을} 좋아하지 않는다.",
        denied=True,
        who=_WHO,
        check=nameable,
        each=True,
        negated=True,
        examples=(("단 거 별로 안 좋아해", "단 거"), ("저는 영상 통화는 좋아하지 않습니다", "영상 통화")),
        counter_examples=("단 거 안 좋아해?", "동생은 단 거 안 좋아한대"),
    ),
    Rule(
        id="dislikes.bad",
        kind="preference",
        key="dislikes",
        pattern=f"START (v: X+? ) ( 이|가|은|는|도|ᆫ/J )? ( 세상 에서 )? A* 싫/VA {_SAID} END",
        content="{s:은} {v:을} 싫어한다.",
        moods=(mood.TELL, mood.MARVEL),
        who=_WHO,
        check=unpleasant,
        each=True,
        without=("기/ETN", "겠"),
        confidence=0.8,
        examples=(
            ("저는 오이가 싫어요", "오이"),
            ("바퀴벌레가 세상에서 제일 싫어", "바퀴벌레"),
            ("형광등 불빛은 싫은데 백열등은 좋아", "형광등 불빛"),
        ),
        counter_examples=("오늘따라 출근하기 싫어", "그 사람이 싫어?", "내가 싫어?"),
    ),
    Rule(
        id="dislikes.horror",
        kind="preference",
        key="dislikes",
        pattern="START (v: X+? ) 은|는|이|가|도|ᆫ? A* 질색|극혐|비호감|별루|혐오 ( 이/VCP OR 하/XSV OR 하/VV )? END",
        content="{s:은} {v:을} 싫어한다.",
        check=nameable,
        each=True,
        examples=(("담배 냄새는 딱 질색이야", "담배 냄새"), ("민트초코 극혐", "민트초코")),
        counter_examples=("이 영화 극혐",),
    ),
    Rule(
        id="dislikes.no_interest",
        kind="preference",
        key="dislikes",
        pattern="START (v: N+ ) ( 에|에는|은|는|엔/J J? )? A* 관심|흥미|취미/N J? A* 없/VA TAIL",
        content="{s:은} {v}에 관심이 없다.",
        denied=True,
        negated=True,
        check=unpleasant,
        each=True,
        confidence=0.75,
        examples=(("난 골프는 관심 없어", "골프"),),
        counter_examples=("골프에 관심 없어?",),
    ),
    Rule(
        id="dislikes.not_my_taste",
        kind="preference",
        key="dislikes",
        pattern="START (v: N+ ) 은|는|이|가|ᆫ/J ( 나|저 의 )? A* 취향|스타일 이|은|는? 아니/VCN END",
        content="{s:은} {v:을} 좋아하지 않는다.",
        denied=True,
        negated=True,
        check=nameable,
        each=True,
        examples=(("공포 영화는 내 취향 아니야", "공포 영화"),),
        counter_examples=("그건 내 취향 아니야",),
    ),
    Rule(
        id="dislikes.off_my_taste",
        kind="preference",
        key="dislikes",
        pattern="START (v: X+? ) ( 은|는|이|가|ᆫ/J )? ( 나|저 의 )? 입맛|취향/N 에 A* 안 맞/V TAIL",
        content="{s:은} {v:을} 좋아하지 않는다.",
        denied=True,
        negated=True,
        check=nameable,
        examples=(("향신료 센 음식은 제 입맛에 안 맞아요", "음식"),),
        counter_examples=("입맛에 안 맞아요?",),
    ),
    Rule(
        id="dislikes.fears",
        kind="preference",
        key="dislikes",
        pattern="START (v: X+? ) ( 을|를/J )? A* 무서워하|두려워하|겁내/V TAIL",
        content="{s:은} {v:을} 무서워한다.",
        who=("user", "other", "pet"),
        check=nameable,
        confidence=0.75,
        examples=(("저는 높은 곳을 무서워해요", "높은 곳"),),
        counter_examples=("높은 곳을 무서워하세요?",),
    ),
    Rule(
        id="dislikes.burden",
        kind="preference",
        key="dislikes",
        pattern=(
            "START A* (v: X+? ) ( 은|는|ᆫ/J ) A* ( 부담스럽/V OR 부담/N 스럽 OR 불편 하/XSA OR "
            "귀찮/V OR 거북 하/XSA ) END"
        ),
        content="{s:은} {v:을} 불편해한다.",
        check=unpleasant,
        closing=True,
        confidence=0.7,
        examples=(("전화는 부담스러워요", "전화"),),
        counter_examples=("이 의자는 불편해요", "전화는 부담스러우세요?"),
    ),
    Rule(
        id="dislikes.does_not_watch",
        kind="preference",
        key="dislikes",
        pattern="START (v: X+? ) 은|는|ᆫ/JX A* 못|안 보|듣|읽/VV TAIL",
        content="{s:은} {v:을} 피한다.",
        denied=True,
        negated=True,
        check=unpleasant,
        confidence=0.7,
        nowhere=("어서", "니까", "라서"),
        examples=(("잔인한 영화는 못 봐", "잔인한 영화"),),
        counter_examples=("그 영화는 아직 못 봤어", "이 영화는 못 봐"),
    ),
)
