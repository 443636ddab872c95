"""Belongings and tools."""

from __future__ import annotations

from saegim.remember.rules.checks import brand, ownable, tool_by_name, toolish
from saegim.remember.rules.rule import Rule

_COUNT = "( ( /MM OR /SN OR /NR ) 대|개|채|자루|벌|권/N J? )?"
_WHO = ("user", "other")

RULES = (
    Rule(
        id="possession.mine_is",
        kind="fact",
        key="possession",
        pattern=(
            "START ( 차|자동차|차량|자가용|폰|핸드폰|휴대폰|노트북|컴퓨터|카메라|자전거|오토바이|"
            "기타|피아노|시계|세컨드카|스쿠터|태블릿/N ) ( 은|는|이|가|ᆫ/J )? A* (v: N+ ) ( "
            "이/VCP ) END"
        ),
        content="{s:은} {v:을} 갖고 있다.",
        check=ownable,
        impact=0.5,
        examples=(
            ("내 차 2019년식 아반떼야", "아반떼"),
            ("제 카메라는 후지필름이에요", "후지필름"),
            ("차량은 스타렉스이고", "스타렉스"),
        ),
        counter_examples=("내 차는 고장이야?", "그 배우 차는 벤츠래"),
    ),
    Rule(
        id="possession.hold",
        kind="fact",
        key="possession",
        pattern=(
            f"START A* (v: X+? ) ( 을|를|도|은|는/J )? {_COUNT} A* ( 갖|가지/VV 고 있 OR 보유|소유|"
            "소장/N 하|중 ) TAIL"
        ),
        content="{s:은} {v:을} 갖고 있다.",
        who=_WHO,
        check=ownable,
        each=True,
        impact=0.5,
        examples=(
            ("저는 캠핑카를 한 대 갖고 있어요", "캠핑카"),
            ("지게차 면허를 보유하고 있습니다", "지게차 면허"),
        ),
        counter_examples=("저는 음악에 관심을 갖고 있어요", "캠핑카를 가지고 있나요?", "꿈을 가지고 있어요"),
    ),
    Rule(
        id="possession.exists",
        kind="fact",
        key="possession",
        pattern=(
            "START A* ( 집|자취방|원룸|방|기숙사|부엌|주방|거실|창고/N 에 는? J? )? (v: N? @O ) ( "
            f"이|가|은|는|도|만/J )? {_COUNT} A* 있/VA TAIL"
        ),
        content="{s:은} {v:을} 갖고 있다.",
        over="body",
        check=ownable,
        avoid="T",
        impact=0.5,
        examples=(
            ("집에 오븐 있어", "오븐"),
            ("저 재봉틀 있어요", "재봉틀"),
            ("나 자전거는 있는데", "자전거"),
        ),
        counter_examples=("오븐 있어?", "오븐이 있으면 좋겠다", "회사에 차가 있어요"),
    ),
    Rule(
        id="possession.none",
        kind="fact",
        key="possession",
        pattern=(
            "START A* ( 집|자취방|원룸|방|기숙사|부엌|주방|거실|창고/N 에 는? J? )? (v: N? @O ) ( "
            "이|가|은|는|도/J )? ( 집 에 J? )? A* 없/VA TAIL"
        ),
        content="{s:은} {v:이} 없다.",
        over="body",
        denied=True,
        negated=True,
        check=ownable,
        avoid="T",
        impact=0.6,
        without=("이어폰", "우산", "에어팟", "헤드폰"),
        examples=(
            ("나 차 없어", "차"),
            ("저희 집에는 전자레인지가 없어요", "전자레인지"),
            ("면허도없음", "면허"),
        ),
        counter_examples=("차 없어?", "차가 없으면 불편해"),
    ),
    Rule(
        id="possession.has_not",
        kind="fact",
        key="possession",
        pattern=(
            "START A* (v: N+ ) ( 을|를|은|는|도/J )? A* ( 가지|갖 고 있 지 않 OR 안 가지|갖 고 있 ) TAIL"
        ),
        content="{s:은} {v:이} 없다.",
        denied=True,
        negated=True,
        check=ownable,
        impact=0.5,
        examples=(
            ("저는 카메라를 가지고 있지 않아요", "카메라"),
            ("나는 스마트폰을 가지고 있지 않아", "스마트폰"),
        ),
        counter_examples=("카메라를 가지고 있지 않나요?",),
    ),
    Rule(
        id="possession.drives",
        kind="fact",
        key="possession",
        pattern="START ( 차|자동차 은|는/J )? A* (v: N+ ) ( 을|를/J )? A* ( 운전 하 OR 몰/V ) TAIL",
        content="{s:은} {v:을} 운전한다.",
        check=lambda tokens: tokens[-1].tag in ("NNP", "SL") or tokens[-1].form.endswith(("차", "밴", "카")),
        closing=True,
        confidence=0.75,
        impact=0.4,
        without=("싶", "못", "줄/NNB", "수/NNB"),
        examples=(("저는 BMW를 운전해요", "BMW"), ("차는 아반떼 몰아", "아반떼")),
        counter_examples=("BMW를 운전하고 싶어요",),
    ),
    Rule(
        id="possession.bought",
        kind="fact",
        key="possession",
        pattern=(
            f"(v: N* @O ) ( 을|를|도/J )? {_COUNT} A* ( 사/VV OR 구입|구매|장만/N 하 OR 뽑|지르|"
            "바꾸/VV OR 선물 받 ) TAIL"
        ),
        content="{s:은} {v:을} 샀다.",
        past=True,
        who=_WHO,
        lasting=False,
        check=ownable,
        impact=0.5,
        confidence=0.75,
        closing=True,
        examples=(("나 드디어 노트북 샀어", "노트북"), ("지난주에 전자피아노를 장만했어요", "전자피아노")),
        counter_examples=("노트북 살까?", "친구가 노트북 샀대"),
    ),
    Rule(
        id="tool.use",
        kind="fact",
        key="tool",
        pattern=(
            "(v: N+ ( 랑|와|과|하고|이랑 N+ )* ) ( 을|를|만|은|는|도/J )? A* ( ( 쓰/VV OR 애용|구독/N 하|중 ) TAIL OR "
            # 물걸레를 이용해 닦다: the means of one act, not a tool in use.
            "사용|이용|활용/N ( 중 TAIL OR 하 ( ( /EF OR /EP OR ᆷ|음/E OR 고|는데|지만|거든|며|으며/EC ) TAIL OR 는/ETM 중|편/N X*? END ) ) )"
        ),
        content="{s:은} {v:을} 쓴다.",
        who=_WHO,
        check=toolish,
        each=True,
        confidence=0.85,
        impact=0.5,
        without=("싶", "어야", "수/NNB", "주/VX", "놓/VX", "두/VX", "러/EC", "줄/NNB"),
        closing=True,
        examples=(
            ("메모는 에버노트 써요", "에버노트"),
            ("저는 갤럭시를 사용합니다", "갤럭시"),
            ("엑셀 대신 노션 씁니다", "노션"),
        ),
        counter_examples=(
            "에버노트 써?",
            "일기를 써요",
            "존댓말 써 주세요",
            "그 회사는 팀즈를 쓴대",
            "노션은 안 써요",
            "이 제품 쓰고 있어요",
            "주소 미리 써 놨어",
        ),
    ),
    Rule(
        id="tool.by",
        kind="fact",
        key="tool",
        pattern=(
            "N+ 은|는|을|를/J A* (v: N+ ) 으로|로/J J? A* ( 하/V OR 관리|정리|작업|공부|편집|작성/N 하 ) TAIL"
        ),
        content="{s:은} {v:을} 쓴다.",
        over="full",
        check=tool_by_name,
        each=True,
        confidence=0.8,
        impact=0.5,
        without=("기/ETN", "싶", "어야", "주/VX", "결정"),
        closing=True,
        examples=(
            ("저는 가계부는 뱅크샐러드로 해요", "뱅크샐러드"),
            ("영상 편집은 프리미어로 합니다", "프리미어"),
        ),
        counter_examples=("결제는 카드로 해 주세요", "회의는 줌으로 하기로 했어요"),
    ),
    Rule(
        id="tool.with",
        kind="fact",
        key="tool",
        pattern=(
            "START A* (v: N? @Oa ) 으로|로/J A* N* J? A* ( 그리|하|쓰|보|듣|찍|편집|작업|공부|관리|"
            "정리|읽|만들 ) 하? TAIL"
        ),
        content="{s:은} {v:을} 쓴다.",
        check=toolish,
        confidence=0.75,
        impact=0.4,
        without=("기/ETN", "싶", "어야", "주/VX", "수/NNB"),
        closing=True,
        examples=(("저는 태블릿으로 필기를 해요", "태블릿"),),
        counter_examples=("태블릿으로 필기하면 편해요?",),
    ),
    Rule(
        id="possession.rides",
        kind="fact",
        key="possession",
        pattern=(
            "START ( 차|자동차|자가용|출퇴근/N 은|는|ᆫ/J )? A* (v: N* ( ~.*(?:차|바이크|오토바이|자전거|스쿠터|트럭|킥보드) "
            "OR @O ) ) ( 을|를/J )? A* ( 몰|끌/V OR 타/V ( 고 다니 )? ) TAIL"
        ),
        content="{s:은} {v:을} 탄다.",
        check=ownable,
        impact=0.4,
        confidence=0.75,
        without=("못", "줄/NNB", "싶", "러/EC", "막차", "기차"),
        closing=True,
        examples=(
            ("저는 스쿠터를 타고 다녀요", "스쿠터"),
            ("차는 아반떼 타고 다녀", "아반떼"),
            ("쏘렌토 몰아요", "쏘렌토"),
            ("차는 K5 탑니다", "K5"),
        ),
        counter_examples=("기차를 타요", "경차를 타고 싶어", "지하철 타고 다녀", "버스 타고 다녀요"),
    ),
    Rule(
        id="tool.switched",
        kind="fact",
        key="tool",
        pattern="(v: N+ ) 으로|로/J A* ( 갈아타|바꾸|넘어가/VV ) TAIL",
        content="{s:은} {v:을} 쓴다.",
        past=True,
        lasting=False,
        check=brand,
        avoid="TGIQ",
        impact=0.5,
        confidence=0.75,
        examples=(("아이폰 쓰다가 갤럭시로 갈아탔어", "갤럭시"),),
        counter_examples=("목요일로 바꿨어", "메뉴를 파스타로 바꿨어"),
    ),
)
