"""Numbers that belong to a person: resident, card, account, passport, licence, business, insurance.

Every function takes a text prepared by `find` (ASCII digits and signs) and yields spans with a confidence;
where it takes a stretch of the text as well, it looks only there.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from saegim.language.pii import checks
from saegim.language.pii.nearby import LEFT, NOT_PERSONAL, RIGHT, Span, after, before, digits_of
from saegim.language.pii.phones import phones

# Digits with what people put between them.
RUN = re.compile(r"[0-9](?:(?: ?[-.·/~_()] ?\(?| {1,2}|에 ?| ?다시 ?)?[0-9])+")
_REACH = 4


def numbers_in(text: str) -> Iterator[Span]:
    """All readings of every run of seven digits or more."""
    for run in RUN.finditer(text):
        if len(run[0]) > 6 and len(digits_of(run[0])) > 6:
            # A little beyond the run: "+82", an opening bracket, the region of an old licence, what follows.
            start, end = max(0, run.start() - _REACH), run.end() + _REACH
            for read in (resident_numbers, phones, cards, accounts, licences, registrations):
                yield from read(text, start, end)


_RESIDENT = re.compile(
    LEFT + r"[0-9]{2}(?:0[1-9]|1[0-2])(?:0[1-9]|[12][0-9]|3[01])( ?[-~_] ?| ?다시 ?| )?[1-8][0-9]{6}" + RIGHT
)
_RESIDENT_WORD = re.compile(r"주민|외국인\s?등록|(?<!법인)(?<!사업자)등록\s?번호|민번|resident|RRN|rrn|ARC")


def resident_numbers(text: str, start: int, end: int) -> Iterator[Span]:
    """Resident and foreigner numbers: a real date always; the check digit raises or lowers confidence.

    Numbers issued or changed since October 2020 have no check digit, so a wrong one lowers confidence (.85)
    but does not acquit a number in its usual form, 6-7. Thirteen digits without a separator need a right
    check digit, a birth since then, or a word that names them: bar codes and timestamps look the same.
    """
    for match in _RESIDENT.finditer(text, start, end):
        digits = digits_of(match[0])
        if checks.birth_date(digits) is None:
            continue
        said = before(text, match.start())
        named = _RESIDENT_WORD.search(said) is not None
        right = checks.resident_check(digits)
        if not named and NOT_PERSONAL.search(said):
            continue
        if match[1]:
            confidence = 0.99 if right else 0.95 if named or right is None else 0.85
        elif named:
            confidence = 0.95 if right else 0.85
        elif right:
            confidence = 0.9
        elif right is None:
            confidence = 0.5
        else:
            continue
        yield Span(
            "foreigner_number" if digits[6] in "5678" else "resident_number", *match.span(), confidence
        )


_CARD = re.compile(
    LEFT
    + r"(?:[0-9]{4}( ?- ?|[ .])[0-9]{4}\1[0-9]{4}\1[0-9]{1,4}(?:\1[0-9]{3})?"
    + r"|3[0-9]{3}([- ])[0-9]{6}\2[0-9]{4,5}|[0-9]{13,19})"
    + RIGHT
)
_CARD_WORD = re.compile(r"카드|[Cc]ard|CARD|비자|마스터|VISA|[Vv]isa|[Mm]aster|[Aa]mex|아멕스|JCB")


def cards(text: str, start: int, end: int) -> Iterator[Span]:
    """Payment cards: a known network and the Luhn check; a mistyped one only where a card is spoken of."""
    for match in _CARD.finditer(text, start, end):
        digits = digits_of(match[0])
        if not 13 <= len(digits) <= 19 or not checks.card_network(digits) or len(set(digits)) == 1:
            continue
        separated = bool(match[1] or match[2])
        said = before(text, match.start())
        named = _CARD_WORD.search(said) is not None
        if not named and NOT_PERSONAL.search(said):
            continue
        if checks.luhn(digits):
            yield Span("card", *match.span(), 0.98 if named or separated else 0.85)
        elif named and separated:
            yield Span("card", *match.span(), 0.6)


_ACCOUNT = re.compile(
    LEFT
    + r"(?:[0-9]{2,6}(?:-[0-9]{1,8}){1,4}|[0-9]{3,6}(?: [0-9]{2,7}){1,3}|[0-9]{10,16})"
    + RIGHT
    + r"(?!\s?(?:원|만|천|억|달러|개|명|won|%))"
)
_ACCOUNT_WORD = re.compile(r"계좌|통장|입금|송금|이체|가상\s?계좌|[Aa]ccount|[Aa]cct")
_BANK = re.compile(
    r"은행|뱅크|카뱅|케뱅|농협|수협|신협|우체국|새마을|KB|NH|IBK|SC제일|씨티|KEB|iM|[Bb]ank"
    r"|(?:국민|신한|우리|하나|기업|산업|토스|카카오|부산|대구|광주|전북|경남|제주)\s?:?\s?$"
)
_ACCOUNT_FOLLOWS = re.compile(r"\s*\(?(?:계좌|으?로\s?(?:입금|송금|이체|보내|부쳐))")
_BANK_FOLLOWS = re.compile(r"\s*\(?(?:[가-힣A-Za-z]{2,4}은행|농협|신협|수협|우체국|카카오뱅크|토스뱅크)")
_DATED = re.compile(r"(?:19|20)[0-9]{2}[-. ](?:0?[1-9]|1[0-2])[-. ](?:0?[1-9]|[12][0-9]|3[01])(?![0-9])")


def accounts(text: str, start: int, end: int) -> Iterator[Span]:
    """Bank accounts, only beside the name of a bank or a word such as 계좌: alone they are just digits."""
    for match in _ACCOUNT.finditer(text, start, end):
        if not 10 <= len(digits_of(match[0])) <= 16 or _DATED.match(match[0]):
            continue
        said, follows = before(text, match.start()), after(text, match.end())
        if _ACCOUNT_WORD.search(said) or _ACCOUNT_FOLLOWS.match(follows):
            yield Span("account", *match.span(), 0.9)
        elif NOT_PERSONAL.search(said) or _CARD_WORD.search(said):
            continue
        elif _BANK.search(said) or _BANK_FOLLOWS.match(follows):
            yield Span("account", *match.span(), 0.85 if "-" in match[0] else 0.8)


_PASSPORT = re.compile(r"(?<![0-9A-Za-z])(?:[MSRGD][0-9]{8}|[MSRGD][0-9]{3}[A-Z][0-9]{4})(?![0-9A-Za-z])")
_DAY = re.compile(r"(?:19|20)[0-9]{2}(?:0[1-9]|1[0-2])(?:0[1-9]|[12][0-9]|3[01])")
_PASSPORT_WORD = re.compile(r"여권|[Pp]assport|PASSPORT")


def passports(text: str) -> Iterator[Span]:
    """Korean passports, old (M12345678) and since 2021 (M123A4567); unnamed, only in the commonest form."""
    for match in _PASSPORT.finditer(text):
        said = before(text, match.start())
        if _PASSPORT_WORD.search(said) or _PASSPORT_WORD.search(after(text, match.end(), 8)):
            yield Span("passport", *match.span(), 0.95)
        elif match[0][0] == "M" and not NOT_PERSONAL.search(said) and not _looks_dated(match[0][1:]):
            yield Span("passport", *match.span(), 0.6 if match[0][1:].isdigit() else 0.7)


def _looks_dated(digits: str) -> bool:
    return _DAY.fullmatch(digits) is not None


_LICENCE = re.compile(LEFT + r"([12][0-9])([- ])[0-9]{2}\2[0-9]{6}\2[0-9]{2}" + RIGHT)
_LICENCE_REGION = re.compile(
    r"(?:서울|부산|경기|강원|충북|충남|전북|전남|경북|경남|제주|대구|인천|광주|대전|울산)[- ]?[0-9]{2}-[0-9]{6}-[0-9]{2}"
    + RIGHT
)
_LICENCE_BARE = re.compile(LEFT + r"([12][0-9])[0-9]{10}" + RIGHT)
_LICENCE_WORD = re.compile(r"면허|[Ll]icen[cs]e")


def licences(text: str, start: int, end: int) -> Iterator[Span]:
    """Driver's licences: a known area code, then 2-6-2 digits; unseparated ones only where 면허 is said."""
    for match in _LICENCE.finditer(text, start, end):
        if int(match[1]) not in checks.LICENCE_AREAS:
            continue
        said = before(text, match.start())
        if _LICENCE_WORD.search(said):
            yield Span("licence", *match.span(), 0.97)
        elif not _ACCOUNT_WORD.search(said) and not NOT_PERSONAL.search(said):
            yield Span("licence", *match.span(), 0.85 if match[2] == "-" else 0.6)
    for match in _LICENCE_REGION.finditer(text, start, end):
        named = _LICENCE_WORD.search(before(text, match.start())) is not None
        yield Span("licence", *match.span(), 0.95 if named else 0.6)
    for match in _LICENCE_BARE.finditer(text, start, end):
        if int(match[1]) in checks.LICENCE_AREAS and _LICENCE_WORD.search(before(text, match.start())):
            yield Span("licence", *match.span(), 0.85)


