"""Dates and times written in figures, the same in both languages: 2025-10-03, 10/3, 19:30."""

from __future__ import annotations

import re
from datetime import datetime

from saegim.language.dates.scan import Atom
from saegim.language.dates.span import Fields, Moment, Stretch, after

_TWO_DIGIT_REACH = 20


def full_year(year: int, moment: Moment) -> int:
    """The year two figures mean: at most twenty years ahead, otherwise in the last hundred."""
    if year >= 100:
        return year
    century = moment.today.year - moment.today.year % 100
    return century + year if century + year <= moment.today.year + _TWO_DIGIT_REACH else century - 100 + year


def _iso(match: re.Match[str], moment: Moment) -> Fields:
    said: Fields = {"year": int(match["y"]), "month": int(match["m"]), "day": int(match["d"])}
    if match["z"]:
        # A written offset names an instant, wherever the reader is.
        offset = "+00:00" if match["z"] in "zZ" else match["z"]
        clock = (
            f"{said['year']}-{said['month']:02}-{said['day']:02}T{int(match['h']):02}:{match['i']}{offset}"
        )
        start = datetime.fromisoformat(clock).astimezone(moment.zone)
        return {"stretch": Stretch(start, after(start, minutes=1), "minute")}
    if match["h"]:
        said["hour"], said["minute"], said["literal"] = int(match["h"]), int(match["i"]), True
    return said


def _year_month(match: re.Match[str], moment: Moment) -> Fields:
    return {"year": int(match["y"]), "month": int(match["m"])}


def _slash_year(match: re.Match[str], moment: Moment) -> Fields | None:
    month, day = int(match["a"]), int(match["b"])
    if month > 12 >= day:
        month, day = day, month
    if month > 12 or not month:
        return None
    return {"year": full_year(int(match["y"]), moment), "month": month, "day": day}


# Ratings and fractions look like dates: "8/10", "1/2", "24/7".
_NO_DATE_BEFORE = r"(?:점수|평점|별점|평가|score|rating|rated?|gave it)\S{0,2}\s*(?:of |an? )?$"
_NO_DATE_AFTER = r"\s*(?:점|컵|큰술|스푼|인분|정도|가격|만\s|cups?\b|of\b|tsp|tbsp|teaspoon|inch)"
_DATE_BEFORE = r"(?:\bon|\bby|\bsince|\buntil|\bfrom|[~-])\s*$"
_DATE_AFTER = r"\s*(?:\(|에(?![서게])|엔|일|부터|까지|날|~|-\s*[0-9]{1,2}/)"


def _slash(match: re.Match[str], moment: Moment) -> Fields | None:
    month, day = int(match["m"]), int(match["d"])

    def before(pattern: str) -> bool:
        start = match.start()
        return re.compile(pattern).search(match.string, max(start - 12, 0), start) is not None

    def follows(pattern: str) -> bool:
        return re.compile(pattern).match(match.string, match.end()) is not None

    if follows(_NO_DATE_AFTER) or before(_NO_DATE_BEFORE):
        return None
    plain = month > 1 and day != 10 and (day > 10 or month > 9)
    return {"month": month, "day": day} if plain or follows(_DATE_AFTER) or before(_DATE_BEFORE) else None


def _colon(match: re.Match[str], moment: Moment) -> Fields:
    said: Fields = {"hour": int(match["h"]), "minute": int(match["i"])}
    if match["h"][0] == "0" or said["hour"] > 12:
        said["literal"] = True
    return said


_YEAR = r"(?P<y>(?:19|20)[0-9]{2})"
_HOUR = r"(?:[01]?[0-9]|2[0-3])"
NUMERIC = (
    Atom(
        "date",
        (
            _YEAR + r"(?:-(?P<m>[01]?[0-9])-(?P<d>[0-3]?[0-9])(?![0-9])"
            rf"(?:[Tt ](?P<h>{_HOUR}):(?P<i>[0-5][0-9])(?::[0-5][0-9](?:\.[0-9]+)?)?"
            r"(?P<z>[Zz]|[+-][0-9]{2}:?[0-9]{2})?)?)"
            r"(?![0-9-])"
        ),
        _iso,
    ),
    Atom(
        "date",
        (
            _YEAR
            + r"(?:\.\s?(?P<m>[01]?[0-9])\.\s?(?P<d>[0-3]?[0-9])\.?|/(?P<m2>[01]?[0-9])/(?P<d2>[0-3]?[0-9]))"
            r"(?![0-9.]*[0-9/])"
        ),
        lambda match, moment: {
            "year": int(match["y"]),
            "month": int(match["m"] or match["m2"]),
            "day": int(match["d"] or match["d2"]),
        },
    ),
    Atom("month", _YEAR + r"-(?P<m>0[1-9]|1[0-2])(?![0-9-])", _year_month),
    Atom(
        "date",
        r"(?P<a>[0-3]?[0-9])/(?P<b>[0-3]?[0-9])/(?P<y>(?:19|20)[0-9]{2}|[0-9]{2})(?![0-9/])",
        _slash_year,
    ),
    Atom(
        "date",
        r"(?P<m>1[0-2]|0?[1-9])/(?P<d>3[01]|[12][0-9]|0?[1-9])(?![0-9/.%]|일?\s*분기)일?",
        _slash,
    ),
    Atom(
        "clock",
        rf"(?P<h>{_HOUR}):(?P<i>[0-5][0-9])(?::[0-5][0-9])?(?![0-9:.]*[0-9])(?!\s*(?:비율|모니터|화면|ratio))",
        _colon,
    ),
)
