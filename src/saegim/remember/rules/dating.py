"""Dates of what was said: which one a clause means, and how it is written down."""

from __future__ import annotations

import re
from datetime import timedelta

from saegim.language.dates import DateSpan, find_dates
from saegim.language.dates.span import Prefer
from saegim.remember.rules.korean import plain
from saegim.remember.rules.rule import Rule
from saegim.remember.rules.scene import Reading, Scene
from saegim.remember.rules.unit import Token

_TWO_DAYS = timedelta(days=2)
_RECURRING = frozenset(
    """주말 평일 월요일 화요일 수요일 목요일 금요일 토요일 일요일 아침 점심 저녁 밤 새벽 낮 오전 오후 명절 여름 겨울 봄 가을
    방학 크리스마스""".split()
)
_AS_A_RULE = ("에는", "엔", "은", "는", "마다", "에만", "만", "에도", "에서", "이랑", "이면")
_NAMES_DAY = re.compile("오늘|내일|낼|모레|글피|이따|요일|욜|[0-9] ?일|다음|이번|담")
_NOT_THAT = ("말고", "아니", "이 아니", "가 아니")


def date_of(rule: Rule, scene: Scene) -> DateSpan | None:
    """The date the clause names, or its sentence where the rule allows; None when there is none that fits."""
    if not rule.dated:
        return None
    clause = scene.clause
    span = _first(scene.reading, clause.start, clause.end, rule.dated)
    if span is None and scene.afterthought:
        after = scene.afterthought
        span = _first(scene.reading, after[0].start, max(t.end for t in after), rule.dated)
    if span is None and (not rule.needs_date or rule.over in ("sentence", "all")):
        tokens = scene.sentence.tokens
        span = _first(scene.reading, tokens[0].start, max(t.end for t in tokens), rule.dated)
    return span


def dated_plain(reading: Reading, tokens: list[Token], dated: str, *, done: bool = False) -> str:
    """The tokens as a statement, with words like 내일 written as the day they meant."""
    statement = plain(reading.text, tokens, done=done)
    if not dated:
        return statement
    for span in reversed(find_dates(statement, reading.at, prefer=_direction(dated))):
        rest = statement[span.end_index :]
        if span.resolved and span.grain != "open" and not _as_a_rule(span, rest):
            day = written_date(span)
            if day.endswith("까지") and rest.startswith("에"):
                # 지난주에: within that week.
                day = day.removesuffix("까지") + " 사이"
            if day.endswith("까지") and rest.startswith("부터"):
                # 다음 주부터: from its first day.
                day = day.partition("부터")[0]
            statement = statement[: span.start_index] + day + _fitting(rest, day)
    return statement


def written_date(span: DateSpan) -> str:
    """The day, month or hour a resolved date expression names, in full."""
    start, end = span.start, span.end
    assert start is not None
    assert end is not None
    if span.grain == "season":
        return f"{start.year}년 {span.text.rstrip()[-2:].strip()}"
    if span.grain == "year":
        return f"{start.year}년"
    if span.grain == "month" and start.day == 1:
        return f"{start.year}년 {start.month}월"
    day = f"{start.year}년 {start.month}월 {start.day}일"
    if span.grain in ("minute", "hour"):
        return f"{day} {start.hour}시" + (f" {start.minute}분" if start.minute else "")
    last = end - timedelta(microseconds=1)
    if last.date() != start.date():
        month = "" if (last.year, last.month) == (start.year, start.month) else f"{last.month}월 "
        year = "" if last.year == start.year else f"{last.year}년 "
        return f"{day}부터 {year}{month}{last.day}일까지"
    return day


def _direction(dated: str) -> Prefer:
    return "past" if dated.endswith("past") else "future"


def _first(reading: Reading, start: int, end: int, dated: str) -> DateSpan | None:
    text = reading.text[start:end]
    for span in find_dates(text, reading.at, prefer=_direction(dated)):
        if span.resolved and span.grain != "open" and _fits(reading, text[span.end_index :], span, dated):
            return span
    return None


def _fits(reading: Reading, rest: str, span: DateSpan, dated: str) -> bool:
    assert span.start is not None
    assert span.end is not None
    if rest.lstrip().startswith(_NOT_THAT):
        return False
    if dated.endswith("past"):
        # Small things of the last two days are talk; what is told weeks later mattered.
        recent = dated == "long_past" and reading.at - span.end < _TWO_DAYS
        return span.start <= reading.at and not recent
    # 이번 주 내내, 7월의 나: how long and which, not when something will be done.
    if span.end <= reading.at or rest.lstrip().startswith("내내") or rest.startswith("의 "):
        return False
    if dated not in ("ahead", "ahead_day"):
        return True
    if dated == "ahead_day" and span.grain in ("hour", "minute") and _NAMES_DAY.search(span.text) is None:
        # 여섯 시에 바다 나가: as likely every day.
        return False
    if _as_a_rule(span, rest):
        return False
    # Today is no plan; this evening, this weekend and this month may be.
    return span.start > reading.at or span.grain not in ("day", "year", "season", "quarter")


def _as_a_rule(span: DateSpan, rest: str) -> bool:
    """주말에는, 목요일만: every one of them, not the next."""
    return span.text in _RECURRING and rest.startswith(_AS_A_RULE)


def _fitting(rest: str, day: str) -> str:
    """What follows the date, its particle changed to fit the day as it is written now."""
    if rest.startswith("까지") and day.endswith("까지"):
        return rest.removeprefix("까지")
    for wrong, right in (("가 ", "이 "), ("는 ", "은 "), ("를 ", "을 ")):
        if rest.startswith(wrong) and day[-1] in "일월년":
            return right + rest[2:]
    return rest
