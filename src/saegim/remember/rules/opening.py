"""Words that open a clause and say nothing of whom it is about: exclamations, time, degree."""

from __future__ import annotations

from collections.abc import Sequence

from saegim.remember.rules import words
from saegim.remember.rules.unit import Token

_OPENING = frozenset(
    "사실 그냥 솔직히 근데 아무튼 참 참고 참고로 일단 암튼 실은 네 응 아 어 음 그리고 그래서 그런데 다만 있잖아 맞다 아니다 아니 진짜 정말 혹시".split()
)
_TIME_TAGS = frozenset(("NNG", "NNB", "SN", "MM", "NR"))
# Adverbs that belong to what is done, not to when or how much.
_TELLING = frozenset(
    "안 못 일찍 빨리 천천히 같이 함께 혼자 직접 미리 먼저 열심히 별로 제때 따로 다시".split()
)
_TIME_MARKS = frozenset("에 은 는 ᆫ 부터 까지 마다 에서 로 에는 쯤 도".split())
# Words of time that need no particle.
_BARE = frozenset(
    """지금 이제 요즘 요새 현재 최근 올해 작년 내년 재작년 오늘 내일 모레 글피 어제 그제 그저께 엊그제 엊그저께 낼 담주 지난주 지난달 저번주
    이번주 다음주 다음달 이번달 월요일 화요일 수요일 목요일 금요일 토요일 일요일 주말 평일 아침 점심 저녁 밤 새벽 오전 오후 낮 주 달 요즈음 매일 매주
    매월 매달 매년 뒤 후 전 당분간 예전 옛날 처음 언젠가 평소 주간 동안 내내""".split()
)


def past_exclamations(tokens: Sequence[Token]) -> int:
    """Index of the first token after 아, 사실, 그런데 and the like."""
    i = 0
    while i < len(tokens):
        token = tokens[i]
        if token.tag in ("IC", "MAJ", "SP", "SW", "SF", "SE", "SO", "SSQ") or (i and token.form == "요"):
            i += 1
        elif i + 1 < len(tokens) and tokens[i + 1].tag == "JKV":
            # 지은아, …
            i += 2
        elif token.form in _OPENING and token.tag in ("MAG", "NNG", "VCN"):
            i += 1
            # 사실은, 참고로.
            while i < len(tokens) and tokens[i].tag in ("JX", "JKB") and tokens[i].form in ("은", "ᆫ", "로"):
                i += 1
        else:
            break
    return i


def past_time(tokens: Sequence[Token], i: int) -> int:
    """Index after words of time and degree, with their particles. Never the whole of the tokens."""
    count = len(tokens)
    while i < count:
        token = tokens[i]
        if token.tag in ("IC", "MAJ", "SP") or (token.tag == "MAG" and token.form not in _TELLING):
            after = i + 1
            if after < count and tokens[after].tag in ("XSA", "XSV"):
                break
            while after < count and tokens[after].tag == "JX":
                after += 1
        else:
            after = _since_childhood(tokens, i) or _time_group(tokens, i)
        if after == i or after >= count:
            break
        last = tokens[after - 1]
        verb_next = tokens[after].tag[0] in "EV" or tokens[after].form in ("안", "못")
        if verb_next and token.tag in _TIME_TAGS and last.tag[0] == "N" and last.form not in _BARE:
            # 아침 안 먹어: a bare noun right before the verb is its object.
            break
        i = after
    return i


def _since_childhood(tokens: Sequence[Token], i: int) -> int:
    """Index after 어릴 때부터, 어렸을 적부터; 0 when the words are others."""
    if tokens[i].form not in ("어리", "젊"):
        return 0
    for j in range(i + 1, min(i + 5, len(tokens) - 1)):
        if tokens[j].form in ("때", "적") and tokens[j + 1].form in ("부터", "에", "는"):
            return j + 2
    return 0


def _time_group(tokens: Sequence[Token], i: int) -> int:
    """Index after "다음 주 화요일에" and the like, or `i` when the words are something else's."""
    after = i
    count = len(tokens)
    while after < count and (
        (words.TIME in tokens[after].sorts and tokens[after].tag in ("NNG", "NNB"))
        or (
            tokens[after].tag in ("SN", "MM", "NR")
            and after + 1 < count
            and words.TIME in tokens[after + 1].sorts
        )
        or (tokens[after].form == "지난" and after + 1 < count and tokens[after + 1].tag == "SN")
        or (tokens[after].form in ("반", "째", "쯤", "경", "씩") and after > i)
    ):
        after += 1
    if after in (i, count):
        return i
    marks = after
    while marks < count and tokens[marks].tag[0] == "J" and tokens[marks].form in _TIME_MARKS:
        marks += 1
    if marks > after:
        return marks
    if tokens[after].tag[0] == "J":
        return i
    counted = any(token.tag in ("SN", "MM", "NR") for token in tokens[i:after])
    return after if counted or tokens[after - 1].form in _BARE else i
