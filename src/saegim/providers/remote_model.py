"""A language model behind an address, through pydantic-ai: synchronous, safe in threads, never late."""

from __future__ import annotations

import json
import re
from collections.abc import AsyncGenerator, Iterator, Mapping, Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Any

from saegim.models import JsonObject
from saegim.protocols import Reply
from saegim.providers.aside import run_aside, stream_aside
from saegim.providers.model_failures import explain, refused, refuses_schema, timed_out
from saegim.settings import ModelSettings

if TYPE_CHECKING:
    from pydantic_ai.messages import ModelMessage, ModelResponse
    from pydantic_ai.models import Model

_OPENAI = "https://api.openai.com/v1"
_OLLAMA = "http://127.0.0.1:11434"
# Names of OpenAI's own models: behind another address they are still theirs, with their parameters.
_OPENAI_NAMES = re.compile(r"(?:gpt-\d|o\d|chatgpt)")
# The SDKs insist on a key where the server does not.
_NO_KEY = "none"

Messages = Sequence[Mapping[str, str]]


class RemoteModel:
    """One try a call, `ModelFailed` when it fails; each call has a connection and an event loop of its own.

    `reply` is held to `timeout_s` altogether, `stream` to `timeout_s` of silence.
    """

    def __init__(
        self,
        scheme: str,
        model: str,
        settings: ModelSettings,
        *,
        base_url: str | None = None,
        api_key: str | None = None,
    ) -> None:
        self.name = f"{scheme}:{model}"
        self._scheme = scheme
        self._model = model
        self._settings = settings
        self._base_url = base_url
        self._api_key = api_key
        # False once the server has turned down structured output: asking every time would cost a round trip.
        self._structured = True

    def reply(self, messages: Messages, *, schema: JsonObject | None = None) -> Reply:
        """The answer, as JSON text where a schema is given; servers without schemas are told in words."""
        self._prepare()
        response = run_aside(lambda: self._ask(messages, schema), self._settings.timeout_s)
        failure = self._failure(response, messages)
        if failure is not None:
            raise failure
        assert not isinstance(response, BaseException)
        if response.finish_reason == "content_filter":
            raise refused(self.name)
        return Reply(
            text="".join(part.content for part in response.parts if part.part_kind == "text"),
            input_tokens=response.usage.input_tokens,
            output_tokens=response.usage.output_tokens,
        )

    def stream(self, messages: Messages) -> Iterator[str]:
        """Pieces of text as they come; closing the iterator ends the call."""
        self._prepare()
        for piece in stream_aside(lambda: self._pieces(messages), self._settings.timeout_s):
            failure = self._failure(piece, messages)
            if failure is not None:
                raise failure
            assert isinstance(piece, str)
            yield piece

    def _prepare(self) -> None:
        """Import what a call needs, outside its limit: the first time takes seconds and is nobody's hang."""
        provider = "openai" if self._scheme == "ollama" else self._scheme
        for module in ("pydantic_ai.direct", f"pydantic_ai.models.{provider}"):
            import_module(module)

    def _failure(self, result: object, messages: Messages) -> BaseException | None:
        """What to raise for a result that is an exception. Not chained: theirs may hold the key."""
        if not isinstance(result, BaseException):
            return None
        limit_s = self._settings.timeout_s
        if isinstance(result, TimeoutError):
            return timed_out(self.name, limit_s)
        said = [message["content"] for message in messages]
        explained = explain(result, self.name, limit_s=limit_s, secret=self._api_key, said=said)
        return explained or result

    async def _ask(self, messages: Messages, schema: JsonObject | None) -> ModelResponse:
        from pydantic_ai.exceptions import ModelHTTPError

        async with self._connected() as model:
            if schema is not None and self._structured and model.profile.get("supports_json_schema_output"):
                try:
                    return await self._request(model, messages, schema)
                except ModelHTTPError as error:
                    if not refuses_schema(error):
                        raise
                self._structured = False
            return await self._request(
                model, messages if schema is None else _in_words(messages, schema), None
            )

    async def _request(
        self, model: Model[Any], messages: Messages, schema: JsonObject | None
    ) -> ModelResponse:
        from pydantic_ai.direct import model_request
        from pydantic_ai.models import ModelRequestParameters
        from pydantic_ai.output import OutputObjectDefinition

        parameters = ModelRequestParameters()
        if schema is not None:
            wanted = OutputObjectDefinition(json_schema=dict(schema), name="answer")
            parameters = ModelRequestParameters(output_mode="native", output_object=wanted)
        return await model_request(
            model, _translated(messages), model_settings=self._options(), model_request_parameters=parameters
        )

    async def _pieces(self, messages: Messages) -> AsyncGenerator[str, None]:
        from pydantic_ai.direct import model_request_stream
        from pydantic_ai.messages import PartDeltaEvent, PartStartEvent, TextPart, TextPartDelta

        async with (
            self._connected() as model,
            model_request_stream(model, _translated(messages), model_settings=self._options()) as response,
        ):
            async for event in response:
                piece = ""
                if isinstance(event, PartStartEvent) and isinstance(event.part, TextPart):
                    piece = event.part.content
                elif isinstance(event, PartDeltaEvent) and isinstance(event.delta, TextPartDelta):
                    piece = event.delta.content_delta
                if piece:
                    yield piece
            if response.finish_reason == "content_filter":
                raise refused(self.name)

    def _options(self) -> Any:
        options: dict[str, Any] = {
            "max_tokens": self._settings.max_output_tokens,
            "timeout": self._settings.timeout_s,
            # Whoever calls decides about a second try, and counts it.
            "max_retries": 0,
        }
        if self._settings.temperature is not None:
            options["temperature"] = self._settings.temperature
        return options

    def _connected(self) -> Model[Any]:
        """A model with a client of its own, closed on leaving it: clients are bound to an event loop."""
        key = self._api_key or _NO_KEY
        if self._scheme == "anthropic":
            from pydantic_ai.models.anthropic import AnthropicModel
            from pydantic_ai.providers.anthropic import AnthropicProvider

            at = self._base_url or "https://api.anthropic.com"
            return AnthropicModel(self._model, provider=AnthropicProvider(api_key=key, base_url=at))
        if self._scheme == "google":
            from pydantic_ai.models.google import GoogleModel
            from pydantic_ai.providers.google import GoogleProvider

            at = self._base_url or "https://generativelanguage.googleapis.com"
            return GoogleModel(self._model, provider=GoogleProvider(api_key=key, base_url=at))
        from pydantic_ai.models.openai import OpenAIChatModel
        from pydantic_ai.profiles.openai import OpenAIModelProfile

        # Compatible servers know `max_tokens`; many know nothing newer.
        plain = OpenAIModelProfile(openai_chat_supports_max_completion_tokens=False)
        if self._scheme == "ollama":
            from pydantic_ai.providers.ollama import OllamaProvider

            at = (self._base_url or _OLLAMA).rstrip("/")
            at = at if at.endswith("/v1") else f"{at}/v1"
            return OpenAIChatModel(
                self._model, provider=OllamaProvider(base_url=at, api_key=key), profile=plain
            )
        from pydantic_ai.providers.openai import OpenAIProvider

        provider = OpenAIProvider(base_url=self._base_url or _OPENAI, api_key=key)
        if self._base_url is None or _OPENAI_NAMES.match(self._model):
            return OpenAIChatModel(self._model, provider=provider)
        return OpenAIChatModel(self._model, provider=provider, profile=plain)


