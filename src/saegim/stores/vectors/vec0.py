"""The sqlite-vec index: vectors searched inside the user's own encrypted file.

Nothing is held in memory, so a cold one-shot query is fastest here; a warm one is slower than the matrix
(3 ms against 0.4 at 10,000).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING

import apsw
import numpy as np
from numpy.typing import NDArray

from saegim.errors import MissingExtra
from saegim.protocols import Matches

if TYPE_CHECKING:
    from saegim.protocols import DocumentIds, Vectors

# The default of 1024 makes a file of one memory over a megabyte.
CHUNK = 64
_SAMPLE = 256


def load_extension(connection: apsw.Connection) -> None:
    """Teach a connection the vec0 tables."""
    try:
        import sqlite_vec
    except ImportError as error:
        raise MissingExtra("sqlite-vec", "index.vectors = sqlite-vec") from error
    connection.enable_load_extension(True)
    connection.load_extension(sqlite_vec.loadable_path())
    connection.enable_load_extension(False)


class Vec0Index:
    """One vec0 table per vector space, made when the first vector comes."""

    nbytes = 0

    def __init__(
        self,
        space: str,
        reading: Callable[[], AbstractContextManager[apsw.Connection]],
        writing: Callable[[], AbstractContextManager[apsw.Connection]],
    ) -> None:
        self._space = space
        self._reading = reading
        self._writing = writing

    @property
    def revision(self) -> int:
        with self._reading() as connection:
            row = connection.execute("SELECT value FROM meta WHERE key = ?", (self._mark,)).fetchone()
            return 0 if row is None else int(row[0])

    def follow(self, revision: int) -> None:
        with self._writing() as connection:
            connection.execute("INSERT OR REPLACE INTO meta VALUES (?, ?)", (self._mark, revision))

    @property
    def _mark(self) -> str:
        return f"vec0 revision {self._space}"

    def _table(self, connection: apsw.Connection) -> str | None:
        row = connection.execute("SELECT n FROM spaces WHERE name = ?", (self._space,)).fetchone()
        if row is None:
            return None
        name = f"nearest_{row[0]}"
        known = connection.execute("SELECT 1 FROM sqlite_schema WHERE name = ?", (name,)).fetchone()
        return name if known else None

    def __len__(self) -> int:
        with self._reading() as connection:
            table = self._table(connection)
            return 0 if table is None else int(_one(connection, f"SELECT count(*) FROM {table}"))

    def put(self, ids: Sequence[int] | DocumentIds, vectors: Vectors) -> None:
        if not len(ids):
            return
        with self._writing() as connection:
            table = self._table(connection)
            if table is None:
                connection.execute("INSERT OR IGNORE INTO spaces (name) VALUES (?)", (self._space,))
                number = _one(connection, "SELECT n FROM spaces WHERE name = ?", (self._space,))
                table = f"nearest_{number}"
                connection.execute(
                    f"CREATE VIRTUAL TABLE {table} USING vec0 (n INTEGER PRIMARY KEY,"
                    f" vector float[{vectors.shape[1]}] distance_metric=cosine, chunk_size={CHUNK})"
                )
            numbers = [(int(id_),) for id_ in ids]
            connection.executemany(f"DELETE FROM {table} WHERE n = ?", numbers)
            rows = [(int(id_), v.tobytes()) for id_, v in zip(ids, vectors, strict=True)]
            connection.executemany(f"INSERT INTO {table} (n, vector) VALUES (?, ?)", rows)

    def remove(self, ids: Iterable[int]) -> None:
        numbers = [(int(id_),) for id_ in ids]
        if not numbers:
            return
        with self._writing() as connection:
            table = self._table(connection)
            if table is not None:
                connection.executemany(f"DELETE FROM {table} WHERE n = ?", numbers)

    def cosines(self, query: Vectors, ids: Sequence[int] | DocumentIds) -> NDArray[np.float32]:
        found = np.zeros(len(ids), dtype=np.float32)
        with self._reading() as connection:
            table = self._table(connection)
            if table is None:
                return found
            place = {int(id_): i for i, id_ in enumerate(ids)}
            for n, distance in connection.execute(
                f"""SELECT n, vec_distance_cosine(vector, ?) FROM {table}
                    WHERE n IN (SELECT value FROM json_each(?))""",
                (query.tobytes(), str(list(place))),
            ):
                found[place[int(n)]] = 1.0 - float(distance)
        return found

    def search(self, query: Vectors, limit: int, *, allowed: DocumentIds | None = None) -> Matches:
        nothing = Matches(np.zeros(0, dtype=np.int64), np.zeros(0, dtype=np.float32), 0.0, 1.0)
        if allowed is not None and not len(allowed):
            return nothing
        with self._reading() as connection:
            table = self._table(connection)
            if table is None:
                return nothing
            values: list[object] = [query.tobytes(), limit]
            among = ""
            if allowed is not None:
                among = "AND n IN (SELECT value FROM json_each(?))"
                values.append(str([int(id_) for id_ in allowed]))
            rows = connection.execute(
                f"SELECT n, distance FROM {table} WHERE vector MATCH ? AND k = ? {among} ORDER BY distance",
                values,
            ).fetchall()
            mean, std = self._spread(connection, table, query)
        ids = np.array([n for n, _ in rows], dtype=np.int64)
        return Matches(ids, 1.0 - np.array([d for _, d in rows], dtype=np.float32), mean, std)

    def _spread(self, connection: apsw.Connection, table: str, query: Vectors) -> tuple[float, float]:
        """Mean and deviation of the cosine over a sample: vec0 tells only of the nearest."""
        rows = connection.execute(
            f"""SELECT vector FROM {table}
                WHERE n IN (SELECT n FROM documents ORDER BY n * 7919 % 104729 LIMIT ?)""",
            (_SAMPLE,),
        ).fetchall()
        if not rows:
            return 0.0, 1.0
        packed = b"".join(bytes(row[0]) for row in rows)  # type: ignore[arg-type]
        scores = np.frombuffer(packed, dtype=np.float32).reshape(len(rows), -1) @ query
        return float(scores.mean()), float(scores.std()) or 1.0


def _one(connection: apsw.Connection, sql: str, values: Sequence[object] = ()) -> int:
    row = connection.execute(sql, values).fetchone()
    assert row is not None
    return int(row[0])
