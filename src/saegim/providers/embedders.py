"""From a setting to an embedder."""

from __future__ import annotations

from saegim.errors import SettingsError
from saegim.protocols import Embedder
from saegim.settings import Settings


def load_weights(embedder: Embedder | None) -> None:
    """Have an embedder of this machine ready; a service is left alone until somebody asks something."""
    from saegim.providers.bundled import BundledEmbedder
    from saegim.providers.encoder import SaegimEncoder

    if isinstance(embedder, SaegimEncoder | BundledEmbedder):
        embedder.embed(["준비"])


def load_embedder(settings: Settings) -> Embedder | None:
    """The embedder the settings name; None when there is to be none. Weights load on first use."""
    name = settings.embedder
    if name == "none":
        return None
    if name == "bundled":
        from saegim.providers.encoder import SaegimEncoder

        return SaegimEncoder()
    if name == "use":
        from saegim.providers.bundled import BundledEmbedder

        return BundledEmbedder()
    scheme, _, model = name.partition(":")
    if scheme in ("openai", "ollama") and model:
        from saegim.providers.http import HttpEmbedder

        return HttpEmbedder(scheme, model, settings.embedding)
    raise SettingsError(
        "embedder",
        f'{name!r} is not "bundled", "use", "none", "openai:NAME" or "ollama:NAME"',
        f'{name!r}: "bundled", "use", "none", "openai:이름", "ollama:이름" 중 하나여야 합니다',
    )
