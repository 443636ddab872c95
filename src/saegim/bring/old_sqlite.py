"""Someone else's SQLite file, read as it is: tables and columns may be missing, rows may be broken."""

from __future__ import annotations

import json
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime, tzinfo
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from saegim.errors import InvalidInput

Row = dict[str, Any]


class OldFile:
    """The tables of the file, as dictionaries."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        rows = connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
        self.tables = frozenset(name for (name,) in rows)

    def rows(self, table: str) -> list[Row]:
        """The rows of a table in the order of its ids; none where there is no such table."""
        if table not in self.tables:
            return []
        cursor = self._connection.execute(f'SELECT rowid AS "rowid ", * FROM "{table}" ORDER BY rowid')
        names = [column[0] for column in cursor.description]
        found = [dict(zip(names, row, strict=True)) for row in cursor]
        for row in found:
            row.setdefault("id", row["rowid "])
        return found


@contextmanager
def opened(file: Path) -> Iterator[OldFile]:
    """The file, through a copy: SQLite writes beside what it opens, and the source stays as it is."""
    if not file.is_file():
        raise InvalidInput(
            "file", f"no file {file.name}", f"{file.name}: 파일이 없습니다", code="file_missing"
        )
    with TemporaryDirectory() as folder:
        copy = Path(folder) / "old.db"
        for suffix in ("", "-wal"):
            if (beside := file.with_name(file.name + suffix)).is_file():
                shutil.copyfile(beside, copy.with_name(copy.name + suffix))
        try:
            with closing(sqlite3.connect(copy)) as connection:
                connection.text_factory = lambda raw: raw.decode("utf-8", "replace")
                yield OldFile(connection)
        except sqlite3.DatabaseError as error:
            raise InvalidInput(
                "file", f"cannot be read: {error}", f"읽을 수 없습니다: {error}", code="file_unreadable"
            ) from error


def read_time(value: object, zone: tzinfo | None = UTC) -> datetime | None:
    """A time as those systems write it: ISO 8601, SQLite's (in `zone`), or seconds; None when it is none."""
    if isinstance(value, int | float) and not isinstance(value, bool):
        try:
            return datetime.fromtimestamp(value, UTC)
        except (OverflowError, OSError, ValueError):
            return None
    try:
        found = datetime.fromisoformat(str(value).strip())
    except ValueError:
        return None
    return found if found.tzinfo is not None else found.replace(tzinfo=zone)


def read_list(value: object) -> list[str]:
    """A list of texts, from JSON or with commas."""
    text = "" if value is None else str(value).strip()
    if not text:
        return []
    try:
        found = json.loads(text)
    except ValueError:
        found = text.split(",")
    items = found if isinstance(found, list) else [found]
    return [item.strip() for item in map(str, items) if item.strip()]


def read_object(value: object) -> dict[str, Any]:
    """A JSON object; empty when it is none."""
    try:
        found = json.loads(str(value)) if value else {}
    except ValueError:
        return {}
    return found if isinstance(found, dict) else {}


def read_share(value: object, default: float, *, least: float = 0.0) -> float:
    """A number from `least` to 1; `default` when it is none."""
    try:
        found = float(str(value))
    except ValueError:
        return default
    return max(least, min(1.0, found)) if found == found else default


def read_text(value: object) -> str:
    """Text without what no text holds; empty for nothing."""
    return "" if value is None else " ".join(str(value).replace("\x00", " ").split())
