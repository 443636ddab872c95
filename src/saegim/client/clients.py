"""The two clients: one waits, one is awaited. Each only sends what a conversation asks for."""

from __future__ import annotations

import os
import time
from collections.abc import AsyncIterator, Iterator
from types import TracebackType
from typing import Any, TypeVar

from saegim.client.calls import Call
from saegim.client.events import Event, Events
from saegim.client.files import Leaving
from saegim.client.sending import Pause, Sender, error_in
from saegim.client.server_verbs import ServerVerbs
from saegim.client.tending_verbs import TendingVerbs
from saegim.errors import Unreachable
from saegim.files import whole_file

T = TypeVar("T")


class Client(ServerVerbs, Sender):
    """Talks to a server and waits for its answers. Safe in threads."""

    def __init__(
        self, url: str, token: str, *, timeout_s: float = 60.0, retries: int = 2, language: str | None = None
    ) -> None:
        super().__init__(url, token, timeout_s=timeout_s, retries=retries, language=language)
        self._http = self._httpx.Client()

    def user(self, user_id: str | None = None, *, persona: str | None = None) -> RemoteUser:
        """The person; None for the one a user's token speaks for."""
        return RemoteUser(self, user_id, persona)

    def _send(self, call: Call[T], user_id: str | None = None) -> T:
        steps = self.conversation(call, user_id)
        got: Any = None
        while True:
            try:
                step = steps.send(got)
            except StopIteration as end:
                result: T = end.value
                return result
            got = None
            if isinstance(step, Pause):
                time.sleep(step.seconds)
                continue
            try:
                got = self._http.send(step)
            except self._httpx.TransportError as error:
                got = error

    def close(self) -> None:
        self._closed = True
        self._http.close()

    def __enter__(self) -> Client:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


class AsyncClient(ServerVerbs, Sender):
    """Talks to a server from asyncio: the same verbs, to be awaited."""

    def __init__(
        self, url: str, token: str, *, timeout_s: float = 60.0, retries: int = 2, language: str | None = None
    ) -> None:
        super().__init__(url, token, timeout_s=timeout_s, retries=retries, language=language)
        self._http = self._httpx.AsyncClient()

    def user(self, user_id: str | None = None, *, persona: str | None = None) -> AsyncRemoteUser:
        """The person; None for the one a user's token speaks for."""
        return AsyncRemoteUser(self, user_id, persona)

    async def _send(self, call: Call[T], user_id: str | None = None) -> T:
        import asyncio

        steps = self.conversation(call, user_id)
        got: Any = None
        while True:
            try:
                step = steps.send(got)
            except StopIteration as end:
                result: T = end.value
                return result
            got = None
            if isinstance(step, Pause):
                await asyncio.sleep(step.seconds)
                continue
            try:
                got = await self._http.send(step)
            except self._httpx.TransportError as error:
                got = error

    async def close(self) -> None:
        self._closed = True
        await self._http.aclose()

    async def __aenter__(self) -> AsyncClient:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()


class RemoteUser(TendingVerbs):
    """A handle on one person's memory on the server."""

    def __init__(self, client: Client, user_id: str | None, persona: str | None) -> None:
        self._client, self._user_id, self._persona = client, user_id, persona

    def _send(self, call: Call[T]) -> T:
        return self._client._send(call, self._user_id)

    def stream(self, message: str, *, session: str | None = None) -> Iterator[Event]:
        """Say something; what happens, as it happens. Leaving early is remembered up to there."""
        client, events = self._client, Events()
        request = client.streaming(self._user_id, self._q(message=message, session_id=session))
        try:
            response = client._http.send(request, stream=True)
            try:
                if response.status_code >= 400:
                    response.read()
                    raise error_in(response, client._url)
                for line in response.iter_lines():
                    event = events.hear(line)
                    if event is not None:
                        yield event
            finally:
                response.close()
        except client._httpx.TransportError as error:
            raise Unreachable(client._url, type(error).__name__) from error

    def export(self, to: str | os.PathLike[str]) -> int:
        """Everything said and known as a file, which appears once it is whole; how many things there were."""
        client = self._client
        try:
            response = client._http.send(client.leaving(self._user_id), stream=True)
            try:
                if response.status_code >= 400:
                    response.read()
                    raise error_in(response, client._url)
                with whole_file(to) as out:
                    file = Leaving(out, client._url)
                    for piece in response.iter_bytes():
                        file.add(piece)
                    return file.things()
            finally:
                response.close()
        except client._httpx.TransportError as error:
            raise Unreachable(client._url, type(error).__name__) from error


class AsyncRemoteUser(TendingVerbs):
    """A handle on one person's memory on the server, for asyncio."""

    def __init__(self, client: AsyncClient, user_id: str | None, persona: str | None) -> None:
        self._client, self._user_id, self._persona = client, user_id, persona

    async def _send(self, call: Call[T]) -> T:
        return await self._client._send(call, self._user_id)

    async def stream(self, message: str, *, session: str | None = None) -> AsyncIterator[Event]:
        """Say something; what happens, as it happens. Leaving early is remembered up to there."""
        client, events = self._client, Events()
        request = client.streaming(self._user_id, self._q(message=message, session_id=session))
        try:
            response = await client._http.send(request, stream=True)
            try:
                if response.status_code >= 400:
                    await response.aread()
                    raise error_in(response, client._url)
                async for line in response.aiter_lines():
                    event = events.hear(line)
                    if event is not None:
                        yield event
            finally:
                await response.aclose()
        except client._httpx.TransportError as error:
            raise Unreachable(client._url, type(error).__name__) from error

    async def export(self, to: str | os.PathLike[str]) -> int:
        """Everything said and known as a file, which appears once it is whole; how many things there were."""
        client = self._client
        try:
            response = await client._http.send(client.leaving(self._user_id), stream=True)
            try:
                if response.status_code >= 400:
                    await response.aread()
                    raise error_in(response, client._url)
                with whole_file(to) as out:
                    file = Leaving(out, client._url)
                    async for piece in response.aiter_bytes():
                        file.add(piece)
                    return file.things()
            finally:
                await response.aclose()
        except client._httpx.TransportError as error:
            raise Unreachable(client._url, type(error).__name__) from error
