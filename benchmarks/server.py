"""The server under load and within its budgets.

    python benchmarks/server.py                    # 60 s, 50 people, 2 processes, one killed in the middle
    python benchmarks/server.py --seconds 10 --quick
    python benchmarks/server.py --budgets          # load and save with 10,000 memories in one person

Everything goes over HTTP to a real `saegim serve`. A turn is lost when its answer came and it is not there
afterwards, doubled when one request left two.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import secrets
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from collections import Counter, defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx

QUICK = {"SAEGIM_EMBEDDER": "none", "SAEGIM_INDEX_ANALYSER": "bigram"}
TOPICS = ("날씨", "저녁", "면접", "고양이", "여행", "운동", "회사", "영화", "친구", "가족")
_PATIENCE_S = 60.0


@dataclass
class Served:
    """A running `saegim serve`."""

    url: str
    key: str
    process: subprocess.Popen[str]

    def workers(self) -> list[int]:
        """The processes that answer, by their ids."""
        found = []
        for entry in Path("/proc").iterdir():
            if not entry.name.isdigit():
                continue
            try:
                parent = (entry / "stat").read_text().rpartition(")")[2].split()[1]
                command = (entry / "cmdline").read_bytes()
            except OSError:
                continue
            if int(parent) == self.process.pid and b"spawn_main" in command:
                found.append(int(entry.name))
        return sorted(found)


@contextmanager
def served(folder: Path, *, workers: int = 2, quick: bool = False, **environment: str) -> Iterator[Served]:
    """A server of its own in a process of its own, stopped at the end."""
    clean = {name: value for name, value in os.environ.items() if not name.startswith("SAEGIM_")}
    clean |= {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1", "PYTHONUTF8": "1"}
    clean |= (QUICK if quick else {}) | environment
    start = [sys.executable, "-c", "from saegim.cli import main; main()", "serve", "--json", "--port", "0"]
    with (folder / "server.log").open("w") as log:
        process = subprocess.Popen(
            [*start, "--workers", str(workers), "--data", str(folder / "data")],
            env=clean,
            cwd=folder,
            stdout=subprocess.PIPE,
            stderr=log,
            text=True,
            encoding="utf-8",
        )
    try:
        opening = _opening(process)
        _wait_until_ready(opening["url"])
        yield Served(opening["url"], opening["key"], process)
    finally:
        process.send_signal(signal.SIGTERM)
        try:
            process.wait(40)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        if process.stdout is not None:
            process.stdout.close()


def _opening(process: subprocess.Popen[str]) -> dict[str, Any]:
    """The one line in which the server says where it is."""
    assert process.stdout is not None
    line = process.stdout.readline()
    try:
        opening: dict[str, Any] = json.loads(line)
    except ValueError:
        raise SystemExit(f"the server did not start: {line}{process.stdout.read()}") from None
    return opening


def _wait_until_ready(url: str) -> None:
    deadline = time.monotonic() + _PATIENCE_S
    while True:
        try:
            if httpx.get(f"{url}/health/ready", timeout=5).status_code == 200:
                return
        except httpx.TransportError:
            pass
        if time.monotonic() > deadline:
            raise SystemExit("the server is not ready")
        time.sleep(0.1)


# Load.


@dataclass
class Load:
    """What happened under load."""

    seconds: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    acknowledged: dict[str, dict[str, str]] = field(default_factory=lambda: defaultdict(dict))
    errors: Counter[str] = field(default_factory=Counter)
    retried: int = 0
    lost: int = 0
    doubled: int = 0
    kept: int = 0


async def _request(client: httpx.AsyncClient, load: Load, path: str, body: dict[str, Any], token: str) -> Any:
    """The answer; a broken line is tried again under the same Idempotency-Key, as a client does."""
    headers = {"Authorization": f"Bearer {token}", "Idempotency-Key": secrets.token_hex(16)}
    deadline = time.monotonic() + _PATIENCE_S
    while True:
        try:
            response = await client.post(path, json=body, headers=headers)
        except httpx.TransportError:
            response = None
        if response is not None and response.status_code < 300:
            return response.json()
        # In the hands of a process that died, or busy: it may be asked again.
        passing = response is None or response.status_code in (409, 503)
        if not passing or time.monotonic() > deadline:
            load.errors["no answer" if response is None else f"{response.status_code} {path}"] += 1
            return None
        load.retried += 1
        await asyncio.sleep(0.2)


async def _person(client: httpx.AsyncClient, load: Load, name: str, token: str, until: float) -> None:
    chance = random.Random(name)
    n = 0
    while time.monotonic() < until:
        n += 1
        topic = chance.choice(TOPICS)
        kind = chance.choices(("record", "context", "recall"), (2, 1, 1))[0]
        text = f"{name}의 {n}번째 {topic} 이야기"
        started = time.perf_counter()
        if kind == "record":
            turn = await _request(
                client, load, "/api/v1/turns", {"user": text, "assistant": "그랬군요"}, token
            )
            if turn is not None:
                load.acknowledged[name][turn["id"]] = text
        elif kind == "context":
            await _request(client, load, "/api/v1/context", {"message": f"{topic} 어땠지?"}, token)
        else:
            await _request(client, load, "/api/v1/recall", {"query": topic}, token)
        load.seconds[kind].append(time.perf_counter() - started)


async def _count(client: httpx.AsyncClient, load: Load, name: str, token: str) -> None:
    """Every turn that is there, against every turn that was acknowledged."""
    there: dict[str, str] = {}
    offset = 0
    while True:
        headers = {"Authorization": f"Bearer {token}"}
        page = await client.get(f"/api/v1/turns?limit=1000&offset={offset}", headers=headers)
        page.raise_for_status()
        turns = page.json()["turns"]
        there |= {turn["id"]: turn["user"] for turn in turns}
        offset += len(turns)
        if not page.json()["hasMore"]:
            break
    load.kept += len(there)
    load.lost += sum(there.get(id_) != text for id_, text in load.acknowledged[name].items())
    load.doubled += len(there) - len(set(there.values()))


async def run_load(server: Served, *, people: int, seconds: float, kill: bool) -> Load:
    """People who talk at the same time; in the middle one process may be killed."""
    load = Load()
    limits = httpx.Limits(max_connections=people, max_keepalive_connections=people)
    async with httpx.AsyncClient(base_url=server.url, timeout=_PATIENCE_S, limits=limits) as client:
        admin = {"Authorization": f"Bearer {server.key}"}
        tokens = {}
        for n in range(people):
            body = {"role": "user", "user": f"person-{n}"}
            made = await client.post("/api/v1/keys", json=body, headers=admin)
            tokens[f"person-{n}"] = made.json()["key"]
        until = time.monotonic() + seconds
        talking = [asyncio.create_task(_person(client, load, *one, until)) for one in tokens.items()]
        if kill:
            await asyncio.sleep(seconds / 2)
            os.kill(server.workers()[0], signal.SIGKILL)
        await asyncio.gather(*talking)
        for name, token in tokens.items():
            await _count(client, load, name, token)
    return load


def percentile(values: list[float], share: float) -> float:
    """In milliseconds."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * share))] * 1000 if ordered else 0.0


