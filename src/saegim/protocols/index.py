"""What is searched: documents, their words, and the vectors beside them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, NamedTuple, Protocol

if TYPE_CHECKING:
    # numpy costs a tenth of a second: whoever computes with it imports it, a signature does not.
    import numpy as np
    from numpy.typing import NDArray

    from saegim.protocols.vectors import DocumentIds, Vectors


@dataclass(frozen=True, slots=True)
class Matches:
    """Nearest documents, best first, and where their scores stand among all that were eligible."""

    ids: DocumentIds
    scores: NDArray[np.float32]
    mean: float
    std: float


class VectorIndex(Protocol):
    """Nearest documents of one user by cosine. Rows follow writes; nothing is rebuilt."""

    @property
    def revision(self) -> int:
        """The user's revision up to which it has followed; 0 when new."""
        ...

    def follow(self, revision: int) -> None:
        """Say that it has everything up to this revision."""
        ...

    def put(self, ids: Sequence[int] | DocumentIds, vectors: Vectors) -> None: ...

    def remove(self, ids: Iterable[int]) -> None: ...

    def search(self, query: Vectors, limit: int, *, allowed: DocumentIds | None = None) -> Matches:
        """At most `limit` of the `allowed` documents (None: all), filtered before ranking."""
        ...

    def cosines(self, query: Vectors, ids: Sequence[int] | DocumentIds) -> NDArray[np.float32]:
        """The cosine of each of these documents; 0 for one without a vector."""
        ...

    def __len__(self) -> int: ...

    @property
    def nbytes(self) -> int:
        """Bytes of memory it holds while warm."""
        ...


DocumentKind = Literal["message", "memory"]


@dataclass(frozen=True, slots=True)
class DocumentText:
    """A document's text as the indexer needs it."""

    id: int
    kind: DocumentKind
    text: str
    speaker: str | None
    revision: int


@dataclass(frozen=True, slots=True)
class IndexedText:
    """A document's words: `terms` are morphemes and stems, `grams` character bigrams.

    `revision` is that of the text they were made from: words of a text changed since are not stored.
    `holds` is a `language.holding.Holds` as a number.
    """

    id: int
    revision: int
    terms: Sequence[str]
    grams: Sequence[str]
    is_question: bool
    holds: int


class DocumentRow(NamedTuple):
    """What ranking needs of one document, kept in memory while its user is warm. Times in µs UTC."""

    id: int
    kind: DocumentKind
    at: int
    until: int | None
    known_from: int
    session: int
    previous: int | None
    persona: str | None
    role: str
    speaker: str | None
    pinned: bool
    state: str
    importance: float
    last_accessed: int | None
    is_question: bool
    holds: int
    indexed: bool


@dataclass(frozen=True, slots=True)
class DocumentChanges:
    """Documents written or removed after a revision, up to `revision`."""

    revision: int
    rows: Sequence[DocumentRow]
    removed: Sequence[int]
