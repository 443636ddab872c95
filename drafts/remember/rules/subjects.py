"""Whom a clause is about, and what is left of it when that is taken away."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from saegim.remember.rules import words
from saegim.remember.rules.clauses import Clause
from saegim.remember.rules.token import Token

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
    # The clause names its subject itself.
    said: bool = False


ME = Subject(USER)
_FIRST = frozenset("나 저 내 저희 우리 본인 난 전".split())
_SECOND = frozenset("너 당신 니 네 너희 귀하 자네 그대 넌 여러분".split())
_SUBJECT_MARKS = frozenset("은 는 이 가 께서 도 ᆫ 이랑은".split())
_ATTRIBUTES = frozenset(
    "이름 성함 생일 생신 나이 연세 직업 고향 취미 번호 전화번호 연락처 혈액형 전공 학교 회사 직장 집 별명 특기 차 뒷자리 MBTI 엠비티아이".split()
)
_OPENING = frozenset("사실 그냥 솔직히 근데 아무튼 참 참고로 일단 암튼 실은 네 응 아 어 음 그리고 그래서 그런데 다만 있잖아 맞다 아니다 아니 진짜 정말 혹시".split())
_THEIRS = frozenset("얘기 이야기 때문 덕분 집 회사 가게 사진 말 폰 차".split())
_TIME_TAGS = frozenset(("NNG", "NNB", "SN", "MM", "NR"))
# Adverbs that belong to what is done, not to when or how much.
_TELLING = frozenset("안 못 일찍 빨리 천천히 같이 함께 혼자 직접 미리 먼저 열심히 별로 제때 따로 다시".split())
_TIME_MARKS = frozenset("에 은 는 ᆫ 부터 까지 마다 에서 로 에는 쯤 도".split())
# Words of time that need no particle.
_BARE = frozenset(
    """지금 이제 요즘 요새 현재 최근 올해 작년 내년 재작년 오늘 내일 모레 글피 어제 그제 그저께 엊그제 엊그저께 낼 담주 지난주 지난달 저번주
    이번주 다음주 다음달 이번달 월요일 화요일 수요일 목요일 금요일 토요일 일요일 주말 평일 아침 점심 저녁 밤 새벽 오전 오후 낮 주 달 요즈음 매일 매주
    매월 매달 매년 뒤 후 전 당분간 예전 옛날 처음 언젠가 평소 주간 동안 내내""".split()
)


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
    return Parted(subject, full, body, mine, True)


def _past_opening(tokens: Sequence[Token], i: int) -> int:
    while i < len(tokens) and (
        tokens[i].tag in ("IC", "MAJ", "SP", "SW", "SF", "SE", "SO", "SSQ")
        or (tokens[i].form in _OPENING and tokens[i].tag in ("MAG", "NNG", "VCN"))
    ):
        i += 1
    return i


def _past_time(tokens: Sequence[Token], i: int) -> int:
    """Index after words of time and degree, with their particles. Never the whole of the tokens."""
    count = len(tokens)
    while i < count:
        token = tokens[i]
        if token.tag in ("IC", "MAJ", "SP") or (token.tag == "MAG" and token.form not in _TELLING):
            after = i + 1
            if after < count and tokens[after].tag in ("XSA", "XSV"):
                break
            while after < count and tokens[after].tag == "JX":
                after += 1
        else:
            after = _time_group(tokens, i)
        if after == i or after >= count:
            break
        last = tokens[after - 1]
        verb_next = tokens[after].tag[0] in "EV" or tokens[after].form in ("안", "못")
        if verb_next and token.tag in _TIME_TAGS and last.tag[0] == "N" and last.form not in _BARE:
            # 아침 안 먹어: a bare noun right before the verb is its object.
            break
        i = after
    return i


def _time_group(tokens: Sequence[Token], i: int) -> int:
    """Index after "다음 주 화요일에" and the like, or `i` when the words are something else's."""
    after = i
    count = len(tokens)
    while after < count and (
        (words.TIME in tokens[after].sorts and tokens[after].tag in ("NNG", "NNB"))
        or (tokens[after].tag in ("SN", "MM", "NR") and after + 1 < count and words.TIME in tokens[after + 1].sorts)
        or (tokens[after].form in ("반", "째", "쯤", "경") and after > i)
    ):
        after += 1
    if after in (i, count):
        return i
    marks = after
    while marks < count and tokens[marks].tag[0] == "J" and tokens[marks].form in _TIME_MARKS:
        marks += 1
    if marks > after:
        return marks
    if tokens[after].tag[0] == "J":
        return i
    counted = any(token.tag in ("SN", "MM", "NR") for token in tokens[i:after])
    return after if counted or tokens[after - 1].form in _BARE else i


