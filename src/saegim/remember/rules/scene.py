"""What a rule may know when it looks at a clause: the message, the sentence, the subject."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime

from saegim.remember.rules import words
from saegim.remember.rules.clauses import Clause, Sentence
from saegim.remember.rules.opening import past_exclamations
from saegim.remember.rules.subjects import Parted, Subject
from saegim.remember.rules.unit import Token
from saegim.remember.rules.whose import Another

_BESIDE_TIME = frozenset(("SN", "NNB", "NR", "MM", "SF", "SW", "SE", "SP"))


@dataclass(slots=True)
class Reading:
    """A message, and what holds for all of it."""

    text: str
    at: datetime
    name: str | None
    sentences: list[Sentence]
    # Said with a laugh of things that cannot be.
    absurd: bool = False
    # Speaks of the body; quotes a doctor; introduces someone; is a text to work on, a song or a part to play.
    health: bool = False
    medical: bool = False
    greeting: bool = False
    performing: bool = False
    # Holds words of others, or a sample of what is to be written; they are taken out.
    quoting: bool = False
    # Whom the assistant spoke of just before.
    asked_after: Subject | None = None
    # Names met so far and what they are: "other" for a person, "pet".
    known: dict[str, str] = field(default_factory=dict)


class Scene:
    """One clause in its place, with the look-ups that many rules share."""

    __slots__ = (
        "_lines",
        "_tagged",
        "another",
        "brought_up",
        "clause",
        "forms",
        "parted",
        "reading",
        "sentence",
        "sorts",
    )

    def __init__(self, reading: Reading, sentence: Sentence, clause: Clause, parted: Parted) -> None:
        self.reading = reading
        self.sentence = sentence
        self.clause = clause
        self.parted = parted
        # The clause as one about whoever was mentioned before it, where it names nobody itself.
        self.brought_up: Scene | None = None
        # Whom the clause names though no list knows them: of them, not of the speaker, is what harms.
        self.another: Another | None = None
        self.forms = frozenset([token.form for token in clause.tokens])
        self.sorts = frozenset("".join([token.sorts for token in parted.body]))
        self._tagged: frozenset[str] | None = None
        self._lines: dict[str, tuple[list[Token], str]] = {}

    @property
    def afterthought(self) -> list[Token]:
        """The words after the predicate that belong to it: 지난주에 in 차 팔았어 지난주에."""
        clauses = self.sentence.clauses
        if len(clauses) < 2 or clauses[-2] is not self.clause:
            return []
        tokens = clauses[-1].tokens
        timely = all(
            words.TIME in t.sorts or t.tag in _BESIDE_TIME or t.form in ("에", "부로") for t in tokens
        )
        return tokens if timely else []

    @property
    def tagged(self) -> frozenset[str]:
        """The clause's forms with their tags: 주/VX."""
        if self._tagged is None:
            self._tagged = frozenset([f"{token.form}/{token.tag}" for token in self.clause.tokens])
        return self._tagged

    def line(self, over: str) -> tuple[list[Token], str]:
        """The tokens a rule looks at, and their pieces in one string."""
        if over not in self._lines:
            tokens = self._tokens(over)
            self._lines[over] = (tokens, "".join([token.piece for token in tokens]))
        return self._lines[over]

    def _tokens(self, over: str) -> list[Token]:
        if over == "body":
            return self.parted.body
        if over == "full":
            return self.parted.full
        if over == "raw":
            return self.clause.tokens[past_exclamations(self.clause.tokens) :]
        end = self.clause.end
        tokens = self.sentence.tokens
        opened = past_exclamations(tokens)
        return [token for token in tokens[opened:] if over == "all" or token.start < end]
