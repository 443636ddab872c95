"""What people like."""

from __future__ import annotations

from saegim.remember.rules import moods as mood
from saegim.remember.rules.rule import Rule
from saegim.remember.rules.tastes import likeable, pleasing

_SAID = "어|어요|습니다|다|은데|고|음|으며|어여|은데요|지만|으나|거든|거든요|더라|더라고|더라고요|더라구요"
_MUCH = "제일|가장|너무|진짜|정말|훨씬|더|완전|특히|무척|참|엄청|되게|그냥"
_WHO = ("user", "other", "pet", "named")

RULES = (
    Rule(
        id="likes.verb",
        kind="preference",
        key="likes",
        pattern=(
            "START ( X+? 중 에서 J* OR X+? 보다/JKB J* )? ( 색|색깔|음식|음악|영화|운동|과일|계절|동물|커피|술|게임|장르|옷|책|노래|간식|라면|과목|아이스크림|맛|꽃/N 은|는/J )? (v: X+? ) ( 좋아하|사랑하|애정하|즐기/VV "
            "OR 선호|애호|환장|사랑|애정|응원 하 ) TAIL"
        ),
        content="{s:은} {v:을} 좋아한다.",
        over="body",
        moods=(mood.TELL, mood.MARVEL),
        who=_WHO,
        check=likeable,
        each=True,
        impact=0.6,
        examples=(
            ("나 순대국 진짜 좋아해", "순대국"),
            ("저는 재즈보다 록을 더 좋아합니다", "록"),
            ("조용한 카페를 선호해요", "조용한 카페"),
            ("색깔은 남색을 제일 좋아해요", "남색"),
            ("나비오는날산책하는거좋아해", "산책"),
            ("저는 보드게임이랑 퍼즐을 좋아해요", "퍼즐"),
        ),
        counter_examples=(
            "너 순대국 좋아해?",
            "민수가 순대국 좋아한대",
            "내가 순대국을 좋아했더라면 갔을 텐데",
            "예전에는 순대국을 좋아했어요",
            "순대국 안 좋아해",
            "야근 진짜 좋아함ㅋㅋ",
        ),
    ),
    Rule(
        id="likes.habitually",
        kind="preference",
        key="likes",
        pattern="START (v: X+? ) 즐기/VV 어/EC V TAIL",
        content="{s:은} {v:을} 즐긴다.",
        who=_WHO,
        check=likeable,
        each=True,
        examples=(("저는 미역국을 즐겨 먹어요", "미역국"),),
        counter_examples=("미역국을 즐겨 드세요?",),
    ),
    Rule(
        id="likes.good",
        kind="preference",
        key="likes",
        pattern=f"START ( X+? 보다/JKB J* )? (v: X+? ) ( 이|가|은|는|만|도|ᆫ/J )? A* 좋/VA {_SAID} END",
        content="{s:은} {v:을} 좋아한다.",
        moods=(mood.TELL, mood.MARVEL),
        who=_WHO,
        said=True,
        check=pleasing,
        each=True,
        confidence=0.8,
        examples=(
            ("난 여름보다 겨울 바다가 좋아", "겨울 바다"),
            ("저는 국밥이 제일 좋아요", "국밥"),
            ("나는 비 오는 날이 좋더라", "비 오는 날"),
        ),
        counter_examples=(
            "오늘 날씨가 너무 좋아요",
            "기분이 좋아",
            "이 노래 좋다",
            "운동은 건강에 좋아요",
            "쉬는 게 좋겠어요",
        ),
    ),
    Rule(
        id="likes.interest",
        kind="preference",
        key="likes",
        pattern=(
            "START (v: X+? ) 에/J A* 관심|흥미/N ( 이|가|도/J )? A* ( 있|생기|많|크/V OR 갖|가지 고 있 ) TAIL"
        ),
        content="{s:은} {v}에 관심이 있다.",
        past=None,
        check=likeable,
        confidence=0.75,
        without=("사람", "분"),
        examples=(("요즘 와인에 관심이 생겼어", "와인"),),
        counter_examples=("와인에 관심 있어?",),
    ),
    Rule(
        id="likes.only",
        kind="preference",
        key="likes",
        pattern="START ( N+ 은|는|에|에서|마다/J J? )? A* (v: N+ ) 만/JX A* 보|듣|들|틀|읽|입|부르/VV TAIL",
        content="{s:은} {v:을} 즐긴다.",
        check=pleasing,
        confidence=0.7,
        without=("오늘", "싶", "조금", "잠깐"),
        examples=(("출근길엔 발라드만 들어", "발라드"),),
        counter_examples=("오늘은 발라드만 들었어",),
    ),
    Rule(
        id="likes.listens",
        kind="preference",
        key="likes",
        pattern=(
            "START A* (v: N* 음악|노래|재즈|힙합|클래식|록|발라드|트로트|국악|팟캐스트|라디오/N ) "
            "( 을|를/J ) A* 듣/VV TAIL"
        ),
        content="{s:은} {v:을} 듣는다.",
        who=("user", "other"),
        check=pleasing,
        confidence=0.7,
        said=True,
        closing=True,
        examples=(("저는 재즈를 주로 들어요", "재즈"),),
        counter_examples=("재즈를 들으세요?", "지금 음악 듣는 중이야"),
    ),
    Rule(
        id="likes.into",
        kind="preference",
        key="likes",
        pattern="START (v: N+ ) 에|에게/J A* 빠지|꽂히|홀리|미치/VV TAIL",
        content="{s:은} {v:을} 좋아한다.",
        past=None,
        check=pleasing,
        without=("고민", "생각", "슬픔", "잠", "사랑", "물", "함정", "위험"),
        examples=(("요즘 뜨개질에 푹 빠졌어", "뜨개질"), ("저 요새 클라이밍에 빠져 있어요", "클라이밍")),
        counter_examples=("물에 빠졌어", "고민에 빠졌어요"),
    ),
    Rule(
        id="likes.turned",
        kind="preference",
        key="likes",
        pattern=(
            "(v: N+ ) 이|가|을|를|은|는/J A* ( 두렵|무섭|싫|싫어하|질색|어렵|못하|힘들 ) E*? 으나|"
            "는데|지만/EC A* 지금|이제|요즘|요새 J? A* ( 즐기|좋아하|좋|편하 ) TAIL"
        ),
        content="{s:은} 이제 {v:을} 즐긴다.",
        over="sentence",
        lasting=False,
        check=likeable,
        examples=(("예전엔 등산이 싫었는데 지금은 좋아해요", "등산"),),
        counter_examples=("예전엔 등산이 좋았는데 지금은 싫어요",),
    ),
)
