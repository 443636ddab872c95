"""The language model's own service, for requests that are passed on as they are."""

from __future__ import annotations

from typing import Any

from saegim.settings import Settings

# Where each provider speaks OpenAI's protocol.
_ADDRESSES = {
    "openai": "https://api.openai.com/v1",
    "anthropic": "https://api.anthropic.com/v1",
    "google": "https://generativelanguage.googleapis.com/v1beta/openai",
    "ollama": "http://127.0.0.1:11434/v1",
}
# Names that mean "whatever is set".
OURS = ("", "saegim", "default")


def model_name(settings: Settings) -> str | None:
    """The model that is set, as its provider calls it; None when there is none."""
    if settings.model == "none":
        return None
    return settings.model.partition(":")[2]


def address(settings: Settings, path: str) -> str:
    """Where to ask. Ollama's own address is understood as well as its OpenAI-compatible one."""
    scheme = settings.model.partition(":")[0]
    base = (settings.model_base_url or _ADDRESSES.get(scheme, _ADDRESSES["openai"])).rstrip("/")
    if scheme == "ollama" and not base.endswith("/v1"):
        base += "/v1"
    return f"{base}{path}"


def headers(settings: Settings) -> dict[str, str]:
    """Our key for it; the caller's own token goes no further than here."""
    return {} if settings.model_api_key is None else {"Authorization": f"Bearer {settings.model_api_key}"}


def text_of(content: object) -> str:
    """The words of a message, whose content may be a list of parts."""
    if isinstance(content, str):
        return content
    if not isinstance(content, list):
        return ""
    parts = [part for part in content if isinstance(part, dict) and part.get("type") == "text"]
    return "\n".join(part["text"] for part in parts if isinstance(part.get("text"), str))


def asked_in(messages: list[dict[str, Any]]) -> str:
    """What the person said last; empty when they said nothing."""
    said = [text_of(one.get("content")) for one in messages if one.get("role") == "user"]
    return said[-1].strip() if said else ""


def with_memory(messages: list[dict[str, Any]], remembered: list[dict[str, str]]) -> list[dict[str, Any]]:
    """The caller's messages with what we remember between its own instructions and its conversation.

    What the caller's conversation holds already is not said twice.
    """
    known = {(one.get("role"), text_of(one.get("content"))) for one in messages}
    start = 0
    while start < len(messages) and messages[start].get("role") in ("system", "developer"):
        start += 1
    added = [one for one in remembered if (one["role"], one["content"]) not in known]
    return [*messages[:start], *added, *messages[start:]]
