"""What can be swapped, and what each part may ask of it.

A store keeps two things per user. The truth: sessions, turns, messages, memories, versions, audit.
And an index derived from it: one numbered *document* per message and per memory, with its words and
its vector. The index can be thrown away and built again; the truth cannot.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from saegim.protocols.index import (
    DocumentChanges,
    DocumentKind,
    DocumentRow,
    DocumentText,
    IndexedText,
    Matches,
    VectorIndex,
)
from saegim.protocols.providers import Clock, Embedder, KeyProvider, LanguageModel, Reply
from saegim.protocols.store import AccessKey, KeptAnswer, Store
from saegim.protocols.user import Tx, UserStore
from saegim.protocols.view import View

if TYPE_CHECKING:
    # numpy costs a tenth of a second: whoever computes with it imports it, a signature does not.
    from saegim.protocols.vectors import DocumentIds, Vectors

__all__ = [
    "AccessKey",
    "Clock",
    "DocumentChanges",
    "DocumentIds",
    "DocumentKind",
    "DocumentRow",
    "DocumentText",
    "Embedder",
    "IndexedText",
    "KeptAnswer",
    "KeyProvider",
    "LanguageModel",
    "Matches",
    "Reply",
    "Store",
    "Tx",
    "UserStore",
    "VectorIndex",
    "Vectors",
    "View",
]
