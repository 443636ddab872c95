"""Turns in a life told by their verb: prizes, posts, schools, shops. No date is needed."""

from __future__ import annotations

from saegim.remember.rules.happening import STORIES, event

_DONE = "( 었|었었/EP X*? OR ᆷ|음/E X*? ) END"

RULES = (
    event(
        "prize",
        (
            "(v: ( N+ 에서|에/J )? N* ~(?:.*(?:대|금|은|동|본|신인|인기|우수|장려|공로|특별|모범|개근|작품|연기|문학|학술|봉사|표창)상|상|상장|.*메달|표창장|표창|.*장학금|.등|감사패) ) "
            "( 을|를|도/J )? A* ( 받|타|따|차지하|하/V OR 수상|차지|당선/N 하 ) ( 게/EC 되/V )? TAIL"
        ),
        value="{v}",
        over="full",
        phrase=True,
        impact=0.7,
        without=("싶", *STORIES),
        examples=(("공모전에서 대상 받았습니다", "공모전"), ("우리 딸이 대회에서 은상 탔어요", "은상")),
        counter_examples=("대상 받았어?", "그 배우가 신인상 받았대"),
    ),
    event(
        "chosen",
        "(v: N+ ) ( 에|에서|으로|로/J )? A* ( 뽑히/V OR 발탁|선정|선발|선출|당선|채택|등재|게재|입선/N ( 이/J )? ( 확정/N )? 되 ) TAIL",
        value="{p}",
        over="full",
        impact=0.7,
        without=("싶", "대통령", "의원", "시장", *STORIES),
        examples=(("저 반장으로 뽑혔어요", "반장"), ("제 논문이 학술지에 게재됐어요", "논문")),
        counter_examples=("반장으로 뽑혔어?",),
    ),
    event(
        "raised",
        "(v: N? 대리|과장|차장|부장|팀장|이사|상무|전무|임원|주임|선임|책임|수석|계장|실장|점장|지점장|파트장|병장|상병|대위|소령/N ) ( 을|를|으로|로/J )? A* ( 달|닫|올라가|오르/V OR 진급|승진 하|되 ) TAIL",
        content="{s:은} {v:이} 되었다.",
        value="{v} 승진",
        over="full",
        impact=0.7,
        without=STORIES,
        examples=(("저 이번에 과장 달았어요", "과장"),),
        counter_examples=("과장 달았어?",),
    ),
    event(
        "resigned",
        f"(v: 사표|사직서|자퇴서|휴학계|퇴직서|이혼서류/N ) ( 을|를/J )? A* ( 내|던지|쓰|내밀/V OR 제출 하 ) ( /VX )* {_DONE}",
        content="{s:은} {v:을} 냈다.",
        value="{v} 제출",
        over="full",
        past=None,
        impact=0.8,
        without=("싶", "까/EF", *STORIES),
        examples=(("팀장이랑 싸우고 사표 던짐", "사표"), ("어제 사직서 냈어요", "사직서")),
        counter_examples=("사표 냈어?", "사표 내고 싶다"),
    ),
    event(
        "fired",
        "START ( 회사|직장|알바|가게/N ( 에서/J )? )? A* (v: 짤리|잘리/V ) ᆷ|음/E X*? END",
        content="{s:은} 일자리를 잃었다.",
        value="해고 (짤림)",
        impact=0.8,
        check=lambda tokens: bool(tokens),
        nowhere=("머리", "사진", "화면", "영상", *STORIES),
        examples=(("아 나 이번에 회사 짤림", "해고"),),
        counter_examples=("사진 윗부분이 잘림", "휴가 신청한 거 다 짤림", "연재 하나 짤림"),
        past=False,
    ),
    event(
        "outcome",
        (
            "(v: N* ~.*(?:시험|면접|오디션|자격증|면허|공모전|대회|심사|고시|수능|공채|임용|서류|필기|실기|편입) ) X{1,9}? 는데|지만|다가|고|어서/EC X*? "
            "( 떨어지|붙|망하|망치/V OR 합격|탈락|통과|불합격 하|되 ) TAIL"
        ),
        content="{s:은} {w}.",
        value="{w}",
        over="sentence",
        impact=0.7,
        without=STORIES,
        examples=(("오디션 최종까지 갔는데 떨어졌어", "오디션"),),
        counter_examples=("오디션 봤는데 떨어졌어?",),
    ),
    event(
        "litter",
        "(v: 새끼|강아지|고양이|아기/N ) ( 을|를/J )? A* ( 낳/V OR 출산 하 ) TAIL",
        content="{s:이} {v:을} 낳았다.",
        value="{v:을} 낳았음",
        over="full",
        who=("pet",),
        impact=0.7,
        examples=(("우리 고양이가 어제 새끼를 낳았어요", "새끼"),),
        counter_examples=("우리 고양이가 새끼를 낳았을까?",),
    ),
    event(
        "entered",
        "(v: N* @U ) ( 에|을|를/J )? A* ( 들어가|입학하|들어오/V OR 입학|진학|편입|졸업/N 하 ) TAIL",
        value="{p}",
        over="full",
        who=("other",),
        impact=0.6,
        without=STORIES,
        examples=(("큰애가 올해 초등학교 들어갔어요", "초등학교"),),
        counter_examples=("큰애가 초등학교 들어갔어?",),
    ),
    event(
        "taken_in",
        "( @R 을|를/J )? A* (v: 요양원|요양병원|시설|호스피스|병원|응급실|중환자실/N ) 에|으로|로/J A* ( 모시|실려가|실리|보내/V OR 입원|입소|이송/N 하|되|시키 ) TAIL",
        content="{s:은} {w}.",
        value="{w}",
        over="raw",
        impact=0.8,
        without=STORIES,
        examples=(("얼마 전에 할머니를 요양원에 모셨어요", "요양원"),),
        counter_examples=("할머니를 요양원에 모셨어?",),
    ),
    event(
        "opened",
        "(v: N* ~.*(?:가게|카페|식당|매장|사무실|공방|학원|스튜디오|[빵밥꽃떡술]집|쇼핑몰|책방|서점|병원|약국|미용실|사업|회사) ) ( 을|를|이|가/J )? A* ( 오픈|개업|개점|창업|개원/N 하 OR 열|차리|내/V ) TAIL",
        value="{v} 오픈",
        over="full",
        impact=0.8,
        mine=None,
        without=("문/NNG", "싶", *STORIES),
        examples=(("저희 가게 어제 오픈했어요", "가게"),),
        counter_examples=("가게 오픈했어?", "집 앞에 새 카페가 오픈했더라"),
    ),
    event(
        "over",
        "(v: N* ~.*(?:수능|기말고사|중간고사|졸업시험|항암|방사선치료|소송|재판|인턴|군복무|임용|국시|고시|자격증시험|논문심사) ) ( 이|가|을|를|도/J )? A* ( 끝나|끝내|마치|치르|보/V ) TAIL",
        value="{p}",
        over="full",
        impact=0.6,
        without=STORIES,
        examples=(("나 수능 끝났다", "수능"),),
        counter_examples=("수능 끝났어?",),
    ),
)
