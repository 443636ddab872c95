"""What must not be taken, eaten or done, for the sake of health."""

from __future__ import annotations

from saegim.remember.rules import moods as mood
from saegim.remember.rules import words
from saegim.remember.rules.checks import head, topical
from saegim.remember.rules.rule import ANYONE, Rule

_TOLD = (mood.TELL, mood.MARVEL)

RULES = (
    Rule(
        id="contra.side_effects",
        kind="contraindication",
        key="contraindication",
        pattern="(v: N? @D ) ( 에|의|은|는/J )? A* 부작용|쇼크/N ( 이|가|을|를|도/J )? A* ( 있|심하|나|오|겪|생기/V ) TAIL",
        content="{s:은} {v}에 부작용이 있다.",
        over="full",
        past=None,
        who=ANYONE,
        lasting=False,
        confidence=0.85,
        impact=1.0,
        without=("싶", "수/NNB", "면", "으면", "걱정"),
        examples=(("저 조영제 부작용이 있어요", "조영제"), ("항생제 쇼크가 왔어요", "항생제")),
        counter_examples=("조영제 부작용이 있나요?", "백신 부작용이 있을 수 있대"),
    ),
    Rule(
        id="contra.must_avoid",
        kind="contraindication",
        key="contraindication",
        pattern=(
            "START A* ( N{1,3} 때문 에 )? A* (v: X+? ) ( 을|를|은|는|도|이|가/J ( N{1,3} 때문 에 )? )? A* ( 피하|삼가|조심하|주의하|끊|가리|멀리하/V 어야 하|"
            "되|돼 OR 조심|제한|주의|자제|금지 하 어야 하|되 OR ( /VV OR /XSV ) 으면|면 안 되 OR 금기|금지|금물|쥐약|독/N 이/VCP OR "
            "금하 OR 금지 되 ) X{0,5}? END"
        ),
        content="{s:은} {v:을} 피해야 한다.",
        over="body",
        moods=(*_TOLD, mood.REPORT),
        denied=None,
        who=ANYONE,
        # 손목은 조심해야 해: what is to be spared, not to be avoided.
        check=lambda tokens: topical(tokens) and words.BODY not in head(tokens).sorts,
        each=True,
        medical=True,
        health=True,
        grounded=True,
        lasting=False,
        confidence=0.85,
        impact=1.0,
        examples=(
            ("천식이 있어서 소염제는 피해야 해요", "소염제"),
            ("신장이 안 좋아서 바나나 먹으면 안 돼", "바나나"),
            ("당뇨가 있어 단 음료는 금기입니다", "단 음료"),
            ("자몽 주스는 혈압약 때문에 마시면 안 돼요", "자몽 주스"),
        ),
        counter_examples=(
            "천식이 있으면 뭘 피해야 하나요?",
            "지각하면 안 돼",
            "감기약이랑 술은 같이 먹으면 안 됩니다",
            "철분제는 녹차랑 먹으면 안 돼",
        ),
    ),
    Rule(
        id="contra.drug_cannot",
        kind="contraindication",
        key="contraindication",
        pattern=(
            "START ( N{1,3} 때문 에 OR N 중 에 )? A* (v: N? @D ( 계열|성분|종류/N )? ) ( 은|는|을|를|도/J ( N{1,3} 때문 에 )? )? A* ( 못|안 먹|맞|쓰/V OR 먹|맞|쓰 으면 안 "
            "되 OR 복용 하 면 안 되 ) TAIL"
        ),
        content="{s:은} {v:을} 쓰면 안 된다.",
        denied=True,
        who=ANYONE,
        negated=True,
        impact=1.0,
        without=("이제", "오늘", "더", "더이상", "요즘", "지금"),
        examples=(
            ("전립선 때문에 감기약은 못 먹습니다", "감기약"),
            ("간이 안 좋아서 타이레놀은 못 먹어요", "타이레놀"),
            ("아스피린은 위염 때문에 못 먹어요", "아스피린"),
        ),
        counter_examples=("타이레놀은 이제 안 먹어요",),
    ),
    Rule(
        id="contra.doctor",
        kind="contraindication",
        key="contraindication",
        pattern=(
            "의사|원장|병원|약사|한의사|쌤|주치의|교수님|내과|산부인과|치과|피부과|한의원|이비인후과|정형외과|정신과|비뇨기과|안과|외과|보건소/N ( 쌤|선생님|님 )? J* A* ( N{1,3} 때문 에 )? A* (v: X+? ) 은|는|"
            "을|를|도|만|ᆫ? A* ( ( ( /VV OR /XSV ) 으면|면/E )? 안 되 OR ( /VV OR /XSV ) 지 말 OR 피하|끊|줄이|삼가|금하|멀리하 OR 조심|주의|자제|금지 하 ) X*? ᆫ대|대|래|"
            "대요|ᆫ대요|라고|다고|래요|으래|으라고|ᆫ다고|으래요 X*? END"
        ),
        content="{s:은} {v:을} 피해야 한다.",
        over="sentence",
        phrase=True,
        moods=(mood.REPORT, mood.TELL, mood.MARVEL),
        past=None,
        denied=None,
        who=("user", "stranger", "other", "named"),
        subject="user",
        check=topical,
        each=True,
        lasting=False,
        confidence=0.85,
        impact=1.0,
        nowhere=("드라마", "영화", "소설", "만화", "웹툰", "예능", "주인공"),
        examples=(("의사가 커피는 끊으래", "커피"), ("의사가 짠 음식은 피하래요", "음식")),
        counter_examples=("의사가 커피는 괜찮대", "친구가 커피는 끊으래"),
    ),
    Rule(
        id="contra.drug_makes",
        kind="contraindication",
        key="contraindication",
        pattern=(
            "@D 을|를|도|만? A* ( 먹|복용|맞|쓰/V OR 복용 하|중 ) X{0,3}? 어서|라|라서|느라|니까|"
            "으니까|어/E A* (v: N+ ) 은|는|을|를|도? A* 못|안 먹|마시|하/V END"
        ),
        content="{s:은} 약 때문에 {v:을} 피해야 한다.",
        over="sentence",
        denied=True,
        who=ANYONE,
        check=topical,
        each=True,
        lasting=False,
        confidence=0.9,
        impact=1.0,
        examples=(("와파린 먹어서 청국장 못 먹어", "청국장"),),
        counter_examples=("와파린 먹으면 청국장 못 먹어?",),
    ),
    Rule(
        id="contra.drug_itself",
        kind="contraindication",
        key="contraindication",
        pattern=(
            "(v: N? @D ) 을|를|만|은|는? A* ( 먹|맞|쓰|바르/V OR 복용 하 ) 으면|면/EC X+? 못|안 먹|"
            "맞|쓰/V END"
        ),
        content="{s:은} {v:을} 쓰기 어렵다.",
        over="sentence",
        denied=True,
        conditional=True,
        lasting=False,
        impact=0.9,
        examples=(("진통제 먹으면 속이 쓰려서 못 먹어요", "진통제"),),
        counter_examples=("진통제 먹으면 안 아파",),
    ),
)
