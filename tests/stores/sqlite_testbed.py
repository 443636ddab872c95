"""What the tests of the embedded store share: its files, and pieces of Python run as other processes."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

from saegim.stores.sqlite import SqliteStore

OpenSqlite = Callable[..., SqliteStore]


def file_bytes(folder: Path) -> dict[Path, bytes]:
    """Every file below the folder, byte for byte."""
    return {p.relative_to(folder): p.read_bytes() for p in sorted(folder.rglob("*")) if p.is_file()}


def user_files(folder: Path) -> list[Path]:
    """The users' databases, without their logs."""
    return sorted((folder / "users").glob("*/*.db"))


def registered(store: SqliteStore, user_id: str) -> tuple[str, bytes | None]:
    """(file name, wrapped key) of a user there is."""
    found = store._registry.find(user_id)
    assert found is not None
    return found


# What every script begins with. Its first argument is the data folder.
_PRELUDE = f"""
import os, signal, sys, time
from pathlib import Path
sys.path.insert(0, {str(Path(__file__).parent)!r})
from store_samples import SetClock, after, memory, put, session, turn
from saegim.errors import *
from saegim.models import TurnFilters
from saegim.settings import SqliteSettings
from saegim.stores.sqlite import SqliteStore
folder = Path(sys.argv[1])

def open_store(where=folder, **options):
    return SqliteStore(where, **({{"clock": SetClock()}} | options))

def say(*words):
    print(*words, flush=True)

def wait():
    if not sys.stdin.readline():
        sys.exit("nobody answers")
"""


class Processes:
    """Starts scripts that talk over their standard streams; whatever still runs at the end is ended."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._started: list[subprocess.Popen[str]] = []

    def start(self, script: str, *arguments: object, through: tuple[str, ...] = ()) -> subprocess.Popen[str]:
        """The running script; `through` is a command that is to start it."""
        process = subprocess.Popen(
            [*through, sys.executable, "-c", _PRELUDE + script, str(self._folder), *map(str, arguments)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            encoding="utf-8",
        )
        self._started.append(process)
        return process

    def finish(self, process: subprocess.Popen[str], *, timeout_s: float = 60) -> list[str]:
        """The lines it printed; fails the test when the script failed."""
        out, err = process.communicate(timeout=timeout_s)
        assert process.returncode == 0, err
        return out.splitlines()

    def run(self, script: str, *arguments: object, through: tuple[str, ...] = ()) -> list[str]:
        return self.finish(self.start(script, *arguments, through=through))

    def end(self) -> None:
        for process in self._started:
            if process.poll() is None:
                process.kill()
            process.wait()
            for pipe in (process.stdin, process.stdout, process.stderr):
                if pipe is not None and not pipe.closed:
                    pipe.close()


def heard(process: subprocess.Popen[str]) -> str:
    """Its next line; what it said on the error stream when there is none."""
    assert process.stdout is not None
    line = process.stdout.readline().strip()
    if not line:
        assert process.stderr is not None
        raise AssertionError(process.stderr.read())
    return line


def tell(process: subprocess.Popen[str]) -> None:
    """Let it go on from where it waits."""
    assert process.stdin is not None
    process.stdin.write("\n")
    process.stdin.flush()
