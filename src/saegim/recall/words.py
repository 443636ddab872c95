"""Full text in memory: BM25 over the words of a warm user's documents and of whole sessions.

FTS5 ranks the same words in 4 ms at 10,000 documents where this takes a tenth of that, and cannot rank
sessions without a second table (docs/decisions.md). The words themselves are made once, by the analyser,
and kept in the user's file.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

# As in the literature and in FTS5, so that scores compare.
K1, B = 1.2, 0.75
GRAM_WEIGHT = 0.3
_MOST_REPEATS = 255
# Character pairs, and related words, may match this many documents in all, the rarest first: the common ones
# take most of the time and decide nothing.
_GRAM_BUDGET = _RELATED_BUDGET = 20_000
# Rebuild when more than this share of what is held belongs to texts that changed since.
_STALE_SHARE = 0.3

Numbers = NDArray[np.float64]
_NOTHING: array[int] = array("i")


@dataclass(frozen=True, slots=True)
class WordScores:
    """Per document row: its score, and how much of what was asked it has (0 to 1); per session its score.

    `related` scores the words that stand near those asked with, `lengths` counts each row's own.
    """

    scores: Numbers
    covered: Numbers
    related: Numbers
    lengths: Numbers
    by_session: Numbers
    _sessions: NDArray[np.int64]
    _terms: Sequence[str]
    _postings: Sequence[array[int]]
    _entry_of_row: Mapping[int, int]

    @property
    def sessions(self) -> Numbers:
        """Per document row: the score of its session."""
        return self.sessions_of(np.arange(len(self._sessions)))

    def sessions_of(self, rows: NDArray[np.int64]) -> Numbers:
        """The scores of these rows' sessions."""
        # A row without a session is numbered -1: the zero at the end.
        found: Numbers = self.by_session[self._sessions[rows]]
        return found

    def matched(self, row: int) -> list[str]:
        """The asked terms that the document at `row` has. Valid until the next change."""
        entry = self._entry_of_row.get(row)
        if entry is None:
            return []
        return [term for term, held in zip(self._terms, self._postings, strict=True) if _has(held, entry)]


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

    def find(self, word: str) -> array[int]:
        """The entries that have the word, oldest first, each with how often in its lowest byte."""
        return self._postings.get(word, _NOTHING)

    def lengths(self) -> Numbers:
        return np.array(self._lengths, dtype=np.float64)


@dataclass(frozen=True, slots=True)
class _Tables:
    """What a search needs of all entries, kept until one changes: of their terms, then of their pairs."""

    rows: NDArray[np.int64]
    norm: Numbers
    norm_sessions: Numbers
    lengths: Numbers
    session_count: int
    all_alive: bool


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
        return bool(self._terms.find(term))

    def remove(self, row: int) -> None:
        entry = self._entry_of_row.pop(row, None)
        self._seen.pop(row, None)
        if entry is not None:
            self._row_of_entry[entry] = -1
            self._dead += 1
            self._tables = None

    def search(
        self,
        terms: Sequence[str],
        grams: Sequence[str],
        sessions: NDArray[np.int64],
        session_count: int,
        related: Sequence[str] = (),
    ) -> WordScores:
        """Scores of all rows. `sessions` numbers each row's session from 0; -1 for none."""
        tables = self._tables
        if tables is None or tables.session_count != session_count:
            tables = self._tables = self._make_tables(sessions, session_count)
        size, count = len(sessions), max(len(self._entry_of_row), 1)
        asked = list(dict.fromkeys(terms))
        of_terms = [self._terms.find(term) for term in asked]
        of_others = _rarest(self._terms, related, _RELATED_BUDGET)
        of_pairs = _rarest(self._grams, grams, _GRAM_BUDGET)
        held = [len(one) for one in (*of_terms, *of_pairs, *of_others)]
        words = len(asked) + len(of_pairs)
        # All words in one piece, terms first: a question has a dozen, and each call to numpy has its price.
        packed = np.frombuffer(b"".join((*of_terms, *of_pairs, *of_others)), dtype=np.int32)
        split, end = sum(held[: len(asked)]), sum(held[:words])
        entries = packed >> 8
        entries[split:end] += len(self._row_of_entry)
        rows = tables.rows[entries]
        if not tables.all_alive:
            alive = rows >= 0
            word = np.repeat(np.arange(len(held)), held)[alive]
            packed, entries, rows = packed[alive], entries[alive], rows[alive]
            held = np.bincount(word, minlength=len(held)).tolist()
            split, end = sum(held[: len(asked)]), sum(held[:words])
        repeats = (packed & 255).astype(np.float64)
        having = np.array(held, dtype=np.float64)
        weights = (K1 + 1) * _idf(having, count)
        weights[len(asked) : words] *= GRAM_WEIGHT
        parts = np.repeat(weights, held)
        parts *= repeats
        parts /= repeats + tables.norm[entries]
        by_session = np.zeros(session_count + 1)
        if session_count:
            by_session[:-1] = _session_scores(held[: len(asked)], rows[:split], repeats, sessions, tables)
        lengths = tables.lengths
        if len(lengths) < size:
            # Rows without words of their own came since.
            lengths = np.concatenate([lengths, np.zeros(size - len(lengths))])
        return WordScores(
            scores=_summed(rows[:end], parts[:end], size),
            covered=_coverage(having[:words], held[:words], rows[:end], len(asked), split, count, size),
            related=_summed(rows[end:], parts[end:], size),
            lengths=lengths,
            by_session=by_session,
            _sessions=sessions,
            _terms=asked,
            _postings=of_terms,
            _entry_of_row=self._entry_of_row,
        )

    def _make_tables(self, sessions: NDArray[np.int64], session_count: int) -> _Tables:
        rows = np.array(self._row_of_entry, dtype=np.int64)
        lengths = self._terms.lengths()
        alive = rows >= 0
        of = sessions[rows[alive]]
        spoken = np.bincount(of[of >= 0], weights=lengths[alive][of >= 0], minlength=session_count)
        return _Tables(
            rows=np.concatenate([rows, rows]),
            norm=np.concatenate([_norm(lengths), _norm(self._grams.lengths())]),
            norm_sessions=_norm(spoken.astype(np.float64)),
            lengths=_summed(rows[alive], lengths[alive], len(sessions)),
            session_count=session_count,
            all_alive=bool(alive.all()),
        )


