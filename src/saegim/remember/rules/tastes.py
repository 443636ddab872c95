"""Whether words name something that can be liked or disliked for good."""

from __future__ import annotations

from collections.abc import Sequence

from saegim.remember.rules import words
from saegim.remember.rules.checks import head
from saegim.remember.rules.unit import Token

_SEASONS = frozenset("봄 여름 가을 겨울 새벽 아침 밤 주말 금요일".split())
_NOT_LIKED = frozenset(
    "자신 시작 세상 것 거 게 데 점 이거 그거 저거 이것 그것 아무것 뭐 무엇 너 네 당신 나 저 우리 다 여기 거기 말씀 생각 기억 부탁 대답 답 설명 안부 사람 얘 걔 쪽 편 때 점심 하나 둘".split()
)


def likeable(tokens: Sequence[Token]) -> bool:
    """Something one can like for good: nothing pointed at, no chore."""
    return nameable(tokens) and not any(words.CHORE in t.sorts for t in tokens)


def nameable(tokens: Sequence[Token]) -> bool:
    """Something that can be liked or disliked: a noun of its own, no person, nothing pointed at."""
    last = head(tokens)
    if any(
        t.tag == "EF" or (t.tag == "EC" and t.form in ("면", "으면", "는데", "지만", "니까")) for t in tokens
    ):
        return False
    if last.tag[0] not in "NSXW" and not any(t.tag == "ETN" for t in tokens):
        return False
    if (
        set(last.sorts) & {words.FAMILY, words.COMPANION}
        or last.form == "때"
        or (tokens[-1].tag == "ETN" and len(tokens) == 1)
    ):
        return False
    if last.form in _NOT_LIKED and not any(t.tag == "ETM" for t in tokens):
        return False
    if tokens[0].tag == "MM" and tokens[0].form in ("이", "그", "저", "요", "고", "어떤", "어느"):
        return False
    if tokens[0].form in ("이런", "그런", "저런", "이렇", "그렇", "저렇", "이렇게", "그렇게", "저렇게"):
        return False
    if any(words.CREATURE in t.sorts for t in tokens):
        return False
    if any(t.tag == "NP" and t.form not in ("나", "저", "우리", "저희") for t in tokens):
        return False
    return not (
        tokens[-1].tag == "NP" or (len(tokens) == 1 and tokens[0].tag in ("MAG", "NNB", "NR", "SN", "EC"))
    )


def pleasing(tokens: Sequence[Token]) -> bool:
    """As `likeable`, and no word that goes with 좋다 in passing (날씨, 기분); no advice (하는 게 좋다)."""
    return passing_free(tokens) and likeable(tokens)


def passing_free(tokens: Sequence[Token]) -> bool:
    """Nothing of the moment: no mood, no weather, no part of the body, no advice."""
    last = head(tokens)
    if last.form == "날" and any(t.tag == "ETM" for t in tokens):
        # 비 오는 날: a kind of day, not this one.
        return tokens[0].tag != "MM" and not any(t.form in ("오늘", "이런", "같") for t in tokens)
    if words.MOOD in last.sorts or words.BODY in last.sorts:
        return False
    if words.TIME in last.sorts and last.form not in _SEASONS:
        return False
    if tokens[-1].tag == "ETN":
        return False
    advice = any(t.tag == "ETM" for t in tokens) and last.tag == "NNB"
    return not advice


def unpleasant(tokens: Sequence[Token]) -> bool:
    """Something one can dislike for good, doing something included."""
    last = head(tokens)
    if any(t.tag == "ETM" for t in tokens) and last.form in ("거", "것", "게"):
        return nameable(tokens) and tokens[0].tag != "MM"
    return passing_free(tokens) and nameable(tokens)
