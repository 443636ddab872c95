"""English date expressions: pieces that chain in whatever order English puts them, 3pm + next Tuesday."""

from __future__ import annotations

from functools import cache

from saegim.language.dates import english_reading as read
from saegim.language.dates.counted import recently
from saegim.language.dates.english_words import (
    AMOUNT,
    HOLIDAYS,
    MONTH,
    NUMBER,
    ORDINAL,
    SEASONS,
    WEEKDAY_NAMES,
    WEEKDAY_SHORT,
)
from saegim.language.dates.numeric import NUMERIC
from saegim.language.dates.scan import Atom, Join, Scanner, says

_B = r"(?![a-z0-9])"
_SEASON = "|".join(SEASONS)
_HOLIDAY = "|".join(HOLIDAYS)
_PART = "morning|noon|lunchtime|afternoon|evening|night"
_YEAR = "(?:19|20)[0-9]{2}"
_DIRECTION = "|".join(read.DIRECTIONS)
_SECTION = "|".join(read.SECTIONS)
_NAMED_TIME = rf"(?:{MONTH}|{WEEKDAY_NAMES}|{WEEKDAY_SHORT}|{_SEASON}|{_HOLIDAY})"
_YEAR_AHEAD = rf"(?P<y>(?=,?\s+(?:of\s+)?(?:{_YEAR}|'[0-9]{{2}}){_B}))?"
_NTH_DAY = "[0-9]{1,2}(?:st|nd|rd|th)"
# sre wants one width per look-behind.
_ON = "(?:" + "|".join(f"(?<={word} )" for word in "on by since until till from before after".split()) + ")"
_OVER = "(?:" + "|".join(f"(?<={word} )" for word in "over on at for by until during".split()) + ")"
# What may come after "on the 3rd" and leave it a day: "on the 3rd floor" is none.
_DAY_END = (
    r"(?=\s*(?:[.,;!?)]|$)|\s+(?:at|in|of|and|to|for|with|we|i|he|she|they|you|it|the|is|was|will|morning|evening|"
    rf"night|afternoon|this|next|last|if|or|because|so|my|our|but){_B})"
)

