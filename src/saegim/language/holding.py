"""What a question asks to be told, and whether a text holds such a thing: a time, a price, a number.

Cheap tests that ranking leans on: of two texts about a rent, the one with an amount answers "how much".
"""

from __future__ import annotations

import re
from enum import IntFlag
from functools import cache
from typing import NamedTuple

from saegim.language.dates import has_time_words, is_time_question
from saegim.language.text import nfc


class Holds(IntFlag):
    """Kept with every text in the index: the values must never change."""

    NOTHING = 0
    TIME = 1
    MONEY = 2
    NUMBER = 4


class _Patterns(NamedTuple):
    asks_money: re.Pattern[str]
    asks_number: re.Pattern[str]
    money: re.Pattern[str]
    number: re.Pattern[str]


@cache
def _patterns() -> _Patterns:
    # Compiled on first use: importing the package must stay quick.
    return _Patterns(
        # 얼마나, 얼마 만에, 얼마 동안, 얼마 전 ask for something else.
        re.compile(
            r"얼마(?!나|\s?만에|\s?동안|\s?전)|몇\s?[만천백억]|가격|비용"
            r"|\b(?:how much|costs?|price|paid|pay)\b",
            re.IGNORECASE,
        ),
        re.compile(
            r"몇|얼마나|\b(?:how (?:many|old|long|far|tall|often|big|heavy)|number of)\b", re.IGNORECASE
        ),
        # "450 줬어" is a price without its unit, and prices have two digits or more.
        re.compile(
            r"[0-9]{2,}|[0-9][0-9,.]*\s?(?:[만천백억]|원|달러|불|유로|엔)"
            r"|[일이삼사오육칠팔구십백천]\s?만\s?원?|[£$€₩]\s?[0-9]"
            r"|[0-9]\s?(?:k|won|euros?|dollars?|pounds?|quid|million|grand)\b",
            re.IGNORECASE,
        ),
        re.compile(
            r"[0-9]|(?<![가-힣])(?:한|두|세|네|다섯|여섯|일곱|여덟|아홉|열|스무|스물|서른|마흔|쉰)\s?[가-힣]"
            r"|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty|thirty|dozen"
            r"|couple|few|several|once|twice)\b",
            re.IGNORECASE,
        ),
    )


def asked_for(text: str) -> Holds:
    """What the answer to this question must hold, where that can be told."""
    text = nfc(text)
    patterns = _patterns()
    asked = Holds.TIME if is_time_question(text) else Holds.NOTHING
    if patterns.asks_money.search(text):
        asked |= Holds.MONEY
    elif patterns.asks_number.search(text):
        asked |= Holds.NUMBER
    return asked


def held_in(text: str) -> Holds:
    """What this text could answer; looser than reading it would be."""
    text = nfc(text)
    patterns = _patterns()
    held = Holds.TIME if has_time_words(text) else Holds.NOTHING
    if patterns.money.search(text):
        held |= Holds.MONEY
    if patterns.number.search(text):
        held |= Holds.NUMBER
    return held
