"""Where people live, come from, and with whom."""

from __future__ import annotations

from saegim.remember.rules.checks import is_place, is_town
from saegim.remember.rules.rule import ANYONE, Rule

_LIVE = (
    "( 살/VV OR 지내/VV OR 머무르/VV OR 사/VV 는데|ᆸ니다|ᆫ다|세요|시|셔|으세요 OR 거주|자취|"
    "하숙/N 하|중? 이/VCP? )"
)

RULES = (
    Rule(
        id="home.live",
        kind="fact",
        key="home.city",
        pattern=f"(v: N+ ) ( 에|에서|서/J J* X{{0,4}}? OR 도/J? A* ( /VV 어/EC )? ) {_LIVE} TAIL",
        content="{s:은} {v}에 산다.",
        over="body",
        who=ANYONE,
        check=is_place,
        confidence=0.9,
        impact=0.8,
        without=("면서", "때", "싶", "적/NNB", "ᆯ래"),
        examples=(
            ("나 망원동 살아", "망원동"),
            ("저는 전주에 거주하고 있습니다", "전주"),
            ("지금은 제주시에서 혼자 살아요", "제주시"),
            ("저희 부모님은 속초에 사세요", "속초"),
            ("나요즘천안에서자취해", "천안"),
        ),
        counter_examples=(
            "어디 살아?",
            "예전엔 망원동 살았어",
            "내가 만약 제주에 산다면 좋겠다",
            "무슨 재미로 살아",
            "그 가수 망원동 산대",
            "망원동에 살고 싶어",
        ),
    ),
    Rule(
        id="home.is",
        kind="fact",
        key="home.city",
        pattern=(
            "START ( 집|동네|주소|거주지|자취방|전셋집|월셋집|사는곳 OR 사|살 는 곳|데|동네 ) 은|는|이|가|ᆫ? A* "
            "(v: N+ ) ( 이/VCP OR 에 있 OR 쪽 이 )? END"
        ),
        content="{s:은} {v}에 산다.",
        who=("user", "other"),
        check=is_town,
        confidence=0.85,
        impact=0.8,
        examples=(
            ("우리 집은 목포야", "목포"),
            ("사는 곳은 대전입니다", "대전"),
            ("저희 집 부천이에요", "부천"),
        ),
        counter_examples=("우리 집은 엉망이야", "집이 어디예요?", "그 가수 집은 한남동이래"),
    ),
    Rule(
        id="home.resident",
        kind="fact",
        key="home.city",
        pattern="START A* (v: N+? ) 주민|거주자|구민|시민/N 이/VCP END",
        content="{s:은} {v}에 산다.",
        check=is_place,
        impact=0.8,
        examples=(("은평구 주민입니다", "은평구"),),
        counter_examples=("은평구 주민이세요?",),
    ),
    Rule(
        id="home.since",
        kind="fact",
        key="home.city",
        pattern="START A* (v: N+ ) 으로|로|에? A* ( 올라오|내려오|이사하|이사오|옮기/V OR 이사 오|하 OR 상경|귀촌|귀농 하 ) ᆫ|은/ETM 지 X+ END",
        content="{s:은} {v:으로} 이사했다.",
        check=is_place,
        past=None,
        lasting=False,
        impact=0.8,
        examples=(("서울 올라온 지 한 달 됐어", "서울"),),
        counter_examples=("서울 올라온 지 얼마나 됐어?",),
    ),
    Rule(
        id="home.moved",
        kind="fact",
        key="home.city",
        pattern=(
            "(v: N+ ) 으로|로|에 A* ( 이사/N 하|오|가|들어오? OR 옮기|내려오|올라오|이사하|이사오 "
            "OR 상경|귀촌|귀농|이민|전입 하|오|가? ) TAIL"
        ),
        content="{s:은} {v:으로} 이사했다.",
        who=ANYONE,
        past=True,
        # 병원은 김포로 옮겼어: something else moved.
        without=("병원", "일/NNG", "회사", "직장", "학교", "수업", "가게", "약국", "은행", "계좌", "짐"),
        check=is_place,
        lasting=False,
        confidence=0.9,
        impact=0.8,
        examples=(("지난달에 파주로 이사했어", "파주"), ("저 얼마 전에 청주로 이사 왔어요", "청주")),
        counter_examples=("파주로 이사하고 싶어", "옆집 부부가 파주로 이사했대", "파주로 이사했어?"),
    ),
    Rule(
        id="home.came_to_live",
        kind="fact",
        key="home.city",
        pattern="(v: N+ ) 에|에서|서? J* A* ( 살|지내/VV OR 거주 하 ) 게/EC 되 었 TAIL",
        content="{s:은} {v}에 살게 되었다.",
        who=ANYONE,
        past=True,
        check=is_place,
        lasting=False,
        impact=0.8,
        examples=(("올해부터 세종시에 살게 됐어요", "세종시"),),
        counter_examples=("세종시에 살게 되면 좋겠다",),
    ),
    Rule(
        id="home.studying_abroad",
        kind="fact",
        key="home.city",
        pattern=(
            "(v: N+ ) 에서|에/J A* 유학|워킹홀리데이|워홀|어학연수|교환학생|주재원|파견/N J? ( 중|"
            "하|근무|으로 )? TAIL"
        ),
        content="{s:은} {v}에서 지낸다.",
        who=("user", "other"),
        check=is_town,
        impact=0.8,
        examples=(("저 지금 런던에서 유학 중이에요", "런던"),),
        counter_examples=("런던에서 유학하고 싶어", "런던에서 유학했어요"),
    ),
    Rule(
        id="home.works_there",
        kind="fact",
        key="home.city",
        pattern="START (v: N+ ) 에서 A* N* @B 을|를? A* ( 하 OR 운영 하 ) TAIL",
        content="{s:은} {v}에서 지낸다.",
        who=("user",),
        check=is_town,
        confidence=0.7,
        impact=0.7,
        examples=(("저는 통영에서 양식장을 하고 있습니다", "통영"),),
        counter_examples=("통영에서 양식장을 했어요", "서울에서 개발자로 일해요"),
    ),
    Rule(
        id="home.now_is",
        kind="fact",
        key="home.city",
        pattern=(
            "( 살/V 었 는데|지만|다가|으나 OR 살/V 다가 ) X{0,2}? ( 지금|이제|현재|요즘 J? ) (v: "
            "N+ ) ( 이/VCP ) END"
        ),
        content="{s:은} {v}에 산다.",
        over="sentence",
        lasting=False,
        check=is_town,
        impact=0.8,
        examples=(("원래 용인 살았는데 지금은 평택이야", "평택"),),
        counter_examples=("용인 살았는데 지금은 백수야",),
    ),
    Rule(
        id="home.found_room",
        kind="event",
        key="event",
        pattern=(
            "(v: N? 원룸|투룸|쓰리룸|자취방|오피스텔|전셋집|월셋집|고시원|하숙집|아파트/N ) ( 을|"
            "를/J )? A* ( 구하|얻/V OR 계약 하 ) TAIL"
        ),
        content="{s:은} {v:을} 구했다.",
        value="{v} 구함",
        past=True,
        dated="past",
        lasting=False,
        impact=0.7,
        examples=(("드디어 투룸 구했어", "투룸"),),
        counter_examples=("투룸 구했어?",),
    ),
    Rule(
        id="home.came_to",
        kind="fact",
        key="home.city",
        pattern=(
            "( 집|전세|월세|자취|이사|아파트/N ) X*? (v: N+ ) 으로|로/J A* ( 오|가|들어가|들어오/V ) 었 TAIL"
        ),
        content="{s:은} {v:으로} 이사했다.",
        over="sentence",
        past=True,
        lasting=False,
        check=is_town,
        impact=0.7,
        confidence=0.75,
        examples=(("집 사서 김포로 왔어요", "김포"),),
        counter_examples=("집에서 나와 공원으로 갔어",),
    ),
    Rule(
        id="hometown.is",
        kind="fact",
        key="home.hometown",
        pattern=(
            "( 고향|본가|출신지/N OR 태어나 ᆫ 데|곳|동네 OR 나/V 고 자라 ᆫ 데|곳|동네 ) 은|는|이|"
            "가|ᆫ? A* (v: N+ ) ( 이/VCP OR 에 있 )? END"
        ),
        content="{s:의} 고향은 {v:이다}.",
        who=ANYONE,
        check=is_place,
        confidence=0.9,
        impact=0.7,
        examples=(
            ("고향은 안동이에요", "안동"),
            ("제가 태어난 곳은 진주입니다", "진주"),
            ("내 고향 포항임", "포항"),
        ),
        counter_examples=("고향이 어디세요?", "고향이 안동이면 좋겠다"),
    ),
    Rule(
        id="hometown.from",
        kind="fact",
        key="home.hometown",
        pattern="START (v: N+? ) 출신|토박이|태생|사람|촌놈|촌사람/N ( 이/VCP )? END",
        content="{s:의} 고향은 {v:이다}.",
        who=("user", "other"),
        check=is_town,
        impact=0.7,
        lasting=False,
        examples=(
            ("저는 여수 출신이에요", "여수"),
            ("나 대구 토박이야", "대구"),
            ("원래 광주 사람인데 지금은 서울 살아요", "광주"),
        ),
        counter_examples=("그 선수는 여수 출신이래",),
    ),
    Rule(
        id="hometown.born",
        kind="fact",
        key="home.hometown",
        pattern="START (v: N+ ) 에서|서 ( 나/V 고 자라 OR 태어나 ) TAIL",
        content="{s:의} 고향은 {v:이다}.",
        past=True,
        who=("user", "other"),
        check=is_place,
        impact=0.7,
        lasting=False,
        examples=(
            ("저는 원주에서 태어났어요", "원주"),
            ("나 춘천에서 나고 자랐어", "춘천"),
            ("대구에서 태어나서 서울에서 자랐어요", "대구"),
        ),
        counter_examples=("‘나는 원주에서 태어났다’라는 문장이야", "어느 시인은 바다에서 태어났다고 썼다"),
    ),
    Rule(
        id="hometown.grew_up",
        kind="fact",
        key="home.hometown",
        pattern="START (v: N+ ) 에서|서 A* 자라 TAIL",
        content="{s:은} {v}에서 자랐다.",
        past=True,
        who=("user", "other"),
        check=is_place,
        nowhere=("태어나",),
        impact=0.7,
        lasting=False,
        examples=(("저는 원주에서 자랐어요", "원주"),),
        counter_examples=("대구에서 태어나서 서울에서 자랐어요", "원주에서 자랐니?"),
    ),
    Rule(
        id="hometown.came_from",
        kind="fact",
        key="home.hometown",
        pattern="START A* (v: X*? N ) 에서|서/J 오/VV 었 TAIL",
        content="{s:은} {v}에서 왔다.",
        past=True,
        said=True,
        check=is_place,
        impact=0.6,
        confidence=0.7,
        examples=(("저는 몽골에서 왔어요", "몽골"),),
        counter_examples=("방금 회사에서 왔어",),
    ),
)
