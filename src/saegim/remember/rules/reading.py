"""A Korean message read once: sentences, and what holds for the message as a whole."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import datetime
from itertools import pairwise

from saegim.language.morphemes import Morpheme
from saegim.remember.rules import moods as mood
from saegim.remember.rules import requests, words
from saegim.remember.rules.borrowed import take_out_borrowed
from saegim.remember.rules.clauses import Sentence
from saegim.remember.rules.scene import Reading
from saegim.remember.rules.sentences import read_sentences
from saegim.remember.rules.tokens import read_tokens
from saegim.remember.rules.unit import Token

_DOCTORS = frozenset(
    """의사 병원 검사 검진 건강검진 진단 약사 한의사 의사쌤 주치의 의사선생님 피검사 내시경 한의원 보건소 응급실 교수님 원장님
    내과 외과 치과 안과 피부과 정신과 산부인과 소아과 이비인후과 정형외과 신경과 비뇨기과""".split()
)
_HEALTH = frozenset(
    "알레르기 알러지 수술 시술 임신 임산부 수유 복용 체질 부작용 마취 깁스 라식 라섹 입원 퇴원 약 수치 통증 염증".split()
)
# 뻥이야, 농담이고: what was said before is taken back.
_TAKEN_BACK = re.compile(
    r"(?:뻥|구라|농담|장난)(?:이야|이었|이고|이지|임|이에요|이예요|입니다|ㅋ)|만우절이잖아|거짓말이야|속았지"
)
# A notice pasted in: its words are nobody's own.
_NOTICE = re.compile(
    r"\s*(?:\[[가-힣 ]{2,8}\]|(?:제목|공지|안내|주의|경고|이용약관|규정|구인|복용법|사용법|리뷰)\s*[:：])"
)
_TASKS = frozenset(
    "번역 맞춤법 교정 예문 가사 대사 시나리오 소설 대본 영작 첨삭 받아쓰기 띄어쓰기 도입부 문단 자소서 자기소개서 문구 독백 삼행시 동화 시조 각본 번역본 지문 문항 설문".split()
)
_TEXTS = frozenset("문장 글 요약 단락 구절 본문".split())
_PLAYS = frozenset("역할극 상황극 롤플레이 롤플 역할 연기 컨셉 빙의".split())
_YOU, _FROM_NOW = frozenset("너 넌 네 니 당신".split()), frozenset("이제 지금 지금부터 이제부터".split())
_PARTS = frozenset("역할극 상황극 롤플레이 롤플".split())
_TOGETHER = frozenset("우리 같이 함께 나랑 너랑".split())
_SONG = ("♬", "♪", "♩", "랄랄라", "라라라", "흥얼흥얼")
_TAKEN_IN = frozenset("먹 마시 만지 닿 바르 맡".split())
_CORRECTED = frozenset("잘못 정정 수정 틀리 고치 바로잡 변경 착각 바뀌 바꾸".split())
_ATTRIBUTES = frozenset("이름 주소 나이 생일 전공 직업 고향 혈액형 집 연락처 직장 회사".split())


def read(text: str, morphemes: Sequence[Morpheme], *, at: datetime, name: str | None) -> Reading:
    """The reading of an NFC text."""
    tokens = requests.open_up(read_tokens(text, morphemes))
    laughing = any(t.tag == "SW" and ("ㅋㅋ" in t.form or "ㅎㅎ" in t.form or "^^" in t.form) for t in tokens)
    sentences = read_sentences(text, tokens)
    reading = Reading(text, at, name, sentences)
    sorts = {sort for token in tokens for sort in token.sorts}
    forms = {token.form for token in tokens}
    reading.absurd = (laughing and words.CREATURE in sorts) or _TAKEN_BACK.search(text) is not None
    reading.medical = not forms.isdisjoint(_DOCTORS)
    reading.health = (
        reading.medical
        or not sorts.isdisjoint({words.CONDITION, words.DRUG, words.DEVICE, words.BODY})
        or not forms.isdisjoint(_HEALTH)
    )
    reading.greeting = not forms.isdisjoint(
        {"안녕", "반갑", "하이", "ㅎㅇ", "뵙", "인사", "잘부탁", "소개", "부탁"}
    )
    reading.performing = (
        any(mark in text for mark in _SONG) or _NOTICE.match(text) is not None or _performs(sentences, forms)
    )
    _mark_alternatives(sentences)
    _mark_supposed(sentences)
    reading.quoting = take_out_borrowed(text, sentences, medical=reading.medical)
    _apply_correction(sentences)
    _resolve_that(sentences)
    return reading


def _performs(sentences: list[Sentence], forms: set[str]) -> bool:
    """Whether some of the text is material to work on, or a part to play."""
    if not forms.isdisjoint(_PLAYS):
        moods = {c.mood for s in sentences for c in s.clauses}
        if not moods.isdisjoint({mood.PROPOSE, mood.ORDER}):
            return True
    for s in sentences:
        # 우리 역할극 해요.
        if not (s.forms.isdisjoint(_PARTS) or s.forms.isdisjoint(_TOGETHER) or s.clauses[-1].past):
            return True
        # 소개팅 나온 척해 봐, 면접 보는 척해 줘.
        if "척" in s.forms and any(
            c.mood == mood.ORDER and any(t.form == "척" for t in c.tokens) for c in s.clauses
        ):
            return True
    # 너는 이제 해적이야: parts are given out.
    if any(
        not (s.asked or s.forms.isdisjoint(_YOU) or s.forms.isdisjoint(_FROM_NOW))
        and any(t.tag == "VCP" for t in s.tokens)
        for s in sentences
    ):
        return True
    # … 이 노래 제목이 뭐더라: the words before are the song's.
    if len(sentences) > 1 and any(s.asked and {"노래", "제목"} <= s.forms for s in sentences):
        return True
    for sentence in sentences:
        asked = sentence.asked or any(c.mood == mood.ORDER for c in sentence.clauses)
        if asked and (
            not sentence.forms.isdisjoint(_TASKS)
            or (len(sentences) > 1 and not sentence.forms.isdisjoint(_TEXTS))
        ):
            return True
    return False


def _mark_alternatives(sentences: list[Sentence]) -> None:
    """자장면이 좋아 짬뽕이 좋아: the same verb twice without a stop asks which."""
    for before, after in pairwise(sentences):
        joined = before.tokens[-1].tag != "SF"
        either = after.tokens[0].form in ("아님", "아니면", "아니") or before.tokens[-1].form in (
            "아님",
            "아니면",
        )
        which = (
            before.clauses[-1].ending in ("어", "어요", "아", "야", "에요", "예요", "이야")
            and "도" not in after.forms
            # 회사는 카카오야 근데 이직 준비 중이야.
            and after.tokens[0].tag != "MAJ"
        )
        if joined and (either or (which and _predicate(before) == _predicate(after))):
            for sentence in (before, after):
                sentence.asked = True
                sentence.clauses[-1].mood = mood.ASK


def _mark_supposed(sentences: list[Sentence]) -> None:
    """고백했다 차이면 어쩌지: 다 without a stop before a worried "if" is 다가, and as little told."""
    for before, after in pairwise(sentences):
        last, first = before.clauses[-1], after.clauses[0]
        joined = before.tokens[-1].tag == "EF" and before.tokens[-1].form == "다"
        doubted = after.clauses[-1].mood in (mood.ASK, mood.GUESS)
        if joined and doubted and first.mood == mood.SUPPOSE and last.mood == mood.TELL:
            last.mood = mood.SUPPOSE


def _predicate(sentence: Sentence) -> str:
    """The last verb and all that follows it: 끊었어요 한 달 됐어요 have only their endings in common."""
    tokens = sentence.clauses[-1].tokens
    verbs = [i for i, t in enumerate(tokens) if t.tag[0] == "V" or t.tag in ("XSV", "XSA")]
    if not verbs:
        return sentence.tokens[0].form
    start = verbs[-1] - (tokens[verbs[-1]].tag in ("XSV", "XSA") and verbs[-1] > 0)
    return "".join(t.piece for t in tokens[start:] if t.tag[0] != "S")


def _apply_correction(sentences: list[Sentence]) -> None:
    """Give "not this but that" the attribute which the sentence before said was wrong."""
    for before, after in pairwise(sentences):
        if before.forms.isdisjoint(_CORRECTED) or before.asked or after.asked or len(before.tokens) > 14:
            continue
        topic = next((t for t in before.tokens if t.form in _ATTRIBUTES), None)
        last = after.clauses[-1]
        if topic is None or any(t.form in _ATTRIBUTES for t in last.tokens):
            continue
        first = last.tokens[0]
        mine = Token("나", "NP", first.start, first.start)
        last.tokens = [
            mine,
            mine._replace(form="의", tag="JKG"),
            Token(topic.form, "NNG", first.start, first.start, topic.sorts),
            Token("은", "JX", first.start, first.start),
            *last.tokens,
        ]


def _resolve_that(sentences: list[Sentence]) -> None:
    """키위는 빼 주세요. 전 그거 먹으면 …: what is eaten or touched is what was spoken of just before."""
    if not any("그거" in sentence.forms for sentence in sentences):
        return
    clauses = [(sentence, clause) for sentence in sentences for clause in sentence.clauses]
    for (_, before), (sentence, clause) in pairwise(clauses):
        for i, (that, verb) in enumerate(pairwise(clause.tokens)):
            if that.form != "그거" or that.tag != "NP" or verb.form not in _TAKEN_IN:
                continue
            named = _marked_noun(before.tokens)
            if named is not None:
                clause.tokens[i] = named
                sentence.__dict__.pop("tokens", None)


def _marked_noun(tokens: Sequence[Token]) -> Token | None:
    """The one thing a clause speaks of."""
    found = [
        noun
        for noun, mark in pairwise(tokens)
        if noun.tag in ("NNG", "NNP")
        and not noun.sorts
        and (mark.tag == "JKO" or (mark.tag == "JX" and mark.form in ("은", "는", "도")))
    ]
    return found[0] if len(found) == 1 else None
