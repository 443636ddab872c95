"""Names a model gives to things, as saegim names them: kinds, keys, subjects."""

from __future__ import annotations

import difflib
import re
from collections.abc import Mapping

from saegim.models import KINDS, SAFETY_KINDS
from saegim.remember.transcript import clean

# What extraction may find; episodes and insights are made from memories, not from a turn.
FOUND_KINDS = tuple(kind for kind in KINDS if kind not in ("episode", "insight"))

_NEAR_KINDS: Mapping[str, str] = {
    near: kind
    for kind, listed in {
        "fact": (
            "facts habit work job home location residence possession pet education routine"
            " 사실 습관 직업 거주지"
        ),
        "preference": (
            "preferences like likes dislike dislikes hobby taste interest opinion favorite"
            " 취향 선호 취미 기호"
        ),
        "constraint": "limit limitation restriction 제약 제한 사정",
        "boundary": "boundaries taboo 경계 금지",
        "promise": "commitment 약속",
        "decision": "decided choice 결정 결심",
        "plan": "plans goal schedule appointment intention reservation 계획 일정 예정 목표 예약",
        "todo": "task reminder to-do to_do 할일 할 일",
        "event": "events episode incident experience anniversary 사건 경험 기념일",
        "relationship": "relation relationships person people family friend 관계 가족 친구",
        "profile": (
            "identity personal personal_info name age birthday trait personality 프로필 신상 인적사항 성격"
        ),
        "allergy": "allergies allergic 알레르기 알러지",
        "condition": "illness disease health symptom disorder injury 질환 질병 병 건강 증상",
        "medication": "medicine medications drug prescription 약 복용 복용약 처방",
        "contraindication": "contraindications 금기",
        "diet": "dietary vegetarian vegan 식단 식이",
        "emotion": "feeling mood emotions 감정 기분",
        "note": "notes memo info information other misc insight general 메모 기타",
    }.items()
    for near in listed.split()
}

# Keys with one kind; a part after a dot is free where the key ends in one.
_KEY_KINDS: Mapping[str, str] = {
    key: kind
    for kind, listed in {
        "profile": "name nickname age birth.year birthday mbti blood_type trait",
        "fact": (
            "home.city home.hometown home.rent home.with work.company work.place work.status work.role school"
            " school.major school.year possession tool habit skill language url mention contact pet pet. day."
        ),
        "preference": "likes dislikes hobby style",
        "relationship": "relationship.status family. relationship.",
        "emotion": "feeling",
        "note": "request",
    }.items()
    for key in listed.split()
} | {
    kind: kind
    for kind in (*sorted(SAFETY_KINDS), *"constraint boundary decision plan todo event promise".split())
}
_NEAR_KEYS: Mapping[str, str] = {
    near: key
    for key, listed in {
        "home.city": "home city location residence address live lives home.location home.address",
        "home.hometown": "hometown birthplace",
        "work.role": "job occupation profession work career role job.title work.job position",
        "work.company": "company employer workplace",
        "school.major": "major",
        "likes": "like favorite favourite preference likes.food food.likes interest",
        "dislikes": "dislike hate dislikes.food food.dislikes",
        "hobby": "hobbies",
        "birthday": "birthdate birth_date birth.date date_of_birth",
        "blood_type": "blood bloodtype blood.type",
        "allergy": "allergies",
        "medication": "medicine medications",
        "condition": "illness disease health",
        "feeling": "emotion mood feelings",
        "plan": "plans appointment schedule",
        "relationship.status": "marital_status marital.status",
    }.items()
    for near in listed.split()
}
# The key of a kind that has one; others name many things.
_OWN_KEYS = {kind: key for key, kind in _KEY_KINDS.items() if key == kind} | {
    "emotion": "feeling",
    "note": "request",
}
# Kinds that say little: the key knows better.
_VAGUE = frozenset({"fact", "profile", "note", "preference"})
# Keys whose value is a phrase, or is written out from what was said (5월 8일 → 05-08).
FREE_KEYS = frozenset(
    """plan todo event promise decision boundary constraint feeling habit style request skill trait birthday
    birth.year age work.status relationship.status diet contraindication home.with""".split()
)
_KEY = re.compile(r"[a-z_]+(?:\.[\w가-힣-]{1,40})?")
_USER = frozenset({"the user", *"user 사용자 나 저 me i self myself 본인 유저 human speaker".split()})
_ASSISTANT = frozenset({"the ai", *"assistant ai bot chatbot 어시스턴트 봇 챗봇 model you 너".split()})


def kind_of(name: str) -> str:
    """The kind meant by a name, or by one much like it; note for anything else."""
    plain = clean(name).lower()
    if plain in FOUND_KINDS:
        return plain
    near = _NEAR_KINDS.get(plain) or _NEAR_KINDS.get(plain.replace(" ", ""))
    if near is None and len(plain) <= 40:
        close = difflib.get_close_matches(plain, [*FOUND_KINDS, *_NEAR_KINDS], n=1, cutoff=0.8)
        near = (_NEAR_KINDS.get(close[0]) or close[0]) if close else None
    return near or "note"


def key_of(name: str | None, kind: str) -> tuple[str | None, str]:
    """The key meant, if it is one of ours and fits the kind, and the kind, which the key may tell better.

    Unknown keys are dropped: a key holds one value at a time unless it is known to gather, and a made-up one
    would let one liking replace another.
    """
    plain = clean(name or "").lower().replace(" ", "_")
    plain = _NEAR_KEYS.get(plain, plain)
    own = _OWN_KEYS.get(kind)
    if not _KEY.fullmatch(plain):
        return own, kind
    found = _KEY_KINDS.get(plain) or _KEY_KINDS.get(plain.split(".", 1)[0] + "." if "." in plain else "")
    if found is None:
        return own, kind
    if found == kind:
        return plain, kind
    return (plain, found) if kind in _VAGUE and found not in SAFETY_KINDS else (own, kind)


def subject_of(name: str) -> str:
    """user, assistant, or the name of someone else."""
    plain = clean(name)[:40].strip(" .\"'")
    if not plain or plain.lower() in _USER:
        return "user"
    return "assistant" if plain.lower() in _ASSISTANT else plain
