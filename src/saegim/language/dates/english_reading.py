"""What each English piece says: a match of its pattern becomes fields.

Matches are of the lower-cased text; `moment.text` has the same characters as they were written.
"""

from __future__ import annotations

import re
from datetime import date, timedelta

from saegim.language.dates.counted import FEW, Amount, away, window
from saegim.language.dates.english_words import (
    HOLIDAYS,
    MONTHS,
    PARTS,
    PLAIN_MONTHS,
    SEASONS,
    WEEKDAYS,
    amount,
    number,
    ordinal,
    unit_of,
)
from saegim.language.dates.numeric import full_year
from saegim.language.dates.span import Days, Direction, Fields, Moment, add, add_months

Match = re.Match[str]

DIRECTIONS: dict[str, Direction] = {
    "this past": "last",
    "this coming": "coming",
    "last": "last",
    "past": "last",
    "previous": "last",
    "this": "this",
    "next": "next",
    "coming": "coming",
    "upcoming": "coming",
}
_STEPS = {"last": -1, "past": -1, "this past": -1, "previous": -1, "this": 0, "the": 0}
SECTIONS = {
    "beginning of": "early",
    "start of": "early",
    "middle of": "mid",
    "end of": "end",
    "early": "early",
    "mid": "mid",
    "late": "late",
}

# What must stand before a word that is a month, weekday, season or year only sometimes: may, sat, fall.
_MONTH_BEFORE = (
    r"(?:\b(?:in|since|until|till|by|from|during|through|around|late|early|before|after|between|last|next|past|"
    r"coming)(?:\s+the)?|\bmid-?|\b(?:end|beginning|start|middle)\s+of)\s*$"
)
_CAPITAL_MONTH_BEFORE = r"\b(?:this|of|to|and|back)\s+$"
_DAY_BEFORE = r"\b(?:on|by|since|until|till|from|last|next|this|coming|past)\s+$"
_SEASON_BEFORE = (
    r"\b(?:(?:in|since|until|by|during|over|through|throughout|for|before|after)(?:\s+the)?|"
    r"last|next|this|past|coming|early|late|mid)[\s-]+$"
)
_YEAR_BEFORE = (
    r"(?:\b(?:in|since|until|till|by|from|of|during|around|circa|before|after|early|late|year|to|through|and|"
    r"between)\s+|\bmid-?\s?)$"
)
_SENTENCE_BEFORE = r"(?:^|[.!?;]\s)\W*$"
_YEAR_AS_SUBJECT = r"\s*(?:$|[,.!?:]|(?:was|is|will|has|had|feels|felt|seems|saw|brought|turned|i|we)\b)"
_COUNTED_AFTER = (
    r"[-\s]*(?:dollars?|bucks|won|yen|euros?|pounds?|people|users?|words?|points?|steps?|calories|kcal|km|kg|"
    r"miles?|met(?:er|re)s?|years?|days?|hours?|minutes?|times?|items?|percent|%|rows?|tokens?|feet|[0-9])"
)
_YEAR_OR_END = r",?\s+(?:19|20)[0-9]{2}\b|\W*$"
_OFTEN_BEFORE = r"\b(?:once|twice|times?|or)\s+$"
# "I hadn't seen Tom in three years" looks back.
_NOT_SINCE = r"\b(?:have|has|had)(?:n't|\s+not|\s+never)\b"
_POSSESSIVE_BEFORE = r"\b(?:his|her|my|our|your|their)\s+$"


def _before(pattern: str, match: Match, reach: int = 16) -> bool:
    start = match.start()
    return re.compile(pattern).search(match.string, max(start - reach, 0), start) is not None


def _follows(pattern: str, match: Match) -> bool:
    return re.compile(pattern).match(match.string, match.end()) is not None


def _capital(match: Match, moment: Moment) -> bool:
    return moment.text[match.start()].isupper()


def relative_day(match: Match, moment: Moment) -> Fields:
    word = match[0]
    if word == "today":
        return {"date": moment.today}
    shift = 2 if "after" in word else -2 if "before" in word else -1 if word == "yesterday" else 1
    return {"date": moment.today + timedelta(days=shift)}


def night(match: Match, moment: Moment) -> Fields:
    shift = -2 if match["before"] else -1 if match["last"] else 0
    return {"date": moment.today + timedelta(days=shift), "part": "tonight"}


def this_part(match: Match, moment: Moment) -> Fields:
    return {"date": moment.today, "part": PARTS[match["p"]]}


