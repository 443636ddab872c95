"""Skills and languages."""

from __future__ import annotations

from collections.abc import Sequence

from saegim.remember.rules.checks import head
from saegim.remember.rules.rule import Rule
from saegim.remember.rules.unit import Token

_SKILLS = (
    "수영|운전|요리|노래|춤|자전거|스키|스노보드|보드|수학|컴퓨터|다림질|그림|암산|다이빙|잠수|"
    "달리기|젓가락질|주차|글씨|바느질|오토바이|줄넘기|철봉|타자|암기|손글씨|뜨개질|엑셀|코딩|"
    "스케이트|피아노|기타|바이올린|드럼|장구|하모니카|우쿨렐레|바둑|체스|장기|당구|볼링|탁구|"
    "배드민턴|테니스"
)


def _doing(tokens: Sequence[Token]) -> bool:
    return any(t.tag in ("NNG", "NNP", "SL") for t in tokens) and head(tokens).tag != "NNB"


RULES = (
    Rule(
        id="skill.cannot",
        kind="fact",
        key="skill",
        pattern=(
            f"START A* (v: N? {_SKILLS}/N ) ( 을|를|은|는|도/J )? A* ( 못 하|타|치|추|부르|두|쓰|그리/V OR "
            "못하/V OR 하|타|치|추|부르|두 ᆯ 수 J? 없 OR 하|타|치|추|부르 지 못하 ) TAIL"
        ),
        content="{s:은} {v:을} 못한다.",
        denied=None,
        negated=True,
        who=("user", "other"),
        impact=0.5,
        without=("까지", "당분간"),
        examples=(("저 자전거 못 타요", "자전거"), ("나 운전 못 해", "운전")),
        counter_examples=("운전 못 해?", "오늘은 운전 못 해"),
    ),
    Rule(
        id="skill.language_cannot",
        kind="fact",
        key="skill",
        pattern=(
            "START A* (v: @G ) ( 을|를|은|는|도/J )? A* ( 못 하|읽|쓰/V OR 못하/V OR 하 지 못하 OR "
            "하 ᆯ 줄 모르 ) END"
        ),
        content="{s:은} {v:을} 못한다.",
        denied=None,
        negated=True,
        who=("user", "other"),
        impact=0.5,
        examples=(("저는 영어를 못해요", "영어"),),
        counter_examples=("영어 못해?",),
    ),
    Rule(
        id="skill.knows_how",
        kind="fact",
        key="skill",
        pattern="START A* (v: X+? ) ᆯ|을/ETM 줄 ( 을|은|도/J )? A* 알/V TAIL",
        content="{s:은} {v:을} 할 줄 안다.",
        check=_doing,
        phrase=True,
        who=("user", "other"),
        avoid="G",
        impact=0.5,
        without=("이렇게", "그렇게", "그럴"),
        examples=(("저 재봉틀 다룰 줄 알아요", "재봉틀"), ("포토샵은 다룰 줄 알아요", "포토샵")),
        counter_examples=("재봉틀 다룰 줄 알아?", "이럴 줄 알았어"),
    ),
    Rule(
        id="skill.does_not_know_how",
        kind="fact",
        key="skill",
        pattern="START A* (v: X+? ) ᆯ|을/ETM 줄 ( 을|은|도/J )? A* 모르/V TAIL",
        content="{s:은} {v:을} 할 줄 모른다.",
        check=_doing,
        phrase=True,
        who=("user", "other"),
        negated=True,
        alone=True,
        avoid="G",
        impact=0.5,
        without=("이렇게", "그렇게", "이럴", "그럴"),
        examples=(("저는 자전거를 탈 줄 몰라요", "자전거"), ("전 넥타이 맬 줄 몰라요", "넥타이")),
        # 그칠 줄을 모르다: what goes on and on.
        counter_examples=("자전거 탈 줄 몰라?", "장마가 그칠 줄을 몰라요", "집값이 떨어질 줄을 모릅니다"),
    ),
    Rule(
        id="skill.can",
        kind="fact",
        key="skill",
        pattern=f"START A* (v: ( N? {_SKILLS}/N OR 물구나무 서 기 OR N* 운전 OR N* 연주 OR N* 곡예 ) ) ( 을|를|도/J )? A* ( 하|타|치|추|부르|두 ) ᆯ|을/ETM 수 ( 가|도/J )? 있 TAIL",
        content="{s:은} {v:을} 할 수 있다.",
        who=("user", "other"),
        avoid="Q",
        lasting=True,
        without=("내일", "모레", "주말", "오늘"),
        impact=0.4,
        examples=(("나는 트랙터 운전을 할 수 있어", "운전"),),
        counter_examples=("운전 할 수 있어?", "내일 운전 할 수 있어"),
    ),
    Rule(
        id="skill.hopeless",
        kind="fact",
        key="skill",
        pattern=(
            "START A* (v: N+ ) ( 은|는|ᆫ/J ) A* ( 젬병|꽝|쥐약/N 이/VCP OR 소질 이? 없 OR 완전 못하 ) TAIL"
        ),
        content="{s:은} {v:을} 못한다.",
        denied=None,
        negated=True,
        impact=0.4,
        examples=(("노래는 젬병이야", "노래"),),
        counter_examples=("노래는 젬병이야?",),
    ),
    Rule(
        id="skill.good_at",
        kind="fact",
        key="skill",
        pattern=f"START A* (v: {_SKILLS}/N ) ( 을|를|은|는/J )? A* 잘 하|타|치|추|부르|두 END",
        content="{s:은} {v:을} 잘한다.",
        who=("user", "other"),
        impact=0.4,
        examples=(("제가 요리를 좀 잘해요", "요리"),),
        counter_examples=("요리 잘해?", "너 요리 잘한다"),
    ),
    Rule(
        id="skill.certificate",
        kind="fact",
        key="skill",
        pattern=(
            "(v: N* ~.*(?:자격증|면허|면허증|기능사|산업기사|자격|급|단) ) ( 을|를|이|가|도/J )? "
            "A* ( 따/V OR 취득/N 하 OR 있/VA OR 취득 하 OR 합격 하 ) TAIL"
        ),
        content="{s:은} {v:을} 갖고 있다.",
        past=None,
        who=("user", "other"),
        lasting=False,
        impact=0.5,
        avoid="T",
        check=lambda tokens: len(tokens) > 1 or tokens[0].form not in ("자격증", "자격", "급", "단"),
        without=("싶", "어야", "려고", "으면"),
        examples=(
            ("나 한식조리사 자격증 땄어", "한식조리사 자격증"),
            ("저 지게차 자격증 있어요", "지게차 자격증"),
        ),
        counter_examples=("자격증 따고 싶다", "자격증 있어?"),
    ),
    Rule(
        id="skill.rank",
        kind="fact",
        key="skill",
        pattern="START A* (v: N+ ( /SN OR /MM OR /NR ) 단|급/N ) 이/VCP END",
        content="{s:은} {v:이다}.",
        who=("user", "other"),
        avoid="T",
        impact=0.4,
        examples=(("나 태권도 4단이야", "태권도 4단"),),
        counter_examples=("태권도 4단이야?",),
    ),
    Rule(
        id="skill.score",
        kind="fact",
        key="skill",
        pattern=(
            "(v: 토익|토플|텝스|아이엘츠|JLPT|HSK|오픽|토스|델프 X? /SN X? ) ( 이/VCP OR 있/V OR "
            "나오|받|따|넘/V ) TAIL"
        ),
        content="{s:의} 점수는 {v:이다}.",
        past=None,
        who=("user", "other"),
        lasting=False,
        impact=0.4,
        examples=(("저 토익 870점이에요", "토익 870"),),
        counter_examples=("토익 870점이면 잘한 거야?",),
    ),
    Rule(
        id="language.level",
        kind="fact",
        key="language",
        pattern="(v: @G ) X{1,3}? 따|취득|합격 하? 었 END",
        content="{s:은} {v:을} 한다.",
        past=True,
        who=("user", "other"),
        lasting=False,
        impact=0.5,
        examples=(("나 일본어 N1 땄어", "일본어"),),
        counter_examples=("일본어 N1 땄어?",),
    ),
    Rule(
        id="language.began",
        kind="fact",
        key="language",
        pattern="(v: ( @G 랑|와|과|하고|이랑 )* @G ) ( 을|를/J )? A* ( 배우 기 시작 하 었 OR X{0,4}? 모국어|원어민/N 이/VCP ) TAIL",
        content="{s:은} {v:을} 한다.",
        past=None,
        who=("user", "other"),
        each=True,
        lasting=False,
        impact=0.5,
        examples=(
            ("베트남어를 배우기 시작했습니다", "베트남어"),
            ("한국어랑 영어 둘 다 모국어예요", "한국어"),
        ),
        counter_examples=("베트남어를 배우기 시작했어?",),
    ),
    Rule(
        id="language.learns",
        kind="fact",
        key="language",
        pattern=(
            "(v: ( @G 랑|와|과|하고|이랑 )* @G ) ( 을|를/J )? A* ( 배우/VV OR 공부|독학/N ( 을|를/J )? ( 하 OR 중 ) ) TAIL"
        ),
        content="{s:은} {v:을} 배우고 있다.",
        who=("user", "other"),
        each=True,
        impact=0.5,
        confidence=0.8,
        without=("싶", "어야", "주/VX", "못", "못하", "때"),
        examples=(("요즘 일본어 배우고 있어", "일본어"), ("영어 공부하는 중이야", "영어")),
        counter_examples=("일본어 배우고 싶다", "일본어 배워?", "영어 공부해야 하는데"),
    ),
    Rule(
        id="language.speaks",
        kind="fact",
        key="language",
        pattern=(
            "(v: ( @G 랑|와|과|하고|이랑 )* @G ) ( ( 을|를|이|가|은|는|도|로|에/J )? X{0,4}? ( 배우|"
            "하|알|가르치|쓰|말하/V OR 공부|가능|유창|능통|능숙|독학/N 하|중 OR ( 수 ( 가|도|는|은/J )? OR N ) 있/VA OR 능숙 하 OR "
            "원어민 ) OR ( 을|를/J )? 하/XSV ) TAIL"
        ),
        content="{s:은} {v:을} 한다.",
        who=("user", "other"),
        each=True,
        impact=0.5,
        confidence=0.8,
        without=("싶", "어야", "주/VX", "못", "못하", "모르", "때", "울렁증", "공포증"),
        examples=(
            ("저는 태국어를 할 줄 알아요", "태국어"),
            ("중국어랑 일본어 가능합니다", "중국어"),
            ("영어랑 스페인어 해", "스페인어"),
        ),
        counter_examples=(
            "태국어 배우고 싶다",
            "태국어 할 줄 알아?",
            "한국어로 답해 주세요",
            "영어 못해요",
            "영어로 온 메일 번역해서 보내",
            "중국어는 성조가 있어요",
        ),
    ),
)
