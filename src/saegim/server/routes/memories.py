"""Memories: keep, look at, change, forget, bring back, link."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from fastapi import Header, Query, Response
from pydantic import Field

from saegim.errors import InvalidInput
from saegim.models import Link, Memory, MemoryVersion
from saegim.server.admission import Reads, Writes
from saegim.server.answers import answer, page
from saegim.server.queries import AsOf, Id, Limit, Offset, PersonaId
from saegim.server.routes.messages import refuse_too_many
from saegim.server.schemas import Body, listing, router_for, shape, wrapped

router = router_for("/api/v1/memories", "memories")
State = Literal["active", "archived", "forgotten"]


class NewMemory(Body):
    """One thing to keep. With `id`, updates that one; with `key`, a new value closes the old one."""

    content: Annotated[str, Field(examples=["땅콩 알레르기가 있다"])]
    kind: Annotated[str, Field(examples=["allergy"])] = "note"
    id: str | None = None
    subject: str | None = None
    key: str | None = None
    value: str | None = None
    importance: float | None = None
    confidence: float = 1.0
    tags: list[str] | None = None
    emotion: str | None = None
    pinned: bool | None = None
    valid_from: str | None = None
    source_turns: list[str] | None = None
    metadata: dict[str, Any] | None = None
    for_all_personas: bool = False

    def row(self) -> dict[str, Any]:
        """As the engine takes it."""
        given = self.model_dump(exclude={"persona_id", "reason"})
        return {**given, "tags": self.tags or (), "source_turns": self.source_turns or ()}


class OneMemory(NewMemory):
    persona_id: str | None = None
    reason: str = ""


class ManyMemories(Body):
    memories: list[NewMemory]
    persona_id: str | None = None
    reason: str = ""


class Change(Body):
    """What to change. `version` (or If-Match) names the version this change is meant for."""

    content: str | None = None
    kind: str | None = None
    importance: float | None = None
    confidence: float | None = None
    value: str | None = None
    tags: list[str] | None = None
    emotion: str | None = None
    pinned: bool | None = None
    metadata: dict[str, Any] | None = None
    version: int | None = None
    reason: str = ""


class Ids(Body):
    ids: list[str]
    reason: str = ""


class Restoring(Body):
    version: int | None = None
    reason: str = ""


class Tags(Body):
    tags: list[str]


class NewLink(Body):
    relation: str
    target: str
    weight: float = 1.0


def render(memory: Memory, *, status: int = 200) -> Response:
    """The memory with its version as ETag, by which two editors notice each other."""
    return answer(memory, status=status, headers={"ETag": f'"{memory.version}"'})


@router.post("", status_code=201, response_model=shape(Memory))
def remember(body: OneMemory, who: Writes) -> Response:
    """Keep one thing. Saying it again gives back the same memory."""
    with who.house.step("remember"):
        memory = who.user(body.persona_id).remember(**body.row(), reason=body.reason)
    return render(memory, status=201)


@router.post("/batch", response_model=wrapped("MemoriesKept", memories=list[Memory]))
def upsert(body: ManyMemories, who: Writes) -> Response:
    """Keep many, all or none. Twice changes nothing."""
    refuse_too_many(who, "memories", len(body.memories))
    rows = [memory.row() for memory in body.memories]
    kept = who.user(body.persona_id).upsert(rows, reason=body.reason)
    return answer({"memories": kept})


@router.post("/delete", response_model=wrapped("MemoriesDeleted", deleted=int))
def delete_many(body: Ids, who: Writes, persona_id: PersonaId = None) -> Response:
    """Remove memories for good, versions included; how many there were."""
    refuse_too_many(who, "ids", len(body.ids))
    return answer({"deleted": who.user(persona_id).delete_memories(body.ids, reason=body.reason)})


@router.get("", response_model=listing("memories", Memory))
def memories(
    who: Reads,
    limit: Limit = 50,
    offset: Offset = 0,
    persona_id: PersonaId = None,
    kind: str | None = None,
    tag: str | None = None,
    key: str | None = None,
    pinned: bool | None = None,
    state: State = "active",
    superseded: Annotated[bool, Query(description="Superseded ones too.")] = False,
    as_of: AsOf = None,
) -> Response:
    """Memories, newest first."""
    found = who.user(persona_id).memories(
        kind=kind, tag=tag, key=key, pinned=pinned, state=state, current=not superseded, as_of=as_of,
        limit=limit + 1, offset=offset,
    )  # fmt: skip
    return page("memories", found, limit, offset)


@router.get("/{memory_id}", response_model=shape(Memory))
def memory(memory_id: Id, who: Reads, persona_id: PersonaId = None) -> Response:
    """One memory, with its version as ETag."""
    return render(who.user(persona_id).memory(memory_id))


@router.patch("/{memory_id}", response_model=shape(Memory))
def revise(
    memory_id: Id,
    body: Change,
    who: Writes,
    persona_id: PersonaId = None,
    if_match: Annotated[str | None, Header(description='The ETag of the version seen, `"3"`.')] = None,
) -> Response:
    """A new version with what is given changed; 409 when it is no longer the version that was meant."""
    changes = body.model_dump(exclude={"version", "reason"}, exclude_none=True)
    expected = body.version if body.version is not None else _version(if_match)
    revised = who.user(persona_id).revise(memory_id, **changes, expected_version=expected, reason=body.reason)
    return render(revised)


def _version(tag: str | None) -> int | None:
    if tag is None or tag.strip() == "*":
        return None
    number = tag.strip().removeprefix("W/").strip('"')
    if not (number.isascii() and number.isdigit() and len(number) < 16):
        raise InvalidInput(
            "If-Match", "is no version of a memory", "기억의 버전이 아닙니다", code="version_invalid"
        )
    return int(number)


@router.delete("/{memory_id}", response_model=shape(Memory))
def forget(memory_id: Id, who: Writes, persona_id: PersonaId = None, reason: str = "") -> Response:
    """Out of every recall and listing; restore brings it back."""
    return render(who.user(persona_id).forget(memory_id, reason=reason))


@router.post("/{memory_id}/restore", response_model=shape(Memory))
def restore(
    memory_id: Id, who: Writes, body: Restoring | None = None, persona_id: PersonaId = None
) -> Response:
    """Bring it back, or any version of it, as a new version."""
    wanted = body or Restoring()
    return render(who.user(persona_id).restore(memory_id, version=wanted.version, reason=wanted.reason))


@router.post("/{memory_id}/archive", response_model=shape(Memory))
def archive(memory_id: Id, who: Writes, persona_id: PersonaId = None) -> Response:
    """Keep it, but out of recall unless asked for."""
    return render(who.user(persona_id).archive(memory_id))


@router.post("/{memory_id}/pin", response_model=shape(Memory))
def pin(memory_id: Id, who: Writes, persona_id: PersonaId = None, pinned: bool = True) -> Response:
    """Keep it in every context, or no longer."""
    return render(who.user(persona_id).pin(memory_id, pinned=pinned))


@router.post("/{memory_id}/tags", response_model=shape(Memory))
def tag(memory_id: Id, body: Tags, who: Writes, persona_id: PersonaId = None) -> Response:
    """Add tags."""
    return render(who.user(persona_id).tag(memory_id, *body.tags))


@router.get("/{memory_id}/history", response_model=wrapped("History", versions=list[MemoryVersion]))
def history(memory_id: Id, who: Reads, persona_id: PersonaId = None) -> Response:
    """Every version, oldest first, with who made it and why."""
    return answer({"versions": who.user(persona_id).history(memory_id)})


@router.get("/{memory_id}/links", response_model=wrapped("Links", links=list[Link]))
def links(memory_id: Id, who: Reads, persona_id: PersonaId = None) -> Response:
    """Links from and to a memory."""
    return answer({"links": who.user(persona_id).links(memory_id)})


@router.post("/{memory_id}/links", status_code=201, response_model=shape(Link))
def link(memory_id: Id, body: NewLink, who: Writes, persona_id: PersonaId = None) -> Response:
    """Relate it to another; recall follows links from what it finds."""
    made = who.user(persona_id).link(memory_id, body.relation, body.target, weight=body.weight)
    return answer(made, status=201)
