"""Medicine by what it is called and how it goes with the day: at meals, in the bag, for good."""

from __future__ import annotations

from saegim.remember.rules import moods as mood
from saegim.remember.rules.checks import medicinal, steady_drug
from saegim.remember.rules.rule import ANYONE, Rule

# A medicine as patterns look for it, several of them, and what one does with it.
DRUG = "( K{0,2} @D OR @Cy 약/N OR 알레르기|알러지|정신과 약/N )"
DRUGS = f"( N+ 랑|와|과|하고|이랑 )* {DRUG}"
TAKE = "( 먹|맞|바르|쓰|챙기|드시|들|뿌리|붙이/VV OR 복용|투약|투여/N 을? 하/X OR 복용/N 을? 하/V )"
_BY_NAME = "약|약물|영양제|주사|연고|안약|흡입기|보충제|호르몬제|진통제|수면제/N"

RULES = (
    Rule(
        id="medication.taken",
        kind="medication",
        key="medication",
        pattern=(
            "(v: ( N+ 랑|와|과|하고|이랑 )* N{1,3} ) ( 을|를|도|만|은|는/J )? A* ( /SN mg|미리|밀리|밀리그램|정|알|캡슐 씩? )? A* "
            "( 복용|투약|투여/N ( 을|를 )? ( 하|받 OR 중 이/VCP ) ) TAIL"
        ),
        content="{s:은} {v:을} 쓰고 있다.",
        over="full",
        who=ANYONE,
        check=medicinal,
        each=True,
        confidence=0.85,
        impact=0.9,
        without=("싶", "어야", "으면", "면", "때", "후", "수/NNB"),
        examples=(("브린텔릭스를 복용하고 있습니다", "브린텔릭스"), ("저 리리카 복용 중이에요", "리리카")),
        counter_examples=("식후에 복용하고 있어요", "브린텔릭스 복용하고 계세요?"),
    ),
    Rule(
        id="medication.named",
        kind="medication",
        key="medication",
        pattern=(
            f"( ( 먹|맞|쓰|바르|뿌리/V OR 복용|투여 하 ) 는|던/ETM {_BY_NAME} OR {_BY_NAME} 이름 ) ( 은|는|이|가/J )? "
            "A* (v: N+ ( 랑|이랑|하고|와|과/J N+ )* ) 이/VCP TAIL"
        ),
        content="{s:은} {v:을} 쓰고 있다.",
        over="full",
        who=ANYONE,
        check=medicinal,
        each=True,
        impact=0.9,
        examples=(("제가 먹는 약은 리리카예요", "리리카"), ("약 이름은 토파맥스야", "토파맥스")),
        counter_examples=("네가 먹는 약은 뭐야?",),
    ),
    Rule(
        id="medication.carried",
        kind="medication",
        key="medication",
        pattern=(
            f"(v: {DRUG} ) ( 을|를|은|는|도/J )? X{{0,4}}? ( 넣|가지|들|챙기|지니|갖/V 고 다니 OR 휴대|소지/N 하|중 ) TAIL"
        ),
        content="{s:은} {v:을} 늘 가지고 다닌다.",
        over="full",
        who=ANYONE,
        check=lambda tokens: steady_drug(tokens) or tokens[-1].form == "진통제",
        impact=0.8,
        without=("싶", "어야", "면", "으면"),
        examples=(("가방에 늘 에피펜을 넣고 다녀요", "에피펜"),),
        counter_examples=("에피펜 가지고 다녀?",),
    ),
    Rule(
        id="medication.routine",
        kind="medication",
        key="medication",
        pattern=(
            f"(v: {DRUGS} ) ( 을|를|도/J )? X{{0,5}}? ( 먹|맞|바르|챙기/V OR 복용 하 ) 는/ETM 것|거|게 J? A* "
            "( 습관|일상|루틴|일과|버릇|필수/N ) X*? END"
        ),
        content="{s:은} {v:을} 꾸준히 쓴다.",
        over="full",
        past=None,
        who=ANYONE,
        check=steady_drug,
        each=True,
        lasting=False,
        impact=0.8,
        without=("싶", "어야", "면", "으면"),
        examples=(("유산균 챙겨 먹는 게 습관이 됐어", "유산균"),),
        counter_examples=("유산균 먹는 게 습관이야?",),
    ),
    Rule(
        id="medication.so_long",
        kind="medication",
        key="medication",
        pattern=(
            "START A* (v: N? @D ) ( 을|를|은|는/J )? ( /SN OR /NR OR /MM ) ( 주|달|개월|년|일|주일|년/N ) 차|째/N? X{0,1}? 이/VCP TAIL"
        ),
        content="{s:은} {v:을} 쓰고 있다.",
        who=ANYONE,
        check=steady_drug,
        impact=0.8,
        examples=(("위고비 3주차예요", "위고비"),),
        counter_examples=("위고비 3주차예요?",),
    ),
    Rule(
        id="medication.keeps_on",
        kind="medication",
        key="medication",
        pattern=(
            f"(v: {DRUGS} ) ( 을|를|은|는|도/J )? X{{0,9}}? ( /EC X{{0,8}}? )? ( 계속|꾸준히|매일|아직 ( 도/J )? OR 지금 도 OR 어서|아서/EC ) A* "
            "( 먹|맞|바르|쓰/V OR 복용|투여 하 ) ( 는/ETM 중 OR 고/EC 있 ) X*? END"
        ),
        content="{s:은} {v:을} 계속 쓰고 있다.",
        over="sentence",
        who=ANYONE,
        check=steady_drug,
        each=True,
        impact=0.9,
        without=("싶", "면", "으면"),
        examples=(
            ("한약 지어서 먹는 중인데 살이 찌네", "한약"),
            ("멜라토닌 먹어 봤는데 좋아서 계속 먹는 중", "멜라토닌"),
        ),
        counter_examples=("한약 지어서 먹는 중이야?",),
    ),
    Rule(
        id="medication.been_weeks",
        kind="medication",
        key="medication",
        pattern=(
            f"(v: {DRUG} ) ( 을|를/J )? A* ( 먹|맞|바르|쓰/V OR 복용|투여 하 ) ( ᆫ|은/ETM 지 OR 는/ETM 것|거|게 J? ) "
            "X{0,6}? ( 되/V OR 째|차 이? ) X*? END"
        ),
        content="{s:은} {v:을} 쓰고 있다.",
        over="full",
        past=None,
        who=ANYONE,
        check=steady_drug,
        lasting=False,
        impact=0.8,
        without=("면", "으면"),
        examples=(("무좀약 바르는 거 2주 됐는데 차도가 없어", "무좀약"),),
        counter_examples=("무좀약 바르는 거 얼마나 됐어?",),
    ),
    Rule(
        id="medication.for_good",
        kind="medication",
        key="medication",
        pattern=(
            f"START A* (v: {DRUG} ) ( 을|를|은|는|도/J )? A* ( 평생|매일|꾸준히|계속|하루|매주|마다|오래|꼬박꼬박 ) X{{0,5}}? "
            "( 먹|맞|바르|챙기|드시/V OR 복용|투여 하 ) 어야/E 하|되/V TAIL"
        ),
        content="{s:은} {v:을} 계속 써야 한다.",
        moods=(mood.TELL, mood.MARVEL, mood.REPORT),
        who=ANYONE,
        check=steady_drug,
        lasting=False,
        impact=0.9,
        examples=(("갑상선 약은 평생 먹어야 된대", "갑상선 약"),),
        counter_examples=("혈압약은 평생 먹어야 돼?",),
    ),
    Rule(
        id="medication.regimen",
        kind="medication",
        key="medication",
        pattern=(
            "(v: U ) ( 을|를|은|는/J )? ( 하루|매일|아침|저녁|평생|식후|식전 ) X{0,4}? ( 먹|맞|바르/V OR 복용 하 ) 어야/E 하|되/V TAIL"
        ),
        content="{s:은} {v:을} 써야 한다.",
        over="full",
        check=lambda tokens: medicinal(tokens) and len(tokens[-1].form) > 2,
        health=True,
        last_resort=True,
        confidence=0.7,
        impact=0.8,
        without=("싶", "면", "으면", "물", "밥"),
        nowhere=("채소", "과일", "음식"),
        examples=(("갑상선 때문에 메티마졸 하루 세 번 먹어야 돼", "메티마졸"),),
        counter_examples=("갑상선 때문에 메티마졸 하루 세 번 먹어야 돼?",),
    ),
    Rule(
        id="medication.given",
        kind="medication",
        key="medication",
        pattern=(
            f"START ( 우리|저희 )? 집? (o: @SR ) ( 한테|에게|은|는|도/J )? A* (v: {DRUG} ) ( 을|를/J )? X{{0,5}}? "
            "( 먹이|맞히|바르|넣/V ) X*? END"
        ),
        content="{o:은} {v:을} 쓴다.",
        subject="{o}",
        over="raw",
        check=steady_drug,
        impact=0.9,
        without=("싶", "면", "으면"),
        examples=(("우리 강아지 심장약 하루에 두 번 먹여야 해", "심장약"),),
        counter_examples=("강아지한테 심장약 먹여도 돼?",),
    ),
    Rule(
        id="medication.meanwhile",
        kind="medication",
        key="medication",
        pattern=f"START A* (v: {DRUG} ) ( 을|를/J )? A* ( 먹|맞|바르|쓰/V OR 복용 하 ) 는/ETM 동안|기간|중/N J* X+ END",
        content="{s:은} {v:을} 쓰고 있다.",
        moods=(mood.TELL, mood.REPORT, mood.MARVEL),
        denied=None,
        who=ANYONE,
        check=steady_drug,
        impact=0.8,
        without=("면", "으면"),
        examples=(("통풍약 먹는 동안은 술 안 된대", "통풍약"),),
        counter_examples=("통풍약 먹는 동안 술 마셔도 돼?",),
    ),
    Rule(
        id="medication.by_the_way",
        kind="medication",
        key="medication",
        pattern=f"( 약/N OR {TAKE} ) X{{0,8}}? /EF (v: U{{1,2}} OR N? @D ) 이요|요|이여/JX /S* END",
        content="{s:은} {v:을} 쓰고 있다.",
        over="sentence",
        check=medicinal,
        health=True,
        impact=0.8,
        confidence=0.8,
        examples=(("공황 때문에 약 먹고 있어요 알프람이요", "알프람"),),
        counter_examples=("감기 때문에 약 먹었어요 어제요",),
    ),
)
