"""The vocabulary that is trained: the package's pieces, and the Hangul syllables it lacks.

Of the 2,350 syllables of everyday Korean the package has 721 as pieces of their own: 뭐, 밥, 맛, 옷, 싫 are
one unknown letter to it, and 45% of our Korean texts hold at least one.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from struct import unpack_from

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


def vocabulary(model: bytes, added: str = "") -> dict[str, np.ndarray]:
    """The pieces of a sentencepiece model, and `added` letters after them, as `Pieces` reads them."""
    pieces: list[str] = []
    scores: list[float] = []
    at = 0
    # Field 1 of the model, repeated: one piece each, its text (field 1) and log probability (field 2).
    while at < len(model) and model[at] == 0x0A:
        size, body = _varint(model, at + 1)
        length, start = _varint(model, body + 1)
        at = body + size
        pieces.append(model[start : start + length].decode("utf-8"))
        scores.append(unpack_from("<f", model, start + length + 1)[0] if start + length < at else 0.0)
    rarest = min(scores)
    # Rarer than any piece of the package: they replace an unknown letter and change nothing else.
    pieces += added
    scores += [rarest - 1.0] * len(added)
    order = sorted(range(len(pieces)), key=lambda number: (pieces[number][:2], number))
    keys = [pieces[number][:2] for number in order]
    starts = [place for place, key in enumerate(keys) if place == 0 or keys[place - 1] != key]
    return {
        "piece_texts": lines(pieces[number] for number in order),
        "piece_numbers": np.array(order, dtype=np.int32),
        "piece_scores": np.array(scores, dtype=np.float32),
        "piece_unknown": np.array(rarest - 10.0),
        "piece_keys": lines(keys[place] for place in starts),
        "piece_starts": np.array(starts, dtype=np.int32),
    }


def lines(texts: Iterable[str]) -> np.ndarray:
    """Texts without line breaks as one array of bytes."""
    return np.frombuffer("\n".join(texts).encode(), dtype=np.uint8)


def _varint(data: bytes, at: int) -> tuple[int, int]:
    """A protobuf varint and where it ends."""
    value = shift = 0
    while True:
        byte = data[at]
        value |= (byte & 0x7F) << shift
        at += 1
        if byte < 0x80:
            return value, at
        shift += 7


def missing_syllables(pieces: Pieces) -> str:
    """Everyday syllables that are no piece of their own."""
    return "".join(syllable for syllable in everyday() if pieces.single(syllable) is None)


def read_pieces(resources: Path) -> Pieces:
    """The package's pieces with the missing syllables after them."""
    model = (resources / "sp.model").read_bytes()
    return Pieces(vocabulary(model, missing_syllables(package_pieces(resources))))


def package_pieces(resources: Path) -> Pieces:
    """The package's pieces alone."""
    return Pieces(vocabulary((resources / "sp.model").read_bytes()))


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
