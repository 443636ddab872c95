"""What everyone has, for comparison: BM25 over morphemes, vectors alone, and the two fused plainly.

Same words, same vectors, same unit as the full recall; nothing else that it uses.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from saegim.evaluate.metrics import DEEPEST
from saegim.language.morphemes import Analyser
from saegim.protocols import Embedder, View

if TYPE_CHECKING:
    from saegim.protocols import Vectors

NAMES = ("bm25", "vectors", "rrf", "sum")
K1, B = 1.2, 0.75
RRF_K = 60
# Ranks beyond this count for nothing in the fusion, as is usual.
_POOL = 100


class Baselines:
    """Rankings of the turns of one person, made from what was indexed for the full recall."""

    def __init__(self, view: View, analyser: Analyser, embedder: Embedder | None) -> None:
        self._analyser = analyser
        self._embedder = embedder
        words = {document: terms for document, terms, _ in view.words(0)}
        space = view.space_id(embedder.name) if embedder is not None else None
        vectors = dict(view.vectors(space, 0)) if space else {}
        # Documents that are no messages are memories, which no baseline has.
        messages = view.messages_of(list({*words, *vectors}))
        unit_of = {document: str(message.metadata["id"]) for document, message in messages.items()}
        said: dict[str, list[str]] = {unit: [] for unit in unit_of.values()}
        for document, unit in unit_of.items():
            said[unit] += words.get(document, "").split()
        self._bm25 = _Bm25(said)
        kept = [(unit, vectors[document]) for document, unit in unit_of.items() if document in vectors]
        self._vector_units = [unit for unit, _ in kept]
        self._vectors = _stacked([raw for _, raw in kept])

    def rank(self, question: str) -> dict[str, list[frozenset[str]]]:
        """The ranking of each baseline by its name, at most the deepest place that is measured."""
        [analysis] = self._analyser.analyse([question])
        text = self._bm25.scores(analysis.terms)
        meaning = self._cosines(question)
        both = {**dict.fromkeys(text, 0.0), **dict.fromkeys(meaning, 0.0)}
        most = max(text.values(), default=0.0) or 1.0
        fused = {unit: text.get(unit, 0.0) / most + meaning.get(unit, 0.0) for unit in both}
        ranked = {
            "bm25": _best(text),
            "vectors": _best(meaning),
            "rrf": _best(_reciprocal([_best(text, _POOL), _best(meaning, _POOL)])),
            "sum": _best(fused),
        }
        return {name: [frozenset({unit}) for unit in units] for name, units in ranked.items()}

    def _cosines(self, question: str) -> dict[str, float]:
        """A turn is as near as its nearest message."""
        if self._embedder is None or self._vectors is None:
            return {}
        vector = self._embedder.embed([question], query=True)[0]
        nearest: dict[str, float] = {}
        for unit, cosine in zip(self._vector_units, (self._vectors @ vector).tolist(), strict=True):
            nearest[unit] = max(cosine, nearest.get(unit, -1.0))
        return nearest


class _Bm25:
    """BM25 as in the literature, each turn one document."""

    def __init__(self, documents: Mapping[str, Sequence[str]]) -> None:
        lengths = {unit: len(words) for unit, words in documents.items()}
        average = sum(lengths.values()) / max(len(lengths), 1) or 1.0
        self._norms = {unit: K1 * (1 - B + B * length / average) for unit, length in lengths.items()}
        self._postings: dict[str, list[tuple[str, int]]] = {}
        for unit, words in documents.items():
            for word, times in Counter(words).items():
                self._postings.setdefault(word, []).append((unit, times))

    def scores(self, terms: Iterable[str]) -> dict[str, float]:
        """The score of every turn that has one of the terms."""
        scores: dict[str, float] = {}
        count = len(self._norms)
        for term in dict.fromkeys(terms):
            held = self._postings.get(term, [])
            rarity = math.log(1 + (count - len(held) + 0.5) / (len(held) + 0.5))
            for unit, times in held:
                part = rarity * times * (K1 + 1) / (times + self._norms[unit])
                scores[unit] = scores.get(unit, 0.0) + part
        return scores


def _best(scores: Mapping[str, float], limit: int = DEEPEST) -> list[str]:
    return sorted(scores, key=lambda unit: -scores[unit])[:limit]


def _reciprocal(rankings: Iterable[Sequence[str]]) -> dict[str, float]:
    scores: dict[str, float] = {}
    for ranking in rankings:
        for rank, unit in enumerate(ranking, start=1):
            scores[unit] = scores.get(unit, 0.0) + 1 / (RRF_K + rank)
    return scores


def _stacked(raw: Sequence[bytes]) -> Vectors | None:
    import numpy as np

    if not raw:
        return None
    vectors = np.frombuffer(b"".join(raw), dtype=np.float32).reshape(len(raw), -1)
    found: Vectors = vectors / np.maximum(np.linalg.norm(vectors, axis=1, keepdims=True), 1e-9)
    return found
