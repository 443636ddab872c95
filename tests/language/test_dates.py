from __future__ import annotations

import unicodedata
from datetime import UTC, date, datetime, timedelta, timezone
from itertools import pairwise
from zoneinfo import ZoneInfo

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from saegim.language.dates import (
    DateSpan,
    Prefer,
    english,
    find_dates,
    has_time_words,
    is_time_question,
    korean,
)
from saegim.language.dates.holidays import LUNAR_FIRST, LUNAR_LAST, holiday
from saegim.language.dates.span import Moment

SEOUL = ZoneInfo("Asia/Seoul")
SATURDAY = datetime(2025, 11, 15, 14, 20, tzinfo=SEOUL)
YEAR_END = datetime(2025, 12, 31, 23, 50, tzinfo=SEOUL)  # a Wednesday
LEAP_DAY = datetime(2024, 2, 29, 9, 0, tzinfo=SEOUL)  # a Thursday
SUNDAY = datetime(2026, 3, 1, 10, 0, tzinfo=SEOUL)
MONDAY = datetime(2026, 3, 2, 8, 0, tzinfo=SEOUL)
MARCH_31 = datetime(2026, 3, 31, 12, 0, tzinfo=SEOUL)  # a Tuesday

GRAINS = {"minute", "hour", "part", "day", "weekend", "week", "month", "season", "quarter", "year", "open"}


def _time(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=SEOUL)


def _expected(text: str) -> tuple[datetime, datetime, str] | None:
    """'2025-11-18' is that day; '2025-11-17/2025-11-24 week' a range with its grain; '?' is unresolved."""
    if text == "?":
        return None
    range_, _, grain = text.partition(" ")
    start, _, end = range_.partition("/")
    return _time(start), _time(end) if end else _time(start) + timedelta(days=1), grain or "day"


def _check(sentence: str, now: datetime, prefer: Prefer, found: str, expected: str) -> None:
    spans = find_dates(sentence, now, prefer=prefer)
    assert [span.text for span in spans] == [found]
    (span,) = spans
    assert sentence[span.start_index : span.end_index] == found
    wanted = _expected(expected)
    assert span.resolved is (wanted is not None)
    if wanted is None:
        assert (span.start, span.end) == (None, None)
    else:
        assert (span.start, span.end, span.grain) == wanted


