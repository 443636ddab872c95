"""A conversation as a language model reads it, and text of a model as people may read it."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence

from saegim.language.text import has_hangul, nfc
from saegim.models import Message, Turn

# Enough for a few dozen turns; small models hold little more beside the prompt.
MOST_CHARACTERS = 16_000
_LEAST_CHARACTERS = 200
_SPEAKERS = {"ko": {"user": "사용자", "assistant": "AI"}, "en": {"user": "User", "assistant": "AI"}}
_WEEKDAYS = "월화수목금토일"
_KEPT_FORMATS = frozenset("\u200d\ufe0f")


def transcript(turns: Sequence[Turn], language: str, *, most: int = MOST_CHARACTERS) -> str:
    """One line a message with who said it, one line a day with its date; long messages are cut to fit."""
    said = [(turn, message) for turn in turns for message in messages_of(turn)]
    longest = most
    if sum(len(message.content) for _, message in said) > most:
        longest = max(_LEAST_CHARACTERS, most // max(1, len(said)))
    lines: list[str] = []
    day = ""
    for turn, message in said:
        date = turn.at.strftime("%Y-%m-%d") + (
            f" ({_WEEKDAYS[turn.at.weekday()]})" if language == "ko" else turn.at.strftime(" (%A)")
        )
        if date != day:
            day = date
            lines.append(f"[{day}]")
        lines.append(f"{_speaker(message, language)}: {_one_line(message.content, longest)}")
    return "\n".join(lines)


def messages_of(turn: Turn) -> list[Message]:
    """What people and the AI said in the turn; tools and systems say nothing to remember."""
    return [m for m in turn.messages if m.role in ("user", "assistant") and m.content.strip()]


def language_of(turns: Sequence[Turn]) -> str:
    """ko when any person's words hold Hangul, else en."""
    return "ko" if any(has_hangul(turn.user or turn.assistant) for turn in turns) else "en"


def clean(text: str) -> str:
    """The text in NFC on one line, without control characters, half characters and invisible marks."""
    kept = "".join(
        letter
        for letter in nfc(text)
        if letter in _KEPT_FORMATS or letter.isspace() or unicodedata.category(letter)[0] != "C"
    )
    return " ".join(kept.split())


def _speaker(message: Message, language: str) -> str:
    who = _SPEAKERS["ko" if language == "ko" else "en"][message.role]
    return f"{who}({clean(message.name)[:40]})" if message.name else who


def _one_line(text: str, longest: int) -> str:
    line = clean(text)
    return line if len(line) <= longest else line[:longest] + "…"
