"""Korean numbers, amounts and names that date expressions are built from."""

from __future__ import annotations

import re
from collections.abc import Iterable

from saegim.language.dates.counted import FEW, Amount
from saegim.language.dates.span import Unit

NATIVE = {
    word: number
    for number, words in enumerate(
        ("", "한", "두", "세 석", "네 넉", "다섯", "여섯", "일곱", "여덟", "아홉", "열", "열한", "열두")
    )
    for word in words.split()
}
_DIGITS = {digit: value for value, digit in enumerate("영일이삼사오육칠팔구")}
_ROUGH = {
    "한두": (1, 2),
    "두세": (2, 3),
    "두어": (2, 3),
    "서너": (3, 4),
    "너댓": (4, 5),
    "네댓": (4, 5),
    "네다섯": (4, 5),
    "대여섯": (5, 6),
    "이삼": (2, 3),
    "삼사": (3, 4),
    "사오": (4, 5),
    "오륙": (5, 6),
}
_DAY_WORDS = {
    "하루": 1,
    "이틀": 2,
    "사흘": 3,
    "나흘": 4,
    "닷새": 5,
    "엿새": 6,
    "이레": 7,
    "여드레": 8,
    "아흐레": 9,
    "열흘": 10,
    "보름": 15,
}
_UNITS: dict[str, Unit] = {
    "분": "minute",
    "시간": "hour",
    "일": "day",
    "주일": "week",
    "주": "week",
    "달": "month",
    "개월": "month",
    "년": "year",
    "해": "year",
}
WEEKDAYS = {name: index for index, name in enumerate("월화수목금토일")}
SEASONS = {"봄": 0, "여름": 1, "가을": 2, "겨울": 3}
MONTH_WORDS = {
    word: month
    for month, word in enumerate(
        "일월 이월 삼월 사월 오월 유월 칠월 팔월 구월 시월 십일월 십이월".split(), start=1
    )
}
PARTS = {
    "새벽": "dawn",
    "아침": "morning",
    "오전": "am",
    "점심": "lunch",
    "낮": "daytime",
    "오후": "afternoon",
    "저녁": "evening",
    "밤": "night",
}
# An underscore marks where people write a space or not.
_HOLIDAY_FORMS = {
    "seollal": "설날 구정",
    "chuseok": "추석 한가위",
    "daeboreum": "정월_대보름",
    "buddha": "석가_탄신일 부처님_오신_날 초파일",
    "christmas_eve": "크리스마스_이브 성탄_전야",
    "christmas": "크리스마스 성탄절",
    "new_year": "신정 새해_첫날 새해",
    "valentine": "밸런타인_데이 발렌타인_데이 발렌타인",
    "white_day": "화이트_데이",
    "black_day": "블랙_데이",
    "pepero": "빼빼로_데이",
    "independence_movement": "삼일절 3.1절 3·1절",
    "april_fools": "만우절",
    "arbor_day": "식목일",
    "workers_day": "근로자의_날 노동절",
    "children": "어린이_날",
    "parents": "어버이_날",
    "teachers": "스승의_날",
    "coming_of_age": "성년의_날",
    "memorial_kr": "현충일",
    "constitution": "제헌절",
    "liberation": "광복절",
    "armed_forces": "국군의_날",
    "foundation": "개천절",
    "hangul": "한글날",
    "halloween": "할로윈 핼러윈 핼로윈",
    "easter": "부활절",
    "thanksgiving": "추수_감사절",
    "black_friday": "블랙_프라이데이",
}
HOLIDAYS = {form.replace("_", ""): name for name, forms in _HOLIDAY_FORMS.items() for form in forms.split()}


def _holiday_pattern() -> str:
    forms = sorted(
        (form for forms in _HOLIDAY_FORMS.values() for form in forms.split()), key=len, reverse=True
    )
    return "|".join(re.escape(form).replace("_", r"\s?") for form in forms)


def one_of(words: Iterable[str]) -> str:
    """A pattern for any of the words, the longest first."""
    return "|".join(re.escape(word) for word in sorted(words, key=len, reverse=True))


HOLIDAY = _holiday_pattern()
_SINO = r"[일이삼사오육칠팔구]?십[일이삼사오육칠팔구]?|[일이삼사오육칠팔구]|백"
AMOUNT = (
    rf"(?:{one_of(_DAY_WORDS)}|며칠|몇\s?일|반년|"
    r"(?:[0-9]{1,4}(?:\s?[~-]\s?[0-9]{1,4})?|몇|여러|수(?=[일주개년])|"
    rf"{one_of(_ROUGH)}|{one_of(NATIVE)}|{_SINO})"
    r"\s?여?\s?(?:분|시간|일|주일|주|달|개월|년|해)(?:\s?반)?)"
)
_COUNTED = (
    rf"(?P<n>[0-9]{{1,4}}(?:\s?[~-]\s?[0-9]{{1,4}})?|몇|여러|수|{one_of(_ROUGH)}|{one_of(NATIVE)}|{_SINO})"
    r"\s?여?\s?(?P<u>분|시간|일|주일|주|달|개월|년|해)(?P<half>\s?반)?"
)


def number(word: str) -> int:
    """The value of figures (12), native numbers (열두) or Sino-Korean ones (십이)."""
    if word.isdigit():
        return int(word)
    if word in NATIVE:
        return NATIVE[word]
    if word == "백":
        return 100
    if word.startswith("이천"):
        return 2000 + number(word.removeprefix("이천"))
    tens, mark, ones = word.rpartition("십")
    return (10 * _DIGITS.get(tens, 1) if mark else 0) + _DIGITS.get(ones, 0)


def amount(text: str) -> Amount:
    """What an amount that AMOUNT matched says: 이틀, 두 달, 1년 반, 서너 주, 2~3일."""
    if text in _DAY_WORDS:
        return Amount(_DAY_WORDS[text], _DAY_WORDS[text], "day")
    if text == "반년":
        return Amount(6, 6, "month")
    counted = re.fullmatch(_COUNTED, text)
    if counted is None:
        return Amount(*FEW["day"], "day")
    unit, word = _UNITS[counted["u"]], counted["n"]
    if word in ("몇", "여러", "수"):
        return Amount(*FEW[unit], unit)
    if word in _ROUGH:
        return Amount(*_ROUGH[word], unit)
    ends = [number(end) for end in re.split(r"\s?[~-]\s?", word)]
    low, high = min(ends), max(ends)
    if counted["half"]:
        return _and_a_half(low, unit)
    return Amount(low, high, unit)


def _and_a_half(count: int, unit: Unit) -> Amount:
    smaller: dict[Unit, tuple[Unit, int]] = {
        "year": ("month", 12),
        "month": ("day", 30),
        "week": ("day", 7),
        "hour": ("minute", 60),
    }
    if unit not in smaller:
        return Amount(count, count, unit)
    name, size = smaller[unit]
    total = count * size + size // 2
    return Amount(total, total, name)