_BUSINESS = re.compile(LEFT + r"[1-9][0-9]{2}(-)?[0-9]{2}(?(1)-)[0-9]{5}" + RIGHT)
_BUSINESS_WORD = re.compile(r"사업자|[Bb]usiness [Rr]eg|BRN|[Bb]iz\s?[Nn]o")
_INSURANCE = re.compile(LEFT + r"(?:[1-9]-[0-9]{10}|[1-9][0-9]{10})" + RIGHT)
_INSURANCE_WORD = re.compile(r"건강\s?보험|건보|보험증|증번호")


def registrations(text: str, start: int, end: int) -> Iterator[Span]:
    """Business registration numbers by their check digit; health insurance numbers where they are named."""
    for match in _BUSINESS.finditer(text, start, end):
        said = before(text, match.start())
        named = _BUSINESS_WORD.search(said) is not None
        if not checks.business_check(digits_of(match[0])):
            if named:
                yield Span("business_number", *match.span(), 0.6)
        elif named:
            yield Span("business_number", *match.span(), 0.97)
        elif match[1] and not NOT_PERSONAL.search(said) and not _ACCOUNT_WORD.search(said):
            yield Span("business_number", *match.span(), 0.8)
    for match in _INSURANCE.finditer(text, start, end):
        if _INSURANCE_WORD.search(before(text, match.start())):
            yield Span("health_insurance", *match.span(), 0.85)
