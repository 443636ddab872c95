"""Whom a clause is about, and what is left of it when that is taken away."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from saegim.remember.rules import words
from saegim.remember.rules.clauses import Clause
from saegim.remember.rules.korean import coda
from saegim.remember.rules.moods import ORDER
from saegim.remember.rules.opening import past_exclamations, past_time
from saegim.remember.rules.strangers import HUMAN, names_stranger, past_stranger
from saegim.remember.rules.unit import Token

USER, OTHER, PET, NAMED, STRANGER, YOU = "user other pet named stranger you".split()


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


class _Found(NamedTuple):
    """A subject, and the index of the first token after it."""

    subject: Subject
    after: int
    mine: bool = False


class _Who(NamedTuple):
    """Someone named, before it is known whether the clause is about them."""

    kind: str
    name: str
    relation: str
    after: int


ME = Subject(USER)
_FIRST = frozenset("나 저 내 저희 우리 본인 난 전".split())
_SECOND = frozenset("너 당신 니 네 너희 귀하 자네 그대 넌 여러분".split())
_THIRD = frozenset("그 그녀 걔 얘 쟤 그분 이분 저분 그들 이들 저들".split())
_FAR = frozenset("걔 쟤 그분 그녀 저분".split())
_POINTING = frozenset("그 저".split())
_POLITE = re.compile("요$|니다$|니까$")
_MARKS = frozenset("은 는 이 가 께서 도 ᆫ 이랑은".split())
_TOPIC_MARKS = frozenset("은 는 ᆫ".split())
_TOWARDS = frozenset("한테 에게 께 더러".split())
_HONOURING = frozenset("님 씨 쌤 샘 선생 선생님".split())
_ANIMAL_DOINGS = frozenset("먹 마시 좋아하 싫어하 무서워하 아프 짖 긁 토하 자 물 겁내 따르".split())
_ATTRIBUTES = frozenset(
    "이름 성함 생일 생신 나이 연세 직업 고향 취미 번호 전화번호 연락처 혈액형 전공 학교 회사 직장 집 별명 특기 차 뒷자리 MBTI 엠비티아이".split()
)
_PERSONAL = frozenset(
    "이름 성함 생일 생신 나이 연세 직업 취미 번호 전화번호 연락처 혈액형 별명 MBTI 엠비티아이".split()
)
# 엄마 얘기, 언니 집: something of theirs, not them.
THEIRS = frozenset("얘기 이야기 때문 덕분 집 회사 가게 사진 말 폰 차".split())
# 엄마 생신 선물: something for the day, not the day.
_OCCASION = frozenset("선물 잔치 파티 케이크 상 용돈 편지".split())
# Nobody says these of anyone's but their own.
CLOSEST = frozenset(
    "남친 여친 남자친구 여자친구 애인 약혼자 약혼녀 베프 절친 단짝 룸메 룸메이트 짝꿍".split()
)
_NO_NAMES = frozenset("최애 이상형 소원 장래희망 인생영화 인생책 단골집".split())
ORGANISATIONS = frozenset("팀 회사 가게 매장 부서 학교".split())
# 둘째는 안 낳기로 했어: nobody yet.
_UNBORN = frozenset("낳 갖 가지 계획".split())
# 저희 가족은 이사 왔어요: the speaker is among them.
_US = frozenset("가족 식구 부부".split())
_PLACE_TAILS = tuple("시군구동읍면리도역어")


def part(clause: Clause, before: Subject, known: dict[str, str], own_name: str | None) -> Parted:
    """The clause's subject, or the one it takes over, and the rest.

    `known` maps names met in the text to what they are ("other", "pet"); `own_name` is the speaker's.
    """
    tokens = clause.tokens
    opened = past_exclamations(tokens)
    i = past_time(tokens, opened)
    found = _subject_at(tokens, i, known, own_name)
    if found is not None and found.subject.kind != USER and not found.subject.topic:
        since = _past_relative_time(tokens, found.after)
        if since:
            return Parted(before, tokens[opened:], list(tokens[since:]))
    if found is not None and before.kind != USER and _is_theirs(tokens, i, found):
        found = found._replace(subject=before)
    if found is not None:
        full = [*tokens[opened:i], *tokens[found.after :]]
        body = list(tokens[past_time(tokens, found.after) :]) or list(tokens[found.after :])
        return Parted(found.subject, full, body, found.mine, said=True)
    full = tokens[opened:]
    if (
        clause.honorific
        and clause.mood != ORDER
        and i + 1 < len(tokens)
        and _respected(tokens[i], tokens[i + 1])
    ):
        # 아빠 심근경색으로 쓰러지셔서: only he can be spoken of so politely.
        return Parted(
            Subject(OTHER, tokens[i].form), [*tokens[opened:i], *tokens[i + 1 :]], tokens[i + 1 :], said=True
        )
    return Parted(Subject(STRANGER) if names_stranger(tokens, i) else before, full, tokens[i:] or full)


def _is_theirs(tokens: Sequence[Token], i: int, found: _Found) -> bool:
    """장모님은 … 본인도 당뇨라, 걔는 … 우리 집에 못 있어: the words name a speaker but the clause is about another."""
    if found.subject.kind != USER:
        return False
    place = tokens[found.after + 1] if found.mine and found.after + 1 < len(tokens) else None
    return tokens[i].form == "본인" or (
        place is not None and place.tag == "JKB" and place.form in ("에", "에서")
    )


def _respected(token: Token, following: Token) -> bool:
    """A relative's word that stands alone: neither with a particle nor before something of theirs."""
    alone = following.tag in ("NNG", "NNP", "MAG", "VV", "VA") and following.form not in THEIRS
    return words.FAMILY in token.sorts and token.tag == "NNG" and alone


