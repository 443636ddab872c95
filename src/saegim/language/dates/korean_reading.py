"""What each Korean piece says: a match of its pattern becomes fields."""

from __future__ import annotations

import re
from datetime import date, timedelta

from saegim.language.dates.counted import away, window
from saegim.language.dates.korean_words import HOLIDAYS, MONTH_WORDS, PARTS, SEASONS, WEEKDAYS, amount, number
from saegim.language.dates.numeric import full_year
from saegim.language.dates.span import Days, Direction, Fields, Moment, Stretch, Unit, add, add_months, after

Match = re.Match[str]

STEPS = {
    "지지난": -2,
    "저저번": -2,
    "지난": -1,
    "저번": -1,
    "이번": 0,
    "요번": 0,
    "다음": 1,
    "담": 1,
    "다다음": 2,
    "다담": 2,
}
DIRECTIONS: dict[str, Direction] = {
    "지난": "last",
    "저번": "last",
    "이번": "this",
    "요번": "this",
    "다음": "next",
    "담": "next",
    "오는": "coming",
    "돌아오는": "coming",
}
DAYS = {
    "그끄저께": -3,
    "그끄제": -3,
    "그저께": -2,
    "그제": -2,
    "어저께": -1,
    "어제": -1,
    "오늘": 0,
    "내일모레": 2,
    "낼모레": 2,
    "내일": 1,
    "낼": 1,
    "모레": 2,
    "그글피": 4,
    "글피": 3,
}
SECTIONS = {
    "초순": "early",
    "초반": "early",
    "초": "early",
    "중순": "mid",
    "중반": "mid",
    "하순": "late",
    "후반": "late",
    "말": "end",
    "끝": "end",
}
_YEARS = {"재작년": -2, "작년": -1, "지난해": -1, "올해": 0, "금년": 0, "올": 0, "내년": 1, "내후년": 2}
_NTH = {"첫": 1, "둘": 2, "두": 2, "셋": 3, "세": 3, "넷": 4, "네": 4, "다섯": 5, "마지막": -1}
_SEASON_SECTIONS = {"초": "early", "한": "mid", "늦": "late"}
_SECTION_UNITS: dict[str, Unit] = {"연": "year", "월": "month", "주": "week"}

# "시험 이틀 전에", "결혼하기 3년 전", "태어난 지 100일 후": counted from something else than now.
_COUNTED_FROM = (
    r"(?:기|[가-힣] 지|그로부터|그\s?후|적어도|최소|늦어도|생일|시험|수능|결혼식|면접|마감|마감일|수술|"
    r"기념일|제사|출산|출국|출발|입대|제대|공연|발표)\s?$"
)
# "하루 전에 알려 줘" asks for a reminder before the event.
_REMINDER = r"에?\s?(?:미리|알림|알람|공지|리마인|(?:알려|말해|얘기해)\s?(?:줘|주|달라|줄))"
# "몇 년 전이지?" asks; it tells nothing.
_ASKED = r"쯤?(?:이(?:지|야\?|죠|니|더라|었지|었더라|었죠)|인[지가]|일까|였지)"
# 낼 is also the verb 내다: 돈 낼 사람, 낼 수 있어.
_PAYING = r"(?:[을를]|돈|화|시간|짬|힘|세금|월세|회비|값|과제|숙제|소리|용기|기운|속도|벌금|결과|성과)\s?$"


def _before(pattern: str, match: Match, reach: int = 8) -> bool:
    start = match.start()
    return re.compile(pattern).search(match.string, max(start - reach, 0), start) is not None


def _follows(pattern: str, match: Match) -> bool:
    return re.compile(pattern).match(match.string, match.end()) is not None


def _joined(words: str) -> str:
    return "".join(words.split())


def ago(match: Match, moment: Moment) -> Fields | None:
    counted = amount(match["n"])
    if match["w"] == "전":
        if counted.low != counted.high and _follows(_ASKED, match):
            return None
        if _follows(_REMINDER, match):
            return {"unknown": True}
    if _before(_COUNTED_FROM, match):
        return {"unknown": True}
    return away(counted, -1 if match["w"] == "전" else 1, moment)


def offset(match: Match, moment: Moment) -> Fields | None:
    counted = amount(match["n"])
    if counted.low != counted.high or counted.unit in ("minute", "hour"):
        return None
    return {"shift": (counted.low * (-1 if match["w"] == "전" else 1), counted.unit)}


def not_long_ago(match: Match, moment: Moment) -> Fields:
    low, high = (-60, 0) if match["w"] == "전" else (1, 61)
    return {"window": Days(add(moment.today, low, "day"), add(moment.today, high, "day"), "open")}


def stretch_of(match: Match, moment: Moment) -> Fields:
    return window(amount(match["n"]), 1 if match["w"] in ("앞으로", "향후", "다음") else -1, moment)


def within(match: Match, moment: Moment) -> Fields | None:
    counted = amount(match["n"])
    # "5분 이내 거리" is a length, not a date.
    return None if counted.unit in ("minute", "hour") else window(counted, 1, moment)


def week(match: Match, moment: Moment) -> Fields:
    return {"week": moment.monday + timedelta(days=7 * STEPS[match["w"]])}


