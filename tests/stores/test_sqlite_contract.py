"""The embedded store keeps the contract, encrypted and plain."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from store_contract import StoreContract
from store_samples import OpenStore, SetClock

from saegim.protocols import Store
from saegim.stores.sqlite import SqliteStore


class TestSqliteStore(StoreContract):
    @pytest.fixture(params=[True, False], ids=["encrypted", "plain"])
    def open_store(
        self, request: pytest.FixtureRequest, tmp_path: Path, clock: SetClock
    ) -> Iterator[OpenStore]:
        opened: list[SqliteStore] = []

        def open_() -> Store:
            store = SqliteStore(tmp_path / "data", clock=clock, encryption=request.param)
            opened.append(store)
            return store

        yield open_
        for store in opened:
            store.close()
