"""A Korean sentence as clauses, each with the mood it was said in.

Rules look at one clause at a time. What may be believed of a clause (it tells, asks, supposes, reports)
is settled here, once, for all of them.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise

from saegim.remember.rules import stories
from saegim.remember.rules.moods import (
    ASK,
    EVEN,
    GUESS,
    IF,
    ORDER,
    PROPOSE,
    QUOTING,
    SUPPOSE,
    TELL,
    WISH,
    mood_of,
)
from saegim.remember.rules.unit import Token

_SPLITTING = EVEN | frozenset(
    """고 며 으며 면서 으면서 는데 은데 ᆫ데 던데 지만 으나 나 다가 어서 아서 여서 라서 으니까 니까 니 으니 거든 거든요 라 길래 느라 느라고
    는데요 ᆫ데요 은데요 고요 구요 더니 었더니 자마자 므로 으므로 는바 거니와 자 음 ᆷ ᆯ게 을게 어다가 고서 라구 어야지 다 ᆫ다 는다 아 어 여
    려고 으려고 려구 듯이 듯 다시피 다니까 ᆫ다니까 는다니까 라니까 으니""".split()
)
_PAST = frozenset("었 았 였 었었 았었 했 였었".split())
_RESPECTED = frozenset("계시 드시 주무시 편찮 돌아가시".split())
_POLITE = re.compile(r"으?(?:세|셔|십|시)")
_SUPPOSING = frozenset("만약 만일 가령 가정 예컨대 설령 혹시나 이를테면".split())
_SERIAL = frozenset("자라 가 오 다니 나 살 자 들어가 나가 나오 앉 지내 바라 말".split())
# 청국장 금지, 첼로 전공, 이름 밤톨이: nothing more is needed.
_SAYING = frozenset("금지 금기 전공 출신 토박이 불가 필수 질색 극혐".split())
_ASKED_FOR = frozenset("이름 직업 고향 혈액형".split())
_NOUN_STYLE = frozenset("음 ᆷ".split())
_VERBAL = frozenset(("VV", "VA", "VX", "XSV", "XSA", "VCP", "VCN"))
_TO_COME = frozenset("내일 낼 모레 글피 다음 담주 다음주 내년 이따 곧".split())
_GONE_BY = frozenset(
    """어제 그제 그저께 엊그제 엊그저께 어젯밤 간밤 아까 방금 지난 지난주 지난달 지난해 작년 재작년 저번 저번주 저번달 드디어 결국
    얼마전 막""".split()
)
# 아이폰이 좋아 갤럭시가 좋아?
_EITHER = frozenset("어 어요 아 야 에요 예요 이야".split())
_ASKING_AT_END = frozenset("니 다며 라며 ᆫ다며 는다며 다면서 라면서 ᆫ다면서 는다면서".split())
_ASKED_ALONG = frozenset("고 며 으며 면서 으면서 다가".split())
# Verbs of what goes on: 서울 살고 언젠가 바다 보러 가고 싶어.
_STAYING = frozenset("있 없 살 다니 키우 기르 지내 알 모르 좋아하 싫어하".split())
# 고백했다가 차이면, 늦잠 자고 영화 보고 싶다: the first act is as unreal as the second.
_UNREAL_ALONG = {
    SUPPOSE: frozenset("고 다가 다".split()),
    WISH: frozenset("고 며 으며 면서 으면서".split()),
    GUESS: frozenset("다가 다".split()),
    ASK: frozenset("다 다가".split()),
    # 오토바이 타고 빨리 와: the way there is ordered along.
    ORDER: frozenset("고".split()),
    PROPOSE: frozenset("고".split()),
}
# Longer than anyone speaks; a text without stops must not take a pattern's time by the square of its length.
_LONGEST_CLAUSE = 45


@dataclass(slots=True)
class Clause:
    """One predicate with what belongs to it."""

    tokens: list[Token]
    mood: str = TELL
    ending: str = ""
    past: bool = False
    denied: bool = False
    honorific: bool = False
    # Rests on an "if" before it in the sentence.
    conditional: bool = False
    # Closed by a comma, a full stop or a final ending, not joined to the next clause.
    final: bool = False

    @property
    def start(self) -> int:
        return self.tokens[0].start

    @property
    def end(self) -> int:
        return max(token.end for token in self.tokens)


@dataclass
class Sentence:
    """Clauses up to a full stop or a final ending."""

    clauses: list[Clause]
    asked: bool = False
    supposing: bool = False
    # Told of a dream, a film, a game: 꿈에서, 드라마 속.
    imagined: bool = False
    forms: frozenset[str] = field(default=frozenset())

    @cached_property
    def tokens(self) -> list[Token]:
        return [token for clause in self.clauses for token in clause.tokens]


def sentence_of(tokens: list[Token]) -> Sentence:
    """The clauses of one sentence, and what may be believed of them."""
    forms = frozenset(token.form for token in tokens)
    clauses = _clauses(tokens)
    sentence = Sentence(clauses, forms=forms)
    sentence.imagined = stories.imagined(tokens, forms)
    sentence.supposing = (
        not forms.isdisjoint(_SUPPOSING)
        or stories.plays(tokens, forms)
        or any(clause.mood == SUPPOSE and stories.windfall(clause.tokens) for clause in clauses)
    )
    mark = any((t.tag == "SF" and "?" in t.form) or t.form in ("?", "？") for t in tokens[-3:])
    if not clauses:
        return sentence
    last = clauses[-1]
    last.final = True
    # A sentence that stops at 니 or 다며 asks: as a reason or a manner it would go on.
    if (mark and last.mood != SUPPOSE) or last.ending in _ASKING_AT_END:
        last.mood = ASK
    sentence.asked = last.mood == ASK
    _pass_question_back(clauses)
    _pass_unreality_back(clauses)
    _pass_tense_back(clauses)
    conditional = False
    for clause in clauses:
        clause.conditional = conditional
        conditional = conditional or clause.mood == SUPPOSE
    return sentence


def _pass_question_back(clauses: list[Clause]) -> None:
    """알바하면서 공부도 해?: what is joined to a question by 고 or 면서 is asked as well."""
    for clause, after in zip(reversed(clauses[:-1]), reversed(clauses[1:]), strict=True):
        either = _predicate(clause) == _predicate(after) and clause.ending in _EITHER
        if after.mood != ASK or not (clause.ending in _ASKED_ALONG or either) or clause.mood != TELL:
            return
        if any(t.tag == "NP" for t in after.tokens):
            # 난 고양이 키우고 너는 뭐 키워?
            return
        clause.mood = ASK


def _pass_unreality_back(clauses: list[Clause]) -> None:
    """퇴사하고 여행 가면, 늦잠 자고 영화 보고 싶어: an act that leads to a supposed or wished one is not told."""
    for clause, after in zip(reversed(clauses[:-1]), reversed(clauses[1:]), strict=True):
        if clause.mood != TELL or clause.ending not in _UNREAL_ALONG.get(after.mood, ()):
            continue
        verbs = [t for t in clause.tokens if t.tag in _VERBAL]
        acts = bool(verbs) and verbs[-1].tag in ("VV", "XSV") and verbs[-1].form not in _STAYING
        # 난 고양이 키우고 너도 키우면 …: somebody or something else is spoken of.
        parted = any(
            t.tag == "NP" or (t.tag == "JX" and t.form in ("은", "는", "ᆫ", "도")) for t in after.tokens
        )
        # 이별했고, 잡고 싶다: what is past or closed by a comma stands by itself.
        apart = clause.tokens[-1].tag == "SP" or (clause.past and clause.ending not in ("다가", "다"))
        if acts and not parted and not apart:
            clause.mood = after.mood


def _predicate(clause: Clause) -> list[str]:
    """The last verb, with the noun it is made of, and its endings."""
    verbs = [i for i, t in enumerate(clause.tokens) if t.tag[0] == "V" or t.tag in ("XSV", "XSA")]
    if not verbs:
        return []
    made = clause.tokens[verbs[-1]].tag in ("XSV", "XSA") and verbs[-1] > 0
    return [t.form for t in clause.tokens[verbs[-1] - made :] if t.tag[0] != "S"]


def _pass_tense_back(clauses: list[Clause]) -> None:
    """수면제 먹고 잤어: an act told with 고 happened when the next one did."""
    for clause, after in zip(reversed(clauses[:-1]), reversed(clauses[1:]), strict=True):
        # 추석 전날 퇴원해서 송편 먹음: in this style what was done needs no 었.
        done = after.past or (after.ending in _NOUN_STYLE and _acts(after) and not _ahead(clause))
        if clause.ending in ("고", "어서", "아서") and done and not clause.past:
            verbs = [t for t in clause.tokens if t.tag in _VERBAL]
            # 엄마는 대구에 계시고 아빠는 돌아가셨어: where somebody is goes on.
            clause.past = bool(verbs) and verbs[-1].tag in ("VV", "XSV") and verbs[-1].form != "계시"


def _acts(clause: Clause) -> bool:
    """Whether the clause tells what somebody does, not how something is."""
    verbs = [t for t in clause.tokens if t.tag in _VERBAL]
    return bool(verbs) and verbs[-1].tag in ("VV", "XSV") and verbs[-1].form not in _STAYING


def _ahead(clause: Clause) -> bool:
    return any(t.form in _TO_COME for t in clause.tokens)


def _clauses(tokens: list[Token]) -> list[Clause]:
    clauses: list[Clause] = []
    current: list[Token] = []
    for i, token in enumerate(tokens):
        current.append(token)
        if len(current) >= _LONGEST_CLAUSE or _ends_clause(tokens, i):
            clauses.append(_clause(current))
            current = []
    if current:
        if all(token.tag[0] in "SZ" or token.form == "요" for token in current) and clauses:
            clauses[-1].tokens.extend(current)
        else:
            clauses.append(_clause(current))
    return [clause for clause in clauses if any(t.tag[0] not in "SZ" or t.tag == "SL" for t in clause.tokens)]


def _ends_clause(tokens: list[Token], i: int) -> bool:
    token = tokens[i]
    following = tokens[i + 1] if i + 1 < len(tokens) else None
    if following is None:
        return True
    if token.tag == "SP" and token.form in (",", ":", ";", "·"):
        return i > 0 and (tokens[i - 1].tag in ("EC", "EF", "JX") or _each_told(tokens, i))
    if (following.tag[0] == "S" and following.tag not in ("SL", "SN", "SH", "SSQ")) or following.form == "요":
        return False
    if token.form == "요" and token.tag == "JX":
        return i > 0 and tokens[i - 1].tag in ("EC", "EF")
    if token.tag in ("SW", "SF", "SE"):
        return i > 0 and tokens[i - 1].tag in ("EC", "EF")
    if token.tag == "EF":
        return True
    if token.tag != "EC":
        return False
    if following.tag == "VX" or following.tag == "SSQ":
        return False
    joined = (
        following.tag == "JX"
        and following.form in ("는", "도", "만", "ᆫ", "부터")
        and following.start == token.end
    )
    if joined and token.form in ("어서", "아서", "고", "면서", "으면서"):
        # 열한 시 넘어서는, 보고도: the particle belongs to the ending.
        return False
    if token.form in IF:
        # 하면 안 되다 and 했으면 좋겠다 are one predicate.
        nexts = {t.form for t in tokens[i + 1 : i + 3]}
        return not (nexts & {"되", "좋", "하"})
    if token.form in QUOTING:
        return False
    if token.form in ("려고", "으려고", "려구") and following.form == "하":
        return False
    if i and tokens[i - 1].form in ("대하", "관하", "위하", "통하", "인하", "의하"):
        return False
    if token.form in ("어", "아", "여", "어다") and following.tag == "VV":
        # 못 마셔 마시면 심장이 뛰어: the same verb again is a new start.
        return i > 0 and tokens[i - 1].form == following.form and following.start > token.end
    if token.form == "고" and following.tag == "VV" and following.form in _SERIAL:
        return False
    return token.form in _SPLITTING


def _each_told(tokens: list[Token], i: int) -> bool:
    """큰애는 중2, 작은애는 유치원 다녀요: two people, of each of whom something is told."""
    ahead = pairwise(tokens[i + 1 : i + 4])
    if tokens[i].form != "," or not any("R" in noun.sorts and _is_topic(mark) for noun, mark in ahead):
        return False
    for j in range(i - 1, max(i - 8, 0), -1):
        if tokens[j].tag[0] in "EV" or tokens[j].tag in ("SP", "SF"):
            return False
        if _is_topic(tokens[j]):
            return j < i - 1 and "R" in tokens[j - 1].sorts
    return False


def _is_topic(token: Token) -> bool:
    return token.tag == "JX" and token.form in ("은", "는", "ᆫ")


def _over(tokens: list[Token], predicate: list[Token]) -> bool:
    """어제 통보 받음, 드디어 합격함: done, though 었 is left out."""
    verbs = [t for t in predicate if t.tag in _VERBAL]
    if not verbs or verbs[-1].tag not in ("VV", "XSV") or verbs[-1].form in ("있", "없"):
        return False
    return any(t.form in _GONE_BY for t in tokens)


def _is(tokens: list[Token]) -> list[Token]:
    """The tokens with the copula that chat leaves out: 저는 간호사, 이름은 밤톨이, 청국장은 금지."""
    end = len(tokens)
    while end and tokens[end - 1].tag[0] in "SZ" and tokens[end - 1].tag not in ("SL", "SN", "SH"):
        end -= 1
    # 큰애는 중2.
    year = end > 1 and tokens[end - 1].tag == "SN" and tokens[end - 2].form in ("초", "중", "고", "대")
    if not end or not (year or tokens[end - 1].tag in ("NNG", "NNP", "SL")) or "E" in tokens[end - 1].sorts:
        return tokens
    told = any(
        mark.tag in ("JX", "JKS") and mark.form in ("은", "는", "ᆫ", "이", "가") and noun.tag[0] in "NX"
        for noun, mark in pairwise(tokens[: end - 1])
    )
    alone = tokens[end - 1].form in _SAYING or (end > 1 and tokens[end - 2].form in _ASKED_FOR)
    if not (told or alone) or any(t.tag[0] in "VE" or t.tag in ("XSV", "XSA") for t in tokens[:end]):
        return tokens
    at = tokens[end - 1].end
    return [*tokens[:end], Token("이", "VCP", at, at), Token("야", "EF", at, at), *tokens[end:]]


def _clause(tokens: list[Token]) -> Clause:
    tokens = _is(tokens)
    clause = Clause(tokens)
    ending = next((t for t in reversed(tokens) if t.tag in ("EF", "EC")), None)
    cut = max((i for i, t in enumerate(tokens) if t.tag == "ETM"), default=-1)
    predicate = tokens[cut + 1 :]
    clause.ending = ending.form if ending else ""
    clause.final = ending is None or ending.tag == "EF" or tokens[-1].tag[0] == "S"
    # 클라이밍 다녀 존잼: a clause is split at 어 only where no verb follows that it could belong to.
    clause.final = clause.final or (ending is tokens[-1] and ending.form in ("어", "아", "여"))
    left = ending is not None and ending.tag == "EC" and ending.form in ("다가", "다")
    clause.past = left or any(t.tag == "EP" and t.form in _PAST for t in predicate)
    clause.past = clause.past or (clause.ending in _NOUN_STYLE and _over(tokens, predicate))
    if cut >= 0 and predicate and predicate[0].form == "지" and predicate[0].tag == "NNB":
        # 복용한 지 1년 됐어요 is still so.
        clause.past = False
    clause.honorific = any(
        t.form in _RESPECTED
        or (t.tag == "EP" and t.form in ("시", "으시"))
        or (t.tag == "EF" and _POLITE.match(t.form) is not None)
        for t in predicate
    )
    clause.denied = any(
        (t.form in ("안", "못") and t.tag == "MAG")
        or (t.form in ("않", "못하", "말") and t.tag in ("VX", "VV", "VA"))
        or (t.form == "없" and t.tag[0] == "V")
        or t.tag == "VCN"
        for t in predicate
    )
    clause.mood = mood_of(tokens, predicate, ending, past=clause.past)
    return clause