def _past_relative_time(tokens: Sequence[Token], i: int) -> int:
    """Index after 돌아가신 뒤로, 태어난 후에: what its subject did says when, not who; 0 without one."""
    for j in range(i, min(i + 6, len(tokens) - 2)):
        if tokens[j].tag == "ETM" and tokens[j + 1].form in ("뒤", "후", "이후", "다음"):
            after = j + 2
            while after < len(tokens) and tokens[after].tag[0] == "J":
                after += 1
            return after if after < len(tokens) else 0
    return 0


def _subject_at(
    tokens: Sequence[Token], i: int, known: dict[str, str], own_name: str | None
) -> _Found | None:
    if i >= len(tokens):
        return None
    token = tokens[i]
    if token.tag == "NP" and token.form in _SECOND:
        towards = i + 1 < len(tokens) and tokens[i + 1].tag in ("JKB", "JC", "JKO")
        return None if towards else _Found(Subject(YOU), i + 1)
    if token.tag == "NP" and token.form in _THIRD:
        after = i + 1 + (i + 1 < len(tokens) and tokens[i + 1].form == "들")
        # 그녀에게는 자식이 있다.
        after += after < len(tokens) and tokens[after].form in _TOWARDS
        marked = _past_marks(tokens, after)
        # 걔 아직도 담배 피워; 얘 may be the animal spoken of.
        bare = token.form in _FAR and after < len(tokens) and tokens[after].tag[0] in "NM"
        topic = any(t.form in _TOPIC_MARKS for t in tokens[after:marked])
        return _Found(Subject(STRANGER, topic=topic), marked) if marked > after or bare else None
    if token.form in _POINTING and token.tag in ("MM", "NP"):
        pointed = _pointed_at(tokens, i)
        if pointed is not None:
            return pointed
    if (token.tag == "NP" and token.form in _FIRST) or token.form in ("본인", own_name):
        return _speaker_at(tokens, i, known)
    return _person_at(tokens, i, known, mine=False)


def _pointed_at(tokens: Sequence[Token], i: int) -> _Found | None:
    """그 유튜버 결국 은퇴했어, 그 집 아들은: somebody pointed at is nobody of the speaker's."""
    after = i + 1 + (i + 1 < len(tokens) and tokens[i + 1].form in ("집", "팀", "회사", "반"))
    if after == i + 2 and tokens[i].tag == "MM" and _past_marks(tokens, after) > after:
        # 저 집은 개를 키워.
        return _Found(Subject(STRANGER), _past_marks(tokens, after))
    if after >= len(tokens) or set(tokens[after].sorts).isdisjoint(HUMAN):
        return None
    if tokens[i].tag == "NP" and any(t.tag == "VCP" or _POLITE.search(t.form) for t in tokens[after:]):
        # 저 간호사예요, 저 가수 준비해요: the speaker.
        return None
    marked = _past_marks(tokens, after + 1)
    held = marked < len(tokens) and (tokens[marked].tag[0] in "JX" or tokens[marked].tag == "VCP")
    return None if held else _Found(Subject(STRANGER), marked)


