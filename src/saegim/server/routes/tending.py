"""What grows in quiet time: entities and how they are spoken of, the graph, insights, runs and undo."""

from __future__ import annotations

from typing import Annotated

from fastapi import Query, Response

from saegim.models import Change, Entity, EntityType, Link, Memory, Run, Step, Trajectory, Turn
from saegim.server.admission import Reads, Writes
from saegim.server.answers import answer, page
from saegim.server.queries import Id, Limit, Offset, PersonaId
from saegim.server.schemas import Body, listing, router_for, shape, wrapped

router = router_for("/api/v1", "tending")


class NewEntity(Body):
    """Someone or something to be known from now on."""

    name: str
    type: EntityType = "person"
    relation: str | None = None
    platform: str | None = None
    persona_id: str | None = None


class Correction(Body):
    """What to put right in an entity's profile; tending does not change it again."""

    name: str | None = None
    aliases: list[str] | None = None
    type: EntityType | None = None
    relation: str | None = None
    summary: str | None = None
    interests: list[str] | None = None
    notes: list[str] | None = None
    trust: float | None = None
    reason: str = ""
    persona_id: str | None = None


class Merging(Body):
    """Two that are one: `keep` takes over everything of `other`. Ids or names."""

    keep: str
    other: str
    reason: str = ""
    persona_id: str | None = None


class Splitting(Body):
    """One that is two: a second of that name takes these turns and memories."""

    turns: list[str] | None = None
    memories: list[str] | None = None
    name: str | None = None
    relation: str | None = None
    reason: str = ""
    persona_id: str | None = None


class Tending(Body):
    dry_run: bool = False


class Undoing(Body):
    reason: str = ""


@router.get("/entities", response_model=listing("entities", Entity))
def entities(
    who: Reads,
    type: EntityType | None = None,
    limit: Limit = 50,
    offset: Offset = 0,
    persona_id: PersonaId = None,
) -> Response:
    """Whoever and whatever was talked about, the most talked about first."""
    found = who.user(persona_id).entities(type=type, limit=limit + 1, offset=offset)
    return page("entities", found, limit, offset)


@router.post("/entities", status_code=201, response_model=shape(Entity))
def add_entity(body: NewEntity, who: Writes) -> Response:
    """Make someone known by hand."""
    user = who.user(body.persona_id)
    made = user.add_entity(
        body.name, type=body.type, relation=body.relation, platform=body.platform, id=who.own_id("e")
    )
    return answer(made, status=201)


@router.post("/entities/merge", response_model=wrapped("EntitiesMerged", entity=Entity, change=Change))
def merge(body: Merging, who: Writes) -> Response:
    """Make two entities one; the change can be undone."""
    entity, change = who.user(body.persona_id).merge_entities(body.keep, body.other, reason=body.reason)
    return answer({"entity": entity, "change": change})


@router.get("/entities/{entity_id}", response_model=shape(Entity))
def entity(entity_id: Id, who: Reads, persona_id: PersonaId = None) -> Response:
    """One entity, by id or by any name it goes by."""
    return answer(who.user(persona_id).entity(entity_id))


@router.patch("/entities/{entity_id}", response_model=shape(Entity))
def revise(entity_id: Id, body: Correction, who: Writes) -> Response:
    """Put an entity's profile right."""
    changes = body.model_dump(exclude={"persona_id"}, exclude_none=True)
    return answer(who.user(body.persona_id).revise_entity(entity_id, **changes))


@router.post(
    "/entities/{entity_id}/split", response_model=wrapped("EntitySplit", entity=Entity, change=Change)
)
def split(entity_id: Id, body: Splitting, who: Writes) -> Response:
    """Make one entity two; the change can be undone."""
    entity, change = who.user(body.persona_id).split_entity(
        entity_id,
        turns=body.turns or (),
        memories=body.memories or (),
        name=body.name,
        relation=body.relation,
        reason=body.reason,
    )
    return answer({"entity": entity, "change": change})


@router.get("/entities/{entity_id}/sentiment", response_model=shape(Trajectory))
def sentiment(entity_id: Id, who: Reads, limit: Limit = 200, persona_id: PersonaId = None) -> Response:
    """How the entity was spoken of, turn by turn, and where that is going."""
    return answer(who.user(persona_id).sentiment(entity_id, limit=limit))


@router.get("/entities/{entity_id}/memories", response_model=wrapped("MemoriesAbout", memories=list[Memory]))
def about(entity_id: Id, who: Reads, limit: Limit = 50, persona_id: PersonaId = None) -> Response:
    """Memories about the entity, newest first."""
    return answer({"memories": who.user(persona_id).about(entity_id, limit=limit)})


@router.get("/contacts", response_model=wrapped("Contacts", entities=list[Entity]))
def contacts(who: Reads, limit: Limit = 10, persona_id: PersonaId = None) -> Response:
    """People, bots and pets, the most talked about first."""
    return answer({"entities": who.user(persona_id).frequent_contacts(limit=limit)})


@router.get("/graph/{node}", response_model=wrapped("Neighbours", links=list[Link], steps=list[Step]))
def graph(
    node: Id,
    who: Reads,
    hops: Annotated[int, Query(ge=1, le=2)] = 1,
    limit: Limit = 50,
    persona_id: PersonaId = None,
) -> Response:
    """Links of a memory or an entity, and what can be reached from it."""
    user = who.user(persona_id)
    links = user.neighbours(node, limit=limit)
    return answer({"links": links, "steps": user.walk(node, hops=hops, limit=limit)})


@router.get("/insights", response_model=listing("insights", Memory))
def insights(
    who: Reads, closed: bool = False, limit: Limit = 50, offset: Offset = 0, persona_id: PersonaId = None
) -> Response:
    """What reflection drew from memories, newest first."""
    found = who.user(persona_id).insights(closed=closed, limit=limit + 1, offset=offset)
    return page("insights", found, limit, offset)


@router.get(
    "/insights/{insight_id}/evidence",
    response_model=wrapped("Evidence", memories=list[Memory], turns=list[Turn]),
)
def evidence(insight_id: Id, who: Reads, persona_id: PersonaId = None) -> Response:
    """What an insight or a summary rests on: memories, and turns where something was counted."""
    found = who.user(persona_id).evidence(insight_id)
    memories = [one for one in found if isinstance(one, Memory)]
    return answer({"memories": memories, "turns": [one for one in found if isinstance(one, Turn)]})


@router.post("/tend", response_model=shape(Run))
def tend(body: Tending, who: Writes) -> Response:
    """Reflect, merge, sum up and forget now; a dry run says what it would do."""
    return answer(who.user().tend(dry_run=body.dry_run))


@router.get("/runs", response_model=listing("runs", Run))
def runs(who: Reads, limit: Limit = 20, offset: Offset = 0) -> Response:
    """The log of tendings, newest first."""
    return page("runs", who.user().runs(limit=limit + 1, offset=offset), limit, offset)


@router.get("/changes", response_model=listing("changes", Change))
def changes(who: Reads, limit: Limit = 50, offset: Offset = 0) -> Response:
    """What tending and people did that can be undone, newest first."""
    return page("changes", who.user().changes(limit=limit + 1, offset=offset), limit, offset)


@router.post("/changes/{change_id}/undo", response_model=shape(Change))
def undo(change_id: Id, body: Undoing, who: Writes) -> Response:
    """Everything as it was before the change."""
    return answer(who.user().undo(change_id, reason=body.reason))
