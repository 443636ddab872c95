"""Sessions: conversations, and their end."""

from __future__ import annotations

from fastapi import Response

from saegim.models import Session
from saegim.server.admission import Reads, Writes
from saegim.server.answers import answer, page
from saegim.server.queries import Id, Limit, Offset, PersonaId
from saegim.server.schemas import listing, router_for, wrapped

router = router_for("/api/v1/sessions", "sessions")
_ENDED = wrapped("SessionEnded", session=Session | None)


@router.get("", response_model=listing("sessions", Session))
def sessions(who: Reads, limit: Limit = 50, offset: Offset = 0, persona_id: PersonaId = None) -> Response:
    """Conversations, newest first."""
    return page("sessions", who.user(persona_id).sessions(limit=limit + 1, offset=offset), limit, offset)


@router.post("/end", response_model=_ENDED)
def end(who: Writes, persona_id: PersonaId = None) -> Response:
    """End the conversation in hand; `session` is null when none is open."""
    return answer({"session": who.user(persona_id).end_session()})


@router.post("/{session_id}/end", response_model=_ENDED)
def end_named(session_id: Id, who: Writes, persona_id: PersonaId = None) -> Response:
    """End this conversation."""
    return answer({"session": who.user(persona_id).end_session(session_id)})
