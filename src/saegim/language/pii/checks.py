"""Check digits and plausibility of numbers that people are known by. Digits come as plain ASCII."""

from __future__ import annotations

from datetime import date

# A birth later than this is no birth; a constant, so that the same text reads the same on any day.
_LATEST_BIRTH_YEAR = 2049
# From this day on new numbers, and changed ones, are drawn at random and end in no check digit.
_NO_CHECK_DIGIT_SINCE = date(2020, 10, 5)

_RESIDENT_WEIGHTS = (2, 3, 4, 5, 6, 7, 8, 9, 2, 3, 4, 5)
_BUSINESS_WEIGHTS = (1, 3, 7, 1, 3, 7, 1, 3, 5)

# Area codes of driver's licences: 11 Seoul to 26 Ulsan, 28 northern Gyeonggi.
LICENCE_AREAS = frozenset({*range(11, 27), 28})


def birth_date(number: str) -> date | None:
    """The date in the first seven digits of a resident or foreigner number, when there is such a day."""
    century = {"1": 1900, "2": 1900, "5": 1900, "6": 1900, "3": 2000, "4": 2000, "7": 2000, "8": 2000}
    if number[6] not in century:
        return None
    year = century[number[6]] + int(number[:2])
    if year > _LATEST_BIRTH_YEAR:
        return None
    try:
        return date(year, int(number[2:4]), int(number[4:6]))
    except ValueError:
        return None


def resident_check(number: str) -> bool | None:
    """Whether the check digit of 13 digits is right; None where the number may have none."""
    born = birth_date(number)
    if born is not None and born >= _NO_CHECK_DIGIT_SINCE:
        return None
    total = sum(weight * int(digit) for weight, digit in zip(_RESIDENT_WEIGHTS, number, strict=False))
    shift = 13 if number[6] in "5678" else 11
    return (shift - total % 11) % 10 == int(number[12])


def luhn(number: str) -> bool:
    """Whether the digits pass the check of payment cards."""
    total = 0
    for i, digit in enumerate(reversed(number)):
        value = int(digit) * (2 if i % 2 else 1)
        total += value - 9 if value > 9 else value
    return total % 10 == 0


def business_check(number: str) -> bool:
    """Whether the check digit of a ten-digit business registration number is right."""
    total = sum(weight * int(digit) for weight, digit in zip(_BUSINESS_WEIGHTS, number, strict=False))
    total += int(number[8]) * 5 // 10
    return (10 - total % 10) % 10 == int(number[9])


def card_network(number: str) -> bool:
    """Whether a card of this length begins like this: worldwide networks and Korean domestic cards (9)."""
    two, three, four = int(number[:2]), int(number[:3]), int(number[:4])
    length = len(number)
    if number[0] == "4":
        return length in (13, 16, 19)
    if 51 <= two <= 55 or 2221 <= four <= 2720:
        return length == 16
    if two in (34, 37):
        return length == 15
    if two in (36, 38, 39) or 300 <= three <= 305:
        return length in (14, 16)
    if 3528 <= four <= 3589 or two == 65 or four == 6011 or 644 <= three <= 649 or number[0] == "9":
        return length == 16
    return two == 62 and 16 <= length <= 19
