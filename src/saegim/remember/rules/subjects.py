"""Whom a clause is about, and what is left of it when that is taken away."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from saegim.remember.rules import words
from saegim.remember.rules.clauses import Clause
from saegim.remember.rules.tokens import Token

USER, OTHER, PET, NAMED, STRANGER, YOU, NOBODY = "user other pet named stranger you nobody".split()


@dataclass(frozen=True, slots=True)
class Subject:
    """Who, by the word the text uses; `topic` when marked with 은/는."""

    kind: str
    name: str = "user"
    topic: bool = False
    # The relation word beside a name: 절친 in 절친 유나.
    relation: str = ""


@dataclass(slots=True)
class Parted:
    """A clause with its subject taken out."""

    subject: Subject
    # After opening exclamations and the subject.
    full: list[Token]
    # After opening words of time and manner as well.
    body: list[Token]
    # "my", "our" stood before the rest.
    mine: bool = False


ME = Subject(USER)
_FIRST = frozenset("나 저 내 저희 우리 본인 난 전".split())
_SECOND = frozenset("너 당신 니 네 너희 귀하 자네 그대 넌 여러분".split())
_SUBJECT_MARKS = frozenset("은 는 이 가 께서 도 ᆫ 이랑은".split())
_ATTRIBUTES = frozenset(
    "이름 성함 생일 생신 나이 연세 직업 고향 취미 번호 전화번호 연락처 혈액형 전공 학교 회사 직장 집 별명 특기 차 뒷자리 MBTI 엠비티아이".split()
)
_OPENING = frozenset("사실 그냥 솔직히 근데 아무튼 참 참고로 일단 암튼 실은 네 응 아 어 음 그리고 그래서 그런데 다만 있잖아 맞다 아니다 아니 진짜 정말 혹시".split())
_OF_ALL = frozenset("그 이 저 어떤 어느 옆 한 모든 여러 다른 웬 어떤".split())


def part(clause: Clause, before: Subject, known: dict[str, str], own_name: str | None) -> Parted:
    """The clause's subject, or the one it takes over, and the rest.

    `known` maps names met in the text to what they are ("other", "pet"); `own_name` is the speaker's.
    """
    tokens = clause.tokens
    i = _past_opening(tokens, 0)
    lead_from = i
    i = _past_time(tokens, i)
    found = _subject_at(tokens, i, known, own_name)
    if found is None:
        full = tokens[lead_from:]
        body = tokens[i:] or full
        if _names_stranger(tokens, i):
            return Parted(Subject(STRANGER), full, body)
        return Parted(before, full, body)
    subject, after, mine = found
    full = [*tokens[lead_from:i], *tokens[after:]]
    body = list(tokens[_past_time(tokens, after) :]) or list(tokens[after:])
    return Parted(subject, full, body, mine)


def _past_opening(tokens: Sequence[Token], i: int) -> int:
    while i < len(tokens) and (
        tokens[i].tag in ("IC", "MAJ", "SP", "SW", "SF", "SE", "SO", "SSQ")
        or (tokens[i].form in _OPENING and tokens[i].tag in ("MAG", "NNG", "VCN"))
    ):
        i += 1
    return i


def _past_time(tokens: Sequence[Token], i: int) -> int:
    """Index after words of time and manner, with their particles. Never the whole of the tokens."""
    start = i
    while i < len(tokens):
        token = tokens[i]
        if token.tag in ("MAG", "IC", "MAJ", "SP") and token.form not in ("안", "못"):
            i += 1
        elif words.TIME in token.sorts and token.tag in ("NNG", "NNB", "MAG"):
            i += 1
        elif token.tag in ("SN", "MM", "NR") and i + 1 < len(tokens) and words.TIME in tokens[i + 1].sorts:
            i += 1
        elif i > start and token.tag[0] == "J" and words.TIME in tokens[i - 1].sorts and token.form not in ("을", "를", "이", "가"):
            i += 1
        elif i > start and token.form in ("는", "은", "ᆫ") and tokens[i - 1].tag == "JKB":
            i += 1
        else:
            break
    return i if i < len(tokens) and tokens[i].tag[0] not in "EV" else start if i == len(tokens) else _noun_before(tokens, start, i)


def _noun_before(tokens: Sequence[Token], start: int, i: int) -> int:
    """Where a verb follows at once, the last word of time may be its object: 아침 안 먹어."""
    return i if i == start or tokens[i - 1].tag in ("MAG", "IC", "MAJ", "SP") or tokens[i - 1].tag[0] == "J" else start


def _subject_at(
    tokens: Sequence[Token], i: int, known: dict[str, str], own_name: str | None
) -> tuple[Subject, int, bool] | None:
    if i >= len(tokens):
        return None
    token = tokens[i]
    mine = False
    if token.tag == "NP" and token.form in _SECOND:
        return Subject(YOU), i + 1, False
    if (token.tag == "NP" and token.form in _FIRST) or (own_name is not None and token.form == own_name):
        after = i + 1
        mark = tokens[after] if after < len(tokens) else None
        if mark is None:
            return ME, after, False
        if mark.tag == "JKG" or token.form in ("우리", "저희"):
            mine = True
            i = after + (mark.tag == "JKG")
            if i < len(tokens) and tokens[i].tag[0] == "J" and tokens[i].form in _SUBJECT_MARKS:
                return ME, i + 1, False
            person = _person_at(tokens, i, known, mine=True)
            if person is not None:
                return person[0], person[1], True
            return ME, i, True
        if mark.tag in ("JX", "JKS", "JKC") and mark.form in (*_SUBJECT_MARKS, "야", "만", "나"):
            return ME, after + 1, False
        if mark.form in ("한테", "에게", "께", "더러") and mark.tag == "JKB":
            after += 1
            while after < len(tokens) and tokens[after].tag == "JX":
                after += 1
            return ME, after, False
        if mark.tag in ("JKB", "JC"):
            return None
        return ME, after, False
    return _with_mine(_person_at(tokens, i, known, mine=False))


def _with_mine(found: tuple[Subject, int] | None) -> tuple[Subject, int, bool] | None:
    return None if found is None else (found[0], found[1], False)


def _person_at(tokens: Sequence[Token], i: int, known: dict[str, str], *, mine: bool) -> tuple[Subject, int] | None:
    """A relative, companion, pet or name with its particle (or before something of theirs)."""
    if i >= len(tokens):
        return None
    house = mine and tokens[i].form == "집" and i + 1 < len(tokens) and words.SPECIES in tokens[i + 1].sorts
    if house:
        i += 1
    token = tokens[i]
    kind = _kind_of(token, known, mine=mine)
    if kind is None:
        return None
    name, relation, after = token.form, "", i + 1
    if kind == NAMED and after < len(tokens) and words.COMPANION in tokens[after].sorts:
        name, after = f"{token.form} {tokens[after].form}", after + 1
    elif after < len(tokens) and tokens[after].tag == "NNP" and kind != NAMED and _is_name(tokens[after]):
        name, relation, after = tokens[after].form, token.form, after + 1
        if kind == STRANGER and words.COMPANION in token.sorts:
            kind = OTHER
    if after < len(tokens) and tokens[after].form in ("님", "들") and tokens[after].tag == "XSN":
        if tokens[after].form == "들":
            return None
        after += 1
    marks = after
    while marks < len(tokens) and tokens[marks].tag[0] == "J" and tokens[marks].form in _SUBJECT_MARKS:
        marks += 1
    if marks > after:
        topic = any(tokens[k].form in ("은", "는", "ᆫ") for k in range(after, marks))
        return Subject(kind, name, topic, relation), marks
    if after < len(tokens) and tokens[after].form in _ATTRIBUTES and kind in (OTHER, PET) and token.form not in ("애", "이"):
        return Subject(kind, name, True, relation), after
    return None


def _kind_of(token: Token, known: dict[str, str], *, mine: bool) -> str | None:
    if token.form in known:
        return known[token.form]
    if token.tag not in ("NNG", "NNP", "NP"):
        return None
    if words.FAMILY in token.sorts:
        return OTHER
    if words.COMPANION in token.sorts:
        return OTHER if mine else STRANGER
    if words.SPECIES in token.sorts:
        return PET if mine else STRANGER
    if words.STRANGER in token.sorts or words.JOB in token.sorts:
        return STRANGER
    if token.tag == "NNP" and mine and _is_name(token):
        return PET
    if token.tag == "NNP" and _is_name(token):
        return NAMED
    return None


def _is_name(token: Token) -> bool:
    if token.sorts or not token.form or token.form[-1] in "시군구동읍면리도역어":
        return False
    return words.looks_like_name(token.form) or (len(token.form) in (2, 3) and not token.form.isascii())


def _names_stranger(tokens: Sequence[Token], i: int) -> bool:
    """Whether the first noun phrase with a subject's particle names someone unknown: 옆 부서 부장이."""
    for j in range(i, min(i + 6, len(tokens) - 1)):
        token, mark = tokens[j], tokens[j + 1]
        if token.tag[0] in "VE":
            return False
        if mark.tag in ("JKS", "JX") and mark.form in ("이", "가", "께서", "은", "는", "ᆫ"):
            human = words.STRANGER in token.sorts or words.COMPANION in token.sorts
            return human or (token.tag == "XSN" and token.form in ("들", "님"))
    return False
