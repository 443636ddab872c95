"""Words a model says it read, found again where they were said."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass

from saegim.language.text import nfc
from saegim.models import Message, Turn
from saegim.remember.transcript import messages_of

# One letter is found everywhere and proves nothing.
_LEAST_LETTERS = 2


@dataclass(frozen=True, slots=True)
class Quote:
    """A place in a message: `text` is a slice of its NFC form."""

    turn: Turn
    message: Message
    text: str


def find_quote(words: str, turns: Sequence[Turn]) -> Quote | None:
    """Where the words were said, the latest place first, and by a person rather than the AI; None: nowhere.

    Spacing, case, quotation marks and the form of Unicode do not matter; every letter does.
    """
    wanted = letters(words)
    if len(wanted) < _LEAST_LETTERS:
        return None
    for role in ("user", "assistant"):
        for turn in reversed(turns):
            for message in reversed(messages_of(turn)):
                if message.role == role:
                    text = _slice(message.content, wanted)
                    if text is not None:
                        return Quote(turn, message, text)
    return None


def letters(text: str) -> str:
    """The text without what does not change it: space, quotation marks, invisible marks, case."""
    return "".join(folded for letter in nfc(text) if (folded := _folded(letter)))


def _slice(content: str, wanted: str) -> str | None:
    text = nfc(content)
    places: list[int] = []
    folded: list[str] = []
    for place, letter in enumerate(text):
        for one in _folded(letter):
            places.append(place)
            folded.append(one)
    start = "".join(folded).find(wanted)
    if start < 0:
        return None
    return text[places[start] : places[start + len(wanted) - 1] + 1]


def _folded(letter: str) -> str:
    if letter.isspace() or letter in "\"'`" or unicodedata.category(letter) in ("Pi", "Pf", "Cf", "Cc", "Cs"):
        return ""
    return letter.casefold()
