"""What the searches share: spans, the edges of a number, and the words around it."""

from __future__ import annotations

import re
from typing import NamedTuple

from saegim.language.pii.found import Kind


class Span(NamedTuple):
    """Where something was found, before overlaps are settled."""

    kind: Kind
    start: int
    end: int
    confidence: float


# Stands for every character that is already taken, or was masked before: it is in no word and no number.
FILLER = "\ufffc"

# No longer number and no code goes on to either side.
LEFT = r"(?<![0-9A-Za-z])(?<![0-9][-.])"
RIGHT = r"(?![0-9])(?![-.][0-9])"

# Words that say what a number is not; they stand close before it.
NOT_PERSONAL = re.compile(
    r"주문|운송장|송장|택배|시리얼|일련|제품|상품|모델|품번|코드|바코드|접수|예약|승인|거래|참조|문서|관리번호|사번|학번|쿠폰|기프티콘|영수증|법인"
    r"|ISBN|isbn|order|serial|track|invoice|model|code|SKU|sku|EAN|UPC|coupon|ticket|ref"
)
# Where the words around one number end and those around another begin.
_CUT = re.compile(rf"[0-9][0-9\-. ]{{3,}}[0-9]|{FILLER}|\*{{3}}|\n")
_NOT_DIGIT = re.compile(r"[^0-9]")


def before(text: str, start: int, width: int = 24) -> str:
    """What is said just before a position, back to the previous number."""
    window = text[max(0, start - width) : start]
    cut = 0
    for match in _CUT.finditer(window):
        cut = match.end()
    return window[cut:]


def after(text: str, end: int, width: int = 14) -> str:
    """What is said just after a position, up to the next number."""
    window = text[end : end + width]
    cut = _CUT.search(window)
    return window[: cut.start()] if cut else window


def digits_of(found: str) -> str:
    """Only the digits."""
    return _NOT_DIGIT.sub("", found)
