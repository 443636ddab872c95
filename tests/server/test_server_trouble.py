"""When something is wrong: what the caller is told, what the operator finds out, and what keeps working."""

from __future__ import annotations

import logging
import re
import shutil
import socket
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import apsw
import jwt
import pytest
from server_testbed import Person, Running, serving

from saegim.errors import CorruptFile, DiskFull, ModelFailed, ReadOnlyStore
from saegim.stores.sqlite.connect import translated
from saegim.testing import ScriptedModel

# What was sent cannot be read.


@pytest.mark.parametrize(
    ("body", "field", "korean", "english"),
    [
        ({}, "body.user", "있어야 합니다", "is missing"),
        ({"user": 3}, "body.user", "문자열이어야 합니다", "valid string"),
        ({"user": "안녕", "usre": 1}, "body.usre", "모르는 항목입니다", "is not known here"),
        ({"user": "안녕", "metadata": []}, "body.metadata", "객체여야 합니다", "valid dictionary"),
    ],
)
def test_a_wrong_body_is_explained_in_the_readers_language(
    person: Person, body: Any, field: str, korean: str, english: str
) -> None:
    error = person.post("/api/v1/turns", body, status=422)["error"]
    assert (error["code"], error["field"]) == ("request_invalid", field)
    assert error["messageKo"] == f"{field}: {korean}"
    assert english in error["messageEn"]
    assert error["message"] == error["messageKo"]


@pytest.mark.parametrize(
    ("path", "korean"),
    [
        ("/api/v1/turns?limit=0", "query.limit: 1 이상이어야 합니다"),
        ("/api/v1/turns?limit=1001", "query.limit: 1000 이하여야 합니다"),
        ("/api/v1/turns?limit=many", "query.limit: 정수여야 합니다"),
        ("/api/v1/turns?oldestFirst=maybe", "query.oldestFirst: true나 false여야 합니다"),
        (
            "/api/v1/memories?state=lost",
            "query.state: 다음 중 하나여야 합니다: 'active', 'archived' or 'forgotten'",
        ),
        ("/memory/conversations/none", "path.conversation_id: 정수여야 합니다"),
    ],
)  # fmt: skip
def test_a_wrong_parameter_is_explained_too(person: Person, path: str, korean: str) -> None:
    refused = person.http.get(path)
    assert refused.status_code == 422
    told = refused.json()
    assert (told["detail"] if "detail" in told else told["error"]["messageKo"]) == korean


def test_broken_json_is_shown_by_its_place(person: Person) -> None:
    response = person.http.post(
        "/api/v1/turns", content=b'{"user": "x",}', headers={"Content-Type": "application/json"}
    )
    error = response.json()["error"]
    assert (error["code"], error["field"]) == ("json_invalid", "body")
    assert re.fullmatch(r"body: is not JSON \(character 1\d\)", error["messageEn"])


# Tokens from a clock that is wrong.


def test_a_clock_a_little_off_is_forgiven_and_one_far_off_is_found_in_the_log(
    caplog: pytest.LogCaptureFixture,
) -> None:
    secret = "a shared secret of more than thirty-two bytes"
    with serving(settings={"server.jwt_secret": secret}) as server:
        now = int(time.time())

        def status(**claims: int) -> int:
            token = jwt.encode({"sub": "minji", "exp": now + 60, **claims}, secret, "HS256")
            return server.http(token).get("/api/v1/me").status_code

        assert status(nbf=now + 2) == status(exp=now - 2) == 200
        caplog.set_level(logging.INFO)
        assert status(nbf=now + 60) == 401
        assert "a token was refused: ImmatureSignatureError" in caplog.text
        assert status(exp=now - 60) == 401
        assert "a token was refused: ExpiredSignatureError" in caplog.text
        # The line of the request that was let in names its caller, and may be written after its answer.
        lines = [record.getMessage() for record in caplog.records]
        refused = [line for line in lines if "a token was refused" in line or '"status": 401' in line]
        assert not [line for line in refused if "minji" in line]


# A disk that is full.


class Usage(NamedTuple):
    total: int
    used: int
    free: int


@pytest.mark.parametrize(
    ("result", "free", "kind"),
    [
        (apsw.SQLITE_IOERR_SHMSIZE, 0, DiskFull),
        (apsw.SQLITE_IOERR_WRITE, 0, DiskFull),
        (apsw.SQLITE_IOERR_WRITE, 1 << 30, ReadOnlyStore),
        (apsw.SQLITE_IOERR_READ, 0, CorruptFile),
    ],
)
def test_a_full_disk_is_not_called_damage(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, result: int, free: int, kind: type
) -> None:
    monkeypatch.setattr(shutil, "disk_usage", lambda _: Usage(1 << 40, 0, free))
    error = apsw.IOError("disk I/O error")
    error.extendedresult = result
    with pytest.raises(kind), translated(tmp_path / "x.db"):
        raise error


