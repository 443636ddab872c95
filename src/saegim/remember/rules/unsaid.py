"""Whom a clause is about that names nobody: what stands around it tells."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from itertools import pairwise

from saegim.remember.rules import words
from saegim.remember.rules.clauses import Clause, Sentence
from saegim.remember.rules.guards import BECAUSE
from saegim.remember.rules.korean import coda
from saegim.remember.rules.moods import REPORT
from saegim.remember.rules.opening import past_exclamations
from saegim.remember.rules.scene import Reading
from saegim.remember.rules.subjects import (
    CLOSEST,
    ME,
    NAMED,
    ORGANISATIONS,
    OTHER,
    PET,
    STRANGER,
    THEIRS,
    USER,
    YOU,
    Parted,
    Subject,
    part,
)
from saegim.remember.rules.unit import Token
from saegim.remember.rules.words_people import FAMILY
from saegim.remember.rules.words_things import SPECIES

# Who somebody is. Told without a subject, it is told of whoever was mentioned last: 동생한테 전화했어. 조선소 다니는데 …
WHO_ONE_IS = frozenset(
    """name age birth.year birthday blood_type mbti trait home.city home.hometown work.company work.place
    work.role work.status school school.major school.year""".split()
)
_STATED = frozenset("대 대요 ᆫ대 ᆫ대요 는대 는대요 다네 다네요 ᆫ다네요 다더라 ᆫ다더라".split())
_LEADING_ON = frozenset("ᆫ데 는데 은데 라 어서 아서 고".split())
_WITH_OR_TO = frozenset("한테 에게 께 랑 이랑 하고 와 과".split())
# Read without an analyser: whatever the assistant said is looked through on every turn.
_KIN = frozenset((*FAMILY, *CLOSEST, *SPECIES)) - {"가족", "식구", "애", "이"}
_ASKED_AFTER = re.compile(
    r"(?<![가-힣])(?P<who>[가-힣]{1,6}?)(?:분|님)?(?:은|는|이|가|도|께서는|께서)(?![가-힣])"
)
_QUESTION = re.compile(r"[^.!?…\n]*\?\s*$")
_ANOTHER = Subject(STRANGER)
_COUNTRIES = frozenset(
    """한국 우리나라 대한민국 북한 조선 일본 중국 대만 미국 영국 프랑스 독일 스페인 이탈리아 인도 베트남 태국 호주 캐나다 러시아 브라질 멕시코 터키 유럽 서양
    동양 외국 해외""".split()
)
_ANYBODYS = frozenset("애 애기 아이 아기 자식 자녀 아들 딸".split())
_OURS = frozenset("우리 저희 울".split())


class Attention:
    """Who is being talked about, from sentence to sentence of one message."""

    __slots__ = ("_before", "_other", "_parted", "_reading", "_sentence", "brought_up")

    def __init__(self, reading: Reading) -> None:
        self._reading = reading
        self._sentence: Sentence | None = None
        self._parted: list[Parted] = []
        # Whoever was mentioned last; whom the last clause was about; the last person it was about.
        self.brought_up = reading.asked_after
        self._before = self._other = reading.asked_after or ME

    def turn_to(self, sentence: Sentence) -> None:
        """Begin the next sentence."""
        if self._sentence is None:
            # An answer is about whom the question asked after; what follows it need not be.
            carried = self._before.topic
        else:
            self.brought_up = _brought_up(self._sentence, self._parted, self._reading.known, self.brought_up)
            carried = self._before is not self._reading.asked_after and _carries_over(self._before, sentence)
        if not carried:
            self._before = ME
        self._sentence, self._parted = sentence, []

    def part(self, clause: Clause) -> Parted:
        """The next clause, parted from its subject or given the one it takes over."""
        assert self._sentence is not None
        parted = part(clause, self._before, self._reading.known, self._reading.name)
        if not parted.said and parted.subject.kind == USER:
            if clause.honorific:
                # 아빠가 당뇨라 단 걸 못 드셔: only he can be spoken of so politely.
                parted.subject = self._other
            elif not self._reading.health and _told_of_another(self._sentence, clause):
                parted.subject = self.brought_up or _ANOTHER
            elif _of_a_people(parted.full):
                parted.subject = _ANOTHER
            else:
                parted.subject = _named_after(self._sentence, clause) or parted.subject
        elif (
            parted.subject.name in _ANYBODYS and not parted.mine and _leads_to_hearsay(self._sentence, clause)
        ):
            # 애가 둘이라 어쩔 수 없대요: the children of whoever said so.
            parted.subject = _ANOTHER
        subject = parted.subject
        if subject.kind == OTHER:
            self._other = subject
        if not _passing(subject, clause):
            self._before = subject
        if subject.relation:
            self._reading.known[subject.name] = subject.kind
        self._parted.append(parted)
        return parted


def asked_after(text: str) -> Subject | None:
    """Whom of the speaker's people or animals an assistant's message speaks of; a topic where it asks after them."""
    found = [m for m in _ASKED_AFTER.finditer(text) if m["who"] in _KIN]
    if len({m["who"] for m in found}) != 1:
        return None
    who = found[-1]["who"]
    asked = _QUESTION.match(text, found[-1].end()) is not None
    return Subject(PET if who in SPECIES else OTHER, who, topic=asked)


def _carries_over(before: Subject, sentence: Sentence) -> bool:
    """Whether a sentence without a subject is still about the one of the sentence before."""
    if before.kind in (USER, YOU) or not sentence.clauses:
        return False
    # 애가 우유를 못 먹어요 유당불내증이라: a mere reason is that of what was just said.
    if len(sentence.clauses) == 1 and sentence.clauses[0].ending in BECAUSE:
        return True
    if before.kind == STRANGER:
        # 회사는 카카오야. 요즘 이직 준비 중이야: a company does nothing of what people do.
        return before.topic and before.name not in ORGANISATIONS
    return before.topic or sentence.clauses[0].honorific


def _passing(subject: Subject, clause: Clause) -> bool:
    """Whether the subject is that of a reason only: 아이가 어려서 (저는) 못 나가요."""
    return subject.kind in (OTHER, PET) and not subject.topic and clause.ending in BECAUSE


def _told_of_another(sentence: Sentence, clause: Clause) -> bool:
    """Whether a clause without a subject can only be about somebody else than the speaker."""
    # 나보다 네 살 많고 통영 사람: nobody is compared with themselves.
    if "보다" in sentence.forms and any(
        a.tag == "NP" and a.form in ("나", "저") and b.form == "보다" for a, b in pairwise(sentence.tokens)
    ):
        return True
    return len(sentence.clauses) > 1 and (_adds_to_hearsay(sentence, clause) or _leads_on(sentence, clause))


def _of_a_people(full: Sequence[Token]) -> bool:
    """한국에서는 설날에 떡국을 먹어: what is done in a country is nobody's own."""
    if not full or full[0].form not in _COUNTRIES:
        return False
    marks = [t.form for t in full[1:3]]
    return marks[:1] in (["은"], ["는"]) or (marks[0:1] == ["에서"] and marks[1:] in (["는"], ["ᆫ"]))


