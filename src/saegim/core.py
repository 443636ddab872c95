"""The parts one installation shares between all its users, and the background work on them."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property
from typing import TYPE_CHECKING

from saegim.language.morphemes import Analyser, BigramAnalyser
from saegim.models import Trace
from saegim.protocols import Clock, DocumentText, Embedder, IndexedText, Store, Tx, UserStore
from saegim.settings import Settings
from saegim.worker import TASK, Worker

if TYPE_CHECKING:
    from saegim.language.tokens import Counter
    from saegim.recall.embedding import QueryEmbedder
    from saegim.recall.warm import WarmUsers


@dataclass(slots=True)
class _Afterthoughts:
    """What reading leaves to be written: accesses and traces. They ride along with the next write."""

    touched: list[int] = field(default_factory=list)
    at: datetime | None = None
    traces: list[Trace] = field(default_factory=list)


class Core:
    """Settings, store, analyser, embedder, warm users, worker. Heavy parts load on first use."""

    def __init__(
        self, settings: Settings, store: Store, clock: Clock, analyser: Analyser, embedder: Embedder | None
    ) -> None:
        self.settings = settings
        self.store = store
        self.clock = clock
        self.analyser = analyser
        self.embedder = embedder
        self.space = None if embedder is None else embedder.name
        self.worker = Worker(store, clock, self.work)
        self._quick_analyser = BigramAnalyser()
        self._after: dict[str, _Afterthoughts] = {}
        self._after_lock = threading.Lock()
        self._noticed: set[str] = set()

    @cached_property
    def warm_users(self) -> WarmUsers:
        from saegim.recall.warm import WarmUsers
        from saegim.stores.vectors.exact import ExactIndex

        return WarmUsers(self.settings.sqlite.cache_mb * 1_000_000, ExactIndex)

    @cached_property
    def query_embedder(self) -> QueryEmbedder:
        from saegim.recall.embedding import QueryEmbedder

        return QueryEmbedder(self.embedder)

    @cached_property
    def count_tokens(self) -> Counter:
        from saegim.language.tokens import load_counter

        return load_counter(self.settings.context.tokenizer)

    # Writing.

    @contextmanager
    def write(self, user_id: str) -> Iterator[Tx]:
        """A transaction on the user's data, marked for the worker, which wakes when it is committed."""
        after = self._take_afterthoughts(user_id)
        try:
            with self.store.user(user_id) as store, store.write() as tx:
                self.store.mark_due(user_id, TASK, self.clock.now())
                self._write_afterthoughts(tx, after)
                yield tx
        except BaseException:
            self._give_back(user_id, after)
            raise
        self.wake()

    def wake(self) -> None:
        if self.settings.worker == "thread":
            self.worker.wake()

    def quick_words(self, texts: Sequence[str]) -> tuple[str, list[IndexedText]]:
        """(analyser, words) of texts about to be written, so that they are found at once.

        An analyser that is not loaded yet would cost a second: bigrams stand in, and the background
        writes the morphemes later.
        """
        from saegim.recall.indexing import analyse_texts

        analyser = self.analyser if self.analyser.ready and len(texts) <= 16 else self._quick_analyser
        documents = [DocumentText(i, "message", text, None, 0) for i, text in enumerate(texts)]
        return analyser.name, analyse_texts(analyser, documents)

    def notice(self, user_id: str, store: UserStore) -> None:
        """Mark a user whose words or vectors another analyser or embedder made; once per process."""
        from saegim.recall.indexing import behind

        if user_id in self._noticed:
            return
        self._noticed.add(user_id)
        with store.read() as view:
            late = behind(view, self.analyser, self.embedder)
        if late:
            with store.write():
                self.store.mark_due(user_id, TASK, self.clock.now())
            self.wake()

    # After reading.

    def remember_access(self, user_id: str, documents: Sequence[int], trace: Trace | None) -> None:
        """Note what was recalled; written with the next write, by the worker, or on drain."""
        with self._after_lock:
            after = self._after.setdefault(user_id, _Afterthoughts())
            after.touched += documents
            after.at = self.clock.now()
            if trace is not None:
                after.traces.append(trace)

    def _take_afterthoughts(self, user_id: str) -> _Afterthoughts:
        with self._after_lock:
            return self._after.pop(user_id, None) or _Afterthoughts()

    def _give_back(self, user_id: str, after: _Afterthoughts) -> None:
        """Keep them for the next write: this one failed."""
        if not after.touched and not after.traces:
            return
        with self._after_lock:
            newer = self._after.get(user_id, _Afterthoughts())
            self._after[user_id] = _Afterthoughts(
                after.touched + newer.touched, newer.at or after.at, after.traces + newer.traces
            )

    def _write_afterthoughts(self, tx: Tx, after: _Afterthoughts) -> None:
        if after.touched and after.at is not None:
            tx.touch(after.touched, after.at)
        for trace in after.traces:
            tx.add_trace(trace, keep=self.settings.limits.traces)

    def flush(self, user_id: str | None = None) -> None:
        """Write what reading left, for one user or for all."""
        with self._after_lock:
            waiting = [user_id] if user_id is not None else list(self._after)
            waiting = [one for one in waiting if one in self._after]
        for one in waiting:
            after = self._take_afterthoughts(one)
            if not self.store.exists(one):
                continue
            try:
                with self.store.user(one) as store, store.write() as tx:
                    self._write_afterthoughts(tx, after)
            except BaseException:
                self._give_back(one, after)
                raise

    def forget_user(self, user_id: str) -> None:
        """Drop everything held in memory about a user."""
        with self._after_lock:
            self._after.pop(user_id, None)
        self._noticed.discard(user_id)
        self.warm_users.drop(user_id)

    # Background work.

    def work(self, user_id: str) -> bool:
        """Bring the user's index up to date; True when the embedder failed and must be tried again."""
        from saegim.recall.indexing import index_batch

        self.flush(user_id)
        if not self.store.exists(user_id):
            return False
        with self.store.user(user_id) as store:
            while True:
                progress = index_batch(store, self.analyser, self.embedder)
                if progress.failed is not None:
                    self.query_embedder.failed(progress.failed)
                    return True
                if not progress.anything and self._finish(user_id, store):
                    return False

    def _finish(self, user_id: str, store: UserStore) -> bool:
        """Take the mark away unless work came in meanwhile; under the write lock, so none can."""
        from saegim.recall.indexing import behind

        with store.write() as tx:
            if behind(tx, self.analyser, self.embedder):
                return False
            self.store.finish_due(user_id, TASK, self.worker.owner)
            return True

    def close(self) -> None:
        self.worker.stop()
        self.flush()
        self.store.close()
