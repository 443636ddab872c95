"""Words a model says it read, found again where they were said; and whether it writes what was said."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass

from saegim.language.text import nfc
from saegim.models import Message, Turn
from saegim.remember.transcript import messages_of

# One letter is found everywhere and proves nothing.
_LEAST_LETTERS = 2
_WORD = re.compile(r"[가-힣]{2,}|[^\W\d_가-힣]{4,}")
_FIGURE = re.compile(r"\d[\d,.\-]*\d|\d")
_YEAR = re.compile(r"(?:19|20)\d\d")
_FILLING = frozenset(
    """user users does that this with from have likes loves lives works wants plans prefers dislikes hates
    있다 없다 한다 이다""".split()
)


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


def has_to_do_with(content: str, said: str) -> bool:
    """Whether some word of the content was said, and no figure in it was made up. `said` are `letters`.

    A paraphrase keeps at least a noun. Years come from dates that were written out.
    """
    words = words_of(content)
    # What is said of something (좋아한다) proves less than what it is said of.
    words = [word for word in words if not word.endswith("다")] or words
    if words and not any(stem(word) in said or word[:4] in said for word in words):
        return False
    figures = re.sub(r"\D", "", said)
    for figure in _FIGURE.findall(content):
        digits = re.sub(r"\D", "", figure)
        if len(digits) >= 3 and digits not in figures and not _YEAR.match(digits):
            return False
    return True


def words_of(text: str) -> list[str]:
    """Words that tell what a sentence is about, in lower case."""
    found = _WORD.findall(nfc(text).casefold())
    return [word for word in found if word not in _FILLING and not word.startswith("사용자")]


def stem(word: str) -> str:
    """The word without what may be a particle or an ending."""
    return word[: max(2, len(word) - 2)]


def is_korean(text: str) -> bool:
    """Whether a Hangul syllable stands in it; letters alone (lol ㅋㅋ) make no Korean."""
    return re.search(r"[가-힣]", nfc(text)) is not None


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