_NO_DATES = (
    Atom(
        "recurring",
        r"(?:every|each)(?:\s+(?:other|single|last|first|second))?(?=\s)|"
        rf"(?:{WEEKDAY_NAMES})(?:s|\s+(?:{_PART})s){_B}",
        says({"recurring": True}),
    ),
    Atom(
        "unknown",
        r"(?:some ?day|sometime|back then|at that time|those days|(?<!how )long (?:time )?ago|"
        r"a (?:long )?while (?:ago|back)|ages ago|once upon a time|"
        r"(?:on )?that (?:day|night|morning|afternoon|evening|week|weekend|month|year|"
        rf"{_SEASON}|{WEEKDAY_NAMES})|"
        r"the (?:next|following|previous) (?:day|morning|night)|the following (?:week|month|year)|"
        rf"{AMOUNT} (?:later|earlier)|one (?:{_SEASON})){_B}",
        says({"unknown": True}),
    ),
    Atom(
        "unknown",
        r"(?<!in )(?<!for )(?<!just )(?<!than )one day"
        r"(?=,|\s+(?:i|we|you|he|she|they|soon|in the future)\b|\s*[.!?]|\s*$)",
        says({"unknown": True}),
    ),
)
_RELATIVE = (
    Atom(
        "day_word",
        rf"(?:(?:the )?day after tomorrow|(?:the )?day before yesterday|tomorrow|tmrw?|yesterday|today){_B}",
        read.relative_day,
    ),
    Atom(
        "day_word",
        rf"(?:tonight|tonite|(?P<before>the night before last)|(?P<last>last) night){_B}",
        read.night,
    ),
    Atom("day_word", rf"this (?P<p>{_PART}){_B}", read.this_part),
    Atom(
        "window", rf"(?:the\s+)?(?P<w>past|last|previous|next|coming)\s+(?P<n>{AMOUNT}){_B}", read.stretch_of
    ),
    Atom("window", rf"the\s+past\s+(?P<u>day|week|month|year|decade){_B}", read.past_unit),
    Atom(
        "window",
        rf"(?:(?<!most )recently|lately|these days|nowadays|of late){_B}",
        lambda match, moment: recently(moment),
    ),
    Atom("window", rf"the other (?:day|night){_B}", read.other_day),
    Atom(
        "unit",
        rf"(?:the\s+)?(?P<u>week|weekend|month|year)\s+(?P<w>after next|before last){_B}",
        read.stepped_twice,
    ),
    Atom(
        "unit",
        rf"(?P<w>{_DIRECTION})\s+(?P<u>weekend|week|month|year|quarter)(?!'s\s+(?:eve|day)){_B}",
        read.stepped,
    ),
    Atom("unit", rf"(?P<w>the)\s+(?P<u>week|month|year){_B}", read.stepped, starts=False),
    Atom("weekend", rf"{_OVER}the\s+weekend{_B}", says({"weekend": True})),
    Atom("around", rf"this time (?P<w>last|next) year{_B}", read.a_year_away),
    Atom("ago", rf"(?P<n>{AMOUNT})\s+(?:(?P<w>ago|back)|from\s+(?:now|today)){_B}", read.ago),
    Atom(
        "ago",
        rf"(?<![0-9] )(?P<u>minutes|hours|days|weeks|months|years|decades)\s+ago{_B}",
        read.plural_ago,
    ),
    Atom(
        "shift",
        rf"(?:(?P<n>{AMOUNT})|(?:the\s+)?day)\s+(?P<w>before|after|from)"
        rf"(?=\s+(?:last\s+|next\s+|this\s+)?{_NAMED_TIME})",
        read.shift,
    ),
    Atom("unknown", rf"{AMOUNT}\s+(?:before|after){_B}", says({"unknown": True})),
    Atom(
        "ago",
        rf"in\s+(?!(?:a|one)\s+day{_B})(?P<n>{AMOUNT})(?:'s?\s+time|\s+time)?{_B}",
        read.in_amount,
    ),
    Atom("window", rf"within\s+(?:the\s+(?:next\s+)?)?(?P<n>{AMOUNT}){_B}", read.within),
)
_CALENDAR = (
    Atom(
        "nth",
        r"(?:the\s+)?(?P<n>first|second|third|fourth|fifth|last|1st|2nd|3rd|4th|5th)\s+"
        rf"(?P<d>{WEEKDAY_NAMES}|weekend|week)\s+(?:of|in)"
        rf"(?=\s+(?:(?:last|this|next)\s+)?(?:{MONTH}|month|the month){_B})",
        read.nth,
    ),
    Atom(
        "section",
        rf"(?:the\s+)?(?P<s>{_SECTION})(?:\s+|-)(?:in\s+)?(?=(?:the\s+)?(?:{MONTH}|{_SEASON}|{_YEAR}|"
        rf"(?:{_DIRECTION})\s+(?:week|month|year|{_SEASON}|{MONTH})|week|month|year){_B})",
        read.section,
    ),
    Atom("direction", rf"(?P<w>{_DIRECTION})\s+(?={_NAMED_TIME}{_B})", read.direction),
    Atom(
        "holiday",
        rf"(?P<h>{_HOLIDAY}){_B}(?!\s+(?:tree|carol|card|song|sweater|market)s?{_B})",
        read.holiday,
    ),
    Atom(
        "month_day",
        rf"(?P<m>{MONTH})\.?\s+(?:the\s+)?(?P<d>[0-3]?[0-9])(?P<th>st|nd|rd|th)?"
        r"(?:\s?[-–]\s?(?P<to>[0-3]?[0-9])(?:st|nd|rd|th)?)?"
        rf"(?![0-9a-z:%]|\s?[ap]\.?m{_B}|\.[0-9]|,[0-9]{{3}}(?![0-9])|\s+(?:times?|people|miles?|km|of{_B}))",
        read.month_day,
    ),
    Atom(
        "month_day",
        rf"(?:the\s+)?(?P<d>{ORDINAL}|[0-3]?[0-9])\s+(?:of\s+)?(?P<m>{MONTH}){_B}",
        read.day_month,
    ),
    Atom("quarter", rf"q(?P<q>[1-4]){_B}", read.quarter),
    Atom(
        "quarter",
        rf"(?:the\s+)?(?P<q>first|second|third|fourth)\s+quarter(?=\s+(?:of\s+)?(?:{_YEAR}|last|this|next))",
        read.quarter,
    ),
    Atom(
        "half",
        rf"(?:the\s+)?(?P<h>first|second)\s+half(?=\s+of\s+(?:{_YEAR}|(?:last|this|next|the)\s+year))",
        read.half,
    ),
    Atom("month", rf"(?P<m>{MONTH})(?:\.(?=\s*[0-9,]))?(?![a-z0-9']){_YEAR_AHEAD}", read.month),
    Atom("season", rf"(?P<s>{_SEASON}){_B}{_YEAR_AHEAD}", read.season),
    Atom("weekday", rf"(?<!good )(?P<d>{WEEKDAY_NAMES}){_B}", read.weekday),
    Atom(
        "weekday",
        rf"(?P<d>{WEEKDAY_SHORT}){_B}(?:\.(?=,?\s))?(?P<dated>(?=,?\s+(?:(?:{MONTH})\.?\s+[0-9]|"
        rf"[0-9]{{1,2}}\s+(?:{MONTH})|[0-9]{{1,2}}/[0-9])))?",
        read.short_weekday,
    ),
    Atom("day", rf"{_ON}the\s+(?P<d>{_NTH_DAY}){_DAY_END}", read.day_of_month),
    Atom(
        "day",
        rf"(?:the\s+)?(?P<d>{_NTH_DAY}){_B}(?=\s+of\s+(?:last|this|next|the)\s+month)",
        read.day_of_month,
    ),
    Atom("day", rf"(?:the\s+)?(?P<d>{_NTH_DAY}){_DAY_END}", read.day_of_month, starts=False),
    Atom("window", rf"the\s+(?P<y>(?:19|20)?[0-9]0)'?s{_B}", read.decade),
    Atom("year", rf"(?P<y>{_YEAR}){_B}(?![-/.:][0-9])", read.year_after, starts=False),
    Atom("year", rf"'(?P<y>[0-9]{{2}}){_B}", read.year_after, starts=False),
    Atom("year", rf"(?P<y>{_YEAR}){_B}(?![-/.:,][0-9]|s{_B})", read.year),
)
_TIMES = (
    Atom(
        "clock", rf"(?P<h>[0-9]{{1,2}})(?::(?P<i>[0-9]{{2}}))?\s?(?P<p>[ap])(?:\.\s?m\.?|m){_B}", read.clock
    ),
    Atom("clock", rf"(?P<h>[0-9]{{1,2}}|{NUMBER})\s?o'clock{_B}", read.o_clock),
    Atom(
        "clock",
        r"(?<=at )(?P<h>1[0-2]|[1-9])(?![0-9a-z:%/]|[.,][0-9]|"
        r"\s+(?:[0-9]|percent|dollars|people|miles|km|places|different))",
        read.o_clock,
        starts=False,
    ),
    Atom("clock", rf"noon{_B}", says({"hour": 12, "minute": 0, "literal": True})),
    Atom("clock", rf"midnight{_B}", says({"hour": 24, "minute": 0, "literal": True})),
    Atom("part", rf"(?:early\s+|late\s+)?(?P<p>{_PART}){_B}", read.part, starts=False),
)
ATOMS = (*_NO_DATES, *_RELATIVE, *_CALENDAR, *_TIMES, *NUMERIC)

