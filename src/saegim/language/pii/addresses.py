"""Postal addresses, down to the house: a town or a district alone is no secret and stays."""

from __future__ import annotations

import re
from collections.abc import Iterator

from saegim.language.pii import places
from saegim.language.pii.nearby import Span, before

# Counted things: "앞으로 3번" and "버스로 30분" are no house numbers.
_COUNTED = (
    r"(?:번째|번(?!지|길|안길|[가나다라]길)|분|시|개|명|원|년|월|일|주|달|초|살(?!아|고|았|던)|세|%|퍼|킬로|km|cm|kg|미터|m\b|배|위|점|회|권|장|마리|인|박|차|학년|만"
    r"|천|백|억|등|대|편|곡|가|호선|출구|가지|쪽|페이지|교시|단계|강|화|부|잔|병|그릇|조각|벌|켤레|봉|팀|판|곳|군데|박스|건|줄|시간|[.,/:][0-9])"
)
_HOUSE = rf"(?:지하\s?)?[0-9]{{1,5}}(?:-[0-9]{{1,4}})?(?![0-9])(?!\s?{_COUNTED})"
_BUILDING = (
    r"(?:아파트|빌라|오피스텔|맨션|빌딩|타워|하이츠|캐슬|자이|푸르지오|래미안|힐스테이트|마을|단지|주택)"
)
_DETAIL = (
    rf"(?:[, ]{{0,2}}\(?[가-힣A-Za-z0-9]{{1,15}}{_BUILDING}\)?)?"
    r"(?:[, ]{0,2}제?[0-9A-Za-z가-힣]{1,4}동(?=[\s,]{0,2}제?[0-9]))?"
    r"(?:[, ]{0,2}(?:지하\s?|B)?[0-9]{1,3}층(?!짜리))?(?:[, ]{0,2}제?[0-9A-Z]{1,5}호(?!선|점|실|기))?"
    r"(?:\s?\([가-힣0-9]{1,6}동(?:,\s?[^()\n]{1,20})?\))?"
)
_ROAD = r"[가-힣0-9A-Za-z.·]{1,24}?(?:로|길)(?:\s?[0-9]{1,4}(?:번[가나다라]?길|번안길|[가나다라]?길))?"
_LOT = r"[가-힣0-9]{1,24}?(?:(?:동|읍|면|리)(?:\s?[0-9]{1,2}가)?|로\s?[0-9]가)"
_STREET = re.compile(rf"(?:{_ROAD}\s?{_HOUSE}|{_LOT}\s?(?:산\s?)?{_HOUSE}(?:\s?번지)?){_DETAIL}")
_HINT = re.compile(rf"(?:로|길|동|읍|면|리|가)\s?(?:지하\s?|산\s?)?[0-9]{{1,5}}(?!\s?{_COUNTED})")
_UP_TO_WORD = re.compile(r".*[^가-힣0-9A-Za-z.·]", re.DOTALL)
_UNIT = re.compile(
    rf"(?:[가-힣A-Za-z0-9]{{2,15}}{_BUILDING}\s?)?(?<![0-9])[0-9]{{1,4}}동\s?[0-9]{{1,4}}호(?!선|점|기)"
)
_UNIT_HINT = re.compile(r"[0-9]동\s?[0-9]{1,4}호")
_REGIONS = tuple(sorted({*places.PROVINCES, *places.CITIES, *places.DISTRICTS}, key=len, reverse=True))
_TOWN = re.compile(r"(?<![가-힣])[가-힣]{1,5}(?:읍|면)$")
_POSTCODE = re.compile(r"(?<![0-9])\(?[0-9]{5}\)?$")
_EXACT = re.compile(r"번지|(?:번[가나다라]?길|번안길)\s?[0-9]|[0-9]동[\s,]*[0-9]+호")
_PLACE_WORD = re.compile(
    r"주소|거주|배송지|사는\s?곳|살아|살고|우편|본적|자택|집은|집이|우리\s?집|이사|[Aa]ddress"
)
_RESIDES = re.compile(r"\s?(?:번지)?(?:에서?|에)?\s?(?:살아|살고|살았|사는|산다|삽니다|거주|이사|로\s?이사)")
# -로 that is a particle or an adverb, however near a number stands to it.
_NO_ROAD = re.compile(
    r"(?:앞으로|새로|바로|별로|따로|서로|실제로|그대로|이대로|대로|제대로|정말로|진짜로|주로|때로|함부로|스스로|[가-힣]+으로)\s?[0-9]"
)
_ENGLISH = re.compile(
    r"(?<![0-9A-Za-z])[0-9]{1,5}(?:-[0-9]{1,4})?,? [A-Z][a-z]+(?:-?[a-z]+)?[0-9]*-?(?:ro|daero|gil)\b"
    r"(?:\s?[0-9]{1,4}(?:beon)?-gil)?(?:,? [A-Z][a-z]+-(?:gu|si|gun|dong|eup|myeon|do))*"
    r"(?:,? (?:Seoul|Busan|Incheon|Daegu|Daejeon|Gwangju|Ulsan|Sejong|Jeju))?"
    r"|(?<![0-9A-Za-z])[0-9]{1,5} (?:[NSEW]\.? )?(?:[A-Z][a-z]+ ){1,3}"
    r"(?:Street|St|Avenue|Ave|Road|Rd|Boulevard|Blvd|Lane|Ln|Drive|Court|Ct)\b"
)
_ENGLISH_HINT = re.compile(r"[0-9],? [A-Z][a-z]")


