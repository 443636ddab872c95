"""Times as people type them at a prompt. What cannot be read goes on to the engine, which refuses it."""

from __future__ import annotations

import re
from datetime import date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from saegim.errors import InvalidInput

_YEARS = re.compile(r"(\d{1,4})(?:\s*[-~]\s*(\d{1,4}))?")


def moment(typed: str | None, zone: ZoneInfo, *, through: bool = False) -> datetime | str | None:
    """The time typed; without a zone it is meant in `zone`.

    A day alone is its first moment, or with `through` its last: "until the 3rd" means the 3rd too.
    """
    if typed is None:
        return None
    try:
        whole_day = date.fromisoformat(typed)
    except ValueError:
        pass
    else:
        midnight = datetime.combine(whole_day, time(), zone)
        return midnight + timedelta(days=1, microseconds=-1) if through else midnight
    try:
        at = datetime.fromisoformat(typed)
    except ValueError:
        return typed
    return at.replace(tzinfo=zone) if at.tzinfo is None else at


def years(typed: str | None) -> tuple[int, int] | None:
    """`2024` or `2024-2026` as the first and the last year."""
    if typed is None:
        return None
    found = _YEARS.fullmatch(typed.strip())
    if found is None:
        raise InvalidInput(
            "year",
            f"{typed!r} is not a year (2026) or two (2024-2026)",
            f"{typed!r}은(는) 연도(2026)나 기간(2024-2026)이 아닙니다",
            code="year_invalid",
        )
    return int(found[1]), int(found[2] or found[1])
