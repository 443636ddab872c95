"""Running it: health, metrics, logs without content, spans, headers, origins, and a page of our own."""

from __future__ import annotations

import json
import logging
import re
from typing import Any

import pytest
from server_testbed import Person, Running, serving

from saegim.server.run import JsonLines


def test_health_says_what_is_degraded(server: Running) -> None:
    anyone = server.http()
    assert anyone.get("/health/live").json() == {"status": "ok"}
    assert anyone.get("/health/ready").json() == {"status": "ok", "degraded": ["analyser: bigrams only"]}
    assert anyone.get("/health").json() == {"status": "degraded", "degraded": ["analyser: bigrams only"]}
    whole = server.admin().get("/api/v1/health").json()
    assert whole["users"] == server.saegim.count_users()


def test_a_store_that_cannot_be_reached_is_not_ready() -> None:
    with serving() as server:
        server.saegim._core.store.close()
        anyone = server.http()
        response = anyone.get("/health/ready")
        assert (response.status_code, response.json()["status"]) == (503, "unready")
        assert anyone.get("/health/live").status_code == 200


def test_metrics_count_what_happens_and_name_nobody(server: Running, person: Person) -> None:
    person.post("/api/v1/turns", {"user": "아주 은밀한 이야기"})
    person.post("/api/v1/recall", {"query": "은밀한 이야기"})
    person.post("/api/v1/recall", {"query": "zzzz"})
    person.post("/api/v1/context", {"message": "이야기"})
    text = server.admin().get("/metrics").text
    for name in ("saegim_requests_total", "saegim_request_seconds_bucket", "saegim_recall_hits_bucket",
                 "saegim_context_tokens_bucket", "saegim_queue_users", "saegim_open_user_files",
                 "saegim_open_descriptors", "saegim_model_cost_total", "saegim_users"):  # fmt: skip
        assert re.search(rf"^{name}", text, re.MULTILINE), name
    for step in ("record", "recall", "context"):
        assert f'saegim_step_seconds_count{{step="{step}"}}' in text
    assert 'route="/api/v1/turns"' in text
    assert person.id not in text
    assert "은밀" not in text
    # An address nobody knows makes no new name.
    server.http().get("/some/odd/address")
    assert "odd" not in server.admin().get("/metrics").text


def test_metrics_can_be_open_to_anyone() -> None:
    with serving(settings={"server.open_metrics": True}) as server:
        assert server.http().get("/metrics").status_code == 200


def test_settings_are_shown_without_secrets() -> None:
    secret = "a secret that nobody should ever see in an answer"
    settings = {"server.jwt_secret": secret, "embedding.api_key": "e-key", "model_api_key": "m-key"}
    with serving(settings=settings) as server:
        response = server.admin().get("/api/v1/settings")
        shown = {row["name"]: row["value"] for row in response.json()["settings"]}
        assert shown["server.jwt_secret"] == shown["embedding.api_key"] == shown["model_api_key"] == "***"
        assert shown["context.recent_turns"] == "6"
        for hidden in (secret, "e-key", "m-key"):
            assert hidden not in response.text


def test_logs_have_ids_and_never_what_was_said(server: Running, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO)
    person = server.person()
    person.post("/api/v1/turns", {"user": "은밀한 이야기", "metadata": {"note": "은밀한 메모"}})
    person.get("/api/v1/turns", params={"emotion": "은밀"})
    person.post("/memory/conversations/search", {"keyword": "은밀한"})
    person.post("/api/v1/turns", {"user": "은밀한", "kind": "은밀"}, status=422)
    person.http.get("/api/v1/turns/은밀한-id")
    lines = [json.loads(one.getMessage()) for one in caplog.records if one.name == "saegim.server"]
    mine = [line for line in lines if line["user"] == person.id]
    assert len(mine) >= 4
    assert mine[0]["route"] == "/api/v1/turns"
    assert {"request", "method", "status", "caller", "ms"} <= set(mine[0])
    assert "은밀" not in caplog.text
    assert person.token not in caplog.text


