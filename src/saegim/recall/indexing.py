"""Background work on one user's index: words first, then vectors.

Every step is one short transaction over a batch, so that a turn never waits long, and doing a step twice
changes nothing.
"""

from __future__ import annotations

from collections.abc import Sequence

from saegim.language.holding import held_in
from saegim.language.morphemes import Analyser
from saegim.language.text import is_question
from saegim.protocols import DocumentText, Embedder, IndexedText, UserStore, View

WORDS_BATCH = 256
VECTORS_BATCH = 64
# No document was ever done by this one: an analyser or space the file does not know yet.
NEVER = -1


def analyse_texts(analyser: Analyser, texts: Sequence[DocumentText]) -> list[IndexedText]:
    """The words of each text, and the two cheap facts that ranking uses."""
    analyses = analyser.analyse([text.text for text in texts])
    return [
        IndexedText(
            id=text.id,
            revision=text.revision,
            terms=analysis.terms,
            grams=analysis.grams,
            is_question=is_question(text.text),
            holds=held_in(text.text),
        )
        for text, analysis in zip(texts, analyses, strict=True)
    ]


def index_words(store: UserStore, analyser: Analyser) -> int:
    """Write the words of the next texts that lack them; how many."""
    with store.read() as view:
        texts = view.unindexed(view.analyser_id(analyser.name) or NEVER, WORDS_BATCH)
    if not texts:
        return 0
    indexed = analyse_texts(analyser, texts)
    with store.write() as tx:
        tx.put_words(tx.ensure_analyser(analyser.name), indexed)
    return len(texts)


def _as_said(text: DocumentText) -> str:
    """A text with who said it, where there are names: in a group, that is half of what it means."""
    return f"{text.speaker}: {text.text}" if text.speaker else text.text


def index_vectors(store: UserStore, embedder: Embedder) -> int:
    """Write the vectors of the next texts that lack them; how many. `EmbedderFailed` when it gave none."""
    with store.read() as view:
        texts = view.unembedded(view.space_id(embedder.name) or NEVER, VECTORS_BATCH)
    if not texts:
        return 0
    vectors = embedder.embed([_as_said(text) for text in texts])
    with store.write() as tx:
        tx.put_vectors(tx.ensure_space(embedder.name), texts, vectors)
    return len(texts)


def behind(view: View, analyser: Analyser, embedder: Embedder | None) -> bool:
    """Whether anything is left to do."""
    if view.unindexed(view.analyser_id(analyser.name) or NEVER, 1):
        return True
    return embedder is not None and bool(view.unembedded(view.space_id(embedder.name) or NEVER, 1))
