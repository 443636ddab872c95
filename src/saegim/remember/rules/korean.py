"""Korean written by rule: particles that fit their noun, and a spoken clause as a plain statement."""

from __future__ import annotations

import re
from collections.abc import Sequence

from saegim.remember.rules.unit import Token

_PAIRS = {
    "은": ("은", "는"),
    "이": ("이", "가"),
    "을": ("을", "를"),
    "과": ("과", "와"),
    "으로": ("으로", "로"),
    "이다": ("이다", "다"),
    "이라": ("이라", "라"),
    "이라는": ("이라는", "라는"),
    "이라고": ("이라고", "라고"),
}
_DIGIT_CODAS = {
    "0": True,
    "1": True,
    "2": False,
    "3": True,
    "4": False,
    "5": False,
    "6": True,
    "7": True,
    "8": True,
    "9": False,
}
_LATIN_CODAS = frozenset("lmnrLMNR")
_VERBAL = frozenset(("VV", "VA", "VX", "XSV", "XSA", "VCP", "VCN"))
# Vowels that take 았, and what a bare vowel becomes with 었: 오 → 왔, 우 → 웠, 이 → 였, 되 → 됐.
_BRIGHT = frozenset((0, 8))
_EU = 18
_DRAWN = {0: 0, 1: 1, 4: 4, 5: 5, 6: 6, 8: 9, 11: 10, 13: 14, 20: 6}
_NIEUN, _RIEUL, _SSANG_SIOT, _SIOT = 4, 8, 20, 19


def coda(word: str) -> int:
    """Index of the final consonant of the last syllable: 0 for none, -1 when it cannot be told."""
    for char in reversed(word):
        if "가" <= char <= "힣":
            return (ord(char) - 0xAC00) % 28
        if char in _DIGIT_CODAS:
            return 8 if char in "178" else 1 if _DIGIT_CODAS[char] else 0
        if char.isalpha():
            return 8 if char in "lLrR" else 1 if char in _LATIN_CODAS else 0
    return -1


class Words(str):
    """A string that takes a particle when formatted: `{v:을}` is 떡을 or 커피를."""

    def __format__(self, particle: str) -> str:
        if not particle:
            return str(self)
        if particle not in _PAIRS:
            return f"{self}{particle}"
        closed, open_ = _PAIRS[particle]
        final = coda(self)
        if particle == "으로" and final == _RIEUL:
            return f"{self}로"
        return f"{self}{closed if final else open_}"


def plain(text: str, tokens: Sequence[Token], *, done: bool = False) -> str:
    """What the tokens say as a plain statement: 예약 있어요 → 예약 있다, 키워 → 키운다."""
    return _statement(text, tokens, nominal=False, done=done)


def gist(text: str, tokens: Sequence[Token]) -> str:
    """The tokens as a short noun phrase: 치과 예약 있어 → 치과 예약, 사랑니 뽑아요 → 사랑니 뽑기."""
    return _statement(text, tokens, nominal=True)


def _statement(text: str, tokens: Sequence[Token], *, nominal: bool, done: bool = False) -> str:
    tokens = _trimmed(tokens)
    if not tokens:
        return ""
    start = tokens[0].start
    ending = max((i for i, t in enumerate(tokens) if t.tag in ("EF", "EC", "EP")), default=-1)
    if tokens[-1].tag in _VERBAL:
        ending = len(tokens) - 1
    verbs = [i for i, t in enumerate(tokens[: ending + 1]) if t.tag in _VERBAL]
    if (
        ending < 0
        or not verbs
        or any(t.tag[0] in "NM" or t.tag in ("SN", "SL") for t in tokens[ending + 1 :])
    ):
        return surface(text, tokens)
    last = verbs[-1]
    must = last > 1 and tokens[last - 1].form in ("어야", "아야") and tokens[last].form in ("하", "되")
    if nominal and must:
        # 보고서 내야 해: what is to be done, not that it must be.
        last = max((i for i in verbs if i < last - 1), default=last)
    verb = tokens[last]
    past = [t for t in tokens[last:] if t.tag == "EP" and t.form in ("었", "았", "였", "었었", "았었")]
    before = text[start : verb.start]
    if nominal:
        if verb.tag in ("XSV", "XSA", "VCP") or (verb.form in ("있", "하") and verb.tag != "VX"):
            return _without_particle(text, tokens[:last]) or before.strip()
        if past:
            return _doubled(text[start : past[-1].end]) + "음"
        return before + verb.form + "기"
    if past:
        return _doubled(text[start : past[-1].end]) + "다"
    if done and verb.tag in ("VV", "XSV"):
        return (before + conjugate_past(verb.form)).strip()
    return (before + conjugate(verb, tokens[last - 1] if last else None)).strip()


