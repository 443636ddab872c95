"""Surface forms of dictionary entries, for texts that no analyser has taken apart."""

from __future__ import annotations

_BASE = 0xAC00
_VOWELS = "ㅏㅐㅑㅒㅓㅔㅕㅖㅗㅘㅙㅚㅛㅜㅝㅞㅟㅠㅡㅢㅣ"
_NO_CODA, _N, _L, _M, _B, _SS = 0, 4, 8, 16, 17, 20
_H = 18
_BRIGHT = ("ㅏ", "ㅗ")


def _split(syllable: str) -> tuple[int, str, int]:
    code = ord(syllable) - _BASE
    return code // 588, _VOWELS[code % 588 // 28], code % 28


def _join(onset: int, vowel: str, coda: int) -> str:
    return chr(_BASE + onset * 588 + _VOWELS.index(vowel) * 28 + coda)


def predicate_forms(stem: str) -> set[str]:
    """How a verb or adjective begins in running text: 슬프 gives 슬프, 슬픈, 슬플, 슬픔, 슬픕, 슬퍼, 슬펐."""
    head, last = stem[:-1], stem[-1]
    onset, vowel, coda = _split(last)
    if coda == _B:
        # Adjectives in ㅂ are irregular (고맙다, 고마워); the few regular ones are not in the word list.
        open_ = head + _join(onset, vowel, _NO_CODA)
        return {stem, open_ + "워", open_ + "웠", open_ + "우", open_ + "운", open_ + "울", open_ + "움"}
    if coda == _L:
        # ㄹ falls before ㄴ, ㅂ and ㅅ: 힘든, 힘듭니다.
        return {stem} | {head + _join(onset, vowel, c) for c in (_N, _M, _B)}
    if coda:
        return {stem}
    forms = {stem} | {head + _join(onset, vowel, c) for c in (_N, _L, _M, _B)}
    past = _contract(head, onset, vowel)
    return forms | {past, past[:-1] + _join(*_split(past[-1])[:2], _SS)}


def _contract(head: str, onset: int, vowel: str) -> str:
    if (onset, vowel) == (_H, "ㅏ"):
        return head + "해"
    if vowel == "ㅡ":
        bright = bool(head) and _split(head[-1])[1] in _BRIGHT
        return head + _join(onset, "ㅏ" if bright else "ㅓ", _NO_CODA)
    if vowel == "ㅣ":
        return head + _join(onset, "ㅕ", _NO_CODA)
    if vowel == "ㅜ":
        return head + _join(onset, "ㅝ", _NO_CODA)
    if vowel == "ㅗ":
        return head + _join(onset, "ㅘ", _NO_CODA)
    return head + _join(onset, vowel, _NO_CODA)
