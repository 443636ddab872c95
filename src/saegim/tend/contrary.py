"""Whether two memories may be one: the same thing said, nothing excluded by the other."""

from __future__ import annotations

import re
from collections.abc import Collection

from saegim.language.morphemes import Analyser
from saegim.language.text import nfc
from saegim.models import Memory
from saegim.remember.alike import same_value
from saegim.remember.hand import about_the_same

# Things of a day: twice the same words on two days are two things.
DATED = frozenset({"event", "emotion", "plan", "todo", "promise", "decision"})
# Of the words of both, this share must be common (as when something is learned: remember.alike).
SHARED_WORDS = 0.6
# Words that change nothing about what is said; English ones also as stems.
_SLIGHT = frozenset(
    (
        "사용자 정말 진짜 아주 매우 너무 무척 꽤 되게 많이 자주 항상 늘 요즘 요새"
        " really realli very veri often always alway user"
    ).split()
)
_DENIAL = re.compile(
    r"(?:^|\s)(?:안|못)(?=\s|[가-힣])|지\s?(?:않|못|마|말)|없|아니|싫|그만|끊|더\s?이상"
    r"|\b(?:not|no|never|without|stopped|quit|hates?|dislikes?|can't|cannot)\b|n't\b",
    re.IGNORECASE,
)
_NUMBER = re.compile(
    r"\d+(?:[.,:]\d+)*|(?<![가-힣])(?:한|두|세|네|다섯|여섯|일곱|여덟|아홉|열|스무|하나|둘|셋|넷)(?=\s?(?:마리|명|개|번"
    r"|살|시|달|년|주|층|잔|권|대|병|시간|사람|분|곳|가지)|$|\s)"
    r"|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|twice|once)\b",
    re.IGNORECASE,
)


def numbers(text: str) -> list[str]:
    """Numbers in the text, in digits or in words, in order of size of their writing."""
    return sorted(match.casefold() for match in _NUMBER.findall(nfc(text)))


def denies(text: str) -> bool:
    """Whether anything in the text is denied."""
    return _DENIAL.search(nfc(text)) is not None


def telling_words(terms: Collection[str]) -> frozenset[str]:
    """The words without those that change nothing about what is said."""
    return frozenset(terms) - _SLIGHT


def share_words(mine: frozenset[str], theirs: frozenset[str]) -> bool:
    """Whether the words allow both to say the same.

    Where each has a word that the other lacks, they may exclude one another (아침 and 저녁, 콩이 and 두부):
    only a plainly longer wording of the same is the same.
    """
    if not mine or not theirs or not (mine <= theirs or theirs <= mine):
        return False
    return min(len(mine), len(theirs)) >= SHARED_WORDS * max(len(mine), len(theirs))


def may_be_one(
    one: Memory, other: Memory, mine: frozenset[str], theirs: frozenset[str], analyser: Analyser
) -> bool:
    """Whether both say the same as far as words can tell; meaning is compared apart.

    `mine` and `theirs` are the telling words of each.
    """
    if one.kind != other.kind or not about_the_same(one, other) or one.key != other.key:
        return False
    if one.kind in DATED and (one.valid_from.date() != other.valid_from.date() or mine != theirs):
        return False
    if not share_words(mine, theirs) and one.plain != other.plain:
        return False
    if denies(one.content) != denies(other.content) or numbers(one.content) != numbers(other.content):
        return False
    if one.metadata.get("when") != other.metadata.get("when"):
        return False
    return one.key is None or same_value(one.value, other.value, analyser)