def conjugate(verb: Token, before: Token | None) -> str:
    """The plain present: 산다, 먹는다, 좋다, 있다; the copula joins its noun."""
    form, tag = verb.form, verb.tag
    if tag == "VCP":
        closed = before is None or coda(before.form) != 0
        return "이다" if closed else "다"
    if tag in ("VA", "XSA", "VCN") or form in ("있", "없", "계시", "싶", "같"):
        return form + "다"
    final = coda(form)
    if final == 0:
        return form[:-1] + chr(ord(form[-1]) + _NIEUN) + "다"
    if final == _RIEUL:
        return form[:-1] + chr(ord(form[-1]) - _RIEUL + _NIEUN) + "다"
    return form + "는다"


def conjugate_past(form: str) -> str:
    """The plain past of a verb: 붙었다, 합격했다, 떨어졌다."""
    stem, last = form[:-1], form[-1]
    if last == "하":
        return f"{stem}했다"
    if last == "르" and stem and coda(stem) == 0:
        bright = _vowel(stem[-1]) in _BRIGHT
        return f"{stem[:-1]}{chr(ord(stem[-1]) + _RIEUL)}{'랐' if bright else '렀'}다"
    vowel, closed = _vowel(last), coda(last) != 0
    if closed:
        return f"{form}{'았' if vowel in _BRIGHT else '었'}다"
    if vowel == _EU:
        bright = bool(stem) and _vowel(stem[-1]) in _BRIGHT
        drawn = 0 if bright else 4
    else:
        drawn = _DRAWN.get(vowel, -1)
    if drawn < 0:
        return f"{form}었다"
    initial = (ord(last) - 0xAC00) // 588
    return f"{stem}{chr(0xAC00 + initial * 588 + drawn * 28 + _SSANG_SIOT)}다"


def _vowel(syllable: str) -> int:
    return (ord(syllable) - 0xAC00) % 588 // 28


def surface(text: str, tokens: Sequence[Token]) -> str:
    """The words of the text that the tokens cover."""
    if not tokens:
        return ""
    end = max(t.end for t in tokens)
    said = text[tokens[0].start : end]
    last = tokens[-1]
    if last.tag in ("NNG", "NNP") and last.end == end and text[last.start : end] == _with_nieun(last.form):
        # 목폰데 is 목포 and ᆫ데.
        said = said[:-1] + last.form[-1]
    return " ".join(said.split())


def _with_nieun(word: str) -> str:
    """The open word closed by ㄴ, as a copula without a syllable closes it; an empty string for others."""
    open_ = bool(word) and "가" <= word[-1] <= "힣" and (ord(word[-1]) - 0xAC00) % 28 == 0
    return word[:-1] + chr(ord(word[-1]) + _NIEUN) if open_ else ""


_OWN = (
    (re.compile(r"(?<![가-힣])(?:내|제|나의|저의|저희|우리)(?=\s)"), "사용자의"),
    (re.compile(r"(?<![가-힣])(?:내가|제가)(?![가-힣])"), "사용자가"),
    (re.compile(r"(?<![가-힣])(?:나를|저를)(?![가-힣])"), "사용자를"),
    (re.compile(r"(?<![가-힣])(?:나|저)(?=한테|에게)"), "사용자"),
)


def told_of(statement: str) -> str:
    """The statement with the speaker's "my" and "me" turned into the third person."""
    for pattern, word in _OWN:
        statement = pattern.sub(word, statement)
    return statement


def _without_particle(text: str, tokens: Sequence[Token]) -> str:
    while tokens and tokens[-1].tag[0] == "J":
        tokens = tokens[:-1]
    return surface(text, tokens)


def _trimmed(tokens: Sequence[Token]) -> Sequence[Token]:
    last = len(tokens)
    while last and (
        (tokens[last - 1].tag[0] in "SZ" and tokens[last - 1].tag not in ("SL", "SN", "SH"))
        or tokens[last - 1].form == "요"
    ):
        last -= 1
    return tokens[:last]


def _doubled(text: str) -> str:
    """햇다 is written 했다: chat drops the second ㅅ of the past."""
    text = text.rstrip()
    if text and "가" <= text[-1] <= "힣" and (ord(text[-1]) - 0xAC00) % 28 == _SIOT:
        return text[:-1] + chr(ord(text[-1]) + _SSANG_SIOT - _SIOT)
    return text
