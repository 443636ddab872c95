"""Turns: what was said."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import Query, Response
from pydantic import Field

from saegim.models import Turn
from saegim.server.admission import Reads, Writes
from saegim.server.answers import answer, page
from saegim.server.queries import Emotion, Id, Intent, Limit, Offset, PersonaId, SessionId, Since, Until
from saegim.server.schemas import Body, listing, router_for, shape, wrapped

router = router_for("/api/v1/turns", "turns")


class NewTurn(Body):
    """One exchange. `at` in the past dates it then; without `sessionId` a silence begins a new session."""

    id: Annotated[str, Field(description="Of your own: recording it again changes nothing.")] | None = None
    user: Annotated[str, Field(examples=["나 땅콩 알레르기 있어"])]
    assistant: Annotated[str, Field(examples=["꼭 기억할게요."])] = ""
    at: str | None = None
    metadata: dict[str, Any] | None = None
    session_id: str | None = None
    persona_id: str | None = None


class TurnSearch(Body):
    keyword: str
    limit: Annotated[int, Field(ge=1, le=1000)] = 50
    session_id: str | None = None
    persona_id: str | None = None
    emotion: str | None = None
    intent: str | None = None
    since: str | None = None
    until: str | None = None


@router.post("", status_code=201, response_model=shape(Turn))
def record(body: NewTurn, who: Writes) -> Response:
    """Keep one exchange. It is on the disk when this answers."""
    with who.house.step("record"):
        turn = who.user(body.persona_id).record(
            body.user, body.assistant, at=body.at, metadata=body.metadata, session=body.session_id,
            id=body.id if body.id is not None else who.own_id("t"),
        )  # fmt: skip
    return answer(turn, status=201, headers={"Location": f"/api/v1/turns/{turn.id}"})


@router.get("", response_model=listing("turns", Turn))
def turns(
    who: Reads,
    limit: Limit = 50,
    offset: Offset = 0,
    persona_id: PersonaId = None,
    session_id: SessionId = None,
    emotion: Emotion = None,
    intent: Intent = None,
    since: Since = None,
    until: Until = None,
    oldest_first: Annotated[bool, Query(alias="oldestFirst")] = False,
) -> Response:
    """Turns, newest first unless asked otherwise."""
    found = who.user(persona_id).turns(
        limit=limit + 1, offset=offset, session=session_id, emotion=emotion, intent=intent,
        since=since, until=until, oldest_first=oldest_first,
    )  # fmt: skip
    return page("turns", found, limit, offset)


@router.post("/search", response_model=wrapped("TurnsFound", turns=list[Turn]))
def search(body: TurnSearch, who: Reads) -> Response:
    """Turns in which the keyword was said in any inflection, best first."""
    with who.house.step("recall"):
        found = who.user(body.persona_id).search_turns(
            body.keyword, limit=body.limit, session=body.session_id, emotion=body.emotion,
            intent=body.intent, since=body.since, until=body.until,
        )  # fmt: skip
    return answer({"turns": found})


@router.get("/count", response_model=wrapped("TurnCount", count=int))
def count(
    who: Reads,
    persona_id: PersonaId = None,
    session_id: SessionId = None,
    emotion: Emotion = None,
    intent: Intent = None,
    since: Since = None,
    until: Until = None,
) -> Response:
    """How many turns there are."""
    counted = who.user(persona_id).count_turns(
        session=session_id, emotion=emotion, intent=intent, since=since, until=until
    )
    return answer({"count": counted})


@router.get("/{turn_id}", response_model=shape(Turn))
def turn(turn_id: Id, who: Reads, persona_id: PersonaId = None) -> Response:
    """One turn."""
    return answer(who.user(persona_id).turn(turn_id))


@router.delete("/{turn_id}", response_model=wrapped("TurnDeleted", deleted=str))
def delete(turn_id: Id, who: Writes, persona_id: PersonaId = None, reason: str = "") -> Response:
    """Remove a turn for good, its words and vectors too. What was learned from it stays."""
    who.user(persona_id).delete_turn(turn_id, reason=reason)
    return answer({"deleted": turn_id})
