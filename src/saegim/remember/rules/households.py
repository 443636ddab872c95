"""With whom people live, and what it costs."""

from __future__ import annotations

from saegim.remember.rules.rule import ANYONE, Rule

_SUM = "( /SN OR /NR ) ( /SN OR /NR OR 만|억|원|만원/N )*"

RULES = (
    Rule(
        id="home.rent",
        kind="fact",
        key="home.rent",
        pattern=f"START A* 월세 ( 은|는|이|가|ᆫ|를/J )? A* (v: {_SUM} ) ( 씩|정도/X )? ( 이/VCP OR 내/VV ) X* END",
        content="{s:의} 월세는 {v:이다}.",
        impact=0.6,
        examples=(("월세는 60이야", "60"), ("월세 50만원 내고 살아", "50만원")),
        counter_examples=("월세는 60이야?", "월세는 60이 넘으면 부담돼", "월세는 비싸"),
    ),
    Rule(
        id="home.deposit",
        kind="fact",
        key="home.rent",
        pattern=f"START A* 보증금 ( 은|는|이|ᆫ/J )? (n: {_SUM} ) 에/J ( 월세|월/N J? )? (v: {_SUM} ) ( 이/VCP OR 예요|에요/E ) END",
        content="{s:의} 집은 보증금 {n}에 월세 {v:이다}.",
        value="{n}에 {v}",
        impact=0.6,
        examples=(("보증금 천에 60이야", "60"), ("보증금 500에 월세 45예요", "45")),
        counter_examples=("보증금 천에 60이야?", "보증금 천은 너무 많아"),
    ),
    Rule(
        id="home.with",
        kind="fact",
        key="home.with",
        pattern=(
            "(v: ( ( N OR /NP ) 랑|와|과|하고|이랑 )* @RFS+ /NNP? ) ( /NR OR ( /SN OR /MM ) 명|마리 )? "
            "이랑|랑|와|과|하고 X{0,5}? ( 살|지내/VV OR 사/VV 는데|ᆸ니다|ᆫ다|세요|시|셔 OR 동거|"
            "거주|자취/N 하|중 ) TAIL"
        ),
        content="{s:은} {v:과} 함께 산다.",
        over="full",
        impact=0.7,
        confidence=0.9,
        # 남편이랑 잘 지내요: on good terms.
        without=("싶", "래", "잘"),
        examples=(
            ("저는 언니랑 둘이 살아요", "언니"),
            ("나 룸메랑 같이 살아", "룸메"),
            ("부모님과 함께 지내고 있습니다", "부모님"),
        ),
        counter_examples=("언니랑 살았었어", "언니랑 같이 살아?"),
    ),
    Rule(
        id="home.looks_after",
        kind="fact",
        key="home.with",
        pattern="(v: @R ) ( 을|를/J )? A* 모시 고/EC A* ( 살|지내/VV ) TAIL",
        content="{s:은} {v:을} 모시고 산다.",
        over="full",
        who=("user", "other"),
        subject="user",
        impact=0.7,
        examples=(("시어머니를 모시고 살아요", "시어머니"),),
        counter_examples=("시어머니를 모시고 살 수 있어?",),
    ),
    Rule(
        id="home.in_their_house",
        kind="fact",
        key="home.with",
        pattern="(v: @RF ) 네? ( 댁|집/N ) 에|에서/J A* ( 얹혀살/VV OR 살|지내/VV ) TAIL",
        content="{s:은} {v:과} 함께 산다.",
        over="full",
        impact=0.7,
        without=("싶",),
        examples=(("외할머니 댁에 얹혀살아", "외할머니"),),
        counter_examples=("외할머니 댁에 살고 싶어",),
    ),
    Rule(
        id="home.so_many",
        kind="fact",
        key="home.with",
        pattern="(v: 둘|셋|넷|다섯|여섯 이서/J ) A* ( 살|지내/VV ) TAIL",
        content="{s:은} {v} 함께 산다.",
        over="full",
        impact=0.6,
        without=("싶",),
        examples=(("우리는 셋이서 같이 살아", "셋"),),
        counter_examples=("셋이서 같이 살아?",),
    ),
    Rule(
        id="home.alone",
        kind="fact",
        key="home.with",
        pattern="(v: 혼자|홀로|혼자서 ) J? X{0,3}? ( 살|지내/VV OR 자취 하 ) TAIL",
        content="{s:은} 혼자 산다.",
        value="혼자",
        over="full",
        who=ANYONE,
        impact=0.7,
        without=("싶", "래", "면서", "ᆫ다", "게스트", "시청", "방송"),
        examples=(("저 혼자 살아요", "혼자"), ("저는 혼자 살아요", "혼자"), ("대전에서 혼자 자취해", "혼자")),
        counter_examples=("혼자 살면 외롭지", "혼자 살고 싶어"),
    ),
)
