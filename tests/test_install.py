"""A wheel, a fresh environment without developer tools, and the README's ten lines."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import venv
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent


def run(*command: str | Path, cwd: Path, offline: bool) -> str:
    """Its output. Installing is the one thing that may reach out; what was installed may not."""
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    if offline:
        environment["PYTHONPATH"] = str(ROOT / "tests" / "offline")
    done = subprocess.run(
        [str(part) for part in command], cwd=cwd, env=environment, capture_output=True, text=True, timeout=900
    )
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-4000:]
    return done.stdout


@pytest.mark.slow
def test_the_readme_runs_in_a_fresh_environment(tmp_path: Path) -> None:
    run(
        sys.executable,
        "-m",
        "pip",
        "wheel",
        ROOT,
        "--no-deps",
        "-q",
        "-w",
        tmp_path,
        cwd=tmp_path,
        offline=False,
    )
    (wheel,) = tmp_path.glob("saegim-*.whl")
    venv.create(tmp_path / "venv", with_pip=True)
    python = tmp_path / "venv" / ("Scripts" if os.name == "nt" else "bin") / "python"
    run(
        python,
        "-m",
        "pip",
        "install",
        "-q",
        "-c",
        ROOT / "constraints.txt",
        wheel,
        cwd=tmp_path,
        offline=False,
    )

    installed = run(python, "-m", "pip", "list", "--format=freeze", cwd=tmp_path, offline=False).lower()
    for tool in ("pytest", "hypothesis", "mypy", "ruff", "httpx", "sqlite-vec"):
        assert f"{tool}==" not in installed

    (lines,) = re.findall(r"```python\n(.*?)```", (ROOT / "README.md").read_text(encoding="utf-8"), re.DOTALL)
    printed = run(python, "-c", lines, cwd=tmp_path, offline=True)
    promised = [line[2:] for line in lines.splitlines() if line.startswith("# ")]
    assert promised
    for line in promised:
        assert line in printed

    # The files that are not Python came along: migrations, weights, types.
    where = run(python, "-c", "import saegim; print(saegim.__file__)", cwd=tmp_path, offline=True).strip()
    package = Path(where).parent
    source = ROOT / "src" / "saegim"
    for path in source.rglob("*"):
        if path.is_file() and "__pycache__" not in path.parts:
            assert (package / path.relative_to(source)).is_file(), path

    command = python.with_name("saegim.exe" if os.name == "nt" else "saegim")
    assert "saegim" in run(command, "--help", cwd=tmp_path, offline=True)
