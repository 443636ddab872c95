"""A client of the server with the library's verbs, in one piece for threads and for asyncio.

    from saegim.client import Client

    minji = Client("http://127.0.0.1:8000", token).user()
    minji.record("나 땅콩 알레르기 있어", "기억할게요")

Each verb is written once, as the request it makes and how its answer is read; `Client` sends it and waits,
`AsyncClient` sends it and is awaited. Errors are the library's own, by their codes. A request that fails on
the way is repeated, writes under one Idempotency-Key: they are done once.
"""

from saegim.client.clients import AsyncClient, AsyncRemoteUser, Client, RemoteUser
from saegim.client.events import Event

__all__ = ["AsyncClient", "AsyncRemoteUser", "Client", "Event", "RemoteUser"]
