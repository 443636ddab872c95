"""Morphemes as the rules read them: mended, joined where a word was cut, and marked with their sort."""

from __future__ import annotations

from collections.abc import Sequence

from saegim.language.morphemes import Morpheme
from saegim.remember.rules import words
from saegim.remember.rules.mending import mend
from saegim.remember.rules.unit import NOUNS, Token
from saegim.remember.rules.words_people import COMPANIONS, FAMILY

_MARKED = frozenset(("NNG", "NNP", "SL", "XR", "VA", "VV", "MAG", "NNB", "NP", "NR"))
# Parts that close a compound written together with what they follow: 혈압+약, 방통+대, 일본+학과.
_CLOSING = frozenset(
    "숍 샵 약 제 증 병 암 염 대 과 학 식 업 생 집 인 색 털 견 묘 력 형 학과 저하증 항진증 구 동 군".split()
)
_LOOSE = frozenset("들 님 씩 째 당 경 용 적 하 되".split())
_PEOPLE = frozenset((*FAMILY, *COMPANIONS))


def read_tokens(text: str, morphemes: Sequence[Morpheme]) -> list[Token]:
    """Tokens of an NFC text, in order."""
    # A slash and a space have a meaning in pieces; kiwi marks irregular verbs after a hyphen.
    raw = [
        Token(m.form.replace("/", "∕").replace(" ", ""), m.tag.partition("-")[0], m.start, m.start + m.length)
        for m in morphemes
    ]
    return [_marked(token) for token in mend(text, _joined(text, raw))]


def _marked(token: Token) -> Token:
    if token.tag not in _MARKED:
        return token
    found = words.sorts(token.form)
    if found and token.tag[0] in "VX":
        found = words.FEELING if words.FEELING in found else ""
    return token._replace(sorts=found) if found else token


def _joined(text: str, tokens: list[Token]) -> list[Token]:
    """Known words that the analyser took apart, and affixes with their stem, as one token."""
    joined: list[Token] = []
    i = 0
    count = len(tokens)
    while i < count:
        token = tokens[i]
        end = _compound_end(text, tokens, i)
        if end > i + 1:
            last = tokens[end - 1]
            joined.append(Token(text[token.start : last.end], "NNG", token.start, last.end))
            i = end
            continue
        tag = _tag_together(joined, token)
        if tag:
            joined[-1] = Token(joined[-1].form + token.form, tag, joined[-1].start, token.end)
        else:
            joined.append(token)
        i += 1
    return joined


def _tag_together(done: list[Token], token: Token) -> str:
    """The tag of the last token and this one as one word; an empty string when they are two."""
    before = done[-1] if done else None
    if before is None or before.end != token.start:
        return ""
    loose = before.tag[0] == token.tag[0] == "N" and len(before.form) == len(token.form) == 1
    if loose and len(done) > 1 and done[-2].form in _PEOPLE and done[-2].end < before.start:
        # 단짝 소미는: two loose syllables after a word for a companion are a name.
        return "NNP"
    affixed = token.tag == "XSN" and before.tag in NOUNS and token.form not in _LOOSE
    prefixed = before.tag == "XPN" and token.tag in ("NNG", "NNP") and before.form not in ("제", "저")
    if token.tag == "SL" and len(token.form) == 1 and before.form == "비타민":
        return "NNG"
    closed = (
        token.form in _CLOSING and token.tag in ("NNG", "NNB") and before.tag in ("NNG", "NNP", "SL", "XR")
    )
    surnamed = before.tag == "NNP" and len(before.form) == 1 and token.tag in ("NNG", "NNP")
    surnamed = surnamed and words.looks_like_name(before.form + token.form)
    if not (affixed or prefixed or closed or surnamed):
        return ""
    return "NNB" if before.tag == "SN" else "NNG" if token.tag == "NNG" else before.tag


def _compound_end(text: str, tokens: list[Token], i: int) -> int:
    """Index after the last token of the longest known word that starts at token `i`, or `i`."""
    start = tokens[i].start
    if tokens[i].tag[0] in "JES" and tokens[i].tag != "SL":
        return i
    best = i
    for j in range(i + 1, min(i + 7, len(tokens))):
        # Morphemes of one syllable overlap (나, ㄴ in 난), so only the outer bounds are compared.
        end = tokens[j].end
        if end - start > words.LONGEST_COMPOUND or tokens[j].start > tokens[j - 1].end:
            break
        nothing_left = j + 1 == len(tokens) or tokens[j + 1].start >= end
        # 카페인 is cut within a syllable; a copula without a sound of its own is not part of the word.
        grown = end > tokens[j - 1].end or tokens[j].start < tokens[j - 1].end
        if nothing_left and grown and text[start:end] in words.COMPOUNDS:
            best = j + 1
    return best
