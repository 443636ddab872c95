"""Whether two statements say the same: by value where there is one, else by meaning and words."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from saegim.language.morphemes import Analyser
from saegim.language.text import nfc

if TYPE_CHECKING:
    from saegim.protocols import Vectors

_NOT_A_LETTER = re.compile(r"[\W_]+")
_NUMBER = re.compile(r"\d+")
# Of the words of both statements, this share must be common to both. A near vector alone will not do: in
# vectors "커피를 좋아한다" lies beside "녹차를 좋아한다".
_SHARED_WORDS = 0.6


def squeezed(text: str) -> str:
    """The letters and digits alone, in lower case: 아이스 아메리카노 and 아이스아메리카노 are one."""
    return _NOT_A_LETTER.sub("", nfc(text).casefold())


def same_value(one: str | None, other: str | None, analyser: Analyser) -> bool:
    """Whether two values of one key are the same, spacing and inflection aside."""
    if one is None or other is None:
        return one is other
    if squeezed(one) == squeezed(other):
        return True
    mine, theirs = (set(analysis.terms) for analysis in analyser.analyse([one, other]))
    return bool(mine) and mine == theirs


def same_meaning(one: str, other: str, cosine: float, least: float, analyser: Analyser) -> bool:
    """Whether two sentences say the same: near in meaning, most words shared, no other number."""
    if cosine < least or _NUMBER.findall(one) != _NUMBER.findall(other):
        return False
    mine, theirs = (set(analysis.terms) for analysis in analyser.analyse([one, other]))
    return bool(mine | theirs) and len(mine & theirs) >= _SHARED_WORDS * len(mine | theirs)


def cosines(vector: Vectors, rows: Sequence[bytes]) -> list[float]:
    """The cosine of the unit vector with each stored one."""
    import numpy as np

    return [float(np.frombuffer(row, dtype=np.float32) @ vector) for row in rows]
