"""What is known as a whole: timeline and profile."""

from __future__ import annotations

from typing import Annotated

from fastapi import Query, Response

from saegim.models import Memory
from saegim.server.admission import Reads
from saegim.server.answers import answer, page
from saegim.server.queries import Limit, Offset, PersonaId
from saegim.server.schemas import listing, router_for, wrapped

router = router_for("/api/v1", "knowledge")


@router.get("/timeline", response_model=listing("memories", Memory))
def timeline(
    who: Reads,
    year: Annotated[int | None, Query(ge=1, le=9998)] = None,
    month: Annotated[int | None, Query(ge=1, le=12)] = None,
    years: Annotated[list[int] | None, Query(min_length=2, max_length=2)] = None,
    kind: str | None = None,
    tag: str | None = None,
    word: str | None = None,
    limit: Limit = 200,
    offset: Offset = 0,
    persona_id: PersonaId = None,
) -> Response:
    """Memories by when they began to hold, newest first, superseded ones among them.

    `years` twice: the first and the last. `word`: all of its words are said, in any inflection.
    """
    found = who.user(persona_id).timeline(
        year=year, month=month, years=None if years is None else (years[0], years[1]), kind=kind, tag=tag,
        word=word, limit=limit + 1, offset=offset,
    )  # fmt: skip
    return page("memories", found, limit, offset)


@router.get("/profile", response_model=wrapped("Profile", profile=dict[str, str]))
def profile(who: Reads, persona_id: PersonaId = None) -> Response:
    """What is known as key and value, the newest of each."""
    return answer({"profile": who.user(persona_id).profile()})