def report_load(load: Load, seconds: float) -> None:
    total = sum(len(values) for values in load.seconds.values())
    print(f"{total:,} requests, {total / seconds:,.0f} a second, {load.retried} tried again")
    for kind, values in sorted(load.seconds.items()):
        p50, p95 = percentile(values, 0.5), percentile(values, 0.95)
        print(f"  {kind:8} {len(values):6,}   p50 {p50:7.1f} ms   p95 {p95:7.1f} ms")
    acknowledged = sum(len(turns) for turns in load.acknowledged.values())
    print(
        f"turns acknowledged {acknowledged:,}, kept {load.kept:,}, lost {load.lost}, doubled {load.doubled}"
    )
    print(f"errors {dict(load.errors) or 0}")


# Budgets.


def run_budgets(server: Served, *, memories: int = 10_000, times: int = 40) -> dict[str, list[float]]:
    """Seconds of loading and saving with so many memories in one person."""
    with httpx.Client(base_url=server.url, timeout=300) as client:
        admin = {"Authorization": f"Bearer {server.key}"}
        made = client.post("/api/v1/keys", json={"role": "user", "user": "minji"}, headers=admin)
        client.headers["Authorization"] = f"Bearer {made.json()['key']}"
        for start in range(0, memories, 1000):
            rows = [
                {"content": f"{i}번째로 {TOPICS[i % 10]} 이야기를 했다"} for i in range(start, start + 1000)
            ]
            client.post("/api/v1/memories/batch", json={"memories": rows}).raise_for_status()
        for n in range(20):
            body = {
                "sessionId": f"s{n}",
                "manualSummary": f"{n}번째 대화",
                "messages": [{"role": "user", "content": "안녕"}],
            }
            client.post("/api/v1/memory/create", json=body).raise_for_status()
        # The budgets are for a memory that is there, not for one being read for the first time.
        while client.get("/api/v1/stats").json()["notEmbedded"]:
            time.sleep(1)
        client.post("/api/v1/context", json={"message": "저녁 뭐 먹지?"}).raise_for_status()
        took: dict[str, list[float]] = defaultdict(list)

        def timed(name: str, method: str, path: str, body: dict[str, Any] | None = None) -> None:
            started = time.perf_counter()
            client.request(method, path, json=body).raise_for_status()
            took[name].append(time.perf_counter() - started)

        for n in range(times):
            timed("load: memories for a new conversation", "GET", "/api/v1/memory/load?limit=5")
            timed("load: context", "POST", "/api/v1/context", {"message": f"{TOPICS[n % 10]} 기억나?"})
            timed("save: turn", "POST", "/api/v1/turns", {"user": f"{n}번 이야기", "assistant": "네"})
            timed("save: memory", "POST", "/api/v1/memories", {"content": f"{n}번째 새 기억"})
            body = {
                "sessionId": f"x{n}",
                "manualSummary": f"{n} 요약",
                "messages": [{"role": "user", "content": "말"}],
            }
            timed("save: episode", "POST", "/api/v1/memory/create", body)
        return took