_CLOCK = frozenset({"hour", "minute", "literal", "part"})
_COARSE = frozenset({"direction", "section", "shift", "nth", "unknown", "year"})
_DAY_LEVEL = frozenset({"date", "day", "weekday", "holiday", "days", "unknown"})
_WITH_DAY = _DAY_LEVEL | {"week", "year", "month", "direction", "shift", "nth"}
_YEARLY = frozenset({"month", "section", "season", "quarter", "half", "holiday"})
_OF_UNIT = frozenset({"section", "nth", "weekday", "day", "quarter", "half", "holiday", "season"})
JOINS = {
    "month": Join(
        _COARSE | {"weekend", "weekday"}, frozenset({"direction", "section", "shift", "nth", "unknown"})
    ),
    "season": Join(_COARSE, frozenset({"direction", "section", "unknown"})),
    "holiday": Join(_COARSE | _CLOCK, _COARSE | _CLOCK),
    "month_day": Join(_CLOCK | {"shift", "direction", "weekday"}, _CLOCK | {"shift", "direction", "weekday"}),
    "date": Join(_CLOCK | {"shift", "weekday"}, _CLOCK | {"shift", "weekday"}),
    "year": Join(_YEARLY | _CLOCK | {"day", "day_to", "weekday", "shift", "nth", "weekend"}, _YEARLY),
    "unit": Join(_OF_UNIT | _CLOCK | {"weekend"}, _OF_UNIT),
    "weekday": Join(
        _CLOCK | {"week", "days", "direction", "shift", "month", "day", "year", "date"},
        _CLOCK | {"week", "direction", "shift", "day"},
    ),
    "day": Join(frozenset({"year", "month", "weekday"}), frozenset({"month", "weekday"})),
    "day_word": Join(_CLOCK | {"shift"}, _CLOCK | {"shift"}),
    "part": Join(_WITH_DAY | _CLOCK, _DAY_LEVEL | {"hour"}),
    "clock": Join(_WITH_DAY | {"part"}, _DAY_LEVEL | {"part"}),
}

