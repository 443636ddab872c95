"""Fields for lengths of time counted from the moment: 3일 전, in two weeks, the past three months."""

from __future__ import annotations

from datetime import timedelta
from typing import NamedTuple

from saegim.language.dates.span import Days, Fields, Moment, Stretch, Unit, add, after, days

# What "a few" and 몇 cover, wide enough to hold what people mean by them.
FEW: dict[Unit, tuple[int, int]] = {
    "minute": (2, 20),
    "hour": (2, 6),
    "day": (2, 7),
    "week": (2, 6),
    "month": (2, 8),
    "year": (2, 7),
}
RECENT_DAYS = 30


class Amount(NamedTuple):
    """Between `low` and `high` units; the same number twice when it is exact."""

    low: int
    high: int
    unit: Unit


def away(amount: Amount, sign: int, moment: Moment) -> Fields:
    """The time `amount` before (sign -1) or after (sign 1) the moment."""
    low, high, unit = amount
    if unit in ("minute", "hour"):
        return {"stretch": _clock_away(amount, sign, moment)}
    if low != high:
        near, far = add(moment.today, sign * low, unit), add(moment.today, sign * high, unit)
        return {"window": Days(min(near, far), max(near, far) + timedelta(days=1), "open")}
    day = add(moment.today, sign * low, unit)
    if unit == "day":
        return {"date": day}
    if unit == "week":
        return {"week": day - timedelta(days=day.weekday()), "days": days(day, grain="week")}
    if unit == "month":
        return {"days": days(day, grain="month")}
    # "3년 전" is spoken of calendar years, whatever the day.
    return {"year": day.year}


def _clock_away(amount: Amount, sign: int, moment: Moment) -> Stretch:
    low, high, unit = amount
    size = 60 if unit == "hour" else 1
    if low != high:
        near, far = (after(moment.now, minutes=sign * n * size) for n in (low, high))
        return Stretch(min(near, far), max(near, far), "open")
    start = after(moment.now, minutes=sign * low * size).replace(second=0, microsecond=0)
    if unit == "hour":
        start = start.replace(minute=0)
    return Stretch(start, after(start, minutes=size), unit)


def window(amount: Amount, sign: int, moment: Moment) -> Fields:
    """The whole stretch from `amount` ago through today, or from today on."""
    reach = sign * amount.high
    if amount.unit in ("minute", "hour"):
        other = after(moment.now, minutes=reach * (60 if amount.unit == "hour" else 1))
        return {"stretch": Stretch(min(moment.now, other), max(moment.now, other), "open")}
    day = add(moment.today, reach, amount.unit)
    return {"window": Days(min(moment.today, day), max(moment.today, day) + timedelta(days=1), "open")}


def recently(moment: Moment) -> Fields:
    return window(Amount(RECENT_DAYS, RECENT_DAYS, "day"), -1, moment)