def report_budgets(took: dict[str, list[float]]) -> bool:
    """Print each with its budget; whether all are kept at p95."""
    good = True
    for name, values in took.items():
        budget = 500 if name.startswith("load") else 1000
        p50, p95 = statistics.median(values) * 1000, percentile(values, 0.95)
        good = good and p95 < budget
        print(f"  {name:40} p50 {p50:7.1f} ms   p95 {p95:7.1f} ms   budget {budget} ms")
    return good


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--people", type=int, default=50)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--no-kill", action="store_true")
    parser.add_argument("--quick", action="store_true", help="no embedder, no morphemes")
    parser.add_argument("--budgets", action="store_true")
    given = parser.parse_args()
    workers = 1 if given.budgets else given.workers
    with (
        tempfile.TemporaryDirectory(prefix="saegim-bench-") as folder,
        served(Path(folder), workers=workers, quick=given.quick) as server,
    ):
        if given.budgets:
            sys.exit(0 if report_budgets(run_budgets(server)) else 1)
        kill = not given.no_kill
        load = asyncio.run(run_load(server, people=given.people, seconds=given.seconds, kill=kill))
        report_load(load, given.seconds)
        for line in (Path(folder) / "server.log").read_text().splitlines():
            if '"failure"' in line:
                print(line)
    sys.exit(1 if load.errors or load.lost or load.doubled else 0)


if __name__ == "__main__":
    main()