KOREAN_ON_SATURDAY = [
    # days
    ("오늘 뭐 했더라", "오늘", "2025-11-15"),
    ("내일 병원 가야 돼", "내일", "2025-11-16"),
    ("낼 봐", "낼", "2025-11-16"),
    ("낼은 좀 바빠요", "낼", "2025-11-16"),
    ("모레까지 내야 합니다", "모레", "2025-11-17"),
    ("내일모레 시험이야", "내일모레", "2025-11-17"),
    ("낼모레 보자", "낼모레", "2025-11-17"),
    ("내일 모레면 끝나", "내일 모레", "2025-11-17"),
    ("글피에 이사해요", "글피", "2025-11-18"),
    ("어제는 비가 왔어", "어제", "2025-11-14"),
    ("어저께 봤잖아", "어저께", "2025-11-14"),
    ("그제 먹은 거", "그제", "2025-11-13"),
    ("그저께 말했지", "그저께", "2025-11-13"),
    ("그끄저께 일이야", "그끄저께", "2025-11-12"),
    ("엊그제 만났어", "엊그제", "2025-11-12/2025-11-14 day"),
    ("엊그저께부터 아파", "엊그저께", "2025-11-12/2025-11-14 day"),
    ("나오늘 뭐먹지", "오늘", "2025-11-15"),
    ("난어제 잤어", "어제", "2025-11-14"),
    # counted from now
    ("3일 전에 뭐 먹었어?", "3일 전", "2025-11-12"),
    ("3일전에 뭐먹었냐", "3일전", "2025-11-12"),
    ("하루 전에 왔어", "하루 전", "2025-11-14"),
    ("이틀 뒤에 출발해", "이틀 뒤", "2025-11-17"),
    ("사흘 전이야", "사흘 전", "2025-11-12"),
    ("나흘 후에 봬요", "나흘 후", "2025-11-19"),
    ("닷새 있다가 갈게", "닷새 있다가", "2025-11-20"),
    ("열흘 전부터", "열흘 전", "2025-11-05"),
    ("보름 뒤면 월급날이야", "보름 뒤", "2025-11-30"),
    ("100일 후에 만나", "100일 후", "2026-02-23"),
    ("일주일 전에 샀어", "일주일 전", "2025-11-08/2025-11-09 week"),
    ("이주일 뒤에 결혼해", "이주일 뒤", "2025-11-29/2025-11-30 week"),
    ("2주 전에 주문했는데", "2주 전", "2025-11-01/2025-11-02 week"),
    ("3주 뒤 토요일에 결혼식", "3주 뒤 토요일", "2025-12-06"),
    ("한달 전에 헤어졌어", "한달 전", "2025-10-15/2025-10-16 month"),
    ("두 달 뒤에 출산이야", "두 달 뒤", "2026-01-15/2026-01-16 month"),
    ("석 달 전 일인데", "석 달 전", "2025-08-15/2025-08-16 month"),
    ("6개월 전에 그만뒀어", "6개월 전", "2025-05-15/2025-05-16 month"),
    ("반년 전에 왔어요", "반년 전", "2025-05-15/2025-05-16 month"),
    ("1년 반 전에 샀지", "1년 반 전", "2024-05-15/2024-05-16 month"),
    ("3년 전에 결혼했어", "3년 전", "2022-01-01/2023-01-01 year"),
    ("한 해 전에 시작했어", "한 해 전", "2024-01-01/2025-01-01 year"),
    ("십 년 뒤의 나", "십 년 뒤", "2035-01-01/2036-01-01 year"),
    ("3년 전 여름에 갔지", "3년 전 여름", "2022-06-01/2022-09-01 season"),
    ("1년 전 오늘 뭐 했지", "1년 전 오늘", "2024-11-15"),
    ("작년 이맘때는 더웠는데", "작년 이맘때", "2024-11-08/2024-11-23 open"),
    ("며칠 전에 봤어", "며칠 전", "2025-11-08/2025-11-14 open"),
    ("몇일전에 샀는데", "몇일전", "2025-11-08/2025-11-14 open"),
    ("얼마 전에 이사했어", "얼마 전", "2025-09-16/2025-11-15 open"),
    ("한두 달 전쯤", "한두 달 전", "2025-09-15/2025-10-16 open"),
    ("2~3일 전에 먹은 거", "2~3일 전", "2025-11-12/2025-11-14 open"),
    ("3시간 전에 통화했어", "3시간 전", "2025-11-15T11:00/2025-11-15T12:00 hour"),
    ("30분 뒤에 도착해", "30분 뒤", "2025-11-15T14:50/2025-11-15T14:51 minute"),
    ("일주일 안에 답 줄게", "일주일 안에", "2025-11-15/2025-11-23 open"),
    # weeks and weekdays
    ("지난주에 뭐 했지", "지난주", "2025-11-03/2025-11-10 week"),
    ("저번주는 바빴어", "저번주", "2025-11-03/2025-11-10 week"),
    ("저번 주 내내 아팠어", "저번 주", "2025-11-03/2025-11-10 week"),
    ("지지난주에 갔던 데", "지지난주", "2025-10-27/2025-11-03 week"),
    ("이번 주는 쉬자", "이번 주", "2025-11-10/2025-11-17 week"),
    ("요번주에 볼까", "요번주", "2025-11-10/2025-11-17 week"),
    ("다음 주에 휴가야", "다음 주", "2025-11-17/2025-11-24 week"),
    ("담주 언제 돼?", "담주", "2025-11-17/2025-11-24 week"),
    ("다다음 주부터 출근", "다다음 주", "2025-11-24/2025-12-01 week"),
    ("다음 주 화요일에 면접 있어", "다음 주 화요일", "2025-11-18"),
    ("다음주화요일에 면접있음", "다음주화요일", "2025-11-18"),
    ("지난 주 금요일에 만났잖아", "지난 주 금요일", "2025-11-07"),
    ("지난주 금욜에 먹은 거", "지난주 금욜", "2025-11-07"),
    ("담주 화에 봐", "담주 화", "2025-11-18"),
    ("다음주에 월요일에 시작해", "다음주에 월요일", "2025-11-17"),
    ("이번주말에 뭐해", "이번주말", "2025-11-15/2025-11-17 weekend"),
    ("이번주 주말에는", "이번주 주말", "2025-11-15/2025-11-17 weekend"),
    ("다음 주말엔 쉬어야지", "다음 주말", "2025-11-22/2025-11-24 weekend"),
    ("지난 주말 어땠어", "지난 주말", "2025-11-08/2025-11-10 weekend"),
    ("다음 주 평일에 갈게", "다음 주 평일", "2025-11-17/2025-11-22 week"),
    ("이번 주 초에 왔어", "이번 주 초", "2025-11-10/2025-11-12 day"),
    ("지난 금요일에", "지난 금요일", "2025-11-14"),
    ("오는 금요일에 발표", "오는 금요일", "2025-11-21"),
    ("다음 금요일에 봐", "다음 금요일", "2025-11-21"),
    ("5월 첫째 주에 갔어", "5월 첫째 주", "2026-05-01/2026-05-08 week"),
    ("다음 달 마지막 주 금요일", "다음 달 마지막 주 금요일", "2025-12-26"),
    # months
    ("지난달에 산 옷", "지난달", "2025-10-01/2025-11-01 month"),
    ("저번 달 중순에", "저번 달 중순", "2025-10-11/2025-10-21 week"),
    ("이번 달 말까지 내야 해", "이번 달 말", "2025-11-21/2025-12-01 week"),
    ("이번달 말일까지", "이번달 말일", "2025-11-30"),
    ("담달에 이사", "담달", "2025-12-01/2026-01-01 month"),
    ("다음 달 초에 봐요", "다음 달 초", "2025-12-01/2025-12-11 week"),
    ("다음 달 15일 오후 2시", "다음 달 15일 오후 2시", "2025-12-15T14:00/2025-12-15T15:00 hour"),
    ("지지난달부터", "지지난달", "2025-09-01/2025-10-01 month"),
    ("이번 달 십칠일에", "이번 달 십칠일", "2025-11-17"),
    ("2025년 10월에 뭐 했지", "2025년 10월", "2025-10-01/2025-11-01 month"),
    ("25년 3월에 입사했어", "25년 3월", "2025-03-01/2025-04-01 month"),
    ("작년 5월 초에", "작년 5월 초", "2024-05-01/2024-05-11 week"),
    ("지난 5월에 다녀왔어", "지난 5월", "2025-05-01/2025-06-01 month"),
    ("3~5월에 바빠", "3~5월", "2026-03-01/2026-06-01 month"),
    ("시월에 결혼했지", "시월", "2025-10-01/2025-11-01 month"),
    # years, seasons, halves, quarters
    ("작년에 샀어", "작년", "2024-01-01/2025-01-01 year"),
    ("지난해 여름", "지난해 여름", "2024-06-01/2024-09-01 season"),
    ("작년 여름에 어디 갔었지?", "작년 여름", "2024-06-01/2024-09-01 season"),
    ("작년 겨울에 스키 탔지", "작년 겨울", "2024-12-01/2025-03-01 season"),
    ("올여름은 더웠어", "올여름", "2025-06-01/2025-09-01 season"),
    ("올 가을에 갔었죠", "올 가을", "2025-09-01/2025-12-01 season"),
    ("지난 여름 휴가 때", "지난 여름", "2025-06-01/2025-09-01 season"),
    ("이번 겨울에 갈 거야", "이번 겨울", "2025-12-01/2026-03-01 season"),
    ("늦가을에 단풍 보러", "늦가을", "2025-11-01/2025-12-01 month"),
    ("재작년에 졸업했어", "재작년", "2023-01-01/2024-01-01 year"),
    ("내년엔 꼭 갈 거야", "내년", "2026-01-01/2027-01-01 year"),
    ("내후년까지", "내후년", "2027-01-01/2028-01-01 year"),
    ("올해 초에 시작했어", "올해 초", "2025-01-01/2025-04-01 quarter"),
    ("작년 말에 그만뒀어", "작년 말", "2024-11-01/2025-01-01 quarter"),
    ("올해 상반기 실적", "올해 상반기", "2025-01-01/2025-07-01 quarter"),
    ("지난해 하반기에", "지난해 하반기", "2024-07-01/2025-01-01 quarter"),
    ("작년 4분기 매출", "작년 4분기", "2024-10-01/2025-01-01 quarter"),
    ("2019년에 만났지", "2019년", "2019-01-01/2020-01-01 year"),
    ("95년생이야", "95년생", "1995-01-01/1996-01-01 year"),
    ("90년대 음악", "90년대", "1990-01-01/2000-01-01 open"),
    # written dates
    ("2025-10-03에 회의", "2025-10-03", "2025-10-03"),
    ("2025.10.3에 회의", "2025.10.3", "2025-10-03"),
    ("2025. 10. 3. 회의", "2025. 10. 3.", "2025-10-03"),
    ("2025/10/3 회의", "2025/10/3", "2025-10-03"),
    ("10/3에 회의", "10/3", "2025-10-03"),
    ("10월 3일(금) 회의", "10월 3일(금)", "2025-10-03"),
    ("10월3일에 봤어", "10월3일", "2025-10-03"),
    (
        "2025년 10월 3일 금요일 저녁 7시 반",
        "2025년 10월 3일 금요일 저녁 7시 반",
        "2025-10-03T19:30/2025-10-03T19:31 minute",
    ),
    ("2025-10-03T09:00:00Z 기록", "2025-10-03T09:00:00Z", "2025-10-03T18:00/2025-10-03T18:01 minute"),
    ("31일에 보자", "31일", "2025-10-31"),
    # parts of the day and the clock
    ("오늘 저녁에 뭐 먹지", "오늘 저녁", "2025-11-15T17:00/2025-11-15T22:00 part"),
    ("어젯밤에 잠을 못 잤어", "어젯밤", "2025-11-14T20:00/2025-11-15T04:00 part"),
    ("오늘밤에 전화할게", "오늘밤", "2025-11-15T20:00/2025-11-16T04:00 part"),
    ("내일 오후 3시 반에 회의", "내일 오후 3시 반", "2025-11-16T15:30/2025-11-16T15:31 minute"),
    ("내일오후3시에", "내일오후3시", "2025-11-16T15:00/2025-11-16T16:00 hour"),
    ("내일 3시에 만나", "내일 3시", "2025-11-16T15:00/2025-11-16T16:00 hour"),
    ("저녁 7시에 예약했어", "저녁 7시", "2025-11-15T19:00/2025-11-15T20:00 hour"),
    ("오전 열시쯤", "오전 열시", "2025-11-15T10:00/2025-11-15T11:00 hour"),
    ("19:30에 시작", "19:30", "2025-11-15T19:30/2025-11-15T19:31 minute"),
    ("오늘 밤 12시까지", "오늘 밤 12시", "2025-11-16T00:00/2025-11-16T01:00 hour"),
    ("내일 새벽 2시 비행기", "내일 새벽 2시", "2025-11-16T02:00/2025-11-16T03:00 hour"),
    ("내일 정오에", "내일 정오", "2025-11-16T12:00/2025-11-16T12:01 minute"),
    # holidays
    ("추석에 뭐 했더라", "추석", "2025-10-06"),
    ("추석 연휴에 여행 갔어", "추석 연휴", "2025-10-05/2025-10-08 day"),
    ("추석 다음날 왔어", "추석 다음날", "2025-10-07"),
    ("설 전날에 내려가", "설 전날", "2026-02-16"),
    ("지난 설날에", "지난 설날", "2025-01-29"),
    ("재작년 크리스마스", "재작년 크리스마스", "2023-12-25"),
    ("크리스마스이브에 만나", "크리스마스이브", "2025-12-24"),
    ("크리스마스 이틀 전에", "크리스마스 이틀 전", "2025-12-23"),
    ("작년 어린이날", "작년 어린이날", "2024-05-05"),
    ("작년 부처님 오신 날", "작년 부처님 오신 날", "2024-05-15"),
    ("작년 어버이날", "작년 어버이날", "2024-05-08"),
    ("올해 한글날", "올해 한글날", "2025-10-09"),
    ("올해 광복절", "올해 광복절", "2025-08-15"),
    ("올해 개천절", "올해 개천절", "2025-10-03"),
    ("내년 삼일절", "내년 삼일절", "2026-03-01"),
    ("내년 현충일", "내년 현충일", "2026-06-06"),
    ("내년 발렌타인 데이", "내년 발렌타인 데이", "2026-02-14"),
    ("할로윈에 놀았어", "할로윈", "2025-10-31"),
    ("신정에 쉬어", "신정", "2026-01-01"),
    ("새해에는 운동할 거야", "새해", "2026-01-01"),
    # stretches and ranges
    ("지난 3개월 동안 뭐 했지", "지난 3개월 동안", "2025-08-15/2025-11-16 open"),
    ("최근 일주일 기록", "최근 일주일", "2025-11-08/2025-11-16 open"),
    ("요즘 뭐 해?", "요즘", "2025-10-16/2025-11-16 open"),
    ("요 며칠 피곤해", "요 며칠", "2025-11-08/2025-11-16 open"),
    ("앞으로 일주일", "앞으로 일주일", "2025-11-15/2025-11-23 open"),
    ("작년 3월부터 5월까지 살았어", "작년 3월부터 5월까지", "2024-03-01/2024-06-01 month"),
    ("다음 주 월요일에서 수요일까지 출장", "다음 주 월요일에서 수요일까지", "2025-11-17/2025-11-20 day"),
    ("10월 3일~5일 여행", "10월 3일~5일", "2025-10-03/2025-10-06 day"),
    ("11월부터 2월까지 바빠", "11월부터 2월까지", "2025-11-01/2026-03-01 month"),
    ("내일 3시부터 5시까지 회의", "내일 3시부터 5시까지", "2025-11-16T15:00/2025-11-16T17:00 hour"),
    ("2022~2024년에 다녔어", "2022~2024년", "2022-01-01/2025-01-01 year"),
    # clearly a date, but no telling which
    ("언젠가 가자", "언젠가", "?"),
    ("그때 뭐라고 했지", "그때", "?"),
    ("그해 여름", "그해 여름", "?"),
    ("그 다음 날 아침에", "그 다음 날 아침", "?"),
    ("2월 30일에 보자", "2월 30일", "?"),
    ("13월 5일", "13월 5일", "?"),
    ("2025년 4월 31일", "2025년 4월 31일", "?"),
    ("음력 8월 15일", "음력 8월 15일", "?"),
    ("음력 윤달에", "음력 윤달", "?"),
    ("2051년 설날", "2051년 설날", "?"),
    ("1989년 추석", "1989년 추석", "?"),
    ("시험 이틀 전에 알려줘", "이틀 전", "?"),
    ("결혼하기 3년 전에", "3년 전", "?"),
    ("9999년 뒤에 보자", "9999년 뒤", "?"),
]