def weekend(match: Match, moment: Moment) -> Fields:
    return {"week": moment.monday + timedelta(days=7 * STEPS[match["w"]]), "weekend": True}


def month_step(match: Match, moment: Moment) -> Fields:
    step = STEPS[match["w"]] if match["w"] else int(match["next"] is not None)
    day = add_months(moment.today.replace(day=1), step)
    return {"year": day.year, "month": day.month}


def year_word(match: Match, moment: Moment) -> Fields:
    return {"year": moment.today.year + _YEARS[_joined(match[0])]}


def year(match: Match, moment: Moment) -> Fields:
    return {"year": full_year(number(_joined(match["y"])), moment)}


def years(match: Match, moment: Moment) -> Fields:
    return {"window": Days(date(int(match["y"]), 1, 1), date(int(match["to"]) + 1, 1, 1), "year")}


def decade(match: Match, moment: Moment) -> Fields:
    first = full_year(int(match["y"]), moment)
    return {"window": Days(date(first, 1, 1), date(first + 10, 1, 1), "open")}


def direction(match: Match, moment: Moment) -> Fields:
    return {"direction": DIRECTIONS[match["w"]]}


def month(match: Match, moment: Moment) -> Fields:
    first, last = int(match["m"]), int(match["to"] or match["m"])
    if not (1 <= first <= 12 and 1 <= last <= 12):
        return {"unknown": True}
    return {"month": first, "month_to": last} if match["to"] else {"month": first}


def month_word(match: Match, moment: Moment) -> Fields:
    return {"month": MONTH_WORDS[match["m"]]}


def day(match: Match, moment: Moment) -> Fields:
    said: Fields = {"day": number(match["d"])}
    if match["to"]:
        said["day_to"] = int(match["to"])
    return said


def sino_day(match: Match, moment: Moment) -> Fields:
    return {"day": number(match["d"])}


def lone_day(match: Match, moment: Moment) -> Fields | None:
    found = int(match["d"])
    return {"day": found} if 1 <= found <= 31 else None


def season(match: Match, moment: Moment) -> Fields:
    said: Fields = {"season": SEASONS[match["s"]]}
    if match["pre"]:
        said["section"] = _SEASON_SECTIONS[match["pre"]]
    return said


def quarter(match: Match, moment: Moment) -> Fields:
    return {"quarter": int(match["q"])}


def half(match: Match, moment: Moment) -> Fields:
    return {"half": 1 if match["h"] == "상" else 2}


def nth_week(match: Match, moment: Moment) -> Fields:
    return {"nth": int(match["i"]) if match["i"] else _NTH[match["n"]]}


def nth(match: Match, moment: Moment) -> Fields:
    return {"nth": _NTH[match["n"]]}


def weekday(match: Match, moment: Moment) -> Fields:
    return {"weekday": WEEKDAYS[match["d"]]}


def holiday(match: Match, moment: Moment) -> Fields:
    return {"holiday": HOLIDAYS.get(_joined(match[0]), "seollal")}


def next_to(match: Match, moment: Moment) -> Fields:
    if match["same"]:
        return {"shift": (0, "day")}
    return {"shift": (-2 if match["twice"] else -1 if match["before"] else 1, "day")}


def relative_day(match: Match, moment: Moment) -> Fields:
    return {"date": moment.today + timedelta(days=DAYS[_joined(match[0])])}


def short_tomorrow(match: Match, moment: Moment) -> Fields | None:
    return None if _before(_PAYING, match, 4) else relative_day(match, moment)


def two_or_three_days_ago(match: Match, moment: Moment) -> Fields:
    return {"window": Days(add(moment.today, -3, "day"), add(moment.today, -1, "day"), "day")}


def last_night(match: Match, moment: Moment) -> Fields:
    return {"date": moment.today - timedelta(days=1), "part": "evening" if "저녁" in match[0] else "night"}


def this_day(match: Match, moment: Moment) -> Fields:
    return {"date": moment.today}


def around_this_day(match: Match, moment: Moment) -> Fields:
    return {"date": moment.today, "around": True}


def earlier(match: Match, moment: Moment) -> Fields:
    hours = 1 if match[0].startswith("방금") else 6
    return {"stretch": Stretch(after(moment.now, hours=-hours), moment.now, "open")}


def later_today(match: Match, moment: Moment) -> Fields:
    if match["part"]:
        return {"date": moment.today, "part": PARTS[match["part"]]}
    return {"stretch": Stretch(moment.now, after(moment.now, hours=12), "open")}


def section(match: Match, moment: Moment) -> Fields:
    return {"section": SECTIONS[match["s"]]}


def section_of(match: Match, moment: Moment) -> Fields:
    return {"section": "early" if match["s"] == "초" else "end", "section_of": _SECTION_UNITS[match["u"]]}


def part(match: Match, moment: Moment) -> Fields:
    return {"part": PARTS[match["p"]]}


def clock(match: Match, moment: Moment) -> Fields | None:
    said: Fields = {"hour": number(match["h"])}
    if match["half"]:
        said["minute"] = 30
    elif match["i"]:
        said["minute"] = number(match["i"])
    return said if said["hour"] <= 24 and said.get("minute", 0) <= 59 else None
