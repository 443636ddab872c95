"""Phone numbers: mobile, landline, from abroad, and as people say them aloud."""

from __future__ import annotations

import re
from collections.abc import Iterator

from saegim.language.pii.nearby import LEFT, NOT_PERSONAL, RIGHT, Span, before, digits_of

_SEP = r"(?: ?[-.·/~_] ?| |\) ?| ?다시 ?|에 ?)"
_MOBILE = re.compile(LEFT + rf"\(?01[016789](?:{_SEP})?([0-9]{{3,4}})({_SEP})?[0-9]{{4}}" + RIGHT)
_AREA = r"(?:2|3[1-3]|4[1-4]|5[1-5]|6[1-4]|70|50[2-8])"
_LANDLINE = re.compile(LEFT + rf"\(?0{_AREA}{_SEP}[0-9]{{3,4}}{_SEP}[0-9]{{4}}" + RIGHT)
_LANDLINE_BARE = re.compile(LEFT + rf"0{_AREA}[0-9]{{7,8}}" + RIGHT)
_FROM_ABROAD = re.compile(
    rf"(?<![0-9A-Za-z+])(?:\+ ?82|0082|82(?=[- ]))[-. ]?(?:\(0\)|0)?[-. ]?\(?(?:1[016789]|{_AREA})\)?[-. ]?"
    rf"[0-9]{{3,4}}[-. ]?[0-9]{{4}}" + RIGHT
)
_FOREIGN = re.compile(
    r"(?<![0-9A-Za-z+])\+(?!82)[1-9][0-9]{0,2}(?:[-. ]?\(?[0-9]{1,4}\)?){1,5}[-. ]?[0-9]{3,4}" + RIGHT
)
_LOCAL = re.compile(LEFT + r"(?!1[568][0-9]{2}-)[2-9][0-9]{2,3}[- .][0-9]{4}" + RIGHT)
_AMERICAN = re.compile(
    r"(?<![0-9A-Za-z])(?:\([2-9][0-9]{2}\) ?|[2-9][0-9]{2}[-. ])[2-9][0-9]{2}[-. ][0-9]{4}" + RIGHT
)
_PHONE_WORD = re.compile(
    r"전화|연락처|핸드폰|휴대폰|휴대전화|폰\s?번호|폰번|핸폰|집전화|팩스"
    r"|[Tt][Ee][Ll]|[Pp]hone|[Cc]ell|[Mm]obile|[Cc]all|[Tt]ext me|[Mm]y number|[Ff]ax"
)
_SPOKEN_DIGIT = "공영빵일이삼사오육륙칠팔구"
_PAUSE = r"(?:[-., ]|에 ?| ?다시 ?)?"
_SPOKEN = re.compile(
    rf"(?:[공영빵]일[공영빵일육륙칠팔구]|{LEFT}01[016789]){_PAUSE}"
    rf"(?:[{_SPOKEN_DIGIT}0-9]{_PAUSE}){{6,7}}[{_SPOKEN_DIGIT}0-9](?![0-9])"
)
_IN_WORDS = re.compile(rf"[{_SPOKEN_DIGIT}]")
SPOKEN_HINT = re.compile(rf"[공영빵]일[공영빵일육륙칠팔구]|01[016789][-., ]?[{_SPOKEN_DIGIT}]{{3}}")


def phones(text: str, start: int, end: int) -> Iterator[Span]:
    """Mobile, landline and international numbers; not the 15xx and 080 lines of companies.

    A number without its area code, or an American one, needs a word such as 전화 or phone before it.
    """
    for match in _MOBILE.finditer(text, start, end):
        long_ = len(match[1]) == 4
        if match[0].lstrip("(").startswith("010") and not long_:
            # 010 has always had eight digits after it; seven is a slip, if it is written as a phone.
            if match[2]:
                yield Span("phone", *match.span(), 0.6)
            continue
        bare = match[0].isdigit()
        doubtful = bare and NOT_PERSONAL.search(before(text, match.start(), 12)) is not None
        yield Span("phone", *match.span(), 0.6 if doubtful else 0.95 if match[2] else 0.9)
    for match in _LANDLINE.finditer(text, start, end):
        yield Span("phone", *match.span(), 0.9)
    for match in _FROM_ABROAD.finditer(text, start, end):
        yield Span("phone", *match.span(), 0.95)
    for match in _FOREIGN.finditer(text, start, end):
        count = len(digits_of(match[0]))
        if 9 <= count <= 15 and (not match[0][1:].isdigit() or count >= 11):
            yield Span("phone", *match.span(), 0.85)
    for pattern, confidence in ((_LANDLINE_BARE, 0.8), (_AMERICAN, 0.8), (_LOCAL, 0.6)):
        for match in pattern.finditer(text, start, end):
            if _PHONE_WORD.search(before(text, match.start(), 16)):
                yield Span("phone", *match.span(), confidence)


def spoken_phones(text: str) -> Iterator[Span]:
    """Mobile numbers in words: 공일공 일이삼사 오육칠팔."""
    for match in _SPOKEN.finditer(text):
        if _IN_WORDS.search(match[0]):
            yield Span("phone", *match.span(), 0.85)
