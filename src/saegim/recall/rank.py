"""From candidates to scores: a weighted sum of normalised evidence, then the three factors.

A sum of normalised scores beat reciprocal-rank fusion by .14 R@10 on LoCoMo (docs/decisions.md).
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

import numpy as np
from numpy.typing import NDArray

from saegim.language.holding import Holds
from saegim.recall.query import Query
from saegim.recall.search import Candidates, _us, bounded
from saegim.recall.warm import WarmUser
from saegim.settings import RecallSettings

_DAY_US = 86_400_000_000
# Share of the question's words from which the best match counts in full.
TRUSTED = 0.3
# Words from which a text loses nothing for being short. Unbounded, length did great harm on other sets
# (docs/decisions.md).
_FULL_LENGTH = 25


@dataclass(frozen=True, slots=True)
class Scores:
    """Aligned with the candidates' rows; `order` is best first."""

    order: NDArray[np.int64]
    total: NDArray[np.float64]
    relevance: NDArray[np.float64]
    recency: NDArray[np.float64]
    importance: NDArray[np.float64]


def score(found: Candidates, warm: WarmUser, query: Query, settings: RecallSettings, now: datetime) -> Scores:
    """Relevance from every kind of evidence, then relevance, recency and importance together."""
    rows = found.rows
    memory, question = warm["memory"][rows], warm["question"][rows]
    trust = _trust(found)
    text = trust * _by_max(found.text)
    session = trust * _by_max(found.session)
    raw = settings.text * text
    # A memory stands for itself where a message stands in its session.
    raw += settings.session * np.where(memory, text, session)
    raw += settings.speaker * _speaker(warm, rows, memory, query)
    raw += settings.answer * _by_max(found.answered, found.text)
    raw -= settings.question * question
    raw += settings.graph * found.graph
    # Related words match at most as well as the words asked with.
    raw += settings.related * np.minimum(_by_max(found.related, found.text, least=1.0), 1.0)
    raw += settings.beside_text * trust * _by_max(found.beside_text, found.text)
    # A memory was made to say one thing in few words.
    raw -= settings.short * np.where(memory, 0.0, _small_talk(found, question))
    if query.ranges:
        raw += settings.date * found.date + settings.near_date * found.near_date
    if query.asks_now and len(rows):
        raw += settings.now * _lateness(warm, rows)
    if query.asks:
        held = warm["holds"][rows] & query.asks
        raw += settings.when * ((held & Holds.TIME) != 0)
        raw += settings.amount * ((held & ~Holds.TIME) != 0)
    if found.nearest is not None:
        deviations = (found.cosine - found.nearest.mean) / found.nearest.std
        raw += settings.vector * bounded(deviations)
        # What stands around speaks for a text that does not speak for itself.
        raw += settings.beside_vector * (1.0 - text) * found.beside_vector
    relevance = _of_best(raw)
    age = np.maximum(0, _us(now) - warm["accessed"][rows]) / _DAY_US
    recency = np.exp2(age / -settings.half_life_days)
    importance = warm["importance"][rows].astype(np.float64)
    total = settings.relevance * relevance + settings.recency * recency + settings.importance * importance
    return Scores(np.lexsort((-raw, -total)), total, relevance, recency, importance)


def _trust(found: Candidates) -> float:
    """How far the best match may count as a full one: little if even it has few of the asked words."""
    return min(1.0, float(found.covered.max(initial=0.0)) / TRUSTED)


def _speaker(
    warm: WarmUser, rows: NDArray[np.int64], memory: NDArray[np.bool_], query: Query
) -> NDArray[np.float64]:
    """1 where the one speaker asked about said it, -1 where another did, 0 when nobody was named."""
    if len(query.names) == 1:
        mine = warm["speaker"][rows] == warm.speakers.find(query.names[0])
    elif query.role is not None:
        mine = warm["role"][rows] == warm.roles.find(query.role)
        if query.role == "user":
            mine |= memory
    else:
        return np.zeros(len(rows))
    # A memory about someone else may still answer; a message by someone else speaks for them.
    return np.where(mine, 1.0, np.where(memory, 0.0, -1.0))


def _small_talk(found: Candidates, question: NDArray[np.bool_]) -> NDArray[np.float64]:
    """From 1 for a text without words to 0: small talk is short, and answers little.

    What says nearly all that was asked with is no small talk, unless it only asks the same.
    """
    said = np.log1p(np.minimum(found.length, _FULL_LENGTH)) / np.log1p(_FULL_LENGTH)
    told = np.where(question, 0.0, np.minimum(found.covered, 1.0) ** 3)
    return np.asarray((1.0 - said) * (1.0 - told), dtype=np.float64)


def _lateness(warm: WarmUser, rows: NDArray[np.int64]) -> NDArray[np.float64]:
    """From 0 for the first thing known to 1 for the last: of two values, the later one holds."""
    at = warm["at"]
    first, last = int(at.min()), int(at.max())
    return np.asarray((at[rows] - first) / max(last - first, 1), dtype=np.float64)


def _by_max(
    values: NDArray[np.float64], scale: NDArray[np.float64] | None = None, *, least: float = 0.0
) -> NDArray[np.float64]:
    reference = values if scale is None else scale
    most = max(float(reference.max(initial=0.0)), least)
    return values / most if most > 0 else np.zeros_like(values)


def _of_best(raw: NDArray[np.float64]) -> NDArray[np.float64]:
    """Relative to the best, which gets 1; what speaks against a text cannot go below 0."""
    most = float(raw.max()) if len(raw) else 0.0
    return np.maximum(raw, 0.0) / most if most > 0 else np.zeros_like(raw)