def _stepped(step: int, unit: str, moment: Moment) -> Fields:
    if unit == "week":
        return {"week": moment.monday + timedelta(days=7 * step)}
    if unit == "weekend":
        return {"week": moment.monday + timedelta(days=7 * step), "weekend": True}
    if unit == "year":
        return {"year": moment.today.year + step}
    day = add_months(moment.today.replace(day=1), step if unit == "month" else 3 * step)
    if unit == "month":
        return {"year": day.year, "month": day.month}
    return {"year": day.year, "quarter": (day.month + 2) // 3}


def stepped(match: Match, moment: Moment) -> Fields | None:
    if _before(_POSSESSIVE_BEFORE, match):
        # "on his last year" counts from something else.
        return None
    return _stepped(_STEPS.get(match["w"], 1), match["u"], moment)


def stepped_twice(match: Match, moment: Moment) -> Fields:
    return _stepped(2 if match["w"] == "after next" else -2, match["u"], moment)


def a_year_away(match: Match, moment: Moment) -> Fields:
    step = 1 if match["w"] == "next" else -1
    return {"date": moment.today, "around": True, "year": moment.today.year + step}


def ago(match: Match, moment: Moment) -> Fields:
    return away(amount(match["n"]), -1 if match["w"] else 1, moment)


def plural_ago(match: Match, moment: Moment) -> Fields:
    unit, size = unit_of(match["u"])
    low, high = FEW[unit]
    return away(Amount(low * size, high * size, unit), -1, moment)


def in_amount(match: Match, moment: Moment) -> Fields | None:
    if _before(_OFTEN_BEFORE, match) or _before(_NOT_SINCE, match, 48):
        return None
    return away(amount(match["n"]), 1, moment)


def shift(match: Match, moment: Moment) -> Fields:
    counted = amount(match["n"]) if match["n"] else Amount(1, 1, "day")
    if counted.low != counted.high or counted.unit in ("minute", "hour"):
        return {"unknown": True}
    return {"shift": (counted.low * (-1 if match["w"] == "before" else 1), counted.unit)}


def stretch_of(match: Match, moment: Moment) -> Fields:
    return window(amount(match["n"]), 1 if match["w"] in ("next", "coming") else -1, moment)


def past_unit(match: Match, moment: Moment) -> Fields:
    unit, size = unit_of(match["u"])
    return window(Amount(size, size, unit), -1, moment)


def within(match: Match, moment: Moment) -> Fields:
    return window(amount(match["n"]), 1, moment)


def month_day(match: Match, moment: Moment) -> Fields | None:
    verb = match["m"] in ("may", "mar", "march") and not _capital(match, moment) and not match["th"]
    # "you may 2 times": a lower-case verb needs an ordinal, a year or a preposition to be a month.
    if verb and not _follows(_YEAR_OR_END, match) and not _before(_DAY_BEFORE, match):
        return None
    said: Fields = {"month": MONTHS[match["m"]], "day": int(match["d"])}
    if match["to"]:
        said["day_to"] = int(match["to"])
    return said


def day_month(match: Match, moment: Moment) -> Fields:
    word = match["d"]
    return {"month": MONTHS[match["m"]], "day": int(word) if word.isdigit() else ordinal(word)}


def month(match: Match, moment: Moment) -> Fields | None:
    word = match["m"]
    sure = word in PLAIN_MONTHS or match["y"] is not None or _before(_MONTH_BEFORE, match)
    if sure or (_capital(match, moment) and _before(_CAPITAL_MONTH_BEFORE, match)):
        return {"month": MONTHS[word]}
    return None


def year(match: Match, moment: Moment) -> Fields | None:
    if _follows(_COUNTED_AFTER, match):
        return None
    opens = _before(_SENTENCE_BEFORE, match) and _follows(_YEAR_AS_SUBJECT, match)
    return {"year": int(match["y"])} if opens or _before(_YEAR_BEFORE, match) else None


def year_after(match: Match, moment: Moment) -> Fields:
    return {"year": full_year(int(match["y"]), moment)}


def decade(match: Match, moment: Moment) -> Fields:
    first = full_year(int(match["y"]), moment)
    return {"window": Days(date(first, 1, 1), date(first + 10, 1, 1), "open")}


def season(match: Match, moment: Moment) -> Fields | None:
    if match["y"] is not None or _before(_SEASON_BEFORE, match):
        return {"season": SEASONS[match["s"]]}
    return None


def quarter(match: Match, moment: Moment) -> Fields:
    word = match["q"]
    return {"quarter": int(word) if word.isdigit() else ordinal(word)}


def half(match: Match, moment: Moment) -> Fields:
    return {"half": ordinal(match["h"])}


def section(match: Match, moment: Moment) -> Fields:
    return {"section": SECTIONS[match["s"]]}


def direction(match: Match, moment: Moment) -> Fields:
    return {"direction": DIRECTIONS[match["w"]]}


def weekday(match: Match, moment: Moment) -> Fields:
    return {"weekday": WEEKDAYS[match["d"]]}


def short_weekday(match: Match, moment: Moment) -> Fields | None:
    named = match["dated"] is not None or _before(_DAY_BEFORE, match)
    # "I last sat there", "to wed", "this sun": words of their own unless written as names.
    if match["d"] in ("sat", "sun", "wed", "mon"):
        sure = named and _capital(match, moment)
    else:
        sure = named or _capital(match, moment)
    return {"weekday": WEEKDAYS[match["d"]]} if sure else None


def nth(match: Match, moment: Moment) -> Fields:
    said: Fields = {"nth": -1 if match["n"] == "last" else ordinal(match["n"])}
    if match["d"] == "weekend":
        said["weekend"] = True
    elif match["d"] != "week":
        said["weekday"] = WEEKDAYS[match["d"]]
    return said


def day_of_month(match: Match, moment: Moment) -> Fields | None:
    day = ordinal(match["d"])
    return {"day": day} if 1 <= day <= 31 else None


def holiday(match: Match, moment: Moment) -> Fields:
    named = (name for pattern, name in HOLIDAYS.items() if re.fullmatch(pattern, match["h"]))
    return {"holiday": next(named)}


def other_day(match: Match, moment: Moment) -> Fields:
    return {"window": Days(add(moment.today, -7, "day"), moment.today, "open")}


def part(match: Match, moment: Moment) -> Fields:
    return {"part": PARTS[match["p"]]}


def clock(match: Match, moment: Moment) -> Fields | None:
    hour = number(match["h"])
    said: Fields = {"hour": hour}
    if match["i"]:
        said["minute"] = int(match["i"])
    if match["p"] and hour <= 12:
        said["hour"], said["literal"] = hour % 12 + (12 if match["p"] == "p" else 0), True
    return said if hour <= 23 and said.get("minute", 0) <= 59 else None


def o_clock(match: Match, moment: Moment) -> Fields:
    return {"hour": number(match["h"])}
