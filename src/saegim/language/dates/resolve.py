"""The range that the fields of one expression name, choosing for whatever they leave open."""

from __future__ import annotations

from calendar import monthrange
from collections.abc import Iterable
from datetime import date, datetime, timedelta

from saegim.language.dates.holidays import holiday
from saegim.language.dates.span import (
    Days,
    Fields,
    Moment,
    Prefer,
    Stretch,
    add,
    add_months,
    after,
    days,
    month_days,
    nth_weekday,
    wall,
)

# Fields that qualify others and name no time by themselves.
_QUALIFIERS = frozenset({"part", "direction", "section", "shift", "long", "nth", "literal"})

# First and last hour of each part of a day; past 24 is the early morning after.
_PARTS = {
    "dawn": (0, 6),
    "morning": (6, 12),
    "am": (0, 12),
    "lunch": (11, 14),
    "daytime": (11, 17),
    "afternoon": (12, 18),
    "evening": (17, 22),
    "tonight": (18, 28),
    "night": (20, 28),
}
_NIGHT = frozenset({"night", "tonight"})

_MONTH_SECTIONS = {"early": (1, 10), "mid": (11, 20), "late": (21, 31), "end": (21, 31)}
_YEAR_SECTIONS = {"early": (1, 3), "mid": (5, 4), "late": (10, 3), "end": (11, 2)}
_WEEK_SECTIONS = {"early": (0, 2), "mid": (1, 3), "late": (3, 2), "end": (3, 2)}
_SEASON_SECTIONS = {"early": 0, "mid": 1, "late": 2, "end": 2}

_NOWHERE = Days(date.max, date.max, "open")


def stands(fields: Fields) -> bool:
    """Whether the fields name a time by themselves: "저녁" or "지난" alone do not."""
    return not _QUALIFIERS.issuperset(fields)


def resolve(fields: Fields, moment: Moment, prefer: Prefer) -> Stretch | None:
    """The range the fields name, or None when there is no such date or no telling which."""
    if "unknown" in fields:
        return None
    try:
        found = _resolve(fields, moment, prefer)
    except (ValueError, OverflowError):
        # No such day (2월 30일), or outside the years a datetime can hold.
        return None
    # A day that a zone skipped altogether has no length in real time.
    return found if found is not None and found.start.timestamp() < found.end.timestamp() else None


def _resolve(fields: Fields, moment: Moment, prefer: Prefer) -> Stretch | None:
    if "stretch" in fields:
        return fields["stretch"]
    timed = "part" in fields or "hour" in fields
    if timed and not (fields.keys() - {"part", "hour", "minute", "literal"}):
        return _time_alone(fields, moment, prefer)
    found = _days(fields, moment, prefer)
    if found is None:
        return None
    if timed:
        return _time_on(found.first, fields, moment)
    return Stretch(wall(found.first, moment.zone), wall(found.end, moment.zone), found.grain)


def _days(fields: Fields, moment: Moment, prefer: Prefer) -> Days | None:
    candidates = _candidates(fields, moment)
    if "weekday" in fields and "day" in fields:
        # "10월 3일(금)": the weekday tells which year was meant, unless it matches none.
        candidates = [c for c in candidates if c.first.weekday() == fields["weekday"]] or candidates
    found = _choose(candidates, fields, moment, prefer)
    if found is None:
        return None
    if "long" in fields:
        # 연휴: the day before and the day after belong to it.
        found = Days(found.first - timedelta(days=1), found.end + timedelta(days=1), "day")
    if "shift" in fields:
        found = days(add(found.first, *fields["shift"]))
    return found


