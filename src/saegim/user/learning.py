"""After a turn: what was learned and why, what is still to be done, episodes and summaries."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import ParamSpec, TypeVar

from saegim import inputs
from saegim.errors import InvalidInput, ModelFailed, NotFound, SummaryFailed
from saegim.models import Candidate, Job, Memory, ModelCall, Session, Summary
from saegim.protocols import View
from saegim.remember.drafts import SummaryDraft
from saegim.user.turns import Turns

P = ParamSpec("P")
T = TypeVar("T")

_VERDICTS = ("promoted", "candidate", "duplicate", "superseded", "rejected")


class Learning(Turns):
    """What turns teach."""

    def candidates(self, *, verdict: str | None = None, limit: int = 50, offset: int = 0) -> list[Candidate]:
        """What turns may teach, newest first, with scores and verdicts."""
        limit, offset = self._check_page(limit, offset)
        if verdict is not None:
            inputs.check_one_of("verdict", verdict, _VERDICTS)
        with self._read() as view:
            return view.candidates(
                verdict=verdict, persona=self.persona, memory_id=None, limit=limit, offset=offset
            )

    def candidate(self, candidate_id: str) -> Candidate:
        """One candidate, or `NotFound`."""
        with self._read() as view:
            found = view.candidate(inputs.check_lookup("candidate_id", candidate_id))
        if found is None or not self._mine(found.persona):
            raise NotFound("candidate", candidate_id)
        return found

    def why(self, memory_id: str, *, language: str | None = None) -> str:
        """Why a memory is kept, in a sentence or two, in the language set or asked for."""
        from saegim.remember.why import explain

        language = language or self._core.settings.language
        inputs.check_one_of("language", language, ("ko", "en"))
        with self._read() as view:
            memory = self._own_memory(view, memory_id)
            found = view.candidates(verdict=None, persona=None, memory_id=memory.id, limit=20, offset=0)
            turns = [view.turn(id_) for id_ in memory.source_turns[:1]]
        said = next((turn.user for turn in turns if turn is not None), None)
        return explain(memory, found, said, self._core.settings.remember, language)

    def jobs(self, *, state: str | None = None, limit: int = 50, offset: int = 0) -> list[Job]:
        """Work on this person that is not done yet, oldest first; `state="dead"`: given up."""
        limit, offset = self._check_page(limit, offset)
        if state is not None:
            inputs.check_one_of("state", state, ("pending", "dead"))
        with self._read() as view:
            return view.jobs(state=state, limit=limit, offset=offset)

    def retry_jobs(self, job_id: int | None = None) -> int:
        """Have one dead job, or all of them, tried again; how many there were."""
        if job_id is not None:
            inputs.check_count("job_id", job_id, least=1, most=2**53)
        with self._core.write(self.id) as tx:
            count = tx.retry_jobs(job_id)
            if job_id is not None and not count:
                raise NotFound("job", str(job_id))
        return count

    def model_calls(self, *, limit: int = 50, offset: int = 0) -> list[ModelCall]:
        """Questions put to the language model about this person, newest first, with what they cost."""
        limit, offset = self._check_page(limit, offset)
        with self._read() as view:
            return view.model_calls(limit=limit, offset=offset)

    # Episodes.

    def episodes(self, *, include_archived: bool = False, limit: int = 50, offset: int = 0) -> list[Memory]:
        """Episodes: the important first, then the newest."""
        limit, offset = self._check_page(limit, offset)
        states = ("active", "archived") if include_archived else ("active",)
        with self._read() as view:
            found = view.memories(kind="episode", persona=self.persona, states=states, limit=10_000)
        found.sort(key=lambda memory: (memory.importance, memory.valid_from), reverse=True)
        return found[offset : offset + limit]

    def make_episode(
        self,
        session: str | None = None,
        *,
        summary: str | None = None,
        topics: Sequence[str] = (),
        emotion: str | None = None,
        importance: int | None = None,
        strict: bool = False,
    ) -> Memory:
        """Keep an episode of the session, or of the one in hand, now; with `summary`, in these words.

        When the language model fails, the first 500 characters stand in, or with `strict` it raises
        `SummaryFailed`. `MemoryLimitReached` when the plan is full and archiving is off.
        """
        from saegim.remember.episodes import SAEGIM, keep_episode, learned_in, session_turns
        from saegim.remember.extractive import fallback

        core = self._core
        given = None if summary is None else inputs.check_text("summary", summary, self._limits)
        tags = inputs.check_tags(topics, self._limits)
        felt = None if emotion is None else inputs.check_text("emotion", emotion, self._limits)
        if importance is not None:
            inputs.check_count("importance", importance, least=1, most=10)
        with core.store.user(self.id) as store:
            with store.read() as view:
                talk = self._talk(view, session)
                turns = session_turns(view, talk.id)
                facts = learned_in(view, turns, talk.persona)
            if given is not None:
                draft = SummaryDraft(given, tags, felt, importance or 5, by="hand")
            else:
                draft = _strictly(core.background.keeper.draft)(turns, facts, strict=strict)
                draft = draft if draft.content else fallback(turns)
            with core.write(self.id) as tx:
                for call in draft.calls:
                    tx.add_model_call(call)
                kept, _ = keep_episode(
                    tx, talk, turns, draft, plan=core.settings.plan, archive=core.settings.summary.archive,
                    actor=SAEGIM if given is None else self._actor, now=self._now(),
                )  # fmt: skip
                return self._indexed(tx, kept)

    def _talk(self, view: View, session: str | None) -> Session:
        """The session of that name, or the newest."""
        if session is not None:
            found = view.session(inputs.check_lookup("session", session))
            if found is None or not self._mine(found.persona):
                raise NotFound("session", session)
            return found
        recent = view.sessions(persona=self.persona, limit=1, offset=0)
        if not recent:
            raise InvalidInput("session", "nothing was said yet", "아직 대화가 없습니다", code="no_session")
        return recent[0]

    def memory_prompt(self, *, limit: int = 5) -> str:
        """A system prompt: the persona's own, and past conversations as "- summary (date)" lines."""
        inputs.check_count("limit", limit, least=1, most=100)
        persona = None if self.persona is None else self._core.store.persona(self.persona)
        lines = [
            f"- {memory.content} ({memory.valid_from.date().isoformat()})"
            for memory in self.episodes(limit=limit)
        ]
        korean = self._core.settings.language == "ko"
        heading = "[과거 대화 기록]" if korean else "[Past conversations]"
        parts = [persona.system_prompt] if persona is not None and persona.system_prompt else []
        parts += ["\n".join([heading, *lines])] if lines else []
        return "\n\n".join(parts)

    # The rolling summary.

    def summarise(self, *, strict: bool = False) -> Summary | None:
        """Fold all but the newest turns into the rolling summary now; None when there is nothing to fold.

        With `strict`, a failure of the language model raises `SummaryFailed` instead of falling back.
        """
        core = self._core
        with core.store.user(self.id) as store:
            return _strictly(core.background.keeper.fold)(
                store, self.persona, self._now(), None, strict=strict
            )


def _strictly(make: Callable[P, T]) -> Callable[P, T]:
    """`make`, with a model's failure told as that of a summary."""

    def made(*arguments: P.args, **named: P.kwargs) -> T:
        try:
            return make(*arguments, **named)
        except ModelFailed as error:
            raise SummaryFailed(error.model, error.cause, passing=error.passing) from error

    return made
