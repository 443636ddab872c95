"""Family."""

from __future__ import annotations

from saegim.remember.rules.rule import Rule

RULES = (
    Rule(
        id="family.have",
        kind="relationship",
        key="family.{v}",
        pattern=(
            "START ( /NP J* )? A* ( 위|아래|밑 로|으로/J J? OR @R ( /NR OR /SN OR /MM ) ( 명|분/N )? ( 이랑|랑|하고|에/J OR ,/S )? )? (v: @R ) ( 이|가|은|는|도|만|을|를/J )? A* (n: ( 하나|둘|셋|넷|다섯|여섯|일곱/NR OR /SN OR "
            "/MM ) ( 명|분/N )? ) J? ( 있/VA OR 두/VV 고 있 OR 이/VCP OR 키우 ) TAIL"
        ),
        content="{s:은} {v:이} {n} 있다.",
        value="{v} {n}",
        subject="user",
        over="raw",
        who=("user", "other"),
        impact=0.7,
        examples=(
            ("저 언니 한 명 있어요", "언니 한 명"),
            ("나는 조카가 셋이야", "조카 셋"),
            ("딸 둘을 두고 있습니다", "딸 둘"),
            ("저는 아들 하나 딸 둘 있어요", "딸 둘"),
        ),
        counter_examples=("조카가 셋이면 힘들겠다", "너 언니 한 명 있지?"),
    ),
    Rule(
        id="family.first_of_two",
        kind="relationship",
        key="family.{v}",
        pattern=(
            "START ( /NP J* )? A* (v: @R ) (n: ( /NR OR /SN OR /MM ) ( 명|분/N )? ) ( 이랑|랑|하고|에|,/J OR ,/S )? "
            "@R ( /NR OR /SN OR /MM ) ( 명|분/N )? ( 이|가|을|를/J )? A* ( 있/VA OR 두/VV 고 있 OR 이/VCP OR 키우 ) TAIL"
        ),
        content="{s:은} {v:이} {n} 있다.",
        value="{v} {n}",
        subject="user",
        over="raw",
        who=("user", "other"),
        impact=0.7,
        examples=(("저는 아들 하나 딸 둘 있어요", "아들 하나"),),
        counter_examples=("아들 하나 딸 하나 있어요?",),
    ),
    Rule(
        id="family.counted",
        kind="relationship",
        key="family.{v}",
        pattern=(
            "START ( /NP J* )? A* (n: ( /NR OR /SN OR /MM ) ( 명|분/N )? ) ( 의/JKG )? X{0,2}? (v: "
            "@R ) ( 이|가|을|를/J ) A* ( 있/VA OR 두/VV 고 있 OR 키우 ) TAIL"
        ),
        content="{s:은} {v:이} {n} 있다.",
        value="{v} {n}",
        subject="user",
        over="raw",
        who=("user", "other"),
        impact=0.7,
        examples=(("저는 두 명의 누나가 있어요", "누나 두 명"),),
        counter_examples=("두 명의 누나가 있나요?",),
    ),
    Rule(
        id="family.exists",
        kind="relationship",
        key="family.{v}",
        pattern=(
            "START ( /NP J* )? A* ( N+ 에|에서/J 다니|살|일하/V 는/ETM )? (v: N? @R ) ( 이|가|은|는|도|을|를/J )? A* ( 있/VA OR 생기/VV OR 두/VV "
            "고 있 ) END"
        ),
        content="{s:은} {v:이} 있다.",
        subject="user",
        over="raw",
        past=None,
        who=("user", "other"),
        impact=0.7,
        check=lambda tokens: tokens[-1].form not in ("가족", "식구", "애", "남자애", "여자애"),
        examples=(
            ("저는 쌍둥이 동생이 있어요", "쌍둥이 동생"),
            ("나 남편 있어", "남편"),
            ("나는 중학교에 다니는 아들이 있어", "아들"),
            ("쌍둥이 손녀를 두고 있습니다", "쌍둥이 손녀"),
        ),
        counter_examples=("동생 있어?", "동생이 있으면 좋겠다", "요즘 눈에 띄는 여자애가 있는데"),
    ),
    Rule(
        id="family.raises",
        kind="relationship",
        key="family.{v}",
        pattern=(
            "START ( /NP J* )? A* (v: ( 쌍둥이|연년생 )? @R ) ( 을|를/J )? A* ( 키우|기르/VV ) ( 고 있 OR 는/ETM )? X*? END"
        ),
        content="{s:은} {v:을} 키운다.",
        subject="user",
        over="raw",
        who=("user", "other"),
        impact=0.8,
        without=("싶", "어야", "주/VX", "이/JKS", "가/JKS", "께서"),
        examples=(("쌍둥이 아들 키우고 있어요", "쌍둥이 아들"),),
        counter_examples=("아들 키우고 있어요?", "아들 키우고 싶어"),
    ),
    Rule(
        id="family.parent_of",
        kind="relationship",
        key="family.{v}",
        pattern=(
            "START ( /NP J* )? A* (n: ( /MM OR /SN OR /NR ) ( 명 의? )? ) (v: 아이|애|딸|아들|자녀|남매|형제|자매/N ) "
            "( 의/JKG )? 엄마|아빠|부모|어머니|아버지/N 이/VCP END"
        ),
        content="{s:은} {v:이} {n} 있다.",
        value="{v} {n}",
        subject="user",
        over="raw",
        who=("user", "other"),
        impact=0.8,
        examples=(("저는 두 아이의 엄마예요", "아이 두"),),
        counter_examples=("두 아이의 엄마세요?",),
    ),
    Rule(
        id="family.size",
        kind="relationship",
        key="family.가족",
        pattern=(
            "START ( /NP J* )? A* ( 집 은|는? OR 가족 은|는? )? (v: ( /SN OR /NR OR /MM ) 식구|명|"
            "가족|인 가족? ) 이/VCP END"
        ),
        content="{s:의} 가족은 {v:이다}.",
        subject="user",
        over="raw",
        impact=0.5,
        check=lambda tokens: any(t.form in ("식구", "가족") for t in tokens),
        examples=(("저희 집은 네 식구예요", "네 식구"),),
        counter_examples=("식구가 몇이에요?",),
    ),
    Rule(
        id="family.only_child",
        kind="relationship",
        key="family.형제",
        pattern="START A* (v: 외동|외동딸|외동아들|무남독녀|외아들|외동이|장남|장녀|맏이|맏딸|맏아들 ) ( 이/VCP )? END",
        content="{s:은} {v:이다}.",
        impact=0.6,
        examples=(("저 외동이에요", "외동"),),
        counter_examples=("너 외동이야?",),
    ),
    Rule(
        id="family.order",
        kind="relationship",
        key="family.형제",
        pattern=(
            "( /SN OR /NR OR /MM )? 남매|형제|자매/N 중 J* (v: 첫째|둘째|셋째|넷째|막내|맏이|장남|"
            "장녀|차남|차녀 ) ( 이/VCP )? END"
        ),
        content="{s:은} 형제 중 {v:이다}.",
        over="raw",
        who=("user", "other"),
        subject="user",
        impact=0.6,
        examples=(("저는 삼 남매 중 막내예요", "막내"),),
        counter_examples=("삼 남매 중 막내세요?",),
    ),
    Rule(
        id="family.no_siblings",
        kind="relationship",
        key="family.{v}",
        pattern=(
            "START ( /NP J* )? A* (v: 형제|자매|남매|동생|언니|오빠|누나|형|아이|애|자녀|자식|"
            "부모님 ) ( 이|가|은|는|도/J )? A* 없/VA END"
        ),
        content="{s:은} {v:이} 없다.",
        value="{v} 없음",
        subject="user",
        over="raw",
        who=("user", "other"),
        denied=True,
        negated=True,
        impact=0.6,
        examples=(("저는 형제가 없어요", "형제"),),
        counter_examples=("동생 없어?",),
    ),
    Rule(
        id="family.raised_me",
        kind="relationship",
        key="family.{v}",
        pattern="START A* (v: @R ) 이|가|께서/J J? A* 나|저 를? A* 키우/VV TAIL",
        content="{v:이} {s:을} 키웠다.",
        value="{v}: 키워 주심",
        subject="user",
        over="raw",
        past=None,
        who=("other",),
        lasting=False,
        impact=0.7,
        examples=(("외할머니가 저를 키워 주셨어요", "외할머니"),),
        counter_examples=("할머니가 강아지를 키워요",),
    ),
    Rule(
        id="family.named",
        kind="relationship",
        key="family.{v}",
        pattern="START ( /NP 의? )? (v: @R ) (n: /NNP ) 은|는|이|가|도|랑|이랑/J",
        content="{s:의} {v:은} {n:이다}.",
        value="{n}",
        subject="user",
        over="raw",
        past=None,
        denied=None,
        who=("user", "other"),
        lasting=False,
        confidence=0.75,
        impact=0.6,
        examples=(("우리 동생 민재는 고등학생이야", "민재"),),
        counter_examples=("동생 민재는 잘 있어?",),
    ),
    Rule(
        id="family.death",
        kind="event",
        key="event",
        pattern=(
            "(v: @R ) 님? ( 이|가|께서|은|는|도/J )* X*? ( 돌아가/VV 시 OR 돌아가시/VV OR 별세|"
            "작고|소천/N 하 OR 세상 을? 떠나 ) TAIL"
        ),
        content="{s:의} {v:이} 돌아가셨다.",
        value="{v} 별세",
        subject="user",
        over="raw",
        past=True,
        who=("user", "other"),
        dated="past",
        lasting=False,
        confidence=0.95,
        impact=0.9,
        examples=(("재작년에 외삼촌이 돌아가셨어요", "외삼촌"), ("할아버지 지난달에 돌아가셨어", "할아버지")),
        counter_examples=("옆집 할머니가 돌아가셨대",),
    ),
)
