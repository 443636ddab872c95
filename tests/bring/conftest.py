"""A file as bara_system leaves it, before its redesign and after, with the damage of years."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

SCRIPTS = Path(__file__).parents[1] / "data" / "bara"


def made(file: Path, script: str) -> Path:
    with closing(sqlite3.connect(file)) as connection:
        connection.executescript((SCRIPTS / script).read_text(encoding="utf-8"))
    return file


@pytest.fixture
def before(tmp_path: Path) -> Path:
    return made(tmp_path / "bara.db", "before.sql")


@pytest.fixture
def after(tmp_path: Path) -> Path:
    return made(tmp_path / "bara2.db", "after.sql")
