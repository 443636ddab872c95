"""What turns teach a language model: a few turns of one session at a time, learned as rules' findings are."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import TYPE_CHECKING

from saegim.errors import ModelFailed
from saegim.language.emotion import detect_emotion
from saegim.models import Job, Memory, Turn
from saegim.protocols import LanguageModel, UserStore
from saegim.remember.jobs import ASK, again_at
from saegim.remember.learn import Lesson, Said
from saegim.remember.lessons import School

if TYPE_CHECKING:
    from saegim.remember.extract_model import ModelFinding

# Turns shown to the model at once: enough to understand "그거", few enough for a small model.
_TURNS_AT_ONCE = 6

# Memories that may matter to a text, best first.
Known = Callable[[str, str | None], Sequence[Memory]]


@dataclass(frozen=True, slots=True)
class Study:
    """Asks the model about turns and learns what it says."""

    school: School
    model: LanguageModel
    known: Known

    def study_batch(self, store: UserStore, now: datetime) -> int:
        """Ask about the next turns; how many there were.

        Raises what the model failed with, after its jobs were put off or given up.
        """
        with store.read() as view:
            jobs = view.due_jobs((ASK,), now, _TURNS_AT_ONCE)
            found = [(job, view.turn(job.target)) for job in jobs]
        if not jobs:
            return 0
        gone = [job for job, turn in found if turn is None]
        pairs = _of_one_session([(job, turn) for job, turn in found if turn is not None])
        if gone or not pairs:
            with store.write() as tx:
                for job in gone:
                    tx.finish_job(job.id)
            if not pairs:
                return len(gone)
        self._study(store, pairs, now)
        return len(pairs)

    def _study(self, store: UserStore, pairs: Sequence[tuple[Job, Turn]], now: datetime) -> None:
        from saegim.remember.extract_model import extract_with_model

        turns = [turn for _, turn in pairs]
        text = "\n".join(turn.user for turn in turns)
        known = self.known(text, turns[0].persona)
        try:
            answer = extract_with_model(self.model, turns, known, settings=self.school.settings)
        except Exception as error:
            passing = not isinstance(error, ModelFailed) or error.passing
            calls = error.calls if isinstance(error, ModelFailed) else ()
            with store.write() as tx:
                for call in calls:
                    tx.add_model_call(call)
                for job, _ in pairs:
                    tx.fail_job(job.id, str(error), again_at(job, now, passing=passing))
            raise
        lessons = self._lessons(turns, answer.findings)
        with store.write() as tx:
            for call in answer.calls:
                tx.add_model_call(call)
            learner = self.school.learner(tx, now)
            mine = {turn.id for job, turn in pairs if tx.finish_job(job.id)}
            for lesson in lessons:
                if lesson.said.turn_id in mine:
                    learner.learn(tx, lesson)

    def _lessons(self, turns: Sequence[Turn], findings: Sequence[ModelFinding]) -> list[Lesson]:
        by_id = {turn.id: turn for turn in turns}
        lessons: list[Lesson] = []
        for one in findings:
            turn = by_id[one.turn_id]
            (analysis,) = self.school.analyser.analyse([turn.user])
            felt = detect_emotion(turn.user, analysis)
            label = None if felt.label == "neutral" else felt.label
            said = Said(turn.id, turn.persona, turn.at, label, felt.intensity if label else 0.0)
            lessons.append(Lesson(one.finding, said, gives_way=one.target))
        vectors = self.school.embed([lesson.finding.content for lesson in lessons])
        if vectors is None:
            return lessons
        return [replace(lesson, vector=vectors[row]) for row, lesson in enumerate(lessons)]


def _of_one_session(pairs: Sequence[tuple[Job, Turn]]) -> list[tuple[Job, Turn]]:
    return [(job, turn) for job, turn in pairs if turn.session_id == pairs[0][1].session_id]
