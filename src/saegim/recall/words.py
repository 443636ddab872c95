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
from typing import Any

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
_NOTHING: array[int] = array("i")


@dataclass(frozen=True, slots=True)
class _Found:
    """Postings of several words in one piece: for each, which word, which row, how often, how long."""

    words: Sequence[str]
    word: NDArray[np.int64]
    rows: NDArray[np.int64]
    repeats: Numbers
    norm: Numbers

    def held(self) -> Numbers:
        """In how many documents each word stands."""
        return np.bincount(self.word, minlength=len(self.words)).astype(np.float64)


@dataclass(frozen=True, slots=True)
class WordScores:
    """Per document row: its score, its session's, and how much of what was asked it has (0 to 1)."""

    scores: Numbers
    sessions: Numbers
    covered: Numbers
    found: _Found

    def matched(self, row: int) -> list[str]:
        """The asked terms that the document at `row` has."""
        return [self.found.words[i] for i in self.found.word[self.found.rows == row]]


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

    def find(self, words: Sequence[str], rows: NDArray[np.int64], norm: Numbers) -> _Found:
        """All postings of these words; those of dead entries left out."""
        held = [self._postings.get(word, _NOTHING) for word in words]
        packed = np.frombuffer(b"".join(held), dtype=np.int32)
        word = np.repeat(np.arange(len(words)), [len(one) for one in held])
        entries = packed >> 8
        alive = rows[entries] >= 0
        if not alive.all():
            word, packed, entries = word[alive], packed[alive], entries[alive]
        return _Found(words, word, rows[entries], (packed & 255).astype(np.float64), norm[entries])

    def held(self, word: str) -> int:
        return len(self._postings.get(word, ()))

    def lengths(self) -> Numbers:
        return np.array(self._lengths, dtype=np.float64)


@dataclass(frozen=True, slots=True)
class _Tables:
    """What a search needs of all entries, kept until one changes."""

    rows: NDArray[np.int64]
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

    def knows(self, term: str) -> bool:
        """Whether any text has the term."""
        return self._terms.held(term) > 0

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
        found = self._terms.find(list(dict.fromkeys(terms)), tables.rows, tables.norm_terms)
        pairs = self._grams.find(self._rarest(grams), tables.rows, tables.norm_grams)
        scores = _bm25(found, count, size) + GRAM_WEIGHT * _bm25(pairs, count, size)
        covered = np.maximum(_coverage(found, count, size), _coverage(pairs, count, size))
        # A row without a session is numbered -1: the zero at the end.
        of_session = np.append(_session_scores(found, sessions, tables), 0.0)
        return WordScores(scores, of_session[sessions], covered, found)

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

    def _make_tables(self, sessions: NDArray[np.int64], session_count: int) -> _Tables:
        rows = np.array(self._row_of_entry, dtype=np.int64)
        lengths = self._terms.lengths()
        alive = rows >= 0
        of = sessions[rows[alive]]
        spoken = np.bincount(of[of >= 0], weights=lengths[alive][of >= 0], minlength=session_count)
        return _Tables(
            rows=rows,
            norm_terms=_norm(lengths),
            norm_grams=_norm(self._grams.lengths()),
            norm_sessions=_norm(spoken.astype(np.float64)),
            session_count=session_count,
        )


def _session_scores(found: _Found, sessions: NDArray[np.int64], tables: _Tables) -> Numbers:
    """BM25 of whole sessions: how often each term was said in each."""
    words, count = len(found.words), tables.session_count
    of = sessions[found.rows]
    inside = of >= 0
    spoken = np.bincount(
        found.word[inside] * count + of[inside], weights=found.repeats[inside], minlength=words * count
    ).reshape(words, count)
    weights = _idf((spoken > 0).sum(axis=1), count)[:, None]
    parts: Numbers = weights * spoken * (K1 + 1) / (spoken + tables.norm_sessions)
    return np.asarray(parts.sum(axis=0), dtype=np.float64)


def _coverage(found: _Found, count: int, size: int) -> Numbers:
    """How much of what was asked each row has, rare words counting more."""
    held = found.held()
    rarity = np.log1p((count - held + 0.5) / (held + 0.5))
    had = np.bincount(found.rows, weights=rarity[found.word], minlength=size)
    asked = float(rarity.sum())
    return np.asarray(had / (asked or 1.0), dtype=np.float64)


def _norm(lengths: Numbers) -> Numbers:
    """How much a length dampens repeats."""
    average = float(lengths.mean()) if len(lengths) else 1.0
    return K1 * (1 - B + B * lengths / (average or 1.0))


def _idf(held: NDArray[Any], count: int) -> Numbers:
    # A word in over half of all texts says nothing, rather than speaking against them.
    return np.maximum(1e-6, np.log((count - held + 0.5) / (held + 0.5)))


def _bm25(found: _Found, count: int, size: int) -> Numbers:
    weights = _idf(found.held(), count)[found.word]
    parts = weights * found.repeats * (K1 + 1) / (found.repeats + found.norm)
    return np.bincount(found.rows, weights=parts, minlength=size).astype(np.float64)
