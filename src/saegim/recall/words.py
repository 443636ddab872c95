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

from saegim.recall.best import best_of
from saegim.recall.column import Column

# As in the literature and in FTS5, so that scores compare.
K1, B = 1.2, 0.75
GRAM_WEIGHT = 0.3
_MOST_REPEATS = 255
# Character pairs, and related words, may match this many documents in all, the rarest first: the common ones
# take most of the time and decide nothing.
_GRAM_BUDGET = _RELATED_BUDGET = 4_000
# Rebuild when more than this share of what is held belongs to texts that changed since.
_STALE_SHARE = 0.3

Rows = NDArray[np.int64]
Numbers = NDArray[np.float64]
_NOTHING: array[int] = array("i")


@dataclass(frozen=True, slots=True)
class WordScores:
    """What the words asked with say of documents and sessions. Valid until the next change.

    Kept by entry, as they were counted; the last place is that of a row without words. Everything is asked
    for by row, where -1 stands for no row.
    """

    _scores: Numbers
    _related: Numbers
    _covered: tuple[Numbers, Numbers]
    _by_session: Numbers
    _sessions: Rows
    _terms: Sequence[str]
    _postings: Sequence[array[int]]
    _words: Words

    def best(self, limit: int) -> Rows:
        """At most `limit` rows that have words asked with, best first."""
        return self._words.rows_of(best_of(self._scores, limit))

    def best_related(self, limit: int) -> Rows:
        """At most `limit` rows that have words near those asked with, best first."""
        return self._words.rows_of(best_of(self._related, limit))

    def scores_of(self, rows: Rows) -> Numbers:
        return self._scores[self._words.entries_of(rows)]

    def related_of(self, rows: Rows) -> Numbers:
        """The scores of words that stand near those asked with."""
        return self._related[self._words.entries_of(rows)]

    def covered_of(self, rows: Rows) -> Numbers:
        """How much of what was asked each row has, rare words counting more: of the terms or of the pairs."""
        entries = self._words.entries_of(rows)
        terms, pairs = self._covered
        return np.maximum(terms[entries], pairs[entries])

    def sessions_of(self, rows: Rows) -> Numbers:
        """The scores of these rows' sessions."""
        # A row without a session is numbered -1: the zero at the end.
        return self._by_session[self._sessions[rows]]

    def matched(self, rows: Rows) -> list[list[str]]:
        """For each row, the asked terms that its document has."""
        entries = self._words.entries_of(rows).astype(np.int32)
        found: list[list[str]] = [[] for _ in rows]
        for term, held in zip(self._terms, self._postings, strict=True):
            for place in _having(held, entries):
                found[place].append(term)
        return found


class _Field:
    """Postings of one kind of word: for each, the entries that have it and how often."""

    def __init__(self) -> None:
        self._postings: dict[str, array[int]] = {}
        # How many words each entry has; of none beyond the last.
        self.lengths = Column(np.int32)
        self._longest = self._total = 0

    def add(self, words: Sequence[str]) -> None:
        entry, length = len(self.lengths), len(words)
        self.lengths.append(length)
        self._total += length
        if length > self._longest:
            self._longest = length
        postings = self._postings
        # Most texts repeat no word; counting is only for those that do.
        if len(set(words)) == length:
            once = entry << 8 | 1
            for word in words:
                try:
                    postings[word].append(once)
                except KeyError:
                    postings[word] = array("i", (once,))
            return
        for word, times in Counter(words).items():
            postings.setdefault(word, array("i")).append(entry << 8 | min(times, _MOST_REPEATS))

    def find(self, word: str) -> array[int]:
        """The entries that have the word, oldest first, each with how often in its lowest byte."""
        return self._postings.get(word, _NOTHING)

    def said_once(self, entries: Rows) -> Numbers:
        """What a word said once counts in each of these entries: the less, the longer the text."""
        # By length, not by entry: a text more moves the average, and with it what every other one counts.
        lengths = np.arange(self._longest + 1, dtype=np.float64)
        counts: Numbers = 1.0 / (1.0 + _damping(lengths, self._total / (len(self.lengths) or 1)))
        return np.asarray(counts[self.lengths.spare[entries]])


