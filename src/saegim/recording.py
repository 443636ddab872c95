"""A turn goes in: which session it continues, and how loose messages become turns."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from saegim.errors import InvalidInput
from saegim.ids import new_id
from saegim.models import Message, Session, Turn
from saegim.protocols import Tx


def continue_session(
    tx: Tx, *, session_id: str | None, persona: str | None, at: datetime, idle_s: float
) -> Session:
    """The session a turn said at `at` belongs to; a new one after a silence. Not written yet."""
    if session_id is None:
        found = tx.session_at(persona, at, idle_s)
        return found or Session(new_id("s", at), persona, started_at=at, last_at=at)
    found = tx.session(session_id)
    if found is None:
        return Session(session_id, persona, started_at=at, last_at=at)
    if found.persona != persona:
        raise InvalidInput(
            "session",
            f"{session_id!r} is a conversation with another persona",
            f"{session_id!r}은(는) 다른 페르소나와의 대화입니다",
            code="session_of_other_persona",
        )
    return found


def with_turns(session: Session, times: Sequence[datetime]) -> Session:
    """The session with turns said at these times added; speaking again opens an ended one."""
    first, last = min(times), max(times)
    return replace(
        session,
        started_at=min(session.started_at, first),
        last_at=max(session.last_at, last),
        ended_at=None if session.ended_at is None or last >= session.ended_at else session.ended_at,
        turn_count=session.turn_count + len(times),
    )


def split_turns(messages: Sequence[Message]) -> list[list[Message]]:
    """Messages in order as turns: each begins with someone other than the assistant speaking."""
    turns: list[list[Message]] = []
    for message in messages:
        if turns and message.role == "assistant" and turns[-1][0].role != "assistant":
            turns[-1].append(message)
        else:
            turns.append([message])
    return turns


def says(turn: Turn, messages: Sequence[Message]) -> bool:
    """Whether the turn consists of just these messages, whenever they were said."""
    given = [(message.role, message.name, message.content) for message in messages]
    return [(message.role, message.name, message.content) for message in turn.messages] == given