# The first letters of every piece that starts a chain; a test holds it against no gate at all.
GATE = (
    r"[0-9']|an?\s(?:co|fe|lo|mi|ho|hr|da|we|mo|ye|yr|fo|de|se|so|wh)|a(?:bout\s|pr|ug|utu|lmost\s|round\s|ges\s|t\sth)|"
    r"b(?:ack\sth|eg|lack\sf|oxing|udd|y\sthe\sw)|c(?:hr|hu|hi[ln]|omi|ou)|d(?:ay|ec)|e(?:ac|ar|as|igh|lev|nd\s|ve)|"
    r"f(?:ath|al|eb|ew|i[frv]|our|orty|or\sthe\sw|ri)|h(?:al|an|our)|in\s|ind|j(?:an|u[nls])|ko|l(?:a[stb]|on|un)|"
    r"m(?:a[ry]|em|id|lk|on|ot|in)|n(?:ea|ex|ew\sy|in|oo|ov|ow)|o(?:ct|f\sl|n[ec]|n\sth|ver\s)|p(?:as|re)|q[1-4]|"
    r"r(?:ec|ou)|s(?:ai|at|eo|ep|ev|ec|ix|om|pr|ta|t[.\s]|un|um)|"
    r"t(?:h[ua]|he\s|hi[rs]|hos|hre|hes|od|om|on|ue|w[oe]|en|mr)|unt|upc|va|w(?:ed|ee|in|ith)|x-?m|ye[sa]"
)


@cache
def scanner(gate: str = GATE) -> Scanner:
    """The scanner for lower-cased English text, compiled on first use."""
    return Scanner(
        ATOMS,
        gate=gate,
        left=r"(?=[a-z0-9'])(?<![a-z0-9_$#₩€£])(?:(?<![0-9][.,:/-])|(?![0-9]))",
        # Bounded: two free runs of spaces in a row would cost their length squared.
        gap=r"\s{0,3},?\s{0,3}(?:(?:on|at|of|in|the|around|about|by|from|during)\s+){0,2}",
        joins=JOINS,
        recurring_after=r"\s+(?:morning|afternoon|evening|night)s\b",
    )
