"""What goes out: nouns as JSON, errors in the form each contract documents."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import msgspec
from fastapi import Response

from saegim import errors
from saegim.errors import SaegimError
from saegim.wire import camel, to_wire

JSON = "application/json"
# In the order they are looked at: the first that fits says the status.
_STATUS: tuple[tuple[type[SaegimError], int], ...] = (
    (errors.ConfirmationNeeded, 400),
    (errors.InvalidInput, 422),
    (errors.SettingsError, 422),
    (errors.NotFound, 404),
    (errors.VersionConflict, 409),
    (errors.MemoryLimitReached, 409),
    (errors.Unauthorized, 401),
    (errors.Forbidden, 403),
    (errors.TooManyRequests, 429),
    (errors.ServerBusy, 503),
    (errors.RequestTooLarge, 413),
    (errors.RequestTimeout, 504),
    (errors.MissingExtra, 501),
    (errors.ModelFailed, 502),
    (errors.EmbedderFailed, 502),
    (errors.DiskFull, 507),
    (errors.StoreBusy, 503),
    (errors.ReadOnlyStore, 503),
    (errors.StoreClosed, 503),
)
# Names the second document gives to errors; the others are ours in its spelling.
_KNOCK = {"summary_failed": "LLM_SUMMARY_FAILED"}
_OPENAI_TYPES = {
    401: "authentication_error",
    403: "permission_error",
    404: "not_found_error",
    429: "rate_limit_error",
}
_QUALITY = re.compile(r"\s*([a-zA-Z*-]+)\s*(?:;\s*q\s*=\s*([0-9.]+))?\s*")


def answer(noun: Any, *, status: int = 200, headers: Mapping[str, str] | None = None) -> Response:
    """The noun, or a mapping of nouns, as JSON."""
    return Response(
        msgspec.json.encode(to_wire(noun)),
        status_code=status,
        media_type=JSON,
        headers=None if headers is None else dict(headers),
    )


def page(name: str, found: list[Any], limit: int, offset: int, **more: Any) -> Response:
    """A page of at most `limit` of the nouns found; one more than that says there are more."""
    return answer(
        {name: found[:limit], "limit": limit, "offset": offset, "hasMore": len(found) > limit, **more}
    )


def contract_of(path: str) -> str:
    """Whose form an answer under this path has."""
    if path.startswith("/v1/"):
        return "openai"
    if path == "/memory" or path.startswith("/memory/"):
        return "luna"
    if path.startswith(("/api/v1/memory/", "/api/v1/chat/")):
        return "knock"
    return "native"


def preferred_language(header: str | None, default: str) -> str:
    """ko or en, whichever of them the Accept-Language header likes best."""
    best, best_quality = default, 0.0
    for part in (header or "")[:500].split(","):
        found = _QUALITY.fullmatch(part)
        if found is None:
            continue
        name = found[1].lower().split("-")[0]
        try:
            quality = float(found[2] or 1)
        except ValueError:
            continue
        if name in ("ko", "en") and quality > best_quality:
            best, best_quality = name, quality
    return best


def status_of(error: SaegimError) -> int:
    """The HTTP status of an error."""
    if isinstance(error, errors.RepeatedRequest):
        return 409 if error.running else 422
    if isinstance(error, errors.RequestTimeout) and error.what == "body":
        return 408
    return next((status for kind, status in _STATUS if isinstance(error, kind)), 500)


def refuse(error: SaegimError, *, path: str, language: str, request_id: str) -> Response:
    """The error in the form its contract documents."""
    status = status_of(error)
    code, ko, en = error.code, _public(error, error.ko), _public(error, error.en)
    message = ko if language == "ko" else en
    contract = contract_of(path)
    body: dict[str, Any]
    if contract == "knock":
        body = {"success": False, "error": _KNOCK.get(code, code.upper()), "message": message}
    elif contract == "luna":
        body = {"detail": message, "code": code}
    elif contract == "openai":
        kind = _OPENAI_TYPES.get(status, "invalid_request_error" if status < 500 else "server_error")
        body = {"error": {"message": message, "type": kind, "param": _field(error), "code": code}}
    else:
        details = {"code": code, "message": message, "messageKo": ko, "messageEn": en}
        body = {"error": {**details, **_data(error), "requestId": request_id}}
    return Response(
        msgspec.json.encode(to_wire(body)), status_code=status, media_type=JSON, headers=_headers(error)
    )


def _public(error: SaegimError, said: str) -> str:
    """What may be told: where our files lie is nobody's business."""
    if isinstance(error, errors.StoreError):
        said = said.removesuffix(f": {error.path}")
    # Half a surrogate pair somebody sent cannot be sent back.
    return said.encode("utf-8", "replace").decode()


def _field(error: SaegimError) -> str | None:
    return _plain(error.field) if isinstance(error, errors.InvalidInput) else None


def _plain(text: str) -> str:
    return text.encode("utf-8", "replace").decode()


def _data(error: SaegimError) -> dict[str, Any]:
    """The error's own data, as programs may need it."""
    hidden = {"en", "ko", "code", "path", "cause", "url"}
    return {
        camel(name): _plain(value) if isinstance(value, str) else value
        for name, value in vars(error).items()
        if name not in hidden and isinstance(value, str | int | float | bool)
    }


def _headers(error: SaegimError) -> dict[str, str]:
    if isinstance(error, errors.Unauthorized):
        return {"WWW-Authenticate": "Bearer"}
    if isinstance(error, errors.TooManyRequests | errors.ServerBusy):
        return {"Retry-After": str(max(1, -int(-error.retry_after_s // 1)))}
    if isinstance(error, errors.StoreBusy) or (isinstance(error, errors.RepeatedRequest) and error.running):
        return {"Retry-After": "1"}
    return {}
