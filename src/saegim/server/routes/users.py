"""Users: who is remembered, who is calling, and the end of it all."""

from __future__ import annotations

from fastapi import Response

from saegim.errors import NotFound
from saegim.models import Stats, UserRecord
from saegim.server.admission import Knows, Looks, Manages, Writes
from saegim.server.answers import answer, page
from saegim.server.queries import Confirm, Id, Limit, Offset
from saegim.server.schemas import listing, router_for, wrapped

router = router_for("/api/v1", "users")
_ERASED = wrapped("UserErased", erased=bool, user=str)
_CLEARED = wrapped("UserCleared", cleared=str, turns=int)


@router.get("/me", response_model=wrapped("Me", role=str, user=str | None, name=str))
def me(who: Knows) -> Response:
    """Who this token is."""
    caller = who.caller
    return answer({"role": caller.role, "user": caller.user_id, "name": caller.name})


@router.get("/users", response_model=listing("users", UserRecord))
def users(who: Looks, limit: Limit = 100, offset: Offset = 0) -> Response:
    """Known users, oldest first."""
    return page("users", who.saegim.users(limit=limit + 1, offset=offset), limit, offset)


@router.get("/users/{user_id}", response_model=wrapped("UserWithStats", user=str, stats=Stats))
def user(user_id: Id, who: Looks) -> Response:
    """One user and their totals."""
    if not who.saegim.exists(user_id):
        raise NotFound("user", user_id)
    found = who.saegim.user(user_id)
    return answer({"user": found.id, "stats": found.stats()})


@router.delete("/users/me", response_model=_ERASED)
def erase_me(who: Writes, confirm: Confirm = False) -> Response:
    """Destroy the key and the file of the user meant, their tokens too."""
    person = who.user()
    return answer({"erased": person.erase(confirm=confirm), "user": person.id})


@router.delete("/users/{user_id}", response_model=_ERASED)
def erase(user_id: Id, who: Manages, confirm: Confirm = False) -> Response:
    """Destroy a user's key and file for good, their tokens too."""
    if not who.saegim.exists(user_id):
        raise NotFound("user", user_id)
    person = who.saegim.user(user_id)
    return answer({"erased": person.erase(confirm=confirm), "user": person.id})


@router.post("/users/me/clear", response_model=_CLEARED)
def clear(who: Writes, confirm: Confirm = False) -> Response:
    """Remove everything said and known; the user remains."""
    person = who.user()
    return answer({"cleared": person.id, "turns": person.clear(confirm=confirm)})
