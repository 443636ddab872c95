"""What people ask to be remembered: 기억해 줘, 잊지 마, 메모해 둬.

The words asked for are read like any others. Where no rule knows them, they are kept as they were said.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from saegim.language.dates import find_dates
from saegim.remember.finding import Finding
from saegim.remember.rules import moods as mood
from saegim.remember.rules.clauses import Sentence
from saegim.remember.rules.korean import plain, surface, told_of
from saegim.remember.rules.scene import Reading
from saegim.remember.rules.unit import Token

_ASKED = re.compile(
    r"(?:기억|명심)/NNG\.\w* (?:을/JKO\.\w* |를/JKO\.\w* |좀/\S+ )?하/\w+\.\w* (?:어/EC\.\w* (?:주|두|놓)/|어/EC\.\w* $|어/EC\.\w* \S+/S|어/EF|어라/EF|시/EP|세요/EF)"
    r"|(?:메모|저장|기록|암기)/NNG\.\w* (?:을/JKO\.\w* |를/JKO\.\w* |좀/\S+ )?하/\w+\.\w* 어/EC\.\w* (?:주|두|놓)/"
    r"|외우/VV\.\w* 어/EC\.\w* (?:두|놓|주)/"
    r"|(?:적/VV\.\w* 어/EC\.\w* (?:두|놓|주)|쓰/VV\.\w* 어/EC\.\w* (?:두|놓))/"
    r"|알/VV\.\w* 어/EC\.\w* (?:두|놓)/"
    r"|(?:잊|까먹|잊어버리|깜빡하)/VV\.\w* 지/EC\.\w* 말/VX"
    r"|새기/VV\.\w* 어/EC\.\w* (?:두|놓|주)/"
)
_NOT_ASKED = re.compile(
    r"었/EP|기억/NNG\.\w* (?:이|도|은)?/?J?\w*\.?\w* ?나/VV|잊/VV\.\w* 어/EC\.\w* 주|싶/VX|수/NNB"
)
_ORDERLY = frozenset(
    "어 아 라 어라 세요 으세요 세여 ᆸ시오 ᆸ시요 어요 자 고 ᆸ니다 어야지 라고 라구 줘 둬 셈 삼".split()
)
# 문단속 잊지 마, 코팅 팬은 문지르면 안 되니 알아 둬: a word to the listener, unless it tells of the speaker.
_WARNING = re.compile(r"(?:잊|까먹|잊어버리|깜빡하)/VV")
_OWN = frozenset("나 저 우리 저희 내 제".split())
_ADVICE = re.compile(r"알/VV|명심/NNG")
# 잡채 6인분 재료 적어 줘: something to be written out, not kept.
_WRITTEN_OUT = frozenset(
    """재료 목록 방법 순서 레시피 예시 질문 문구 초안 내용 이유 종류 효능 준비물 계획 계획표 일정표 답 답안 문장 글 단어 뜻 특징 장단점 차이 요약 비율 과정
    단계 동작 메뉴 식단 후보 이름 제목 대본 대사 가사 편지 메일 문자 멘트 인사말 소개 정리 표 공식 풀이 명언 속담 아이디어 조건 절차 서류 견적 항목 분량 축사 안건""".split()
)
_GIVEN_OUT = re.compile(r"(?:적/VV|메모/NNG|기록/NNG)\S* (?:\S+ ){0,3}?어/EC\S* 주/")
_BARE = re.compile(
    r"기억/NNG\.\w* (?:을/JKO\.\w* |를/JKO\.\w* |좀/\S+ )?하/\w+\.\w* 어/E[CF]\.\w* (?!(?:주|두|놓)/)"
)
_THING = frozenset("거 것 점 사실 걸 건 줄".split())
_BETWEEN = frozenset(
    "꼭 머릿속 머리 에 속 을 를 도 좀 잘 제발 만 은 는 ᆯ ᆫ 마음 가슴 반드시 절대 이 거".split()
)


def open_up(tokens: list[Token]) -> list[Token]:
    """The tokens with "(that I am left-handed) remember" turned into a statement and a request."""
    line = "".join(token.piece for token in tokens)
    found = _ASKED.search(line)
    if found is None or _written_out(tokens, found):
        return tokens
    verb = line.count(" ", 0, found.start())
    i = verb - 1
    while i > 0 and tokens[i].form in _BETWEEN and tokens[i].form not in _THING:
        i -= 1
    if i < 1 or tokens[i].form not in _THING:
        return _cut_before(tokens, verb)
    before = tokens[i - 1]
    told = tokens[: i - 1]
    if (
        tokens[verb].form in ("잊", "까먹")
        and before.form == "는"
        and not any(t.tag in ("NP", "SN", "JKG") for t in told)
    ):
        # 불 끄는 거 잊지 마: a word to the listener, nothing about the speaker.
        return tokens
    if before.tag == "ETM":
        return [*tokens[: i - 1], before._replace(form="다", tag="EF"), *tokens[i + 1 :]]
    if before.form == "인" and before.tag == "NNG":
        copula = before._replace(form="이", tag="VCP")
        return [*tokens[: i - 1], copula, before._replace(form="다", tag="EF"), *tokens[i + 1 :]]
    return tokens


def _cut_before(tokens: list[Token], verb: int) -> list[Token]:
    """자물쇠 비번 7788 저장해 놔: what stands before the verb is what to keep, when it holds a figure."""
    start = max((k + 1 for k in range(verb) if tokens[k].tag in ("EF", "EC", "SF", "SP")), default=0)
    said = [t for t in tokens[start:verb] if t.tag not in ("MAG", "IC")]
    if (len(said) < 3 and start == 0) or not any(t.tag in ("SN", "SL", "W_SERIAL") for t in said):
        return tokens
    cut = verb
    while cut > start and (tokens[cut - 1].tag in ("MAG", "IC") or tokens[cut - 1].tag[0] == "J"):
        cut -= 1
    at = tokens[cut - 1].end
    return [*tokens[:cut], Token("다", "EF", at, at), *tokens[cut:]]


def requested(reading: Reading) -> list[tuple[int, int]]:
    """Spans of the text that the person asked to have remembered."""
    spans: list[tuple[int, int]] = []
    for i, sentence in enumerate(reading.sentences):
        asking = _asking(sentence)
        if asking is None:
            continue
        told = [
            c
            for k, c in enumerate(sentence.clauses)
            if k != asking
            # 내용 정리해서 메모해 줘: how it is to be done.
            and c.ending not in ("어서", "아서")
            and c.mood in (mood.TELL, mood.INTEND, mood.ORDER)
            and any(t.tag[0] in "NVSW" and t.tag not in ("SF", "SW", "SP", "SE", "SO") for t in c.tokens)
        ]
        clause = sentence.clauses[asking]
        if told:
            spans.append((told[0].start, max(c.end for c in told)))
        elif i and _tells(reading.sentences[i - 1]):
            start, end = _bounds(reading.sentences[i - 1])
            # 비번 바꿨다 7702 기억해 둬: the figure beside the verb is what it is about.
            figures = [t.end for t in clause.tokens if t.tag in ("SN", "SL", "W_SERIAL")]
            spans.append((start, max([end, *figures])))
        elif i + 1 < len(reading.sentences) and _tells(reading.sentences[i + 1]):
            spans.append(_bounds(reading.sentences[i + 1]))
    return spans


def as_asked(reading: Reading, findings: Sequence[Finding]) -> list[Finding]:
    """The findings, those asked for marked as such, and a note for each request that no rule could read."""
    spans = [] if reading.absurd else requested(reading)
    if not spans:
        return list(findings)
    text = reading.text
    out = list(findings)
    for start, end in spans:
        inside = text[start:end]
        met = False
        for i, finding in enumerate(out):
            if finding.evidence and (finding.evidence in inside or inside in finding.evidence):
                out[i] = replace(finding, explicit=True, confidence=max(finding.confidence, 0.97))
                met = True
        note = None if met else _note(reading, start, end)
        if note is not None:
            out.append(note)
    return out


def _note(reading: Reading, start: int, end: int) -> Finding | None:
    """The words as they were said; None when nothing but marks is left of them."""
    tokens = [t for s in reading.sentences for t in s.tokens if start <= t.start < end]
    words = surface(reading.text, tokens)
    statement = told_of(plain(reading.text, tokens))
    # 잊지 마: what follows from it is the listener's business unless it tells of the speaker or holds a figure.
    warned = any(
        t.tag == "VV" and t.form in ("잊", "까먹", "깜빡하") for s in reading.sentences for t in s.tokens
    )
    own = any(t.tag in ("SN", "SL", "W_SERIAL", "NNP") or (t.tag == "NP" and t.form in _OWN) for t in tokens)
    if not statement or (warned and not own):
        return None
    spans = find_dates(words, reading.at)
    when = next(((s.start, s.end) for s in spans if s.start and s.end and s.grain != "open"), None)
    return Finding(
        kind="note",
        content=f"사용자가 기억해 달라고 했다: {statement}",
        subject="user",
        key="request",
        value=statement,
        confidence=0.97,
        future_impact=0.8,
        evidence=words,
        rule="request.note",
        explicit=True,
        when=when,
    )


def _asking(sentence: Sentence) -> int | None:
    """Index of the clause that asks, if the sentence asks for something to be remembered."""
    if sentence.asked:
        return None
    for i, clause in enumerate(sentence.clauses):
        line = "".join(token.piece for token in clause.tokens)
        found = _ASKED.search(line)
        if found is None or _NOT_ASKED.search(line) or clause.mood not in (mood.ORDER, mood.TELL):
            continue
        # 메모해 두는 습관, 기억해 주셔서: the verb has to close the clause, as an order does.
        if "/ETM" in line[found.end() :] or clause.ending not in _ORDERLY:
            continue
        if _WARNING.match(found[0]) and clause.ending == "고":
            continue
        if _written_out(clause.tokens, found):
            continue
        if _ADVICE.match(found[0]) and not sentence.forms.isdisjoint(("어야", "말", "안")):
            continue
        # 나는 그날을 또렷이 기억해: a memory told, not one asked for.
        if _BARE.match(line, found.start()) and any(
            a.tag == "NP" and a.form in ("나", "저", "우리") and b.tag in ("JX", "JKS")
            for a, b in pairwise(clause.tokens)
        ):
            continue
        return i
    return None


def _written_out(tokens: Sequence[Token], asked: re.Match[str]) -> bool:
    """Whether what is to be written down is something yet to be made up: 재료 좀 적어 줘."""
    if not _GIVEN_OUT.match(asked[0]):
        return False
    given = tokens[: asked.string.count(" ", 0, asked.start())]
    if given and given[-1].tag == "JKB" and given[-1].form in ("로", "으로"):
        # 한글로 적어 줘: the same in other letters.
        return True
    nouns = [t for t in given if t.tag[0] == "N" or t.tag == "SN"]
    return any(t.form in _WRITTEN_OUT for t in nouns[-3:])


def _tells(sentence: Sentence) -> bool:
    return (
        any(c.mood in (mood.TELL, mood.INTEND, mood.ORDER, mood.GUESS) for c in sentence.clauses)
        and not sentence.asked
    )


def _bounds(sentence: Sentence) -> tuple[int, int]:
    return sentence.tokens[0].start, max(t.end for t in sentence.tokens)