def _rarest(field: _Field, words: Sequence[str], budget: int) -> list[array[int]]:
    """Postings of the words, rarest first, within the budget; at least four."""
    counted = sorted((len(held := field.find(word)), word, held) for word in set(words))
    kept: list[array[int]] = []
    total = 0
    for count, _, held in counted:
        total += count
        if total > budget and len(kept) >= 4:
            break
        kept.append(held)
    return kept


def _has(held: array[int], entry: int) -> bool:
    """Whether the entry is among those of a word."""
    place = bisect_left(held, entry << 8)
    return place < len(held) and held[place] >> 8 == entry


def _session_scores(
    held: Sequence[int],
    rows: NDArray[np.int64],
    repeats: Numbers,
    sessions: NDArray[np.int64],
    tables: _Tables,
) -> Numbers:
    """BM25 of whole sessions: how often each term was said in each."""
    words, count = len(held), tables.session_count
    of = sessions[rows]
    inside = of >= 0
    place = np.repeat(np.arange(0, words * count, count), held) + of
    spoken = np.bincount(
        place[inside], weights=repeats[: len(rows)][inside], minlength=words * count
    ).reshape(words, count)
    weights = (K1 + 1) * _idf((spoken > 0).sum(axis=1), count)
    parts: Numbers = weights[:, None] * spoken / (spoken + tables.norm_sessions)
    return np.asarray(parts.sum(axis=0), dtype=np.float64)


def _coverage(
    having: Numbers,
    held: Sequence[int],
    rows: NDArray[np.int64],
    terms: int,
    split: int,
    count: int,
    size: int,
) -> Numbers:
    """How much of what was asked each row has, rare words counting more: of the terms or of the pairs."""
    rarity = np.log1p((count - having + 0.5) / (having + 0.5))
    asked = float(rarity[:terms].sum()) or 1.0, float(rarity[terms:].sum()) or 1.0
    rarity[:terms] /= asked[0]
    rarity[terms:] /= asked[1]
    each = np.repeat(rarity, held)
    return np.maximum(_summed(rows[:split], each[:split], size), _summed(rows[split:], each[split:], size))


def _summed(rows: NDArray[np.int64], parts: Numbers, size: int) -> Numbers:
    """The sum of the parts of each row."""
    # Of nothing at all numpy gives integers.
    return np.bincount(rows, weights=parts, minlength=size).astype(np.float64, copy=False)


def _norm(lengths: Numbers) -> Numbers:
    """How much a length dampens repeats."""
    average = float(lengths.mean()) if len(lengths) else 1.0
    return K1 * (1 - B + B * lengths / (average or 1.0))


def _idf(held: NDArray[Any], count: int) -> Numbers:
    # A word in over half of all texts says nothing, rather than speaking against them.
    return np.maximum(1e-6, np.log((count - held + 0.5) / (held + 0.5)))
