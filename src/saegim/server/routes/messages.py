"""Messages: groups, posts, imports, and the window of the conversation in hand."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import Response
from pydantic import Field

from saegim.errors import InvalidInput
from saegim.models import Message, Turn
from saegim.server.admission import Reads, Visitor, Writes
from saegim.server.answers import answer
from saegim.server.queries import PersonaId
from saegim.server.schemas import Body, router_for, wrapped

router = router_for("/api/v1/messages", "messages")


class NewMessage(Body):
    role: str = "user"
    content: str
    name: str | None = None
    at: str | None = None
    metadata: dict[str, Any] | None = None


class NewMessages(Body):
    """Messages of any roles and names, kept all or none."""

    id: Annotated[str, Field(description="Of your own: their turns become `ID-1`, `ID-2`…")] | None = None
    messages: list[NewMessage]
    session_id: str | None = None
    persona_id: str | None = None


def refuse_too_many(who: Visitor, field: str, count: int) -> None:
    """One request must not hold everyone else up."""
    most = who.house.settings.items
    if count > most:
        raise InvalidInput(field, f"at most {most:,}", f"최대 {most:,}개", code="too_many_items")


@router.post("", status_code=201, response_model=wrapped("MessagesKept", turns=list[Turn]))
def record(body: NewMessages, who: Writes) -> Response:
    """Keep messages; the turns they make, in order."""
    refuse_too_many(who, "messages", len(body.messages))
    rows = [message.model_dump() for message in body.messages]
    with who.house.step("record"):
        kept = who.user(body.persona_id).record_messages(
            rows, session=body.session_id, id=body.id if body.id is not None else who.own_id("t")
        )
    return answer({"turns": kept}, status=201)


@router.get("/window", response_model=wrapped("Window", messages=list[Message]))
def window(who: Reads, persona_id: PersonaId = None) -> Response:
    """The last messages of the conversation in hand, oldest first."""
    return answer({"messages": who.user(persona_id).window()})
