"""What was said, to whom, and its summary."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime

from saegim.models.json import JsonObject


@dataclass(frozen=True, slots=True)
class Persona:
    """An AI character people talk to."""

    id: str
    name: str
    system_prompt: str = ""
    metadata: JsonObject = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Session:
    """A conversation: open until `ended_at`."""

    id: str
    persona: str | None
    started_at: datetime
    last_at: datetime
    ended_at: datetime | None = None
    turn_count: int = 0


@dataclass(frozen=True, slots=True)
class Message:
    """One utterance: the verbatim unit that is indexed and recalled."""

    id: str
    turn_id: str
    session_id: str
    role: str
    content: str
    at: datetime
    name: str | None = None
    metadata: JsonObject = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Turn:
    """One exchange, as it was said."""

    id: str
    session_id: str
    persona: str | None
    at: datetime
    messages: tuple[Message, ...]
    metadata: JsonObject = field(default_factory=dict)

    @property
    def user(self) -> str:
        """What the person said, or an empty string."""
        return self._said_by("user")

    @property
    def assistant(self) -> str:
        """What the AI said, or an empty string."""
        return self._said_by("assistant")

    def _said_by(self, role: str) -> str:
        return "\n".join(m.content for m in self.messages if m.role == role)


@dataclass(frozen=True, slots=True)
class Summary:
    """A rolling summary of a conversation up to and including `through_turn`."""

    id: str
    persona: str | None
    session_id: str | None
    content: str
    at: datetime
    summarized_turns: int
    through_turn: str | None = None
