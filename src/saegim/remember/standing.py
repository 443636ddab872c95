"""Where something just found stands to what is known: the same, changed, new, or not to be touched."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from saegim.language.morphemes import Analyser
from saegim.models import Memory
from saegim.protocols import View
from saegim.remember.alike import cosines, same_meaning, same_value
from saegim.remember.hand import about_the_same
from saegim.remember.slots import contraries, holds_one, opposites
from saegim.remember.weigh import Novelty

if TYPE_CHECKING:
    from saegim.protocols import Vectors

# In the metadata of what a rule found: whether it says that its value is not so. Of what a model or a person
# wrote, nobody knows.
DENIED = "denied"
# Memories of one kind, newest first, among which the same meaning is looked for.
_NEAREST_AMONG = 300


@dataclass(frozen=True, slots=True)
class Standing:
    """`memory` says it already (same) or must give way (changed); `refused` names why neither may be."""

    novelty: Novelty
    memory: Memory | None = None
    refused: str | None = None


@dataclass(frozen=True, slots=True)
class Comparison:
    """How statements are compared: by which words, in which vector space, from which cosine on."""

    analyser: Analyser
    space: int | None
    same_at: float

    def stand(self, view: View, memory: Memory, vector: Vectors | None) -> Standing:
        """`memory` is what the finding would become; its `valid_from` is when it was said."""
        if memory.key is not None and memory.value is not None:
            return self._by_key(view, memory)
        return self._by_meaning(view, memory, vector)

    def _by_key(self, view: View, memory: Memory) -> Standing:
        said = memory.valid_from
        line = self._of_key(view, memory.key, memory)
        same = [
            m for m in line if not _contrary(m, memory) and same_value(m.value, memory.value, self.analyser)
        ]
        if _forgotten_since(same, said):
            return Standing("same", refused="forgotten_by_hand")
        living = [m for m in line if m.state == "active"]
        held = [m for m in same if m.state != "forgotten" and _held(m, said)]
        if held:
            return Standing("same", held[0])
        assert memory.key is not None
        if holds_one(memory.key):
            return _changed(next((m for m in living if _held(m, said)), None), said)
        rivals = [m for key in opposites(memory.key) for m in self._of_key(view, key, memory)]
        rivals += [
            m
            for key in contraries(memory.key)
            for m in (line if key == memory.key else self._of_key(view, key, memory))
            if _contrary(m, memory)
        ]
        against = [
            m
            for m in rivals
            if m.state == "active" and _held(m, said) and same_value(m.value, memory.value, self.analyser)
        ]
        return _changed(against[0] if against else None, said)

    def _of_key(self, view: View, key: str | None, memory: Memory) -> list[Memory]:
        found = view.memories(key=key, states=("active", "archived", "forgotten"), limit=1000)
        return [m for m in found if about_the_same(m, memory)]

    def _by_meaning(self, view: View, memory: Memory, vector: Vectors | None) -> Standing:
        every = ("active", "archived", "forgotten")
        same = [
            m for m in view.memories(plain=memory.plain, states=every, limit=50) if about_the_same(m, memory)
        ]
        if not same:
            same = self._near(view, memory, vector)
        if _forgotten_since(same, memory.valid_from):
            return Standing("same", refused="forgotten_by_hand")
        held = [m for m in same if m.state != "forgotten" and m.valid_to is None]
        return Standing("same", held[0]) if held else Standing("new")

    def _near(self, view: View, memory: Memory, vector: Vectors | None) -> list[Memory]:
        if vector is None or self.space is None:
            return []
        among = {}
        for other in view.memories(
            kind=memory.kind, states=("active", "forgotten"), current=True, limit=_NEAREST_AMONG
        ):
            document = view.document_of(other.id)
            if document is not None and about_the_same(other, memory):
                among[document] = other
        rows = view.vectors_of(self.space, list(among))
        found = zip(rows, cosines(vector, [row for _, row in rows]), strict=True)
        return [
            among[document]
            for (document, _), cosine in sorted(found, key=lambda pair: -pair[1])
            if same_meaning(memory.content, among[document].content, cosine, self.same_at, self.analyser)
        ]


def _contrary(one: Memory, other: Memory) -> bool:
    """Whether of two statements one denies what the other says."""
    sides = [m.metadata.get(DENIED) if m.origin == "rules" else None for m in (one, other)]
    return None not in sides and sides[0] is not sides[1]


def _held(memory: Memory, at: datetime) -> bool:
    return memory.valid_from <= at and (memory.valid_to is None or memory.valid_to > at)


def _forgotten_since(memories: list[Memory], said: datetime) -> bool:
    """Whether a person had it forgotten after it was said, and nothing says it anew."""
    gone = [m for m in memories if m.state == "forgotten" and m.updated_at >= said]
    return bool(gone) and not any(m.state == "active" for m in memories)


def _changed(holder: Memory | None, said: datetime) -> Standing:
    if holder is None:
        return Standing("new")
    if holder.origin == "hand" and said <= holder.updated_at:
        # A person put this right after the sentence was spoken: their word stands.
        return Standing("changed", holder, refused="corrected_by_hand")
    return Standing("changed", holder)
