"""What is kept about the keeping: traces, audit, totals."""

from __future__ import annotations

from typing import Annotated

from fastapi import Query, Response

from saegim.models import AuditEvent, Stats, Trace
from saegim.server.admission import Reads
from saegim.server.answers import answer, page
from saegim.server.queries import Id, Limit, Offset, PersonaId
from saegim.server.schemas import listing, router_for, shape

router = router_for("/api/v1", "records")


@router.get("/traces", response_model=listing("traces", Trace))
def traces(who: Reads, limit: Limit = 50, offset: Offset = 0, persona_id: PersonaId = None) -> Response:
    """Which memories went into which context, newest first."""
    return page("traces", who.user(persona_id).traces(limit=limit + 1, offset=offset), limit, offset)


@router.get("/traces/{trace_id}", response_model=shape(Trace))
def trace(trace_id: Id, who: Reads, persona_id: PersonaId = None) -> Response:
    """Why a context was as it was."""
    return answer(who.user(persona_id).trace(trace_id))


@router.get("/audit", response_model=listing("events", AuditEvent))
def audit(
    who: Reads,
    memory_id: Annotated[str | None, Query(alias="memoryId")] = None,
    limit: Limit = 100,
    offset: Offset = 0,
) -> Response:
    """Who did what and why, newest first."""
    found = who.user().audit(memory_id=memory_id, limit=limit + 1, offset=offset)
    return page("events", found, limit, offset)


@router.get("/stats", response_model=shape(Stats))
def stats(who: Reads) -> Response:
    """Totals of the whole person."""
    return answer(who.user().stats())
