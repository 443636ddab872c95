"""The command line in a folder of its own, whatever the environment of whoever runs the tests says."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from cli_testbed import QUICK, Cli, Process


@pytest.fixture
def cli(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Cli:
    for name in list(os.environ):
        if name.startswith("SAEGIM_"):
            monkeypatch.delenv(name)
    # Everything must be readable on the narrowest terminal people use.
    for name, value in {**QUICK, "SAEGIM_DATA": str(tmp_path / "data"), "COLUMNS": "80"}.items():
        monkeypatch.setenv(name, value)
    # A saegim.yaml of whoever runs the tests is not ours.
    monkeypatch.chdir(tmp_path)
    return Cli(tmp_path)


@pytest.fixture
def saegim_process(tmp_path: Path) -> Process:
    """Runs `saegim` as its own process. Keyword `quick=False` loads the real analyser and embedder."""

    def start(
        *arguments: str, typed: str = "", quick: bool = True, **environment: str
    ) -> subprocess.CompletedProcess[str]:
        clean = {name: value for name, value in os.environ.items() if not name.startswith("SAEGIM_")}
        clean |= {"SAEGIM_DATA": str(tmp_path / "data"), "OMP_NUM_THREADS": "1", "PYTHONUTF8": "1"}
        return subprocess.run(
            [sys.executable, "-c", "from saegim.cli import main; main()", *arguments],
            env=clean | (QUICK if quick else {}) | environment,
            cwd=tmp_path,
            input=typed,
            capture_output=True,
            encoding="utf-8",
            timeout=120,
            check=False,
        )

    return start
