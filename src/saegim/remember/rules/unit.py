"""The unit that patterns look at."""

from __future__ import annotations

from typing import NamedTuple


class Token(NamedTuple):
    """A morpheme, or a few of them that are one word. `sorts` are letters of `words`."""

    form: str
    tag: str
    start: int
    end: int
    sorts: str = ""

    @property
    def piece(self) -> str:
        """How patterns see it: form/TAG.sorts and a space."""
        return f"{self.form}/{self.tag}.{self.sorts} "


NOUNS = frozenset(("NNG", "NNP", "NNB", "XR", "XSN", "XPN", "SL", "SN", "NR", "SH"))