def _speaker_at(tokens: Sequence[Token], i: int, known: dict[str, str]) -> _Found | None:
    """The speaker, or someone of theirs: 나는, 저한테는; 우리 언니가."""
    after = i + 1
    mark = tokens[after] if after < len(tokens) else None
    if mark is None:
        return _Found(ME, after)
    if mark.tag == "JKG" or tokens[i].form in ("우리", "저희"):
        after += mark.tag == "JKG"
        if after < len(tokens) and _is_mark(tokens[after]):
            return _Found(ME, after + 1)
        if after + 1 < len(tokens) and tokens[after].form in _US and _is_mark(tokens[after + 1]):
            return _Found(ME, after + 2)
        someone = _person_at(tokens, after, known, mine=True)
        of_theirs = after + 1 < len(tokens) and not _is_mark(tokens[after + 1])
        if someone is None and of_theirs and names_stranger(tokens, after):
            # 우리 반 반장이, 내 친구 동생은.
            return _Found(Subject(STRANGER), past_stranger(tokens, after))
        return someone or _Found(ME, after, mine=True)
    if mark.tag in ("JX", "JKS", "JKC") and (mark.form in _MARKS or mark.form in ("야", "만", "나")):
        after += 1
        # 저는요, …
        while after < len(tokens) and (tokens[after].form == "요" or tokens[after].tag == "SP"):
            after += 1
        return _Found(ME, after)
    if mark.tag == "JKB" and mark.form in _TOWARDS:
        after += 1
        while after < len(tokens) and tokens[after].tag == "JX":
            after += 1
        return _Found(ME, after)
    return None if mark.tag in ("JKB", "JC") else _Found(ME, after)


def _person_at(tokens: Sequence[Token], i: int, known: dict[str, str], *, mine: bool) -> _Found | None:
    """A relative, companion, pet or name with its particle, or before something of theirs."""
    if mine and i + 1 < len(tokens) and tokens[i].form == "집" and words.SPECIES in tokens[i + 1].sorts:
        i += 1
    if i >= len(tokens):
        return None
    token = tokens[i]
    following = tokens[i + 1] if i + 1 < len(tokens) else None
    kind = _kind_of(token, known, mine=mine, following=following)
    if kind is None or (token.tag == "NR" and any(t.form in _UNBORN for t in tokens)):
        return None
    who = _named(tokens, i, kind)
    after = who.after
    if after < len(tokens) and tokens[after].tag == "XSN" and tokens[after].form == "들":
        return None
    if (
        after < len(tokens)
        and tokens[after].form in _HONOURING
        and (kind == NAMED or _held_post(tokens[after], token))
    ):
        after += 1
    marked = _past_marks(tokens, after)
    if words.SPECIES in token.sorts and not mine and [t.form for t in tokens[after:marked]] == ["도"]:
        # 고양이도 키워요: what is kept, not who keeps it.
        return None
    if marked > after:
        topic = any(token.form in _TOPIC_MARKS for token in tokens[after:marked])
        return _Found(Subject(who.kind, who.name, topic, who.relation), marked, mine)
    compound = after + 1 < len(tokens) and tokens[after + 1].form in _OCCASION
    doing = who.kind == PET and mine and _does_itself(tokens[after:])
    if (
        after < len(tokens)
        and not compound
        and (doing or _belongs(token, tokens[after], who.kind, mine=mine))
    ):
        owner = who.kind
        if owner == STRANGER:
            owner = PET if words.SPECIES in token.sorts else OTHER
        return _Found(Subject(owner, who.name, True, who.relation), after, mine)
    return None


def _held_post(title: Token, post: Token) -> bool:
    """인턴쌤, 원장님; 의사쌤 speaks of what the speaker was told."""
    return title.form == "님" or post.form not in ("의사", "한의사", "약사")


def _named(tokens: Sequence[Token], i: int, kind: str) -> _Who:
    """The person at `i` with the name or title beside them: 절친 유나, 김도현 과장, 우리 고양이 나비."""
    token, after = tokens[i], i + 1
    familiar = kind == NAMED and len(token.form) > 2 and token.form.endswith("이") and coda(token.form[:-1])
    # 지은이 is 지은.
    bare = _Who(kind, token.form[:-1] if familiar else token.form, "", after)
    if after >= len(tokens):
        return bare
    beside = tokens[after]
    if kind == NAMED:
        titled = not {words.COMPANION, words.FAMILY, words.JOB}.isdisjoint(beside.sorts)
        spaced = " " if beside.start > token.end else ""
        return _Who(kind, f"{token.form}{spaced}{beside.form}", "", after + 1) if titled else bare
    # Any noun can be an animal's name.
    marked = after + 1 < len(tokens) and _is_mark(tokens[after + 1])
    if kind == PET and beside.tag == "NNG" and not beside.sorts and marked and beside.form not in _ATTRIBUTES:
        return _Who(kind, beside.form, token.form, after + 1)
    if beside.tag == "NNP" and _is_name(beside):
        companion = kind == STRANGER and words.COMPANION in token.sorts
        return _Who(OTHER if companion else kind, beside.form, token.form, after + 1)
    return bare