def addresses(text: str) -> Iterator[Span]:
    """Korean road and lot addresses with their house number, and the number of a flat (101동 1203호).

    Without a city or district before it, a road or a lot needs a flat, 번지, 번길 or a word such as 주소 beside it.
    """
    if not text.isascii():
        for hint in _HINT.finditer(text):
            found = _around(text, hint.start())
            if found is not None:
                yield found
        if _UNIT_HINT.search(text):
            for match in _UNIT.finditer(text):
                yield Span("address", *match.span(), 0.8)
    if _ENGLISH_HINT.search(text):
        for match in _ENGLISH.finditer(text):
            yield Span("address", *match.span(), 0.85 if "-" in match[0] else 0.7)


def _around(text: str, at: int) -> Span | None:
    """The address whose road or quarter ends at a position, with what comes before and after it."""
    earlier = _UP_TO_WORD.match(text, max(0, at - 24), at)
    begin = earlier.end() if earlier else max(0, at - 24)
    street = _STREET.match(text, begin)
    if street is None or street.end() <= at:
        return None
    end = begin + len(street[0].rstrip(" ,("))
    start, inside = _region_before(text, begin), _region_inside(text, begin)
    if start < begin or inside > begin:
        if _NO_ROAD.match(text, inside):
            return None
        return Span("address", start, end, 0.92)
    if _EXACT.search(street[0]):
        return Span("address", begin, end, 0.8)
    if _NO_ROAD.match(street[0]):
        return None
    if _PLACE_WORD.search(before(text, begin, 14)) or _RESIDES.match(text, end):
        return Span("address", begin, end, 0.7)
    return None


def _region_before(text: str, begin: int) -> int:
    """Where the province, city, district and town before a street begin; `begin` when there are none."""
    start = begin
    window = text[max(0, begin - 8) : begin].rstrip()
    town = _TOWN.search(text, max(0, begin - 8), max(0, begin - 8) + len(window))
    at = town.start() if town and town[0] not in _REGIONS else begin
    for _ in range(3):
        rest = text[max(0, at - 12) : at].rstrip(" ,")
        name = (
            next((name for name in _REGIONS if rest.endswith(name)), None)
            if rest.endswith(_REGIONS)
            else None
        )
        if name is None:
            break
        at = at - (len(text[max(0, at - 12) : at]) - len(rest)) - len(name)
        start = at
    if start < begin and (code := _POSTCODE.search(text[max(0, start - 9) : start].rstrip())):
        start = max(0, start - 9) + code.start()
    return start


def _region_inside(text: str, begin: int) -> int:
    """Where the region written together with the street ends: 서울강남구테헤란로."""
    at = begin
    while text.startswith(_REGIONS, at):
        at += len(next(name for name in _REGIONS if text.startswith(name, at)))
    return at
