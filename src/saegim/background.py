"""What happens to a user's turns when nobody waits: learned from, summed up, shown to the model."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Protocol

from saegim.errors import ModelFailed, StoreError
from saegim.language.morphemes import Analyser
from saegim.models import Filters, Job, Memory, Run
from saegim.protocols import Clock, Embedder, LanguageModel, Store, UserStore, View
from saegim.remember.jobs import ASK, END, EPISODE, SUMMARISE, again_at
from saegim.remember.keeping import Keeper
from saegim.remember.lessons import School
from saegim.settings import Settings
from saegim.tend.bus import Events
from saegim.tend.events import InsightMade, MemoryPromoted, SessionEnded
from saegim.tend.meeting import meet_batch, unmet
from saegim.tend.schedule import next_tending

if TYPE_CHECKING:
    from saegim.recall.embedding import QueryEmbedder
    from saegim.recall.warm import WarmUsers
    from saegim.remember.study import Study
    from saegim.remember.summaries import CountTokens

logger = logging.getLogger("saegim.background")

# After a failure that may pass, no user's work is shown to the model for this long.
_PAUSE_S = 30.0
_KNOWN_SHOWN = 12


class Installation(Protocol):
    """What learning needs of the parts that users share."""

    @property
    def settings(self) -> Settings: ...
    @property
    def store(self) -> Store: ...
    @property
    def clock(self) -> Clock: ...
    @property
    def analyser(self) -> Analyser: ...
    @property
    def embedder(self) -> Embedder | None: ...
    @property
    def model(self) -> LanguageModel | None: ...
    @property
    def space(self) -> str | None: ...
    @property
    def warm_users(self) -> WarmUsers: ...
    @property
    def query_embedder(self) -> QueryEmbedder: ...
    @property
    def count_tokens(self) -> CountTokens: ...
    @property
    def events(self) -> Events: ...


class Background:
    """The steps of learning, over one installation's parts."""

    def __init__(self, core: Installation) -> None:
        self._core = core
        asks = core.model is not None and core.settings.remember.model
        self.school = School(core.analyser, core.embedder, core.settings, ask=asks)
        self.keeper = Keeper(self.school, core.model, core.count_tokens, self._failed)
        self.trouble: str | None = None
        self._pause_until: datetime | None = None

    def quick(self, user_id: str, store: UserStore) -> bool:
        """One step of what needs no model; False when there was none."""
        core = self._core
        now = core.clock.now()
        personas = self.school.learn_batch(store, now)
        if personas:
            self.keeper.notice_long_talk(store, [name or None for name in personas], now)
        met = meet_batch(store, core.analyser, now)
        for memory in met.memories:
            if memory.kind != "insight":
                core.events.publish(MemoryPromoted(user_id=user_id, memory=memory))
        ended = self._end_sessions(user_id, store, now)
        if core.model is None and (self._summaries(store, now) or self._drop_questions(store, now)):
            return True
        return bool(personas or met or ended)

    def unmet(self, view: View) -> bool:
        """Whether there is something nobody has linked to whom it is about."""
        return unmet(view)

    def _end_sessions(self, user_id: str, store: UserStore, now: datetime) -> int:
        with store.read() as view:
            silent = [job.target for job in view.due_jobs((END,), now, 100)]
        ended = self.keeper.end_sessions(store, now) if silent else 0
        if ended:
            with store.read() as view:
                sessions = [view.session(id_) for id_ in silent]
            for session in sessions:
                if session is not None and session.ended_at is not None:
                    self._core.events.publish(SessionEnded(user_id=user_id, session=session))
        return ended

    # Tending.

    def tend(self, user_id: str, store: UserStore, *, trigger: str, dry_run: bool = False) -> Run:
        """One tending of the person, or what it would do."""
        from saegim.tend.run import Tender

        core = self._core

        def told(memory: Memory) -> None:
            core.events.publish(InsightMade(user_id=user_id, memory=memory))

        model = core.model if core.settings.remember.model else None
        tender = Tender(core.settings, core.analyser, core.space, model, core.clock, told, self._failed)
        return tender.tend(store, trigger=trigger, dry_run=dry_run)

    def tend_next(self, store: UserStore) -> datetime | None:
        """When time alone will bring something to do for the person."""
        with store.read() as view:
            return next_tending(view)

    def with_model(self, user_id: str, store: UserStore) -> datetime | None:
        """One step of what the model is asked; when to look again, if it fails or rests."""
        now = self._core.clock.now()
        if self._pause_until is not None and now < self._pause_until:
            return self._pause_until
        before, self.trouble, self._pause_until = self.trouble, None, None
        try:
            if not self._study(user_id).study_batch(store, now) and not self._summaries(store, now):
                self.trouble = before
        except ModelFailed as error:
            self._failed(error)
        return self._pause_until

    def _failed(self, error: ModelFailed) -> None:
        self.trouble = str(error)
        if error.passing:
            self._pause_until = self._core.clock.now() + timedelta(seconds=_PAUSE_S)

    def _summaries(self, store: UserStore, now: datetime) -> bool:
        """Make the episodes and rolling summaries that are due; whether there were any."""
        with store.read() as view:
            jobs = view.due_jobs((EPISODE, SUMMARISE), now, 100)
        for job in jobs:
            try:
                self._summary(store, job, now)
            except StoreError:
                raise
            except Exception as error:
                # One odd session must not hold up the others; its job says what happened.
                logger.exception("a summary failed")
                with store.write() as tx:
                    cause = f"{type(error).__name__}: {error}"
                    tx.fail_job(job.id, cause, again_at(job, now, passing=True))
        return bool(jobs)

    def _summary(self, store: UserStore, job: Job, now: datetime) -> None:
        if job.task == EPISODE:
            self.keeper.make_episode(store, job.target, now, job.id)
        else:
            self.keeper.fold(store, job.target or None, now, job.id)

    def _drop_questions(self, store: UserStore, now: datetime) -> bool:
        """Take away what was left for a model that is no longer set: rules have said what they can."""
        with store.read() as view:
            jobs = view.due_jobs((ASK,), now, 100)
        if jobs:
            with store.write() as tx:
                for job in jobs:
                    tx.finish_job(job.id)
        return bool(jobs)

    def _study(self, user_id: str) -> Study:
        from saegim.remember.study import Study

        core = self._core
        assert core.model is not None

        def known(text: str, persona: str | None) -> Sequence[Memory]:
            from saegim.recall.recalling import recall

            with core.store.user(user_id) as store:
                found = recall(
                    user_id, store, text[:2000], warm_users=core.warm_users, analyser=core.analyser,
                    embedder=core.query_embedder, space=core.space, limit=_KNOWN_SHOWN,
                    among=("memories",), filters=Filters(persona=persona), settings=core.settings.recall,
                    now=core.clock.now(),
                )  # fmt: skip
            return [hit.memory for hit in found.hits if hit.memory is not None]

        return Study(self.school, core.model, known)
