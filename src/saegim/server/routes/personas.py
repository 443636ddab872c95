"""Personas: the AI characters people talk to."""

from __future__ import annotations

from typing import Any

from fastapi import Response

from saegim.errors import NotFound
from saegim.models import Persona
from saegim.server.admission import Looks, Manages
from saegim.server.answers import answer
from saegim.server.queries import Id
from saegim.server.schemas import Body, router_for, shape, wrapped

router = router_for("/api/v1/personas", "personas")


class PersonaBody(Body):
    name: str
    system_prompt: str = ""
    metadata: dict[str, Any] | None = None


@router.get("", response_model=wrapped("Personas", personas=list[Persona]))
def personas(who: Looks) -> Response:
    """Every AI character."""
    return answer({"personas": who.saegim.personas()})


@router.get("/{persona_id}", response_model=shape(Persona))
def persona(persona_id: Id, who: Looks) -> Response:
    """One AI character."""
    for one in who.saegim.personas():
        if one.id == persona_id:
            return answer(one)
    raise NotFound("persona", persona_id)


@router.put("/{persona_id}", response_model=shape(Persona))
def put(persona_id: Id, body: PersonaBody, who: Manages) -> Response:
    """Make or change an AI character; its system prompt opens every context of its users."""
    return answer(
        who.saegim.put_persona(
            persona_id, name=body.name, system_prompt=body.system_prompt, metadata=body.metadata
        )
    )
