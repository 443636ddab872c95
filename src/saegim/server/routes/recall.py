"""Before a turn: recall, context, and what a person picked for the next one."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from fastapi import Response
from pydantic import Field

from saegim.models import Context, Recall
from saegim.server.admission import Reads, Writes
from saegim.server.answers import answer
from saegim.server.schemas import Body, router_for, shape, wrapped

router = router_for("/api/v1", "recall")


class Question(Body):
    query: Annotated[str, Field(examples=["못 먹는 음식"])]
    limit: Annotated[int, Field(ge=1, le=1000)] | None = None
    among: list[Literal["memories", "messages"]] | None = None
    kinds: list[str] | None = None
    tags: list[str] | None = None
    since: str | None = None
    until: str | None = None
    years: Annotated[list[int], Field(min_length=2, max_length=2)] | None = None
    pinned: bool | None = None
    archived: bool = False
    entity: str | None = None
    as_of: str | None = None
    persona_id: str | None = None


class ContextWanted(Body):
    message: Annotated[str, Field(examples=["오늘 저녁 뭐 먹지?"])] | None = None
    form: Literal["full", "compact"] = "full"
    budget_tokens: int | None = None
    system: str | None = None
    few_shot: list[Annotated[list[str], Field(min_length=2, max_length=2)]] | None = None
    limit: Annotated[int, Field(ge=1, le=1000)] | None = None
    as_of: str | None = None
    persona_id: str | None = None


class Picked(Body):
    memory_ids: Annotated[list[str], Field(max_length=100)]
    persona_id: str | None = None


@router.post("/recall", response_model=shape(Recall))
def recall(body: Question, who: Reads) -> Response:
    """What answers the query, best first, each hit with its reasons."""
    given: dict[str, Any] = {} if body.among is None else {"among": body.among}
    with who.house.step("recall"):
        found = who.user(body.persona_id).recall_detailed(
            body.query, limit=body.limit, kinds=body.kinds or (), tags=body.tags or (), since=body.since,
            until=body.until, years=None if body.years is None else (body.years[0], body.years[1]),
            pinned=body.pinned, archived=body.archived, entity=body.entity, as_of=body.as_of, **given,
        )  # fmt: skip
    who.house.metrics.recalled(len(found.hits))
    return answer(found)


@router.post("/context", response_model=shape(Context))
def context(body: ContextWanted, who: Reads) -> Response:
    """Messages for a language model inside a token budget, with what was recalled and what was left out."""
    with who.house.step("context"):
        built = who.user(body.persona_id).context(
            body.message, form=body.form, budget_tokens=body.budget_tokens, system=body.system,
            few_shot=[(said, reply) for said, reply in body.few_shot or ()], limit=body.limit,
            as_of=body.as_of,
        )  # fmt: skip
    who.house.metrics.context_tokens.observe(built.tokens)
    who.house.metrics.recalled(len(built.hits))
    return answer(built)


@router.post("/context/pick", response_model=wrapped("PickedMemories", picked=list[str]))
def pick(body: Picked, who: Writes) -> Response:
    """Put these memories first into the next context ("컨텍스트에 넣기")."""
    who.user(body.persona_id).pick(*body.memory_ids)
    return answer({"picked": body.memory_ids})
