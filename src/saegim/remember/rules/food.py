"""What people eat, and what they do not."""

from __future__ import annotations

from saegim.remember.rules import moods as mood
from saegim.remember.rules.checks import edible
from saegim.remember.rules.rule import ANYONE, Rule

RULES = (
    Rule(
        id="diet.way",
        kind="diet",
        key="diet",
        pattern=(
            "(v: ( ( 간헐 적 )? N? @V 식단? OR /SN 일 /SN 식 ) ) ( 을|를|으로|로|만/J )? A* ( "
            "이/VCP OR 하 OR 중/N 이 OR 지키|챙기|먹/VV OR 지향 이/VCP OR 유지|실천|지향/N 하 OR "
            "되/VV 었? ) TAIL"
        ),
        content="{s:은} {v} 식생활을 한다.",
        # 좋은 소식이다: news.
        check=lambda tokens: tokens[-1].form != "소식",
        mine=False,
        over="body",
        past=None,
        who=("user", "other"),
        lasting=True,
        confidence=0.9,
        impact=0.9,
        without=("식당", "싶", "어야", "메뉴"),
        examples=(
            ("저는 비건이에요", "비건"),
            ("나 요즘 저탄고지 해", "저탄고지"),
            ("채식한 지 5년 됐어요", "채식"),
            ("당뇨식을 먹고 있습니다", "당뇨식"),
            ("지금 다이어트 중이라 안 먹어", "다이어트"),
        ),
        counter_examples=(
            "비건이세요?",
            "비건 식당 추천해 줘",
            "비건이면 뭘 먹어?",
            "채식 안 해요",
            "고혈압에는 저염식이 도움이 됩니다",
        ),
    ),
    Rule(
        id="diet.not_eaten",
        kind="diet",
        key="diet",
        pattern=(
            # 임산부는 회를 못 먹어: of a topic and an object, the topic is who does not eat.
            "START A* (v: X+? ) ( 을|를/J X{0,3}? OR 은|는|도|만|ᆫ/J ( ~(?!을/|를/).+ ){0,3}? )? A* ( 안|못 먹|마시|드시|넘기|"
            "삼키/V OR 먹|마시|들/V 지 J? 않|못하 OR 입 에 도? J? 못|안 대/V OR 소화 를|을? 못 "
            "시키|하/V ) TAIL"
        ),
        content="{s:은} {v:을} 먹지 않는다.",
        over="full",
        denied=True,
        who=ANYONE,
        check=edible,
        each=True,
        negated=True,
        confidence=0.85,
        impact=0.8,
        without=(
            "오늘",
            "아직",
            "어제",
            "아침",
            "점심",
            "저녁",
            "같이",
            "다신",
            "이렇게",
            "많이",
            "이후",
            "때",
        ),
        examples=(
            ("나 고수 못 먹어", "고수"),
            ("저는 소고기를 먹지 않습니다", "소고기"),
            ("술은 한 모금도 안 마셔요", "술"),
            ("날것은입에도못대요", "날것"),
        ),
        counter_examples=(
            "고수 못 먹어?",
            "아직 저녁 안 먹었어",
            "오늘 커피 안 마셨어",
            "그 배우 고기 안 먹는대",
            "고기를 못 먹는다면 뭘로 대체해?",
        ),
    ),
    Rule(
        id="diet.only",
        kind="diet",
        key="diet",
        pattern=(
            "START ( 아침|점심|저녁|평소|밥|커피|술|음료|고기|빵|우유/N 은|는|에|에는/J )? A* (v: N+ ) 만/JX A* ( 먹|마시/VV ) TAIL"
        ),
        content="{s:은} {v}만 먹는다.",
        over="full",
        who=("user", "other", "pet"),
        check=edible,
        impact=0.6,
        confidence=0.75,
        without=("오늘", "싶", "방금", "지금", "내내", "여름내내", "그날"),
        examples=(("저녁은 과일만 먹어요", "과일"), ("커피는 디카페인만 마십니다", "디카페인")),
        counter_examples=("과일만 먹고 싶다", "오늘은 과일만 먹었어"),
    ),
    Rule(
        id="diet.all_but",
        kind="diet",
        key="diet",
        pattern="START A* (v: N+ ) 만? ( 빼 고 OR 말 고 OR 제외 하 고 ) A* 다|모두|뭐든|전부 A* 먹/V TAIL",
        content="{s:은} {v:을} 먹지 않는다.",
        over="sentence",
        who=("user", "other"),
        check=edible,
        negated=True,
        impact=0.7,
        examples=(("돼지고기 빼고 다 먹어", "돼지고기"),),
        counter_examples=("돼지고기 빼고 다 먹어?",),
    ),
    Rule(
        id="diet.abstains",
        kind="diet",
        key="diet",
        pattern="START A* (v: 육식|음주|과음|카페인|밀가루/N ) ( 을|를|은|는/J )? A* 안 하 TAIL",
        content="{s:은} {v:을} 하지 않는다.",
        denied=True,
        negated=True,
        who=("user", "other"),
        impact=0.7,
        examples=(("저는 육식 안 해요", "육식"),),
        counter_examples=("육식 안 해?",),
    ),
    Rule(
        id="diet.skips_meal",
        kind="diet",
        key="diet",
        pattern=(
            "START A* (v: 아침|점심|저녁|아침밥|저녁밥/N ) 은|는|을|ᆫ/J A* ( 안 먹/V OR 먹 지 않 "
            "OR 거르|굶/V OR 건너뛰/V ) TAIL"
        ),
        content="{s:은} {v:을} 먹지 않는다.",
        over="full",
        denied=None,
        negated=True,
        who=("user", "other"),
        impact=0.5,
        without=("오늘", "아직", "내일", "어제"),
        examples=(("저는 아침을 안 먹어요", "아침"),),
        counter_examples=("오늘 아침은 안 먹어", "아침은 안 먹어?"),
    ),
    Rule(
        id="diet.upsets",
        kind="diet",
        key="diet",
        pattern=(
            "START ( /NP J* )? A* (v: X+? ) ( 을|를|만/J )? A* ( 먹|마시/VV ) ( 기만 하 )? 으면|"
            "면/EC X*? ( 배탈|설사|체/VV OR 배 이|가? A* 아프 OR 속 이|가? A* ( 안 좋 OR 쓰리|아프|"
            "더부룩|불편 ) OR 토하|체하/V OR 소화 X* 안 ) X*? END"
        ),
        content="{s:은} {v:을} 먹으면 탈이 난다.",
        over="sentence",
        denied=None,
        conditional=True,
        who=ANYONE,
        check=edible,
        confidence=0.8,
        impact=0.8,
        examples=(("저는 우유를 마시면 배가 아파요", "우유"),),
        counter_examples=("우유를 마시면 배가 아픈가요?",),
    ),
    Rule(
        id="diet.must",
        kind="diet",
        key="diet",
        pattern="(v: N? @V ) ( 을|를/J )? A* 하 어야/EC 하|되 TAIL",
        content="{s:은} {v:을} 해야 한다.",
        health=True,
        who=("user", "other"),
        impact=0.8,
        examples=(("신장이 안 좋아서 저염식 해야 해요", "저염식"),),
        counter_examples=("저염식 해야 하나요?",),
    ),
    Rule(
        id="diet.cutting",
        kind="diet",
        key="diet",
        pattern=(
            "START A* (v: X+? ) ( 을|를|은|는/J )? A* ( 줄이|피하|멀리하|삼가/V OR 자제 하 ) ( 고 있 OR 는 중 이? ) TAIL"
        ),
        content="{s:은} {v:을} 줄이거나 피하고 있다.",
        who=("user", "other"),
        check=edible,
        impact=0.7,
        examples=(("요즘 설탕을 줄이고 있어요", "설탕"), ("유제품은 피하고 있습니다", "유제품")),
        counter_examples=("설탕을 줄이고 싶어요",),
    ),
    Rule(
        id="diet.cannot_bring_oneself",
        kind="diet",
        key="diet",
        pattern="START A* (v: X+? ) ( 은|는|ᆫ/J ) A* 못 먹|마시|삼키/V 겠 TAIL",
        content="{s:은} {v:을} 먹지 못한다.",
        moods=(mood.GUESS, mood.MARVEL, mood.TELL),
        denied=True,
        negated=True,
        check=edible,
        confidence=0.75,
        impact=0.7,
        without=("오늘", "더", "지금", "이제", "배부르"),
        nowhere=("배부르", "배", "체하"),
        examples=(("홍어는 도저히 못 먹겠어요", "홍어"),),
        counter_examples=("더는 못 먹겠어", "홍어는 못 먹겠어?"),
    ),
    Rule(
        id="diet.since",
        kind="diet",
        key="diet",
        pattern="START A* (v: N? @V ) ( 이|가|을|를/J )? ( 되|하|시작하/V OR 되|하/XSV OR 시작 하 ) ᆫ|은/ETM 지 X+ END",
        content="{s:은} {v} 식사를 한다.",
        past=None,
        who=("user", "other"),
        lasting=False,
        impact=0.8,
        examples=(("나 비건된지 3년째", "비건"),),
        counter_examples=("비건된 지 얼마나 됐어?",),
    ),
    Rule(
        id="diet.turned",
        kind="diet",
        key="diet",
        pattern=(
            "(v: N+ ) ( 을|를|은|는|도|이|가/J )? A* ( 좋아하|먹|마시|즐기|좋/V X? ) 었|었었|았/EP "
            "는데|지만|으나|다가/EC A* ( 지금|이제|요즘|요새|이젠 J? )? A* ( 못|안 먹|마시/V OR 먹|"
            "마시 지 않|못하 ) TAIL"
        ),
        content="{s:은} 이제 {v:을} 먹지 않는다.",
        over="sentence",
        denied=True,
        who=ANYONE,
        check=edible,
        negated=True,
        lasting=False,
        impact=0.8,
        examples=(("나 회 좋아했었는데 이제 못 먹어", "회"), ("원래 커피 마셨는데 요즘은 안 마셔요", "커피")),
        counter_examples=("원래 커피 안 마셨는데 요즘은 마셔요",),
    ),
    Rule(
        id="habit.again_after_all",
        kind="fact",
        key="habit",
        pattern=(
            "(v: N+ ) ( 을|를|은|는|도/J )? ( 안|못 먹|마시 었 OR 끊 었 ) 는데|지만|다가|으나/EC "
            "X*? 다시 먹|마시/V TAIL"
        ),
        content="{s:은} 다시 {v:을} 먹는다.",
        over="sentence",
        who=ANYONE,
        lasting=False,
        check=edible,
        impact=0.7,
        examples=(("빵을 끊었는데 요즘은 다시 먹어요", "빵"),),
        counter_examples=("빵을 먹었는데 요즘은 안 먹어요",),
    ),
    Rule(
        id="diet.hours",
        kind="diet",
        key="diet",
        pattern="(v: N* /SN|NR|MM 시 이후|후|부터|넘 X{0,3}? ) 아무것? 도? 안|못 먹/V TAIL",
        content="{s:은} {v} 먹지 않는다.",
        over="raw",
        denied=True,
        negated=True,
        conditional=True,
        impact=0.6,
        examples=(("저녁 7시 이후로는 안 먹어요", "7시"),),
        counter_examples=("저녁 7시 이후에는 먹지 말까?",),
    ),
)
