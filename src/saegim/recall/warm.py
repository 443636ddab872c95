"""What ranking needs of a user's documents, in memory while the user is warm.

Columns follow the store by revision, so a write by this process or another is seen at the next call and
nothing is rebuilt.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from saegim.protocols import DocumentChanges, DocumentRow, UserStore, VectorIndex, View
from saegim.recall.words import Words

if TYPE_CHECKING:
    from saegim.protocols import DocumentIds

_FAR = np.iinfo(np.int64).max
# How much of the message before goes into a message's vector.
_OF_PREVIOUS = 0.5
_STATES = {"active": 0, "archived": 1, "forgotten": 2}
_COLUMNS: dict[str, type] = {
    "id": np.int64,
    "memory": np.bool_,
    "at": np.int64,
    "until": np.int64,
    "session": np.int64,
    "previous": np.int64,  # rows, not ids; -1 for none
    "next": np.int64,
    "persona": np.int32,
    "speaker": np.int32,
    "role": np.int32,
    "pinned": np.bool_,
    "state": np.int8,
    "importance": np.float32,
    "accessed": np.int64,
    "question": np.bool_,
    "holds": np.int8,
    "indexed": np.bool_,
    "alive": np.bool_,
}
_EMPTY = {"previous": -1, "next": -1}


class Names:
    """Small numbers for strings that repeat. 0 stands for none."""

    def __init__(self) -> None:
        self._codes: dict[str, int] = {}

    def code(self, name: str | None) -> int:
        return 0 if name is None else self._codes.setdefault(name, len(self._codes) + 1)

    def find(self, name: str) -> int:
        """The number of a known name, or -1, which no document has."""
        return self._codes.get(name, -1)


class WarmUser:
    """Columns over documents, a vector index, and the revision they have followed to."""

    def __init__(self, index: VectorIndex, space: int, identity: str) -> None:
        self.index = index
        self.identity = identity
        self.space = space
        self.revision = 0
        self.personas = Names()
        self.speakers = Names()
        # Of the speakers those who said something themselves: the others are whom a memory is about.
        self.heard: dict[str, None] = {}
        self.roles = Names()
        self.documents = 0
        # Row of each document, -1 for none and at the end: a table answers for many at once.
        self._row_of: NDArray[np.int64] = np.full(1, -1, dtype=np.int64)
        self._sessions: dict[int, int] = {}
        self.size = 0
        self.not_indexed = 0
        self.has_links = False
        self.words = Words()
        self.words_revision = 0
        # What may be recalled, by what was asked for; `search` keeps it here until something changes.
        self.eligible: dict[object, Any] = {}
        self.lock = threading.Lock()
        self._columns: dict[str, NDArray[Any]] = {
            name: np.full(1, _EMPTY.get(name, 0), dtype=kind) for name, kind in _COLUMNS.items()
        }

    def __getitem__(self, column: str) -> NDArray[Any]:
        return self._columns[column][: self.size]

    def spare(self, column: str) -> NDArray[Any]:
        """A column with one empty place at its end, which is where the row -1 looks."""
        return self._columns[column][: self.size + 1]

    @property
    def session_count(self) -> int:
        return len(self._sessions)

    def rows_of(self, ids: Sequence[int] | DocumentIds) -> NDArray[np.int64]:
        """The row of each of these documents; -1 for one that is not known here."""
        return self._row_of.take(np.asarray(ids, dtype=np.int64), mode="clip")

    @property
    def nbytes(self) -> int:
        return (
            self.index.nbytes
            + self.words.nbytes
            + sum(c.nbytes for c in self._columns.values())
            + self._row_of.nbytes
        )

    def follow(self, view: View, revision: int) -> None:
        """Catch up with the store, which is at that revision. The caller holds `lock`."""
        changes: DocumentChanges | None = None
        since = self.revision
        if revision != since:
            self.eligible.clear()
            changes = view.changes(since)
            self._remove(changes.removed)
            self._put(changes.rows)
            self.revision = changes.revision
            self.has_links = view.has_links()
            self._follow_words(view)
        if self.index.revision != self.revision:
            # An index in the user's file has followed on its own.
            self._follow_vectors(view, changes if self.index.revision == since else None)

    def _follow_words(self, view: View) -> None:
        if self.words.stale:
            self.words, self.words_revision = Words(), 0
        changed = view.words(self.words_revision)
        rows = self.rows_of([id_ for id_, _, _ in changed]).tolist()
        for row, (_, terms, grams) in zip(rows, changed, strict=True):
            if row >= 0:
                self.words.put(row, terms, grams)
        self.words_revision = self.revision

    def _follow_vectors(self, view: View, changes: DocumentChanges | None) -> None:
        since = self.index.revision
        found = view.vectors(self.space, since) if self.space else []
        if since:
            changes = changes or view.changes(since)
            # A document whose text changed has lost its vector until it is embedded anew.
            gone = set(changes.removed) | {row.id for row in changes.rows} - {id_ for id_, _ in found}
            self.index.remove(gone)
        if found:
            ids = np.array([id_ for id_, _ in found], dtype=np.int64)
            raw = np.frombuffer(b"".join(v for _, v in found), dtype=np.float32).reshape(len(found), -1)
            self.index.put(ids, self._with_previous(view, ids, raw))
        self.index.follow(self.revision)

    def _with_previous(
        self, view: View, ids: NDArray[np.int64], raw: NDArray[np.float32]
    ) -> NDArray[np.float32]:
        """Each message's vector with half of the one before it: an answer alone says little.

        LoCoMo, vectors alone: R@10 .653 so, .644 without, .576 with the whole (docs/decisions.md).
        """
        rows = self.rows_of(ids)
        before = self["previous"][rows]
        later = (before >= 0).nonzero()[0]
        if not len(later):
            return raw
        before = before[later]
        # Where the vector of the one before is: among these, or else in the file.
        place = np.full(self.size, -1, dtype=np.int64)
        place[rows] = np.arange(len(rows))
        at = place[before]
        here, elsewhere = at >= 0, at < 0
        both = raw.copy()
        both[later[here]] += _OF_PREVIOUS * raw[at[here]]
        previous = self["id"][before[elsewhere]].tolist()
        others = dict(view.vectors_of(self.space, previous))
        for i, id_ in zip(later[elsewhere], previous, strict=True):
            if id_ in others:
                both[i] += _OF_PREVIOUS * np.frombuffer(others[id_], dtype=np.float32)
        both /= np.maximum(np.linalg.norm(both, axis=1, keepdims=True), 1e-9)
        return both

    def _remove(self, ids: Sequence[int]) -> None:
        rows = self.rows_of(ids)
        known = rows >= 0
        self._row_of[np.asarray(ids, dtype=np.int64)[known]] = -1
        self._columns["alive"][rows[known]] = False
        self.documents -= int(known.sum())
        for row in rows[known].tolist():
            self.words.remove(row)

    def _put(self, rows: Sequence[DocumentRow]) -> None:
        if not rows:
            return
        ids = np.array([r.id for r in rows], dtype=np.int64)
        self._know(int(ids.max()))
        new = ids[self._row_of[ids] < 0]
        self._row_of[new] = np.arange(self.size, self.size + len(new))
        self.size += len(new)
        self.documents += len(new)
        places = self._row_of[ids]
        self._reserve(self.size)
        columns = self._columns
        columns["id"][places] = ids
        columns["memory"][places] = [r.kind == "memory" for r in rows]
        columns["at"][places] = [r.at for r in rows]
        columns["until"][places] = [_FAR if r.until is None else r.until for r in rows]
        columns["session"][places] = [self._session_code(r.session) for r in rows]
        columns["persona"][places] = [self.personas.code(r.persona) for r in rows]
        columns["speaker"][places] = [self.speakers.code(r.speaker) for r in rows]
        self.heard.update((r.speaker, None) for r in rows if r.speaker and r.kind == "message")
        columns["role"][places] = [self.roles.code(r.role) for r in rows]
        columns["pinned"][places] = [r.pinned for r in rows]
        columns["state"][places] = [_STATES[r.state] for r in rows]
        columns["importance"][places] = [r.importance for r in rows]
        columns["accessed"][places] = [r.last_accessed or r.at for r in rows]
        columns["question"][places] = [r.is_question for r in rows]
        columns["holds"][places] = [r.holds for r in rows]
        columns["indexed"][places] = [r.indexed for r in rows]
        columns["alive"][places] = True
        # Documents come in the order of their numbers, so the one before is known.
        before = self.rows_of([r.previous or 0 for r in rows])
        columns["previous"][places] = before
        columns["next"][before[before >= 0]] = places[before >= 0]
        self.not_indexed = int((self["alive"] & ~self["indexed"]).sum())

    def _session_code(self, number: int) -> int:
        """Sessions counted from 0 in the order they were met; -1 for a memory."""
        return -1 if number < 0 else self._sessions.setdefault(number, len(self._sessions))

    def _know(self, most: int) -> None:
        """Make room for documents up to number `most`."""
        more = most + 2 - len(self._row_of)
        if more > 0:
            more = max(more, len(self._row_of) // 2)
            self._row_of = np.concatenate([self._row_of, np.full(more, -1, dtype=np.int64)])

    def _reserve(self, size: int) -> None:
        capacity = len(self._columns["id"])
        # One more, for `spare`.
        if size < capacity:
            return
        more = max(size + 1, capacity * 3 // 2, 64) - capacity
        for name, column in self._columns.items():
            empty = np.full(more, _EMPTY.get(name, 0), dtype=column.dtype)
            self._columns[name] = np.concatenate([column, empty])


class WarmUsers:
    """Warm users, least recently used first out, bounded in bytes."""

    def __init__(self, limit_bytes: int, make_index: Callable[[], VectorIndex]) -> None:
        self._limit_bytes = limit_bytes
        self._make_index = make_index
        self._lock = threading.Lock()
        self._users: OrderedDict[str, WarmUser] = OrderedDict()
        # What each took when it was last looked at: asking all of them each time would grow with them.
        self._bytes: dict[str, int] = {}
        self._total = 0

    def get(self, user_id: str, store: UserStore, space_name: str | None, view: View) -> WarmUser:
        """The user's columns, caught up with the view. The space may be new: then its vectors follow."""
        space = (view.space_id(space_name) or 0) if space_name else 0
        identity = view.identity()
        with self._lock:
            warm = self._users.get(user_id)
            if warm is None or warm.space != space or warm.identity != identity:
                own = store.vector_index(space_name) if space_name else None
                warm = self._users[user_id] = WarmUser(own or self._make_index(), space, identity)
            self._users.move_to_end(user_id)
        with warm.lock:
            revision = view.revision()
            if warm.revision == warm.index.revision == revision and user_id in self._bytes:
                return warm
            # Another thread may have followed to a newer revision than this snapshot shows.
            if warm.revision <= revision:
                warm.follow(view, revision)
            nbytes = warm.nbytes
        with self._lock:
            if self._users.get(user_id) is warm:
                self._count(user_id, nbytes)
                self._evict(keep=user_id)
        return warm

    def drop(self, user_id: str) -> None:
        with self._lock:
            self._users.pop(user_id, None)
            self._count(user_id, 0)

    @property
    def nbytes(self) -> int:
        with self._lock:
            return self._total

    def _count(self, user_id: str, nbytes: int) -> None:
        self._total += nbytes - self._bytes.pop(user_id, 0)
        if nbytes:
            self._bytes[user_id] = nbytes

    def _evict(self, *, keep: str) -> None:
        while self._total > self._limit_bytes and (oldest := next(iter(self._users))) != keep:
            del self._users[oldest]
            self._count(oldest, 0)
