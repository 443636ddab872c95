"""Who and what a text names: rules over morphemes, particles and titles. Pure; knows nobody."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from saegim.language.morphemes import Analysis, Morpheme
from saegim.language.text import ends_in_consonant, has_hangul, nfc
from saegim.models import EntityType
from saegim.remember.rules import words
from saegim.tend.places import NOT_NAMES, PLACES
from saegim.tend.spelling import TITLES, bare

# A text longer than this is a document; its beginning says who it is about.
_LONGEST = 4_000

_HANDLE = re.compile(r"(?<![\w.@/])@([A-Za-z0-9_가-힣][\w.가-힣-]{1,29})(?<![.-])")
_BOT = re.compile(r"(?:bot|봇)\d*$", re.IGNORECASE)
_PROJECT = re.compile(r"([A-Za-z가-힣][\w가-힣-]{1,20})\s?프로젝트(?![가-힣]*(?:하나|같은))")
_PROJECT_ENGLISH = re.compile(r"\bproject ([A-Z]\w{1,20})|\b([A-Z]\w{1,20}) project\b")
# 이번 프로젝트 names none.
_NO_PROJECT = frozenset(
    """
    이번 다음 지난 새 새로운 개인 회사 팀 그 이 저 첫 큰 작은 사이드 토이 졸업 학교 마지막 우리 내 제 무슨
    어떤 다른 여러 한 두 이런 그런 저런 신규 중요한 같은 공동 요즘 지금 오늘 하던 맡은 The This My Our New
    Side Pet
    """.split()
)
_WITH_PEOPLE = frozenset("한테 에게 께 께서 이랑 랑 하고 한테서 에게서 더러 보고".split())
# Written onto a name; 이 makes one that ends in a consonant easier to say.
_PEOPLE_PARTICLES = frozenset(
    "한테 에게 께 께서 이랑 랑 하고 한테서 에게서 이한테 이에게 이하고 이가 이는 이도 이를 이야".split()
)
_GENERIC = frozenset(
    """
    가족 식구 부모 부모님 형제 자매 남매 아이 애 애기 아기 자녀 자식 첫째 둘째 셋째 친구 동료 이웃 선배 후배
    동기 동창 제자 파트너 처가 시댁 쌍둥이 사촌 조카 손주 손자 손녀 상사 선생님 교수님 사장 과장 부장 팀장
    대표님 배우자 연인 애인 처 이 형
    """.split()
)
_NOT_PETS = frozenset("이름 산책 사료 병원 털 간식 목욕 카페".split())
_PLACE_TAILS = tuple("시 군 구 동 읍 역 섬 산 해변 공원 시장".split())
_SURFACE_NAME = re.compile(rf"([가-힣]{{2,4}}?)\s?({'|'.join(TITLES)})(?=[가-힣]{{0,3}}(?:\s|[^가-힣]|$))")
_PARTICLES = re.compile(
    r"(?:이랑|한테서|에게서|한테|에게|께서|에서|하고|으로|이가|이는|이를|이도|이의|은|는|이|가|을|를|도|만|와|과|랑|야|아|의|로|에|께|님|씨)$"
)
_HANGUL_WORD = re.compile(r"[가-힣]{2,8}")
_RELATION = (
    r"(?:best friend|friend|brother|sister|wife|husband|boss|manager|colleague|coworker|roommate|girlfriend"
    r"|boyfriend|cousin|aunt|uncle|teacher|professor|son|daughter|neighbour|neighbor|partner|fianc[eé]e?)"
)
_ENGLISH_KIN = re.compile(
    r"\b[Mm]y (mom|mum|mother|dad|father|wife|husband|girlfriend|boyfriend|boss|grandma|grandmother|grandpa"
    r"|grandfather|sister|brother|son|daughter|roommate)\b(?! [A-Z])"
)
_CAPITAL = r"([A-Z][a-z]+(?:[ -][A-Z][a-z]+)?)"
_ENGLISH_PERSON = re.compile(
    rf"\b(?:[Mm]y |[Oo]ur |[Hh]er |[Hh]is )?({_RELATION})(?:,)? {_CAPITAL}"
    rf"|\b(?:Mr|Mrs|Ms|Dr|Prof)\.? {_CAPITAL}"
    rf"|\b(?:with|told|met|called|texted|asked|visited|named|saw|and) {_CAPITAL}"
    rf"|{_CAPITAL} (?:said|says|told|asked|called|texted|thinks|loves|likes|hates|works|lives|got|is|was)\b"
)
_ENGLISH_PET = re.compile(
    rf"\b[Mm]y (dog|cat|puppy|kitten|rabbit|hamster|parrot|turtle)(?:,| named| called)? {_CAPITAL}"
)
_ENGLISH_PLACE = re.compile(rf"\b(?:in|to|from|near|around|visiting|visited) {_CAPITAL}")
_ENGLISH_WORK = re.compile(rf"\b(?:work(?:s|ed|ing)? (?:at|for)|joined|hired by|study at) {_CAPITAL}")
_ENGLISH_ORGANISATION = re.compile(
    r"\b([A-Z]\w+(?: [A-Z]\w+)* (?:Inc|Corp|Ltd|University|College|Hospital|Bank|School|Group|Labs))\b"
)


@dataclass(frozen=True, slots=True)
class Named:
    """A name in a text. One that is not `sure` means somebody only if they are known already."""

    name: str
    type: EntityType
    start: int
    sure: bool = True
    relation: str | None = None
    handle: bool = False


def find_names(text: str, analysis: Analysis) -> list[Named]:
    """Every name in the text, in order; of one name the surest reading. `analysis` is of the same text."""
    text = nfc(text)[:_LONGEST]
    found: dict[str, Named] = {}
    for one in sorted(_all(text, analysis), key=lambda named: (not named.sure, named.start)):
        key = bare(one.name)
        if key and key not in found and not _inside(one, found.values()):
            found[key] = one
    return sorted(found.values(), key=lambda named: named.start)


def _inside(one: Named, others: Iterable[Named]) -> bool:
    """Whether a longer name already covers this place: 지훈 in 김지훈."""
    end = one.start + len(one.name)
    return any(
        other.start <= one.start and end <= other.start + len(other.name) and other.name != one.name
        for other in others
    )


def _all(text: str, analysis: Analysis) -> Iterator[Named]:
    yield from _handles(text)
    yield from _projects(text)
    if has_hangul(text):
        if analysis.morphemes:
            yield from _korean(text, analysis.morphemes)
            yield from _broken(text, analysis.morphemes)
        else:
            yield from _surface(text)
    yield from _english(text)


def _handles(text: str) -> Iterator[Named]:
    for match in _HANDLE.finditer(text):
        name = match[1]
        if has_hangul(name):
            name = _PARTICLES.sub("", name) if len(name) > 3 else name
        yield Named(name, "bot" if _BOT.search(name) else "person", match.start(), handle=True)


def _projects(text: str) -> Iterator[Named]:
    for match in _PROJECT.finditer(text):
        if match[1] not in _NO_PROJECT and not match[1].endswith(("는", "은", "한", "을", "를", "던", "이")):
            yield Named(match[1], "project", match.start())
    for match in _PROJECT_ENGLISH.finditer(text):
        name = match[1] or match[2]
        if name not in _NO_PROJECT:
            yield Named(name, "project", match.start())


# Korean, by morphemes.


def _korean(text: str, morphemes: Sequence[Morpheme]) -> Iterator[Named]:
    i = 0
    while i < len(morphemes):
        token = morphemes[i]
        if not token.tag.startswith("NN") or token.tag == "NNB":
            i += 1
            continue
        end = _run_end(morphemes, i)
        yield from _noun(text, morphemes, i, end)
        i = end


def _broken(text: str, morphemes: Sequence[Morpheme]) -> Iterator[Named]:
    """Names that the analyser took apart (은/채/랑): sure with a particle that only people take."""
    whole = {(m.start, m.start + m.length) for m in morphemes if m.length > 1}
    for match in _HANGUL_WORD.finditer(text):
        for form in _peeled(match[0])[1:] or [match[0]]:
            read = (match.start(), match.start() + len(form)) in whole
            if read or words.sorts(form) or form in PLACES or not words.could_be_given(form):
                continue
            particle = match[0][len(form) :]
            sure = particle in _PEOPLE_PARTICLES or particle[:-1] in _WITH_PEOPLE
            yield Named(form, "person", match.start(), sure=sure)


def _run_end(morphemes: Sequence[Morpheme], i: int) -> int:
    """Index after the nouns written together from `i`."""
    end = i + 1
    while (
        end < len(morphemes)
        and morphemes[end].tag.startswith("NN")
        and morphemes[end].tag != "NNB"
        and morphemes[end - 1].start + morphemes[end - 1].length == morphemes[end].start
        and not words.sorts(morphemes[end].form)
        and morphemes[end].form not in TITLES
    ):
        end += 1
    return end


def _noun(text: str, morphemes: Sequence[Morpheme], i: int, end: int) -> Iterator[Named]:
    first, last = morphemes[i], morphemes[end - 1]
    form = text[first.start : last.start + last.length]
    after = morphemes[end] if end < len(morphemes) else None
    before = morphemes[i - 1] if i else None
    sorts = words.sorts(form)
    start = first.start
    if words.FAMILY in sorts or words.COMPANION in sorts:
        if i > 1 and before is not None and (before.form, before.tag) == ("이", "XSN"):
            # 수진이 언니 as 수진 언니.
            before = morphemes[i - 2]
        owned = before is not None and before.tag in ("NNP", "NNG") and not words.sorts(before.form)
        named = end < len(morphemes) and morphemes[end].tag == "NNP"
        titled = before is not None and before.tag == "NNP"
        if form not in _GENERIC and not owned and not named and not titled:
            yield Named(form, "person", start, relation=form)
        return
    if before is not None and words.SPECIES in words.sorts(before.form) and _could_be_pet(form, sorts, after):
        together = form + "이" if len(form) == 1 and ends_in_consonant(form) else form
        yield Named(together, "pet", start, relation=before.form)
        return
    if form in PLACES or (first.tag == "NNP" and _place_tail(form)):
        yield Named(form, "place", start)
        return
    if words.COMPANY in sorts or words.SCHOOL in sorts:
        # 회사, 병원 alone name none; 서울병원 and 네이버 do.
        if first.tag == "NNP" and (len(form) > 2 or form in ("토스", "쿠팡", "라인", "한전")):
            yield Named(form, "organisation", start)
        return
    yield from _person(morphemes, i, end, form, before, after)


def _could_be_pet(form: str, sorts: str, after: Morpheme | None) -> bool:
    particle = after is not None and after.tag[0] == "J"
    return (
        not sorts and 1 <= len(form) <= 4 and particle and form not in ("이름", "산책", "사료", "병원", "털")
    )


def _place_tail(form: str) -> bool:
    return len(form) >= 3 and form.endswith(
        ("시", "군", "구", "동", "읍", "역", "섬", "산", "해변", "공원", "시장")
    )


def _person(
    morphemes: Sequence[Morpheme],
    i: int,
    end: int,
    form: str,
    before: Morpheme | None,
    after: Morpheme | None,
) -> Iterator[Named]:
    first = morphemes[i]
    if words.sorts(form) or not 2 <= len(form) <= 4:
        return
    proper = any(token.tag == "NNP" for token in morphemes[i:end])
    full, given = words.looks_like_name(form), words.could_be_given(form)
    following = after.form if after is not None else ""
    sure = False
    relation = None
    if following in TITLES and after is not None:
        # 우리 팀장님 has no name before the title.
        sure = proper or full or (given and after.form in ("씨", "님", "쌤"))
        relation = after.form if words.FAMILY in words.sorts(after.form) else None
    if before is not None and (proper or given):
        kin = words.sorts(before.form)
        if words.FAMILY in kin or words.COMPANION in kin:
            sure, relation = True, before.form
    if proper and (full or given):
        # A particle that people take, or one that any subject takes, after something shaped like a name.
        tag = after.tag if after is not None else ""
        sure = sure or following in _WITH_PEOPLE or tag in ("JKV", "JKS", "JX", "JC", "XSN", "JKG")
        sure = sure or full
    if not proper and given and len(form) == 2 and after is not None and after.tag == "XSN":
        sure = sure or after.form == "이"
    yield Named(form, "person", first.start, sure=sure, relation=relation)


# Korean, without morphemes.


def _surface(text: str) -> Iterator[Named]:
    for match in _SURFACE_NAME.finditer(text):
        name = match[1]
        if not words.sorts(name) and (words.could_be_given(name) or words.looks_like_name(name)):
            yield Named(name, "person", match.start())
    for match in _HANGUL_WORD.finditer(text):
        word = match[0]
        for form in _peeled(word):
            sorts = words.sorts(form)
            if words.SPECIES in sorts:
                break
            if (words.FAMILY in sorts or words.COMPANION in sorts) and form not in _GENERIC:
                yield Named(form, "person", match.start(), relation=form)
            elif form in PLACES:
                yield Named(form, "place", match.start())
            elif not sorts:
                yield Named(form, "person", match.start(), sure=False)


def _peeled(word: str) -> list[str]:
    """The word, and what is left of it without one or two particles."""
    forms = [word]
    for _ in range(2):
        shorter = _PARTICLES.sub("", forms[-1])
        if shorter == forms[-1] or len(shorter) < 2:
            break
        forms.append(shorter)
    return forms


# English.


def _english(text: str) -> Iterator[Named]:
    if not any("A" <= letter <= "z" for letter in text):
        return
    for match in _ENGLISH_PET.finditer(text):
        yield Named(match[2], "pet", match.start(2), relation=match[1])
    for match in _ENGLISH_ORGANISATION.finditer(text):
        yield Named(match[1], "organisation", match.start(1))
    for match in _ENGLISH_WORK.finditer(text):
        yield from _capital(match[1], "organisation", match.start(1))
    for match in _ENGLISH_PLACE.finditer(text):
        last = match[1].split()[-1]
        yield from _capital(match[1], "place", match.start(1), sure=last in PLACES)
    for match in _ENGLISH_PERSON.finditer(text):
        group = next(n for n in range(5, 1, -1) if match[n] or n == 2)
        yield from _capital(match[group], "person", match.start(group), relation=match[1])
    for match in _ENGLISH_KIN.finditer(text):
        yield Named(match[1], "person", match.start(1), relation=match[1])


def _capital(
    name: str | None, type_: EntityType, start: int, *, sure: bool = True, relation: str | None = None
) -> Iterator[Named]:
    if not name:
        return
    parts = [part for part in name.split() if part not in NOT_NAMES and not part.isupper()]
    if len(parts) != len(name.split()):
        return
    if type_ == "person" and parts[-1] in PLACES:
        type_, relation = "place", None
    yield Named(name, type_, start, sure=sure, relation=relation)
