"""What people lose: loves, things, animals, their own, a sound body. No date is needed."""

from __future__ import annotations

from saegim.remember.rules import moods as mood
from saegim.remember.rules.happening import STORIES, event
from saegim.remember.rules.rule import ANYONE

# Nobody else stands before them as the one who parts.
_FROM_START = "START A* ( /NP J? )? A* ( X{1,4}? ᆫ|은|던|는/ETM )? A*"

RULES = (
    event(
        "dumped",
        f"{_FROM_START} (v: N? 여친|남친|여자친구|남자친구|애인|썸남|썸녀|짝사랑|첫사랑|걔/N ) 한테|에게/J X*? ( 차이|까이/V OR 이별 통보? J? 받|당하 ) TAIL",
        content="{s:은} {v}에게 차였다.",
        value="{v}에게 차였음",
        over="raw",
        who=("user", "other", "stranger"),
        subject="user",
        impact=0.8,
        without=STORIES,
        examples=(("2년 만난 여친한테 차였다", "여친"),),
        counter_examples=("여친한테 차였어?",),
    ),
    event(
        "parted",
        f"{_FROM_START} (v: N? 여친|남친|여자친구|남자친구|애인|남편|아내|와이프|썸남|썸녀|걔 ) ( 이랑|랑|하고|와|과/J )? X{{0,3}}? ( 헤어지|갈라서|깨지|끝내|끝나/V OR 결별|이별|별거 하 ) TAIL",
        content="{s:은} {v:과} 헤어졌다.",
        value="{v:과} 헤어졌음",
        over="raw",
        who=("user", "other", "stranger"),
        subject="user",
        impact=0.8,
        without=("뻔", *STORIES),
        examples=(("어제 남친이랑 헤어졌어", "남친"),),
        counter_examples=("남친이랑 헤어졌어?", "친구가 남친이랑 헤어졌대", "옆집 사람이 남친이랑 헤어졌어"),
    ),
    event(
        "body_broke",
        (
            "(v: N? ( @y OR 발가락|손가락|다리|팔|앞니|이빨|치아|갈비뼈|쇄골|인대|코뼈|머리|이마|맹장/N ) N? ) ( 에|이|가|을|를/J )? A* "
            "( 금/N J? 가/V OR 부러지|접질리|찢어지|터지|끊어지|삐끗하|꿰매/V OR 골절|파열|수술|이식 J? 되|당하|하|받 OR 깁스 하 ) ( /VX )* ( 었|었었/EP X*? OR ᆷ|음/E /S* OR 어서|아서/EC ) END"
        ),
        value="{p}",
        over="full",
        past=None,
        done=True,
        impact=0.7,
        without=("뻔", "줄/NNB", *STORIES),
        examples=(("계단에서 굴러서 발목 금 갔어", "발목"),),
        counter_examples=("발목 금 갔어?", "발목 금 갈 뻔했어"),
    ),
    event(
        "lost",
        "(v: N? 지갑|휴대폰|핸드폰|폰|노트북|가방|여권|카메라|반지|목걸이|차키|신분증|아이패드|태블릿|통장|면허증|자전거/N ) ( 을|를|이|가/J )? X*? ( 잃 어 버리/VX OR 잃어버리|도둑맞|털리/V OR 분실|도난/N 하|되|당하 OR 소매치기 X? 당하 ) TAIL",
        content="{s:은} {v:을} 잃어버렸다.",
        value="{v} 분실",
        over="sentence",
        impact=0.6,
        confidence=0.75,
        without=("뻔", "줄/NNB", *STORIES),
        examples=(("노트북을 지하철에 두고 내려서 잃어버렸어요", "노트북"),),
        counter_examples=("노트북 잃어버렸어?", "입맛을 잃어버렸어"),
    ),
    event(
        "rainbow",
        "( 우리|저희 )? 집? (v: N+ ) ( 이|가|은|는|도/J )? A* ( 무지개/N 다리/N OR 무지개다리 OR 강아지별|고양이별|하늘나라|별나라/N ) ( 을|를|으로|로|에/J )? A* ( 건너|가|떠나|보내/V ) TAIL",
        content="{v:이} 세상을 떠났다.",
        value="{v:이} 무지개다리를 건넜음",
        subject="user",
        over="raw",
        who=ANYONE,
        impact=0.9,
        without=STORIES,
        examples=(("우리 콩이 어제 무지개다리 건넜어", "콩"),),
        counter_examples=("그 고양이 무지개다리 건넜어?",),
    ),
    event(
        "died",
        (
            "(v: N* 친구|절친|동료|선배|후배|은사님|선생님|교수님|이웃|동기|지인/N ) ( 이|가|께서/J ) A* "
            "( 세상 을? 떠나|뜨/V OR 돌아가시|죽/V OR 돌아가 시 OR 하늘나라 X? 가 OR 스스로 X*? 끊 ) TAIL"
        ),
        content="사용자의 {v:이} 세상을 떠났다.",
        value="{v:이} 세상을 떠났음",
        subject="user",
        over="raw",
        who=("user", "other", "stranger"),
        impact=0.9,
        without=STORIES,
        examples=(("친한 친구가 갑자기 세상을 떠났어", "친구"),),
        counter_examples=("친구가 죽었어?",),
    ),
    event(
        "bereaved",
        "START ( 우리|저희 )? (o: @RF OR /NNP ) ( 이|가|께서/J )? A* ( 돌아가시|돌아가|떠나|사망하/V OR 세상 을? 떠나|뜨 ) ( 시/EP )? ( ᆫ/ETM 뒤|후|지|이후|다음/N OR 고/EC 나 어서? ) X+ END",
        content="{o:이} 돌아가셨다.",
        value="{o:이} 돌아가심",
        subject="{o}",
        over="raw",
        moods=(mood.TELL, mood.GUESS, mood.MARVEL),
        past=None,
        denied=None,
        who=("user", "other", "stranger"),
        impact=0.9,
        without=STORIES,
        examples=(("아빠 돌아가신 뒤로 계속 마음이 텅 빈 것 같아요", "돌아가"),),
        counter_examples=("아빠 돌아가신 뒤로 뭐 했어?",),
        dated="",
    ),
)
