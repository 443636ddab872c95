"""Start-up: the import, commands, and the server until its first answer."""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory

import httpx

from measure.ours import distinct
from measure.sections import Section, Tell
from saegim import Saegim
from server import served

COMMAND = "python benchmarks/bench.py --only start"
TIMES, SERVERS = 7, 3
MEMORIES = 200
COMMANDS = (["--help"], ["stats"], ["show"], ["recall", "고양이 이름이 뭐였지?"])


def starting(tell: Tell, *, times: int = TIMES, servers: int = SERVERS) -> Section:
    section = Section(
        name="start",
        title="Start-up",
        command=COMMAND,
        note=f"Best and middle of {times} (server: {servers}) fresh processes, real parts. The server: "
        "from the start of `saegim serve` to the answer of a first recall over HTTP, encoder and "
        f"analyser loaded for it, one person with {MEMORIES} memories.",
        columns=("what", "best ms", "middle ms", "processor best ms"),
    )
    imported = [_run("-c", "import saegim") for _ in range(times)]
    nothing = [_run("-c", "pass") for _ in range(times)]
    _add(section, "python -c pass", nothing)
    _add(section, "import saegim", imported)
    section.figures["import ms"] = (min(s for s, _ in imported) - min(s for s, _ in nothing)) * 1000
    tell("import measured")
    with TemporaryDirectory() as folder:
        with Saegim(folder, worker="none") as saegim:
            saegim.user("me").record("우리 고양이 이름은 보리야", "예쁜 이름이네요")
            saegim.drain()
        for command in COMMANDS:
            call = f"import sys; sys.argv[1:] = {command!r}; from saegim.cli import main; main()"
            _add(
                section, f"saegim {command[0]}", [_run("-c", call, SAEGIM_DATA=folder) for _ in range(times)]
            )
            tell(f"saegim {command[0]} measured")
    runs: list[tuple[float, float, float]] = []
    for _ in range(servers):
        try:
            runs.append(_server())
        except SystemExit as failed:
            section.left_out.append(f"a server: {failed}")
        tell(f"server measured: {runs[-1:]}")
    if runs:
        _add(section, "saegim serve, until it is ready", [(ready, cpu) for ready, _, cpu in runs])
        _add(section, "saegim serve, to the first answer", [(answered, cpu) for _, answered, cpu in runs])
        section.figures["server s"] = min(answered for _, answered, _ in runs)
    return section


def _add(section: Section, name: str, runs: list[tuple[float, float]]) -> None:
    walls, processor = sorted(wall for wall, _ in runs), min(cpu for _, cpu in runs)
    section.rows.append([name, walls[0] * 1000, walls[len(walls) // 2] * 1000, processor * 1000])
    section.figures[f"{name} ms"] = walls[0] * 1000


def _run(*arguments: str, **environment: str) -> tuple[float, float]:
    """(seconds, processor seconds) of a fresh Python."""
    before, start = _processor_s(), time.perf_counter()
    clean = {name: value for name, value in os.environ.items() if not name.startswith("SAEGIM_")}
    subprocess.run(
        [sys.executable, *arguments], capture_output=True, check=True, env={**clean, **environment}
    )
    return time.perf_counter() - start, _processor_s() - before


def _processor_s() -> float:
    """Processor seconds of all processes started here that have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def _server() -> tuple[float, float, float]:
    """Seconds of a server until it is ready, until its first recall is answered, and of the processor."""
    with TemporaryDirectory() as folder:
        with Saegim(Path(folder) / "data", worker="none") as saegim:
            saegim.user("me").upsert({"content": line} for line in distinct(MEMORIES))
            saegim.drain()
        before, start = _processor_s(), time.perf_counter()
        with served(Path(folder), workers=1) as server:
            ready = time.perf_counter() - start
            answer = httpx.post(
                f"{server.url}/api/v1/recall",
                json={"query": "커피 좋아하는 사람"},
                headers={"Authorization": f"Bearer {server.key}", "X-Saegim-User": "me"},
                timeout=60,
            )
            answered = time.perf_counter() - start
            answer.raise_for_status()
            if not answer.json()["hits"]:
                raise RuntimeError("the server found nothing")
        return ready, answered, _processor_s() - before
