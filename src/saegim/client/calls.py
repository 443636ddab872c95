"""A verb as the request it makes and how its answer is read; sent by either client."""

from __future__ import annotations

import os
import urllib.parse
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Concatenate, Generic, ParamSpec, TypeVar, overload

from saegim.wire import camel, read_noun

if TYPE_CHECKING:
    from saegim.client.clients import AsyncClient, AsyncRemoteUser, Client, RemoteUser

P = ParamSpec("P")
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Call(Generic[T]):
    """A request, and how its answer is read."""

    method: str
    path: str
    read: Callable[[Any], T]
    query: Mapping[str, Any] = field(default_factory=dict)
    body: Mapping[str, Any] | None = None
    # A file whose content is the body.
    file: str | os.PathLike[str] | None = None


class verb(Generic[P, T]):
    """A verb of the client: the sync one gives the result, the async one something to await."""

    def __init__(self, build: Callable[Concatenate[Any, P], Call[T]]) -> None:
        self._build = build
        self.__doc__ = build.__doc__

    @overload
    def __get__(self, owner: Client | RemoteUser, kind: type | None = None) -> Callable[P, T]: ...

    @overload
    def __get__(
        self, owner: AsyncClient | AsyncRemoteUser, kind: type | None = None
    ) -> Callable[P, Awaitable[T]]: ...

    def __get__(self, owner: Any, kind: type | None = None) -> Any:
        def send(*arguments: P.args, **named: P.kwargs) -> Any:
            return owner._send(self._build(owner, *arguments, **named))

        send.__doc__ = self.__doc__
        return send


def one(kind: type[T]) -> Callable[[Any], T]:
    return lambda document: read_noun(kind, document)


def many(name: str, kind: type[T]) -> Callable[[Any], list[T]]:
    return lambda document: [read_noun(kind, one) for one in document[name]]


def part(name: str) -> Callable[[Any], Any]:
    return lambda document: document[name]


def as_is(document: Any) -> Any:
    return document


def given(**named: Any) -> dict[str, Any]:
    """What was given, by its names on the wire."""
    return {camel(name): plain(value) for name, value in named.items() if value is not None}


def plain(value: Any) -> Any:
    """Times as text, tuples as lists; a time without a zone is for the server to refuse."""
    if hasattr(value, "isoformat"):
        return value.isoformat()
    return list(value) if isinstance(value, tuple) else value


def path(*parts: str) -> str:
    return "/api/v1/" + "/".join(urllib.parse.quote(part, safe="") for part in parts)


def maybe(kind: type[T], document: Any) -> T | None:
    return None if document is None else read_noun(kind, document)
