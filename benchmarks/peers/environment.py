"""The peers' own virtual environment, made on demand: nothing of theirs comes near ours."""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
import venv
from pathlib import Path

REQUIRED = ("chromadb", "langgraph-checkpoint-sqlite", "mem0ai", "fastembed", "pysqlite3")
CONSTRAINTS = Path(__file__).with_name("constraints.txt")


class NotInstalled(Exception):
    """The environment could not be made, and why."""


def peer_python(folder: Path) -> Path:
    """The interpreter of the environment in `folder`, installed first where it is missing or outdated."""
    python = folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    stamp = folder / "installed.txt"
    wanted = hashlib.sha256(CONSTRAINTS.read_bytes() + repr(REQUIRED).encode()).hexdigest()
    if python.exists() and stamp.exists() and stamp.read_text(encoding="utf-8") == wanted:
        return python
    print(f"installing {', '.join(REQUIRED)} into {folder} (a minute or two)", file=sys.stderr, flush=True)
    venv.create(folder, with_pip=True, clear=True)
    done = subprocess.run(
        [str(python), "-m", "pip", "install", "--quiet", "-c", str(CONSTRAINTS), *REQUIRED],
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        raise NotInstalled(done.stderr.strip().splitlines()[-1] if done.stderr.strip() else "pip failed")
    stamp.write_text(wanted, encoding="utf-8")
    return python


def versions(python: str | Path, packages: tuple[str, ...]) -> dict[str, str]:
    """The installed version of each package in that interpreter's environment."""
    ask = (
        "import json, sys; from importlib.metadata import version; "
        "print(json.dumps({name: version(name) for name in sys.argv[1:]}))"
    )
    done = subprocess.run([str(python), "-c", ask, *packages], capture_output=True, text=True, check=True)
    found: dict[str, str] = json.loads(done.stdout)
    return found
