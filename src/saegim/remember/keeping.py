"""Sessions that end, episodes and rolling summaries: read, written by a model or by extraction, kept."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from saegim.errors import MemoryLimitReached, ModelFailed
from saegim.models import Memory, ModelCall, Summary, Turn
from saegim.protocols import LanguageModel, Tx, UserStore
from saegim.remember import extractive
from saegim.remember.drafts import SummaryDraft
from saegim.remember.episodes import LEAST_TURNS, keep_episode, learned_in, session_turns
from saegim.remember.jobs import END, EPISODE, SUMMARISE
from saegim.remember.lessons import School
from saegim.remember.summaries import CountTokens, keep_summary, unfolded


@dataclass(frozen=True, slots=True)
class Keeper:
    """Makes summaries of what was said. `model` None: by extraction alone.

    `failed` is told when a summary had to be made without the model that should have made it.
    """

    school: School
    model: LanguageModel | None
    count_tokens: CountTokens
    failed: Callable[[ModelFailed], None]

    # Ending sessions.

    def end_sessions(self, store: UserStore, now: datetime) -> int:
        """End what has been silent for long enough, and leave its episode to be made; how many jobs."""
        with store.read() as view:
            jobs = view.due_jobs((END,), now, 100)
        if not jobs:
            return 0
        with store.write() as tx:
            for job in jobs:
                if tx.finish_job(job.id):
                    self._end(tx, job.target, now)
        return len(jobs)

    def _end(self, tx: Tx, session_id: str, now: datetime) -> None:
        session = tx.session(session_id)
        if session is None:
            return
        silent = session.last_at + timedelta(minutes=self.school.settings.sessions.idle_minutes)
        if session.ended_at is None and silent > now:
            # Someone spoke since the job was made.
            tx.put_job(END, session_id, silent, {})
            return
        if session.ended_at is None:
            tx.put_session(replace(session, ended_at=silent))
        if self.school.settings.summary.episodes:
            tx.put_job(EPISODE, session_id, now, {})

    # Episodes.

    def make_episode(self, store: UserStore, session_id: str, now: datetime, job_id: int) -> None:
        """The session's episode, with its job taken away."""
        with store.read() as view:
            turns = session_turns(view, session_id)
            facts = learned_in(view, turns, turns[0].persona if turns else None)
        if len(turns) < LEAST_TURNS:
            with store.write() as tx:
                tx.finish_job(job_id)
            return
        draft = self.draft(turns, facts)
        with store.write() as tx:
            self._count(tx, draft.calls)
            session = tx.session(session_id)
            if not tx.finish_job(job_id) or session is None or not draft.content:
                return
            settings = self.school.settings
            try:
                keep_episode(
                    tx, session, turns, draft, plan=settings.plan, archive=settings.summary.archive,
                    actor="saegim", now=now,
                )  # fmt: skip
            except MemoryLimitReached as error:
                # Nobody asked for this one; the person is told when they ask for more.
                tx.add_audit("saegim", "refuse_episode", session_id, str(error), {})

    def draft(
        self,
        turns: Sequence[Turn],
        facts: Sequence[Memory],
        *,
        previous: str | None = None,
        strict: bool = False,
    ) -> SummaryDraft:
        """A summary by the model, else the way down: the first 500 characters, or extraction without one.

        `strict` raises the model's failure instead.
        """
        if self.model is None:
            return self.extract(turns, facts, previous=previous)
        from saegim.remember.summary_model import summarise_with_model

        settings = self.school.settings
        try:
            return summarise_with_model(self.model, turns, previous=previous, settings=settings)
        except ModelFailed as error:
            if strict:
                raise
            self.failed(error)
            if previous is None:
                return replace(extractive.fallback(turns), calls=error.calls)
            return replace(self.extract(turns, facts, previous=previous), fallback=True, calls=error.calls)

    def extract(
        self, turns: Sequence[Turn], facts: Sequence[Memory], *, previous: str | None
    ) -> SummaryDraft:
        """A summary without a model."""
        # A rolling summary stands for many turns and may be longer than an episode.
        sentences = 2 if previous is None else 4
        return extractive.summarise(
            turns, facts, analyser=self.school.analyser, previous=previous,
            sentences=sentences,
        )  # fmt: skip

    # Rolling summaries.

    def notice_long_talk(self, store: UserStore, personas: Sequence[str | None], now: datetime) -> None:
        """Leave a summary to be made where enough stands unsummarised."""
        settings = self.school.settings.summary
        if not settings.auto:
            return
        with store.read() as view:
            due = [p for p in personas if unfolded(view, p).due(settings, self.count_tokens)]
        if due:
            with store.write() as tx:
                for persona in due:
                    tx.put_job(SUMMARISE, persona or "", now, {})

    def fold(
        self,
        store: UserStore,
        persona: str | None,
        now: datetime,
        job_id: int | None,
        *,
        strict: bool = False,
    ) -> Summary | None:
        """Fold all but the newest turns into the summary; None when there is nothing to fold."""
        settings = self.school.settings.summary
        with store.read() as view:
            open_ = unfolded(view, persona)
            folded = open_.to_fold(settings)
            facts = learned_in(view, folded, persona)
        kept: Summary | None = None
        draft: SummaryDraft | None = None
        if folded:
            previous = "" if open_.previous is None else open_.previous.content
            draft = self.draft(folded, facts, previous=previous, strict=strict)
        with store.write() as tx:
            latest = tx.latest_summary(persona)
            if draft is not None and draft.content and latest == open_.previous:
                self._count(tx, draft.calls)
                kept = keep_summary(tx, folded, persona, draft, now=now, remove=settings.remove_originals)
            if job_id is not None:
                tx.finish_job(job_id)
        return kept

    @staticmethod
    def _count(tx: Tx, calls: Sequence[ModelCall]) -> None:
        for call in calls:
            tx.add_model_call(call)
