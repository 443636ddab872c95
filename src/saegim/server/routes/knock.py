"""The REST contract of the second source document, field for field, under /api/v1/memory."""

from __future__ import annotations

from collections import Counter
from datetime import UTC, datetime
from typing import Annotated, Any

from fastapi import Query, Response
from pydantic import BaseModel, ConfigDict, Field
from pydantic.alias_generators import to_camel

from saegim import User, inputs
from saegim.errors import NotFound
from saegim.models import Memory
from saegim.remember.episodes import NOTICES
from saegim.server.admission import Reads, Visitor, Writes
from saegim.server.answers import answer
from saegim.server.queries import Id, Limit, Offset, PersonaId
from saegim.server.routes.messages import refuse_too_many
from saegim.server.schemas import OpenBody, router_for, wrapped

router = router_for("/api/v1/memory", "knock", contract="knock")
# The plan of a person is at most this; a page shows a part of it.
_ALL = 10_000


class KnockMemory(BaseModel):
    """An episode as the document shows it. `importance` is 1 to 10."""

    model_config = ConfigDict(alias_generator=to_camel)
    id: str
    user_id: str
    persona_id: str | None
    session_id: str | None
    summary: str
    topics: list[str]
    emotion: str | None
    importance: Annotated[int, Field(ge=1, le=10)]
    created_at: datetime
    archived_at: datetime | None
    fallback: bool


class KnockMessage(OpenBody):
    id: str | None = None
    role: Annotated[str, Field(pattern="^(user|assistant)$")]
    content: str
    timestamp: str | None = None


class Conversation(OpenBody):
    """A session's messages; those the server has already are not kept twice."""

    session_id: Annotated[str, Field(examples=["session_456"])] | None = None
    persona_id: Annotated[str, Field(examples=["persona_123"])] | None = None
    messages: list[KnockMessage] | None = None
    strict: bool = False


class Creating(Conversation):
    manual_summary: str | None = None


class Editing(OpenBody):
    summary: str | None = None
    importance: Annotated[int, Field(ge=1, le=10)] | None = None
    topics: list[str] | None = None


def utc(at: datetime) -> str:
    """As the document writes times."""
    return at.astimezone(UTC).isoformat(timespec="seconds").replace("+00:00", "Z")


def describe(memory: Memory, user_id: str) -> dict[str, Any]:
    """The episode in the document's words."""
    return {
        "id": memory.id,
        "userId": user_id,
        "personaId": memory.persona,
        "sessionId": memory.value,
        "summary": memory.content,
        "topics": memory.tags,
        "emotion": memory.emotion,
        "importance": max(1, round(memory.importance * 10)),
        "createdAt": utc(memory.created_at),
        "archivedAt": _archived_at(memory),
        "fallback": memory.metadata.get("fallback") is True,
    }


def _archived_at(memory: Memory) -> str | None:
    if memory.state != "archived":
        return None
    noted = memory.metadata.get("archived_at")
    return utc(datetime.fromisoformat(noted) if isinstance(noted, str) else memory.updated_at)


def _episode(user: User, memory_id: str) -> Memory:
    """The episode of that id; other memories are not of this contract."""
    found = user.memory(memory_id)
    if found.kind != "episode" or found.state == "forgotten":
        raise NotFound("memory", memory_id)
    return found


def _keep_messages(user: User, body: Conversation, id_: str | None) -> None:
    """Record those of the messages that the session does not hold yet."""
    given = body.messages or []
    if not given:
        return
    known: Counter[tuple[str, str]] = Counter()
    if body.session_id is not None:
        for turn in user.turns(session=body.session_id, limit=1000):
            known.update((message.role, message.content) for message in turn.messages)
    rows: list[dict[str, Any]] = []
    for message in given:
        if known[message.role, message.content] > 0:
            known[message.role, message.content] -= 1
            continue
        row: dict[str, Any] = {"role": message.role, "content": message.content, "at": message.timestamp}
        rows.append(row if message.id is None else {**row, "metadata": {"id": message.id}})
    user.record_messages(rows, session=body.session_id, id=id_)


