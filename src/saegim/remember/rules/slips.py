"""A pass over the tokens of a text in which the analyser's slips are put right."""

from __future__ import annotations

from saegim.remember.rules.unit import Token

_OPENERS = frozenset(("EF", "SF", "SW", "SP", "SE", "SO", "IC", "SSO", "MAJ", "EC"))


class Mending:
    """A pass over the tokens: what is done so far, and what comes next."""

    __slots__ = ("i", "out", "text", "tokens")

    def __init__(self, text: str, tokens: list[Token]) -> None:
        self.text = text
        self.tokens = tokens
        self.out: list[Token] = []
        self.i = 0

    @property
    def token(self) -> Token:
        return self.tokens[self.i]

    def ahead(self, steps: int = 1) -> Token | None:
        at = self.i + steps
        return self.tokens[at] if at < len(self.tokens) else None

    def behind(self, steps: int = 1) -> Token | None:
        return self.out[-steps] if len(self.out) >= steps else None

    def put(self, *tokens: Token, used: int = 1) -> bool:
        """Take these in place of the next `used` tokens."""
        self.out.extend(tokens)
        self.i += used
        return True

    def opens(self) -> bool:
        """Whether a sentence or clause begins here."""
        return not self.out or self.out[-1].tag in _OPENERS

    def closes(self) -> bool:
        """Whether nothing of the sentence follows but marks, or a new word."""
        after = self.ahead()
        return after is None or after.start > self.token.end or after.tag[0] == "S"

    def ends(self) -> bool:
        """Whether the sentence ends here."""
        after = self.ahead()
        return after is None or after.tag[0] == "S"
