"""Whom memories are about, what was drawn from them and the care taken of them, as requests."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from saegim import models
from saegim.client.calls import Call, given, many, one, path, verb
from saegim.client.user_verbs import UserVerbs
from saegim.wire import read_noun

_Changed = tuple[models.Entity, models.Change]


class TendingVerbs(UserVerbs):
    """The library's verbs for what grows in quiet time."""

    @verb
    def entities(
        self, *, type: str | None = None, limit: int = 50, offset: int = 0
    ) -> Call[list[models.Entity]]:
        """Whoever and whatever was talked about, the most talked about first."""
        query = self._q(type=type, limit=limit, offset=offset)
        return Call("GET", path("entities"), many("entities", models.Entity), query)

    @verb
    def entity(self, entity: str) -> Call[models.Entity]:
        """One entity, by id or by any name it goes by."""
        return Call("GET", path("entities", entity), one(models.Entity), self._q())

    @verb
    def add_entity(
        self, name: str, *, type: str = "person", relation: str | None = None, platform: str | None = None
    ) -> Call[models.Entity]:
        """Make someone known by hand, even beside another of the same name."""
        body = self._q(name=name, type=type, relation=relation, platform=platform)
        return Call("POST", path("entities"), one(models.Entity), body=body)

    @verb
    def revise_entity(self, /, entity: str, *, reason: str = "", **changes: Any) -> Call[models.Entity]:
        """Put a profile right: name, aliases, type, relation, summary, interests, notes, trust."""
        body = self._q(reason=reason, **changes)
        return Call("PATCH", path("entities", entity), one(models.Entity), body=body)

    @verb
    def merge_entities(self, keep: str, other: str, *, reason: str = "") -> Call[_Changed]:
        """Two that are one: `keep` takes over everything of the other. `undo` parts them again."""
        body = self._q(keep=keep, other=other, reason=reason)
        return Call("POST", path("entities", "merge"), _changed, body=body)

    @verb
    def split_entity(
        self,
        entity: str,
        *,
        turns: Sequence[str] = (),
        memories: Sequence[str] = (),
        name: str | None = None,
        relation: str | None = None,
        reason: str = "",
    ) -> Call[_Changed]:
        """One that is two: a second of the same name takes these turns and memories."""
        body = self._q(
            turns=list(turns), memories=list(memories), name=name, relation=relation, reason=reason
        )
        return Call("POST", path("entities", entity, "split"), _changed, body=body)

    @verb
    def frequent_contacts(self, *, limit: int = 10) -> Call[list[models.Entity]]:
        """People, bots and pets, the most talked about first."""
        return Call("GET", path("contacts"), many("entities", models.Entity), self._q(limit=limit))

    @verb
    def sentiment(self, entity: str, *, limit: int = 200) -> Call[models.Trajectory]:
        """How the entity was spoken of, turn by turn, and where that is going."""
        where = path("entities", entity, "sentiment")
        return Call("GET", where, one(models.Trajectory), self._q(limit=limit))

    @verb
    def about(self, entity: str, *, limit: int = 50) -> Call[list[models.Memory]]:
        """Memories about the entity, newest first."""
        where = path("entities", entity, "memories")
        return Call("GET", where, many("memories", models.Memory), self._q(limit=limit))

    @verb
    def neighbours(self, node: str, *, limit: int = 50) -> Call[list[models.Link]]:
        """Links of a memory or an entity, the strongest first."""
        return Call("GET", path("graph", node), many("links", models.Link), self._q(limit=limit))

    @verb
    def walk(self, node: str, *, hops: int = 2, limit: int = 50) -> Call[list[models.Step]]:
        """What can be reached from a memory or an entity, the nearest and strongest first."""
        query = self._q(hops=hops, limit=limit)
        return Call("GET", path("graph", node), many("steps", models.Step), query)

    @verb
    def insights(
        self, *, closed: bool = False, limit: int = 50, offset: int = 0
    ) -> Call[list[models.Memory]]:
        """What reflection drew from memories and still stands, newest first; `closed`: all of it."""
        query = self._q(closed=str(closed).lower(), limit=limit, offset=offset)
        return Call("GET", path("insights"), many("insights", models.Memory), query)

    @verb
    def evidence(self, insight_id: str) -> Call[list[models.Memory | models.Turn]]:
        """What an insight or a summary rests on: memories, and turns where something was counted."""
        return Call("GET", path("insights", insight_id, "evidence"), _evidence, self._q())

    @verb
    def tend(self, *, dry_run: bool = False) -> Call[models.Run]:
        """Reflect, merge, sum up and forget now; a dry run says what it would do."""
        return Call("POST", path("tend"), one(models.Run), body=given(dry_run=dry_run))

    @verb
    def runs(self, *, limit: int = 20, offset: int = 0) -> Call[list[models.Run]]:
        """The log of tendings, newest first."""
        return Call("GET", path("runs"), many("runs", models.Run), given(limit=limit, offset=offset))

    @verb
    def changes(self, *, limit: int = 50, offset: int = 0) -> Call[list[models.Change]]:
        """What tending and people did that can be undone, newest first."""
        return Call("GET", path("changes"), many("changes", models.Change), given(limit=limit, offset=offset))

    @verb
    def undo(self, change_id: str, *, reason: str = "") -> Call[models.Change]:
        """Everything as it was before the change."""
        where = path("changes", change_id, "undo")
        return Call("POST", where, one(models.Change), body={"reason": reason})


def _changed(document: Any) -> _Changed:
    return read_noun(models.Entity, document["entity"]), read_noun(models.Change, document["change"])


def _evidence(document: Any) -> list[models.Memory | models.Turn]:
    memories: list[models.Memory | models.Turn] = [
        read_noun(models.Memory, one) for one in document["memories"]
    ]
    return memories + [read_noun(models.Turn, one) for one in document["turns"]]
