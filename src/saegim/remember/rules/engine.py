"""Rules run over clauses: candidates looked up by word, guards applied to all alike, findings written out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from saegim.remember.finding import Finding
from saegim.remember.rules.clauses import Clause
from saegim.remember.rules.guards import believable
from saegim.remember.rules.pattern import compile_pattern, needs
from saegim.remember.rules.rule import Rule
from saegim.remember.rules.scene import Reading, Scene
from saegim.remember.rules.subjects import USER
from saegim.remember.rules.unit import Token
from saegim.remember.rules.unsaid import WHO_ONE_IS, Attention
from saegim.remember.rules.whose import OF_THE_BODY, Another, another, still
from saegim.remember.rules.writing import write_findings


class Book:
    """Rules, indexed by the words they need."""

    def __init__(self, rules: Iterable[Rule]) -> None:
        self.rules = tuple(rules)
        self._narrow = _Index(self.rules, [rule.over not in ("sentence", "all") for rule in self.rules])
        self._by_form: dict[tuple[str, bool, bool, bool], frozenset[int]] = {}
        # Rules over whole sentences may find their words in another clause than the one at hand.
        self._wide = _Index(self.rules, [rule.over in ("sentence", "all") for rule in self.rules])

    def run(self, reading: Reading) -> list[Finding]:
        """What the rules find, in the order of the text."""
        found: list[Finding] = []
        attention = Attention(reading)
        unlisted: Another | None = None
        for sentence in reading.sentences:
            attention.turn_to(sentence)
            unlisted = unlisted if unlisted is not None and unlisted.subject.topic else None
            wide = self._wide.candidates(sentence.tokens)
            for clause in sentence.clauses:
                parted = attention.part(clause)
                scene = Scene(reading, sentence, clause, parted)
                if attention.brought_up is not None and not parted.said and parted.subject.kind == USER:
                    brought_up = replace(parted, subject=attention.brought_up)
                    scene.brought_up = Scene(reading, sentence, clause, brought_up)
                scene.another = unlisted = another(sentence, clause, parted, unlisted)
                found.extend(self._found_in(scene, wide))
                unlisted = still(unlisted, clause)
        return found

    def _found_in(self, scene: Scene, wide: set[int]) -> Iterator[Finding]:
        after = scene.afterthought
        tokens = [*scene.clause.tokens, *after] if after else scene.clause.tokens
        candidates = self._narrow.candidates(tokens) | wide
        candidates &= self._open_to(scene.clause, medical=scene.reading.medical)
        kinds: set[str] = set()
        for i in sorted(candidates):
            rule = self.rules[i]
            told = scene.brought_up if scene.brought_up and rule.key in WHO_ONE_IS else scene
            if (rule.last_resort and rule.kind in kinds) or not believable(rule, told):
                continue
            found = self._try(i, told)
            kinds.update(finding.kind for finding in found)
            yield from found

    def _open_to(self, clause: Clause, *, medical: bool) -> frozenset[int]:
        """Rules that the clause's mood, tense and denial leave a chance: most fail on these alone."""
        form = (clause.mood, clause.past, clause.denied, medical)
        if form not in self._by_form:
            self._by_form[form] = frozenset(
                i
                for i, rule in enumerate(self.rules)
                if (clause.mood in rule.moods or (medical and rule.medical))
                and rule.past in (None, clause.past)
                and rule.denied in (None, clause.denied)
            )
        return self._by_form[form]

    def _try(self, i: int, scene: Scene) -> list[Finding]:
        tokens, line = scene.line(self.rules[i].over)
        pattern = compile_pattern(self.rules[i].pattern)
        match = pattern.search(line)
        while match is not None and not _of_another(self.rules[i], scene, tokens, line[: match.start()]):
            groups = {
                name: _slice(tokens, line, match.span(name)) for name in match.groupdict() if match[name]
            }
            told = _of_the_one_named(self.rules[i], scene, groups, tokens[line.count(" ", 0, match.start())])
            if told is None:
                return []
            found = [] if _told_before(scene, groups) else list(write_findings(self.rules[i], told, groups))
            if found:
                return found
            # The first words that fit the pattern did not make sense; later ones may.
            later = line.find(" ", match.start()) + 1
            match = pattern.search(line, later) if 0 < later < len(line) else None
        return []


