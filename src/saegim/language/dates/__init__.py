"""Date expressions in Korean and English text, resolved against a given moment.

Each expression becomes a half-open range of aware datetimes. Weeks start on Monday. Nothing here reads a
clock or a file: the caller says what "now" is.
"""

from saegim.language.dates.find import find_dates
from saegim.language.dates.questions import has_time_words, is_time_question
from saegim.language.dates.span import DateSpan, Prefer

__all__ = ["DateSpan", "Prefer", "find_dates", "has_time_words", "is_time_question"]
