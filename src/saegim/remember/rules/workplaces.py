"""Where people work."""

from __future__ import annotations

from saegim.remember.rules import words
from saegim.remember.rules.checks import employer, is_name, work_town, workplace
from saegim.remember.rules.rule import Rule

_WHO = ("user", "other")
_WORK = "( 일/N 을|를? 하 OR 일하/VV OR 근무|재직|복무|종사|활동|봉직/N 을|를? 하|중? 이/VCP? OR 담당|맡 하? OR 인턴|알바|아르바이트|조교|수습/N 을|를? 하|중 )"

RULES = (
    Rule(
        id="work.moved_to",
        kind="fact",
        key="work.company",
        pattern="(v: N+ ) 으로|로/JKB A* 옮기|스카우트되/V ( ᆫ|은/ETM 지 X+ )? TAIL",
        content="{s:은} {v:으로} 옮겼다.",
        past=None,
        who=_WHO,
        check=lambda tokens: employer(tokens) and words.COMPANY in tokens[-1].sorts,
        lasting=False,
        impact=0.7,
        without=("싶", "기/ETN", "집/NNG", "자리/NNG", "테이블"),
        examples=(("네이버로 옮긴 지 반년 됐어요", "네이버"), ("토스로 옮겼어", "토스")),
        counter_examples=("네이버로 옮길까?",),
    ),
    Rule(
        id="work.called",
        kind="fact",
        key="work.company",
        pattern=(
            "START A* (v: N{1,3} ) 이/VCP 라고|라는 X{0,3}? ( @M OR 데|곳/N ) ( 에|을|를/J )? A* "
            f"( 다니/VV OR 에서/J {_WORK} ) TAIL"
        ),
        content="{s:은} {v}에 다닌다.",
        who=_WHO,
        confidence=0.85,
        impact=0.7,
        examples=(
            ("제가 페이노드라고 결제 회사 다니거든요", "페이노드"),
            ("나 로드픽이라는 스타트업 다녀", "로드픽"),
            ("저는 한빛소프트라고 하는 회사에 다닙니다", "한빛소프트"),
            ("언니는 그린랩이라는 연구소 다녀", "그린랩"),
        ),
        counter_examples=("페이노드라고 결제 회사 다니세요?", "좋은 회사라고 소문난 회사 다녀"),
    ),
    Rule(
        id="work.at",
        kind="fact",
        key="work.company",
        pattern=f"(v: N+ ) 에서|에/JKB J? X{{0,5}}? {_WORK} TAIL",
        content="{s:은} {v}에서 일한다.",
        who=_WHO,
        check=workplace,
        confidence=0.8,
        impact=0.7,
        without=("싶", "다가"),
        examples=(("저는 시립도서관에서 일해요", "시립도서관"), ("언니는 네이버에서 근무해", "네이버")),
        counter_examples=("집에서 일해요", "시립도서관에서 일했어요"),
    ),
    Rule(
        id="work.in",
        kind="fact",
        key="work.place",
        pattern=f"(v: N+ ) 에서|에/JKB J? X{{0,5}}? {_WORK} TAIL",
        content="{s:은} {v}에서 일한다.",
        who=_WHO,
        check=work_town,
        confidence=0.8,
        impact=0.6,
        without=("싶", "다가"),
        examples=(
            ("서울에서 일해요", "서울"),
            ("나 판교 쪽에서 일해", "판교"),
            ("남편은 거제에서 근무합니다", "거제"),
            ("강남역에서 알바해", "강남역"),
        ),
        counter_examples=("서울에서 일해요?", "서울에서 일하고 싶어", "서울에서 놀아"),
    ),
    Rule(
        id="work.does_at",
        kind="fact",
        key="work.company",
        pattern=(
            "START A* (v: N* @M ) 에서/JKB N* 개발|디자인|번역|영업|마케팅|기획|통역|설계|회계|인사|연구|생산|품질관리/N "
            "( 을|를|일/N )* 하|맡|담당 TAIL"
        ),
        content="{s:은} {v}에서 일한다.",
        who=_WHO,
        check=workplace,
        confidence=0.8,
        impact=0.7,
        without=("싶", "어야"),
        examples=(("삼성전자에서 반도체 설계 합니다", "삼성전자"),),
        counter_examples=("삼성전자에서 설계하고 싶어요",),
    ),
    Rule(
        id="work.goes_to",
        kind="fact",
        key="work.company",
        pattern="(v: N+ ) 에|을|를? A* 다니/VV TAIL",
        content="{s:은} {v}에 다닌다.",
        who=_WHO,
        check=employer,
        confidence=0.85,
        impact=0.7,
        without=("싶", "러"),
        examples=(
            ("나 삼성전자 다녀", "삼성전자"),
            ("저는 작은 출판사에 다니고 있어요", "출판사"),
            ("우리아빠는은행다녀", "은행"),
        ),
        counter_examples=("요즘 수영 다녀", "은행 다녔었어", "은행 다녀?"),
    ),
    Rule(
        id="work.joined",
        kind="fact",
        key="work.company",
        pattern=(
            "(v: N+ ) 에|으로|로/JKB A* ( 취직|취업|입사|이직|재취업/N 하|되 OR 들어가|붙/VV OR "
            "합격 하 ) TAIL"
        ),
        content="{s:은} {v}에 들어갔다.",
        who=_WHO,
        past=True,
        lasting=False,
        check=employer,
        impact=0.8,
        examples=(("저 카카오에 입사했어요", "카카오"), ("나 은행으로 이직했어", "은행")),
        counter_examples=("카카오에 입사하고 싶어요", "친구가 카카오에 입사했대"),
    ),
    Rule(
        id="work.company_is",
        kind="fact",
        key="work.company",
        pattern="START M? 회사|직장|근무지|일터/N 은|는|이|ᆫ/J A* (v: X+? ) ( 이/VCP )? END",
        content="{s:의} 직장은 {v:이다}.",
        who=_WHO,
        check=employer,
        impact=0.7,
        examples=(("제 직장은 한빛은행이에요", "한빛은행"),),
        counter_examples=("회사는 지옥이야", "직장이 어디세요?"),
    ),
    Rule(
        id="work.company_bare",
        kind="fact",
        key="work.company",
        pattern="START 회사 ( 은|는|이/J ) A* (v: N+ ) 이/VCP END",
        content="{s:의} 직장은 {v:이다}.",
        over="raw",
        who=("stranger",),
        subject="user",
        check=lambda tokens: (
            employer(tokens)
            and not work_town(tokens)
            and (tokens[-1].tag == "NNP" or words.COMPANY in tokens[-1].sorts)
        ),
        impact=0.7,
        examples=(("회사는 카카오야", "카카오"), ("회사는 한빛은행이에요", "한빛은행")),
        counter_examples=("회사는 지옥이야", "회사는 카카오야?", "그 회사는 카카오야", "회사는 판교야"),
    ),
    Rule(
        id="work.goes_there",
        kind="fact",
        key="work.company",
        pattern="START ( 나|저 J )? A* ( 다니|일하/V OR 근무 하 ) 는/ETM 회사|직장|곳|데/N 은|는|이/J A* (v: X+? ) ( 이/VCP )? END",
        content="{s:의} 직장은 {v:이다}.",
        over="raw",
        who=("user", "stranger"),
        check=employer,
        impact=0.7,
        examples=(("지금 다니는 회사는 한솔물산입니다", "한솔물산"),),
        counter_examples=("지금 다니는 회사는 어디예요?", "걔가 다니는 회사는 한솔물산이야"),
    ),
    Rule(
        id="work.shop_named",
        kind="fact",
        key="work.company",
        pattern="START @BM 이름 은|는|이/J A* (v: N+ ) ( 이/VCP )? END",
        content="{s:의} 가게 이름은 {v:이다}.",
        over="raw",
        check=is_name,
        impact=0.7,
        examples=(("가게 이름은 해솔상회예요", "해솔상회"),),
        counter_examples=("가게 이름은 뭐로 할까?",),
    ),
)