@pytest.mark.parametrize(("sentence", "found", "expected"), KOREAN_ON_SATURDAY)
def test_korean_expression_becomes_the_range_people_mean(sentence: str, found: str, expected: str) -> None:
    _check(sentence, SATURDAY, "nearest", found, expected)


@pytest.mark.parametrize(
    ("now", "sentence", "found", "expected"),
    [
        (YEAR_END, "내일 뭐 해", "내일", "2026-01-01"),
        (YEAR_END, "다음 주에 봐", "다음 주", "2026-01-05/2026-01-12 week"),
        (YEAR_END, "이번 주 금요일", "이번 주 금요일", "2026-01-02"),
        (YEAR_END, "다음 달에 봐", "다음 달", "2026-01-01/2026-02-01 month"),
        (YEAR_END, "올해 초에", "올해 초", "2025-01-01/2025-04-01 quarter"),
        (YEAR_END, "내년 설날", "내년 설날", "2026-02-17"),
        (YEAR_END, "이번 설에 내려가", "이번 설", "2026-02-17"),
        (YEAR_END, "30분 뒤에", "30분 뒤", "2026-01-01T00:20/2026-01-01T00:21 minute"),
        (YEAR_END, "오늘 밤 1시에", "오늘 밤 1시", "2026-01-01T01:00/2026-01-01T02:00 hour"),
        (LEAP_DAY, "1년 전 오늘", "1년 전 오늘", "2023-02-28"),
        (LEAP_DAY, "작년 여름", "작년 여름", "2023-06-01/2023-09-01 season"),
        (LEAP_DAY, "이번 달 말일", "이번 달 말일", "2024-02-29"),
        (LEAP_DAY, "작년 2월 29일", "작년 2월 29일", "?"),
        (LEAP_DAY, "2월 29일", "2월 29일", "2024-02-29"),
        (LEAP_DAY, "작년 겨울", "작년 겨울", "2023-12-01/2024-03-01 season"),
        (LEAP_DAY, "지난 겨울", "지난 겨울", "2022-12-01/2023-03-01 season"),
        (SUNDAY, "이번 주 월요일", "이번 주 월요일", "2026-02-23"),
        (SUNDAY, "다음 주 월요일", "다음 주 월요일", "2026-03-02"),
        (SUNDAY, "지난주 일요일", "지난주 일요일", "2026-02-22"),
        (SUNDAY, "이번 주말", "이번 주말", "2026-02-28/2026-03-02 weekend"),
        (SUNDAY, "지난달 말", "지난달 말", "2026-02-21/2026-03-01 week"),
        (MONDAY, "이번 주 월요일", "이번 주 월요일", "2026-03-02"),
        (MONDAY, "지난주 일요일", "지난주 일요일", "2026-03-01"),
        (MONDAY, "다음 주 월요일", "다음 주 월요일", "2026-03-09"),
        (MONDAY, "지난 주말", "지난 주말", "2026-02-28/2026-03-02 weekend"),
        (MARCH_31, "한 달 전에", "한 달 전", "2026-02-28/2026-03-01 month"),
        (MARCH_31, "한 달 뒤에", "한 달 뒤", "2026-04-30/2026-05-01 month"),
        (MARCH_31, "지난달", "지난달", "2026-02-01/2026-03-01 month"),
    ],
)
def test_korean_expression_at_the_edges_of_weeks_months_and_years(
    now: datetime, sentence: str, found: str, expected: str
) -> None:
    _check(sentence, now, "nearest", found, expected)


