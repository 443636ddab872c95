"""Whether a sentence is told of a story: a dream, a film, a game, a stroke of luck that nobody counts on."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from saegim.remember.rules import words
from saegim.remember.rules.unit import Token

# 로또 맞으면 반 줄게: what hangs on a windfall is not meant.
_WINDFALLS = frozenset(
    "로또 복권 당첨 대박 재벌 갑부 부자 벼락부자 건물주 백만장자 억만장자 외계인 초능력 환생 좀비 지구 멸망 불로장생 타임머신".split()
)
_STORIES = frozenset(
    """꿈 영화 드라마 소설 만화 웹툰 게임 애니 뮤지컬 연극 동화 전설 이야기 다큐 화 회 시트콤 사극 웹소설 단편 오페라 희곡 심즈 동숲 모동숲 롤 오버워치
    마크 마인크래프트 스타듀밸리 스듀 포켓몬 메이플 메이플스토리 로아 로스트아크 배그 발로란트 젤다 테라리아 피파 와우 던파 로블록스 쿠키런""".split()
)
_CHARACTERS = frozenset("주인공 등장인물 여주인공 남주인공 동숲 모동숲".split())
_WITHIN = frozenset("에서 에선 속".split())
# 웹툰 여주가, 시트콤 막내는: whoever stands right after the story is one of its people.
_PARTS = frozenset("여주 남주 남 악역 조연 히로인 악당 빌런 형사 왕 왕자 공주 마왕 용사 흑막 화자".split())


def imagined(tokens: Sequence[Token], forms: frozenset[str]) -> bool:
    """Whether it is told of a dream, a film, a game: 꿈에서, 드라마 속, 주인공."""
    if not forms.isdisjoint(_CHARACTERS):
        return True
    return not forms.isdisjoint(_STORIES) and any(
        a.form in _STORIES and (b.form in _WITHIN or _is_part(b)) for a, b in pairwise(tokens)
    )


def plays(tokens: Sequence[Token], forms: frozenset[str]) -> bool:
    """Whether the sentence is about one of a story's people: 웹툰 여주가 …"""
    if forms.isdisjoint(_STORIES):
        return False
    for i, token in enumerate(tokens[:3]):
        if token.form in _STORIES and len(tokens) > i + 2:
            beside, mark = tokens[i + 1 : i + 3]
            # The particle may have stuck to a word that no list knows.
            if beside.form[:-1] in _PARTS or (_is_part(beside) and mark.tag in ("JKS", "JX")):
                return True
    return False


def windfall(tokens: Sequence[Token]) -> bool:
    """Whether an "if" speaks of what nobody counts on."""
    return any(token.form in _WINDFALLS for token in tokens)


def _is_part(token: Token) -> bool:
    return token.form in _PARTS or words.FAMILY in token.sorts
