"""From a setting to a language model."""

from __future__ import annotations

from importlib.util import find_spec

from saegim.errors import MissingExtra, SettingsError
from saegim.protocols import LanguageModel
from saegim.settings import Settings

# The package that speaks each provider's language.
_NEEDS = {"openai": "openai", "anthropic": "anthropic", "google": "google.genai", "ollama": "openai"}
# Providers that answer nobody without a key; at an address of your own, the key is your affair.
_NEEDS_KEY = frozenset({"openai", "anthropic", "google"})


def load_model(settings: Settings) -> LanguageModel | None:
    """The language model the settings name; None when there is to be none.

    Nothing is connected to and nothing heavy is imported before its first use. Keys come from the settings
    alone: a provider's own environment variable is not read, so that no key travels to an address it was not
    meant for.
    """
    name = settings.model
    if name == "none":
        return None
    scheme, _, model = name.partition(":")
    if scheme not in _NEEDS or not model.strip():
        raise SettingsError(
            "model",
            f'{name!r} is not "none", "openai:NAME", "anthropic:NAME", "google:NAME" or "ollama:NAME"',
            f'{name!r}: "none", "openai:이름", "anthropic:이름", "google:이름", "ollama:이름" 중 하나',
        )
    if not _installed("pydantic_ai") or not _installed(_NEEDS[scheme]):
        raise MissingExtra("models", f"model = {name}")
    if scheme in _NEEDS_KEY and not settings.model_base_url and not settings.model_api_key:
        raise SettingsError(
            "model_api_key", f"{name} needs a key", f"{name}을(를) 쓰려면 API 키가 있어야 합니다"
        )
    from saegim.providers.remote_model import RemoteModel

    return RemoteModel(
        scheme,
        model.strip(),
        settings.calling,
        base_url=settings.model_base_url,
        api_key=settings.model_api_key,
    )


def _installed(package: str) -> bool:
    try:
        return find_spec(package) is not None
    except ModuleNotFoundError:
        # The parent of a dotted name is missing.
        return False
