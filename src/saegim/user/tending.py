"""Whom memories are about, what was drawn from them, and the care taken of them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from saegim import inputs
from saegim.errors import InvalidInput, NotFound
from saegim.ids import new_id
from saegim.models import (
    ENTITY_TYPES,
    Change,
    Entity,
    Link,
    Memory,
    Run,
    SentimentPoint,
    Step,
    Trajectory,
    Turn,
)
from saegim.protocols import View
from saegim.user.turns import Turns

if TYPE_CHECKING:
    from saegim.tend.events import Incoming

_CONTACTS = ("person", "bot", "pet")
_EVENTS = {"NewPost": "post", "NewComment": "comment", "Notified": "notification", "BotResponded": "response"}
_NOT_IN_ID = re.compile(r"[^\w@:+\-]")


class Tending(Turns):
    """Entities, the graph, insights, and tending by hand."""

    # Entities.

    def entities(self, *, type: str | None = None, limit: int = 50, offset: int = 0) -> list[Entity]:
        """Whoever and whatever was talked about, the most talked about first."""
        limit, offset = self._check_page(limit, offset)
        if type is not None:
            inputs.check_one_of("type", type, ENTITY_TYPES)
        with self._read() as view:
            return view.entities(persona=self.persona, type=type, merged=False, limit=limit, offset=offset)

    def entity(self, entity: str) -> Entity:
        """By id, or by any name it goes by (민지, 민지씨, @minji); one that was merged leads to the other."""
        with self._read() as view:
            return self._own_entity(view, entity)

    def _own_entity(self, view: View, entity: str) -> Entity:
        from saegim.tend.meeting import entity_named

        asked = inputs.check_text("entity", entity, self._limits)
        found = view.entity(asked)
        while found is not None and found.merged_into is not None:
            found = view.entity(found.merged_into)
        found = found or entity_named(view, asked, self.persona)
        if found is None or not self._mine(found.persona):
            raise NotFound("entity", entity)
        return found

    def add_entity(
        self,
        name: str,
        *,
        type: str = "person",
        relation: str | None = None,
        platform: str | None = None,
        id: str | None = None,
    ) -> Entity:
        """Make someone known by hand, even beside another of the same name.

        With an `id` of your own, adding it again gives back the one that is there.
        """
        now = self._now()
        inputs.check_one_of("type", type, ENTITY_TYPES)
        sort = next(one for one in ENTITY_TYPES if one == type)
        called = inputs.check_text("name", name, self._limits)
        made = Entity(
            new_id("e", now) if id is None else inputs.check_id("id", id),
            called, sort, self.persona, now, now, names=(called,),
            relation=None if relation is None else inputs.check_text("relation", relation, self._limits),
            platform=None if platform is None else inputs.check_text("platform", platform, self._limits),
        )  # fmt: skip
        with self._core.write(self.id) as tx:
            there = tx.entity(made.id)
            if there is not None:
                if there.persona != self.persona:
                    raise InvalidInput("id", "is another's", "다른 대상의 것입니다", code="id_taken")
                return there
            tx.put_entity(made)
            tx.add_audit(self._actor, "add_entity", made.id, "", {"type": type})
        return made

    def bring_entity(
        self, entity: Entity, points: Sequence[SentimentPoint] = (), *, actor: str = "bring", reason: str = ""
    ) -> bool:
        """Take over someone known to another system, with what was counted there; False when they were.

        The entity's id tells them from others of that system. Whoever goes by the name here already is the
        one that is meant.
        """
        from saegim.tend.entities import bring

        actor = self._check_why(actor, reason)
        inputs.check_id("entity.id", entity.id)
        inputs.check_text("entity.name", entity.name, self._limits)
        with self._core.write(self.id) as tx:
            new = bring(tx, replace(entity, persona=self.persona), points)
            if new:
                tx.add_audit(actor, "bring_entity", entity.id, reason, {"points": len(points)})
        return new

    def revise_entity(
        self,
        entity: str,
        *,
        name: str | None = None,
        aliases: Sequence[str] | None = None,
        type: str | None = None,
        relation: str | None = None,
        summary: str | None = None,
        interests: Sequence[str] | None = None,
        notes: Sequence[str] | None = None,
        trust: float | None = None,
        actor: str | None = None,
        reason: str = "",
    ) -> Entity:
        """Put a profile right. What is written here is no longer changed by tending."""
        actor = self._check_why(actor, reason)
        with self._core.write(self.id) as tx:
            before = self._own_entity(tx, entity)
            after = before
            if name is not None:
                called = inputs.check_text("name", name, self._limits)
                after = replace(after, name=called, names=tuple(dict.fromkeys((called, *after.names))))
            if aliases is not None:
                names = inputs.check_tags(aliases, self._limits)
                after = replace(after, names=tuple(dict.fromkeys((after.name, *names))))
            if type is not None:
                inputs.check_one_of("type", type, ENTITY_TYPES)
                after = replace(after, type=next(one for one in ENTITY_TYPES if one == type))
            if relation is not None:
                after = replace(after, relation=inputs.check_text("relation", relation, self._limits))
            if trust is not None:
                share = inputs.check_share("trust", trust)
                after = replace(after, trust=share, metadata={**after.metadata, "trust": "hand"})
            if summary is not None or interests is not None or notes is not None:
                after = replace(
                    after,
                    summary=after.summary
                    if summary is None
                    else inputs.check_text("summary", summary, self._limits, empty=True),
                    interests=after.interests
                    if interests is None
                    else inputs.check_tags(interests, self._limits),
                    notes=after.notes if notes is None else inputs.check_tags(notes, self._limits),
                    metadata={**after.metadata, "profile": "hand"},
                )
            if after != before:
                tx.put_entity(after)
                tx.add_audit(actor, "revise_entity", after.id, reason, {})
            return after

    def frequent_contacts(self, *, limit: int = 10) -> list[Entity]:
        """People, bots and pets, the most talked about first."""
        limit, _ = self._check_page(limit, 0)
        with self._read() as view:
            found = view.entities(persona=self.persona, type=None, merged=False, limit=10_000, offset=0)
        return [entity for entity in found if entity.type in _CONTACTS and entity.count][:limit]

    def sentiment(self, entity: str, *, limit: int = 200) -> Trajectory:
        """How the entity was spoken of, turn by turn, and where that is going."""
        from saegim.tend.sentiment import trajectory

        limit, _ = self._check_page(limit, 0)
        with self._read() as view:
            found = self._own_entity(view, entity)
            points = view.sentiment(found.id, since=None, limit=limit, offset=0)
        return trajectory(points, self._now())

    def merge_entities(
        self, keep: str, other: str, *, actor: str | None = None, reason: str = ""
    ) -> tuple[Entity, Change]:
        """Two that are one: `keep` takes over everything of the other. `undo` parts them again."""
        from saegim.tend.people import merge_entities

        actor = self._check_why(actor, reason)
        with self._core.write(self.id) as tx:
            first, second = self._own_entity(tx, keep), self._own_entity(tx, other)
            if first.id == second.id:
                raise InvalidInput("other", "is the same entity", "같은 대상입니다", code="same_entity")
            change = merge_entities(tx, first, second, actor=actor, reason=reason, now=self._now())
            return self._own_entity(tx, first.id), change

    def split_entity(
        self,
        entity: str,
        *,
        turns: Sequence[str] = (),
        memories: Sequence[str] = (),
        name: str | None = None,
        relation: str | None = None,
        actor: str | None = None,
        reason: str = "",
    ) -> tuple[Entity, Change]:
        """One that is two: a second of the same name takes these turns and memories.

        From then on both stay apart. A name of two words ("회사 민지") tells which one is meant. `undo`
        makes them one again.
        """
        from saegim.tend.people import split_entity

        actor = self._check_why(actor, reason)
        called = None if name is None else inputs.check_text("name", name, self._limits)
        related = None if relation is None else inputs.check_text("relation", relation, self._limits)
        turn_ids = [inputs.check_lookup("turns", id_) for id_ in turns]
        memory_ids = [inputs.check_lookup("memories", id_) for id_ in memories]
        with self._core.write(self.id) as tx:
            return split_entity(
                tx, self._own_entity(tx, entity), turns=turn_ids, memories=memory_ids, name=called,
                relation=related, actor=actor, reason=reason, now=self._now(),
            )  # fmt: skip

    def about(self, entity: str, *, limit: int = 50) -> list[Memory]:
        """Memories about the entity, newest first."""
        limit, _ = self._check_page(limit, 0)
        with self._read() as view:
            found = self._own_entity(view, entity)
            ids = [link.source for link in view.links(found.id, relation="about") if link.target == found.id]
            memories = [memory for id_ in ids if (memory := view.memory(id_)) is not None]
        mine = [memory for memory in memories if memory.state == "active" and self._mine(memory.persona)]
        return sorted(mine, key=lambda memory: memory.valid_from, reverse=True)[:limit]

    # The graph.

    def neighbours(self, node: str, *, limit: int = 50) -> list[Link]:
        """Links of a memory or an entity, the strongest first."""
        limit, _ = self._check_page(limit, 0)
        with self._read() as view:
            return view.neighbours([self._own_node(view, node)], limit)

    def walk(self, node: str, *, hops: int = 2, limit: int = 50) -> list[Step]:
        """What can be reached from a memory or an entity, the nearest and strongest first."""
        from saegim.tend.graph import walk

        limit, _ = self._check_page(limit, 0)
        inputs.check_count("hops", hops, least=1, most=4)
        with self._read() as view:
            found = walk(view, self._own_node(view, node), hops=hops, limit=limit)
            return [step for step in found if self._may_see(view, step.node)]

    def _own_node(self, view: View, node: str) -> str:
        asked = inputs.check_text("node", node, self._limits)
        memory = view.memory(asked)
        if memory is not None and self._mine(memory.persona):
            return memory.id
        return self._own_entity(view, asked).id

    def _may_see(self, view: View, node: str) -> bool:
        found = view.memory(node) or view.entity(node)
        return found is not None and self._mine(found.persona)

    # Insights and care.

    def insights(self, *, closed: bool = False, limit: int = 50, offset: int = 0) -> list[Memory]:
        """What reflection drew from memories and still stands, newest first; `closed`: all of it."""
        limit, offset = self._check_page(limit, offset)
        with self._read() as view:
            return view.memories(
                kind="insight", persona=self.persona, current=not closed, limit=limit, offset=offset
            )

    def evidence(self, insight_id: str) -> list[Memory | Turn]:
        """What an insight or a summary rests on: memories, and turns where something was counted."""
        with self._read() as view:
            insight = self._own_memory(view, insight_id)
            links = [x for x in view.links(insight.id, relation="derived_from") if x.source == insight.id]
            memories = [view.memory(link.target) for link in links]
            turns = [view.turn(turn) for turn in insight.source_turns]
        found: list[Memory | Turn] = [memory for memory in memories if memory is not None]
        return found + [turn for turn in turns if turn is not None]

    def tend(self, *, dry_run: bool = False) -> Run:
        """Reflect, merge, sum up and forget now; a dry run says what it would do.

        `AlreadyTending` when another run is going.
        """
        core = self._core
        core.flush(self.id)
        with core.store.user(self.id) as store:
            run = core.background.tend(self.id, store, trigger="hand", dry_run=dry_run)
        if run.did and not dry_run:
            # What it made is to be indexed.
            with core.write(self.id):
                pass
        return run

    def runs(self, *, limit: int = 20, offset: int = 0) -> list[Run]:
        """The log of tendings, newest first: what each read, did and cost."""
        limit, offset = self._check_page(limit, offset)
        with self._read() as view:
            return view.runs(state=None, limit=limit, offset=offset)

    def changes(self, *, limit: int = 50, offset: int = 0) -> list[Change]:
        """What tending and people did that can be undone, newest first."""
        limit, offset = self._check_page(limit, offset)
        with self._read() as view:
            return view.changes_made(limit=limit, offset=offset)

    def undo(self, change_id: str, *, actor: str | None = None, reason: str = "") -> Change:
        """Everything as it was before the change; what touched the same things later is undone first."""
        from saegim.tend.undo import undo

        actor = self._check_why(actor, reason)
        asked = inputs.check_lookup("change_id", change_id)
        with self._core.write(self.id) as tx:
            return undo(tx, asked, actor=actor, reason=reason, now=self._now())

    # What happens elsewhere.

    def hear(self, event: Incoming) -> Turn:
        """Keep a post, comment, notification or response of a platform; it teaches about its author.

        What an author says of themself becomes known of them, never of the person this memory belongs to.
        """
        from saegim.tend.events import BotResponded, Said

        event = replace(event, user_id=self.id)
        metadata = {**event.metadata, "event": _EVENTS[type(event).__name__]}
        if event.platform is not None:
            metadata["platform"] = event.platform
        message: dict[str, object] = {"role": "notification", "content": event.content, "metadata": metadata}
        if isinstance(event, Said):
            metadata |= {"author": True, "author_type": event.author_type}
            message |= {"role": "user", "name": event.author}
        elif isinstance(event, BotResponded):
            message["role"] = "assistant"
        if event.at is not None:
            message["at"] = event.at
        # A conversation of its own: it is not part of what the person is talking about.
        thread = f"{event.platform or 'events'}:{event.thread or new_id('v', self._now())}"
        (turn,) = self.record_messages([message], session=_NOT_IN_ID.sub("-", thread)[:128])
        self._core.events.publish(event)
        return turn
