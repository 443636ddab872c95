"""`saegim serve` as people run it: its own process, several workers, signals, and a worker that is killed."""

from __future__ import annotations

import asyncio
import json
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

sys.path.append(str(Path(__file__).parents[2] / "benchmarks"))
import server as bench

RUN = [sys.executable, "-c", "from saegim.cli import main; main()"]


@pytest.fixture
def two_workers(tmp_path: Path) -> Iterator[bench.Served]:
    with bench.served(tmp_path, workers=2, quick=True) as made:
        yield made


@pytest.mark.slow
def test_nothing_acknowledged_is_lost_when_a_worker_is_killed_under_load(two_workers: bench.Served) -> None:
    load = asyncio.run(bench.run_load(two_workers, people=12, seconds=10, kill=True))
    assert dict(load.errors) == {}
    assert load.lost == 0
    assert load.kept >= sum(len(turns) for turns in load.acknowledged.values()) > 20
    deadline = time.monotonic() + 30
    while len(two_workers.workers()) < 2:
        assert time.monotonic() < deadline, "nobody took the place of the one that was killed"
        time.sleep(0.2)


@pytest.mark.slow
def test_workers_count_together(two_workers: bench.Served) -> None:
    """Limits and metrics are those of the server, whichever process answers."""
    admin = {"Authorization": f"Bearer {two_workers.key}"}
    for _ in range(40):
        # Each on a connection of its own: they spread over the processes.
        assert httpx.get(f"{two_workers.url}/api/v1/me", headers=admin).status_code == 200
    counts = set()
    for _ in range(10):
        text = httpx.get(f"{two_workers.url}/metrics", headers=admin).text
        (line,) = [
            one for one in text.splitlines() if 'route="/api/v1/me"' in one and "requests_total" in one
        ]
        counts.add(float(line.split()[-1]))
    assert counts == {40.0}


def test_the_first_key_is_shown_once_and_the_server_ends_when_told(tmp_path: Path) -> None:
    with bench.served(tmp_path, workers=1, quick=True) as first:
        admin = {"Authorization": f"Bearer {first.key}"}
        assert first.key.startswith("sgm_")
        turn = httpx.post(
            f"{first.url}/api/v1/turns", json={"user": "안녕"}, headers={**admin, "X-Saegim-User": "minji"}
        )
        assert turn.status_code == 201
    assert first.process.returncode == 0
    with bench.served(tmp_path, workers=1, quick=True) as second:
        assert second.key is None
        kept = httpx.get(f"{second.url}/api/v1/turns", headers={**admin, "X-Saegim-User": "minji"}).json()
        assert [one["user"] for one in kept["turns"]] == ["안녕"]
    log = (tmp_path / "server.log").read_text(encoding="utf-8")
    for line in log.splitlines():
        assert json.loads(line)["level"]
    assert "안녕" not in log


def run(tmp_path: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*RUN, *arguments, "--data", str(tmp_path / "data")],
        env={**bench.os.environ, **bench.QUICK, "PYTHONUTF8": "1"},
        cwd=tmp_path,
        capture_output=True,
        encoding="utf-8",
        timeout=120,
        check=False,
    )


def document(tmp_path: Path, *arguments: str) -> Any:
    done = run(tmp_path, *arguments, "--json")
    assert done.returncode == 0, done.stdout + done.stderr
    return json.loads(done.stdout)


def test_keys_are_made_listed_and_revoked_on_the_command_line(tmp_path: Path) -> None:
    made = document(tmp_path, "keys", "create", "--role", "user", "--user", "minji")
    assert made["key"].startswith(f"sgm_{made['id']}_")
    assert (made["role"], made["user"]) == ("user", "minji")
    (listed,) = document(tmp_path, "keys", "list")["keys"]
    assert listed["id"] == made["id"]
    assert "key" not in listed
    assert document(tmp_path, "keys", "revoke", made["id"]) == {"revoked": made["id"]}
    assert document(tmp_path, "keys")["keys"][0]["revoked_at"] is not None
    for wrong, code in (
        (("create", "--role", "user"), "user_required"),
        (("revoke", "nothing"), "key_not_found"),
        (("revoke",), "key_id_required"),
        (("steal",), "action_invalid"),
    ):
        refused = run(tmp_path, "keys", *wrong, "--json")
        assert refused.returncode == 1
        assert json.loads(refused.stdout)["error"]["code"] == code
    shown = run(tmp_path, "keys")
    assert made["id"] in shown.stdout
    assert made["key"] not in shown.stdout