def test_a_failure_is_logged_by_place_and_told_without_detail(
    server: Running, person: Person, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(**_: Any) -> None:
        raise ValueError("은밀한 이야기")

    monkeypatch.setattr(server.saegim._core.store, "users", broken)
    response = server.admin().get("/api/v1/users", headers={"X-Request-Id": "find-me"})
    assert (response.status_code, response.json()["error"]["code"]) == (500, "server_error")
    assert response.headers["x-request-id"] == "find-me"
    (line,) = [json.loads(one.getMessage()) for one in caplog.records if '"failure"' in one.getMessage()]
    assert (line["request"], line["error"]) == ("find-me", "ValueError")
    assert line["where"][-1].endswith(" broken")
    assert "은밀" not in caplog.text + response.text


def test_a_log_line_is_one_line_of_json() -> None:
    format_ = JsonLines().format
    ours = logging.LogRecord("saegim.server", logging.INFO, "", 0, '{"event": "request"}', (), None)
    assert json.loads(format_(ours))["event"] == "request"
    try:
        raise ValueError("은밀한 이야기")
    except ValueError as error:
        theirs = logging.LogRecord("x", logging.ERROR, "", 0, "두\n줄", (), (type(error), error, None))
    line = format_(theirs)
    assert "\n" not in line
    assert "은밀" not in line
    assert json.loads(line)["error"] == "ValueError"


def test_every_answer_has_its_guards(server: Running, person: Person) -> None:
    for response in (
        person.http.get("/api/v1/me"),
        server.http().get("/api/v1/me"),
        server.http().get("/nowhere"),
        server.http().get("/docs"),
    ):
        headers = response.headers
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["x-frame-options"] == "DENY"
        assert headers["referrer-policy"] == "no-referrer"
        assert headers["x-request-id"]
        assert "server" not in headers
    assert person.http.get("/api/v1/me").headers["cache-control"] == "no-store"


def test_other_origins_are_let_in_only_when_set(server: Running) -> None:
    asked = {"Origin": "https://app.example", "Access-Control-Request-Method": "POST"}
    closed = server.http().options("/api/v1/turns", headers=asked)
    assert "access-control-allow-origin" not in closed.headers
    with serving(settings={"server.cors_origins": "https://app.example, https://b.example"}) as open_:
        allowed = open_.http().options("/api/v1/turns", headers=asked)
        assert allowed.headers["access-control-allow-origin"] == "https://app.example"
        other = open_.http().get("/health/live", headers={"Origin": "https://evil.example"})
        assert "access-control-allow-origin" not in other.headers


def test_the_api_page_needs_nothing_from_elsewhere(server: Running) -> None:
    anyone = server.http()
    assert anyone.get("/", follow_redirects=True).url.path in ("/docs", "/sign-in")
    start = anyone.get("/docs")
    page = start.text
    for path in ("/docs/docs.js", "/docs/docs.css"):
        assert path in page
        page += anyone.get(path).raise_for_status().text
    assert not re.search(r"(https?:)?//[a-z]", page.replace("// ", ""))
    policy = start.headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "script-src 'self'" in policy
    assert "<script>" not in page
    document = anyone.get("/openapi.json").json()
    assert len(document["paths"]) > 70
    with serving(settings={"server.docs": False}) as closed:
        assert closed.http().get("/docs").status_code == 404
        assert closed.http().get("/openapi.json").status_code == 404


@pytest.mark.parametrize(
    ("header", "korean"),
    [
        (None, True), ("ko", True), ("en", False), ("en-US,en;q=0.9,ko;q=0.8", False), ("fr, ko;q=0.2", True),
        ("fr", True), (";;;q=x,,", True), ("en;q=0.1, ko-KR;q=0.9", True),
    ],
)  # fmt: skip
def test_messages_follow_the_readers_language(person: Person, header: str | None, korean: bool) -> None:
    headers = {} if header is None else {"Accept-Language": header}
    error = person.http.get("/api/v1/turns/none", headers=headers).json()["error"]
    assert error["code"] == "turn_not_found"
    assert error["message"] == (error["messageKo"] if korean else error["messageEn"])
    assert error["messageEn"] == "no turn 'none'"
    assert re.search("[가-힣]", error["messageKo"])
