"""OpenAI's protocol in front of the language model that is set: recall before, remember after."""

from __future__ import annotations

import json
import logging
import time
from collections.abc import AsyncIterator
from contextlib import ExitStack
from dataclasses import dataclass, field
from typing import Annotated, Any

import httpx
from fastapi import Header, Response
from pydantic import BaseModel, ConfigDict, Field
from starlette.concurrency import run_in_threadpool

from saegim import inputs
from saegim.chatting import offline_reply
from saegim.errors import InvalidInput, ModelFailed, SaegimError
from saegim.ids import new_id
from saegim.models import Context, Turn
from saegim.server.admission import Converses, Knows, Visitor
from saegim.server.answers import answer
from saegim.server.schemas import router_for
from saegim.server.streams import EventStream, Line
from saegim.server.upstream import OURS, address, asked_in, headers, model_name, with_memory

router = router_for("/v1", "openai", contract="openai")
logger = logging.getLogger("saegim.server.openai")
OFFLINE = "saegim-offline"
_DATA = "data:"
# A list of names is not worth a reply's patience.
_MODELS_S = 5.0
_STREAM_OR_JSON: dict[int | str, dict[str, Any]] = {
    200: {
        "description": "A completion, or its chunks as events.",
        "content": {
            "application/json": {"schema": {"type": "object"}},
            "text/event-stream": {},
        },
    }
}


class ChatMessage(BaseModel):
    model_config = ConfigDict(extra="allow", strict=True)
    role: str
    content: str | list[dict[str, Any]] | None = None


class Completion(BaseModel):
    """Any parameter of the provider is passed on; `user` names the person."""

    model_config = ConfigDict(extra="allow", strict=True)
    messages: Annotated[list[ChatMessage], Field(min_length=1, max_length=10_000)]
    model: str = ""
    stream: bool = False
    user: str | None = None


@dataclass(slots=True)
class Talk:
    """A request on its way: what the person said, what was remembered, what is answered."""

    who: Visitor
    persona: str | None
    session: str | None
    asked: str
    context: Context | None
    # What was kept when this request came before, if it did.
    turn: Turn | None = None
    said: list[str] = field(default_factory=list)
    called_tools: bool = False
    # What is noted beside the turn; nothing once the model has come to its end.
    how: str = "interrupted"

    def keep(self) -> None:
        """Record the exchange, unless the model only asked for tools: then its answer is still to come."""
        reply = "".join(self.said)
        if self.turn is not None or not self.asked or (self.called_tools and not reply.strip()):
            return
        with self.who.house.step("record"):
            self.who.user(self.persona).record(
                self.asked,
                reply if reply.strip() else "",
                metadata={"reply": self.how} if self.how else {},
                session=self.session,
                id=self.who.own_id("t"),
            )

    def hear(self, choice: dict[str, Any], part: str) -> None:
        """Take note of a choice of the answer, whole (`message`) or a piece (`delta`)."""
        said = choice.get(part) or {}
        if isinstance(said.get("content"), str):
            self.said.append(said["content"])
        self.called_tools = self.called_tools or bool(said.get("tool_calls"))
        if choice.get("finish_reason") is not None:
            self.how = ""


def _prepare(body: Completion, who: Visitor, persona: str | None, session: str | None) -> Talk:
    if session is not None:
        # Looked at now: once the provider has answered it is too late to refuse.
        inputs.check_id("session", session)
    asked = asked_in([message.model_dump() for message in body.messages])
    context = None
    own_id = who.own_id("t")
    before = who.user(persona).find_turn(own_id) if own_id is not None else None
    if before is not None:
        return Talk(who, persona, session, asked, context, before)
    if asked:
        with who.house.step("context"):
            context = who.user(persona).context(asked)
        who.house.metrics.context_tokens.observe(context.tokens)
        who.house.metrics.recalled(len(context.hits))
    return Talk(who, persona, session, asked, context)


