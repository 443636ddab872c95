"""What went wrong with a language model, in words that name neither the key nor what was said."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from saegim.errors import ModelFailed

_WORTH_RETRYING = frozenset({408, 409, 425, 429})
_LOOKS_SECRET = re.compile(r"(?:sk-|AIza|Bearer\s+)[\w\-*.]{4,}", re.IGNORECASE)
_ABOUT_SCHEMA = re.compile(
    r"response_?format|json_?\s?schema|structured|grammar|output_?(?:config|format)|response_?schema",
    re.IGNORECASE,
)
_LONGEST = 200
# This many letters in a row from the conversation are a quotation of it.
_QUOTATION = 12
# Whose exceptions may come through when an answer is no answer; anything else is a fault of ours.
_THEIRS = frozenset(
    {"anthropic", "google", "httpcore", "httpcore2", "httpx", "httpx2", "openai", "pydantic", "json"}
)


def timed_out(model: str, limit_s: float) -> ModelFailed:
    """No answer came in time."""
    return ModelFailed(model, f"no answer within {limit_s:g} s", passing=True, outcome="timeout")


def refused(model: str) -> ModelFailed:
    """The provider or the model declined, and will again."""
    return ModelFailed(model, "the provider refused to answer", passing=False, outcome="refused")


def explain(
    error: BaseException, model: str, *, limit_s: float, secret: str | None, said: Sequence[str]
) -> ModelFailed | None:
    """The failure an exception of the provider's library stands for; None when it is not one of theirs.

    `said` is the conversation: a provider's own message that repeats it is left out.
    """
    from pydantic_ai import exceptions as theirs

    if isinstance(error, TimeoutError | theirs.ModelTimeoutError | theirs.ModelRequestTimeout):
        return timed_out(model, limit_s)
    if isinstance(error, theirs.ContentFilterError):
        return refused(model)
    if isinstance(error, theirs.ModelHTTPError):
        status = error.status_code
        # What a server says about a key may hold the key.
        detail = "" if status in (401, 403) else _told(error.body, secret, said)
        return ModelFailed(
            model,
            f"HTTP {status}" + (f": {detail}" if detail else ""),
            passing=status in _WORTH_RETRYING or status >= 500,
            outcome=f"http_{status}",
            retry_after_s=error.retry_after,
        )
    if isinstance(error, theirs.ModelConnectionError | OSError):
        return ModelFailed(model, "the connection failed or broke off", passing=True, outcome="unreachable")
    if isinstance(error, theirs.UserError):
        return ModelFailed(model, _clean(str(error), secret, said), passing=False, outcome="settings")
    if isinstance(error, theirs.AgentRunError) or type(error).__module__.split(".")[0] in _THEIRS:
        return ModelFailed(
            model, f"an answer that is none ({type(error).__name__})", passing=True, outcome="bad_response"
        )
    return None


def refuses_schema(error: BaseException) -> bool:
    """Whether the server turned a request down because it asked for structured output."""
    from pydantic_ai.exceptions import ModelHTTPError

    return (
        isinstance(error, ModelHTTPError)
        and error.status_code in (400, 404, 415, 422, 501)
        and _ABOUT_SCHEMA.search(_message(error.body)) is not None
    )


def _told(body: object, secret: str | None, said: Sequence[str]) -> str:
    message = _message(body)
    return "" if message.lstrip().startswith("<") else _clean(message, secret, said)


def _message(body: object) -> str:
    """The sentence for people in a provider's error, wherever that provider puts it."""
    for _ in range(4):
        if isinstance(body, list) and body:
            body = body[0]
        if not isinstance(body, Mapping):
            break
        body = body.get("error") or body.get("message") or body.get("detail") or ""
    return body if isinstance(body, str) else ""


def _clean(message: str, secret: str | None, said: Sequence[str]) -> str:
    if secret:
        message = message.replace(secret, "***")
    message = " ".join(_LOOKS_SECRET.sub("***", message).split())
    spoken = [" ".join(text.split()) for text in said]
    starts = range(max(0, len(message) - _QUOTATION + 1))
    if any(message[start : start + _QUOTATION] in text for start in starts for text in spoken):
        return ""
    return message[:_LONGEST]
