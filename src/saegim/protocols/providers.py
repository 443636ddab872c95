"""What computes, tells the time or holds the key: clock, key provider, embedder, language model."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Protocol

from saegim.models import (
    JsonObject,
)

if TYPE_CHECKING:
    from saegim.protocols.vectors import Vectors


class Clock(Protocol):
    """Where "now" comes from. Always aware."""

    def now(self) -> datetime: ...


class KeyProvider(Protocol):
    """Wraps and unwraps the random key of each user: a local master key, or a KMS."""

    def wrap(self, key: bytes, *, context: bytes) -> bytes: ...

    def unwrap(self, wrapped: bytes, *, context: bytes) -> bytes: ...


class Embedder(Protocol):
    """Texts to unit vectors. `name` identifies the vector space, version included."""

    @property
    def name(self) -> str: ...

    def embed(self, texts: Sequence[str], *, query: bool = False) -> Vectors:
        """One L2-normalised row per text. `query` marks questions, for spaces that tell them apart."""
        ...


@dataclass(frozen=True, slots=True)
class Reply:
    """What a language model said and what it cost."""

    text: str
    input_tokens: int = 0
    output_tokens: int = 0


class LanguageModel(Protocol):
    """Any language model, as far as saegim needs one."""

    @property
    def name(self) -> str: ...

    def reply(self, messages: Sequence[Mapping[str, str]], *, schema: JsonObject | None = None) -> Reply:
        """The model's answer; JSON text that should fit `schema` when one is given.

        One try: `ModelFailed` says what went wrong and whether trying again may help.
        """
        ...

    def stream(self, messages: Sequence[Mapping[str, str]]) -> Iterator[str]:
        """The answer piece by piece, as it comes."""
        ...
