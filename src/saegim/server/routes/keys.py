"""Keys: made, listed without their secrets, revoked."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any, Literal

from fastapi import Response
from pydantic import Field

from saegim.protocols import AccessKey
from saegim.server.admission import Admins
from saegim.server.answers import answer
from saegim.server.queries import Id
from saegim.server.schemas import Body, router_for, wrapped

router = router_for("/api/v1/keys", "keys")
_KNOWN = {
    "id": str,
    "role": str,
    "user": str | None,
    "name": str,
    "created_at": datetime,
    "expires_at": datetime | None,
    "revoked_at": datetime | None,
}
_KEY = wrapped("Key", **_KNOWN)


class NewKeyBody(Body):
    role: Literal["admin", "service", "user", "read-only"]
    user: str | None = None
    name: str = ""
    days: Annotated[float, Field(gt=0, le=36500)] | None = None


def describe(key: AccessKey) -> dict[str, Any]:
    """What may be shown of a key."""
    return {
        "id": key.id,
        "role": key.role,
        "user": key.user_id,
        "name": key.name,
        "createdAt": key.created_at,
        "expiresAt": key.expires_at,
        "revokedAt": key.revoked_at,
    }


@router.post("", status_code=201, response_model=wrapped("NewKey", key=str, **_KNOWN))
def create(body: NewKeyBody, who: Admins) -> Response:
    """A new key. It is shown here and never again."""
    made = who.house.keys.create(body.role, user=body.user, name=body.name, days=body.days)
    return answer({"key": made.key, **describe(made.known)}, status=201)


@router.get("", response_model=wrapped("Keys", keys=list[_KEY]))  # type: ignore[valid-type]
def keys(who: Admins) -> Response:
    """Every key, oldest first, revoked ones too."""
    return answer({"keys": [describe(key) for key in who.house.keys.all()]})


@router.delete("/{key_id}", response_model=wrapped("KeyRevoked", revoked=str))
def revoke(key_id: Id, who: Admins) -> Response:
    """From now on nobody comes in with it."""
    who.house.keys.revoke(key_id)
    return answer({"revoked": key_id})
