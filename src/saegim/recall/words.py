"""Full text in memory: BM25 over the words of a warm user's documents and of whole sessions.

FTS5 ranks the same words in 4 ms at 10,000 documents where this takes a tenth of that, and cannot rank
sessions without a second table (docs/decisions.md). The words themselves are made once, by the analyser,
and kept in the user's file.
"""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

# As in the literature and in FTS5, so that scores compare.
K1, B = 1.2, 0.75
GRAM_WEIGHT = 0.3
_MOST_REPEATS = 255
# Character pairs may match this many documents in all, the rarest first: the common ones take most of the
# time and decide nothing.
_GRAM_BUDGET = 20_000
# Rebuild when more than this share of what is held belongs to texts that changed since.
_STALE_SHARE = 0.3

Numbers = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class WordScores:
    """Per document row: its score, its session's, and how much of what was asked it has (0 to 1)."""

    scores: Numbers
    sessions: Numbers
    covered: Numbers
    matched: dict[str, NDArray[np.bool_]]


class _Field:
    """Postings of one kind of word: for each, the entries that have it and how often."""

    def __init__(self) -> None:
        self._postings: dict[str, array[int]] = {}
        self._lengths = array("i")

    def add(self, words: Sequence[str]) -> None:
        entry = len(self._lengths)
        self._lengths.append(len(words))
        postings = self._postings
        # Most texts repeat no word; counting is only for those that do.
        distinct = set(words)
        if len(distinct) == len(words):
            for word in words:
                held = postings.get(word)
                if held is None:
                    held = postings[word] = array("i")
                held.append(entry << 8 | 1)
            return
        for word, times in Counter(words).items():
            postings.setdefault(word, array("i")).append(entry << 8 | min(times, _MOST_REPEATS))

    def find(self, word: str) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
        """(entries, repeats) of a word."""
        packed = np.array(self._postings.get(word, ()), dtype=np.int32)
        return packed >> 8, packed & 255

    def held(self, word: str) -> int:
        return len(self._postings.get(word, ()))

    def lengths(self) -> Numbers:
        return np.array(self._lengths, dtype=np.float64)


@dataclass(frozen=True, slots=True)
class _Tables:
    """What a search needs of all entries, kept until one changes."""

    rows: NDArray[np.int64]
    alive: bool
    norm_terms: Numbers
    norm_grams: Numbers
    norm_sessions: Numbers
    session_count: int


