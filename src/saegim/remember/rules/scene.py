"""What a rule may know when it looks at a clause: the message, the sentence, the subject."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime

from saegim.remember.rules.clauses import Clause, Sentence
from saegim.remember.rules.opening import past_exclamations
from saegim.remember.rules.subjects import Parted
from saegim.remember.rules.unit import Token


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
    # Names met so far and what they are: "other" for a person, "pet".
    known: dict[str, str] = field(default_factory=dict)


class Scene:
    """One clause in its place, with the look-ups that many rules share."""

    __slots__ = ("_lines", "_tagged", "clause", "forms", "parted", "reading", "sentence", "sorts")

    def __init__(self, reading: Reading, sentence: Sentence, clause: Clause, parted: Parted) -> None:
        self.reading = reading
        self.sentence = sentence
        self.clause = clause
        self.parted = parted
        self.forms = frozenset([token.form for token in clause.tokens])
        self.sorts = frozenset("".join([token.sorts for token in parted.body]))
        self._tagged: frozenset[str] | None = None
        self._lines: dict[str, tuple[list[Token], str]] = {}

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
