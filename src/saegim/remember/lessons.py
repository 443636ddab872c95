"""What turns teach by rules: read once, embedded together, written with their jobs taken away."""

from __future__ import annotations

import logging
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from saegim.errors import EmbedderFailed
from saegim.language.emotion import detect_emotion
from saegim.language.morphemes import Analyser
from saegim.language.text import ends_in_consonant
from saegim.models import Message, Turn, TurnFilters
from saegim.protocols import Embedder, Tx, UserStore, View
from saegim.remember.finding import Finding
from saegim.remember.jobs import ASK, LEARN, again_at
from saegim.remember.learn import Learner, Lesson, Said
from saegim.remember.standing import Comparison
from saegim.settings import Settings

if TYPE_CHECKING:
    from saegim.protocols import Vectors

logger = logging.getLogger("saegim.remember")

BATCH = 32
_OF_ONE_MOMENT = 3


@dataclass(frozen=True, slots=True)
class School:
    """What learning needs besides a user: how to read, how to compare, what to keep."""

    analyser: Analyser
    embedder: Embedder | None
    settings: Settings
    ask: bool

    def learner(self, tx: Tx, now: datetime) -> Learner:
        """A learner for one transaction."""
        space = None if self.embedder is None else tx.ensure_space(self.embedder.name)
        same_at = self.settings.remember.same_at
        return Learner(self.settings, Comparison(self.analyser, space, same_at), now)

    def learn_batch(self, store: UserStore, now: datetime) -> list[str]:
        """Learn from the next turns in order; the personas they were said to. Empty: nothing was due."""
        with store.read() as view:
            jobs = view.due_jobs((LEARN,), now, BATCH)
            there = view.turns_by_id([job.target for job in jobs])
            turns = [there.get(job.target) for job in jobs]
            names = {turn.session_id: _speakers(view, turn) for turn in turns if turn is not None}
            before = _said_before(view, turns)
        if not jobs:
            return []
        found = [self._read(turn, names, said) for turn, said in zip(turns, before, strict=True)]
        lessons = self._with_vectors([one for one in found if not isinstance(one, str)])
        with store.write() as tx:
            learner = self.learner(tx, now)
            for job, turn, taught in zip(jobs, turns, found, strict=True):
                if isinstance(taught, str):
                    tx.fail_job(job.id, taught, again_at(job, now, passing=True))
                elif tx.finish_job(job.id):
                    self._learn(tx, learner, turn, [lessons[id(lesson)] for lesson in taught], now)
        return list(dict.fromkeys(turn.persona or "" for turn in turns if turn is not None))

    def _learn(
        self, tx: Tx, learner: Learner, turn: Turn | None, lessons: Sequence[Lesson], now: datetime
    ) -> None:
        for lesson in lessons:
            learner.learn(tx, lesson)
        # What someone else posted is read by rules alone: a model would take their "I" for the person.
        posted = turn is not None and any(m.metadata.get("author") for m in turn.messages)
        if turn is not None and self.ask and turn.user.strip() and not posted:
            tx.put_job(ASK, turn.id, now, {})

    def _read(
        self, turn: Turn | None, names: dict[str, frozenset[str]], before: str | None
    ) -> list[Lesson] | str:
        """What the turn teaches, or why it could not be read."""
        if turn is None or not self.settings.remember.rules:
            return []
        try:
            return [
                lesson
                for message in turn.messages
                for lesson in self._read_message(turn, message, names[turn.session_id], before)
            ]
        except Exception as error:
            # One odd sentence must not stop what comes after it; its job says what happened.
            logger.exception("a turn could not be read")
            return f"{type(error).__name__}: {error}"

    def _read_message(
        self, turn: Turn, message: Message, speakers: frozenset[str], before: str | None
    ) -> list[Lesson]:
        from saegim.remember.rules import extract

        (analysis,) = self.analyser.analyse([message.content])
        findings = extract(
            message.content,
            role=message.role,
            at=message.at,
            analysis=analysis,
            name=message.name,
            before=before,
        )
        if not findings:
            return []
        if message.name is not None and (len(speakers) > 1 or message.metadata.get("author")):
            # Among several people, and in what someone posted, "I" is the one who speaks, not the person
            # this memory belongs to.
            findings = [_of(message.name, f) if f.subject == "user" else f for f in findings]
        felt = detect_emotion(message.content, analysis)
        label = None if felt.label == "neutral" else felt.label
        said = Said(turn.id, turn.persona, message.at, label, felt.intensity if label else 0.0)
        return [Lesson(finding, said) for finding in findings]

    def _with_vectors(self, found: Sequence[Sequence[Lesson]]) -> dict[int, Lesson]:
        """Each lesson, by its identity, with the vector of what it says; without, if there is no embedder."""
        every = [lesson for lessons in found for lesson in lessons]
        vectors = self.embed([lesson.finding.content for lesson in every])
        return {
            id(lesson): lesson if vectors is None else replace(lesson, vector=vectors[row])
            for row, lesson in enumerate(every)
        }

    def embed(self, texts: Sequence[str]) -> Vectors | None:
        """Vectors of the texts; None when there is no embedder or it fails: then words decide."""
        if self.embedder is None or not texts:
            return None
        try:
            return self.embedder.embed(texts)
        except EmbedderFailed:
            return None


# What stands for the speaker in a sentence of ours, with a particle that follows how the name ends.
_SPEAKER = re.compile(r"^(?:사용자(는|가|를|와|의|에게|한테)?|[Tt]he user('s)?)(?=\s|$)")
_AFTER_CONSONANT = {"는": "은", "가": "이", "를": "을", "와": "과"}


def _of(name: str, finding: Finding) -> Finding:
    """What the finding says, of someone else by name."""

    def named(match: re.Match[str]) -> str:
        particle = match[1] or match[2] or ""
        return name + (_AFTER_CONSONANT.get(particle, particle) if ends_in_consonant(name) else particle)

    return replace(finding, subject=name, content=_SPEAKER.sub(named, finding.content))


def _said_before(view: View, turns: Sequence[Turn | None]) -> list[str | None]:
    """For each turn, what the assistant had said last in its session; turns come in order."""
    last: dict[str, str | None] = {}
    said: list[str | None] = []
    for turn in turns:
        if turn is not None and turn.session_id not in last:
            # Turns of one moment come in the order they were recorded.
            up_to = TurnFilters(session_id=turn.session_id, until=turn.at + timedelta(microseconds=1))
            found = iter(view.turns(up_to, _OF_ONE_MOMENT, 0))
            earlier = next(found, None) if any(t.id == turn.id for t in found) else None
            last[turn.session_id] = None if earlier is None else _answer(earlier)
        said.append(None if turn is None else last[turn.session_id])
        if turn is not None:
            last[turn.session_id] = _answer(turn)
    return said


def _answer(turn: Turn) -> str | None:
    return next((m.content for m in reversed(turn.messages) if m.role == "assistant"), None)


def _speakers(view: View, turn: Turn) -> frozenset[str]:
    """Names of those who spoke as a person in the turn's session."""
    if all(message.name is None for message in turn.messages):
        return frozenset()
    said = view.turns(TurnFilters(session_id=turn.session_id), 50, 0)
    return frozenset(m.name for t in said for m in t.messages if m.role == "user" and m.name is not None)
