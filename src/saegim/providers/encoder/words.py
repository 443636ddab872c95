"""Whole Korean words: the stems of a text, and what each says, from a table that knows what they mean.

The vocabulary has 4,285 pieces with Hangul in them: 월세 is a moon and a syllable to it. The table has 38,529
morphemes as kiwi's language model knows them, each near those that keep the same company (training/words.py).
"""

from __future__ import annotations

import threading
import unicodedata
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from saegim.providers.encoder.pieces import read_lines

if TYPE_CHECKING:
    from saegim.protocols import Vectors

# Shapes longer than this are compounds whose parts are known too.
_LONGEST = 8
# Texts past this many letters are cut, as the pieces are.
_MAX_LETTERS = 2048
# Words whose part is kept, 2 kB each: a person's talk uses a few thousand.
_KEPT_WORDS = 8192


class Stems:
    """Finds the known stems of a text, each at its longest shape; no analyser, a few dictionary look-ups."""

    def __init__(self, shapes: Iterable[str], rows: Iterable[int]) -> None:
        """A shape's row in the table; -1 for particles and endings, which are passed over."""
        self._rows = dict(zip(shapes, rows, strict=True))

    def find(self, text: str) -> list[int]:
        """The row of each stem, in the order of the text."""
        found: list[int] = []
        rows = self._rows
        for word in unicodedata.normalize("NFKC", text[:_MAX_LETTERS]).split():
            at, size = 0, len(word)
            while at < size:
                if not "가" <= word[at] <= "힣":
                    at += 1
                    continue
                # A single syllable inside a word is a particle or an ending more often than a stem.
                for end in range(min(size, at + _LONGEST), at + (1 if at else 0), -1):
                    row = rows.get(word[at:end])
                    # What stands first in a word is no particle: 자고 is 자다, not an ending.
                    if row is None or (row < 0 and not at):
                        continue
                    if row >= 0:
                        found.append(row)
                    at = end
                    break
                else:
                    at += 1
        return found


class Words:
    """What the known words of a text add to it."""

    def __init__(self, overlay: dict[str, Any]) -> None:
        import numpy as np

        self._stems = Stems(read_lines(overlay["shapes"]), overlay["shape_rows"].tolist())
        self._rows = overlay["word_rows"]
        self._open, self._bias = overlay["word_open"].astype(np.float32), overlay["word_bias"]
        self._give = overlay["word_give"].astype(np.float32)
        self._counts = np.ones(len(self._rows), dtype=np.float32)
        self._counts[overlay["word_ids"]] = 2 / (1 + np.exp(-overlay["word_gate"].astype(np.float32)))
        self._kept: dict[int, Vectors] = {}
        self._lock = threading.Lock()

    def said(self, texts: Sequence[str]) -> Vectors:
        """A row for each text: the sum of its words' parts over the root of how much they count."""
        import numpy as np

        found = [self._stems.find(text) for text in texts]
        out = np.zeros((len(texts), self._give.shape[1]), dtype=np.float32)
        parts = self._read({row for rows in found for row in rows})
        for at, rows in enumerate(found):
            if rows:
                np.sum([parts[row] for row in rows], axis=0, out=out[at])
                out[at] /= np.sqrt(1 + self._counts[rows].sum())
        return out

    def _read(self, rows: set[int]) -> dict[int, Vectors]:
        kept = self._kept
        parts = {row: kept[row] for row in rows if row in kept}
        new = sorted(rows - parts.keys())
        if new:
            parts |= dict(zip(new, self._compute(new), strict=True))
            with self._lock:
                for row in new[: max(0, _KEPT_WORDS - len(kept))]:
                    kept[row] = parts[row]
        return parts

    def _compute(self, rows: list[int]) -> Vectors:
        import numpy as np

        known = self._rows[rows].astype(np.float32)
        known /= np.sqrt(np.einsum("ij,ij->i", known, known))[:, None]
        opened = np.maximum(known @ self._open + self._bias, 0)
        opened *= self._counts[rows][:, None]
        return np.asarray(opened @ self._give, dtype=np.float32)