@router.post("/chat/completions", response_class=Response, responses=_STREAM_OR_JSON)
async def complete(
    body: Completion,
    who: Converses,
    x_saegim_persona: Annotated[str | None, Header()] = None,
    x_saegim_session: Annotated[str | None, Header()] = None,
) -> Response:
    """A completion by the model that is set, with what we remember added; tools are passed through."""
    talk = await run_in_threadpool(_prepare, body, who, x_saegim_persona, x_saegim_session)
    if talk.turn is not None and talk.turn.metadata.get("reply") != "offline":
        return _told(body, talk, talk.turn.assistant, model_name(who.saegim.settings) or OFFLINE)
    if talk.turn is not None or model_name(who.saegim.settings) is None:
        return await _offline(body, talk)
    request = _passed_on(body, talk)
    return await (_stream(request, talk) if body.stream else _whole(request, talk))


def _passed_on(body: Completion, talk: Talk) -> httpx.Request:
    settings = talk.who.saegim.settings
    sent = body.model_dump(exclude={"user"}, exclude_unset=True)
    remembered = [] if talk.context is None else list(talk.context.messages[:-1])
    sent["messages"] = with_memory(sent["messages"], remembered)
    sent["model"] = model_name(settings) if body.model in (*OURS, settings.model) else body.model
    try:
        encoded = json.dumps(sent).encode()
    except ValueError as error:
        raise InvalidInput("messages", "cannot be written as JSON", code="request_invalid") from error
    return talk.who.house.upstream.build_request(
        "POST",
        address(settings, "/chat/completions"),
        headers={**headers(settings), "Content-Type": "application/json"},
        content=encoded,
    )


async def _send(request: httpx.Request, talk: Talk, *, stream: bool) -> httpx.Response:
    try:
        return await talk.who.house.upstream.send(request, stream=stream)
    except httpx.HTTPError as error:
        talk.who.house.metrics.model_failures.inc()
        logger.warning("the language model gave no reply: %s", type(error).__name__)
        # Its text may hold the address, and that a key.
        raise ModelFailed(talk.who.saegim.settings.model, type(error).__name__) from error


def _account(talk: Talk, usage: object) -> None:
    if isinstance(usage, dict):
        counts = [usage.get(name) for name in ("prompt_tokens", "completion_tokens")]
        read, written = (count if isinstance(count, int) else 0 for count in counts)
        talk.who.house.metrics.spent(read, written)


async def _whole(request: httpx.Request, talk: Talk) -> Response:
    with talk.who.house.step("reply"):
        response = await _send(request, talk, stream=False)
    content_type = response.headers.get("content-type", "application/json")
    if response.status_code == 200:
        try:
            document = response.json()
            for choice in document["choices"][:1]:
                talk.hear(choice, "message")
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            raise ModelFailed(talk.who.saegim.settings.model, "not a completion", passing=False) from error
        _account(talk, document.get("usage"))
        await run_in_threadpool(talk.keep)
    # What the provider refuses, it explains itself.
    return Response(
        response.content, status_code=response.status_code, headers={"Content-Type": content_type}
    )


async def _stream(request: httpx.Request, talk: Talk) -> Response:
    with ExitStack() as stack:
        line = Line(talk.who)
        stack.callback(line.close)
        stack.callback(talk.who.house.begin("reply"))
        response = await _send(request, talk, stream=True)
        if response.status_code != 200:
            content = await response.aread()
            await response.aclose()
            kind = response.headers.get("content-type", "application/json")
            return Response(content, status_code=response.status_code, headers={"Content-Type": kind})
        over = stack.pop_all()

    async def at_end() -> None:
        over.close()
        await response.aclose()
        await _keep_late(talk)

    return EventStream(_relayed(response, talk, line), at_end)


async def _keep_late(talk: Talk) -> None:
    """Keep what was said once the answer is out; a refusal now can only be noted."""
    try:
        await run_in_threadpool(talk.keep)
    except SaegimError as error:
        logger.warning("a streamed turn was not kept: %s", error.code)


