"""The REST contract of the first source document, field for field, under /memory."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Annotated, Any

from fastapi import Path, Response
from pydantic import BaseModel, Field

from saegim import User
from saegim.models import Summary, Turn
from saegim.server.admission import Reads, Writes
from saegim.server.answers import answer
from saegim.server.queries import Confirm, Limit, Offset
from saegim.server.schemas import OpenBody, router_for, wrapped

router = router_for("/memory", "luna", contract="luna")
# The document's default of a setting that, as it says, limits nothing.
_MAX_STORED = 50
# The document's default for what belongs to no session.
_NO_SESSION = "default"
_DELETED = wrapped("LunaDeleted", success=bool, id=int)
Number = Annotated[int, Path(ge=0, le=2**63 - 1)]
_NAMED = ("emotion", "intent", "processing_time", "cached")


class Conversation(BaseModel):
    """One exchange, by the columns of the document's `conversations`."""

    id: int
    user_id: str
    session_id: str
    timestamp: datetime
    user_message: str
    assistant_message: str
    emotion: str | None
    intent: str | None
    processing_time: float | None
    cached: bool
    metadata: dict[str, Any]
    created_at: datetime


class LunaSummary(BaseModel):
    """A summary, by the columns of the document's `summaries`."""

    id: int
    user_id: str
    session_id: str
    timestamp: datetime
    content: str
    summarized_turns: int
    start_conversation_id: int | None
    end_conversation_id: int | None
    created_at: datetime


class LunaStats(BaseModel):
    total_entries: int
    conversations: int
    summaries: int
    first_conversation: datetime | None
    last_conversation: datetime | None
    context_window: int
    max_stored: int
    auto_summary_enabled: bool
    summary_threshold: int


class Search(OpenBody):
    keyword: Annotated[str, Field(examples=["날씨"])]
    limit: Annotated[int, Field(ge=1, le=1000)] = 50


def conversation(turn: Turn, user_id: str, number: int) -> dict[str, Any]:
    """A turn as the document shows it; what has no column stays in `metadata`."""
    known = turn.metadata
    seconds = known.get("processing_time")
    return {
        "id": number,
        "user_id": user_id,
        "session_id": turn.session_id,
        "timestamp": turn.at,
        "user_message": turn.user,
        "assistant_message": turn.assistant,
        "emotion": _text(known.get("emotion")),
        "intent": _text(known.get("intent")),
        "processing_time": seconds if isinstance(seconds, int | float) else None,
        "cached": known.get("cached") is True,
        "metadata": {name: value for name, value in known.items() if name not in _NAMED},
        "created_at": turn.at,
    }


def _text(value: object) -> str | None:
    return value if isinstance(value, str) else None


def _conversations(user: User, turns: Sequence[Turn]) -> list[dict[str, Any]]:
    """The turns under the document's integer ids; one removed meanwhile is left out."""
    numbers = user.turn_numbers([turn.id for turn in turns])
    return [conversation(turn, user.id, numbers[turn.id]) for turn in turns if turn.id in numbers]


def _summary(summary: Summary, user: User, number: int) -> dict[str, Any]:
    last = None if summary.through_turn is None else user.find_turn(summary.through_turn)
    ends = [id_ for id_ in (user.first_summarised(summary), summary.through_turn) if id_ is not None]
    numbers = user.turn_numbers(ends)
    return {
        "id": number,
        "user_id": user.id,
        "session_id": summary.session_id or (_NO_SESSION if last is None else last.session_id),
        "timestamp": summary.at,
        "content": summary.content,
        "summarized_turns": summary.summarized_turns,
        "start_conversation_id": numbers.get(ends[0]) if len(ends) == 2 else None,
        "end_conversation_id": numbers.get(ends[-1]) if ends else None,
        "created_at": summary.at,
    }


@router.get("/conversations", response_model=list[Conversation])
def conversations(who: Reads, limit: Limit = 50, offset: Offset = 0) -> Response:
    """Conversations, newest first."""
    user = who.user()
    return answer(_conversations(user, user.turns(limit=limit, offset=offset)))


@router.post("/conversations/search", response_model=list[Conversation])
def search(body: Search, who: Reads) -> Response:
    """Conversations in which the keyword was said, in any inflection."""
    user = who.user()
    with who.house.step("recall"):
        found = user.search_turns(body.keyword, limit=body.limit)
    return answer(_conversations(user, found))


@router.get("/conversations/{conversation_id}", response_model=Conversation)
def one(conversation_id: Number, who: Reads) -> Response:
    """One conversation."""
    user = who.user()
    return answer(conversation(user.turn_numbered(conversation_id), user.id, conversation_id))


@router.delete("/conversations/{conversation_id}", response_model=_DELETED)
def delete(conversation_id: Number, who: Writes) -> Response:
    """Remove one conversation."""
    user = who.user()
    user.delete_turn(user.turn_numbered(conversation_id).id)
    return answer({"success": True, "id": conversation_id})


@router.get("/summaries", response_model=list[LunaSummary])
def summaries(who: Reads, limit: Limit = 10, offset: Offset = 0) -> Response:
    """Summaries, newest first."""
    user = who.user()
    found = user.summaries(limit=limit, offset=offset)
    numbers = user.summary_numbers([summary.id for summary in found])
    return answer([_summary(one, user, numbers[one.id]) for one in found if one.id in numbers])


@router.get("/stats", response_model=LunaStats)
def stats(who: Reads) -> Response:
    """Totals, and the settings they depend on."""
    found, settings = who.user().stats(), who.saegim.settings
    return answer(
        {
            "total_entries": found.turns + found.summaries,
            "conversations": found.turns,
            "summaries": found.summaries,
            "first_conversation": found.first_turn_at,
            "last_conversation": found.last_turn_at,
            "context_window": settings.context.recent_turns,
            "max_stored": _MAX_STORED,
            "auto_summary_enabled": settings.summary.auto,
            "summary_threshold": settings.summary.threshold_turns,
        }
    )


@router.delete("/clear", response_model=wrapped("LunaCleared", success=bool, deleted=int))
def clear(who: Writes, confirm: Confirm = False) -> Response:
    """Remove everything; only with confirm=true."""
    return answer({"success": True, "deleted": who.user().clear(confirm=confirm)})