def test_background_work_is_done_by_a_worker_of_its_own(tmp_path: Path) -> None:
    document(tmp_path, "record", "나 땅콩 알레르기 있어")
    assert {job["task"] for job in document(tmp_path, "jobs")["jobs"]} >= {"learn"}
    assert document(tmp_path, "worker", "--once")["users"] >= 1
    assert "learn" not in {job["task"] for job in document(tmp_path, "jobs", "list")["jobs"]}
    assert document(tmp_path, "jobs", "retry") == {"retried": 0}
    worker = subprocess.Popen(
        [*RUN, "worker", "--data", str(tmp_path / "data")],
        env={**bench.os.environ, **bench.QUICK, "PYTHONUTF8": "1"},
        stderr=subprocess.PIPE,
        encoding="utf-8",
    )
    assert worker.stderr is not None
    assert worker.stderr.readline().strip()
    document(tmp_path, "record", "나 고양이를 키워")
    deadline = time.monotonic() + 30
    while "learn" in {job["task"] for job in document(tmp_path, "jobs")["jobs"]}:
        assert time.monotonic() < deadline
    worker.send_signal(signal.SIGTERM)
    assert worker.wait(20) == 0
    worker.stderr.close()


def test_a_port_that_is_taken_is_said_and_nothing_is_made(tmp_path: Path) -> None:
    import socket

    with socket.create_server(("127.0.0.1", 0)) as taken:
        refused = run(tmp_path, "serve", "--port", str(taken.getsockname()[1]), "--json")
    assert refused.returncode == 1
    assert json.loads(refused.stdout)["error"]["code"] == "address_unavailable"
    assert not (tmp_path / "data").exists()


def test_the_walk_through_of_the_docs_works_as_written(tmp_path: Path) -> None:
    """Every `$` line of docs/server.md, in a shell, against a server; only the address differs."""
    page = (Path(__file__).parents[2] / "docs" / "server.md").read_text(encoding="utf-8")
    walk = page.split("```console\n")[1].split("```")[0]
    commands = walk.replace("\\\n", " ").splitlines()
    assert all(line.startswith("$ ") for line in commands)
    with bench.served(tmp_path, workers=1, quick=True) as served:
        bin_folder = Path(sys.executable).parent
        script = "\n".join(line[2:] for line in commands).replace("http://127.0.0.1:8000", served.url)
        done = subprocess.run(
            ["bash", "-euc", script.replace("curl ", "curl --fail --show-error ")],
            env={
                **bench.os.environ,
                **bench.QUICK,
                "SAEGIM_DATA": str(tmp_path / "data"),
                "PATH": f"{bin_folder}:{bench.os.environ['PATH']}",
            },
            capture_output=True,
            encoding="utf-8",
            timeout=60,
            check=False,
        )
    assert done.returncode == 0, done.stderr
    assert done.stdout.count("나 땅콩 알레르기 있어") >= 3
    assert "event: memories" in done.stdout
    assert '"conversations":2' in done.stdout


@pytest.mark.slow
def test_idle_sessions_and_due_work_are_seen_to_once_by_several_workers(tmp_path: Path) -> None:
    """Nobody ends a session or asks for anything; one of the processes is killed while they are at it."""
    idle = {"SAEGIM_SESSIONS_IDLE_MINUTES": "0.05", "SAEGIM_PLAN": "premium"}
    facts = ("나 땅콩 알레르기 있어", "나는 부산에 살아")
    with bench.served(tmp_path, workers=2, quick=True, **idle) as served:
        people = [f"person-{n}" for n in range(8)]
        with httpx.Client(
            base_url=served.url, headers={"Authorization": f"Bearer {served.key}"}, timeout=30
        ) as http:

            def get(person: str, path: str) -> Any:
                return http.get(path, headers={"X-Saegim-User": person}).raise_for_status().json()

            for person in people:
                for fact in facts:
                    body = {"user": fact, "assistant": "기억할게요", "sessionId": "one"}
                    http.post(
                        "/api/v1/turns", json=body, headers={"X-Saegim-User": person}
                    ).raise_for_status()
            bench.os.kill(served.workers()[0], signal.SIGKILL)
            deadline = time.monotonic() + 120

            def waiting() -> list[str]:
                return [
                    person
                    for person in people
                    if get(person, "/api/v1/sessions")["sessions"][0]["endedAt"] is None
                    or any(job["task"] != "tend" for job in get(person, "/api/v1/jobs")["jobs"])
                ]

            while True:
                try:
                    if not (left := waiting()):
                        break
                except httpx.TransportError:
                    # On a connection of the process that was killed.
                    left = people
                assert time.monotonic() < deadline, left
                time.sleep(0.5)
            for person in people:
                assert len(get(person, "/api/v1/sessions")["sessions"]) == 1
                assert len(get(person, "/api/v1/episodes")["episodes"]) == 1
                memories = get(person, "/api/v1/memories")["memories"]
                kept = [one for one in memories if one["kind"] != "episode"]
                assert len(kept) == len({one["content"] for one in kept}) >= len(facts)
                candidates = get(person, "/api/v1/candidates")["candidates"]
                # Learned from twice, a turn would have been heard twice.
                assert {one["seen"] for one in candidates} == {1}