async def _relayed(response: httpx.Response, talk: Talk, line: Line) -> AsyncIterator[bytes]:
    """The provider's events as they come, listened to on the way."""
    beat = time.monotonic()
    try:
        async for row in response.aiter_lines():
            _listen(row, talk)
            if time.monotonic() - beat > 10:
                line.keep()
                beat = time.monotonic()
            yield f"{row}\n".encode()
    except httpx.HTTPError as error:
        talk.who.house.metrics.model_failures.inc()
        logger.warning("the language model broke off: %s", type(error).__name__)
        failed = {
            "message": type(error).__name__,
            "type": "server_error",
            "param": None,
            "code": "model_failed",
        }
        yield f"data: {json.dumps({'error': failed})}\n\n".encode()


def _listen(row: str, talk: Talk) -> None:
    if not row.startswith(_DATA):
        return
    try:
        chunk = json.loads(row[len(_DATA) :])
        _account(talk, chunk.get("usage"))
        for choice in (chunk.get("choices") or [])[:1]:
            talk.hear(choice, "delta")
    except (ValueError, AttributeError, TypeError):
        # "[DONE]", or something only the caller understands.
        return


# Without a language model.


async def _offline(body: Completion, talk: Talk) -> Response:
    saegim = talk.who.saegim
    hits = await run_in_threadpool(talk.who.user(talk.persona).recall, talk.asked) if talk.asked else []
    reply = offline_reply(hits, saegim.settings.language)
    # The reply repeats memories, and would be recalled as one: only the person's words are kept.
    talk.how = "offline"
    if not body.stream:
        await run_in_threadpool(talk.keep)
    return _told(body, talk, reply, OFFLINE)


def _told(body: Completion, talk: Talk, reply: str, model: str) -> Response:
    """A completion in the protocol's form that no provider made."""
    now = talk.who.saegim.clock.now()
    base = {
        "id": new_id("chatcmpl", now),
        "created": int(now.timestamp()),
        "model": model,
        "system_fingerprint": "offline" if model == OFFLINE else None,
    }
    if not body.stream:
        tokens = 0 if talk.context is None else talk.context.tokens
        choice = {
            "index": 0,
            "message": {"role": "assistant", "content": reply},
            "logprobs": None,
            "finish_reason": "stop",
        }
        usage = {"prompt_tokens": tokens, "completion_tokens": 0, "total_tokens": tokens}
        return answer({**base, "object": "chat.completion", "choices": [choice], "usage": usage})
    line = Line(talk.who)

    async def at_end() -> None:
        line.close()
        await _keep_late(talk)

    async def chunks() -> AsyncIterator[bytes]:
        for delta, reason in (({"role": "assistant", "content": reply}, None), ({}, "stop")):
            choice = {"index": 0, "delta": delta, "logprobs": None, "finish_reason": reason}
            chunk = {**base, "object": "chat.completion.chunk", "choices": [choice]}
            yield f"data: {json.dumps(chunk, ensure_ascii=False)}\n\n".encode()
        yield b"data: [DONE]\n\n"

    return EventStream(chunks(), at_end)


@router.get("/models", response_model=dict[str, Any])
async def models(who: Knows) -> Response:
    """The models of the provider that is set, or the one that is set when it does not tell."""
    settings = who.saegim.settings
    configured = model_name(settings)
    if configured is not None:
        try:
            found = await who.house.upstream.get(
                address(settings, "/models"), headers=headers(settings), timeout=_MODELS_S
            )
            if found.status_code == 200 and isinstance(found.json().get("data"), list):
                return Response(found.content, media_type="application/json")
        except (httpx.HTTPError, ValueError, AttributeError):
            pass
    model = {"id": configured or OFFLINE, "object": "model", "created": 0, "owned_by": "saegim"}
    return answer({"object": "list", "data": [model]})