@pytest.mark.parametrize(
    ("sentence", "found", "past", "future"),
    [
        ("금요일에 뭐 먹었지", "금요일", "2025-11-14", "2025-11-21"),
        ("토요일에 보자", "토요일", "2025-11-08", "2025-11-22"),
        ("주말에 뭐 해", "주말", "2025-11-15/2025-11-17 weekend", "2025-11-15/2025-11-17 weekend"),
        ("5월 3일에", "5월 3일", "2025-05-03", "2026-05-03"),
        ("11월 15일에", "11월 15일", "2025-11-15", "2025-11-15"),
        ("3월에", "3월", "2025-03-01/2025-04-01 month", "2026-03-01/2026-04-01 month"),
        ("3월 초에", "3월 초", "2025-03-01/2025-03-11 week", "2026-03-01/2026-03-11 week"),
        ("여름에 갔던 데", "여름", "2025-06-01/2025-09-01 season", "2026-06-01/2026-09-01 season"),
        ("겨울에 갔던 데", "겨울", "2024-12-01/2025-03-01 season", "2025-12-01/2026-03-01 season"),
        ("20일에", "20일", "2025-10-20", "2025-11-20"),
        (
            "7시에 만나",
            "7시",
            "2025-11-15T07:00/2025-11-15T08:00 hour",
            "2025-11-15T19:00/2025-11-15T20:00 hour",
        ),
        (
            "3시에 만나",
            "3시",
            "2025-11-14T15:00/2025-11-14T16:00 hour",
            "2025-11-15T15:00/2025-11-15T16:00 hour",
        ),
        ("추석에", "추석", "2025-10-06", "2026-09-25"),
        ("1분기에", "1분기", "2025-01-01/2025-04-01 quarter", "2026-01-01/2026-04-01 quarter"),
        ("하반기에", "하반기", "2025-07-01/2026-01-01 quarter", "2025-07-01/2026-01-01 quarter"),
        ("월말에", "월말", "2025-10-21/2025-11-01 week", "2025-11-21/2025-12-01 week"),
        ("10월 3일(목)", "10월 3일(목)", "2024-10-03", "2024-10-03"),
        (
            "월요일에서 수요일까지",
            "월요일에서 수요일까지",
            "2025-11-10/2025-11-13 day",
            "2025-11-17/2025-11-20 day",
        ),
        ("3월부터 5월까지", "3월부터 5월까지", "2025-03-01/2025-06-01 month", "2026-03-01/2026-06-01 month"),
    ],
)
def test_what_has_no_direction_goes_where_the_caller_prefers(
    sentence: str, found: str, past: str, future: str
) -> None:
    _check(sentence, SATURDAY, "past", found, past)
    _check(sentence, SATURDAY, "future", found, future)


