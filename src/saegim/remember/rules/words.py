"""What sort of thing a Korean noun names, in one letter per sort.

Patterns ask for a sort (`{job}`), not for words, so that one rule serves every job in the lists.
"""

from __future__ import annotations

import re
from functools import lru_cache

from saegim.remember.rules import words_health as health
from saegim.remember.rules import words_people as people
from saegim.remember.rules import words_things as things

FAMILY, COMPANION, STRANGER, JOB, STATUS, STUDENT, SCHOOL, BUSINESS, COMPANY = "RFHJNKUBM"
CONDITION, PASSING, BODY, DRUG, DEVICE, DIET = "CcyDdV"
SPECIES, THING, LANGUAGE, APPOINTMENT, EVENT, FEELING, TIME, MOOD, CHORE, CREATURE, ANSWER = "SOGQeETWXxI"
APP = "a"

_LISTS = (
    (FAMILY, people.FAMILY),
    (COMPANION, people.COMPANIONS),
    (STRANGER, people.STRANGERS),
    (JOB, people.JOB_HEADS),
    (STATUS, people.STATUS),
    (STUDENT, people.STUDENTS),
    (CONDITION, health.CONDITIONS),
    (PASSING, health.PASSING),
    (BODY, health.BODY),
    (DRUG, health.DRUGS),
    (DEVICE, health.DEVICES),
    (DIET, health.DIETS),
    (SPECIES, things.SPECIES),
    (THING, things.THINGS),
    (LANGUAGE, things.LANGUAGES),
    (APP, things.APPS),
    (APPOINTMENT, things.APPOINTMENTS),
    (EVENT, things.EVENTS),
    (FEELING, things.FEELINGS),
    (TIME, things.TIME_NOUNS),
    (MOOD, things.WEATHER),
    (CHORE, things.CHORES),
    (CREATURE, things.CREATURES),
    (ANSWER, things.ANSWERING),
)
_TAILS = (
    (CONDITION, re.compile(f"(?:.*){health.CONDITION_TAIL}"), frozenset(health.NOT_CONDITION)),
    (DRUG, re.compile(health.DRUG_TAIL), frozenset(health.NOT_DRUG)),
    (SCHOOL, re.compile(f"(?:.*){people.SCHOOL}"), frozenset(people.NOT_SCHOOL)),
    (BUSINESS, re.compile(f"(?:.*){people.BUSINESS}"), frozenset(people.NOT_BUSINESS)),
    (THING, re.compile(r"(?:갤럭시|아이폰|아이패드|맥북|닌텐도|플스|에어팟|애플워치).*"), frozenset[str]()),
    (
        SPECIES,
        re.compile(
            r".+(?:고양이|강아지|거북이|햄스터|앵무새|앵무|도마뱀|게코|푸들|테리어|리트리버|반려견|반려묘|유기견|유기묘)"
        ),
        frozenset[str](),
    ),
    (COMPANY, re.compile(f"(?:.*){people.COMPANY}"), frozenset[str]()),
)
_JOB_TAIL = tuple(word for word in people.JOB_HEADS if len(word) > 1)
# 아빌리파이정, 콘서타캡슐: the same medicine.
_DOSE_FORMS = ("정", "캡슐", "시럽", "크림", "패치", "서방정", "구강정")
_KNOWN: dict[str, str] = {}
for _sort, _words in _LISTS:
    for _word in _words:
        _KNOWN[_word] = _KNOWN.get(_word, "") + _sort

# Written together these are one word, however the analyser cut them: 고/혈압, 나/ㄴ/독/증, 비/건.
_MORE = "역할극 상황극 집순이 집돌이 길치 음치 몸치 박치 기계치 완벽주의자 야행성 투룸 쓰리룸 할랄만 농사 마을버스 웹소설 웹툰 솔로 모솔 최애 노션 응원팀 엔프피 인프피 잇티제 팀즈 카톡 인스타 유튜브 기념일 미혼 비혼 돌싱 외동 외동딸 외동아들 극혐 왼손잡이 단약 카페인 요가 아이유 잔나비 대인기피 월수금 화목토 화목토일 월화수 월화수목금 월수 월목 화금 토일 화목 월화 화수 수목 목금 금토 금토일 화수목 수목금 월화목 화목금 월수목 월화금 월목금 화수금 월화수목 화수목금".split()
COMPOUNDS = frozenset(_MORE) | frozenset(
    word
    for word in _KNOWN
    if len(word) > 1 and not set(_KNOWN[word]) <= {CHORE, CREATURE, STRANGER, MOOD, TIME, FEELING}
)
LONGEST_COMPOUND = max(map(len, COMPOUNDS))


def _stem(word: str) -> str:
    return next((word.removesuffix(form) for form in reversed(_DOSE_FORMS) if word.endswith(form)), word)


@lru_cache(maxsize=16_384)
def sorts(word: str) -> str:
    """Letters of what the word may name; an empty string for most words."""
    found = _KNOWN.get(word) or (_KNOWN.get(word.upper(), "") if word.isascii() else "")
    for sort, tail, exceptions in _TAILS:
        if sort not in found and word not in exceptions and tail.fullmatch(word):
            found += sort
    if DRUG not in found and word.endswith(_DOSE_FORMS) and _stem(word) in _KNOWN:
        found += DRUG if DRUG in _KNOWN[_stem(word)] else ""
    if JOB not in found and len(word) > 2 and word.endswith(_JOB_TAIL):
        found += JOB
    return found


_SURNAMES = frozenset(
    "김이박최정강조윤장임한오서신권황안송전홍유고문양손배백허남심노하곽성차주우구민류나진지엄채원천방공현함변염여추도소석선설마길연위표명기반왕금옥육인맹제모탁국어은편용"
)
_GIVEN = frozenset(
    "가강건겸경고관광교구국권규균근금기길나남다단달담대덕도동두라란람래려련령로록루륜률리린림마만명모무문미민바배백별병보복본봉빈빛사산상새서석선설섭성세소솔송수숙순슬승시신실아안애양언엄여연열영예오옥온완용우욱운웅원월위유윤율은을음의이익인일임자장재전정제조종주준중지진찬창채천철청초춘충치태택하학한해향헌혁현형혜호홍화환효후훈휘희힘"
)


def could_be_given(word: str) -> bool:
    """Whether all syllables are ones that Korean given names are made of."""
    return 2 <= len(word) <= 3 and all(syllable in _GIVEN for syllable in word)


def is_surname(syllable: str) -> bool:
    """Whether the syllable is one of the usual family names."""
    return syllable in _SURNAMES


def looks_like_name(word: str) -> bool:
    """Whether a word that no list knows could be a Korean full name."""
    return (
        len(word) == 3
        and word[0] in _SURNAMES
        and word[1] in _GIVEN
        and word[2] in _GIVEN
        and not sorts(word)
        and not word.endswith(("국인", "대생", "학생", "교도"))
    )
