"""Treatments, and what the body needs help with."""

from __future__ import annotations

from saegim.remember.rules import moods as mood
from saegim.remember.rules.checks import ill
from saegim.remember.rules.rule import ANYONE, Rule

RULES = (
    Rule(
        id="condition.fighting",
        kind="condition",
        key="condition",
        pattern=(
            "(v: U{0,2} @C ) ( 으로|로|와|과/J )? A* 투병|치료|관리|재활|싸우 ( 중 이? OR 하|받 고 "
            "있 OR 고 있 ) TAIL"
        ),
        content="{s:은} {v} 치료 중이다.",
        over="full",
        who=ANYONE,
        check=ill,
        impact=0.9,
        examples=(("아버지께서 위암 투병 중이십니다", "위암"),),
        counter_examples=("위암 투병 중인 배우를 봤어",),
    ),
    Rule(
        id="condition.treated_for",
        kind="condition",
        key="condition",
        pattern=(
            "START A* (v: U{0,2} @C ) ( 으로|로/J ) X*? ( 받|다니/V OR 투석|치료|수술|입원|통원|"
            "재활/N J? 하|중|받 ) TAIL"
        ),
        content="{s:은} {v:을} 앓고 있다.",
        past=None,
        who=ANYONE,
        check=ill,
        lasting=False,
        impact=0.9,
        examples=(("만성 신부전으로 투석을 받고 있어요", "신부전"),),
        counter_examples=("신부전으로 투석을 받나요?",),
    ),
    Rule(
        id="condition.treatment",
        kind="condition",
        key="condition",
        pattern=(
            "(v: N* 항암|방사선|재활|투석|호르몬|도수|물리|심리|난임|면역|임플란트|교정/N 치료? ) "
            "( 을|를/J )? A* ( 받|하|다니|중 ) TAIL"
        ),
        content="{s:은} {v:을} 받고 있다.",
        who=ANYONE,
        impact=0.8,
        confidence=0.8,
        without=("싶", "어야", "기/ETN"),
        examples=(("어깨 재활 치료를 받고 있어요", "재활 치료"),),
        counter_examples=("재활 치료를 받아야 하나요?",),
    ),
    Rule(
        id="condition.surgery",
        kind="condition",
        key="condition",
        pattern="(v: N? @C ) 수술|시술|치료/N ( 을|를 )? A* ( 받|하|끝내|마치/V OR 하/XSV ) TAIL",
        content="{s:은} {v} 수술이나 치료를 받았다.",
        over="full",
        past=None,
        who=ANYONE,
        check=ill,
        dated="past",
        lasting=False,
        impact=0.9,
        without=("예정", "기/ETN", "싶", "어야"),
        examples=(("재작년에 백내장 수술을 받았어요", "백내장"), ("어릴 때 결핵 치료를 받았어요", "결핵")),
        counter_examples=("백내장 수술 받아야 해?", "백내장 수술은 얼마예요?"),
    ),
    Rule(
        id="condition.cured",
        kind="condition",
        key="condition",
        pattern="(v: N? @C ) ( 은|는|이|가|ᆫ/J )? A* ( 낫/VV OR 완치/N 되|하|받 OR 없어지|사라지/VV ) TAIL",
        content="{s:의} {v:은} 나았다.",
        value="{v}",
        past=True,
        who=ANYONE,
        check=ill,
        negated=True,
        lasting=False,
        confidence=0.85,
        impact=0.8,
        examples=(("비염은 이제 다 나았어요", "비염"), ("작년에 결핵 완치됐어", "결핵")),
        counter_examples=("비염 나았어?",),
    ),
    Rule(
        id="condition.pregnant",
        kind="condition",
        key="condition",
        pattern=(
            "START A* (v: ( 임신 OR 모유? 수유|모유수유|시험관 ) ( /SN 주|개월/N OR 초기|중기|후기|말기 )? 차? ) ( 중 이/VCP OR 이/VCP OR 하 고 있 OR 하 었 ) TAIL"
        ),
        content="{s:은} {v} 중이다.",
        moods=(mood.TELL, mood.REPORT, mood.MARVEL),
        past=None,
        who=("user", "other"),
        lasting=False,
        impact=0.9,
        examples=(("저 임신 12주예요", "임신"), ("아내가 임신 중입니다", "임신")),
        counter_examples=("임신 중에 회 먹어도 돼요?",),
    ),
    Rule(
        id="device.wears",
        kind="fact",
        key="possession",
        pattern="(v: N? @d ) 을|를? A* ( 달|차|끼|타|쓰|하|박|짚|넣/V OR 착용|이식|사용|삽입/N 하|중 ) TAIL",
        content="{s:은} {v:을} 쓴다.",
        past=None,
        who=ANYONE,
        lasting=False,
        confidence=0.9,
        impact=0.9,
        # 할머니 지팡이 짚고 다녀: not the speaker's.
        avoid="R",
        without=("싶", "어야"),
        examples=(("저는 보청기를 끼고 있어요", "보청기"), ("나 휠체어 타", "휠체어")),
        counter_examples=("보청기 끼면 잘 들려요?",),
    ),
)
