"""A peer in a process of its own, from the side that asks."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from types import TracebackType
from typing import Any

from peers.contract import Item, Talk

BENCHMARKS = Path(__file__).resolve().parents[1]
# Nobody counts who uses what here, and one thread each: ratios must not depend on who takes more cores.
QUIET = {
    "ANONYMIZED_TELEMETRY": "False",
    "MEM0_TELEMETRY": "False",
    "LANGSMITH_TRACING": "false",
    "LANGCHAIN_TRACING_V2": "false",
    "HF_HUB_OFFLINE": "1",
    "DO_NOT_TRACK": "1",
    "OMP_NUM_THREADS": "1",
    "OPENBLAS_NUM_THREADS": "1",
    "RAYON_NUM_THREADS": "1",
    "TOKENIZERS_PARALLELISM": "false",
    "PYTHONUTF8": "1",
}


class PeerFailed(Exception):
    """What a peer said went wrong, or that it is gone."""

    def __init__(self, name: str, why: str) -> None:
        super().__init__(f"{name}: {why}")
        self.name = name


@dataclass(frozen=True, slots=True)
class Found:
    """Ids, best first; seconds beyond embedding; milliseconds by stage where the peer tells."""

    ids: list[str]
    seconds: float
    details: dict[str, float] = field(default_factory=dict)


class PeerProcess:
    """Asks one peer. Use it as a context manager: the process ends with it."""

    def __init__(self, name: str, python: str, vectors: Path, scratch: Path) -> None:
        self.name = name
        clean = {key: value for key, value in os.environ.items() if not key.startswith("SAEGIM_")}
        self._log = (scratch / f"{name}.log").open("w+", encoding="utf-8")
        self._process = subprocess.Popen(
            [python, "-m", "peers", name, "--vectors", str(vectors)],
            cwd=BENCHMARKS,
            env={**clean, **QUIET, "MEM0_DIR": str(scratch / "home"), "PYTHONPATH": str(BENCHMARKS)},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._log,
            text=True,
            encoding="utf-8",
        )

    def open(self, folder: Path, talk: Talk | None = None) -> float:
        """Begin anew in an empty folder; seconds."""
        folder.mkdir(parents=True)
        return float(self._ask(do="open", folder=str(folder), talk=asdict(talk or Talk()))["seconds"])

    def add(self, items: Sequence[Item]) -> float:
        """Seconds until the items are kept and can be found, beyond embedding."""
        return float(self._ask(do="add", items=[asdict(item) for item in items])["seconds"])

    def search(self, text: str, *, limit: int, at: str | None = None) -> Found:
        found = self._ask(do="search", text=text, limit=limit, at=at)
        return Found(found["ids"], found["seconds"], found["details"])

    def close(self) -> None:
        """Let the peer write what it still holds."""
        self._ask(do="close")

    def resident_bytes(self) -> int:
        """Memory of the process now; 0 where the system does not tell."""
        try:
            pages = int(Path(f"/proc/{self._process.pid}/statm").read_text().split()[1])
        except OSError:
            return 0
        return pages * os.sysconf("SC_PAGE_SIZE")

    def _ask(self, **asked: Any) -> dict[str, Any]:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        try:
            self._process.stdin.write(json.dumps(asked) + "\n")
            self._process.stdin.flush()
            line = self._process.stdout.readline()
        except BrokenPipeError:
            line = ""
        if not line:
            raise PeerFailed(self.name, f"is gone: {self._last_words()}")
        answer: dict[str, Any] = json.loads(line)
        if "error" in answer:
            raise PeerFailed(self.name, answer["error"])
        return answer

    def _last_words(self) -> str:
        self._process.wait(10)
        self._log.seek(0)
        return self._log.read()[-2_000:]

    def __enter__(self) -> PeerProcess:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        # The end of what is asked ends the process.
        self._process.stdin.close()
        try:
            self._process.wait(30)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._process.stdout.close()
        self._log.close()


def python_here() -> str:
    """The interpreter saegim runs in."""
    return sys.executable
