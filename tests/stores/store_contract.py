"""What every store must do, whatever it is made of.

A new store subclasses `StoreContract` and gives one fixture, `open_store`: a function that opens another
handle on the same, at first empty, data. Nothing in the contract knows files, SQL or encryption.
"""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from typing import Any

import pytest
from contract_access import Access
from contract_index import Index
from contract_learning import Learning
from contract_memories import Memories
from contract_tending import Tending
from contract_transactions import Transactions
from contract_turns import Turns
from contract_users import Users
from store_samples import (
    OpenStore,
    SetClock,
    session,
)

from saegim.protocols import Store, Tx, UserStore, View


def requirements(protocol: type) -> list[tuple[str, Any]]:
    return [(n, f) for n, f in inspect.getmembers(protocol, inspect.isfunction) if not n.startswith("_")]


class StoreContract(Transactions, Turns, Memories, Index, Learning, Users, Access, Tending):
    @pytest.fixture
    def clock(self) -> SetClock:
        return SetClock()

    @pytest.fixture
    def open_store(self, clock: SetClock) -> Iterator[OpenStore]:
        raise NotImplementedError("the one fixture a store must give")

    @pytest.fixture
    def store(self, open_store: OpenStore) -> Store:
        return open_store()

    @pytest.fixture
    def minji(self, store: Store) -> Iterator[UserStore]:
        with store.user("minji") as user:
            with user.write() as tx:
                tx.put_session(session())
            yield user

    def test_offers_every_method_its_callers_may_use(self, store: Store, minji: UserStore) -> None:
        with minji.read() as view, minji.write() as tx:
            for part, protocol in ((store, Store), (minji, UserStore), (view, View), (tx, Tx)):
                for name, wanted in requirements(protocol):
                    given = inspect.signature(getattr(part, name)).parameters
                    asked = dict(inspect.signature(wanted).parameters)
                    asked.pop("self")
                    assert [(p.name, p.kind, p.default) for p in given.values()] == [
                        (p.name, p.kind, p.default) for p in asked.values()
                    ], f"{protocol.__name__}.{name}"