ENGLISH_ON_SATURDAY = [
    ("what did I do today", "today", "2025-11-15"),
    ("Tomorrow is my day off", "Tomorrow", "2025-11-16"),
    ("I saw her yesterday", "yesterday", "2025-11-14"),
    ("it was the day before yesterday", "the day before yesterday", "2025-11-13"),
    ("the day after tomorrow works", "the day after tomorrow", "2025-11-17"),
    ("what did I say last Friday", "last Friday", "2025-11-14"),
    ("see you next Friday", "next Friday", "2025-11-21"),
    ("see you this coming Tuesday", "this coming Tuesday", "2025-11-18"),
    ("I met Ann last Saturday", "last Saturday", "2025-11-08"),
    ("we met last week", "last week", "2025-11-03/2025-11-10 week"),
    ("this week is busy", "this week", "2025-11-10/2025-11-17 week"),
    ("next week I fly", "next week", "2025-11-17/2025-11-24 week"),
    ("the week before last", "the week before last", "2025-10-27/2025-11-03 week"),
    ("the week after next", "the week after next", "2025-11-24/2025-12-01 week"),
    ("Tuesday next week", "Tuesday next week", "2025-11-18"),
    ("last weekend was fun", "last weekend", "2025-11-08/2025-11-10 weekend"),
    ("plans for this weekend?", "this weekend", "2025-11-15/2025-11-17 weekend"),
    ("what did I do over the weekend", "the weekend", "2025-11-15/2025-11-17 weekend"),
    ("last month I quit", "last month", "2025-10-01/2025-11-01 month"),
    ("next month's rent", "next month", "2025-12-01/2026-01-01 month"),
    ("early next month", "early next month", "2025-12-01/2025-12-11 week"),
    ("by the end of the month", "the end of the month", "2025-11-21/2025-12-01 week"),
    ("the 3rd of next month", "the 3rd of next month", "2025-12-03"),
    ("last year in Rome", "last year", "2024-01-01/2025-01-01 year"),
    ("next year we marry", "next year", "2026-01-01/2027-01-01 year"),
    ("late last year", "late last year", "2024-10-01/2025-01-01 quarter"),
    ("this time last year", "this time last year", "2024-11-08/2024-11-23 open"),
    ("where did we go last summer", "last summer", "2025-06-01/2025-09-01 season"),
    ("the summer of 2021 was hot", "summer of 2021", "2021-06-01/2021-09-01 season"),
    ("last winter we skied", "last winter", "2024-12-01/2025-03-01 season"),
    ("we marry in the fall", "fall", "2025-09-01/2025-12-01 season"),
    ("3 days ago", "3 days ago", "2025-11-12"),
    ("two weeks ago I moved", "two weeks ago", "2025-11-01/2025-11-02 week"),
    ("a month ago", "a month ago", "2025-10-15/2025-10-16 month"),
    ("about a year ago", "about a year ago", "2024-01-01/2025-01-01 year"),
    ("a year and a half ago", "a year and a half ago", "2024-05-15/2024-05-16 month"),
    ("a couple of days ago", "a couple of days ago", "2025-11-12/2025-11-14 open"),
    ("a few weeks ago", "a few weeks ago", "2025-10-04/2025-11-02 open"),
    ("years ago we danced", "years ago", "2018-11-15/2023-11-16 open"),
    ("10 minutes ago", "10 minutes ago", "2025-11-15T14:10/2025-11-15T14:11 minute"),
    ("half an hour ago", "half an hour ago", "2025-11-15T13:50/2025-11-15T13:51 minute"),
    ("in 3 days", "in 3 days", "2025-11-18"),
    ("I leave in two weeks", "in two weeks", "2025-11-29/2025-11-30 week"),
    ("a week from Monday", "a week from Monday", "2025-11-24"),
    ("two days later he called", "two days later", "?"),
    ("May 7, 2023 was sunny", "May 7, 2023", "2023-05-07"),
    ("7 May 2023", "7 May 2023", "2023-05-07"),
    ("on the 7th of May", "the 7th of May", "2026-05-07"),
    ("back in May 2023", "May 2023", "2023-05-01/2023-06-01 month"),
    ("in May we moved", "May", "2026-05-01/2026-06-01 month"),
    ("Feb. 3, 2024", "Feb. 3, 2024", "2024-02-03"),
    ("Friday, May 3, 2024 at 5pm", "Friday, May 3, 2024 at 5pm", "2024-05-03T17:00/2024-05-03T18:00 hour"),
    ("1:56 pm on 8 May, 2023", "1:56 pm on 8 May, 2023", "2023-05-08T13:56/2023-05-08T13:57 minute"),
    ("since back in 2019", "2019", "2019-01-01/2020-01-01 year"),
    ("2023 was great", "2023", "2023-01-01/2024-01-01 year"),
    ("let us meet on the 20th", "the 20th", "2025-11-20"),
    ("Friday the 13th", "Friday the 13th", "2026-02-13"),
    ("Monday morning blues", "Monday morning", "2025-11-17T06:00/2025-11-17T12:00 part"),
    ("call me tonight", "tonight", "2025-11-15T18:00/2025-11-16T04:00 part"),
    ("this morning I ran", "this morning", "2025-11-15T06:00/2025-11-15T12:00 part"),
    ("last night was loud", "last night", "2025-11-14T18:00/2025-11-15T04:00 part"),
    ("tomorrow at 3pm", "tomorrow at 3pm", "2025-11-16T15:00/2025-11-16T16:00 hour"),
    ("3:30 p.m. tomorrow", "3:30 p.m. tomorrow", "2025-11-16T15:30/2025-11-16T15:31 minute"),
    ("next Tuesday at 3", "next Tuesday at 3", "2025-11-18T15:00/2025-11-18T16:00 hour"),
    ("the call is at 3:30 p.m.", "3:30 p.m.", "2025-11-15T15:30/2025-11-15T15:31 minute"),
    ("we eat at noon", "noon", "2025-11-15T12:00/2025-11-15T12:01 minute"),
    ("Christmas with mom", "Christmas", "2025-12-25"),
    ("last Christmas", "last Christmas", "2024-12-25"),
    ("New Year's Eve party", "New Year's Eve", "2025-12-31"),
    ("New Year’s Day brunch", "New Year’s Day", "2026-01-01"),
    ("on Halloween", "Halloween", "2025-10-31"),
    ("Thanksgiving 2024", "Thanksgiving 2024", "2024-11-28"),
    ("Easter 2024", "Easter 2024", "2024-03-31"),
    ("three days before Christmas", "three days before Christmas", "2025-12-22"),
    ("two weeks before my wedding", "two weeks before", "?"),
    ("Chuseok 2024", "Chuseok 2024", "2024-09-17"),
    ("the past three months", "the past three months", "2025-08-15/2025-11-16 open"),
    ("I recently moved", "recently", "2025-10-16/2025-11-16 open"),
    ("the next few days", "the next few days", "2025-11-15/2025-11-23 open"),
    ("the other day", "the other day", "2025-11-08/2025-11-15 open"),
    ("2023-05-07 entry", "2023-05-07", "2023-05-07"),
    ("5/7/23 entry", "5/7/23", "2023-05-07"),
    ("early June 2024", "early June 2024", "2024-06-01/2024-06-11 week"),
    ("mid-2022", "mid-2022", "2022-05-01/2022-09-01 quarter"),
    ("Q3 2024 revenue", "Q3 2024", "2024-07-01/2024-10-01 quarter"),
    ("the first half of 2024", "the first half of 2024", "2024-01-01/2024-07-01 quarter"),
    ("the first Monday of May 2026", "the first Monday of May 2026", "2026-05-04"),
    ("the last Friday of next month", "the last Friday of next month", "2025-12-26"),
    ("from March to May 2024", "March to May 2024", "2024-03-01/2024-06-01 month"),
    ("between 2019 and 2021", "2019 and 2021", "2019-01-01/2022-01-01 year"),
    ("Dec 24-26", "Dec 24-26", "2025-12-24/2025-12-27 day"),
    ("February 30, 2024", "February 30, 2024", "?"),
    ("someday I will", "someday", "?"),
    ("back then", "back then", "?"),
    ("that summer", "that summer", "?"),
]


