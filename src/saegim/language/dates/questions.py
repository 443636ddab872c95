"""Two cheap tests on a text: does it ask for a time, does it mention one."""

from __future__ import annotations

import re
import unicodedata
from functools import cache

_COUNT = r"(?:년|달|개월|주|일|시간|분)"
_ASKS_KOREAN = (
    # 언제나, 언제든지 and 언제 한번 보자 ask nothing.
    r"언제(?!나(?!요)|든|라도|까지[고나]|\s?한\s?번)|언젠(?=지|데|가요\?)"
    r"|(?:며칠|몇\s?일)(?!\s?(?:전|후|뒤|째|간|동안|만|내|안에|있|더|사이|쯤\s?(?:전|후|뒤)))"
    rf"|(?:며칠|몇\s?{_COUNT})\s?(?:쯤\s?)?(?:전|후|뒤)(?:쯤)?(?:이[야지었죠니예에]|인[가지데]|일까|였|더라)"
    r"|몇\s?(?:월|년도|년(?!\s?(?:전|후|뒤|째|간|동안|만|더|사이|안))|시(?![간])|분기|살\s?때)"
    r"|(?:무슨|어느|몇|어떤)\s?(?:요일|날(?!씨)|해(?=에|였|지|야|이|\s|\?|$)|계절|달(?=에|이|\s|\?|$)|시기|연도|년도|시간대)"
    r"|얼마(?:나|큼)?\s?(?:전(?:이[야지었죠니예에]|인[가지데]|일까|에\s.{0,60}\?)|오래|됐|되었|지났)"
    rf"|몇\s?{_COUNT}\s?(?:이?나\s?)?(?:됐|되었|지났|남았)"
    r"|날짜[가는를]?\s?(?:뭐|언|알|몇|어떻)|시간[이은]?\s?(?:몇\s?시|언제)"
)
_ASKS_ENGLISH = (
    r"\b(?:when(?:'s|'d|'ll|\s+(?:did|do|does|is|was|were|are|am|will|would|can|could|should|has|have|had|exactly))\b"
    r"|(?:since|until|till|by)\s+when\b"
    r"|(?:know|tell\s+me|remind\s+me|recall|wonder(?:ing)?|ask(?:ed|ing)?|sure|figure\s+out|say)\s+(?:exactly\s+)?when\b"
    r"|(?:what|which)\s+(?:exact\s+)?(?:date|day|time|year|month|week|weekday|season|hour|quarter|decade)s?\b"
    r"|what(?:'s|\s+is|\s+was)\s+the\s+(?:date|day|time|year|month)\b"
    r"|how\s+long\s+(?:ago|since|until|till|before|after|has|have|had|been)\b"
    r"|how\s+(?:recently|soon)\b"
    r"|how\s+many\s+(?:days|weeks|months|years|hours|minutes)\s+"
    r"(?:ago|since|until|till|before|after|later|has|have|had|passed|are\s+left|left)\b)"
    r"|^\W*(?:and\s+|so\s+|but\s+)?when\s*\?"
)
_MENTIONS_KOREAN = (
    r"[0-9]\s?(?:년|월|일|시|분|주|달|개월)|[0-9]{1,2}:[0-9]{2}|[0-9]/[0-9]|(?:19|20)[0-9]{2}-|"
    r"[월화수목금토일](?:요일|욜)|[한두세네몇]\s?(?:시(?=[에쯤반\s간])|달|주(?=일|\s|[에간])|해(?=\s|[에전])|년)|"
    r"오늘|어제|어젯|어저께|그제(?!서?야)|그저께|내일|낼모레|모레|글피|아까|방금|요즘|요새|최근|"
    r"(?:지난|저번|이번|다음|담)\s?(?:주|달|해|[0-9봄여가겨월화수목금토일])|작년|올해|내년|내후년|"
    r"며칠|하루|이틀|사흘|나흘|열흘|보름|일주일|[일이삼]년|개월|주말|평일|"
    r"아침|점심|저녁|새벽|오전|오후|밤(?=에|엔|\s|$|새)|봄(?=에|엔|날)|여름|가을|겨울|"
    r"언젠가|그때|그날|예전|옛날|나중에|설날|추석|크리스마스|어린이날|연말|연초|월말|월초|상반기|하반기|분기"
)
_MENTIONS_ENGLISH = (
    r"\b(?:today|tonight|tomorrow|yesterday|ago|recently|lately|(?:mon|tues|wednes|thurs|fri|satur|sun)days?|"
    r"weekends?|january|february|march|april|(?:in|last|next|this|since|early|late|by)\s+may|may\s+[0-9]|june|july|"
    r"august|september|october|november|december|mornings?|noon|afternoons?|evenings?|nights?|midnight|"
    r"minutes?|hours?|days?|weeks?|months?|years?|(?:last|next|this|in|the)\s+(?:spring|fall)|summer|autumn|winter|"
    r"(?:19|20)[0-9]{2}s?|christmas|halloween|thanksgiving|easter|birthdays?|anniversary|[0-9]{1,2}\s?[ap]\.?m|"
    r"o'clock|[0-9]{1,2}:[0-9]{2}|[0-9]{1,2}(?:st|nd|rd|th)|someday|back\s+then)\b"
)
_LATIN = re.compile("[A-Za-z]{2}")


@cache
def _patterns() -> tuple[re.Pattern[str], re.Pattern[str], re.Pattern[str], re.Pattern[str]]:
    # Compiled on first use: importing the package must stay quick.
    return (
        re.compile(_ASKS_KOREAN),
        re.compile(_ASKS_ENGLISH),
        re.compile(_MENTIONS_KOREAN),
        re.compile(_MENTIONS_ENGLISH),
    )


def _matches(text: str, korean: re.Pattern[str], english: re.Pattern[str]) -> bool:
    text = unicodedata.normalize("NFC", text)
    if korean.search(text):
        return True
    return _LATIN.search(text) is not None and english.search(text.lower().replace("’", "'")) is not None


def is_time_question(text: str) -> bool:
    """Whether the text asks when, on what date, at what time or how long ago."""
    korean, english, _, _ = _patterns()
    return _matches(text, korean, english)


def has_time_words(text: str) -> bool:
    """Whether the text mentions a time at all; a hint for ranking, looser than find_dates."""
    _, _, korean, english = _patterns()
    return _matches(text, korean, english)
