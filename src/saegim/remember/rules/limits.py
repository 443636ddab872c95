"""Limits and warnings in the other ways people put them."""

from __future__ import annotations

from saegim.remember.rules.checks import topical
from saegim.remember.rules.rule import ANYONE, Rule

_FICTION = ("영화", "드라마", "소설", "만화", "웹툰", "예능", "주인공")

RULES = (
    Rule(
        id="constraint.at_work",
        kind="constraint",
        key="constraint",
        pattern="START A* ( 회사|학교|직장|사무실|기숙사|부대|병동|매장|집/N ) 에서/J J? A* (v: N+ ) ( 을|를|은|는|도/J )? A* ( 못 쓰|하|켜|보|피우|키우|틀|열/V OR 금지 이|되 OR 쓰|하|켜|보|키우 면|으면 안 되 ) TAIL",
        content="{s:의} 제약: {p}.",
        value="{v}",
        over="raw",
        denied=None,
        confidence=0.75,
        impact=0.7,
        check=lambda tokens: not set(tokens[-1].sorts) & set("TDEW"),
        examples=(("회사에서 개인 메신저를 못 써요", "메신저"),),
        counter_examples=("회사에서 메신저를 못 써?",),
    ),
    Rule(
        id="constraint.leave_by",
        kind="constraint",
        key="constraint",
        pattern=(
            "(v: X+? ( 때문 에 OR 땜 에 OR 어서|라서|라|니까|느라/EC ) X*? ( /SN OR /MM OR /NR ) 시 X*? "
            "( 나가|나서|들어가|퇴근|가|오|끝내|출발|귀가|일어나/V ) 하? ) 어야 하|되 TAIL"
        ),
        content="{s:의} 제약: {w}",
        value="{w}",
        over="sentence",
        phrase=True,
        lasting=False,
        confidence=0.75,
        impact=0.7,
        without=("오늘", "내일", "모레", "이번"),
        examples=(("아이 하원 때문에 4시에는 나가야 합니다", "4시"),),
        counter_examples=("4시에 나가야 해?", "내일 4시에 나가야 해"),
    ),
    Rule(
        id="constraint.access",
        kind="constraint",
        key="constraint",
        pattern=(
            "(v: N X*? 는|은|ᆫ/ETM 곳|데|건물|장소|식당|집|가게|카페|길|동네|층|자리|시간|날/N ) ( 은|는|에|에는|도/J )* A* "
            "( 못 가|들어가|올라가|있|앉|다니|먹|쓰/V OR ( 가|들어가|올라가|이용 하 ) 지 못하 OR ( 가|들어가|있 ) ᆯ|을 수 J? 없 OR 힘들|어렵|곤란하/V OR 곤란 하 OR 무리 이 ) TAIL"
        ),
        content="{s:의} 제약: {v:은} 안 된다.",
        denied=None,
        over="full",
        phrase=True,
        check=topical,
        confidence=0.8,
        impact=0.7,
        without=("오늘", "아직", "이런", "그런"),
        examples=(("엘리베이터 없는 건물은 못 가요", "엘리베이터"), ("사람 많은 곳은 못 가", "사람")),
        counter_examples=("사람 많은 곳은 못 가?", "오늘은 먼 데는 못 가"),
    ),
    Rule(
        id="constraint.just",
        kind="constraint",
        key="constraint",
        pattern=(
            "(v: X*? 시간|돈|예산|여유|기간|공간|자리|용돈|비용/N ( 이|가|은|는/J )? A* ( /SN OR /MM OR /NR ) X{0,4}? ( 뿐/J 이/VCP OR 뿐 이 OR 밖에/J A* ( 없/V OR 안 /V OR 못 /V ) OR 이|가 전부|최대|한계 이/VCP ) ) TAIL"
        ),
        content="{s:의} 제약: {w}",
        value="{w}",
        over="full",
        denied=None,
        phrase=True,
        confidence=0.8,
        impact=0.7,
        without=("오늘", "남"),
        examples=(
            ("하루에 쓸 수 있는 시간이 한 시간뿐이에요", "한 시간"),
            ("돈이 삼만 원밖에 없어요", "삼만 원"),
        ),
        counter_examples=("시간이 한 시간뿐이에요?",),
    ),
    Rule(
        id="constraint.not_allowed",
        kind="constraint",
        key="constraint",
        pattern=(
            "( 라서|라|어서|니까|으니까/EC OR 때문 에 OR 규정|방침|보안 상? ) ( ,/S )? (v: N+ ) ( 이|가|은|는/J ) A* ( 안 되/V OR 불가 이? 하? OR 불가능 하 OR 막히|제한 되|하? OR 금지 이|되 ) TAIL"
        ),
        content="{s:의} 제약: {v:은} 안 된다.",
        over="sentence",
        denied=None,
        check=lambda tokens: (
            not set(tokens[-1].sorts) & set("TDEW")
            and tokens[-1].form
            not in ("말", "이해", "것", "거", "공부", "집중", "소화", "절제", "조절", "진정", "공감")
        ),
        lasting=False,
        confidence=0.75,
        impact=0.7,
        without=("오늘", "지금", "아직", "잘", "왜"),
        examples=(("회사 컴퓨터라 프로그램 설치가 안 됩니다", "프로그램 설치"),),
        counter_examples=("회사 컴퓨터라 설치가 안 되나요?", "배고파서 집중이 안 돼"),
    ),
    Rule(
        id="constraint.lacking",
        kind="constraint",
        key="constraint",
        pattern="(v: N+ ) ( 이|가|도/J )? 없/VA 어서|으니까|어/EC ( ,/S )? X*? ( 못 /VV OR 안 되/V OR ᆯ|을 수 J? 없 OR 힘들|어렵/V ) TAIL",
        content="{s:의} 제약: {w}",
        value="{w}",
        over="sentence",
        denied=None,
        check=lambda tokens: (
            not set(tokens[-1].sorts) & set("TDEWRF")
            and tokens[-1].form not in ("시간", "힘", "용기", "생각", "수", "정신", "입맛", "자신")
        ),
        confidence=0.75,
        impact=0.6,
        without=("오늘", "지금", "먹", "어제", "내일"),
        examples=(("집에 와이파이가 없어서 영상은 못 봐요", "와이파이"),),
        counter_examples=("와이파이가 없어서 못 봐?", "시간이 없어서 못 가"),
    ),
    Rule(
        id="constraint.free_only",
        kind="constraint",
        key="constraint",
        pattern="(v: X*? ( 시|요일|주말|평일|저녁|오전|오후|밤|새벽|아침/N ( 이후|이전|전|후|부터|까지/N )? ) ( 에|에만|에나|이나|나|만|부터|까지|은|는/J )* ) A* ( 시간/N ( 이|가/J )? ( 되|나|있 ) OR 가능 하 ) TAIL",
        content="{s:은} {v} 시간이 된다.",
        value="{v}",
        over="full",
        phrase=True,
        check=lambda tokens: any(t.form in ("만", "이후", "이전", "부터", "까지") for t in tokens),
        lasting=False,
        impact=0.6,
        without=("오늘", "내일"),
        examples=(("나 평일은 9시 이후에나 시간돼", "9시"),),
        counter_examples=("평일 9시 이후에 시간 돼?",),
    ),
    Rule(
        id="constraint.no_more_than",
        kind="constraint",
        key="constraint",
        pattern="(v: N? ( /SN OR /NR OR /MM ) X{0,3}? ( 원|만원|천원|시간|분/N ) ( 이상|초과/N OR 넘 ) ) X{0,4}? ( 못 쓰|내|하|있|걷/V OR 안 되/V OR 부담|무리 되|이|하? OR 어렵|힘들/V ) TAIL",
        content="{s:의} 제약: {w}",
        value="{w}",
        over="sentence",
        denied=None,
        conditional=True,
        lasting=False,
        confidence=0.8,
        impact=0.7,
        examples=(("월 30만원 이상은 못 써", "30만원"),),
        counter_examples=("30만원 이상은 못 써?",),
    ),
    Rule(
        id="contra.while",
        kind="contraindication",
        key="contraindication",
        pattern=(
            "( 복용|임신|수유|치료|투석|투병|항암|교정|재활/N 중 이/VCP 라|라서|니까|이니까 OR @C X{0,4}? 어서|라서|라|니까 OR @Cy 때문 에 ) ( ,/S )? A* "
            "(v: X+? ) ( 은|는|이|가|을|를|도/J )? A* ( 안 되/V OR 금물|금지 이 OR 줄이|끊|피하|가리|조심하|삼가/V 어야 하|되 OR 조심|주의 하 어야 하|되 OR 피하|줄이|가리/V 고 있 OR 들|하|먹|마시 으면|면 안 되 OR 못 먹|마시|씹|하/V ) TAIL"
        ),
        content="{s:은} {v:을} 피해야 한다.",
        over="sentence",
        denied=None,
        who=ANYONE,
        phrase=True,
        check=lambda tokens: topical(tokens) or any(t.tag == "ETM" for t in tokens),
        lasting=False,
        confidence=0.8,
        impact=0.95,
        without=("구분", "집중", "이해"),
        # 엄마 무릎 때문에 오래 못 걸어: another's ailment binds nobody else.
        avoid="R",
        nowhere=_FICTION,
        examples=(
            ("수유 중이라 커피 줄여야 해요", "커피"),
            ("통풍 때문에 요즘 맥주 못 마셔요", "맥주"),
        ),
        counter_examples=("임신 중이라 커피 줄여야 하나요?", "비염 때문에 고생해요"),
    ),
    Rule(
        id="constraint.can_give",
        kind="constraint",
        key="constraint",
        pattern="(v: N? ( /SN OR /MM OR /NR ) X{0,2}? ( 시간|분|원|만원|번|일/N ) ( 정도|쯤 )? 만/J ) A* ( 내|쓰|하|투자/V ) 하? ᆯ|을/ETM 수 J? 있 TAIL",
        content="{s:의} 제약: {w}",
        value="{w}",
        over="full",
        phrase=True,
        lasting=False,
        confidence=0.8,
        impact=0.7,
        without=("오늘", "내일"),
        examples=(("하루 한 시간 정도만 낼 수 있어요", "한 시간"),),
        counter_examples=("한 시간만 낼 수 있어?",),
    ),
    Rule(
        id="constraint.budget_at_most",
        kind="constraint",
        key="constraint",
        pattern="~.*(?:예산|한도) ( 은|는|이|가|ᆫ/J )? A* ( 최대|대략|총|한|약 )? (v: /SN X{0,3}? ) 이/VCP END",
        content="{s:의} 예산은 {v:이다}.",
        over="full",
        lasting=False,
        confidence=0.8,
        impact=0.7,
        examples=(("이번 여행 예산 최대 150이야", "150"),),
        counter_examples=("예산 150이야?",),
    ),
)
