"""Chat: a message in, a reply out, whole or as it comes; what was said is kept."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator
from contextlib import suppress
from datetime import UTC, datetime
from typing import Annotated, Any

from fastapi import Response
from pydantic import Field
from starlette.concurrency import run_in_threadpool

from saegim.chatting import Exchange
from saegim.errors import ModelFailed, SaegimError
from saegim.language.emotion import Emotion, asset_for, to_wide
from saegim.models import Hit
from saegim.server.admission import Visitor, Writes
from saegim.server.answers import answer
from saegim.server.schemas import OpenBody, router_for, wrapped
from saegim.server.streams import ALIVE, EventStream, Line, event, pieces_of

logger = logging.getLogger("saegim.server.chat")
router = router_for("/api/v1/chat", "chat", contract="knock")
_STREAM: dict[int | str, dict[str, Any]] = {
    200: {
        "description": "Events `memories`, `token`…, `emotion`, `remembered`, `done`; or `error`.",
        "content": {"text/event-stream": {}},
    }
}


class RecentMessage(OpenBody):
    role: Annotated[str, Field(pattern="^(user|assistant|system)$")]
    content: str


class ChatContext(OpenBody):
    recent_messages: Annotated[list[RecentMessage], Field(max_length=1000)] | None = None


class Chat(OpenBody):
    """A message to a persona. `context.recentMessages` is the page's own window, where it keeps one."""

    message: Annotated[str, Field(examples=["오늘 날씨 어때?"])]
    persona_id: Annotated[str, Field(examples=["persona_123"])] | None = None
    session_id: str | None = None
    context: ChatContext | None = None
    metadata: dict[str, Any] | None = None


def _exchange(body: Chat, who: Visitor) -> Exchange:
    recent = (body.context.recent_messages if body.context else None) or []
    with who.house.step("context"):
        exchange = Exchange(
            who.saegim,
            who.user(body.persona_id),
            body.message,
            recent=[{"role": one.role, "content": one.content} for one in recent],
            session=body.session_id,
            metadata=body.metadata,
            turn_id=who.own_id("t"),
        )
    who.house.metrics.context_tokens.observe(exchange.context.tokens)
    who.house.metrics.recalled(len(exchange.hits))
    return exchange


def _recalled(hit: Hit, language: str) -> dict[str, Any]:
    return {
        "id": hit.id,
        "kind": "message" if hit.memory is None else hit.memory.kind,
        "text": hit.text,
        "score": hit.score,
        "at": hit.at,
        "why": hit.why.ko if language == "ko" else hit.why.en,
    }


def _felt(emotion: Emotion) -> dict[str, Any]:
    return {
        "label": emotion.label,
        "intensity": emotion.intensity,
        "oneHot": emotion.one_hot(),
        "wide": to_wide(emotion),
        "asset": asset_for(emotion),
    }


def _said_at() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds").replace("+00:00", "Z")


def _account(who: Visitor, exchange: Exchange) -> None:
    if exchange.spent.input_tokens or exchange.spent.output_tokens:
        who.house.metrics.spent(exchange.spent.input_tokens, exchange.spent.output_tokens)
    if exchange.cause and who.saegim.language_model is not None:
        who.house.metrics.model_failures.inc()
        # One word: a provider's own sentence may hold what somebody said.
        logger.warning("the language model gave no reply: %s", exchange.outcome)


_SENT = wrapped(
    "ChatReply",
    success=bool,
    reply=str,
    offline=bool,
    message=dict[str, Any],
    sessionId=str,
    turnId=str,
    traceId=str,
    memories=list[dict[str, Any]],
    emotion=dict[str, Any],
)


@router.post("/send", response_model=_SENT)
def send(body: Chat, who: Writes) -> Response:
    """The whole reply. Without a language model it is drawn from memory and `offline` is true."""
    exchange = _exchange(body, who)
    with who.house.step("reply"):
        reply = exchange.answer()
    _account(who, exchange)
    with who.house.step("record"):
        turn = exchange.keep()
    return answer(
        {
            "success": True,
            "reply": reply,
            "offline": exchange.offline,
            "message": {
                "id": turn.messages[-1].id,
                "role": "assistant",
                "content": reply,
                "timestamp": _said_at(),
            },
            "sessionId": turn.session_id,
            "turnId": turn.id,
            "traceId": exchange.context.trace_id,
            "memories": [_recalled(hit, who.language) for hit in exchange.hits],
            "emotion": {name: _felt(one) for name, one in exchange.emotions().items()},
        }
    )


@router.post("/stream", response_class=Response, responses=_STREAM)
async def stream(body: Chat, who: Writes) -> Response:
    """The reply as it comes (SSE): what was recalled, then the words, then emotion and what was kept.

    Whoever leaves in the middle is remembered up to there.
    """
    exchange = await run_in_threadpool(_exchange, body, who)
    line = Line(who)
    end_reply = who.house.begin("reply")

    async def at_end() -> None:
        line.close()
        end_reply()
        with suppress(SaegimError):
            # Told in the stream already.
            await run_in_threadpool(exchange.keep)
        _account(who, exchange)

    return EventStream(_events(exchange, who, line), at_end)


def _refusal(error: SaegimError, who: Visitor) -> dict[str, Any]:
    return {"success": False, "error": error.code.upper(), "message": error.say(who.language)}


async def _events(exchange: Exchange, who: Visitor, line: Line) -> AsyncIterator[bytes]:
    number = 0

    def next_event(name: str, data: dict[str, Any]) -> bytes:
        nonlocal number
        number += 1
        return event(name, data, number)

    yield next_event(
        "memories",
        {
            "memories": [_recalled(hit, who.language) for hit in exchange.hits],
            "traceId": exchange.context.trace_id,
            "tokens": exchange.context.tokens,
        },
    )
    try:
        async for piece in pieces_of(exchange.stream, line.keep):
            yield ALIVE if piece is None else next_event("token", {"text": piece})
    except ModelFailed as error:
        yield next_event("error", _refusal(error, who))
    try:
        turn = await run_in_threadpool(exchange.keep)
    except SaegimError as error:
        # A session of another persona, a full disk: too late for a status, not for a word.
        yield next_event("error", _refusal(error, who))
        return
    felt = await run_in_threadpool(exchange.emotions)
    yield next_event("emotion", {name: _felt(one) for name, one in felt.items()})
    yield next_event("remembered", {"turnId": turn.id, "sessionId": turn.session_id})
    whole = exchange.offline or not (exchange.cause or exchange.interrupted)
    yield next_event("done", {"success": whole, "reply": exchange.reply, "offline": exchange.offline})
