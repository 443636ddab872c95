"""A request that was done and whose process died before it could say so: asked again, nothing is doubled."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from server_testbed import Person, Running, serving

from saegim.errors import DiskFull
from saegim.server.house import CLAIM_S
from saegim.testing import FrozenClock, ScriptedModel

WRITES: dict[str, tuple[str, dict[str, Any]]] = {
    "turn": ("/api/v1/turns", {"user": "나 땅콩 알레르기 있어", "assistant": "기억할게요"}),
    "turn of the past": ("/api/v1/turns", {"user": "그때 말이야", "at": "2024-03-01T09:00:00+09:00"}),
    "messages": ("/api/v1/messages", {"messages": [{"content": "하나"}, {"content": "둘", "name": "지훈"}]}),
    "memory": ("/api/v1/memories", {"content": "땅콩 알레르기가 있다", "kind": "allergy"}),
    "value": ("/api/v1/memories", {"content": "부산에 산다", "key": "home.city", "value": "부산"}),
    "memories": ("/api/v1/memories/batch", {"memories": [{"content": "고양이를 키운다"}, {"content": "x"}]}),
    "summary": ("/api/v1/summaries", {"content": "땅콩 이야기를 했다"}),
    "entity": ("/api/v1/entities", {"name": "지훈", "relation": "친구"}),
    "chat": ("/api/v1/chat/send", {"message": "안녕, 나는 민지야"}),
    "stream": ("/api/v1/chat/stream", {"message": "안녕, 나는 민지야"}),
    "knock": ("/api/v1/memory/create", {"messages": [{"role": "user", "content": "면접 봤어"}],
                                        "manualSummary": "면접 이야기"}),
    "openai": ("/v1/chat/completions", {"messages": [{"role": "user", "content": "안녕, 나는 민지야"}]}),
}  # fmt: skip


@pytest.fixture(scope="module")
def clock() -> FrozenClock:
    return FrozenClock()


@pytest.fixture(scope="module")
def server(clock: FrozenClock) -> Iterator[Running]:
    with serving(clock=clock) as made:
        yield made


@contextmanager
def dying_before_its_answer_is_noted(server: Running, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """What is left behind is what a killed process leaves: everything done, and a claim without an answer."""
    with monkeypatch.context() as patched:
        for name in ("keep_answer", "hold_answers", "give_up_answer"):
            patched.setattr(server.saegim.store, name, lambda *_: None)
        yield


def everything(server: Running, person: Person) -> dict[str, Any]:
    """What there is of a person, by the ids of it."""
    user = server.saegim.user(person.id)
    return {
        "turns": [(turn.id, turn.user) for turn in user.turns(limit=100)],
        "memories": [(memory.id, memory.version) for memory in user.memories(limit=100)],
        "summaries": [one.id for one in user.summaries(limit=100)],
        "entities": [one.id for one in user.entities(limit=100)],
        "episodes": [one.id for one in user.episodes(limit=100)],
    }


def post(person: Person, key: str, what: str, **more: Any) -> httpx.Response:
    path, body = WRITES[what]
    return person.http.post(path, json={**body, **more}, headers={"Idempotency-Key": key})


@pytest.mark.parametrize("what", WRITES)
def test_what_was_done_before_the_process_died_is_not_done_again(
    server: Running, clock: FrozenClock, monkeypatch: pytest.MonkeyPatch, what: str
) -> None:
    person = server.person()
    with dying_before_its_answer_is_noted(server, monkeypatch):
        first = post(person, "k", what)
    assert first.status_code < 300
    kept = everything(server, person)
    assert any(kept.values())
    if what != "stream":
        # A stream lets go of its claim at its own end, when we are past this.
        busy = post(person, "k", what)
        assert (busy.status_code, busy.headers["retry-after"]) == (409, "1")
    clock.move(seconds=CLAIM_S + 1)
    again = post(person, "k", what)
    assert again.status_code == first.status_code
    assert everything(server, person) == kept
    if what not in ("chat", "stream", "knock", "openai"):
        assert again.json() == first.json()
    if what != "stream":
        # From now on the answer is known.
        third = post(person, "k", what)
        assert third.headers["idempotency-replayed"] == "true"
        assert third.content == again.content
    assert everything(server, person) == kept
    if what in ("turn", "messages", "summary", "entity", "chat", "openai"):
        # Another key is another request.
        post(person, "another", what)
        assert everything(server, person) != kept


def test_a_reply_is_not_asked_for_twice(clock: FrozenClock, monkeypatch: pytest.MonkeyPatch) -> None:
    """A model says something else each time; the turn that was kept says what was said."""
    model = ScriptedModel(["반가워요, 민지 님.", "또 오셨네요!"])
    with serving(clock=clock, model=model) as server:
        person = server.person()
        with dying_before_its_answer_is_noted(server, monkeypatch):
            first = post(person, "k", "chat").json()
        clock.move(seconds=CLAIM_S + 1)
        again = post(person, "k", "chat").json()
        assert first["reply"] == again["reply"] == "반가워요, 민지 님."
        assert again["turnId"] == first["turnId"]
        assert again["offline"] is False
        assert len(model.asked) == 1
        (turn,) = server.saegim.user(person.id).turns()
        assert turn.assistant == "반가워요, 민지 님."


def streamed(person: Person, key: str, what: str, **more: Any) -> str:
    """The events; a stream lets go of its key a moment after its last one."""
    deadline = time.monotonic() + 20
    while (response := post(person, key, what, **more)).status_code == 409:
        assert time.monotonic() < deadline
        time.sleep(0.02)
    return response.text


def test_a_stream_that_comes_again_tells_what_was_said(server: Running) -> None:
    person = server.person()
    first, again = (streamed(person, "k", "stream") for _ in range(2))
    assert [line for line in first.splitlines() if "turnId" in line] == [
        line for line in again.splitlines() if "turnId" in line
    ]
    assert "event: done" in again
    assert server.saegim.user(person.id).count_turns() == 1
    for _ in range(2):
        assert "[DONE]" in streamed(person, "c", "openai", stream=True)
    assert server.saegim.user(person.id).count_turns() == 2


def test_another_stream_under_the_same_key_is_refused(server: Running) -> None:
    person = server.person()
    streamed(person, "k", "stream")
    other = streamed(person, "k", "stream", message="다른 말")
    assert "IDEMPOTENCY_CONFLICT" in other
    assert server.saegim.user(person.id).count_turns() == 1


def test_a_failure_after_the_turn_was_kept_does_not_double_it(
    server: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    person = server.person()
    from saegim.chatting import Exchange

    with monkeypatch.context() as patched:
        patched.setattr(Exchange, "emotions", lambda _: 1 / 0)
        assert post(person, "k", "chat").status_code == 500
    assert post(person, "k", "chat").status_code == 200
    assert server.saegim.user(person.id).count_turns() == 1


def test_an_answer_that_cannot_be_noted_is_given_all_the_same(
    server: Running, clock: FrozenClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    person = server.person()

    def full(*_: Any) -> None:
        raise DiskFull("answers.db")

    with monkeypatch.context() as patched:
        patched.setattr(server.saegim.store, "keep_answer", full)
        first = post(person, "k", "turn")
    assert first.status_code == 201
    clock.move(seconds=CLAIM_S + 1)
    assert post(person, "k", "turn").json() == first.json()
    assert server.saegim.user(person.id).count_turns() == 1


def test_a_turn_under_an_id_of_ones_own_is_kept_once(person: Person) -> None:
    body = {"id": "note-7", "user": "안녕", "assistant": "네"}
    first = person.post("/api/v1/turns", body, status=201)
    assert first["id"] == "note-7"
    assert person.post("/api/v1/turns", {**body, "metadata": {"intent": "greeting"}}) == first
    taken = person.post("/api/v1/turns", {**body, "user": "다른 말"}, status=422)
    assert taken["error"]["code"] == "id_taken"
    assert taken["error"]["field"] == "id"
    other = person.post("/api/v1/turns", {**body, "personaId": "luna"}, status=422)
    assert other["error"]["code"] == "id_taken"
    for odd in ("", "a b", "../x", "x" * 129, "a\u0000"):
        assert person.post("/api/v1/turns", {**body, "id": odd}, status=422)["error"]["code"] == "id_invalid"
    assert person.get("/api/v1/turns/count")["count"] == 1
    many = {"id": "import-1", "messages": [{"content": "하나"}, {"role": "assistant", "content": "네"},
                                           {"content": "둘"}]}  # fmt: skip
    turns = person.post("/api/v1/messages", many)["turns"]
    assert [turn["id"] for turn in turns] == ["import-1-1", "import-1-2"]
    assert person.post("/api/v1/messages", many)["turns"] == turns
    assert person.get("/api/v1/turns/count")["count"] == 3


# A real process, really killed.

_DIES = """
import os, signal, sys
from pathlib import Path
import saegim.server.admission as admission
from saegim.stores.sqlite.store import SqliteStore
admission.CLAIM_S = 0.5
died = Path(sys.argv.pop(1))
keep = SqliteStore.keep_answer
def keep_answer(self, *answer):
    if not died.exists():
        died.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    keep(self, *answer)
