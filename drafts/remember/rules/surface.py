"""Korean without a morpheme analyser: a few patterns over the letters themselves, chosen to be right rather than many."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from saegim.language.dates import find_dates
from saegim.remember.finding import Finding
from saegim.remember.rules.korean import Words

_STOPS = re.compile(r"(?<=[.!?~…\n])\s*|(?<=[다요까])\s*,\s+|(?<=[어야아])\s*,\s+")
# Asked, supposed, reported, quoted, joked: not believed.
_DOUBT = re.compile(
    r"\?|？|만약|만일|가령|가정|혹시|이?라면|다면|으면|더라면|[가-힣]대(?:요)?[.!~ㅋㅎㅠ\s]*$|래(?:요)?[.!~ㅋㅎㅠ\s]*$|다더라|다던데|라던데|다고\s?(?:하|해|한|말)"
    r"|[\"“”]|ㅋㅋ|ㅎㅎ|까요?[.!\s]*$|[나니냐]요?[.!\s]*$|\s안\s|우리\s[가-힣]{2,3}는|죠[.!\s]*$|싶|역할극|가사|번역|맞춤법|예문|요약해"
)
_SUBJECT = r"(?:^|\s)(?:나(?:는|도)?|난|저(?:는|도)?|전|내|제|우리|저희)?\s*"
_END = r"(?:[.!~ㅠㅜ\s]*$|[,\s])"
_IS = r"(?:이야|야|이에요|예요|입니다|임|이고|고|인데)"


@dataclass(frozen=True, slots=True)
class SurfaceRule:
    """A regular expression with the groups its content names."""

    id: str
    kind: str
    key: str
    pattern: str
    content: str
    value: str = "{v}"
    negated: bool = False
    dated: bool = False
    confidence: float = 0.8
    impact: float = 0.7
    examples: tuple[tuple[str, str], ...] = ()
    counter_examples: tuple[str, ...] = ()


RULES = (
    SurfaceRule(
        id="surface.name",
        kind="profile",
        key="name",
        pattern=rf"(?:^|\s)(?:내|제)\s?이름은\s?(?P<v>[가-힣]{{2,4}}?){_IS}{_END}",
        content="사용자의 이름은 {v:이다}.",
        impact=0.9,
        examples=(("제 이름은 노은재예요", "노은재"), ("내 이름은 윤슬이야", "윤슬")),
        counter_examples=("내 이름은 뭐야?", "걔 이름은 윤슬이야"),
    ),
    SurfaceRule(
        id="surface.allergy",
        kind="allergy",
        key="allergy",
        pattern=r"(?:^|\s)(?:나(?:는|도)?|난|저(?:는|도)?|전)?\s*(?P<v>[가-힣]{1,8}?)\s?(?:에\s?)?알[레러]르?[기지]\s?(?:가|이)?\s?(?:있|심)(?:어|어요|습니다|음|해|해요|는데|거든)",
        content="사용자는 {v} 알레르기가 있다.",
        confidence=0.9,
        impact=1.0,
        examples=(("저는 복숭아 알레르기가 있어요", "복숭아"), ("나 새우 알러지 있어", "새우")),
        counter_examples=("새우 알레르기 있으면 어떡해", "새우 알레르기 없어요", "민수가 새우 알레르기 있대"),
    ),
    SurfaceRule(
        id="surface.lives",
        kind="fact",
        key="home.city",
        pattern=rf"{_SUBJECT}(?:지금은?\s?|이제\s?|요즘\s?)?(?P<v>[가-힣]{{2,8}}?(?:동|시|구|군|읍)|서울|부산|대구|인천|광주|대전|울산|세종|제주|수원|전주|강릉|춘천)에?(?:서)?\s?(?:살아|살아요|삽니다|살고\s?있|거주)",
        content="사용자는 {v}에 산다.",
        impact=0.8,
        examples=(("나 망원동 살아", "망원동"), ("저는 전주에 살고 있어요", "전주")),
        counter_examples=("망원동 살고 싶어", "예전에 망원동에 살았어", "망원동 살아?"),
    ),
    SurfaceRule(
        id="surface.likes",
        kind="preference",
        key="likes",
        pattern=rf"(?:^|\s)(?:나는?|난|저는?|전)\s(?P<v>[가-힣\s]{{1,15}}?)(?:을|를|이|가)?\s?(?:진짜|정말|너무|제일|가장|엄청|되게)?\s?좋아(?:해|해요|합니다|함){_END}",
        content="사용자는 {v:을} 좋아한다.",
        impact=0.6,
        examples=(("나는 순대국을 진짜 좋아해", "순대국"), ("저는 재즈를 좋아합니다.", "재즈")),
        counter_examples=("너는 순대국을 좋아해", "나는 순대국을 안 좋아해", "나는 순대국을 좋아했어"),
    ),
    SurfaceRule(
        id="surface.dislikes",
        kind="preference",
        key="dislikes",
        pattern=rf"(?:^|\s)(?:나는?|난|저는?|전)\s(?P<v>[가-힣\s]{{1,15}}?)(?:을|를)?\s?(?:진짜|정말|너무|제일|가장|엄청|되게)?\s?싫어(?:해|해요|합니다|함){_END}",
        content="사용자는 {v:을} 싫어한다.",
        impact=0.6,
        examples=(("저는 오이를 싫어해요", "오이"),),
        counter_examples=("걔는 오이를 싫어해", "저는 오이를 싫어했어요"),
    ),
    SurfaceRule(
        id="surface.job",
        kind="fact",
        key="work.role",
        pattern=rf"(?:^|\s)(?:나는?|난|저는?|전)\s(?P<v>[가-힣\s]{{0,10}}?(?:교사|간호사|의사|변호사|개발자|디자이너|공무원|회사원|기자|작가|요리사|약사|소방관|경찰관|연구원|강사|기사|농부)){_IS}{_END}",
        content="사용자는 {v:이다}.",
        examples=(("저는 초등학교 교사예요", "초등학교 교사"),),
        counter_examples=("저는 교사가 아니에요", "우리 형은 교사예요"),
    ),
    SurfaceRule(
        id="surface.decided",
        kind="decision",
        key="decision",
        pattern=rf"(?P<v>[가-힣\s]{{2,30}}?기로)\s?(?:했어|했어요|했습니다|결정했\S*|결심했\S*){_END}",
        content="사용자는 {v} 했다.",
        dated=True,
        examples=(("나 차를 팔기로 했어", "차"),),
        counter_examples=("걔네 결혼하기로 했대", "뭐 하기로 했어?"),
    ),
    SurfaceRule(
        id="surface.boundary",
        kind="boundary",
        key="boundary",
        pattern=r"(?P<v>[가-힣\s]{1,20}?(?:얘기|이야기)(?:는|은|를)?)\s?(?:하지|꺼내지)\s?(?:마|말)",
        content="사용자는 {v} 하지 말라고 했다.",
        negated=True,
        confidence=0.9,
        impact=1.0,
        examples=(("아버지 얘기는 꺼내지 마", "아버지"),),
        counter_examples=("걱정하지 마",),
    ),
    SurfaceRule(
        id="surface.request",
        kind="note",
        key="request",
        pattern=r"^(?!이건|이거|그거|그건)(?P<v>.{6,60}?)[,.\s]+(?:꼭\s)?(?:기억해|메모해|외워|잊지)\s?(?:줘|둬|놔|주세요|두세요|마|마세요|주십시오)",
        content="사용자가 기억해 달라고 했다: {v}",
        confidence=0.95,
        impact=0.8,
        examples=(("와이파이 비번은 감자1234야. 꼭 기억해 줘", "감자1234"),),
        counter_examples=("내 이름 기억해?",),
    ),
)


class SurfaceBook:
    """Surface rules, compiled."""

    def __init__(self, rules: Iterable[SurfaceRule] = RULES) -> None:
        self.rules = tuple(rules)
        self._patterns = [re.compile(rule.pattern) for rule in self.rules]

    def run(self, text: str, at: datetime) -> list[Finding]:
        """What the rules find in an NFC text."""
        found: list[Finding] = []
        for rule, pattern in zip(self.rules, self._patterns, strict=True):
            # A request looks back over a full stop; everything else stays inside a sentence.
            for part in [text] if rule.key == "request" else _STOPS.split(text):
                match = None if _DOUBT.search(part) else pattern.search(part)
                if match is not None:
                    found.append(_finding(rule, part.strip(), Words(match["v"].strip()), at))
                    break
        return found


def _finding(rule: SurfaceRule, part: str, value: Words, at: datetime) -> Finding:
    when = None
    if rule.dated:
        spans = find_dates(part, at, prefer="future")
        when = next(((s.start, s.end) for s in spans if s.start and s.end and s.grain != "open"), None)
    return Finding(
        kind=rule.kind,
        content=rule.content.format(v=value),
        subject="user",
        key=rule.key,
        value=rule.value.format(v=value),
        confidence=rule.confidence,
        future_impact=rule.impact,
        evidence=part,
        rule=rule.id,
        explicit=rule.key == "request",
        negated=rule.negated or " 안 " in f" {part} ",
        when=when,
    )