def _candidates(fields: Fields, moment: Moment) -> list[Days]:
    """Every range the fields may mean around the moment, earliest first."""
    today = moment.today
    if "week" in fields and (fields.keys() & {"weekday", "weekend", "workdays", "section"}):
        return [_in_week(fields, fields["week"])]
    if "window" in fields:
        return [fields["window"]]
    if "days" in fields:
        return [fields["days"]]
    if "date" in fields:
        return [_on_date(fields)]
    if "week" in fields:
        return [days(fields["week"], 7, "week")]
    if "month" not in fields and "year" not in fields:
        if "day" in fields:
            # "Friday the 13th" may be a year away; the 31st is at most two months.
            return _monthly(fields, moment, 14 if "weekday" in fields else 2)
        if "weekday" in fields and "nth" not in fields:
            first = moment.monday + timedelta(days=fields["weekday"])
            return [days(first + timedelta(days=7 * shift)) for shift in (-2, -1, 0, 1, 2)]
        if "weekend" in fields or fields.get("section_of") == "week":
            return [
                _in_week(fields, moment.monday + timedelta(days=7 * shift)) for shift in (-2, -1, 0, 1, 2)
            ]
        if fields.get("section_of") == "month":
            return _monthly(fields, moment, 2)
    if "year" in fields:
        return _existing([_in_year(fields, fields["year"])])
    # 29 February comes round every four years, eight around a century.
    reach = 8 if fields.get("month") == 2 and fields.get("day") == 29 else 2
    years = range(max(today.year - reach, 1), today.year + reach + 1)
    return _existing(_or_nowhere(fields, year) for year in years)


def _monthly(fields: Fields, moment: Moment, reach: int) -> list[Days]:
    this = moment.today.replace(day=1)
    months = (add_months(this, shift) for shift in range(-reach, reach + 1))
    return _existing(_or_nowhere(fields, first.year, first.month) for first in months)


def _existing(found: Iterable[Days]) -> list[Days]:
    return [f for f in found if f is not _NOWHERE]


def _or_nowhere(fields: Fields, year: int, month: int | None = None) -> Days:
    try:
        return _in_year(fields, year) if month is None else _in_month(fields, year, month)
    except (ValueError, OverflowError):
        return _NOWHERE


def _in_year(fields: Fields, year: int) -> Days:
    section = fields.get("section")
    if "holiday" in fields:
        day = holiday(fields["holiday"], year)
        return _NOWHERE if day is None else days(day)
    if "month" in fields:
        return _in_month(fields, year, fields["month"])
    if "season" in fields:
        first = 3 + 3 * fields["season"]
        if section:
            return month_days(year, first + _SEASON_SECTIONS[section])
        return month_days(year, first, 3, "season")
    if "quarter" in fields:
        return month_days(year, 3 * fields["quarter"] - 2, 3, "quarter")
    if "half" in fields:
        return month_days(year, 6 * fields["half"] - 5, 6, "quarter")
    if section:
        first, count = _YEAR_SECTIONS[section]
        return month_days(year, first, count, "quarter")
    if fields.keys() & {"day", "weekday", "nth"}:
        return _NOWHERE
    return month_days(year, 1, 12, "year")


def _in_month(fields: Fields, year: int, month: int) -> Days:
    length = monthrange(year, month)[1] if 1 <= month <= 12 else 0
    if "day" in fields:
        first = date(year, month, length if fields["day"] < 0 else fields["day"])
        last = date(year, month, fields["day_to"]) if "day_to" in fields else first
        return Days(first, last + timedelta(days=1), "day")
    if "nth" in fields:
        nth = fields["nth"]
        if "weekday" in fields:
            return days(nth_weekday(year, month, fields["weekday"], nth))
        if "weekend" in fields:
            return days(nth_weekday(year, month, 5, nth), 2, "weekend")
        return days(date(year, month, length - 6 if nth < 0 else 7 * nth - 6), 7, "week")
    if "weekday" in fields:
        return _NOWHERE
    if "section" in fields:
        first_day, last_day = _MONTH_SECTIONS[fields["section"]]
        first = date(year, month, first_day)
        return Days(first, date(year, month, min(last_day, length)) + timedelta(days=1), "week")
    months = (fields["month_to"] - month) % 12 + 1 if "month_to" in fields else 1
    return month_days(year, month, months)


def _in_week(fields: Fields, monday: date) -> Days:
    if "weekday" in fields:
        return days(monday + timedelta(days=fields["weekday"]))
    if "weekend" in fields:
        return days(monday + timedelta(days=5), 2, "weekend")
    if "workdays" in fields:
        return days(monday, 5, "week")
    first, count = _WEEK_SECTIONS[fields["section"]]
    return days(monday + timedelta(days=first), count)


