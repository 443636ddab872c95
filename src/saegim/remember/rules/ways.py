"""Work, tools, tastes and ties in the other ways people put them."""

from __future__ import annotations

from saegim.remember.rules import moods as mood
from saegim.remember.rules.checks import toolish
from saegim.remember.rules.rule import Rule
from saegim.remember.rules.tastes import likeable

_WHO = ("user", "other")
_TIES = (
    "동창|친구|동기|동료|이웃|선배|후배|선후배|룸메이트|룸메|짝꿍|단짝|절친|베프|소꿉친구|사촌|동갑내기|직장동료|입사동기|남매|자매|형제|연인|부부"
)

RULES = (
    Rule(
        id="work.teaches_them",
        kind="fact",
        key="work.role",
        pattern="(v: N? 아이|애|학생|어린이|아동|초등학생|중학생|고등학생|유아|노인|성인/N ) 들? ( 을|를/J )? A* 가르치/V TAIL",
        content="{s:은} {v:을} 가르치는 일을 한다.",
        value="{v} 가르치는 일",
        over="full",
        closing=True,
        impact=0.7,
        without=("싶", "주/VX", "어야"),
        examples=(("초등학교에서 아이들 가르치고 있습니다", "아이"), ("저는 중학생을 가르쳐요", "중학생")),
        counter_examples=("아이들 가르치고 싶어요", "학생들 가르치세요?"),
    ),
    Rule(
        id="tool.app",
        kind="fact",
        key="tool",
        pattern="(v: N+ ) 앱|어플|프로그램|사이트|플래너/N 으로|로|을|를? A* ( 쓰/V OR 하/V OR 관리|정리|기록|작성|이용|사용|공부 하 ) TAIL",
        content="{s:은} {v:을} 쓴다.",
        over="full",
        check=toolish,
        closing=True,
        confidence=0.8,
        impact=0.5,
        without=("기/ETN", "싶", "어야", "주/VX", "수/NNB"),
        examples=(("가계부는 뱅크샐러드 앱으로 씁니다", "뱅크샐러드"),),
        counter_examples=("무슨 앱 써?", "앱을 쓰고 싶어"),
    ),
    Rule(
        id="skill.learnt",
        kind="fact",
        key="skill",
        pattern="(v: N+ ) ( 을|를|은|는/J )? X+? 어서|고|는데/EC A* ( 치|타|하|추|두|다루|부르/V ) ᆯ|을/ETM 줄 J? A* 알/V TAIL",
        content="{s:은} {v:을} 할 줄 안다.",
        over="sentence",
        who=("user",),
        avoid="GT",
        impact=0.4,
        confidence=0.75,
        examples=(("기타 독학으로 배워서 칠 줄 알아요", "기타"),),
        counter_examples=("기타 배워서 칠 줄 알아?",),
    ),
    Rule(
        id="hobby.doing_is",
        kind="preference",
        key="hobby",
        pattern="START ( 나|저 의 )? (v: X+? ) ( 이|가|은|는/J )? ( 나|저 의? OR 제/NP )? 취미|취미생활|여가활동/N 이/VCP END",
        content="{s:의} 취미는 {v:이다}.",
        over="full",
        check=likeable,
        confidence=0.85,
        examples=(("식물 키우는 게 취미입니다", "식물 키우는"), ("캠핑이 취미예요", "캠핑")),
        counter_examples=("식물 키우는 게 취미예요?",),
    ),
    Rule(
        id="likes.needs",
        kind="preference",
        key="likes",
        pattern="START ( /NP J? )? A* (v: X+? ) ( 이|가/J )? 없/VA 으면|이면|이는|이 A* ( 밥|하루|술|잠/N J? A* )? 못 먹|버티|보내|견디|마시|자|시작/V 하? TAIL",
        content="{s:은} {v:을} 무척 좋아한다.",
        over="sentence",
        denied=True,
        conditional=True,
        check=likeable,
        avoid="Dd",
        confidence=0.75,
        without=("돈", "안경", "렌즈"),
        examples=(("매운 거 없으면 밥을 못 먹어", "매운"), ("커피 없으면 하루를 못 버텨", "커피")),
        counter_examples=("물 없으면 못 먹어?", "수면제 없으면 못 자"),
        nowhere=("수면제", "약/NNG", "인슐린", "진통제"),
    ),
    Rule(
        id="dislikes.shudders",
        kind="preference",
        key="dislikes",
        pattern="START ( /NP J? )? A* (v: X+? ) ( 이/VCP 라면|라면 OR 은|는|만|이라면|엔|에/J J? ( 보 면 )? OR 보 면 ) A* ( 기겁|질색|경악|진저리/N ( 을|를/J )? 하|치|나 OR 치 를 떨 OR 소름 이? 돋|끼치 OR 딱 질색 이 ) TAIL",
        content="{s:은} {v:을} 질색한다.",
        over="sentence",
        moods=(mood.TELL, mood.MARVEL),
        conditional=True,
        check=likeable,
        confidence=0.8,
        examples=(("벌레라면 기겁을 해요", "벌레"),),
        counter_examples=("벌레라면 기겁을 하나요?", "엄마는 벌레라면 기겁을 한대"),
    ),
    Rule(
        id="relation.with",
        kind="relationship",
        key="relationship.{n}",
        pattern=f"START A* (n: /NNP ) 이? 이랑|랑|하고|과|와/J ( 은|는|ᆫ/J )? ( 나|저 J? )? A* (v: N* {_TIES}/N ) ( 사이/N )? 이/VCP END",
        content="{n:은} {s:의} {v:이다}.",
        over="raw",
        who=("user", "named", "stranger", "other"),
        subject="user",
        impact=0.7,
        examples=(("정민이랑은 고등학교 동창이야", "동창"),),
        counter_examples=("정민이랑 동창이야?",),
    ),
)
