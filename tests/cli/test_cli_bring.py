"""Moving in from the command line."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from cli_testbed import Cli

SCRIPT = Path(__file__).parents[1] / "data" / "bara" / "before.sql"


@pytest.fixture
def old(tmp_path: Path) -> str:
    with closing(sqlite3.connect(tmp_path / "bara.db")) as connection:
        connection.executescript(SCRIPT.read_text(encoding="utf-8"))
    return str(tmp_path / "bara.db")


def test_what_another_system_knew_is_brought(cli: Cli, old: str) -> None:
    brought = cli.json("bring", "bara", old, "--user", "bot", "--verify")["brought"]
    assert brought["added"]["bot_memory"] == 2
    assert brought["missing"] == []
    said = cli.out("bring", "bara", old, "--user", "bot")
    assert "bot_memory" in said
    assert "건너뜀: bot_memory 3: no name" in said
    assert cli.json("entities", "도윤", "--user", "bot")["entity"]["count"] == 12


def test_a_dry_run_makes_nobody(cli: Cli, old: str) -> None:
    assert cli.json("bring", "bara", old, "--user", "bot", "--dry-run")["brought"]["read"]["bot_memory"] == 4
    assert cli.json("users")["users"] == []


def test_a_system_nobody_knows_is_refused(cli: Cli, old: str) -> None:
    assert cli.json("bring", "nowhere", old, status=1)["error"]["code"] == "system_unknown"
