"""English numbers, amounts and names that date expressions are built from."""

from __future__ import annotations

import re

from saegim.language.dates.counted import FEW, Amount
from saegim.language.dates.span import Unit

_SMALL = "zero one two three four five six seven eight nine ten eleven twelve".split()
_TEENS = "thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty".split()
_NUMBERS = {word: value for value, word in enumerate([*_SMALL, *_TEENS])} | {
    "a": 1,
    "an": 1,
    "thirty": 30,
    "forty": 40,
    "fifty": 50,
    "sixty": 60,
    "ninety": 90,
}
_FIRST_TEN = "first second third fourth fifth sixth seventh eighth ninth tenth".split()
_NEXT_TEN = [*"eleventh twelfth".split(), *(f"{word}th" for word in _TEENS[:-1]), "twentieth"]
_ORDINALS = {word: value for value, word in enumerate([*_FIRST_TEN, *_NEXT_TEN], start=1)} | {
    "thirtieth": 30,
    "thirty-first": 31,
}
_FEW = ("few", "several", "some")

MONTH_NAMES = "january february march april may june july august september october november december".split()
_MONTH_SHORT = "jan feb mar apr may jun jul aug sep oct nov dec".split()
MONTHS = (
    {name: index for index, name in enumerate(MONTH_NAMES, start=1)}
    | {name: index for index, name in enumerate(_MONTH_SHORT, start=1)}
    | {"sept": 9}
)
# Words that are months and nothing else, so that they need no preposition.
PLAIN_MONTHS = ("january", "february", "july", "september", "october", "november", "december")
_WEEKDAY_NAMES = "monday tuesday wednesday thursday friday saturday sunday".split()
WEEKDAYS = {name: index for index, name in enumerate(_WEEKDAY_NAMES)} | {
    "mon": 0,
    "tue": 1,
    "tues": 1,
    "wed": 2,
    "thu": 3,
    "thur": 3,
    "thurs": 3,
    "fri": 4,
    "sat": 5,
    "sun": 6,
}
WEEKDAY_NAMES = "|".join(_WEEKDAY_NAMES)
WEEKDAY_SHORT = "tues|thurs|thur|mon|tue|wed|thu|fri|sat|sun"
SEASONS = {"spring": 0, "summer": 1, "fall": 2, "autumn": 2, "winter": 3}
PARTS = {
    "morning": "morning",
    "noon": "lunch",
    "lunchtime": "lunch",
    "afternoon": "afternoon",
    "evening": "evening",
    "night": "night",
}
HOLIDAYS = {
    r"christmas eve|x-?mas eve": "christmas_eve",
    r"christmas(?: day)?|x-?mas(?: day)?": "christmas",
    r"new year'?s? eve": "new_year_eve",
    r"(?:lunar|korean|chinese) new year(?:'?s day)?|seollal": "seollal",
    r"new year(?:'s day|s day| day|'s)": "new_year",
    r"hall?owe'?en": "halloween",
    r"thanksgiving(?: day)?": "thanksgiving",
    r"black friday": "black_friday",
    r"valentine'?s?(?:'s)? day|valentine's": "valentine",
    r"(?:st\.? |saint )patrick'?s day": "st_patrick",
    r"april fools?'?s?(?: day)?": "april_fools",
    r"easter(?: sunday)?(?! egg| bunn| island)": "easter",
    r"mother'?s'? day": "mothers",
    r"father'?s'? day": "fathers",
    r"memorial day": "memorial_us",
    r"labor day": "labor_us",
    r"mlk day|martin luther king day": "mlk_day",
    r"independence day|(?:4th|fourth) of july|july 4th": "july_fourth",
    r"boxing day": "boxing_day",
    r"chuseok": "chuseok",
    r"buddha'?s birthday": "buddha",
    r"children'?s day": "children",
    r"hangul day|hangeul day": "hangul",
}

MONTH = "|".join(sorted(MONTHS, key=len, reverse=True))
UNIT = r"(?:minute|min|hour|hr|day|week|month|year|yr|fortnight|decade)s?"
NUMBER = "|".join(sorted(_NUMBERS, key=len, reverse=True))
_FIGURES = r"[0-9]{1,4}(?:\s?(?:-|to|or)\s?[0-9]{1,4})?"
ORDINAL = (
    r"[0-9]{1,2}(?:st|nd|rd|th)|(?:twenty-)?(?:" + "|".join(sorted(_ORDINALS, key=len, reverse=True)) + ")"
)
AMOUNT = (
    r"(?:(?:about |around |roughly |almost |nearly |over |just )?"
    rf"(?:half an? {UNIT}|(?:a )?couple(?: of)? {UNIT}|(?:an? )?(?:few|several|some) {UNIT}|"
    rf"(?:{_FIGURES}|{NUMBER})(?: and a half)?[ -]{UNIT}(?: and a half)?))"
)
_COUNTED = rf"(?P<n>{_FIGURES}|\b(?:{NUMBER})\b)(?P<h1> and a half)?[ -](?P<u>{UNIT})(?P<h2> and a half)?$"
_UNIT_END = rf"{UNIT}$"
_UNITS: dict[str, tuple[Unit, int]] = {
    "min": ("minute", 1),
    "minute": ("minute", 1),
    "hr": ("hour", 1),
    "hour": ("hour", 1),
    "day": ("day", 1),
    "week": ("week", 1),
    "fortnight": ("week", 2),
    "month": ("month", 1),
    "yr": ("year", 1),
    "year": ("year", 1),
    "decade": ("year", 10),
}
_HALVES: dict[Unit, tuple[Unit, int]] = {
    "year": ("month", 12),
    "month": ("day", 30),
    "week": ("day", 7),
    "day": ("hour", 24),
    "hour": ("minute", 60),
}


def unit_of(word: str) -> tuple[Unit, int]:
    return _UNITS[word.removesuffix("s")]


def ordinal(word: str) -> int:
    """The value of 3rd, third or twenty-third."""
    if word[0].isdigit():
        return int(word[:-2])
    if word in _ORDINALS:
        return _ORDINALS[word]
    return 20 + _ORDINALS[word.removeprefix("twenty-")]


def number(word: str) -> int:
    return int(word) if word.isdigit() else _NUMBERS[word]


def amount(text: str) -> Amount:
    """What an amount that AMOUNT matched says: two weeks, a couple of days, a year and a half."""
    ending = re.search(_UNIT_END, text.removesuffix(" and a half"))
    unit, size = unit_of(ending[0]) if ending else ("day", 1)
    if "couple" in text:
        return Amount(2 * size, 3 * size, unit)
    if text.startswith("half") or " half a" in text:
        return _parts(0, unit)
    counted = re.search(_COUNTED, text)
    if counted is None or any(word in text for word in _FEW):
        low, high = FEW[unit]
        return Amount(low * size, high * size, unit)
    ends = [number(end) for end in re.split(r"\s?(?:-|to|or)\s?", counted["n"])]
    if counted["h1"] or counted["h2"]:
        return _parts(ends[0], unit)
    return Amount(min(ends) * size, max(ends) * size, unit)


def _parts(count: int, unit: Unit) -> Amount:
    """`count` and a half units, in the next smaller unit."""
    smaller, size = _HALVES.get(unit, (unit, 2))
    total = count * size + size // 2
    return Amount(total, total, smaller)
