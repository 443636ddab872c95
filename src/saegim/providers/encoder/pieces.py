"""From text to the pieces of the bundled vocabulary."""

from __future__ import annotations

import unicodedata
from array import array
from collections.abc import Iterator, Mapping
from typing import Any

# A memory is a sentence or a turn; what lies past this many tokens was not seen in training.
_MAX_TOKENS = 512
# The longest piece has 16 letters: what lies past this many cannot be among the first tokens.
_MAX_LETTERS = 16 * _MAX_TOKENS
UNKNOWN, _BEGIN, _END = 0, 1, 2
# Zero-width characters part words, as in the normaliser that the vocabulary was made with.
_ZERO_WIDTH = dict.fromkeys((*range(0x200B, 0x2010), 0x2028, 0x2029, 0xFEFF), " ")


def read_lines(stored: Any) -> list[str]:
    """Lines kept in an array as bytes: numpy's own strings take four bytes a letter."""
    return bytes(stored).decode("utf-8").split("\n")


class Pieces:
    """The package's vocabulary and the syllables we add: text to piece ids, the most probable segmentation.

    Prefix tables are built for the first letters a text really uses: the whole vocabulary would take most of
    the time a first answer may take.
    """

    def __init__(self, vocabulary: Mapping[str, Any]) -> None:
        """`piece_texts` lie together by their first two letters; `piece_keys` and `piece_starts` say where.

        Made by training/vocabulary.py: reading the package's own model file takes thirty times as long.
        """
        self._texts = read_lines(vocabulary["piece_texts"])
        self._numbers = vocabulary["piece_numbers"]
        self._scores = array("f", vocabulary["piece_scores"].tobytes())
        self._unknown_score = float(vocabulary["piece_unknown"])
        starts = vocabulary["piece_starts"].tolist()
        ends = (*starts[1:], len(self._texts))
        self._places = dict(
            zip(read_lines(vocabulary["piece_keys"]), zip(starts, ends, strict=True), strict=True)
        )
        self._tables: dict[str, dict[str, int]] = {}

    def single(self, letter: str) -> int | None:
        """The id of a one-letter piece."""
        return self._table(letter).get(letter, 0) - 1 if letter in self._places else None

    def known(self) -> Iterator[tuple[str, int]]:
        """Every piece and its id."""
        return zip(self._texts, self._numbers.tolist(), strict=True)

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
            start, end = self._places.get(key, (0, 0))
            for piece, number in zip(self._texts[start:end], self._numbers[start:end].tolist(), strict=True):
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
