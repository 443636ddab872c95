"""Animals people live with."""

from __future__ import annotations

from saegim.remember.rules.checks import is_name
from saegim.remember.rules.rule import Rule

_COUNT = "( ( /MM OR /SN OR /NR ) 마리|분/N J? )?"
_WHO = ("user", "other")

RULES = (
    Rule(
        id="pet.at_home",
        kind="fact",
        key="pet.{v}",
        pattern="START ( 나|우리|저희|울 의? )? 집|우리집|울집|저희집 에/J J? A* (v: N? @S ) ( 이|가|도/J )? A* ( ( /MM OR /SN OR /NR ) 마리 J? )? A* ( 있/VA OR 살/VV OR 키우/VV ) TAIL",
        content="{s:은} {v:을} 키운다.",
        over="raw",
        impact=0.7,
        examples=(("우리 집에 거북이 있어", "거북이"), ("집에 고양이가 두 마리 있어요", "고양이")),
        counter_examples=("집에 고양이 있어?",),
    ),
    Rule(
        id="pet.of_the_house",
        kind="fact",
        key="pet.{n}",
        pattern="START ( 우리|저희 ) 집|우리집|저희집? (n: U ) ( 은|는|이|가|ᆫ/J ) A* (v: N? @S ) 이/VCP END",
        content="{s:은} {n:이라는} {v:을} 키운다.",
        over="raw",
        subject="user",
        who=("user", "pet", "named"),
        impact=0.7,
        examples=(("우리 집 두부는 말티푸야", "말티푸"), ("저희 집 콩이는 코숏이에요", "코숏")),
        counter_examples=("우리 집 두부는 말티푸야?", "우리 집 문제는 고양이 털이야", "옆집 두부는 말티푸야"),
    ),
    Rule(
        id="pet.names",
        kind="fact",
        key="pet.{v}",
        pattern=(
            "(o: N? @S ) ( 을|를|이|가|도/J )? ( ( /MM OR /SN OR /NR ) 마리 J? A* ( 키우|기르|모시|있|데리/V ) OR A* 키우|기르|모시/V ) X{0,4}? /E ( 요/JX OR /S )* "
            "( 이름 ( 은|는|이|가/J )? )? (v: N+ ( ( 랑|이랑|하고|와|과/J OR ,/S ) N+ )+ ) ( 이/VCP X* OR /JX OR 이/J )? /S* END"
        ),
        content="{s:은} {v:이라는} {o:을} 키운다.",
        value="{o}",
        over="sentence",
        each=True,
        check=is_name,
        impact=0.7,
        without=("싶", "먹", "밥", "사료"),
        examples=(("강아지 두 마리 있어 뽀삐랑 초롱이", "강아지"),),
        counter_examples=("강아지 두 마리 있어?",),
    ),
    Rule(
        id="pet.name_after",
        kind="fact",
        key="pet.{v}",
        pattern=(
            "(o: N? @S ) ( 을|를|이|가|도/J )? ( ( /MM OR /SN OR /NR ) 마리 J? )? A* ( 키우|기르|모시|있|데리/V ) X{0,4}? /E ( 요/JX OR /S )* "
            "이름/N (v: N+ ) ( 이/J )? /S* END"
        ),
        content="{s:은} {v:이라는} {o:을} 키운다.",
        value="{o}",
        over="sentence",
        check=is_name,
        impact=0.7,
        without=("싶",),
        examples=(("우리집에 고슴도치있음 이름 밤톨이", "고슴도치"),),
        counter_examples=("고슴도치 있음? 이름 뭐",),
    ),
    Rule(
        id="pet.name_and_kind",
        kind="fact",
        key="pet.{n}",
        pattern="이름/N ( 은|는|이/J ) A* (n: N+ ) 이/VCP ( 고|ᆫ데|며/E ) A* (v: N? @S ) 이/VCP END",
        content="{s:은} {n:이라는} {v:을} 키운다.",
        over="sentence",
        impact=0.7,
        without=("싶",),
        examples=(
            ("강아지 한 마리 키워 이름은 보리고 푸들이야", "푸들"),
            ("이름은 호두고 말티즈예요", "말티즈"),
        ),
        counter_examples=("이름은 보리고 푸들이야?", "내 이름은 보라고 학생이야"),
    ),
    Rule(
        id="pet.called",
        kind="fact",
        key="pet.{n}",
        pattern=(
            "(n: N+ ) 이/VCP 라는 ( 이름 의/JKG OR 이름 을 가지 ᆫ )? (v: N? @S ) 을|를|이|가? A* "
            "( 키우|기르|데리|모시/VV OR 있/VA ) TAIL"
        ),
        content="{s:은} {n:이라는} {v:을} 키운다.",
        who=_WHO,
        confidence=0.9,
        impact=0.7,
        examples=(("저는 구름이라는 고양이를 키워요", "고양이"),),
        counter_examples=("구름이라는 고양이 알아?",),
    ),
    Rule(
        id="pet.keep",
        kind="fact",
        key="pet.{v}",
        pattern=(
            f"(v: ( N+ 랑|와|과|하고|이랑 )* N? @S ) 을|를|도|만? A* {_COUNT} A* ( 키우|기르|"
            "모시/VV OR 데리 고 살 ) TAIL"
        ),
        content="{s:은} {v:을} 키운다.",
        who=_WHO,
        each=True,
        confidence=0.9,
        impact=0.7,
        without=("싶", "ᆯ까", "어야"),
        examples=(
            ("나 페럿 키워", "페럿"),
            ("저희 집은 앵무새랑 금붕어를 키워요", "금붕어"),
            ("거북이두마리키움", "거북이"),
        ),
        counter_examples=(
            "고양이 키우고 싶다",
            "고양이 키워?",
            "어릴 때 고양이 키웠었어",
            "그 유튜버는 고양이를 키워요",
        ),
    ),
    Rule(
        id="pet.lives_with",
        kind="fact",
        key="pet.{v}",
        pattern="(v: N? @S ) ( ( /MM OR /SN OR /NR ) 마리/N )? 랑|이랑|와|과|하고/J A* ( 둘 이? )? A* ( 살|지내/VV ) TAIL",
        content="{s:은} {v:을} 키운다.",
        who=_WHO,
        impact=0.7,
        without=("싶", "친구", "잘"),
        examples=(("고양이 두 마리랑 살아", "고양이"), ("저는 강아지랑 둘이 살아요", "강아지")),
        counter_examples=("고양이랑 살아?", "고양이랑 살고 싶어", "옆집은 고양이 세 마리랑 살아"),
    ),
    Rule(
        id="pet.adopted",
        kind="fact",
        key="pet.{v}",
        pattern=(
            "(v: N? @S ) 을|를|이|가|도? A* ( 한 마리 J? )? A* ( 입양|분양/N 하|받 OR 데려오|들이|"
            "입양하 OR 가족 이 되 ) TAIL"
        ),
        content="{s:은} {v:을} 데려왔다.",
        who=_WHO,
        past=True,
        lasting=False,
        confidence=0.9,
        impact=0.7,
        examples=(("지난주에 햄스터를 데려왔어요", "햄스터"), ("저 유기묘 입양했어요", "유기묘")),
        counter_examples=("고양이 입양할까?", "친구가 고양이를 입양했대"),
    ),
    Rule(
        id="pet.have",
        kind="fact",
        key="pet.{v}",
        pattern=("START A* (v: N? @S ) ( 이|가|도/J )? A* ( /MM OR /SN OR /NR ) 마리 J? A* 있/VA END"),
        content="{s:은} {v:을} 키운다.",
        who=_WHO,
        impact=0.7,
        examples=(("고양이 두 마리 있어요", "고양이"),),
        counter_examples=("공원에 고양이 두 마리 있어요", "고양이 몇 마리 있어?"),
    ),
    Rule(
        id="pet.own",
        kind="fact",
        key="pet.{v}",
        pattern=(
            "(v: ( N+ 랑|와|과|하고|이랑 )* N? @S ) ( 을|를|이|가|도/J )? A* ( ( /MM OR /SN OR /NR "
            ") 마리 J? )? A* ( 가지|갖/V 고 있 OR 있/VA ) TAIL"
        ),
        content="{s:은} {v:을} 키운다.",
        who=_WHO,
        said=True,
        each=True,
        impact=0.7,
        check=lambda tokens: tokens[0].tag != "SN",
        without=("알레르기", "알러지", "에", "싶"),
        examples=(("나는 고슴도치를 가지고 있어", "고슴도치"), ("저는 앵무새가 있어요", "앵무새")),
        counter_examples=("공원에 비둘기가 있어요", "너는 앵무새가 있어?", "나는 20개를 가지고 있어"),
    ),
    Rule(
        id="pet.name_is",
        kind="fact",
        key="pet.{n}",
        pattern=(
            "START ( /NP 의? )? A* ( 집 의? )? (v: @S ) ( 의/JKG )? 이름 ( 은|는|이|ᆫ/J )? A* (n: "
            "N+ ) ( 이/VCP OR 으로|로 짓|하|정하/V )? END"
        ),
        content="{s:의} {v} 이름은 {n:이다}.",
        subject="user",
        over="raw",
        past=None,
        who=("user", "pet", "stranger"),
        confidence=0.9,
        impact=0.7,
        examples=(("우리 강아지 이름은 호두야", "강아지"),),
        counter_examples=("강아지 이름 추천해 줘", "강아지 이름은 뭐로 할까?"),
    ),
    Rule(
        id="pet.beside",
        kind="fact",
        key="pet.{n}",
        pattern="START ( 우리|저희|나|저 ) 의? ( 집 )? (v: @S ) (n: U ) 은|는|이|가|도/J",
        content="{s:은} {n:이라는} {v:을} 키운다.",
        subject="user",
        over="raw",
        past=None,
        denied=None,
        who=("user", "pet"),
        lasting=False,
        impact=0.6,
        without=("이름", "생일", "나이"),
        examples=(("우리 고양이 나비는 참치를 좋아해", "고양이"),),
        counter_examples=("우리 고양이 나비는 어디 갔지?",),
    ),
    Rule(
        id="pet.is",
        kind="fact",
        key="pet.{a}",
        pattern="START (v: N? @S ) ( 이/VCP OR /EF ) TAIL",
        content="{a:은} {v:이다}.",
        subject="user",
        who=("pet",),
        impact=0.6,
        examples=(("우리 집 강아지는 비숑이야", "비숑"), ("저희 집 고양이는 코숏이에요", "코숏")),
        counter_examples=("고양이는 동물이에요", "우리 집 강아지는 귀여워"),
    ),
    Rule(
        id="pet.is_bare",
        kind="fact",
        key="pet.{v}",
        pattern="START ( 우리|저희|나|저 ) 의? 집? (v: @S ) (k: @S ) ( 이/VCP OR /EF )? TAIL",
        content="{s:의} {v:은} {k:이다}.",
        value="{k}",
        subject="user",
        over="raw",
        who=("user", "pet"),
        impact=0.6,
        examples=(("우리 강아지 푸들이야", "푸들"),),
        counter_examples=("우리 강아지 푸들이랑 싸웠어?",),
    ),
)
