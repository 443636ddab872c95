"""From the words a pattern found to findings: values cleaned and weighed, content written out."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from saegim.language.dates import DateSpan
from saegim.remember.finding import Finding
from saegim.remember.rules import words
from saegim.remember.rules.dating import date_of, dated_plain, written_date
from saegim.remember.rules.korean import Words, gist, plain, surface, told_of
from saegim.remember.rules.rule import Rule
from saegim.remember.rules.scene import Scene
from saegim.remember.rules.unit import Token

_PROPS = frozenset("요즘 지금 이제 현재 올해 최근 요새 사실 그냥 진짜 정말 아마 결국 드디어".split())
_TELLING_ADVERBS = frozenset("안 못 혼자 홀로 혼자서".split())
_WITHOUT_SPEAKER = {"{s:은} {p}.": "{p}.", "{s:은} {p} 했다.": "{p} 했다."}
_COUNTED = frozenset("번 명 개 마리 잔 시간 분 회 차례".split())
_WITH = frozenset("랑 이랑 하고 와 과".split())
_LONGEST_VALUE, _LONGEST_PHRASE = 40, 80


def write_findings(rule: Rule, scene: Scene, groups: dict[str, list[Token]]) -> Iterator[Finding]:
    """A finding for each value the groups hold; none when the date or the value does not make sense."""
    span = date_of(rule, scene)
    if rule.needs_date and span is None:
        return
    raw = groups.get("v")
    if raw is None:
        yield _written(rule, scene, groups, span)
        return
    for part in _listed(raw) if rule.each else [raw]:
        value = _cleaned(part)
        if _makes_sense(rule, value):
            yield _written(rule, scene, {**groups, "v": value}, span)


def _listed(tokens: list[Token]) -> list[list[Token]]:
    """A and B and C, apart."""
    parts: list[list[Token]] = [[]]
    for token in tokens:
        if token.tag in ("JC", "SP") or (token.tag == "JKB" and token.form in _WITH):
            parts.append([])
        else:
            parts[-1].append(token)
    return [part for part in parts if part]


def _cleaned(tokens: list[Token]) -> list[Token]:
    """Without opening words of time and manner and closing particles."""
    start, end = 0, len(tokens)
    while start < end and _opens(tokens, start):
        start += 1
    for i in range(start, end):
        # 엑셀 대신 구글 시트 names the second.
        rather = tokens[i].form in ("대신", "말고") or (tokens[i].form == "고" and tokens[i - 1].form == "말")
        if rather and i + 1 < end:
            start = i + 1
    # 두 번 필라테스: what is left of a count is no part of the name.
    if end - start > 1 and tokens[start].tag == "NNB" and tokens[start].form in _COUNTED:
        start += 1
    while end > start and _closes(tokens[end - 1]):
        end -= 1
    return tokens[start:end]


def _closes(token: Token) -> bool:
    if token.tag == "MAG":
        return token.form not in _TELLING_ADVERBS
    return token.tag[0] == "J" or token.tag in ("SP", "SSC", "SW")


def _opens(tokens: list[Token], i: int) -> bool:
    token = tokens[i]
    after = tokens[i + 1] if i + 1 < len(tokens) else None
    if after is not None and after.tag in ("XSA", "XSV"):
        return False
    if token.tag == "NP" and token.form in ("나", "저") and after is not None and after.tag == "JKG":
        return True
    if token.tag in ("MAG", "IC", "SP", "MAJ", "SSO", "SO"):
        return token.form not in _TELLING_ADVERBS
    return token.tag[0] == "J" or token.tag == "XSN" or (token.form in _PROPS and after is not None)


def _makes_sense(rule: Rule, value: list[Token]) -> bool:
    longest = _LONGEST_PHRASE if rule.phrase else _LONGEST_VALUE
    if not value or value[-1].end - value[0].start > longest:
        return False
    if not rule.phrase:
        if all(token.tag in ("NP", "MM", "NNB") for token in value):
            return False
        # 방송에서 나 민초 (싫어해요): somebody begins to speak in the middle of it.
        if any(
            a.form in ("나", "저") and a.tag in ("NP", "VX") and b.tag[0] == "N"
            for a, b in pairwise(value[1:])
        ):
            return False
        # A second subject inside the value means that the clause was about someone else; a modifier may
        # have one of its own (내가 만든 빵), but no topic.
        modifier = max((i for i, t in enumerate(value) if t.tag == "ETM"), default=-1)
        if any(
            (t.tag == "JX" and t.form in ("은", "는"))
            or (i > modifier and t.tag == "JKS" and t.form in ("이", "가", "께서"))
            for i, t in enumerate(value)
        ):
            return False
    return rule.check is None or rule.check(value)


def _written(rule: Rule, scene: Scene, groups: dict[str, list[Token]], span: DateSpan | None) -> Finding:
    text = scene.reading.text
    about = scene.parted.subject.name
    subject = "user" if rule.subject == "user" else about
    said = {name: Words(_worded(text, found)) for name, found in groups.items()}
    said |= _phrases(rule, scene, groups, span)
    said["a"] = Words("사용자" if about == "user" else about)
    said["s"] = Words("사용자" if subject == "user" else subject)
    content = rule.content
    if subject == "user" and _has_own_subject(scene.line(rule.over)[0]):
        # 시험은 4월 12일이다, not 사용자는 시험은 …
        content = _WITHOUT_SPEAKER.get(content, content)
    return Finding(
        kind=rule.kind,
        content=content.format(**said),
        subject=rule.subject.format(**{**said, "s": subject}),
        key=rule.key.format(**said),
        value=rule.value.format(**said),
        confidence=rule.confidence,
        future_impact=rule.impact,
        evidence=surface(text, scene.clause.tokens),
        rule=rule.id,
        negated=rule.negated or scene.clause.denied,
        when=(span.start, span.end) if span and span.start and span.end else None,
    )


def _has_own_subject(tokens: list[Token]) -> bool:
    """Whether some noun before the verb is marked as what is spoken of: 시험은, 4월 4일이."""
    for noun, mark in pairwise(tokens):
        if noun.tag in ("VV", "VA", "XSV", "ETM"):
            return False
        if mark.tag == "JX" and mark.form in ("은", "는"):
            return noun.tag in ("NNG", "NNP", "SL", "XSN") and words.TIME not in noun.sorts
        if mark.tag == "JKS" and mark.form in ("이", "가") and words.TIME in noun.sorts:
            return True
    return False


def _worded(text: str, tokens: list[Token]) -> str:
    """The words as they were said; 걷는 걸, 걷는 게 become 걷는 것, which takes any particle."""
    said = surface(text, tokens)
    if len(tokens) > 1 and tokens[-1].tag == "NNB" and said.endswith(("게", "걸", "건")):
        return f"{surface(text, tokens[:-1])} 것"
    return said


def _phrases(
    rule: Rule, scene: Scene, groups: dict[str, list[Token]], span: DateSpan | None
) -> dict[str, Words]:
    """The longer forms that the rule's templates ask for."""
    text, parted = scene.reading.text, scene.parted
    tokens, _ = scene.line(rule.over)
    wanted = rule.content + rule.value + rule.key
    said: dict[str, str] = {}
    if "{p" in wanted:
        said["p"] = dated_plain(
            scene.reading,
            parted.full if rule.over == "body" else tokens,
            rule.dated,
            done=rule.done or rule.past is True,
        )
        if span is not None and scene.afterthought and span.text in surface(text, scene.afterthought):
            said["p"] = f"{written_date(span)}에 {said['p']}"
    if "{g" in wanted:
        said["g"] = gist(text, parted.body) or surface(text, parted.full)
    if "{w" in wanted:
        said["w"] = plain(text, _without_speaker(tokens))
    if "{vp" in wanted:
        said["vp"] = plain(text, groups.get("v", []))
    if "{vg" in wanted:
        said["vg"] = gist(text, groups.get("v", []))
    if "{d" in wanted:
        said["d"] = written_date(span) if span else ""
    return {name: Words(told_of(phrase)) for name, phrase in said.items()}


def _without_speaker(tokens: list[Token]) -> list[Token]:
    """The tokens less an opening 나, 저는."""
    start = 0
    if tokens and tokens[0].tag == "NP" and tokens[0].form in ("나", "저"):
        start = 1
        while start < len(tokens) and tokens[start].tag in ("JX", "JKS", "JKB", "JKO"):
            start += 1
    return tokens[start:]