def _translated(messages: Messages) -> list[ModelMessage]:
    """The messages as pydantic-ai's, neighbours of one side together."""
    from pydantic_ai.messages import ModelRequest, ModelResponse, SystemPromptPart, TextPart, UserPromptPart

    translated: list[ModelMessage] = []
    for message in messages:
        content = _encodable(message["content"])
        if message["role"] == "assistant":
            translated.append(ModelResponse(parts=[TextPart(content)]))
            continue
        part = SystemPromptPart(content) if message["role"] == "system" else UserPromptPart(content)
        if translated and isinstance(translated[-1], ModelRequest):
            translated[-1] = ModelRequest(parts=[*translated[-1].parts, part])
        else:
            translated.append(ModelRequest(parts=[part]))
    return translated


def _encodable(text: str) -> str:
    """The text without half characters, which no request can carry."""
    return text.encode("utf-8", "replace").decode("utf-8")


def _in_words(messages: Messages, schema: JsonObject) -> list[dict[str, str]]:
    told = "Answer with JSON only, fitting this JSON schema:\n" + json.dumps(schema, ensure_ascii=False)
    first, *rest = [dict(message) for message in messages]
    if first["role"] == "system":
        return [{**first, "content": f"{first['content']}\n\n{told}"}, *rest]
    return [{"role": "system", "content": told}, first, *rest]
