"""One thing found becomes a candidate, and perhaps a memory: weighed, compared, written at once."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime
from typing import TYPE_CHECKING

from saegim.ids import new_id
from saegim.language.pii import covered_flags, mask_pii, pii_flags
from saegim.models import KINDS, Candidate, JsonObject, Link, Memory, Verdict
from saegim.protocols import DocumentText, Tx
from saegim.remember import hand
from saegim.remember.alike import cosines, same_meaning
from saegim.remember.finding import Finding
from saegim.remember.slots import contraries, holds_one
from saegim.remember.standing import DENIED, Comparison, Standing
from saegim.remember.weigh import score, weigh
from saegim.settings import Settings

if TYPE_CHECKING:
    from saegim.protocols import Vectors

ACTOR = "saegim"
# Turns named with a candidate; `seen` goes on counting.
_TURNS_KEPT = 20
_WAITING_AMONG = 100


@dataclass(frozen=True, slots=True)
class Said:
    """Where something was found: the turn, when, to which persona, and how it was felt."""

    turn_id: str
    persona: str | None
    at: datetime
    emotion: str | None = None
    intensity: float = 0.0


@dataclass(frozen=True, slots=True)
class Lesson:
    """A finding with its place and its vector; `gives_way` is a memory that a model says it replaces."""

    finding: Finding
    said: Said
    vector: Vectors | None = None
    gives_way: str | None = None


@dataclass(frozen=True, slots=True)
class Learner:
    """Learns lessons one by one inside the caller's transaction."""

    settings: Settings
    comparison: Comparison
    now: datetime

    def learn(self, tx: Tx, lesson: Lesson) -> Candidate:
        """Weigh the lesson, keep it if it is worth it; the candidate as it is written."""
        finding, said = lesson.finding, lesson.said
        memory = self._memory(lesson)
        before = self._said_before(tx, memory, lesson.vector)
        if before is not None and said.turn_id in before.source_turns:
            # The same turn teaches once, whoever reads it how often.
            return before
        seen = 1 if before is None else before.seen + 1
        standing = self._stand(tx, lesson, memory)
        factors = weigh(finding, intensity=said.intensity, seen=seen, novelty=standing.novelty)
        points = score(factors, self.settings.remember)
        verdict, reason = self._judge(standing, finding, points)
        kept = standing.memory if verdict == "duplicate" else None
        if verdict == "promoted":
            kept = self._keep(tx, lesson, memory, standing)
            if kept.valid_to is not None:
                verdict, reason = "superseded", "newer_holds"
        elif kept is not None:
            hand.said_again(tx, kept, said.at)
        if before is not None and before.memory_id is not None and verdict != "duplicate":
            # That memory keeps its own reason; this is another one.
            before = None
        candidate = Candidate(
            id=new_id("c", said.at) if before is None else before.id,
            kind=finding.kind,
            content=memory.content,
            persona=said.persona,
            at=said.at,
            factors=factors,
            score=points,
            verdict=verdict,
            reason=reason,
            origin=memory.origin,
            created_at=self.now if before is None else before.created_at,
            updated_at=self.now,
            subject=finding.subject,
            key=finding.key,
            value=finding.value,
            seen=seen,
            source_turns=(*(() if before is None else before.source_turns), said.turn_id)[-_TURNS_KEPT:],
            memory_id=None if kept is None else kept.id,
            metadata={"rule": finding.rule, "evidence": self._masked(finding.evidence)},
        )
        if before is not None and before.memory_id is not None and verdict == "duplicate":
            # What made the memory stays its reason; said again, it only counts.
            candidate = replace(before, seen=seen, source_turns=candidate.source_turns, updated_at=self.now)
        self._write(tx, candidate, lesson)
        return candidate

    def _memory(self, lesson: Lesson) -> Memory:
        """What the lesson would become."""
        finding, said = lesson.finding, lesson.said
        kind = KINDS[finding.kind]
        metadata: JsonObject = {"rule": finding.rule}
        if finding.when is not None:
            metadata["when"] = [moment.isoformat() for moment in finding.when]
        by_rule = not finding.rule.startswith("model:")
        if by_rule and contraries(finding.key or ""):
            metadata[DENIED] = finding.negated
        flags = () if self.settings.pii == "off" else pii_flags(finding.content)
        if self.settings.pii == "mask":
            # The turn was covered before it was read.
            flags += covered_flags(finding.content)
        return Memory(
            id=new_id("k", said.at),
            kind=finding.kind,
            content=self._masked(finding.content),
            persona=said.persona,
            importance=round((kind.weight + finding.future_impact) / 2, 3),
            confidence=finding.confidence,
            created_at=self.now,
            updated_at=self.now,
            valid_from=said.at,
            subject=finding.subject,
            key=finding.key,
            value=None if finding.value is None else self._masked(finding.value),
            tags=finding.tags,
            pii_flags=flags,
            emotion=said.emotion,
            # What somebody does not take or suffer from any more endangers nobody.
            pinned=kind.pinned and (finding.key == "diet" or not metadata.get(DENIED)),
            source_turns=(said.turn_id,),
            origin="rules" if by_rule else "model",
            metadata=metadata,
        )

    def _masked(self, text: str) -> str:
        return mask_pii(text) if self.settings.pii == "mask" else text

    def _said_before(self, tx: Tx, memory: Memory, vector: Vectors | None) -> Candidate | None:
        """The candidate that says this already, in these words or, while it waits, in others."""
        found = tx.candidate_saying(_says(memory))
        if found is not None or memory.key is not None or vector is None or self.comparison.space is None:
            return found
        waiting = tx.candidate_vectors(self.comparison.space, memory.kind, _WAITING_AMONG)
        near = zip(waiting, cosines(vector, [row for _, row in waiting]), strict=True)
        for (candidate, _), cosine in sorted(near, key=lambda pair: -pair[1]):
            if candidate.persona == memory.persona and same_meaning(
                candidate.content, memory.content, cosine, self.comparison.same_at, self.comparison.analyser
            ):
                return candidate
        return None

    def _stand(self, tx: Tx, lesson: Lesson, memory: Memory) -> Standing:
        standing = self.comparison.stand(tx, memory, lesson.vector)
        named = None if lesson.gives_way is None else tx.memory(lesson.gives_way)
        if named is None or standing.novelty == "same" or named.state != "active" or named.valid_to:
            return standing
        if named.persona != memory.persona or named.valid_from > memory.valid_from:
            return standing
        if named.origin == "hand" and memory.valid_from <= named.updated_at:
            return Standing("changed", named, refused="corrected_by_hand")
        return Standing("changed", named)

    def _judge(self, standing: Standing, finding: Finding, points: float) -> tuple[Verdict, str]:
        if standing.refused is not None:
            return "rejected", standing.refused
        if standing.novelty == "same":
            return "duplicate", "known"
        if finding.explicit:
            return "promoted", "asked"
        if standing.memory is not None:
            # What it changes was worth keeping: two values that exclude each other must not both hold.
            return "promoted", "changes_known"
        if points >= self.settings.remember.promote_at:
            return "promoted", "score"
        return "candidate", "below_threshold"

    def _keep(self, tx: Tx, lesson: Lesson, memory: Memory, standing: Standing) -> Memory:
        """Write the memory; what it changes closes when it begins, and is linked."""
        reason = f"said in {lesson.said.turn_id}"
        hand.place_memory(tx, memory, actor=ACTOR, action="remember", reason=reason, now=self.now)
        old = standing.memory
        single = memory.key is not None and holds_one(memory.key)
        if old is not None and not (single and old.key == memory.key):
            closed = replace(old, valid_to=memory.valid_from, updated_at=self.now)
            tx.put_memory(closed, actor=ACTOR, action="supersede", reason=f"superseded by {memory.id}")
            tx.put_link(Link(memory.id, "supersedes", old.id, 1.0, self.now))
        if lesson.vector is not None and self.comparison.space is not None:
            document = tx.document_of(memory.id)
            assert document is not None
            text = DocumentText(document, "memory", memory.content, None, revision=1)
            tx.put_vectors(self.comparison.space, [text], lesson.vector[None, :])
        return hand.get_memory(tx, memory.id)

    def _write(self, tx: Tx, candidate: Candidate, lesson: Lesson) -> None:
        waits = candidate.verdict == "candidate" and candidate.key is None
        if waits and lesson.vector is not None and self.comparison.space is not None:
            tx.put_candidate(candidate, space=self.comparison.space, vector=lesson.vector.tobytes())
        else:
            tx.put_candidate(candidate)


def _says(memory: Memory) -> str:
    """`Candidate.says` of the candidate that the memory would have."""
    return Candidate(
        id="", kind=memory.kind, content=memory.content, persona=memory.persona, at=memory.valid_from,
        factors={}, score=0, verdict="candidate", reason="", origin="", created_at=memory.created_at,
        updated_at=memory.updated_at, subject=memory.subject, key=memory.key, value=memory.value,
    ).says  # fmt: skip