def _make(body: Conversation, who: Visitor, manual: str | None) -> dict[str, Any]:
    refuse_too_many(who, "messages", len(body.messages or ()))
    if manual is not None:
        # Before anything is kept: what is refused must change nothing.
        inputs.check_text("manualSummary", manual, who.saegim.settings.limits)
    user = who.user(body.persona_id)
    _keep_messages(user, body, who.own_id("t"))
    active = {memory.id for memory in user.episodes(limit=_ALL)}
    with who.house.step("summary"):
        kept = user.make_episode(body.session_id, summary=manual, strict=body.strict)
    reply: dict[str, Any] = {"success": True, "memory": describe(kept, user.id)}
    if active - {memory.id for memory in user.episodes(limit=_ALL)}:
        reply["notices"] = NOTICES[who.language]
    return reply


_MADE = wrapped("KnockMade", success=bool, memory=KnockMemory)
_LISTED = wrapped("KnockListed", success=bool, memories=list[KnockMemory], total=int, has_more=bool)
_LOADED = wrapped("KnockLoaded", success=bool, memories=list[KnockMemory], system_prompt=str)


@router.post("/summarize", response_model=_MADE)
def summarize(body: Conversation, who: Writes) -> Response:
    """Make the session's memory. `strict` refuses a fallback with LLM_SUMMARY_FAILED."""
    return answer(_make(body, who, None))


@router.post("/create", response_model=_MADE)
def create(body: Creating, who: Writes) -> Response:
    """Make the session's memory, in the words of `manualSummary` where it is given."""
    return answer(_make(body, who, body.manual_summary))


@router.get("/load", response_model=_LOADED)
def load(
    who: Reads, persona_id: PersonaId = None, limit: Annotated[int, Query(ge=1, le=100)] = 5
) -> Response:
    """Active memories for a new conversation, and the system prompt they make."""
    user = who.user(persona_id)
    with who.house.step("load"):
        found = user.episodes(limit=limit)
        prompt = user.memory_prompt(limit=limit)
    memories = [describe(memory, user.id) for memory in found]
    return answer({"success": True, "memories": memories, "systemPrompt": prompt})


@router.get("/list", response_model=_LISTED)
def listed(
    who: Reads,
    persona_id: PersonaId = None,
    include_archived: Annotated[bool, Query(alias="includeArchived")] = False,
    limit: Limit = 10,
    offset: Offset = 0,
) -> Response:
    """Memories of a persona, or of all."""
    user = who.user(persona_id)
    every = user.episodes(include_archived=include_archived, limit=_ALL)
    shown = [describe(memory, user.id) for memory in every[offset : offset + limit]]
    more = offset + limit < len(every)
    return answer({"success": True, "memories": shown, "total": len(every), "hasMore": more})


@router.get("/search", response_model=_LISTED)
def search(
    who: Reads,
    query: str,
    persona_id: PersonaId = None,
    include_archived: Annotated[bool, Query(alias="includeArchived")] = False,
    limit: Limit = 10,
) -> Response:
    """Memories that answer the query, best first."""
    user = who.user(persona_id)
    hits = user.recall(query, limit=limit, among=("memories",), kinds=("episode",), archived=include_archived)
    found = [describe(hit.memory, user.id) for hit in hits if hit.memory is not None]
    return answer({"success": True, "memories": found, "total": len(found), "hasMore": False})


@router.patch("/{memory_id}", response_model=_MADE)
def edit(memory_id: Id, body: Editing, who: Writes) -> Response:
    """Change the summary, its importance or its topics."""
    user = who.user()
    _episode(user, memory_id)
    importance = None if body.importance is None else body.importance / 10
    changed = user.revise(memory_id, content=body.summary, importance=importance, tags=body.topics)
    return answer({"success": True, "memory": describe(changed, user.id)})


@router.delete("/{memory_id}", response_model=wrapped("KnockDone", success=bool))
def delete(memory_id: Id, who: Writes) -> Response:
    """Remove it for good."""
    user = who.user()
    _episode(user, memory_id)
    user.delete_memories([memory_id])
    return answer({"success": True})


@router.post(
    "/{memory_id}/archive", response_model=wrapped("KnockArchived", success=bool, archived_at=datetime)
)
def archive(memory_id: Id, who: Writes) -> Response:
    """Out of new conversations, but kept."""
    user = who.user()
    _episode(user, memory_id)
    return answer({"success": True, "archivedAt": _archived_at(user.archive(memory_id))})


@router.post("/{memory_id}/unarchive", response_model=_MADE)
def unarchive(memory_id: Id, who: Writes) -> Response:
    """Back into new conversations."""
    user = who.user()
    _episode(user, memory_id)
    return answer({"success": True, "memory": describe(user.restore(memory_id), user.id)})
