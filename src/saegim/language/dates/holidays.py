"""The day a named holiday falls on in a given year."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, timedelta

from saegim.language.dates.span import nth_weekday

LUNAR_FIRST, LUNAR_LAST = 1990, 2050

# MMDD of each year, 1990 to 2050: lunar 1/1, 4/8 and 8/15 by the PyPI package korean_lunar_calendar 0.4.0.
# Korean and Chinese tables differ in some years (1997, 2027, 2028), so a Chinese one will not do.
_LUNAR = {
    "seollal": (
        "0127 0215 0204 0123 0210 0131 0219 0208 0128 0216 0205 0124 0212 0201 0122 0209 0129 0218 0207 0126 "
        "0214 0203 0123 0210 0131 0219 0208 0128 0216 0205 0125 0212 0201 0122 0210 0129 0217 0207 0127 0213 "
        "0203 0123 0211 0131 0219 0208 0128 0215 0204 0124 0212 0201 0122 0210 0130 0217 0206 0126 0214 0202 "
        "0123"
    ),
    "buddha": (
        "0502 0521 0510 0528 0518 0507 0524 0514 0503 0522 0511 0501 0519 0508 0526 0515 0505 0524 0512 0502 "
        "0521 0510 0528 0517 0506 0525 0514 0503 0522 0512 0430 0519 0508 0527 0515 0505 0524 0513 0502 0520 "
        "0509 0528 0516 0506 0525 0515 0503 0522 0511 0430 0518 0507 0526 0516 0505 0524 0513 0502 0520 0509 "
        "0528"
    ),
    "chuseok": (
        "1003 0922 0911 0930 0920 0909 0927 0916 1005 0924 0912 1001 0921 0911 0928 0918 1006 0925 0914 1003 "
        "0922 0912 0930 0919 0908 0927 0915 1004 0924 0913 1001 0921 0910 0929 0917 1006 0925 0915 1003 0922 "
        "0912 1001 0919 0908 0927 0916 1004 0924 0913 1002 0921 0910 0928 0917 1005 0925 0915 1004 0922 0911 "
        "0930"
    ),
}

_FIXED = {
    "new_year": (1, 1),
    "new_year_eve": (12, 31),
    "valentine": (2, 14),
    "independence_movement": (3, 1),
    "white_day": (3, 14),
    "st_patrick": (3, 17),
    "april_fools": (4, 1),
    "arbor_day": (4, 5),
    "black_day": (4, 14),
    "workers_day": (5, 1),
    "children": (5, 5),
    "parents": (5, 8),
    "teachers": (5, 15),
    "memorial_kr": (6, 6),
    "korean_war": (6, 25),
    "july_fourth": (7, 4),
    "constitution": (7, 17),
    "liberation": (8, 15),
    "armed_forces": (10, 1),
    "foundation": (10, 3),
    "hangul": (10, 9),
    "halloween": (10, 31),
    "pepero": (11, 11),
    "christmas_eve": (12, 24),
    "christmas": (12, 25),
    "boxing_day": (12, 26),
}


def _easter(year: int) -> date:
    """Western Easter Sunday, from the golden number, the century and the paschal full moon."""
    golden, century = year % 19, year // 100
    epact = (century - century // 4 - (8 * century + 13) // 25 + 19 * golden + 15) % 30
    moon = epact - (epact // 28) * (1 - (29 // (epact + 1)) * ((21 - golden) // 11))
    weekday = (year + year // 4 + moon + 2 - century + century // 4) % 7
    return date(year, 3, 28) + timedelta(days=moon - weekday)


_MOVING: dict[str, Callable[[int], date]] = {
    "mlk_day": lambda year: nth_weekday(year, 1, 0, 3),
    "mothers": lambda year: nth_weekday(year, 5, 6, 2),
    "coming_of_age": lambda year: nth_weekday(year, 5, 0, 3),
    "memorial_us": lambda year: nth_weekday(year, 5, 0, -1),
    "fathers": lambda year: nth_weekday(year, 6, 6, 3),
    "labor_us": lambda year: nth_weekday(year, 9, 0, 1),
    "thanksgiving": lambda year: nth_weekday(year, 11, 3, 4),
    "black_friday": lambda year: nth_weekday(year, 11, 3, 4) + timedelta(days=1),
    "easter": _easter,
}


def holiday(name: str, year: int) -> date | None:
    """The day `name` falls on in `year`; None for a lunar holiday outside 1990–2050."""
    if name in _FIXED:
        return date(year, *_FIXED[name])
    if name in _MOVING:
        return _MOVING[name](year)
    if not LUNAR_FIRST <= year <= LUNAR_LAST:
        return None
    # The first full moon of the lunar year is its fifteenth day by definition.
    table, shift = ("seollal", 14) if name == "daeboreum" else (name, 0)
    at = (year - LUNAR_FIRST) * 5
    month, day = int(_LUNAR[table][at : at + 2]), int(_LUNAR[table][at + 2 : at + 4])
    return date(year, month, day) + timedelta(days=shift)