@pytest.mark.parametrize(("sentence", "found", "expected"), ENGLISH_ON_SATURDAY)
def test_english_expression_becomes_the_range_people_mean(sentence: str, found: str, expected: str) -> None:
    _check(sentence, SATURDAY, "nearest", found, expected)


@pytest.mark.parametrize(
    ("now", "sentence", "found", "expected"),
    [
        (YEAR_END, "see you tomorrow", "tomorrow", "2026-01-01"),
        (YEAR_END, "next month", "next month", "2026-01-01/2026-02-01 month"),
        (YEAR_END, "this Friday", "this Friday", "2026-01-02"),
        (LEAP_DAY, "a year ago", "a year ago", "2023-01-01/2024-01-01 year"),
        (LEAP_DAY, "February 29", "February 29", "2024-02-29"),
        (SUNDAY, "this weekend", "this weekend", "2026-02-28/2026-03-02 weekend"),
        (SUNDAY, "next Monday", "next Monday", "2026-03-02"),
        (MONDAY, "last Sunday", "last Sunday", "2026-03-01"),
        (MONDAY, "next Monday", "next Monday", "2026-03-09"),
        (MARCH_31, "a month ago", "a month ago", "2026-02-28/2026-03-01 month"),
        (MARCH_31, "in three months", "in three months", "2026-06-30/2026-07-01 month"),
    ],
)
def test_english_expression_at_the_edges_of_weeks_months_and_years(
    now: datetime, sentence: str, found: str, expected: str
) -> None:
    _check(sentence, now, "nearest", found, expected)


@pytest.mark.parametrize(
    ("sentence", "found", "past", "future"),
    [
        ("on Friday", "Friday", "2025-11-14", "2025-11-21"),
        ("on Saturday", "Saturday", "2025-11-08", "2025-11-22"),
        ("in May", "May", "2025-05-01/2025-06-01 month", "2026-05-01/2026-06-01 month"),
        ("May 3rd", "May 3rd", "2025-05-03", "2026-05-03"),
        ("in the winter", "winter", "2024-12-01/2025-03-01 season", "2025-12-01/2026-03-01 season"),
        ("on the 20th", "the 20th", "2025-10-20", "2025-11-20"),
        (
            "from Monday to Friday",
            "Monday to Friday",
            "2025-11-10/2025-11-15 day",
            "2025-11-17/2025-11-22 day",
        ),
    ],
)
def test_english_without_direction_goes_where_the_caller_prefers(
    sentence: str, found: str, past: str, future: str
) -> None:
    _check(sentence, SATURDAY, "past", found, past)
    _check(sentence, SATURDAY, "future", found, future)


NO_DATE = [
    "하루 종일 잤어",
    "한 달에 한 번 머리를 잘라",
    "매주 월요일에 수영해",
    "매달 5일에 월급이 들어와",
    "월요일마다 회의해",
    "주말마다 등산 가",
    "일주일에 두 번 운동해",
    "나는 3년차 개발자야",
    "2시간 동안 걸었어",
    "3일간 여행했어",
    "사흘째 비가 와",
    "이틀 만에 끝냈어",
    "내 일이 많아",
    "그제야 알았어",
    "그제서야 깨달았지",
    "이제 가야지",
    "모래사장에서 놀았어",
    "감자전 3개 주세요",
    "내 번호는 010-1234-5678이야",
    "가격은 3,000원이야",
    "버전은 2.10.3이야",
    "하나둘 셋",
    "일월이는 내 친구야",
    "오월이 엄마가 왔어",
    "다음 주제로 넘어가자",
    "이번 달리기는 힘들었어",
    "지난 주식 거래가 망했어",
    "다음 주인공은 누구야",
    "이번 주문은 취소해 줘",
    "오늘날 우리는",
    "새해 복 많이 받으세요",
    "크리스마스 트리 예쁘다",
    "24시간 편의점",
    "3시즌까지 봤어",
    "다시 시작하자",
    "한시도 못 쉬었어",
    "돈을 낼게",
    "숙제 낼 사람",
    "다음에 보자",
    "점심 뭐 먹지",
    "저녁 먹었어?",
    "밤이 맛있다",
    "여름을 좋아해",
    "2박 3일에 얼마야",
    "이틀 전화를 안 받아",
    "1/2 컵 넣어 줘",
    "평점 8/10 줄게",
    "전설에 남을 경기",
    "시월드가 무서워",
    "구월동에 살아",
    "그 때문에 힘들어",
    "그 날씨가 좋았어",
    "가장 최근에 받은 메일",
    "중국 간 게 몇 년 전이지?",
    "5분 이내 거리야",
    "나한테 많은 걸 요구해",
    "you may go now",
    "this may be wrong",
    "May I come in?",
    "I march on",
    "wait a second",
    "the sun is hot",
    "he sat there",
    "Sat down and cried",
    "she will wed him",
    "the fall was painful",
    "spring is coming out of the mattress",
    "every Monday I swim",
    "on Mondays we wear pink",
    "I walk two hours a day",
    "version 2.10.3",
    "call 010-1234-5678",
    "it costs $2023",
    "2000 people came",
    "24/7 support",
    "room 2023",
    "April is my sister",
    "he is 3 years old",
    "for two weeks straight",
    "once a month",
    "on the 3rd floor",
    "I rate it 8/10",
    "the movie was 10/10",
    "I hadn't seen Tom in three years",
    "how long ago was that",
    "Rome was not built in a day",
    "he is on his last year",
]


