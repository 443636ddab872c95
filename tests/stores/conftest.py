"""Fixtures for the tests of stores."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

# The contract lives in modules that are not tests by name.
pytest.register_assert_rewrite(
    "store_contract",
    "contract_access",
    "contract_index",
    "contract_memories",
    "contract_tending",
    "contract_transactions",
    "contract_turns",
    "contract_users",
    "sqlite_testbed",
)

from sqlite_testbed import OpenSqlite, Processes  # noqa: E402
from store_samples import SetClock  # noqa: E402

from saegim.stores.sqlite import SqliteStore  # noqa: E402


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "data"


@pytest.fixture
def open_sqlite(folder: Path) -> Iterator[OpenSqlite]:
    """Opens a store in the folder, or in another one; all are closed at the end."""
    opened: list[SqliteStore] = []

    def open_(where: Path | None = None, **options: Any) -> SqliteStore:
        store = SqliteStore(where or folder, **({"clock": SetClock()} | options))
        opened.append(store)
        return store

    yield open_
    for store in opened:
        store.close()


@pytest.fixture
def processes(folder: Path) -> Iterator[Processes]:
    running = Processes(folder)
    yield running
    running.end()