class Words:
    """Entries follow documents; a text that changed gets a new entry and its old one is dead."""

    def __init__(self) -> None:
        self._terms = _Field()
        self._grams = _Field()
        self._row_of = Column(np.int64, empty=-1)
        self._entry_of = Column(np.int64, empty=-1)
        self._seen: dict[int, int] = {}
        self._dead = 0
        # Words of each session, up to an entry.
        self._spoken: Numbers = np.zeros(0)
        self._spoken_to = 0

    @property
    def nbytes(self) -> int:
        return 400 * len(self._row_of)

    @property
    def stale(self) -> bool:
        return self._dead > 1000 and self._dead > _STALE_SHARE * len(self._row_of)

    def put(self, row: int, terms: str, grams: str) -> None:
        """The words of the document at `row`, joined by spaces."""
        mark = hash((terms, grams))
        if self._seen.get(row) == mark:
            return
        self.remove(row)
        self._seen[row] = mark
        self._entry_of.reach(row + 1)
        self._entry_of.values[row] = len(self._row_of)
        self._row_of.append(row)
        self._terms.add(terms.split())
        self._grams.add(grams.split())

    def knows(self, term: str) -> bool:
        """Whether any text has the term."""
        return bool(self._terms.find(term))

    def remove(self, row: int) -> None:
        if self._seen.pop(row, None) is not None:
            self._row_of.values[self._entry_of.values[row]] = -1
            self._entry_of.values[row] = -1
            self._dead += 1
            self._spoken_to = 0

    def entries_of(self, rows: Rows) -> Rows:
        """The entry of each row; -1 for one without words and for the row -1."""
        return self._entry_of.spare[rows]

    def rows_of(self, entries: Rows) -> Rows:
        return self._row_of.values[entries]

    def lengths_of(self, rows: Rows) -> NDArray[np.int32]:
        """How many words each of these rows has."""
        return self._terms.lengths.spare[self.entries_of(rows)]

    def search(
        self,
        terms: Sequence[str],
        grams: Sequence[str],
        sessions: Rows,
        session_count: int,
        related: Sequence[str] = (),
        *,
        mask: NDArray[np.bool_] | None = None,
    ) -> WordScores:
        """Scores of the rows in `mask`; None: of all. `sessions` numbers each row's from 0; -1 for none."""
        self._entry_of.reach(len(sessions))
        asked = list(dict.fromkeys(terms))
        of_pairs = _rarest(self._grams, grams, _GRAM_BUDGET)
        of_terms = [self._terms.find(term) for term in asked]
        of_others = _rarest(self._terms, related, _RELATED_BUDGET)
        # All words in one piece, pairs first: a question has a dozen, and each call to numpy has its price.
        every = (*of_pairs, *of_terms, *of_others)
        held = np.array([len(one) for one in every], dtype=np.int64)
        pairs, words = len(of_pairs), len(of_pairs) + len(asked)
        split = int(held[:pairs].sum())
        end = split + int(held[pairs:words].sum())
        packed = np.frombuffer(b"".join(every), dtype=np.int32)
        entries = np.right_shift(packed, 8, dtype=np.int64)
        # Texts that have each word.
        having = self._alive(entries, held) if self._dead else held.astype(np.float64)
        count = max(len(self._seen), 1)
        weights = (K1 + 1) * _idf(having, count)
        weights[:pairs] *= GRAM_WEIGHT
        parts = np.repeat(weights, held)
        parts *= self._saturation(packed, entries, split)
        size = len(self._row_of) + 1
        scores, others = _summed(entries[:end], parts[:end], size), _summed(entries[end:], parts[end:], size)
        if self._dead or mask is not None:
            kept = self._kept(mask)
            scores *= kept
            others *= kept
        rarity = np.log1p((count - having + 0.5) / (having + 0.5))
        by_session = np.zeros(session_count + 1)
        if session_count:
            spoken = self._spoken_in(sessions, session_count)
            rows = self._row_of.values[entries[split:end]]
            by_session[:-1] = _session_scores(held[pairs:words], rows, packed[split:end], sessions, spoken)
        return WordScores(
            _scores=scores,
            _related=others,
            _covered=(
                _coverage(rarity[pairs:words], held[pairs:words], entries[split:end], size),
                _coverage(rarity[:pairs], held[:pairs], entries[:split], size),
            ),
            _by_session=by_session,
            _sessions=sessions,
            _terms=asked,
            _postings=of_terms,
            _words=self,
        )

    def _saturation(self, packed: NDArray[np.int32], entries: Rows, split: int) -> Numbers:
        """How much each word counts in each text for being said so often; of pairs up to the split."""
        counts = np.concatenate(
            [self._grams.said_once(entries[:split]), self._terms.said_once(entries[split:])]
        )
        # Few words are said twice in a text.
        more = (packed & 0xFE).nonzero()[0]
        if len(more):
            times = packed[more] & 0xFF
            counts[more] = times / (times + 1.0 / counts[more] - 1.0)
        return counts

    def _alive(self, entries: Rows, held: Rows) -> Numbers:
        """How many texts have each word, those that changed since left out."""
        word = np.repeat(np.arange(len(held)), held)
        return _summed(word, self._row_of.values[entries] >= 0, len(held))

    def _kept(self, mask: NDArray[np.bool_] | None) -> NDArray[np.bool_]:
        """Entries that may be found: alive, and of a row in the mask."""
        rows = self._row_of.spare
        if mask is None:
            return np.asarray(rows >= 0)
        # At the end, where the -1 of a dead entry looks.
        return np.asarray(np.append(mask, False)[rows])

    def _spoken_in(self, sessions: Rows, count: int) -> Numbers:
        """How many words were said in each session."""
        start = self._spoken_to
        rows = self._row_of.values[start:]
        alive = rows >= 0
        lengths = self._terms.lengths.values[start:][alive]
        of = sessions[rows[alive]]
        new = _summed(of[of >= 0], lengths[of >= 0], count)
        if start:
            new[: len(self._spoken)] += self._spoken
        self._spoken, self._spoken_to = new, len(self._row_of)
        return new


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


