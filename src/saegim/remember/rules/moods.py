"""How a Korean clause is meant: told, asked, supposed, reported, promised. Settled once, for all rules."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from saegim.remember.rules import words
from saegim.remember.rules.unit import Token

TELL, ASK, ORDER, SUPPOSE, REPORT, INTEND, PROMISE, WISH, GUESS, MARVEL, PROPOSE, CONCEDE = (
    "tell ask order suppose report intend promise wish guess marvel propose concede".split()
)

IF = frozenset("면 으면 다면 ᆫ다면 는다면 라면 으라면 더라면 었더라면 자면 려면 으려면 ᆯ수록".split())
EVEN = frozenset("어도 아도 더라도 ᆯ지라도 은들 ᆫ들 라도".split())
QUOTING = frozenset(
    "다고 ᆫ다고 는다고 라고 이라고 으라고 자고 냐고 느냐고 다는 라는 다구 라구 라며 다며".split()
)
_ASKING = frozenset(
    """니 냐 느냐 으냐 나요 ᆫ가 은가 는가 던가 ᆫ가요 은가요 는가요 던가요 ᆯ까 을까 ᆯ까요 을까요 까 까요 ᆸ니까 습니까 ᆸ니까요 는지 은지
    ᆫ지 ᆯ지 을지 는지요 ᆫ지요 려나 으려나 련 ᆯ는지 게 지 죠 지요 잖아 잖아요 잖습니까 나 노 ᆯ래요""".split()
)
# Nobody tells with these, whatever they quote: 끊으라고 할까요, 온다고 합니까.
_OPENLY = frozenset("ᆯ까 을까 ᆯ까요 을까요 까 까요 나요 ᆸ니까 습니까 냐 느냐 ᆫ가요 는가요".split())
_ORDERING = frozenset(
    "렴 으렴 려무나 어라 아라 거라 라 으라 ᆸ시오 으십시오 ᆸ시요 십시오 소서 ᆯ것 을것 도록 삼 셈".split()
)
_REPORTING = frozenset(
    """ᆫ대 는대 대 대요 ᆫ대요 는대요 래 래요 으래 으래요 재 재요 냬 냬요 다더라 라더라 ᆫ다더라 다며 라며
    답니다 ᆫ답니다 는답니다 랍니다 다면서 라면서 ᆫ다며 대서 래서 다던데 라던데 ᆫ다던데 다네 다네요 ᆫ다네요 라네 라네요""".split()
)
_PROMISING = frozenset("ᆯ게 을게 ᆯ게요 을게요 ᆯ께 을께 ᆯ께요 을께요 마 으마".split())
_MARVELLING = frozenset(
    "네 네요 구나 는구나 군 군요 는군요 더라 더라고 더라고요 더군요 더라구요 던데 던데요 로구나 구만 구먼".split()
)
# Of others these marvel or ask to agree; of oneself they tell: 저 결국 퇴사했네요, 난 부산 살지.
_ALSO_TELLING = frozenset("네 네요 지 지요 죠 잖아 잖아요 답니다 ᆫ답니다 는답니다 랍니다".split())
# Final endings and connecting ones that settle the mood by themselves.
_BY_FINAL = (
    dict.fromkeys(_MARVELLING, MARVEL)
    | dict.fromkeys(_ORDERING, ORDER)
    | dict.fromkeys("자 ᆸ시다 읍시다 자고".split(), PROPOSE)
    | dict.fromkeys(_ASKING, ASK)
    | dict.fromkeys("ᆯ래 을래 ᆯ래요".split(), WISH)
    | dict.fromkeys(_PROMISING, PROMISE)
    | dict.fromkeys(_REPORTING, REPORT)
    | dict.fromkeys("어야지 아야지 어야죠 어야지요".split(), INTEND)
    # 조금만 사랑할걸, 샀으면 부자 됐을걸: regretted or surmised.
    | dict.fromkeys("ᆯ걸 을걸 ᆯ걸요 을걸요".split(), GUESS)
)
_BY_LINK = (
    dict.fromkeys(IF, SUPPOSE)
    | dict.fromkeys(EVEN, CONCEDE)
    | dict.fromkeys("려고 으려고 려구 고자 어야지".split(), INTEND)
    | dict.fromkeys("던데 더니 길래 대서 래서".split(), MARVEL)
    | dict.fromkeys(_PROMISING, PROMISE)
    | dict.fromkeys("는지 은지 ᆫ지 ᆯ지 을지 나 ᆯ까 을까 ᆯ까요 을까요".split(), ASK)
    | {"자": PROPOSE}
)
_VERBAL = frozenset(("VV", "VA", "VX", "XSV", "XSA", "VCP"))
_MAYBE = frozenset("나 ᆫ가 은가 는가 던가 ᆯ까 을까 ᆫ지 는지 다나 라나 ᆫ다나 는다나".split())
_PLEASE = frozenset("어 어요 세요 아 시 라 지 겠 으세요 ᆯ래".split())
_WHAT = frozenset(
    """뭐 뭘 무엇 무슨 누구 누가 언제 어디 어느 어떤 어떻 어떻게 왜 몇 얼마 얼마나 얼마짜리 몇시 몇일 몇월 머 웬 어째서 어찌 무얼 뭔가 뭔지 어디서
    왜케""".split()
)
_ANYTHING = frozenset("이나 든 든지 도".split())
# 몇 주 counts roughly, 얼마 전 is a time.
_ROUGHLY = {
    "몇": frozenset("주 달 년 일 개월 시간 해 날 주간".split()),
    "얼마": frozenset("전 안 뒤 후 간".split()),
}
# 하겠다고 약속하다 binds the speaker; 챙기라고 알려 줘 asks for something.
_OWN_WORD = frozenset("약속 맹세 결심 다짐 결정 알리 기억".split())
# Said without more, these tell a device what to do: 일정 추가해, 선풍기 꺼.
_COMMANDED = frozenset(
    "추가 취소 저장 등록 수정 입력 삭제 설정 재생 검색 끄 켜 비우 틀 예약 녹화 출금 송금 이체 녹음".split()
)
_FUTURE = re.compile(r"(?:ᆯ|을)/ETM\.\S* (?:것|거)/NNB\.\S* 이/VCP")


def mood_of(tokens: Sequence[Token], predicate: Sequence[Token], ending: Token | None, *, past: bool) -> str:
    """The mood of a clause, from its closing words.

    `predicate` are the tokens after the last modifier; `ending` is the last ending, if there is one.
    """
    if _reports(tokens):
        return ASK if ending is not None and ending.tag == "EF" and ending.form in _OPENLY else REPORT
    if ending is None:
        return TELL
    settled = (_BY_FINAL if ending.tag == "EF" else _BY_LINK).get(ending.form)
    forbids = any(t.form in ("말", "마") and t.tag == "VX" for t in predicate)
    if forbids and not past and settled not in (ASK, REPORT):
        return ORDER
    if settled != PROMISE and _asks_what(tokens):
        return ASK
    if ending.form in _ALSO_TELLING and _of_oneself(tokens):
        settled = None
    # 7월에 임플란트 심는답니다: news of others names them.
    if ending.form.endswith(("답니다", "랍니다")) and not any(t.tag in ("JKS", "JX") for t in tokens):
        settled = None
    if ending.form in ("잖아", "잖아요") and _of_ones_own(tokens):
        settled = None
    if not past and any(t.form == "부탁" for t in predicate):
        return ORDER
    if settled == WISH and [t.form for t in predicate if t.tag == "VX"][-1:] == ["주"]:
        # 알려 줄래: asked for, though it sounds like a wish.
        return ORDER
    if settled == MARVEL and (_unsure(tokens, predicate) or _wishes(predicate)):
        return WISH if _wishes(predicate) else GUESS
    return settled or _by_verb(tokens, predicate, ending, past=past)


def _unsure(tokens: Sequence[Token], predicate: Sequence[Token]) -> bool:
    """걸릴 것 같네, 아픈 듯: how it looks, not how it is."""
    verbs = [t.form for t in predicate if t.tag in _VERBAL]
    forms = {t.form for t in tokens}
    if verbs[-1:] in (["같"], ["듯하"]) or (not verbs and "듯" in forms):
        return True
    return not forms.isdisjoint(("텐데", "터"))


def _reports(tokens: Sequence[Token]) -> bool:
    """Somebody else's words: 산다고 하더라, “…”라고 했어."""
    at = next((i for i, t in enumerate(tokens[:-1]) if t.tag in ("EC", "JKQ") and t.form in QUOTING), None)
    if at is None:
        return False
    after = {t.form for t in tokens[at + 1 :]}
    if any(t.form == "말" and t.tag == "VX" for t in tokens[at:]) or after & _OWN_WORD:
        return False
    named = tokens[at].form in ("라고", "이라고") and at > 0 and tokens[at - 1].tag == "VCP"
    asked_for = tokens[at].form in ("라고", "으라고", "자고") and "주" in after
    return not (named and after & {"하", "부르", "다니"}) and not asked_for


