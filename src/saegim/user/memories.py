"""Memories by hand: keep, change, forget, bring back, relate."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

from saegim import inputs
from saegim.errors import InvalidInput
from saegim.ids import new_id
from saegim.models import KINDS, Link, Memory
from saegim.protocols import Tx
from saegim.remember import hand
from saegim.user.knowing import Knowing


class Memories(Knowing):
    """What a person has kept, changed or taken away."""

    def remember(
        self,
        content: str,
        *,
        kind: str = "note",
        id: str | None = None,
        subject: str | None = None,
        key: str | None = None,
        value: str | None = None,
        importance: float | None = None,
        confidence: float = 1.0,
        tags: Sequence[str] = (),
        emotion: str | None = None,
        pinned: bool | None = None,
        valid_from: datetime | str | None = None,
        source_turns: Sequence[str] = (),
        metadata: Mapping[str, Any] | None = None,
        for_all_personas: bool = False,
        actor: str | None = None,
        reason: str = "",
    ) -> Memory:
        """Keep one thing. Saying it again gives back the same memory; with `id`, updates that one.

        With `key`, a new value closes the old one's validity ("home.city" holds one value at a time;
        "likes" gathers). Importance and pinning default by kind.
        """
        memory = self._memory(
            content, kind=kind, id=id, subject=subject, key=key, value=value, importance=importance,
            confidence=confidence, tags=tags, emotion=emotion, pinned=pinned, valid_from=valid_from,
            source_turns=source_turns, metadata=metadata, for_all_personas=for_all_personas,
        )  # fmt: skip
        actor = self._check_why(actor, reason)
        with self._core.write(self.id) as tx:
            return self._upsert(tx, memory, actor=actor, reason=reason)

    def upsert(
        self, memories: Iterable[Mapping[str, Any]], *, actor: str | None = None, reason: str = ""
    ) -> list[Memory]:
        """Write memories (as `remember` takes them, with "content") all or none. Twice changes nothing."""
        rows = list(memories)
        if len(rows) > self._limits.batch:
            raise InvalidInput(
                "memories", f"at most {self._limits.batch:,}", f"최대 {self._limits.batch:,}개"
            )
        built = [self._memory_from(row) for row in rows]
        actor = self._check_why(actor, reason)
        with self._core.write(self.id) as tx:
            return [self._upsert(tx, memory, actor=actor, reason=reason) for memory in built]

    def _memory_from(self, row: Mapping[str, Any]) -> Memory:
        allowed = {
            "content", "kind", "id", "subject", "key", "value", "importance", "confidence", "tags", "emotion",
            "pinned", "valid_from", "source_turns", "metadata", "for_all_personas",
        }  # fmt: skip
        if not isinstance(row, Mapping):
            raise InvalidInput(
                "memories", "each must be a mapping", "사전이어야 합니다", code="memory_invalid"
            )
        unknown = set(row) - allowed
        if unknown:
            names = ", ".join(sorted(map(str, unknown)))
            raise InvalidInput("memories", f"unknown {names}", f"모르는 항목: {names}", code="memory_invalid")
        return self._memory(**{"content": None, "kind": "note", **row})

    def _memory(
        self,
        content: object,
        *,
        kind: object,
        id: object = None,
        subject: object = None,
        key: object = None,
        value: object = None,
        importance: object = None,
        confidence: object = 1.0,
        tags: object = (),
        emotion: object = None,
        pinned: object = None,
        valid_from: object = None,
        source_turns: object = (),
        metadata: object = None,
        for_all_personas: bool = False,
    ) -> Memory:
        now = self._now()

        def text(field: str, given: object) -> str | None:
            return None if given is None else inputs.check_text(field, given, self._limits)

        known = inputs.check_kind(kind)
        said = inputs.check_text("content", content, self._limits)
        return Memory(
            id=new_id("k", now) if id is None else inputs.check_id("id", id),
            kind=known,
            content=self._masked(said),
            pii_flags=self._pii_flags(said),
            persona=None if for_all_personas else self.persona,
            subject=text("subject", subject),
            key=text("key", key),
            value=text("value", value),
            importance=KINDS[known].weight
            if importance is None
            else inputs.check_share("importance", importance),
            confidence=inputs.check_share("confidence", confidence),
            tags=inputs.check_tags(tags, self._limits),
            emotion=text("emotion", emotion),
            pinned=KINDS[known].pinned if pinned is None else bool(pinned),
            source_turns=inputs.check_tags(source_turns, self._limits),
            metadata=inputs.check_metadata("metadata", metadata, self._limits),
            # A plan begins in the future: only its own time, not a turn's, may lie ahead.
            valid_from=now
            if valid_from is None
            else inputs.check_moment("valid_from", valid_from).astimezone(self._core.settings.zone),
            created_at=now,
            updated_at=now,
        )

    def _upsert(self, tx: Tx, memory: Memory, *, actor: str, reason: str) -> Memory:
        before = tx.memory(memory.id)
        if before is None:
            return self._indexed(tx, hand.add_memory(tx, memory, actor=actor, reason=reason, now=self._now()))
        if not self._mine(before.persona):
            raise InvalidInput(
                "id", "belongs to another persona", "다른 페르소나의 기억입니다", code="id_taken"
            )
        changes: dict[str, object] = {
            name: getattr(memory, name)
            for name in ("content", "kind", "subject", "key", "value", "importance", "confidence", "tags",
                         "emotion", "pinned", "source_turns", "metadata", "pii_flags")
        }  # fmt: skip
        changed = hand.change_memory(
            tx, memory.id, changes, actor=actor, action="upsert", reason=reason, now=self._now()
        )
        return self._indexed(tx, changed)

    def _indexed(self, tx: Tx, memory: Memory) -> Memory:
        """The memory, found by its words from now on; the background brings morphemes and meaning."""
        document = tx.document_of(memory.id)
        if document is not None and document in {text.id for text in tx.unindexed_of([document])}:
            analyser, (words,) = self._core.quick_words([memory.content])
            tx.put_words(tx.ensure_analyser(analyser), [replace(words, id=document, revision=memory.version)])
        return memory

    def revise(
        self,
        memory_id: str,
        *,
        content: str | None = None,
        kind: str | None = None,
        importance: float | None = None,
        confidence: float | None = None,
        value: str | None = None,
        tags: Sequence[str] | None = None,
        emotion: str | None = None,
        pinned: bool | None = None,
        metadata: Mapping[str, Any] | None = None,
        expected_version: int | None = None,
        actor: str | None = None,
        reason: str = "",
    ) -> Memory:
        """A new version with what is given changed; the old one is kept. Raises `VersionConflict` when
        `expected_version` is no longer the current one."""
        changes: dict[str, object] = {}
        if content is not None:
            said = inputs.check_text("content", content, self._limits)
            changes["content"], changes["pii_flags"] = self._masked(said), self._pii_flags(said)
        if kind is not None:
            changes["kind"] = inputs.check_kind(kind)
        if importance is not None:
            changes["importance"] = inputs.check_share("importance", importance)
        if confidence is not None:
            changes["confidence"] = inputs.check_share("confidence", confidence)
        if value is not None:
            changes["value"] = inputs.check_text("value", value, self._limits)
        if tags is not None:
            changes["tags"] = inputs.check_tags(tags, self._limits)
        if emotion is not None:
            changes["emotion"] = inputs.check_text("emotion", emotion, self._limits)
        if pinned is not None:
            changes["pinned"] = bool(pinned)
        if metadata is not None:
            changes["metadata"] = inputs.check_metadata("metadata", metadata, self._limits)
        if {"content", "kind", "value"} & changes.keys():
            # From now on a person's word, which extraction does not change.
            changes["origin"] = "hand"
        return self._change(memory_id, changes, "revise", actor, reason, expected_version)

    def pin(self, memory_id: str, *, pinned: bool = True) -> Memory:
        """Keep it in every context, or no longer."""
        return self._change(memory_id, {"pinned": pinned}, "pin" if pinned else "unpin")

    def tag(self, memory_id: str, *tags: str) -> Memory:
        """Add tags."""
        with self._core.write(self.id) as tx:
            before = self._own_memory(tx, memory_id)
            every = inputs.check_tags([*before.tags, *tags], self._limits)
            now = self._now()
            return hand.change_memory(
                tx, memory_id, {"tags": every}, actor=self._actor, action="tag", reason="", now=now
            )

    def archive(self, memory_id: str) -> Memory:
        """Keep it, but out of recall unless asked for."""
        return self._change(memory_id, {"state": "archived"}, "archive")

    def forget(self, memory_id: str, *, reason: str = "", actor: str | None = None) -> Memory:
        """Out of every recall and listing; `restore` brings it back."""
        return self._change(memory_id, {"state": "forgotten"}, "forget", actor, reason)

    def restore(
        self, memory_id: str, *, version: int | None = None, actor: str | None = None, reason: str = ""
    ) -> Memory:
        """Bring a forgotten or archived memory back, or any version of one, as a new version."""
        actor = self._check_why(actor, reason)
        with self._core.write(self.id) as tx:
            self._own_memory(tx, memory_id)
            now = self._now()
            restored = hand.restore_memory(tx, memory_id, version, actor=actor, reason=reason, now=now)
            return self._indexed(tx, restored)

    def delete_memories(
        self, memory_ids: Sequence[str], *, reason: str = "", actor: str | None = None
    ) -> int:
        """Remove memories for good, versions included; how many there were. Twice changes nothing."""
        actor = self._check_why(actor, reason)
        memory_ids = [inputs.check_lookup("memory_ids", id_) for id_ in memory_ids]
        with self._core.write(self.id) as tx:
            mine = [id_ for id_ in memory_ids if (m := tx.memory(id_)) is not None and self._mine(m.persona)]
            return sum(tx.delete_memory(id_, actor=actor, reason=reason) for id_ in mine)

    def _change(
        self,
        memory_id: str,
        changes: dict[str, object],
        action: str,
        actor: str | None = None,
        reason: str = "",
        expected_version: int | None = None,
    ) -> Memory:
        actor = self._check_why(actor, reason)
        with self._core.write(self.id) as tx:
            self._own_memory(tx, memory_id)
            changed = hand.change_memory(
                tx, memory_id, changes, actor=actor, action=action, reason=reason, now=self._now(),
                expected_version=expected_version,
            )  # fmt: skip
            return self._indexed(tx, changed)

    def link(self, source: str, relation: str, target: str, *, weight: float = 1.0) -> Link:
        """Relate two memories; recall follows links from what it finds where `recall.graph_hops` is set."""
        checked = Link(
            source,
            inputs.check_id("relation", relation),
            target,
            inputs.check_share("weight", weight),
            self._now(),
        )
        with self._core.write(self.id) as tx:
            self._own_memory(tx, source)
            self._own_memory(tx, target)
            tx.put_link(checked)
            tx.add_audit(self._actor, "link", source, "", {"relation": relation, "target": target})
        return checked
