"""What a found date is made of: the public span, the moment it is read at, and calendar arithmetic."""

from __future__ import annotations

from calendar import monthrange
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta, tzinfo
from typing import Literal, NamedTuple, TypedDict

Prefer = Literal["past", "future", "nearest"]
Direction = Literal["last", "this", "next", "coming"]
Unit = Literal["minute", "hour", "day", "week", "month", "year"]


@dataclass(frozen=True, slots=True)
class DateSpan:
    """One date expression and the half-open range it names.

    `start_index` and `end_index` refer to the NFC form of the text that was searched, and `text` is that
    slice. `start` is inclusive, `end` exclusive, both in the zone of the `now` that was given; both are None
    when `resolved` is False.

    `grain` is how precise the words are: "minute", "hour", "part" (morning, evening), "day", "weekend",
    "week", "month", "season", "quarter" (also halves, and the beginning or end of a year), "year", or "open"
    for soft edges (요즘, 며칠 전, the past three months). It can be coarser than the range: "한 달 전" and
    "two weeks ago" name the one day counted back, with grain "month" and "week".
    """

    text: str
    start_index: int
    end_index: int
    start: datetime | None
    end: datetime | None
    grain: str
    resolved: bool


class Days(NamedTuple):
    """A half-open run of calendar days."""

    first: date
    end: date
    grain: str


class Stretch(NamedTuple):
    """A half-open run of aware time."""

    start: datetime
    end: datetime
    grain: str


class Fields(TypedDict, total=False):
    """What the words of one expression say, before anything is chosen for what they leave open."""

    year: int
    month: int
    month_to: int
    day: int
    day_to: int
    weekday: int
    weekend: bool
    workdays: bool
    week: date
    nth: int
    season: int
    quarter: int
    half: int
    section: str
    section_of: Unit
    holiday: str
    long: bool
    shift: tuple[int, Unit]
    date: date
    around: bool
    days: Days
    window: Days
    stretch: Stretch
    direction: Direction
    part: str
    hour: int
    minute: int
    literal: bool
    unknown: bool
    recurring: bool


class Moment:
    """The aware datetime that relative words count from, and the text being read, as it was written."""

    __slots__ = ("monday", "now", "text", "today", "zone")

    def __init__(self, now: datetime, text: str = "") -> None:
        zone = now.tzinfo
        if zone is None or now.utcoffset() is None:
            raise ValueError("now must be timezone-aware")
        self.now = now
        self.zone: tzinfo = zone
        self.today = now.date()
        # The first days of year 1 may have no Monday before them; no expression can use one there.
        back = timedelta(days=self.today.weekday())
        self.monday = self.today - back if self.today.toordinal() > 7 else self.today
        self.text = text


def days(first: date, count: int = 1, grain: str = "day") -> Days:
    return Days(first, first + timedelta(days=count), grain)


def add_months(day: date, count: int) -> date:
    """The same day `count` months on, or the last day of that month when it is shorter."""
    months = day.year * 12 + day.month - 1 + count
    year, month = divmod(months, 12)
    return date(year, month + 1, min(day.day, monthrange(year, month + 1)[1]))


def add(day: date, count: int, unit: Unit) -> date:
    if unit == "month":
        return add_months(day, count)
    if unit == "year":
        return add_months(day, count * 12)
    return day + timedelta(days=count * 7 if unit == "week" else count)


def month_days(year: int, month: int, months: int = 1, grain: str = "month") -> Days:
    first = date(year, month, 1)
    return Days(first, add_months(first, months), grain)


def nth_weekday(year: int, month: int, weekday: int, nth: int) -> date:
    """The nth such weekday of a month; -1 is the last. ValueError when there is no fifth one."""
    length = monthrange(year, month)[1]
    if nth < 0:
        return date(year, month, length - (date(year, month, length).weekday() - weekday) % 7)
    return date(year, month, 1 + (weekday - date(year, month, 1).weekday()) % 7 + 7 * (nth - 1))


def wall(day: date, zone: tzinfo, hour: int = 0, minute: int = 0) -> datetime:
    """That time on the wall clock; hours past 23 run into the next day.

    A time that a clock change skipped becomes the moment the clock jumped to, so that it exists and
    compares the same way after conversion to UTC.
    """
    over, hour = divmod(hour, 24)
    local = datetime.combine(day + timedelta(days=over), time(hour, minute), zone)
    return local.astimezone(UTC).astimezone(zone)


def after(start: datetime, **length: int) -> datetime:
    """`start` plus a length of real time: clock changes in between do not count."""
    return (start.astimezone(UTC) + timedelta(**length)).astimezone(start.tzinfo)