def _wishes(predicate: Sequence[Token]) -> bool:
    """보고 싶네, 끊고 싶어짐: a wish, however surprised or new."""
    verbs = [t.form for t in predicate if t.tag in _VERBAL]
    return verbs[-1:] == ["싶"] or verbs[-2:] == ["싶", "지"]


def _by_verb(tokens: Sequence[Token], predicate: Sequence[Token], ending: Token, *, past: bool) -> str:
    """Where the ending can mean several things, the last verb decides."""
    if any(a.tag == "EC" and a.form in _MAYBE and b.form == "보" for a, b in pairwise(predicate)):
        return GUESS
    verbs = [t for t in predicate if t.tag in _VERBAL]
    last = verbs[-1].form if verbs else ""
    # 하나 써 봐: a try is asked for; 하나 봐 was a guess.
    if last == "바라" or (
        last in ("주", "보") and verbs[-1].tag == "VX" and not past and ending.form in _PLEASE
    ):
        return ORDER
    # 쉼표를 쓰는 게 맞아: what ought to be.
    if last in ("맞", "낫", "옳") and any(a.tag == "ETM" and b.form == "것" for a, b in pairwise(tokens)):
        return GUESS
    # 그때 샀어야 했는데: it was not done.
    if any(a.tag == "EP" and b.form in ("어야", "아야") for a, b in pairwise(predicate)):
        return GUESS
    if ending.form in ("어", "어라") and not past and not _COMMANDED.isdisjoint(_verb_words(predicate)):
        return ORDER
    if _wishes(predicate):
        return WISH
    if _unsure(tokens, predicate) or any(t.form == "겠" and t.tag == "EP" for t in predicate):
        return GUESS
    if last == "이" and _FUTURE.search("".join([t.piece for t in tokens])):
        return GUESS if past or any(t.form in ("었", "았") and t.tag == "EP" for t in tokens) else INTEND
    return TELL