def _subject_at(
    tokens: Sequence[Token], i: int, known: dict[str, str], own_name: str | None
) -> tuple[Subject, int, bool] | None:
    """The subject that stands at `i`, the index after it, and whether "my" stood before the rest."""
    if i >= len(tokens):
        return None
    token = tokens[i]
    if token.tag == "NP" and token.form in _SECOND:
        towards = i + 1 < len(tokens) and tokens[i + 1].tag in ("JKB", "JC", "JKO")
        return None if towards else (Subject(YOU), i + 1, False)
    if (token.tag == "NP" and token.form in _FIRST) or (own_name is not None and token.form == own_name):
        return _speaker_at(tokens, i, known)
    person = _person_at(tokens, i, known, mine=False)
    return None if person is None else (*person, False)


def _speaker_at(tokens: Sequence[Token], i: int, known: dict[str, str]) -> tuple[Subject, int, bool] | None:
    after = i + 1
    mark = tokens[after] if after < len(tokens) else None
    if mark is None:
        return ME, after, False
    if mark.tag == "JKG" or tokens[i].form in ("우리", "저희"):
        after += mark.tag == "JKG"
        if after < len(tokens) and tokens[after].tag[0] == "J" and tokens[after].form in _SUBJECT_MARKS:
            return ME, after + 1, False
        person = _person_at(tokens, after, known, mine=True)
        return (ME, after, True) if person is None else (*person, True)
    if mark.tag in ("JX", "JKS", "JKC") and mark.form in (*_SUBJECT_MARKS, "야", "만", "나"):
        return ME, after + 1, False
    if mark.tag == "JKB" and mark.form in ("한테", "에게", "께", "더러"):
        after += 1
        while after < len(tokens) and tokens[after].tag == "JX":
            after += 1
        return ME, after, False
    return None if mark.tag in ("JKB", "JC") else (ME, after, False)


def _person_at(
    tokens: Sequence[Token], i: int, known: dict[str, str], *, mine: bool
) -> tuple[Subject, int] | None:
    """A relative, companion, pet or name with its particle, or before something of theirs."""
    if i >= len(tokens):
        return None
    if mine and tokens[i].form == "집" and i + 1 < len(tokens) and words.SPECIES in tokens[i + 1].sorts:
        i += 1
    token = tokens[i]
    kind = _kind_of(token, known, mine=mine)
    if kind is None:
        return None
    kind, name, relation, after = _named(tokens, i, kind)
    if after < len(tokens) and tokens[after].tag == "XSN" and tokens[after].form in ("님", "들"):
        if tokens[after].form == "들":
            return None
        after += 1
    marks = after
    while marks < len(tokens) and tokens[marks].tag[0] == "J" and tokens[marks].form in _SUBJECT_MARKS:
        marks += 1
    if marks > after:
        topic = any(tokens[k].form in ("은", "는", "ᆫ") for k in range(after, marks))
        return Subject(kind, name, topic, relation), marks
    following = tokens[after] if after < len(tokens) else None
    if following is not None and _belongs(token, following, kind, mine=mine):
        return Subject(OTHER if kind == STRANGER else kind, name, True, relation), after
    return None


def _named(tokens: Sequence[Token], i: int, kind: str) -> tuple[str, str, str, int]:
    """Kind, name, relation and the index after them: 절친 유나, 김도현 과장, 우리 고양이 나비."""
    token, after = tokens[i], i + 1
    beside = tokens[after] if after < len(tokens) else None
    mark = tokens[after + 1] if after + 1 < len(tokens) else None
    if beside is None:
        return kind, token.form, "", after
    if kind == NAMED:
        if words.COMPANION in beside.sorts:
            return kind, f"{token.form} {beside.form}", "", after + 1
        return kind, token.form, "", after
    # Any noun can be an animal's name.
    pet = kind == PET and beside.tag == "NNG" and not beside.sorts and mark is not None
    if pet and mark is not None and mark.tag[0] == "J" and mark.form in _SUBJECT_MARKS:
        return kind, beside.form, token.form, after + 1
    if beside.tag == "NNP" and _is_name(beside):
        companion = kind == STRANGER and words.COMPANION in token.sorts
        return OTHER if companion else kind, beside.form, token.form, after + 1
    return kind, token.form, "", after


def _belongs(token: Token, following: Token, kind: str, *, mine: bool) -> bool:
    """Whether the person is the subject though no particle says so: 이모 이름, 우리 누나 수의사야."""
    if kind == STRANGER:
        return words.COMPANION in token.sorts and following.form in ("이름", "생일", "직업")
    if following.form in _ATTRIBUTES:
        return kind in (OTHER, PET) and token.form not in ("애", "이")
    if not mine or kind != OTHER or following.form in _THEIRS:
        return False
    kin = set(following.sorts) & {words.FAMILY, words.COMPANION}
    return following.tag in ("NNG", "NNP", "VV", "MAG") and not kin


def _kind_of(token: Token, known: dict[str, str], *, mine: bool) -> str | None:
    if token.form in known:
        return known[token.form]
    if token.tag not in ("NNG", "NNP", "NP") or (mine and token.form in ("팀", "회사", "가게", "매장", "부서", "학교")):
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
