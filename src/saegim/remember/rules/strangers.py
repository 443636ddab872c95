"""Whether a clause is about somebody of whom nothing is kept."""

from __future__ import annotations

import re
from collections.abc import Sequence

from saegim.remember.rules import words
from saegim.remember.rules.unit import Token

HUMAN = frozenset((words.STRANGER, words.JOB, words.FAMILY, words.COMPANION))
_UNKNOWN = frozenset((words.STRANGER, words.COMPANION, words.CREATURE))
_DOCTORS = frozenset("의사 한의사 약사".split())
_MARKS = frozenset("이 가 께서 은 는 ᆫ".split())
# People that no list of jobs or companions knows.
_BY_POST = re.compile(
    r"쌤|샘|(?:부|전)?반장|학생회장|회장|이장|동장|조장|단장|교관|선임|후임|신입|사모|이웃|외계인|임산부|산모|유부[남녀]|총각|처녀|신혼부부|초보|초보자|노약자|운전자"
    r"|(?:한국|중국|일본|미국|영국|외국|서양|동양|유럽|현대|직장|일반|장애|성|도시|시골)인|[가-힣]+(?:환자|회원|팬|주민|업자)"
)


def names_stranger(tokens: Sequence[Token], i: int) -> bool:
    """Whether the first noun phrase with a subject's particle names someone unknown: 옆 부서 부장이."""
    for j in range(i, min(i + 8, len(tokens) - 1)):
        token, mark = tokens[j], tokens[j + 1]
        if token.tag in ("EC", "EF"):
            return False
        if mark.tag in ("JKS", "JX") and mark.form in _MARKS:
            who = _counted(tokens, j)
            return (
                not _UNKNOWN.isdisjoint(who.sorts)
                # 의사쌤이: what a doctor does is the speaker's affair.
                or (
                    _BY_POST.fullmatch(who.form) is not None
                    and not (j > i and tokens[j - 1].form in _DOCTORS)
                )
                or (token.tag == "XSN" and token.form in ("들", "님"))
                # 둘이 결혼했어, without 우리.
                or (token.form == "둘" and token.tag == "NR" and mark.tag == "JKS" and j == i)
                or (j > i and _somebodys(tokens, j))
            )
    return False


def past_stranger(tokens: Sequence[Token], i: int) -> int:
    """Index after the first subject's particle."""
    return next(j + 1 for j in range(i, len(tokens)) if tokens[j].tag in ("JKS", "JX"))


def _somebodys(tokens: Sequence[Token], j: int) -> bool:
    """엄마 친구 아들이, 언니 남편은; 아는 형; 은비네 고양이: a relative or an animal, but not the speaker's."""
    token, before = tokens[j], tokens[j - 1]
    if words.SPECIES in token.sorts:
        # 옆집 개가.
        return before.form.endswith(("네", "네집")) or words.STRANGER in before.sorts
    if words.FAMILY not in token.sorts:
        return False
    return not HUMAN.isdisjoint(before.sorts) or (j > 1 and tokens[j - 2].form in ("알", "친하", "친"))


def _counted(tokens: Sequence[Token], j: int) -> Token:
    """What is counted, where the noun at `j` counts: 동료 in 동료 하나, 친구 한 명."""
    if tokens[j].tag == "NR" and j:
        return tokens[j - 1]
    return tokens[j - 2] if tokens[j].form in ("명", "분", "놈") and j > 1 else tokens[j]
