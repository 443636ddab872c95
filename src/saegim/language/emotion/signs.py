"""A sign: one thing in a text that speaks for an emotion, and what is around it does to it."""

from __future__ import annotations

from dataclasses import dataclass

from saegim.language.emotion.labels import Label

INTENSE, FAINT, OUTWEIGHED = 1.5, 0.6, 0.6


@dataclass(frozen=True, slots=True)
class Sign:
    """How much something in the text says for a label; less than nothing when it denies it.

    A mark (ㅋㅋ, ㅠㅠ, an emoji) colours what the words say; alone it speaks for itself.
    """

    label: Label
    weight: float
    mark: bool = False


def denied(label: Label, weight: float) -> Sign:
    """What a negated word says: not happy is a little sad, not sad and not angry speak against those."""
    return Sign("sad", weight * 0.75) if label == "happy" else Sign(label, -weight / 2)
