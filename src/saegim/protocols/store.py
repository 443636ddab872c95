"""The whole installation: its users, personas, who has work due, and who may come in."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from saegim.models import (
    Persona,
    UserRecord,
)
from saegim.protocols.user import UserStore


@dataclass(frozen=True, slots=True)
class AccessKey:
    """A key as the store knows it: what it may do, and a salted hash of its secret."""

    id: str
    role: str
    user_id: str | None
    name: str
    salt: bytes
    hash: bytes
    created_at: datetime
    expires_at: datetime | None = None
    revoked_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class KeptAnswer:
    """What was answered to a request that came again; `status` None while someone is still at it."""

    fingerprint: bytes
    status: int | None
    headers: dict[str, str]
    body: bytes


class Store(Protocol):
    """All users."""

    def user(self, user_id: str) -> AbstractContextManager[UserStore]:
        """The user's data, made on first use, held open meanwhile."""
        ...

    def exists(self, user_id: str) -> bool: ...

    def users(self, *, limit: int, offset: int) -> list[UserRecord]: ...

    def count_users(self) -> int: ...

    def erase(self, user_id: str) -> bool:
        """Destroy the user's key and data; whether there was such a user."""
        ...

    def put_persona(self, persona: Persona) -> None: ...

    def persona(self, persona_id: str) -> Persona | None: ...

    def personas(self) -> list[Persona]: ...

    def mark_due(self, user_id: str, task: str, at: datetime) -> None:
        """Remember that this user has work. Call it inside that user's `write()`."""
        ...

    def lease_due(self, task: str, now: datetime, lease_s: float, owner: str) -> str | None:
        """One user whose work is due and not taken by someone else, taken for `lease_s`."""
        ...

    def finish_due(self, user_id: str, task: str, owner: str, *, again_at: datetime | None = None) -> None:
        """Take the mark away, or move it to `again_at`. Only for the owner of the lease.

        Taking it away happens inside that user's `write()`, after looking that nothing is left: then no
        work can slip in between.
        """
        ...

    def count_due(self, task: str, now: datetime | None = None) -> int:
        """Users with work due by `now`, taken or not; None: at any time."""
        ...

    def check(self) -> list[str]: ...

    def close(self) -> None: ...

    def open_files(self) -> int:
        """How many users are held open now."""
        ...

    # Who may come in.

    def put_key(self, key: AccessKey) -> None: ...

    def key(self, key_id: str) -> AccessKey | None: ...

    def keys(self) -> list[AccessKey]:
        """Every key ever made, oldest first, revoked ones too; those of an erased user are gone."""
        ...

    def revoke_key(self, key_id: str, at: datetime) -> bool:
        """Whether there was such a key. A key stays revoked since the first time."""
        ...

    # Requests that may come twice.

    def claim_answer(
        self,
        request: bytes,
        *,
        user_id: str | None,
        fingerprint: bytes,
        now: datetime,
        lease_s: float,
        keep_s: float,
    ) -> KeptAnswer | datetime:
        """What is known of the request; or a time, and it is the caller's to do, within `lease_s`.

        The time is when it was first claimed, also where another died at it and the caller goes on.
        """
        ...

    def keep_answer(self, request: bytes, status: int, headers: dict[str, str], body: bytes) -> None: ...

    def hold_answers(self, requests: Sequence[bytes], until: datetime) -> None:
        """Say that these requests are still being worked on; or, up to now, that they no longer are."""
        ...

    def give_up_answer(self, request: bytes) -> None:
        """Leave a claimed request to whoever comes next."""
        ...
