"""One conversation with the server: what to send, when to try again, how to read an error."""

from __future__ import annotations

import os
import secrets
import urllib.parse
from collections.abc import AsyncIterator, Generator, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar

from saegim import errors
from saegim.client.calls import Call, path
from saegim.errors import InvalidInput, MissingExtra, NotFound, SaegimError, StoreClosed, Unreachable

if TYPE_CHECKING:
    import httpx

T = TypeVar("T")

_RETRY = frozenset({408, 429, 502, 503, 504})
_FIRST_PAUSE_S, _LONGEST_PAUSE_S = 0.2, 10.0
# A whole memory is answered once all of it was read.
_FILE_TIMEOUT_S = 600.0
_AT_A_TIME = 1 << 18


@dataclass(frozen=True, slots=True)
class Pause:
    """Wait this long before going on."""

    seconds: float


Steps = Generator["httpx.Request | Pause", Any, T]


class Sender:
    """What both clients are made of."""

    _closed = False

    def __init__(
        self, url: str, token: str, *, timeout_s: float = 60.0, retries: int = 2, language: str | None = None
    ) -> None:
        try:
            import httpx
        except ImportError as error:
            raise MissingExtra("http", "saegim.client") from error
        if not url.startswith(("http://", "https://")):
            raise InvalidInput(
                "url",
                f"must begin with http:// or https://, not {url!r}",
                f"http://나 https://로 시작해야 합니다: {url!r}",
                code="url_invalid",
            )
        self._httpx = httpx
        # A server also tells where its API begins; either is meant.
        self._url = url.rstrip("/").removesuffix("/api/v1")
        self._retries = retries
        self._timeout = httpx.Timeout(timeout_s).as_dict()
        self._headers = {"Authorization": f"Bearer {token}"}
        if language is not None:
            self._headers["Accept-Language"] = language

    def _request(
        self, method: str, where: str, user_id: str | None, query: Any = None, body: Any = None, key: str = ""
    ) -> httpx.Request:
        if self._closed:
            raise StoreClosed(self._url)
        headers = dict(self._headers)
        if user_id is not None:
            headers["X-Saegim-User"] = urllib.parse.quote(user_id)
        if key:
            headers["Idempotency-Key"] = key
        return self._httpx.Request(
            method,
            self._url + where,
            params=query,
            headers=headers,
            json=body,
            extensions={"timeout": self._timeout},
        )

    def _sending(
        self, where: str, user_id: str | None, file: str | os.PathLike[str], key: str
    ) -> httpx.Request:
        """The request whose body is the file, read while it is sent."""

        class Content(self._httpx.SyncByteStream, self._httpx.AsyncByteStream):  # type: ignore[misc, name-defined]
            def __iter__(self) -> Iterator[bytes]:
                with open(file, "rb") as source:
                    while piece := source.read(_AT_A_TIME):
                        yield piece

            async def __aiter__(self) -> AsyncIterator[bytes]:
                for piece in self:
                    yield piece

        request = self._request("POST", where, user_id, key=key)
        request.stream = Content()
        request.headers["Content-Length"] = str(os.path.getsize(file))
        request.headers["Content-Type"] = "application/x-ndjson"
        request.extensions["timeout"] = {
            **self._timeout,
            "read": max(self._timeout["read"] or 0, _FILE_TIMEOUT_S),
        }
        return request

    def streaming(self, user_id: str | None, body: dict[str, Any]) -> httpx.Request:
        """The request for a reply as it comes. It is not repeated: half of it may have been said."""
        return self._request("POST", path("chat", "stream"), user_id, body=body)

    def leaving(self, user_id: str | None) -> httpx.Request:
        """The request for everything of a person, read while it comes."""
        return self._request("GET", path("export"), user_id)

    def conversation(self, call: Call[T], user_id: str | None) -> Steps[T]:
        """Send, and again when it may help; the answer read, or the library's own error raised."""
        key = "" if call.method == "GET" else secrets.token_hex(16)
        for attempt in range(self._retries + 1):
            if call.file is not None:
                request = self._sending(call.path, user_id, call.file, key)
            else:
                query = dict(call.query) or None
                request = self._request(call.method, call.path, user_id, query, call.body, key)
            last = attempt == self._retries
            got = yield request
            if isinstance(got, Exception):
                if last:
                    raise Unreachable(self._url, type(got).__name__) from got
                wait_s = _FIRST_PAUSE_S * 2**attempt
            elif got.status_code < 400:
                return call.read(_document(got, self._url))
            elif last or (got.status_code not in _RETRY and not _in_progress(got)):
                raise error_in(got, self._url)
            else:
                wait_s = float(got.headers.get("retry-after") or _FIRST_PAUSE_S * 2**attempt)
            yield Pause(min(wait_s, _LONGEST_PAUSE_S))
        raise AssertionError("the last attempt returns or raises")


def _document(response: httpx.Response, url: str) -> Any:
    try:
        return response.json()
    except ValueError as error:
        raise Unreachable(url, "not JSON") from error


def _in_progress(response: httpx.Response) -> bool:
    return response.status_code == 409 and "retry-after" in response.headers


def error_in(response: httpx.Response, url: str) -> SaegimError:
    """The library's own error for the code the server gave."""
    document = _document(response, url)
    detail = document.get("error") if isinstance(document, dict) else None
    if not isinstance(detail, dict):
        # One of the other contracts' forms.
        code = str(detail or document.get("code") or response.status_code).lower()
        said = str(document.get("message") or document.get("detail") or code)
        detail = {"code": code, "messageEn": said, "messageKo": said}
    code = str(detail.get("code", "error"))
    # Made without its own constructor: the sentences and the data are the server's.
    kind = _kind_of(code, response.status_code)
    error = kind.__new__(kind)
    SaegimError.__init__(error, str(detail.get("messageEn", code)), str(detail.get("messageKo", code)))
    error.code = code
    for name, value in detail.items():
        if name not in ("code", "message", "messageKo", "messageEn"):
            setattr(error, _snake(name), value)
    return error


def _snake(name: str) -> str:
    return "".join(f"_{letter.lower()}" if letter.isupper() else letter for letter in name)


def _kind_of(code: str, status: int) -> type[SaegimError]:
    kinds = [
        kind for kind in vars(errors).values() if isinstance(kind, type) and issubclass(kind, SaegimError)
    ]
    for kind in kinds:
        if kind.code == code:
            return kind
    if code.endswith("_not_found"):
        return NotFound
    return InvalidInput if status in (400, 422) else SaegimError
