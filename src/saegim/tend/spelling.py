"""One name in its many writings: with titles, with a closing 이, in full, in Latin letters."""

from __future__ import annotations

import re

from saegim.language.text import ends_in_consonant, has_hangul, nfc
from saegim.models import fold_name
from saegim.remember.rules import words

# What stands behind a name and is no part of it. Longer ones first, so that 선생님 is not taken for 님.
TITLES = tuple(
    sorted(
        """
        씨 님 군 양 선배 선배님 후배 후배님 언니 오빠 누나 형 형님 이모 고모 삼촌 쌤 샘 선생 선생님 교수
        교수님 팀장 팀장님 과장 과장님 대리 대리님 부장 부장님 차장 차장님 사장 사장님 대표 대표님 이사님
        상무님 전무님 주임 주임님 사원 매니저 매니저님 코치 코치님 원장 원장님 박사 박사님 간호사님 의사
        작가님 감독 감독님 조교 조교님 실장 실장님 본부장님
        """.split(),
        key=len,
        reverse=True,
    )
)
_OURS = re.compile(r"^(?:우리|울|저희|내|제|my|our)\s+", re.IGNORECASE)
_LATIN_TITLE = re.compile(r"^(?:mr|mrs|ms|miss|dr|prof)\.?\s+", re.IGNORECASE)
_FIRST_HANGUL = 0xAC00
_INITIALS = "g kk n d tt r m b pp s ss _ j jj ch k t p h".replace("_", "").split(" ")
_VOWELS = "a ae ya yae eo e yeo ye o wa wae oe yo u wo we wi yu eu ui i".split()
# Consonants that close a syllable, as they sound.
_FINALS = ("", "k", "k", "k", "n", "n", "n", "t", "l", "k", "m", "l", "l", "l", "p", "l", "m", "p", "p", "t",
           "t", "ng", "t", "t", "k", "t", "p", "t")  # fmt: skip
# Ways people write their own names, made one.
_LOOSE = tuple(
    pair.split(":")
    for pair in (
        "oo:u ee:i young:yeong hyun:hyeon sung:seong jung:jeong kyung:gyeong kyeong:gyeong woo:u wu:u eui:ui"
        " shi:si ck:k"
    ).split()
)


def bare(name: str) -> str:
    """The name without 우리 before it and a title behind it; a title alone stays as it is."""
    name = _LATIN_TITLE.sub("", _OURS.sub("", nfc(name).strip().lstrip("@"))).strip()
    if not name.endswith(TITLES) or name in TITLES or words.sorts(name):
        return name
    for title in TITLES:
        rest = name.removesuffix(title).rstrip()
        # 수양 is a name, 민지양 has a title: one syllable is none.
        if rest != name and len(rest) >= 2 and has_hangul(rest) and not words.sorts(rest):
            return rest
    return name


def spellings(name: str) -> list[str]:
    """Folded forms under which someone of that name may be known, the surest first."""
    plain = bare(name)
    found = [fold_name(plain)]
    if has_hangul(plain):
        if without_i(plain) != plain:
            found.append(fold_name(without_i(plain)))
        elif ends_in_consonant(plain) and len(plain) <= 3:
            found.append(fold_name(plain + "이"))
        given = given_name(plain)
        if given is not None:
            found.append(fold_name(given))
    return list(dict.fromkeys(form for form in found if form))


def without_i(name: str) -> str:
    """서준 for 서준이: after a closing consonant 이 only makes it easier to say."""
    return name[:-1] if len(name) >= 3 and name.endswith("이") and ends_in_consonant(name[:-1]) else name


def given_name(name: str) -> str | None:
    """민지 of 김민지; None when it is not a full Korean name."""
    return name[1:] if words.looks_like_name(name) and without_i(name) == name else None


def sound(name: str) -> str:
    """How the name sounds, in loose Latin letters: one for 지훈, Jihun and @jihoon_."""
    return loosened(romanised(bare(name)))


def romanised(name: str) -> str:
    """Hangul in Latin letters, syllable by syllable, as in most handles."""
    letters = []
    for letter in nfc(name):
        code = ord(letter) - _FIRST_HANGUL
        if 0 <= code < 11172:
            letters.append(_INITIALS[code // 588] + _VOWELS[code % 588 // 28] + _FINALS[code % 28])
        else:
            letters.append(letter)
    return "".join(letters)


def loosened(latin: str) -> str:
    """Latin letters alone, the ways of writing one sound made one: jihoon and jihun."""
    text = "".join(letter for letter in latin.casefold() if letter.isascii() and letter.isalpha())
    for written, plain in _LOOSE:
        text = text.replace(written, plain)
    return text