def _having(held: array[int], entries: NDArray[np.int32]) -> list[int]:
    """Which of the entries are among those of a word."""
    if not held:
        return []
    posted = np.frombuffer(held, dtype=np.int32)
    places = posted.searchsorted(entries << 8)
    there = (posted.take(places, mode="clip") >> 8) == entries
    return [int(place) for place in there.nonzero()[0]]


def _session_scores(
    held: Rows, rows: Rows, packed: NDArray[np.int32], sessions: Rows, spoken: Numbers
) -> Numbers:
    """BM25 of whole sessions: how often each term was said in each."""
    words, count = len(held), len(spoken)
    # A row without a session, and a text that changed since, count in a column of their own before the rest.
    of = np.where(rows >= 0, sessions[rows], -1)
    of += 1
    of += np.repeat(np.arange(0, words * (count + 1), count + 1), held)
    said = _summed(of, packed & 0xFF, words * (count + 1)).reshape(words, count + 1)[:, 1:]
    weights = (K1 + 1) * _idf((said > 0).sum(axis=1), count)
    parts: Numbers = weights[:, None] * said / (said + _damping(spoken, float(spoken.mean())))
    return np.asarray(parts.sum(axis=0), dtype=np.float64)


def _coverage(rarity: Numbers, held: Rows, entries: Rows, size: int) -> Numbers:
    """How much of these words each entry has, rare ones counting more."""
    asked = float(rarity.sum()) or 1.0
    return _summed(entries, np.repeat(rarity / asked, held), size)


def _summed(places: Rows, parts: NDArray[Any], size: int) -> Numbers:
    """The sum of the parts of each place."""
    # Of nothing at all numpy gives integers.
    return np.bincount(places, weights=parts, minlength=size).astype(np.float64, copy=False)


def _damping(lengths: Numbers, average: float) -> Numbers:
    """How much a length dampens repeats."""
    return K1 * (1 - B + B * lengths / (average or 1.0))


def _idf(held: NDArray[Any], count: int) -> Numbers:
    # A word in over half of all texts says nothing, rather than speaking against them.
    return np.maximum(1e-6, np.log((count - held + 0.5) / (held + 0.5)))