def test_a_disk_nearly_full_is_told_before_writes_fail(
    server: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    admin = server.admin()
    assert "disk" not in admin.get("/health").text
    with monkeypatch.context() as patched:
        patched.setattr(shutil, "disk_usage", lambda _: Usage(1 << 40, 0, 3 << 20))
        assert "disk: 3 MiB free" in admin.get("/health").json()["degraded"]
        assert admin.get("/health").json()["status"] == "degraded"
        # It answers still: reading needs no room.
        assert admin.get("/health/ready").status_code == 200
        (line,) = re.findall(r"^saegim_disk_free_bytes (.+)$", admin.get("/metrics").text, re.MULTILINE)
        assert float(line) == 3 << 20


# A language model that does not answer.


@pytest.fixture
def silent() -> Iterator[str]:
    """A service that takes every connection and says nothing."""
    listening = socket.create_server(("127.0.0.1", 0))
    held: list[socket.socket] = []

    def take() -> None:
        while True:
            try:
                held.append(listening.accept()[0])
            except OSError:
                return

    threading.Thread(target=take, daemon=True).start()
    yield f"http://127.0.0.1:{listening.getsockname()[1]}/v1"
    listening.shutdown(socket.SHUT_RDWR)
    listening.close()
    for one in held:
        one.close()


def test_a_model_that_hangs_holds_nobody_up_for_longer_than_set(
    silent: str, caplog: pytest.LogCaptureFixture
) -> None:
    pytest.importorskip("pydantic_ai")
    settings = {"calling.timeout_s": 1.0, "model_base_url": silent, "model_api_key": "k"}
    with serving(model="openai:silent", settings=settings) as server:
        person = server.person()
        started = time.monotonic()
        sent = person.post("/api/v1/chat/send", {"message": "은밀한 이야기"})
        assert sent["offline"] is True
        streamed = person.http.post("/api/v1/chat/stream", json={"message": "은밀한 이야기 둘"}).text
        assert '"offline":true' in streamed
        body = {"messages": [{"role": "user", "content": "은밀한 이야기 셋"}]}
        refused = person.http.post("/v1/chat/completions", json=body)
        assert (refused.status_code, refused.json()["error"]["code"]) == (502, "model_failed")
        assert time.monotonic() - started < 15
        said = [turn.user for turn in server.saegim.user(person.id).turns(oldest_first=True)]
        # What was answered is kept; what was refused is not, and may be asked again.
        assert said == ["은밀한 이야기", "은밀한 이야기 둘"]
        assert caplog.text.count("the language model gave no reply: timeout") == 2
        assert "the language model gave no reply: ReadTimeout" in caplog.text
        assert "은밀" not in caplog.text


class BreakingOff(ScriptedModel):
    """Says two words and fails."""

    def stream(self, messages: Any) -> Iterator[str]:
        yield "두 "
        yield "마디"
        raise ModelFailed(self.name, "은밀한 이유", outcome="timeout")


def test_a_stream_that_breaks_off_does_not_end_as_a_success(caplog: pytest.LogCaptureFixture) -> None:
    with serving(model=BreakingOff([])) as server:
        person = server.person()
        once = {"Idempotency-Key": "k"}
        text = person.http.post("/api/v1/chat/stream", json={"message": "안녕"}, headers=once).text
        names = [line.removeprefix("event: ") for line in text.splitlines() if line.startswith("event: ")]
        assert names == ["memories", "token", "token", "error", "emotion", "remembered", "done"]
        assert '"success":false,"reply":"두 마디","offline":false' in text
        (turn,) = server.saegim.user(person.id).turns()
        assert (turn.assistant, turn.metadata["reply"]) == ("두 마디", "interrupted")
        # Told again, it is no more whole than it was.
        deadline = time.monotonic() + 20
        while (
            again := person.http.post("/api/v1/chat/stream", json={"message": "안녕"}, headers=once)
        ).status_code == 409:
            assert time.monotonic() < deadline
        assert '"success":false,"reply":"두 마디","offline":false' in again.text
        assert server.saegim.user(person.id).turns() == [turn]
    assert "the language model gave no reply: timeout" in caplog.text
    assert "은밀" not in caplog.text
