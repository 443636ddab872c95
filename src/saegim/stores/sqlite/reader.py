"""Asking a connection: what every part of a view shares."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import apsw

from saegim.stores.sqlite.rows import Rows

_MAX_VARIABLES = 900


class Reader:
    """A snapshot: the caller has begun a transaction on the connection."""

    def __init__(self, connection: apsw.Connection, rows: Rows, size_on_disk: int) -> None:
        self._connection = connection
        self._rows = rows
        self._size_on_disk = size_on_disk

    def _all(self, sql: str, values: Sequence[Any] = ()) -> list[Any]:
        return self._connection.execute(sql, values).fetchall()

    def _one(self, sql: str, values: Sequence[Any] = ()) -> Any:
        return self._connection.execute(sql, values).fetchone()

    def _value(self, sql: str, values: Sequence[Any] = ()) -> Any:
        row = self._one(sql, values)
        return None if row is None else row[0]

    def _in(self, sql: str, ids: Sequence[Any]) -> list[Any]:
        """Rows of a query with one `IN (?)`, asked in pieces that SQLite accepts."""
        found: list[Any] = []
        for start in range(0, len(ids), _MAX_VARIABLES):
            part = list(ids[start : start + _MAX_VARIABLES])
            found += self._all(sql.replace("(?)", f"({','.join('?' * len(part))})"), part)
        return found