def _on_date(fields: Fields) -> Days:
    day = fields["date"]
    if "year" in fields:
        day = add_months(day, 12 * (fields["year"] - day.year))
    if "around" in fields:
        return days(day - timedelta(days=7), 15, "open")
    return days(day)


def _choose(candidates: list[Days], fields: Fields, moment: Moment, prefer: Prefer) -> Days | None:
    if len(candidates) < 2:
        return candidates[0] if candidates else None
    today = moment.today
    weekly = ("weekday" in fields and "day" not in fields) or "weekend" in fields
    direction = fields.get("direction")
    if direction is None and weekly and "weekday" in fields and prefer != "nearest":
        # People say 오늘 for today: a bare weekday on that very day means the one a week away.
        direction = "last" if prefer == "past" else "coming"
    if weekly and direction in ("this", "next"):
        return _in_week_of(candidates, moment, direction == "next", prefer)
    if weekly and direction == "last" and "weekend" in fields:
        return max((c for c in candidates if c.end <= moment.monday), default=None)
    if direction == "last":
        return max((c for c in candidates if c.end <= today), default=None)
    if direction in ("next", "coming"):
        return min((c for c in candidates if c.first > today), default=None)
    if direction is None and prefer == "past":
        return max((c for c in candidates if c.first <= today), default=None)
    if direction is None and prefer == "future":
        return min((c for c in candidates if c.end > today), default=None)
    return min(candidates, key=lambda c: (_distance(c, today), c.first <= today))


def _in_week_of(candidates: list[Days], moment: Moment, following: bool, prefer: Prefer) -> Days:
    start = moment.monday + timedelta(days=7 * following)
    index = next(i for i, c in enumerate(candidates) if c.first >= start)
    if not following and prefer == "future" and candidates[index].end <= moment.today:
        index += 1
    return candidates[index]


def _distance(found: Days, today: date) -> int:
    if found.first <= today < found.end:
        return 0
    return min(abs((found.first - today).days), abs((found.end - today).days - 1))


def _hours(fields: Fields) -> list[int]:
    """The hours of the day an hour on the clock may mean, the likelier first; past 23 is the next day."""
    hour, part = fields["hour"], fields.get("part")
    if "literal" in fields or hour > 12:
        return [hour]
    if part in _NIGHT:
        return [hour + 12 if 5 <= hour < 12 else 24 + hour % 12]
    if part in ("am", "dawn", "morning"):
        return [hour % 12]
    if part in ("afternoon", "evening"):
        return [hour % 12 + 12]
    if part in ("lunch", "daytime"):
        return [hour if hour >= 9 else hour + 12]
    if hour == 0 or hour == 12:
        return [hour]
    # Without a part of the day: 3시 is in the afternoon, 9시 either.
    return [hour + 12] if hour < 7 else [hour, hour + 12]


def _time_on(day: date, fields: Fields, moment: Moment) -> Stretch:
    if "hour" not in fields:
        first, last = _PARTS[fields["part"]]
        return Stretch(wall(day, moment.zone, first), wall(day, moment.zone, last), "part")
    return _clock(day, _hours(fields)[0], fields.get("minute"), moment)


def _clock(day: date, hour: int, minute: int | None, moment: Moment) -> Stretch:
    start = wall(day, moment.zone, hour, minute or 0)
    if minute is None:
        return Stretch(start, after(start, hours=1), "hour")
    return Stretch(start, after(start, minutes=1), "minute")


def _time_alone(fields: Fields, moment: Moment, prefer: Prefer) -> Stretch | None:
    """A clock time with no day: the last or the coming one, or today's."""
    if "hour" not in fields:
        return None
    shifts = (0,) if prefer == "nearest" else (-1, 0, 1)
    found = sorted(
        _clock(moment.today + timedelta(days=shift), hour, fields.get("minute"), moment)
        for shift in shifts
        for hour in _hours(fields)
    )
    now: datetime = moment.now
    if prefer == "past":
        return max((f for f in found if f.start <= now), default=None)
    if prefer == "future":
        return min((f for f in found if f.end > now), default=None)
    return min(found, key=lambda f: abs(f.start - now))