def _does_itself(tokens: Sequence[Token]) -> bool:
    """우리 강아지 닭고기 못 먹어: what animals do and no keeper does for them."""
    verb = next((t.form for t in reversed(tokens) if t.tag in ("VV", "VA")), "")
    return verb in _ANIMAL_DOINGS or any(t.form in ("알레르기", "알러지") for t in tokens)


def _belongs(token: Token, following: Token, kind: str, *, mine: bool) -> bool:
    """Whether the person is the subject though no particle says so: 이모 이름, 우리 누나 수의사야."""
    if kind == STRANGER:
        known = not {words.COMPANION, words.SPECIES}.isdisjoint(token.sorts)
        return known and following.form in ("이름", "생일", "직업")
    if kind == NAMED:
        # 수진이 언니 생일은: whoever it is, it is not the speaker's.
        return following.form in _PERSONAL
    if following.form in _ATTRIBUTES:
        return kind in (OTHER, PET) and token.form not in ("애", "이")
    if mine and kind == PET:
        # 우리 강아지 지난주에 수술했어; 우리 강아지 사료 바꿨어 is the speaker's doing.
        return following.tag == "MAG" or words.TIME in following.sorts
    if not mine or kind != OTHER or following.form in THEIRS:
        return False
    kin = words.FAMILY in following.sorts or words.COMPANION in following.sorts
    return following.tag in ("NNG", "NNP", "VV", "MAG") and not kin


def _is_titled(token: Token, following: Token) -> bool:
    """최교장, 박 대리: a family name before a post."""
    posted = not {words.JOB, words.COMPANION, words.STRANGER}.isdisjoint(following.sorts)
    return len(token.form) == 1 and token.tag == "NNP" and words.is_surname(token.form) and posted


def _kind_of(
    token: Token, known: dict[str, str], *, mine: bool, following: Token | None = None
) -> str | None:
    """What the word names, or None when it names nobody."""
    if token.form in known:
        return known[token.form]
    if following is not None and _is_titled(token, following):
        return NAMED
    # 둘째는 네 살이야: the second child, which the analyser takes for a number.
    child = token.tag == "NR" and words.FAMILY in token.sorts
    if not (child or token.tag in ("NNG", "NNP", "NP")) or (mine and token.form in ORGANISATIONS):
        return None
    if words.FAMILY in token.sorts:
        return OTHER
    if words.COMPANION in token.sorts:
        return OTHER if mine or token.form in CLOSEST else STRANGER
    if words.SPECIES in token.sorts:
        return PET if mine else STRANGER
    if words.STRANGER in token.sorts or words.JOB in token.sorts:
        return STRANGER
    if (token.tag == "NNP" and _is_name(token)) or _is_familiar(token):
        return PET if mine else NAMED
    return None


def _is_familiar(token: Token) -> bool:
    """지은이, 박종근이: a name that ends in a consonant, with the 이 of those who are close."""
    called, name = token.form[:-1], token.form[-3:-1]
    return (
        token.form.endswith("이")
        and token.tag == "NNG"
        and not token.sorts
        and len(called) in (2, 3)
        and coda(name) > 0
        and words.could_be_given(name)
        and (len(called) == 2 or words.is_surname(called[0]))
    )


def _is_name(token: Token) -> bool:
    if token.sorts or not token.form or token.form in _NO_NAMES or token.form.endswith(_PLACE_TAILS):
        return False
    if len(token.form) == 1:
        # 톰은 …; a syllable that is a family name is more often a word of its own: 정은 많지만.
        return not token.form.isascii() and not words.is_surname(token.form)
    return words.looks_like_name(token.form) or (len(token.form) in (2, 3) and not token.form.isascii())


def _is_mark(token: Token) -> bool:
    return token.tag[0] == "J" and token.form in _MARKS


def _past_marks(tokens: Sequence[Token], i: int) -> int:
    """Index after the particles of a subject that stand at `i`."""
    while i < len(tokens) and _is_mark(tokens[i]):
        i += 1
    return i
