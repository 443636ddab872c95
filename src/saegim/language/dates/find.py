"""find_dates: both languages over one text, ranges joined, each expression resolved."""

from __future__ import annotations

import re
import unicodedata
from datetime import datetime
from typing import NamedTuple

from saegim.language.dates import english, korean
from saegim.language.dates.resolve import resolve
from saegim.language.dates.scan import Found
from saegim.language.dates.span import DateSpan, Moment, Prefer, Stretch

_HANGUL = re.compile("[가-힣]")
_LATIN = re.compile("[A-Za-z]{2}|[Qq][1-4]")
# Unicode lowering can change the length of a text; indices must stay those of the text as written.
_LOWER = {code: code + 32 for code in range(ord("A"), ord("Z") + 1)} | {ord("’"): ord("'")}
_GRAINS = ("minute", "hour", "part", "day", "weekend", "week", "month", "season", "quarter", "year", "open")

# Between the two ends of a range, and what may close it.
_FROM = re.compile(r"\s?(?:(?P<need>에서)|부터|[~∼～–-])\s?")
_UNTIL = re.compile(r"\s?까지|\s?사이")
_FROM_EN = re.compile(r"\s*(?:(?P<need>to|and)|through|thru|until|till|[~–—-])\s*(?:the\s+)?")
_OPENED_EN = {"to": re.compile(r"from\s+(?:the\s+)?$"), "and": re.compile(r"between\s+(?:the\s+)?$")}

# Fields that fix an expression in time by themselves.
_ANCHORS = frozenset({"year", "date", "week", "days", "window", "stretch"})


class _Resolved(NamedTuple):
    start: int
    end: int
    range: Stretch | None


def find_dates(text: str, now: datetime, *, prefer: Prefer = "nearest") -> list[DateSpan]:
    """Date expressions of a Korean or English text with the ranges they name, leftmost and longest first.

    `now` is the moment relative words count from and must be aware (ValueError otherwise); ranges are in its
    zone. `prefer` settles words that have no direction of their own (금요일에, 5월 3일, in May): a question
    about memories looks to the past, a plan to the future. Indices refer to the NFC form of `text`.

    Recurring times (매주 월요일, on Mondays) and bare durations (2시간 동안) are not dates and are left out.
    """
    text = unicodedata.normalize("NFC", text)
    moment = Moment(now, text)
    found: list[_Resolved] = []
    latin = _LATIN.search(text) is not None
    if not latin or _HANGUL.search(text):
        found = _ranges(text, korean.scanner().scan(text, moment), moment, prefer, english_text=False)
    if latin:
        lowered = text.lower() if text.isascii() else text.translate(_LOWER)
        others = _ranges(lowered, english.scanner().scan(lowered, moment), moment, prefer, english_text=True)
        found = _leftmost_longest(found, others) if found else others
    return [
        DateSpan(
            text[start:end],
            start,
            end,
            range_.start if range_ else None,
            range_.end if range_ else None,
            range_.grain if range_ else "open",
            range_ is not None,
        )
        for start, end, range_ in found
    ]


def _leftmost_longest(first: list[_Resolved], second: list[_Resolved]) -> list[_Resolved]:
    kept: list[_Resolved] = []
    for item in sorted([*first, *second], key=lambda f: (f.start, -f.end)):
        if not kept or item.start >= kept[-1].end:
            kept.append(item)
    return kept


def _ranges(
    text: str, found: list[Found], moment: Moment, prefer: Prefer, *, english_text: bool
) -> list[_Resolved]:
    """Each expression resolved, with "3월부터 5월까지" made one."""
    resolved: list[_Resolved] = []
    index = 0
    while index < len(found):
        one = found[index]
        range_ = resolve(one.fields, moment, prefer)
        index += 1
        if range_ is not None and index < len(found):
            end = _range_end(text, one, found[index], english_text=english_text)
            joined = (
                _from_until(range_, one, found[index], moment, english_text=english_text) if end else None
            )
            if end and joined:
                resolved.append(_Resolved(one.start, end, joined))
                index += 1
                continue
        resolved.append(_Resolved(one.start, one.end, range_))
    return resolved


def _range_end(text: str, one: Found, other: Found, *, english_text: bool) -> int | None:
    """Where the expression "from one until other" ends in the text, if that is what is said."""
    between = (_FROM_EN if english_text else _FROM).fullmatch(text, one.end, other.start)
    if between is None:
        return None
    if english_text and between["need"] == "to" and one.fields.keys() == other.fields.keys():
        return other.end
    if english_text:
        opened = between["need"] is None or _OPENED_EN[between["need"]].search(
            text, max(one.start - 16, 0), one.start
        )
        return other.end if opened else None
    closed = _UNTIL.match(text, other.end)
    if between["need"] and not closed:
        return None
    return closed.end() if closed else other.end


def _from_until(
    first: Stretch, one: Found, other: Found, moment: Moment, *, english_text: bool
) -> Stretch | None:
    # What the end leaves open is settled from the start: in "11월부터 2월까지" the 2월 is the one after.
    last = resolve(other.fields, Moment(first.start, moment.text), "future")
    if last is not None and english_text and "year" in other.fields and not _ANCHORS.intersection(one.fields):
        # English names the year once, at the end: "from March to May 2024".
        first = resolve(one.fields, Moment(last.start, moment.text), "past") or first
    if last is None or last.start <= first.start:
        return None
    # Until five o'clock is until it strikes; until Wednesday includes Wednesday.
    end = last.start if last.grain in ("minute", "hour") else last.end
    return Stretch(first.start, end, min(first.grain, last.grain, key=_GRAINS.index))
