"""What the pages say, in Korean and English: one entry a sentence, Korean first."""

from __future__ import annotations

from collections.abc import Mapping

from saegim.web.words import frame, names, people, remembered, running, talking

WORDS: Mapping[str, tuple[str, str]] = {
    **frame.WORDS, **talking.WORDS, **remembered.WORDS, **people.WORDS, **running.WORDS, **names.WORDS
}  # fmt: skip


def say(language: str, key: str, **values: object) -> str:
    """The sentence in the language (ko, or anything else for English), with its values filled in."""
    ko, en = WORDS[key]
    return (ko if language == "ko" else en).format(**values)


def name_of(language: str, group: str, name: str) -> str:
    """What people call one of our own names, such as a kind; the name itself where it has no other."""
    return say(language, f"{group}.{name}") if f"{group}.{name}" in WORDS else name
