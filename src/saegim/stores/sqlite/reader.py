"""Asking a connection: what every part of a view shares."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import apsw

from saegim.stores.sqlite.rows import Rows

MAX_VARIABLES = 900


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
        for start in range(0, len(ids), MAX_VARIABLES):
            marks, part = among(ids[start : start + MAX_VARIABLES])
            found += self._all(sql.replace("(?)", f"({marks})"), part)
        return found


def among(values: Sequence[Any]) -> tuple[str, list[Any]]:
    """What goes between the brackets of an `IN`, and the values for it.

    The last is repeated up to a power of two: a statement for each number of values would be prepared anew
    each time, and push others out of the connection's cache.
    """
    if not values:
        return "", []
    room = 1 << (len(values) - 1).bit_length()
    return ",".join("?" * room), [*values, *[values[-1]] * (room - len(values))]
