"""Rolling summaries."""

from __future__ import annotations

from typing import Annotated

from fastapi import Response
from pydantic import Field

from saegim.models import Summary
from saegim.server.admission import Reads, Writes
from saegim.server.answers import answer, page
from saegim.server.queries import Limit, Offset, PersonaId
from saegim.server.schemas import Body, listing, router_for, shape

router = router_for("/api/v1/summaries", "summaries")


class NewSummary(Body):
    content: str
    summarized_turns: Annotated[int, Field(ge=0)] = 0
    through_turn: str | None = None
    persona_id: str | None = None


@router.get("", response_model=listing("summaries", Summary))
def summaries(who: Reads, limit: Limit = 10, offset: Offset = 0, persona_id: PersonaId = None) -> Response:
    """Summaries, newest first."""
    return page("summaries", who.user(persona_id).summaries(limit=limit + 1, offset=offset), limit, offset)


@router.post("", status_code=201, response_model=shape(Summary))
def save(body: NewSummary, who: Writes) -> Response:
    """Keep a summary made elsewhere; the newest one goes into each context."""
    kept = who.user(body.persona_id).save_summary(
        body.content, summarized_turns=body.summarized_turns, through_turn=body.through_turn,
        id=who.own_id("y"),
    )  # fmt: skip
    return answer(kept, status=201)