@pytest.mark.parametrize("sentence", NO_DATE)
def test_look_alikes_are_not_taken_for_dates(sentence: str) -> None:
    assert find_dates(sentence, SATURDAY) == []


def test_several_dates_are_found_from_left_to_right() -> None:
    spans = find_dates("어제 산 옷을 다음 주 화요일에 입고, 5월 3일에 또 입을래", SATURDAY)
    assert [span.text for span in spans] == ["어제", "다음 주 화요일", "5월 3일"]
    assert [span.start_index for span in spans] == sorted(span.start_index for span in spans)


def test_both_languages_in_one_sentence() -> None:
    spans = find_dates("어제 meeting 했고 next Tuesday에 또 있어", SATURDAY)
    assert [(span.text, span.start) for span in spans] == [
        ("어제", _time("2025-11-14")),
        ("next Tuesday", _time("2025-11-18")),
    ]


@pytest.mark.parametrize(
    "particle", ["에", "에는", "엔", "부터", "까지", "의", "에도", "쯤", "은", "이야", ""]
)
@pytest.mark.parametrize("words", ["다음 주 화요일", "작년 여름", "3일 전", "10월 3일", "이번 달", "지난주"])
def test_particles_change_nothing(words: str, particle: str) -> None:
    (plain,) = find_dates(words, SATURDAY)
    (inflected,) = find_dates(f"민지야 {words}{particle} 말이야", SATURDAY)
    assert inflected.text == words
    assert (inflected.start, inflected.end, inflected.grain) == (plain.start, plain.end, plain.grain)


def test_text_typed_on_a_mac_gives_indices_of_the_composed_form() -> None:
    sentence = "민지는 다음 주 화요일에 면접 있어"
    (span,) = find_dates(unicodedata.normalize("NFD", sentence), SATURDAY)
    assert sentence[span.start_index : span.end_index] == span.text == "다음 주 화요일"


@pytest.mark.parametrize("space", ["\u00a0", "\t", "\n", "\u3000"])
@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("내일 모레", "2025-11-17"),
        ("지난 해", "2024-01-01"),
        ("작년 부처님 오신 날", "2024-05-15"),
        ("이천 십구년", "2019-01-01"),
    ],
)
def test_pasted_spaces_count_as_spaces(words: str, space: str, expected: str) -> None:
    (span,) = find_dates(words.replace(" ", space), SATURDAY)
    assert span.start == _time(expected)


def test_a_moment_without_zone_is_refused() -> None:
    with pytest.raises(ValueError, match="timezone-aware"):
        find_dates("어제", datetime(2025, 11, 15))  # noqa: DTZ001


def test_ranges_are_in_the_zone_of_the_moment() -> None:
    tokyo_evening = datetime(2025, 11, 15, 23, 30, tzinfo=timezone(timedelta(hours=9)))
    (span,) = find_dates("오늘", tokyo_evening.astimezone(UTC))
    assert span.start == datetime(2025, 11, 15, tzinfo=UTC)
    (span,) = find_dates("내일", tokyo_evening)
    assert span.start is not None
    assert span.start.isoformat() == "2025-11-16T00:00:00+09:00"


@pytest.mark.parametrize(
    ("zone", "now", "sentence", "length_hours"),
    [
        ("America/New_York", "2026-03-09T12:00", "어제", 23),
        ("America/New_York", "2025-11-03T12:00", "yesterday", 25),
        ("America/Sao_Paulo", "2018-11-05T12:00", "yesterday", 23),
        ("America/New_York", "2026-03-09T12:00", "어제 새벽 2시", 1),
    ],
)
def test_clock_changes_lengthen_and_shorten_days(
    zone: str, now: str, sentence: str, length_hours: int
) -> None:
    moment = datetime.fromisoformat(now).replace(tzinfo=ZoneInfo(zone))
    (span,) = find_dates(sentence, moment)
    assert span.start is not None
    assert span.end is not None
    assert span.end.timestamp() - span.start.timestamp() == length_hours * 3600


def test_a_day_the_calendar_skipped_is_not_invented() -> None:
    # Samoa went from 29 to 31 December 2011.
    moment = datetime(2011, 12, 31, 12, tzinfo=ZoneInfo("Pacific/Apia"))
    (span,) = find_dates("어제", moment)
    assert not span.resolved


@pytest.mark.parametrize("now", [datetime.min.replace(tzinfo=UTC), datetime.max.replace(tzinfo=UTC)])
def test_the_ends_of_time_do_not_break_it(now: datetime) -> None:
    for sentence, *_ in [*KOREAN_ON_SATURDAY, *ENGLISH_ON_SATURDAY]:
        for prefer in ("past", "future", "nearest"):
            find_dates(sentence, now, prefer=prefer)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("name", "days"),
    [
        ("seollal", ["1997-02-08", "2000-02-05", "2012-01-23", "2023-01-22", "2024-02-10", "2027-02-07"]),
        ("chuseok", ["1994-09-20", "2000-09-12", "2017-10-04", "2023-09-29", "2024-09-17", "2025-10-06"]),
        ("buddha", ["2012-05-28", "2020-04-30", "2022-05-08", "2023-05-27", "2024-05-15", "2025-05-05"]),
    ],
)
def test_lunar_holidays_fall_where_korean_calendars_put_them(name: str, days: list[str]) -> None:
    for day in days:
        assert holiday(name, int(day[:4])) == date.fromisoformat(day)


@pytest.mark.parametrize(
    ("name", "earliest", "latest"),
    [("seollal", (1, 20), (2, 21)), ("buddha", (4, 27), (5, 29)), ("chuseok", (9, 7), (10, 9))],
)
def test_the_lunar_table_has_every_year_in_its_season(
    name: str, earliest: tuple[int, int], latest: tuple[int, int]
) -> None:
    found = [holiday(name, year) for year in range(LUNAR_FIRST, LUNAR_LAST + 1)]
    assert all(day is not None and earliest <= (day.month, day.day) <= latest for day in found)
    # Lunar years are twelve or thirteen moons long.
    gaps = {(after - before).days for before, after in pairwise(found) if before and after}
    assert gaps <= {353, 354, 355, 383, 384, 385}
    assert holiday(name, LUNAR_FIRST - 1) is None
    assert holiday(name, LUNAR_LAST + 1) is None