class Words:
    """Entries follow documents; a text that changed gets a new entry and its old one is dead."""

    def __init__(self) -> None:
        self._terms = _Field()
        self._grams = _Field()
        self._row_of_entry = array("q")
        self._entry_of_row: dict[int, int] = {}
        self._seen: dict[int, int] = {}
        self._dead = 0
        self._tables: _Tables | None = None

    @property
    def nbytes(self) -> int:
        return 400 * len(self._row_of_entry)

    @property
    def stale(self) -> bool:
        return self._dead > 1000 and self._dead > _STALE_SHARE * len(self._row_of_entry)

    def put(self, row: int, terms: str, grams: str) -> None:
        """The words of the document at `row`, joined by spaces."""
        mark = hash((terms, grams))
        if self._seen.get(row) == mark:
            return
        self.remove(row)
        self._tables = None
        self._seen[row] = mark
        self._entry_of_row[row] = len(self._row_of_entry)
        self._row_of_entry.append(row)
        self._terms.add(terms.split())
        self._grams.add(grams.split())

    def remove(self, row: int) -> None:
        entry = self._entry_of_row.pop(row, None)
        self._seen.pop(row, None)
        if entry is not None:
            self._row_of_entry[entry] = -1
            self._dead += 1
            self._tables = None

    def search(
        self, terms: Sequence[str], grams: Sequence[str], sessions: NDArray[np.int64], session_count: int
    ) -> WordScores:
        """Scores of all rows. `sessions` numbers each row's session from 0; -1 for none."""
        size = len(sessions)
        tables = self._tables
        if tables is None or tables.session_count != session_count:
            tables = self._tables = self._make_tables(sessions, session_count)
        count = max(len(self._entry_of_row), 1)
        scores = np.zeros(size)
        session_scores = np.zeros(tables.session_count)
        matched: dict[str, NDArray[np.bool_]] = {}
        by_terms, by_grams = _Coverage(size), _Coverage(size)
        for term in dict.fromkeys(terms):
            entries, repeats = self._find(self._terms, term, tables)
            rows = tables.rows[entries]
            scores[rows] += _bm25(len(rows), count, repeats, tables.norm_terms[entries])
            has = matched[term] = np.zeros(size, dtype=np.bool_)
            has[rows] = True
            by_terms.add(rows, count)
            of = sessions[rows]
            spoken = np.bincount(of[of >= 0], weights=repeats[of >= 0], minlength=tables.session_count)
            where = np.flatnonzero(spoken)
            session_scores[where] += _bm25(
                len(where),
                tables.session_count,
                spoken[where].astype(np.float64),
                tables.norm_sessions[where],
            )
        for gram in self._rarest(grams):
            entries, repeats = self._find(self._grams, gram, tables)
            rows = tables.rows[entries]
            scores[rows] += GRAM_WEIGHT * _bm25(len(rows), count, repeats, tables.norm_grams[entries])
            by_grams.add(rows, count)
        spread = np.zeros(size)
        inside = sessions >= 0
        spread[inside] = session_scores[sessions[inside]]
        return WordScores(scores, spread, np.maximum(by_terms.share(), by_grams.share()), matched)

    def _rarest(self, grams: Sequence[str]) -> list[str]:
        """The asked pairs, rarest first, within the budget; at least four."""
        counted = sorted((self._grams.held(gram), gram) for gram in dict.fromkeys(grams))
        kept: list[str] = []
        total = 0
        for held, gram in counted:
            total += held
            if total > _GRAM_BUDGET and len(kept) >= 4:
                break
            kept.append(gram)
        return kept

    def _find(self, field: _Field, word: str, tables: _Tables) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
        entries, repeats = field.find(word)
        if tables.alive:
            return entries, repeats
        alive = tables.rows[entries] >= 0
        return entries[alive], repeats[alive]

    def _make_tables(self, sessions: NDArray[np.int64], session_count: int) -> _Tables:
        rows = np.array(self._row_of_entry, dtype=np.int64)
        lengths = self._terms.lengths()
        alive = rows >= 0
        of = sessions[rows[alive]]
        spoken = np.bincount(of[of >= 0], weights=lengths[alive][of >= 0], minlength=session_count)
        return _Tables(
            rows=rows,
            alive=bool(alive.all()),
            norm_terms=_norm(lengths),
            norm_grams=_norm(self._grams.lengths()),
            norm_sessions=_norm(spoken.astype(np.float64)),
            session_count=session_count,
        )


class _Coverage:
    """How much of what was asked each row has, rare words counting more."""

    def __init__(self, size: int) -> None:
        self._had = np.zeros(size)
        self._asked = 0.0

    def add(self, having: NDArray[np.int64], count: int) -> None:
        held = len(having)
        rarity = float(np.log1p((count - held + 0.5) / (held + 0.5)))
        self._asked += rarity
        self._had[having] += rarity

    def share(self) -> Numbers:
        return self._had / self._asked if self._asked else self._had


def _norm(lengths: Numbers) -> Numbers:
    """How much a length dampens repeats."""
    average = float(lengths.mean()) if len(lengths) else 1.0
    return K1 * (1 - B + B * lengths / (average or 1.0))


def _bm25(held: int, count: int, repeats: NDArray[np.int32] | Numbers, norm: Numbers) -> Numbers:
    # A word in over half of all texts says nothing, rather than speaking against them.
    idf = max(1e-6, float(np.log((count - held + 0.5) / (held + 0.5))))
    return idf * repeats * (K1 + 1) / (repeats + norm)
