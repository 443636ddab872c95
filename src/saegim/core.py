"""The parts one installation shares between all its users, and the background work on them."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property
from typing import TYPE_CHECKING

from saegim.errors import AlreadyTending, EmbedderFailed
from saegim.language.morphemes import Analyser, BigramAnalyser
from saegim.language.recent import RecentAnalyser
from saegim.models import Trace
from saegim.protocols import (
    Clock,
    DocumentText,
    Embedder,
    IndexedText,
    LanguageModel,
    Store,
    Tx,
    UserStore,
    View,
)
from saegim.remember.jobs import MODEL_TASKS, QUICK_TASKS
from saegim.settings import Settings
from saegim.tend.bus import Events
from saegim.tend.schedule import TEND, anything_new, evolve_at
from saegim.worker import LEASE_S, MODEL, QUICK, Worker

if TYPE_CHECKING:
    from saegim.background import Background
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
    """Settings, store, analyser, embedder, model, warm users, workers. Heavy parts load on first use."""

    def __init__(
        self,
        settings: Settings,
        store: Store,
        clock: Clock,
        analyser: Analyser,
        embedder: Embedder | None,
        model: LanguageModel | None,
    ) -> None:
        self.settings = settings
        self.store = store
        self.clock = clock
        self.analyser: Analyser = RecentAnalyser(analyser)
        self.embedder = embedder
        self.model = model
        self.space = None if embedder is None else embedder.name
        # What waits for a language model has a thread of its own: it must not hold up the rest.
        self.worker = Worker(store, clock, QUICK, self.work)
        patience = settings.calling.timeout_s * settings.calling.tries
        self.model_worker = Worker(store, clock, MODEL, self.work_with_model, lease_s=LEASE_S + patience)
        self.tend_worker = Worker(store, clock, TEND, self.tend, lease_s=10 * LEASE_S + patience)
        self.events = Events()
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
        with (
            self._taken_afterthoughts(user_id) as after,
            self.store.user(user_id) as store,
            store.write() as tx,
        ):
            self.store.mark_due(user_id, QUICK, self.clock.now())
            self._write_afterthoughts(tx, after)
            yield tx
        self.wake()

    def wake(self) -> None:
        if self.settings.worker == "thread":
            self.worker.wake()

    def wake_model(self) -> None:
        if self.settings.worker == "thread":
            self.model_worker.wake()

    def wake_tend(self) -> None:
        """Have the thread that tends look for who is due; it looks by itself from then on."""
        if self.settings.worker == "thread" and self.settings.tend.auto:
            self.tend_worker.wake()

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
                self.store.mark_due(user_id, QUICK, self.clock.now())
            self.wake()

    def change(self, settings: Settings, embedder: Embedder | None, model: LanguageModel | None) -> None:
        """Go on with these. Whoever is in the middle of something finishes it with what it began with.

        Under another embedder recall goes by words at first; who is met from now on is embedded anew.
        """
        from saegim.recall.embedding import QueryEmbedder

        if embedder is not self.embedder:
            self.embedder, self.space = embedder, None if embedder is None else embedder.name
            self.query_embedder = QueryEmbedder(embedder)
            self._noticed.clear()
        if settings.context.tokenizer != self.settings.context.tokenizer:
            vars(self).pop("count_tokens", None)
        self.settings, self.model = settings, model
        # It holds the settings and the parts it was made with.
        vars(self).pop("background", None)

    # After reading.

    def remember_access(self, user_id: str, documents: Sequence[int], trace: Trace | None) -> None:
        """Note what was recalled; written with the next write, by the worker, or on drain."""
        with self._after_lock:
            after = self._after.setdefault(user_id, _Afterthoughts())
            after.touched += documents
            after.at = self.clock.now()
            if trace is not None:
                after.traces.append(trace)

    @contextmanager
    def _taken_afterthoughts(self, user_id: str) -> Iterator[_Afterthoughts]:
        """What is to be written for the user; kept for the next write if this one fails."""
        with self._after_lock:
            after = self._after.pop(user_id, None) or _Afterthoughts()
        with ExitStack() as stack:
            stack.callback(self._give_back, user_id, after)
            yield after
            stack.pop_all()

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
            with self._taken_afterthoughts(one) as after:
                if self.store.exists(one):
                    with self.store.user(one) as store, store.write() as tx:
                        self._write_afterthoughts(tx, after)

    def forget_user(self, user_id: str) -> None:
        """Drop everything held in memory about a user."""
        with self._after_lock:
            self._after.pop(user_id, None)
        self._noticed.discard(user_id)
        self.warm_users.drop(user_id)

    # Background work.

    @cached_property
    def background(self) -> Background:
        from saegim.background import Background

        return Background(self)

    @property
    def trouble(self) -> str | None:
        """What keeps the background work from its language model; nothing before there was any work."""
        # Loading what it takes to learn costs a quarter of a second; asking how things are must not.
        begun: Background | None = vars(self).get("background")
        return None if begun is None else begun.trouble

    @property
    def quick_tasks(self) -> tuple[str, ...]:
        """Jobs that are done at once; without a language model, all of them."""
        return QUICK_TASKS if self.model is not None else (*QUICK_TASKS, *MODEL_TASKS)

    def work(self, user_id: str) -> datetime | None:
        """Index and learn what is due for the user; when to look again, if it must be tried again.

        Otherwise the user's mark is taken away, or moved to the next job.
        """
        from saegim.recall.indexing import index_vectors, index_words

        self.flush(user_id)
        if not self.store.exists(user_id):
            return None
        with self.store.user(user_id) as store:
            while True:
                if index_words(store, self.analyser) or self.background.quick(user_id, store):
                    continue
                try:
                    if self.embedder is not None and index_vectors(store, self.embedder):
                        continue
                except EmbedderFailed as error:
                    self.query_embedder.failed(error)
                    return self.worker.later()
                if self._finish(user_id, store, self.quick_tasks, self.worker):
                    return None

    def work_with_model(self, user_id: str) -> datetime | None:
        """Ask the model what waits for it; when to look again, if it failed."""
        if not self.store.exists(user_id):
            return None
        with self.store.user(user_id) as store:
            while True:
                put_off = self.background.with_model(user_id, store)
                if put_off is not None:
                    return put_off
                if self._finish(user_id, store, MODEL_TASKS, self.model_worker):
                    return None

    def tend(self, user_id: str) -> datetime | None:
        """Tend someone who is due; when to look again, if someone else is at it."""
        if not self.store.exists(user_id):
            return None
        self.flush(user_id)
        with self.store.user(user_id) as store:
            try:
                self.background.tend(user_id, store, trigger="schedule")
            except AlreadyTending:
                return self.tend_worker.later()
            at = self.background.tend_next(store)
            with store.write() as tx:
                if anything_new(tx):
                    at = evolve_at(self.settings.tend, self.clock.now())
                self._index_soon(user_id)
                self.store.finish_due(user_id, TEND, self.tend_worker.owner, again_at=at)
        return None

    def _finish(self, user_id: str, store: UserStore, tasks: tuple[str, ...], worker: Worker) -> bool:
        """Take the mark away, or move it to the next job, unless work came in meanwhile.

        Under the write lock, so none can.
        """
        with store.write() as tx:
            if worker is not self.worker and self._behind(tx):
                self._index_soon(user_id)
            due = tx.next_due(tasks)
            if due is not None and due <= self.clock.now():
                return False
            if worker is self.worker:
                if self._behind(tx) or self.background.unmet(tx):
                    return False
                if self.settings.tend.auto and anything_new(tx):
                    self.store.mark_due(user_id, TEND, evolve_at(self.settings.tend, self.clock.now()))
                    self.wake_tend()
                asked = None if self.model is None else tx.next_due(MODEL_TASKS)
                if asked is not None:
                    self.store.mark_due(user_id, MODEL, asked)
                    self.wake_model()
            self.store.finish_due(user_id, worker.task, worker.owner, again_at=due)
            return True

    def _index_soon(self, user_id: str) -> None:
        """Have the quick lane look at the user, whose data another lane has added to."""
        self.store.mark_due(user_id, QUICK, self.clock.now())
        self.wake()

    def _behind(self, view: View) -> bool:
        from saegim.recall.indexing import behind

        return behind(view, self.analyser, self.embedder)

    def close(self) -> None:
        self.worker.stop()
        self.model_worker.stop()
        self.tend_worker.stop()
        self.flush()
        self.store.close()