TIME_QUESTIONS = [
    "우리 언제 만났지?",
    "내 생일이 며칠이야?",
    "몇일에 보기로 했지?",
    "몇 월에 갔었어?",
    "무슨 요일에 쉬어?",
    "몇 시에 일어나?",
    "그게 몇 년도였지?",
    "언제부터 아팠어요?",
    "이사한 게 몇 년 전이지?",
    "결혼한 지 몇 년 됐지?",
    "면접이 언젠지 기억나?",
    "어느 계절이었지?",
    "날짜가 뭐였지?",
    "며칠 전이었지?",
    "언제쯤 갈까",
    "When did I move?",
    "when's my birthday",
    "what date is the interview",
    "What day was it?",
    "what time is it",
    "which year did I graduate",
    "how long ago did we meet",
    "since when do you know",
    "Do you know when she left?",
    "how many years ago was that",
    "When?",
]
OTHER_SENTENCES = [
    "언제나 고마워",
    "언제든지 와",
    "언제 한번 보자",
    "언젠가 가자",
    "며칠 전에 갔어",
    "며칠 동안 아팠어",
    "몇 년 동안 살았어",
    "몇 년 전에 갔어",
    "몇 시간 걸려?",
    "누가 했어?",
    "뭐 먹었어?",
    "몇 개야?",
    "어느 나라 사람이야?",
    "무슨 날씨가 이래",
    "When I was young I lived there",
    "call me when you get home",
    "what did I eat",
    "how long is the river",
    "what's up",
]


@pytest.mark.parametrize("sentence", TIME_QUESTIONS)
def test_questions_about_time_are_recognised(sentence: str) -> None:
    assert is_time_question(sentence)
    assert is_time_question(unicodedata.normalize("NFD", sentence))


@pytest.mark.parametrize("sentence", OTHER_SENTENCES)
def test_other_sentences_do_not_ask_for_a_time(sentence: str) -> None:
    assert not is_time_question(sentence)


@pytest.mark.parametrize(
    "sentence",
    [
        "어제 갔어",
        "지난주 금욜에",
        "3월에 봐",
        "작년 여름",
        "7시 반",
        "주말에 쉬었어",
        "그때 좋았지",
        "we met yesterday",
        "Last SUMMER",
        "in May",
        "at 3pm",
        "two weeks later",
        "back in 2019",
        unicodedata.normalize("NFD", "어제 갔어"),
    ],
)
def test_time_words_are_noticed(sentence: str) -> None:
    assert has_time_words(sentence)


@pytest.mark.parametrize(
    "sentence",
    [
        "떡볶이 좋아해",
        "내 고양이 이름은 나비야",
        "그제야 알았어",
        "I like spicy food",
        "you may go",
        "",
        "\x00",
    ],
)
def test_sentences_without_time_have_no_time_words(sentence: str) -> None:
    assert not has_time_words(sentence)


@pytest.mark.parametrize(
    "sentence", [case[0] for case in [*KOREAN_ON_SATURDAY, *ENGLISH_ON_SATURDAY]] + NO_DATE
)
def test_the_quick_gate_hides_no_date(sentence: str) -> None:
    moment = Moment(SATURDAY, sentence)
    assert korean.scanner().scan(sentence, moment) == korean.scanner("").scan(sentence, moment)
    lowered = sentence.lower()
    assert english.scanner().scan(lowered, moment) == english.scanner("").scan(lowered, moment)


_PIECES = st.sampled_from(
    [word for case in [*KOREAN_ON_SATURDAY, *ENGLISH_ON_SATURDAY] for word in case[0].split()]
    + [
        "부터",
        "까지",
        "~",
        "-",
        ",",
        "(",
        ")",
        "0",
        "99",
        "2025",
        "년",
        "월",
        "일",
        "시",
        "전",
        "the",
        "of",
        "at",
    ]
)
_SENTENCES = st.one_of(
    st.text(),
    st.text(st.characters()),
    st.lists(_PIECES, max_size=12).map(" ".join),
    st.builds(
        str.join, st.sampled_from(["", "\t", "\n", "\u00a0", "\u3000"]), st.lists(_PIECES, max_size=12)
    ),
)
_ZONES = st.sampled_from(["Asia/Seoul", "America/New_York", "Pacific/Apia", "Europe/Dublin", "UTC"]).map(
    ZoneInfo
)
_MOMENTS = st.builds(
    lambda now, zone: now.replace(tzinfo=zone),
    st.datetimes(datetime(1900, 1, 1), datetime(2100, 1, 1)),  # noqa: DTZ001
    _ZONES,
)


def _lawful(span: DateSpan, text: str, now: datetime) -> None:
    assert 0 <= span.start_index < span.end_index <= len(text)
    assert span.text == text[span.start_index : span.end_index]
    assert span.grain in GRAINS
    assert span.resolved is (span.start is not None) is (span.end is not None)
    if span.start is not None and span.end is not None:
        assert span.start.tzinfo is span.end.tzinfo is now.tzinfo
        assert span.start.astimezone(UTC) < span.end.astimezone(UTC)


@given(text=_SENTENCES, now=_MOMENTS, prefer=st.sampled_from(["past", "future", "nearest"]))
@example(text="\ud800어제\udfff", now=SATURDAY, prefer="nearest")
@example(text="\x00내일\x00 3시", now=SATURDAY, prefer="nearest")
@example(text="İİ yesterday ﬁ MAY 3", now=SATURDAY, prefer="nearest")
@example(text="99999년 전 9999달 뒤 99시 99분 0월 0일 00/00 2월 30일", now=SATURDAY, prefer="past")
@settings(deadline=None)
def test_any_text_gives_lawful_spans(text: str, now: datetime, prefer: Prefer) -> None:
    composed = unicodedata.normalize("NFC", text)
    spans = find_dates(text, now, prefer=prefer)
    for span in spans:
        _lawful(span, composed, now)
    for one, other in pairwise(spans):
        assert one.end_index <= other.start_index
    assert find_dates(unicodedata.normalize("NFD", text), now, prefer=prefer) == spans
    is_time_question(text)
    has_time_words(text)