def _named_after(sentence: Sentence, clause: Clause) -> Subject | None:
    """복숭아 알레르기 있어 우리 딸: whoever is named once the words are out."""
    last = sentence.clauses[-1]
    if len(sentence.clauses) < 2 or clause is not sentence.clauses[-2]:
        return None
    tokens = [t for t in last.tokens if t.tag[0] != "S" and t.form != "요"]
    if len(tokens) < 2 or len(clause.tokens) < 2:
        return None
    first, head = tokens[0], tokens[-1]
    mine = first.form in _OURS or (first.form in ("나", "저") and tokens[1].tag == "JKG")
    if first.tag != "NP" or not mine or not _is_close(head, {}):
        return None
    # 우리 집 늙은 말티즈; not 우리 오늘 만난 딸.
    if any(t.tag not in ("NP", "JKG", "NNG", "VA", "VV", "ETM") for t in tokens) or len(tokens) > 5:
        return None
    if words.SPECIES not in head.sorts:
        return Subject(OTHER, head.form)
    noun, mark = clause.tokens[0], clause.tokens[1]
    if noun.tag in ("NNG", "NNP") and not noun.sorts and mark.tag in ("JKS", "JX"):
        # 초롱이 심장병 있어 우리 집 말티즈: the name came first.
        return Subject(PET, noun.form + ("이" if coda(noun.form) > 0 else ""), relation=head.form)
    return Subject(PET, head.form)


def _adds_to_hearsay(sentence: Sentence, clause: Clause) -> bool:
    """이름이 도현이래 서른하나: a word after hearsay is part of it."""
    before = next((a for a, b in pairwise(sentence.clauses) if b is clause), None)
    heard = before is not None and before.mood == REPORT
    return heard and not any(t.tag[0] in "VE" or t.tag == "XSV" for t in clause.tokens)


def _leads_on(sentence: Sentence, clause: Clause) -> bool:
    """게임회사 다니는데 벌써 5킬로 쪘대: what leads on to hearsay is of the one who is talked about."""
    return _leads_to_hearsay(sentence, clause) and not any(
        t.tag in ("JKS", "JX", "NP") for t in sentence.clauses[-1].tokens
    )


def _leads_to_hearsay(sentence: Sentence, clause: Clause) -> bool:
    last = sentence.clauses[-1]
    linked = clause is not last and clause.ending in _LEADING_ON
    return linked and last.mood == REPORT and last.ending in _STATED


def _brought_up(
    sentence: Sentence, parted: Sequence[Parted], known: Mapping[str, str], before: Subject | None
) -> Subject | None:
    """Whoever the sentence brings up (처제가 온대요, 동생한테 전화했어요, 룸메), or is still spoken of after it."""
    said = [found for found in parted if found.said]
    for found in said:
        if found.subject.kind in (OTHER, PET, NAMED):
            return found.subject
    if any(found.subject.kind == USER and not found.mine for found in said):
        return None
    return _mentioned(sentence, known) or before


def _mentioned(sentence: Sentence, known: Mapping[str, str]) -> Subject | None:
    tokens = sentence.tokens[past_exclamations(sentence.tokens) :]
    heads = [i for i, token in enumerate(tokens) if _is_close(token, known)]
    heads = heads or [i for i, token in enumerate(tokens) if _could_be_called(token)]
    if len(heads) != 1:
        return None
    (head,) = heads
    following = tokens[head + 1] if head + 1 < len(tokens) else None
    alone = following is None or following.tag[0] == "S" or following.form in THEIRS
    if not (alone or (following is not None and following.tag[0] == "J" and following.form in _WITH_OR_TO)):
        return None
    if not _is_close(tokens[head], known):
        return Subject(NAMED, tokens[head].form)
    pet = words.SPECIES in tokens[head].sorts
    return Subject(PET if pet else OTHER, tokens[head].form)


def _is_close(token: Token, known: Mapping[str, str]) -> bool:
    close = not {words.FAMILY, words.SPECIES}.isdisjoint(token.sorts) or token.form in CLOSEST
    return token.tag in ("NNG", "NNP") and (close or token.form in known)


def _could_be_called(token: Token) -> bool:
    name = token.form.removesuffix("이")
    return token.tag in ("NNG", "NNP") and not token.sorts and words.could_be_given(name)
