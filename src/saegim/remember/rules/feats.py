"""What came about at last, was gone through, got rid of, raised or caught: events told without a date."""

from __future__ import annotations

from saegim.remember.rules.checks import eventful
from saegim.remember.rules.happening import STORIES, event
from saegim.remember.rules.rule import Rule

_DONE = "( 었|었었/EP ( /E OR /S OR /JX )* OR ᆷ|음/E /S* ) END"


def _done(
    name: str,
    pattern: str,
    *,
    shown: tuple[tuple[str, str], ...],
    not_shown: tuple[str, ...],
    alone: bool = False,
) -> Rule:
    """A rule for something done and over; 합격함 counts as told in the past."""
    return event(
        name,
        f"{pattern} ( /VX )* ( 게/EC 되/V )? {_DONE}",
        value="{p}",
        over="full",
        past=None,
        done=True,
        alone=alone,
        check=eventful,
        impact=0.7,
        confidence=0.75,
        without=("뻔", "줄/NNB", "싶", "면", "으면", "까지", *STORIES),
        examples=shown,
        counter_examples=not_shown,
    )


RULES = (
    _done(
        "suffered",
        "(v: K+ ) ( 을|를/J )? A* ( 당하/V OR 당하/XSV )",
        shown=(("회사에서 따돌림 당했어요", "따돌림"), ("나 계정 해킹당함", "해킹")),
        not_shown=("해킹당했어?", "그 배우 협박당했대"),
        alone=True,
    ),
    _done(
        "managed",
        "(v: K+ ) ( 에|을|를|도|이|가/J )? A* 성공|실패|완주|완등|달성|돌파|수료|완독|합격|불합격|탈락/N 하",
        shown=(("나 10킬로 감량 성공했어", "감량"), ("한라산 완등함", "한라산")),
        not_shown=("감량 성공했어?", "요리 실패했어?"),
    ),
    _done(
        "pay_rose",
        "(v: N* 연봉|월급|시급/N ) ( 이|가|을|를|도/J )? X{0,3}? ( 오르|올리|깎이|동결되/V OR 동결|인상|삭감 되 )",
        shown=(("나 연봉 20프로 올랐어", "연봉"),),
        not_shown=("연봉 올랐어?",),
    ),
    _done(
        "made_regular",
        "(v: 정규직|무기계약직|계약직|정직원|팀장|반장|회장|부장|대표|임원|교수|엄마|아빠|할머니|할아버지|이모|삼촌|고모/N ) ( 으로|로|이|가/J )? A* ( 전환/N 되 OR 되/V )",
        shown=(("나 이모 됐어", "이모"),),
        not_shown=("팀장 됐어?",),
    ),
    _done(
        "to_hospital",
        "(v: 응급실|중환자실/N ) ( 에|으로|로|을|를/J )? A* ( 가|다녀오|실려가|실리|갔다오/V OR 실리 어 가 OR 가 었 다 오 )",
        shown=(("어젯밤에 응급실 다녀왔어", "응급실"),),
        not_shown=("응급실 갔어?",),
    ),
    _done(
        "speculated",
        "(v: N* 주식|코인|도박|사업|투자|보증|비트코인|경매/N ) 으로|로|에서|에|하 X{0,5}? ( 날리|잃|물리|까먹|말아먹/V OR 손해 X? 보 )",
        shown=(("코인으로 천만원 날렸어", "코인"),),
        not_shown=("코인으로 돈 날렸어?",),
    ),
    _done(
        "fined",
        "(v: N? 딱지|과태료|벌금|범칙금|고소장|경고장|내용증명/N ) ( 을|를|이|가/J )? A* ( 끊기|떼|떼이|내|물|받|나오|날아오/V )",
        shown=(("신호위반으로 딱지 끊겼어", "딱지"),),
        not_shown=("벌금 냈어?",),
    ),
    _done(
        "house_broke",
        "(v: N* 보일러|수도관|배관|천장|지붕|하수구|배터리|창고|집|가게|공장|차/N ) ( 이|가|에|에서/J )? A* ( 물/N J? 새 OR 터지|무너지/V OR 불 이? 나 OR 침수|전소|누수 되|당하|나 )",
        shown=(("가게에 불이 났어요", "가게"), ("보일러 터졌어", "보일러")),
        not_shown=("천장에 물 샜어?",),
    ),
    _done(
        "moved_out",
        "(v: N? 자취방|원룸|신혼집|본가|친정|기숙사|셰어하우스|군대/N ) ( 을|를|에|으로|로|에서/J )? A* ( 빼|내놓|들어오|들어가|내려오|나오/V )",
        shown=(("나 자취방 뺐어", "자취방"), ("다시 본가 들어옴", "본가")),
        not_shown=("자취방 뺐어?",),
    ),
    _done(
        "signed",
        "(v: N* 이혼|혼인|계약|매매|전세|파혼|입양/N N? ) ( 서류|신고|계약서|합의서/N )? ( 에|을|를/J )? A* ( 도장 을? 찍 OR 쓰|찍/V OR 제출|작성|신고 하 )",
        shown=(("이혼 서류에 도장 찍었어", "이혼"),),
        not_shown=("계약서 썼어?",),
    ),
)