class _Index:
    """Which rules have a chance among given tokens, by the forms and sorts their patterns demand."""

    def __init__(self, rules: Sequence[Rule], included: Sequence[bool]) -> None:
        self._by_name: dict[str, list[int]] = {}
        self._rest: dict[int, list[frozenset[str]]] = {}
        self._always: list[int] = []
        for i, rule in enumerate(rules):
            if not included[i]:
                continue
            demanded = needs(rule.pattern)
            if rule.needs_date:
                demanded.append(_DATED)
            self._rest[i] = demanded[1:]
            for name in demanded[0] if demanded else ():
                self._by_name.setdefault(name, []).append(i)
            if not demanded:
                self._always.append(i)

    def candidates(self, tokens: Sequence[Token]) -> set[int]:
        """Rules all of whose demands the tokens can meet."""
        names: set[str] = set()
        for token in tokens:
            names.add(token.form)
            for sort in token.sorts:
                names.add(_SORT_NAMES[sort])
            if token.tag == "SN":
                names.add("@#")
        found = set(self._always)
        for name in names:
            if name in self._by_name:
                found.update(self._by_name[name])
        rest = self._rest
        return {i for i in found if not (rest[i] and any(map(names.isdisjoint, rest[i])))}


# What nobody but the subject of the verb goes through.
_ONES_OWN = frozenset(("work.status", "relationship.status"))
# 내 통장은 다이어트 성공함: of these only a joke tells what people go through.
_NOBODY = frozenset(
    "통장 지갑 계좌 잔고 월급 카드 주식 코인 뱃살 멘탈 뇌 체력 인내심 양심 냉장고 이불 침대 입맛".split()
)
# A date needs a figure or a word of time.
_DATED = frozenset(("@T", "@#"))
_SORT_NAMES = {chr(code): "@" + chr(code) for code in range(ord("A"), ord("z") + 1)}


def _of_another(rule: Rule, scene: Scene, tokens: Sequence[Token], before: str) -> bool:
    """신입이 어제 퇴사했어: whether a noun before the words found is what they are said of."""
    if not before or (rule.kind != "event" and rule.key not in _ONES_OWN):
        return False
    if scene.parted.said:
        return scene.parted.mine and tokens[0].form in _NOBODY and tokens[1].tag in ("JX", "JKS")
    return any(
        mark.tag == "JKS" and mark.form in ("이", "가") and noun.tag in ("NNG", "NNP") and not noun.sorts
        for noun, mark in pairwise(tokens[: before.count(" ")])
    )


def _of_the_one_named(rule: Rule, scene: Scene, groups: dict[str, list[Token]], first: Token) -> Scene | None:
    """The scene with whom it is told of, where that is none of the lists; None where the rule is not for them."""
    named = scene.another
    if named is None or rule.kind not in OF_THE_BODY:
        return scene
    value = groups.get("v")
    if value and value[0].end == named.end <= value[-1].start:
        # 보리 닭고기 알레르기 있어: the name is no part of the food.
        value[:] = [token for token in value if token.start >= named.end]
    if (value[0] if value else first).start < named.end:
        # 새우는 알레르기 있어: the thing itself.
        return scene
    if named.subject.kind not in rule.who:
        return None
    return Scene(scene.reading, scene.sentence, scene.clause, replace(scene.parted, subject=named.subject))


def _told_before(scene: Scene, groups: dict[str, list[Token]]) -> bool:
    """난 복숭아 만지면 올라와서 할머니가 치웠어: what an earlier clause told is not of whom this one names."""
    value, parted = groups.get("v"), scene.parted
    named = parted.said and parted.subject.kind != USER
    return named and value is not None and bool(value) and value[0].start < scene.clause.start


def _slice(tokens: Sequence[Token], line: str, span: tuple[int, int]) -> list[Token]:
    start = line.count(" ", 0, span[0])
    return list(tokens[start : start + line.count(" ", *span)])
