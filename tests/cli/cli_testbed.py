"""What the tests of the command line share: running commands, in this process or as another."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

from typer.testing import CliRunner, Result

from saegim.cli.app import app

# Nothing to load: most tests are about the door, not about what lies behind it.
QUICK = {"SAEGIM_EMBEDDER": "none", "SAEGIM_INDEX_ANALYSER": "bigram"}


class Cli:
    """Runs commands in this process; `status` is the exit status they must end with."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.data = folder / "data"

    def run(self, *arguments: str, typed: str | bytes | None = None, status: int = 0) -> Result:
        result = CliRunner().invoke(app, list(arguments), input=typed, catch_exceptions=False)
        assert result.exit_code == status, result.output
        return result

    def out(self, *arguments: str, typed: str | bytes | None = None) -> str:
        """What people read."""
        return self.run(*arguments, typed=typed).stdout

    def json(self, *arguments: str, typed: str | bytes | None = None, status: int = 0) -> Any:
        """The one document a program reads."""
        return json.loads(self.run(*arguments, "--json", typed=typed, status=status).stdout)

    def remember(self, *arguments: str) -> str:
        """The id of a new memory."""
        memory_id: str = self.json("remember", *arguments)["memory"]["id"]
        return memory_id

    def files(self) -> list[Path]:
        return sorted(path for path in self.folder.rglob("*") if path.is_file())


Process = Callable[..., "subprocess.CompletedProcess[str]"]
