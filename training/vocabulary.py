"""The vocabulary that is trained: the package's pieces, and the Hangul syllables it lacks.

Of the 2,350 syllables of everyday Korean the package has 721 as pieces of their own: 뭐, 밥, 맛, 옷, 싫 are
one unknown letter to it, and 45% of our Korean texts hold at least one.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np

from saegim.providers.encoder.pieces import Pieces

# Leads and codas to a plainer one of the same sound: ㄲ to ㄱ, ㅄ to ㅂ.
_LEADS = {1: 0, 4: 3, 8: 7, 10: 9, 13: 12, 15: 0, 16: 3, 17: 7, 14: 12}
_CODAS = {
    **dict.fromkeys((2, 3, 24), 1),
    **dict.fromkeys((5, 6), 4),
    **dict.fromkeys((9, 11, 12, 13, 14, 15), 8),
    **dict.fromkeys((18, 26), 17),
    **dict.fromkeys((20, 22, 23, 25, 27), 19),
    10: 16,
}


def everyday() -> list[str]:
    """The 2,350 syllables of KS X 1001."""
    # The codec writes every other syllable in eight bytes, letter by letter.
    return [chr(code) for code in range(0xAC00, 0xD7A4) if len(chr(code).encode("euc-kr")) == 2]


def missing_syllables(pieces: Pieces) -> str:
    """Everyday syllables that are no piece of their own."""
    return "".join(syllable for syllable in everyday() if pieces.single(syllable) is None)


def read_pieces(resources: Path) -> Pieces:
    """The package's pieces with the missing syllables after them."""
    model = (resources / "sp.model").read_bytes()
    return Pieces(model, missing_syllables(Pieces(model)))


def first_rows(pieces: Pieces, table: np.ndarray, syllables: str) -> np.ndarray:
    """Where the new syllables begin: between the middle of all known ones and the nearest relative."""
    known = [pieces.single(syllable) for syllable in everyday() if syllable not in syllables]
    middle = table[np.array(known)].mean(axis=0)
    rows = np.empty((len(syllables), table.shape[1]), dtype=np.float32)
    for at, syllable in enumerate(syllables):
        kin = [pieces.single(other) for other in relatives(syllable) if other not in syllables]
        nearest = next((number for number in kin if number is not None), None)
        rows[at] = middle if nearest is None else 0.5 * middle + 0.5 * table[nearest]
    return rows


def relatives(syllable: str) -> list[str]:
    """Syllables that sound or look alike, nearest first: 빵 gives 방, then 바."""
    code = ord(syllable) - 0xAC00
    lead, vowel, coda = code // 588, code // 28 % 21, code % 28
    plain_lead, plain_coda = _LEADS.get(lead, lead), _CODAS.get(coda, coda)
    options = [
        (plain_lead, vowel, coda),
        (lead, vowel, plain_coda),
        (plain_lead, vowel, plain_coda),
        (lead, vowel, 0),
        (plain_lead, vowel, 0),
        (lead, 0, coda),
        (lead, 0, 0),
    ]
    return [chr(0xAC00 + a * 588 + b * 28 + c) for a, b, c in options]
