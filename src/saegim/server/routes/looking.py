"""Looking and setting: a context that leaves no trace, what was picked, one message, the settings."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import Response
from pydantic import Field

from saegim.models import Context, Memory, Message, Trace
from saegim.server.admission import Admins, Reads
from saegim.server.answers import answer
from saegim.server.queries import Id, PersonaId
from saegim.server.routes.recall import ContextWanted
from saegim.server.schemas import Body, router_for, shape, wrapped

router = router_for("/api/v1", "looking")


class PreviewWanted(ContextWanted):
    """As for a context, with settings of `context.…` and `recall.…` for this once."""

    settings: Annotated[dict[str, Any], Field(examples=[{"context.budget_tokens": 1000}])] | None = None


class NewSettings(Body):
    """Dotted names such as `recall.limit` and their values; null takes one back to its default."""

    settings: dict[str, Any]


@router.post("/context/preview", response_model=shape(Context))
def preview(body: PreviewWanted, who: Reads) -> Response:
    """What a context would be. Leaves no trace, makes nothing fresher; what was picked stays picked."""
    built = who.user(body.persona_id).preview(
        body.message, settings=body.settings, form=body.form, budget_tokens=body.budget_tokens,
        system=body.system, few_shot=[(said, reply) for said, reply in body.few_shot or ()],
        limit=body.limit, as_of=body.as_of,
    )  # fmt: skip
    return answer(built)


@router.get("/context/picked", response_model=wrapped("NextPicked", memories=list[Memory]))
def picked(who: Reads, persona_id: PersonaId = None) -> Response:
    """What was picked to come first in the next context."""
    return answer({"memories": who.user(persona_id).picked()})


@router.get("/messages/{message_id}", response_model=shape(Message))
def message(message_id: Id, who: Reads, persona_id: PersonaId = None) -> Response:
    """One message as it was said."""
    return answer(who.user(persona_id).message(message_id))


@router.get("/turns/{turn_id}/trace", response_model=shape(Trace))
def trace_of(turn_id: Id, who: Reads, persona_id: PersonaId = None) -> Response:
    """Why the context was as it was when this was said."""
    return answer(who.user(persona_id).trace_of(turn_id))


@router.patch(
    "/settings", response_model=wrapped("SettingsChanged", changed=list[str], at_next_start=list[str])
)
def change(body: NewSettings, who: Admins) -> Response:
    """Change settings, in force at once where that is possible, and in the settings file.

    Of several processes only the one that answers changes at once: then all wait for the next start.
    """
    waiting = who.saegim.change_settings(body.settings)
    alone = who.house.settings.workers == 1
    return answer({"changed": list(body.settings), "atNextStart": list(waiting if alone else body.settings)})
