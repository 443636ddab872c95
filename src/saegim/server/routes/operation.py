"""Running it: health, metrics, settings, maintenance."""

from __future__ import annotations

from typing import Any

from fastapi import Response

from saegim.errors import SaegimError
from saegim.server.admission import Admins, Anyone, Looks, Manages, Scrapes, Writes
from saegim.server.answers import answer
from saegim.server.metrics import CONTENT_TYPE
from saegim.server.schemas import router_for, wrapped
from saegim.settings import list_settings

router = router_for("", "operation")
_TEXT: dict[int | str, dict[str, Any]] = {200: {"content": {"text/plain": {"schema": {"type": "string"}}}}}
_HEALTH = wrapped("Health", status=str, degraded=list[str])


@router.get("/health", response_model=_HEALTH)
def health(who: Anyone) -> Response:
    """Whether everything works, and what is degraded."""
    found = who.house.health()
    return answer({"status": found["status"], "degraded": found["degraded"]})


@router.get("/health/live", response_model=wrapped("Alive", status=str))
async def live(who: Anyone) -> Response:
    """The process answers."""
    return answer({"status": "ok"})


@router.get("/health/ready", response_model=_HEALTH)
def ready(who: Anyone) -> Response:
    """Whether requests can be served: 503 while the store cannot be reached."""
    try:
        degraded = who.house.health()["degraded"]
    except SaegimError as error:
        return answer({"status": "unready", "degraded": [error.code]}, status=503)
    return answer({"status": "ok", "degraded": degraded})


@router.get(
    "/metrics",
    response_class=Response,
    responses={200: {"content": {"text/plain": {"schema": {"type": "string"}}}}},
)
def metrics(who: Scrapes) -> Response:
    """Counts and times for Prometheus."""
    return Response(who.house.metrics.text(), headers={"Content-Type": CONTENT_TYPE})


@router.get("/api/v1/health", response_model=dict[str, Any])
def whole_health(who: Looks) -> Response:
    """Health with its figures."""
    return answer(who.house.health())


@router.get("/api/v1/settings", response_model=wrapped("Settings", settings=list[dict[str, str]]))
def settings(who: Admins) -> Response:
    """Every setting: its default, its value, what it is for. Secrets are not shown."""
    return answer({"settings": list_settings(who.saegim.settings)})


@router.post("/api/v1/maintenance/drain", response_model=wrapped("Drained", users=int))
def drain(who: Manages) -> Response:
    """Finish the background work that is due now; how many users this process did."""
    return answer({"users": who.saegim.drain()})


@router.post("/api/v1/maintenance/check", response_model=wrapped("Checked", problems=list[str]))
def check(who: Manages) -> Response:
    """Problems of the store itself; empty when sound."""
    return answer({"problems": who.saegim.check()})


@router.post("/api/v1/maintenance/reindex", response_model=wrapped("Reindexing", user=str))
def reindex(who: Writes) -> Response:
    """Have every text of the user analysed and embedded anew, in the background."""
    person = who.user()
    person.reindex()
    return answer({"user": person.id})


@router.post("/api/v1/maintenance/vacuum", response_model=wrapped("Vacuumed", user=str, bytesOnDisk=int))
def vacuum(who: Writes) -> Response:
    """Give the user's unused space back to the disk; the size after."""
    person = who.user()
    return answer({"user": person.id, "bytesOnDisk": person.vacuum()})