SqliteStore.keep_answer = keep_answer
from saegim.cli import main
main()
"""


@contextmanager
def started(folder: Path) -> Iterator[tuple[subprocess.Popen[str], dict[str, Any]]]:
    quick = {"SAEGIM_EMBEDDER": "none", "SAEGIM_INDEX_ANALYSER": "bigram", "PYTHONUTF8": "1"}
    with (folder / "server.log").open("a") as log:
        process = subprocess.Popen(
            [sys.executable, "-c", _DIES, str(folder / "died"), "serve", "--json", "--port", "0",
             "--data", str(folder / "data")],
            env={**os.environ, **quick}, stdout=subprocess.PIPE, stderr=log, encoding="utf-8",
        )  # fmt: skip
    assert process.stdout is not None
    try:
        opening = json.loads(process.stdout.readline())
        deadline = time.monotonic() + 60
        while True:
            assert time.monotonic() < deadline
            try:
                if httpx.get(f"{opening['url']}/health/ready").status_code == 200:
                    break
            except httpx.TransportError:
                time.sleep(0.1)
        yield process, opening
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(30)
        process.stdout.close()


def test_a_server_killed_between_the_turn_and_its_answer_keeps_one_turn(tmp_path: Path) -> None:
    body = {"user": "한 번만 한 말", "assistant": "네"}
    with started(tmp_path) as (process, opening):
        headers = {
            "Authorization": f"Bearer {opening['key']}",
            "X-Saegim-User": "minji",
            "Idempotency-Key": "k",
        }
        with pytest.raises(httpx.TransportError):
            httpx.post(f"{opening['url']}/api/v1/turns", json=body, headers=headers)
        assert process.wait(20) == -signal.SIGKILL
    time.sleep(0.6)
    with started(tmp_path) as (_, opening):
        url = f"{opening['url']}/api/v1/turns"
        (before,) = httpx.get(url, headers=headers).json()["turns"]
        again = httpx.post(url, json=body, headers=headers)
        assert again.status_code == 201
        assert again.json()["id"] == before["id"]
        assert len(httpx.get(url, headers=headers).json()["turns"]) == 1