def _verb_words(predicate: Sequence[Token]) -> set[str]:
    """The last verb, and the noun it is made of: 끄; 추가, 하."""
    at = max((i for i, t in enumerate(predicate) if t.tag in ("VV", "XSV")), default=None)
    return set() if at is None else {t.form for t in predicate[max(at - 1, 0) : at + 1]}


def _of_oneself(tokens: Sequence[Token]) -> bool:
    """Whether the speaker is what the clause is about: 나, 저는, 제가."""
    for i, token in enumerate(tokens):
        if token.tag == "NP" and token.form in ("나", "저"):
            mark = tokens[i + 1] if i + 1 < len(tokens) else None
            if token.form == "저" and mark is not None and words.JOB in mark.sorts:
                # 저 선수 수술했잖아: that player, since nobody asks to agree on their own post.
                return False
            if mark is not None and mark.form == "만":
                # 그래 나만 나쁜 사람이지: not said in earnest.
                return False
            if mark is None or mark.tag in ("JX", "JKS") or mark.tag[0] != "J":
                return True
    return False


def _of_ones_own(tokens: Sequence[Token]) -> bool:
    """엄마가 반찬가게 하잖아: nobody asks another to agree on their own mother."""
    for i, token in enumerate(tokens[:-1]):
        if words.FAMILY in token.sorts:
            ours = i > 0 and tokens[i - 1].form in ("우리", "저희", "울")
            return ours or (i == 0 and tokens[1].tag in ("JKS", "JX"))
    return False


def _asks_what(tokens: Sequence[Token]) -> bool:
    for i, token in enumerate(tokens):
        if token.form in _WHAT and token.tag in ("NP", "MM", "MAG", "IC", "VA", "NNG", "NR"):
            following = tokens[i + 1].form if i + 1 < len(tokens) else ""
            # 보통 몇 년 걸려요: how long it takes is asked, unless it took that long.
            takes = tokens[-1].tag in ("EF", "SF") and any(
                a.form == "걸리" and b.tag == "EF" for a, b in pairwise(tokens)
            )
            if takes or following not in _ROUGHLY.get(token.form, ()):
                # 왜 이것도 해야 해: no particle turns "why" into "any".
                return token.form == "왜" or _ANYTHING.isdisjoint([t.form for t in tokens])
    return False
