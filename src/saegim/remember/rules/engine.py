"""Rules run over clauses: candidates looked up by word, guards applied to all alike, findings written out."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime

from saegim.language.dates import DateSpan, find_dates
from saegim.remember.finding import Finding
from saegim.remember.rules import clauses as mood
from saegim.remember.rules import subjects, words
from saegim.remember.rules.clauses import Clause, Sentence
from saegim.remember.rules.korean import Words, gist, plain, surface
from saegim.remember.rules.pattern import compile_pattern, needs
from saegim.remember.rules.rule import Rule
from saegim.remember.rules.subjects import Parted, Subject
from saegim.remember.rules.tokens import Token

_FORMER = frozenset("예전 옛날 원래 한때 과거 왕년 학창 전직".split())
_TODAY = frozenset("오늘 방금 아까 어제 지금막 이따 금방 오늘따라 아직".split())
_DOCTORS = frozenset("의사 병원 검사 검진 건강검진 진단 약사 한의사 의사쌤 주치의 의사선생님 피검사 내시경 한의원 보건소 응급실 교수님 원장님".split())
_PROPS = frozenset("요즘 지금 이제 현재 올해 최근 요새 사실 그냥 진짜 정말 아마".split())


@dataclass(slots=True)
class Reading:
    """Everything the rules may ask about one message."""

    text: str
    at: datetime
    name: str | None
    sentences: list[Sentence]
    laughing: bool = False
    absurd: bool = False
    performing: bool = False
    medical: bool = False
    known: dict[str, str] = field(default_factory=dict)
    # The attribute a correction speaks of: 이름을 잘못 적었습니다.
    topic: str = ""


class Book:
    """Rules, indexed by the words they need."""

    def __init__(self, rules: Iterable[Rule]) -> None:
        self.rules = tuple(rules)
        self._patterns = [compile_pattern(rule.pattern) for rule in self.rules]
        self._by_word: dict[str, list[int]] = {}
        self._always: list[int] = []
        for i, rule in enumerate(self.rules):
            wanted = needs(rule.pattern)
            for word in wanted:
                self._by_word.setdefault(word, []).append(i)
            if not wanted:
                self._always.append(i)

    def run(self, reading: Reading) -> list[Finding]:
        """What the rules find, in the order of the text."""
        found: list[Finding] = []
        before = subjects.ME
        for sentence in reading.sentences:
            if not _carries_over(before, sentence):
                before = subjects.ME
            for clause in sentence.clauses:
                parted = subjects.part(clause, before, reading.known, reading.name)
                before = parted.subject
                if parted.subject.relation:
                    reading.known[parted.subject.name] = parted.subject.kind
                found.extend(self._clause(reading, sentence, clause, parted))
        return found

    def _clause(self, reading: Reading, sentence: Sentence, clause: Clause, parted: Parted) -> Iterable[Finding]:
        candidates = set(self._always)
        for token in clause.tokens:
            candidates.update(self._by_word.get(token.form, ()))
            for sort in token.sorts:
                candidates.update(self._by_word.get("@" + sort, ()))
        lines: dict[str, tuple[list[Token], str]] = {}
        for i in sorted(candidates):
            rule = self.rules[i]
            if not _believable(rule, reading, sentence, clause, parted):
                continue
            if rule.over not in lines:
                tokens = {"body": parted.body, "full": parted.full, "raw": clause.tokens}[rule.over]
                lines[rule.over] = (tokens, "".join([token.piece for token in tokens]))
            tokens, line = lines[rule.over]
            match = self._patterns[i].search(line)
            if match is not None:
                groups = {name: _slice(tokens, line, match.span(name)) for name in match.groupdict() if match[name]}
                yield from _findings(rule, reading, sentence, clause, parted, groups)


def _slice(tokens: Sequence[Token], line: str, span: tuple[int, int]) -> list[Token]:
    start = line.count(" ", 0, span[0])
    return list(tokens[start : start + line.count(" ", *span)])


def _carries_over(before: Subject, sentence: Sentence) -> bool:
    """Whether a sentence without a subject is still about the person of the one before."""
    if before.kind not in (subjects.OTHER, subjects.PET) or not sentence.clauses:
        return False
    return before.topic or sentence.clauses[0].honorific


def _believable(rule: Rule, reading: Reading, sentence: Sentence, clause: Clause, parted: Parted) -> bool:
    if parted.subject.kind not in rule.who:
        return False
    if rule.past is not None and clause.past != rule.past:
        return False
    if rule.denied is not None and clause.denied != rule.denied:
        return False
    if clause.mood not in rule.moods and not (
        rule.medical and reading.medical and clause.mood in (mood.REPORT, mood.MARVEL)
    ):
        return False
    if sentence.supposing or (clause.conditional and not rule.conditional):
        return False
    if mood.ORDER not in rule.moods and reading.performing:
        return False
    if reading.absurd:
        return False
    if rule.lasting:
        forms = {token.form for token in clause.tokens}
        if forms & _FORMER or forms & _TODAY:
            return False
    if rule.alone and any(t.tag == "JKS" and t.form in ("이", "가") for t in parted.body):
        return False
    return True


def _findings(
    rule: Rule, reading: Reading, sentence: Sentence, clause: Clause, parted: Parted, groups: dict[str, list[Token]]
) -> Iterable[Finding]:
    when = _when(rule, reading, sentence, clause)
    if rule.needs_date and when is None:
        return
    raw = groups.get("v")
    values: list[list[Token]] = [[]] if raw is None else [_cleaned(part) for part in _parts(raw, split=rule.each)]
    for value in values:
        if raw is not None and not _acceptable(rule, value):
            continue
        yield _written(rule, reading, clause, parted, {**groups, "v": value} if raw is not None else groups, when)


def _parts(tokens: list[Token], *, split: bool) -> list[list[Token]]:
    if not split:
        return [tokens]
    parts: list[list[Token]] = [[]]
    for token in tokens:
        if token.tag == "JC" or (token.tag == "JKB" and token.form in ("랑", "이랑", "하고", "와", "과")) or token.tag == "SP":
            parts.append([])
        else:
            parts[-1].append(token)
    return [part for part in parts if part]


def _cleaned(tokens: list[Token]) -> list[Token]:
    """Without opening words of time and manner and closing particles."""
    start, end = 0, len(tokens)
    while start < end and (
        tokens[start].tag in ("MAG", "IC", "SP", "MAJ", "SSO", "SO")
        or tokens[start].tag[0] == "J"
        or (tokens[start].form in _PROPS and start + 1 < end)
    ):
        start += 1
    while end > start and (tokens[end - 1].tag[0] == "J" or tokens[end - 1].tag in ("SP", "SSC", "SW", "MAG")):
        end -= 1
    return tokens[start:end]


def _acceptable(rule: Rule, value: list[Token]) -> bool:
    if not value or (value[-1].end - value[0].start) > 40:
        return False
    if all(token.tag in ("NP", "MM", "NNB", "J") for token in value):
        return False
    # A second subject inside the value means that the clause was about someone else.
    last_modifier = max((i for i, t in enumerate(value) if t.tag == "ETM"), default=-1)
    if any(t.tag in ("JKS", "JX") and t.form in ("이", "가", "은", "는", "께서") for t in value[last_modifier + 1 :]):
        return False
    return rule.check is None or rule.check(value)


def _written(
    rule: Rule,
    reading: Reading,
    clause: Clause,
    parted: Parted,
    groups: dict[str, list[Token]],
    when: tuple[datetime, datetime] | None,
) -> Finding:
    text = reading.text
    said = {name: Words(surface(text, tokens)) for name, tokens in groups.items()}
    subject = parted.subject.name
    said["s"] = Words("사용자" if subject == "user" else subject)
    if "{p}" in rule.content or "{p" in rule.value:
        said["p"] = Words(dated_plain(reading, parted.full, rule.dated))
    if "{g}" in rule.content or "{g}" in rule.value or "{g}" in rule.key:
        said["g"] = Words(gist(text, parted.body) or surface(text, parted.full))
    about = rule.subject.format(**{**said, "s": subject})
    return Finding(
        kind=rule.kind,
        content=rule.content.format(**said),
        subject=about,
        key=rule.key.format(**said),
        value=rule.value.format(**said),
        confidence=rule.confidence,
        future_impact=rule.impact,
        evidence=surface(text, clause.tokens),
        rule=rule.id,
        negated=rule.negated or clause.denied,
        when=when,
    )


def dated_plain(reading: Reading, tokens: list[Token], dated: str) -> str:
    """The tokens as a statement, with words like 내일 written as the day they meant."""
    statement = plain(reading.text, tokens)
    if not dated:
        return statement
    for span in reversed(find_dates(statement, reading.at, prefer="past" if dated == "past" else "future")):
        if span.resolved and span.grain not in ("open", "season"):
            statement = statement[: span.start_index] + written_date(span) + _particle_for(statement[span.end_index :], span)
    return statement


def _particle_for(rest: str, span: DateSpan) -> str:
    for wrong, right in (("가 ", "이 "), ("는 ", "은 "), ("를 ", "을 ")):
        if rest.startswith(wrong) and written_date(span)[-1] in "일월년":
            return right + rest[2:]
    return rest


def written_date(span: DateSpan) -> str:
    """The day, month or hour a date expression names, in full."""
    start = span.start
    assert start is not None
    assert span.end is not None
    if span.grain == "year":
        return f"{start.year}년"
    if span.grain == "month" and start.day == 1:
        return f"{start.year}년 {start.month}월"
    day = f"{start.year}년 {start.month}월 {start.day}일"
    if span.grain in ("minute", "hour"):
        return f"{day} {start.hour}시" + (f" {start.minute}분" if start.minute else "")
    last = span.end - (span.end - span.start if span.start is None else type(span.end - start)(microseconds=1))
    if last.date() != start.date():
        return f"{day}부터 {last.year}년 {last.month}월 {last.day}일까지"
    return day


def _when(rule: Rule, reading: Reading, sentence: Sentence, clause: Clause) -> tuple[datetime, datetime] | None:
    if not rule.dated:
        return None
    spans = _spans(reading, clause.start, clause.end, rule.dated)
    if not spans:
        tokens = sentence.tokens
        spans = _spans(reading, tokens[0].start, max(t.end for t in tokens), rule.dated)
    for span in spans:
        assert span.start is not None
        assert span.end is not None
        return span.start, span.end
    return None


def _spans(reading: Reading, start: int, end: int, dated: str) -> list[DateSpan]:
    text = reading.text[start:end]
    spans = find_dates(text, reading.at, prefer="past" if dated == "past" else "future")
    kept = []
    for span in spans:
        if not span.resolved or span.grain in ("open", "season") or span.start is None or span.end is None:
            continue
        if text[span.end_index :].lstrip().startswith(("말고", "아니", "이 아니", "가 아니")):
            continue
        if dated == "past" and span.start > reading.at:
            continue
        if dated == "future" and span.end <= reading.at:
            continue
        kept.append(span)
    return kept


def with_explicit(findings: Iterable[Finding]) -> list[Finding]:
    """The same findings, asked for by the person."""
    return [replace(finding, explicit=True, confidence=max(finding.confidence, 0.97)) for finding in findings]
