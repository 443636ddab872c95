"""What concerns the installation, as requests."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from saegim import models
from saegim.client.calls import Call, as_is, given, many, one, part, path, verb


class ServerVerbs:
    """Health, users, personas, keys."""

    @verb
    def health(self) -> Call[dict[str, Any]]:
        """Whether everything works, and what is degraded."""
        return Call("GET", "/health", as_is)

    @verb
    def me(self) -> Call[dict[str, Any]]:
        """Who this token is."""
        return Call("GET", path("me"), as_is)

    @verb
    def users(self, *, limit: int = 100, offset: int = 0) -> Call[list[models.UserRecord]]:
        """Known users, oldest first."""
        query = {"limit": limit, "offset": offset}
        return Call("GET", path("users"), many("users", models.UserRecord), query)

    @verb
    def personas(self) -> Call[list[models.Persona]]:
        """Known AI characters."""
        return Call("GET", path("personas"), many("personas", models.Persona))

    @verb
    def put_persona(
        self,
        persona_id: str,
        *,
        name: str,
        system_prompt: str = "",
        metadata: Mapping[str, Any] | None = None,
    ) -> Call[models.Persona]:
        """Make or change an AI character."""
        body = given(name=name, system_prompt=system_prompt, metadata=metadata)
        return Call("PUT", path("personas", persona_id), one(models.Persona), body=body)

    @verb
    def create_key(
        self, role: str, *, user: str | None = None, name: str = "", days: float | None = None
    ) -> Call[str]:
        """A new key, shown this once."""
        body = given(role=role, user=user, name=name, days=days)
        return Call("POST", path("keys"), part("key"), body=body)

    @verb
    def revoke_key(self, key_id: str) -> Call[None]:
        """From now on nobody comes in with it."""
        return Call("DELETE", path("keys", key_id), lambda _: None)

    @verb
    def drain(self) -> Call[int]:
        """Finish the background work that is due now."""
        return Call("POST", path("maintenance", "drain"), part("users"))
