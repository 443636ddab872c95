"""What every part of a user's handle shares: who it is, how to read, how to check."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from typing import TYPE_CHECKING

from saegim import inputs
from saegim.errors import NotFound
from saegim.models import Memory
from saegim.protocols import View

if TYPE_CHECKING:
    from saegim.core import Core


class Handle:
    """One person and at most one persona. Cheap to make; safe in threads.

    `actor` is whoever goes into the audit for what is done with it, unless a call names another.
    """

    def __init__(self, core: Core, user_id: str, persona: str | None, actor: str = "user") -> None:
        self._core = core
        self._limits = core.settings.limits
        self.id = inputs.check_id("user_id", user_id)
        self.persona = None if persona is None else inputs.check_id("persona", persona)
        self._actor = inputs.check_text("actor", actor, self._limits)

    def __repr__(self) -> str:
        return f"User({self.id!r}, persona={self.persona!r})"

    @contextmanager
    def _read(self) -> Iterator[View]:
        with self._core.store.user(self.id) as store, store.read() as view:
            yield view

    def _now(self) -> datetime:
        return self._core.clock.now()

    def _mine(self, persona: str | None) -> bool:
        """Whether something of that persona is this handle's business."""
        return self.persona is None or persona is None or persona == self.persona

    def _own_memory(self, view: View, memory_id: str) -> Memory:
        found = view.memory(inputs.check_lookup("memory_id", memory_id))
        if found is None or not self._mine(found.persona):
            raise NotFound("memory", memory_id)
        return found

    def _check_time(self, field: str, at: datetime | str | None) -> datetime:
        now = self._now()
        if at is None:
            return now
        # In the zone in which it will be read again.
        return inputs.check_time(field, at, now, self._limits).astimezone(self._core.settings.zone)

    def _check_page(self, limit: int, offset: int) -> tuple[int, int]:
        return (
            inputs.check_count("limit", limit, least=1, most=self._limits.page),
            inputs.check_count("offset", offset, least=0, most=2**53),
        )

    def _check_why(self, actor: str | None, reason: str) -> str:
        """Who did it, as it goes into the audit beside the reason."""
        inputs.check_text("reason", reason, self._limits, empty=True)
        return self._actor if actor is None else inputs.check_text("actor", actor, self._limits)

    def _masked(self, text: str) -> str:
        """The text as it may be kept: personal numbers and addresses covered, if the policy says so."""
        if self._core.settings.pii != "mask":
            return text
        from saegim.language.pii import mask_pii

        return mask_pii(text)

    def _pii_flags(self, text: str) -> tuple[str, ...]:
        if self._core.settings.pii == "off":
            return ()
        from saegim.language.pii import pii_flags

        return pii_flags(text)
