"""From text to the pieces of the bundled vocabulary."""

from __future__ import annotations

import unicodedata
from array import array
from collections.abc import Iterator
from struct import unpack_from

# A memory is a sentence or a turn; what lies past this many tokens was not seen in training.
_MAX_TOKENS = 512
# The longest piece has 16 letters: what lies past this many cannot be among the first tokens.
_MAX_LETTERS = 16 * _MAX_TOKENS
UNKNOWN, _BEGIN, _END = 0, 1, 2
# Zero-width characters part words, as in the normaliser that the vocabulary was made with.
_ZERO_WIDTH = dict.fromkeys((*range(0x200B, 0x2010), 0x2028, 0x2029, 0xFEFF), " ")


class Pieces:
    """The package's vocabulary and the syllables we add: text to piece ids, the most probable segmentation.

    Prefix tables are built for the first letters a text really uses: the whole vocabulary would take most of
    the time a first answer may take.
    """

    def __init__(self, model: bytes, added: str = "") -> None:
        self.added = frozenset(added)
        self._scores = array("f")
        self._buckets: dict[str, list[tuple[str, int]]] = {}
        self._tables: dict[str, dict[str, int]] = {}
        buckets = self._buckets
        at = number = 0
        # Field 1 of the model, repeated: one piece each, its text (field 1) and log probability (field 2).
        while at < len(model) and model[at] == 0x0A:
            size, body = _varint(model, at + 1)
            length, start = _varint(model, body + 1)
            at = body + size
            piece = model[start : start + length].decode("utf-8")
            self._scores.append(
                unpack_from("<f", model, start + length + 1)[0] if start + length < at else 0.0
            )
            key = piece[:2]
            if key in buckets:
                buckets[key].append((piece, number))
            else:
                buckets[key] = [(piece, number)]
            number += 1
        rarest = min(self._scores)
        self._unknown_score = rarest - 10.0
        for syllable in added:
            # Rarer than any piece of the package: it replaces an unknown letter and changes nothing else.
            buckets[syllable] = [(syllable, number)]
            self._scores.append(rarest - 1.0)
            number += 1

    def single(self, letter: str) -> int | None:
        """The id of a one-letter piece."""
        return self._table(letter).get(letter, 0) - 1 if letter in self._buckets else None

    def known(self) -> Iterator[tuple[str, int]]:
        """Every piece and its id."""
        for pieces in self._buckets.values():
            yield from pieces

    def __len__(self) -> int:
        return len(self._scores)

    def encode(self, text: str) -> list[int]:
        """Piece ids between the marks of beginning and end."""
        words = unicodedata.normalize("NFKC", text[:_MAX_LETTERS].translate(_ZERO_WIDTH)).split()
        if not words:
            return [_BEGIN, UNKNOWN, _END]
        return [_BEGIN, *self._segment("▁" + "▁".join(words))[: _MAX_TOKENS - 2], _END]

    def _table(self, key: str) -> dict[str, int]:
        """Prefixes of the pieces that begin with `key`: id + 1 for a piece, 0 for a mere prefix."""
        table = self._tables.get(key)
        if table is None:
            table = {}
            for piece, number in self._buckets.get(key, ()):
                for end in range(1, len(piece)):
                    table.setdefault(piece[:end], 0)
                table[piece] = number + 1
            self._tables[key] = table
        return table

    def _segment(self, text: str) -> list[int]:
        size = len(text)
        scores, unknown = self._scores, self._unknown_score
        best = [0.0] + [-1e38] * size
        came_from = [0] * (size + 1)
        ended_by = [0] * (size + 1)
        for start in range(size):
            so_far = best[start]
            single = self._table(text[start]).get(text[start], 0)
            score = so_far + (scores[single - 1] if single else unknown)
            if score > best[start + 1]:
                best[start + 1], came_from[start + 1] = score, start
                ended_by[start + 1] = single - 1 if single else UNKNOWN
            get = self._table(text[start : start + 2]).get
            for end in range(start + 2, size + 1):
                found = get(text[start:end])
                if found is None:
                    break
                if found:
                    score = so_far + scores[found - 1]
                    if score > best[end]:
                        best[end], came_from[end], ended_by[end] = score, start, found - 1
        ids: list[int] = []
        end = size
        while end:
            ids.append(ended_by[end])
            end = came_from[end]
        ids.reverse()
        return ids


def _varint(data: bytes, at: int) -> tuple[int, int]:
    """A protobuf varint and where it ends."""
    if data[at] < 0x80:
        return data[at], at + 1
    value = shift = 0
    while True:
        byte = data[at]
        value |= (byte & 0x7F) << shift
        at += 1
        if byte < 0x80:
            return value, at
        shift += 7
