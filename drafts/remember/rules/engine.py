"""Rules run over clauses: candidates looked up by word, guards applied to all alike, findings written out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from saegim.remember.finding import Finding
from saegim.remember.rules import subjects
from saegim.remember.rules.clauses import Clause, Sentence
from saegim.remember.rules.guards import BECAUSE, believable
from saegim.remember.rules.pattern import compile_pattern, needs
from saegim.remember.rules.rule import Rule
from saegim.remember.rules.scene import Reading, Scene
from saegim.remember.rules.subjects import Subject
from saegim.remember.rules.tokens import Token
from saegim.remember.rules.writing import write_findings


class Book:
    """Rules, indexed by the words they need."""

    def __init__(self, rules: Iterable[Rule]) -> None:
        self.rules = tuple(rules)
        self._patterns = [compile_pattern(rule.pattern) for rule in self.rules]
        # Rules over whole sentences may find their word in another clause than the one at hand.
        self._by_word: dict[str, list[int]] = {}
        self._by_word_of_sentence: dict[str, list[int]] = {}
        self._always: list[int] = []
        for i, rule in enumerate(self.rules):
            wanted = needs(rule.pattern)
            index = self._by_word_of_sentence if rule.over in ("sentence", "all") else self._by_word
            for word in wanted:
                index.setdefault(word, []).append(i)
            if not wanted:
                self._always.append(i)

    def run(self, reading: Reading) -> list[Finding]:
        """What the rules find, in the order of the text."""
        found: list[Finding] = []
        before = other = subjects.ME
        for sentence in reading.sentences:
            if not _carries_over(before, sentence):
                before = subjects.ME
            wide = _named_by(self._by_word_of_sentence, sentence.tokens)
            for clause in sentence.clauses:
                parted = subjects.part(clause, before, reading.known, reading.name)
                if clause.honorific and not parted.said and parted.subject.kind == subjects.USER:
                    # 아빠가 당뇨라 단 걸 못 드셔: only he can be spoken of so politely.
                    parted.subject = other
                if parted.subject.kind == subjects.OTHER:
                    other = parted.subject
                if not _passing(parted.subject, clause):
                    before = parted.subject
                if parted.subject.relation:
                    reading.known[parted.subject.name] = parted.subject.kind
                found.extend(self._found_in(Scene(reading, sentence, clause, parted), wide))
        return found

    def _found_in(self, scene: Scene, wide: set[int]) -> Iterator[Finding]:
        candidates = _named_by(self._by_word, scene.clause.tokens)
        candidates.update(wide, self._always)
        for i in sorted(candidates):
            if believable(self.rules[i], scene):
                yield from self._try(i, scene)

    def _try(self, i: int, scene: Scene) -> list[Finding]:
        tokens, line = scene.line(self.rules[i].over)
        match = self._patterns[i].search(line)
        while match is not None:
            groups = {name: _slice(tokens, line, match.span(name)) for name in match.groupdict() if match[name]}
            found = list(write_findings(self.rules[i], scene, groups))
            if found:
                return found
            # The first words that fit the pattern did not make sense; later ones may.
            later = line.find(" ", match.start()) + 1
            match = self._patterns[i].search(line, later) if 0 < later < len(line) else None
        return []


def _named_by(index: dict[str, list[int]], tokens: Sequence[Token]) -> set[int]:
    """Rules that one of the tokens gives a chance."""
    found: set[int] = set()
    for token in tokens:
        if token.form in index:
            found.update(index[token.form])
        for sort in token.sorts:
            found.update(index.get("@" + sort, ()))
    return found


def _slice(tokens: Sequence[Token], line: str, span: tuple[int, int]) -> list[Token]:
    start = line.count(" ", 0, span[0])
    return list(tokens[start : start + line.count(" ", *span)])


def _carries_over(before: Subject, sentence: Sentence) -> bool:
    """Whether a sentence without a subject is still about the person of the one before."""
    if before.kind not in (subjects.OTHER, subjects.PET) or not sentence.clauses:
        return False
    return before.topic or sentence.clauses[0].honorific


def _passing(subject: Subject, clause: Clause) -> bool:
    """Whether the subject is that of a reason only: 아이가 어려서 (저는) 못 나가요."""
    return subject.kind in (subjects.OTHER, subjects.PET) and not subject.topic and clause.ending in BECAUSE
