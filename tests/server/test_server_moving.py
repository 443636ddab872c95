"""Moving out over the wire, previews, what was picked, and settings changed by an admin."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from server_testbed import Person, Running

from saegim.client import Client


def test_a_person_takes_everything_of_theirs_and_nothing_of_others(server: Running, person: Person) -> None:
    other = server.person()
    other.post("/api/v1/memories", {"content": "남의 비밀"})
    person.post("/api/v1/turns", {"user": "안녕", "assistant": "네"})
    person.post("/api/v1/memories", {"content": "내 기억"})
    response = person.http.get("/api/v1/export")
    assert response.headers["content-type"].startswith("application/x-ndjson")
    assert person.id in response.headers["content-disposition"]
    lines = [json.loads(line) for line in response.text.splitlines()]
    assert (lines[0]["user"], lines[-1]["is"]) == (person.id, "end")
    assert [one["content"] for one in lines if one["is"] == "memory"] == ["내 기억"]
    assert "남의 비밀" not in response.text
    assert person.http.get("/api/v1/export", headers={"X-Saegim-User": other.id}).status_code == 403
    assert next(one for one in lines if one.get("action") == "export")["actor"].startswith("key:")
    # What came over the wire comes back.
    again = server.saegim.user(f"{person.id}-again")
    assert again.bring_back(response.content.splitlines(keepends=True)) == lines[-1]["things"]


def test_an_operator_exports_whom_they_name(server: Running, person: Person) -> None:
    person.post("/api/v1/memories", {"content": "내 기억"})
    for role in ("admin", "service"):
        http = server.http(server.token(role), **{"X-Saegim-User": person.id})
        assert "내 기억" in http.get("/api/v1/export").text
        assert http.get("/api/v1/export", headers={"X-Saegim-User": "nobody-there"}).status_code == 404


def test_whoever_leaves_in_the_middle_can_come_again(server: Running, person: Person) -> None:
    user = server.saegim.user(person.id)
    user.upsert([{"content": f"기억 {i} " + "가" * 300} for i in range(2000)])
    for _ in range(server.saegim.settings.server.streams + 3):
        with person.http.stream("GET", "/api/v1/export") as response:
            assert next(response.iter_lines())
    assert user.erase(confirm=True)


def test_a_preview_and_what_was_picked(server: Running, person: Person) -> None:
    memory = person.post("/api/v1/memories", {"content": "자전거를 좋아한다"})
    person.post("/api/v1/context/pick", {"memoryIds": [memory["id"]]})
    asked = {"message": "자전거 탈까?", "settings": {"context.budget_tokens": 500}}
    seen = person.post("/api/v1/context/preview", asked)
    assert (seen["budgetTokens"], seen["traceId"]) == (500, "")
    assert person.get("/api/v1/context/picked")["memories"][0]["id"] == memory["id"]
    assert person.get("/api/v1/traces")["traces"] == []
    person.post("/api/v1/context/preview", {"message": "안녕", "settings": {"model": "x"}}, 422)
    with Client(server.url, person.token) as client:
        me = client.user()
        assert me.preview("자전거", settings={"recall.limit": 1}).budget_tokens == 4096
        assert [one.id for one in me.picked()] == [memory["id"]]
        turn = me.record("나 왔어")
        assert me.message(turn.messages[0].id).content == "나 왔어"
        assert [one.id for one in me.timeline(word="자전거", kind="note", years=(2020, 2030))] == [
            memory["id"]
        ]
        assert me.timeline(kind="event") == []


def test_an_admin_changes_settings_and_nobody_else_does(
    server: Running, person: Person, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "saegim.yaml"
    file.write_text("language: ko\n", encoding="utf-8")
    monkeypatch.setenv("SAEGIM_CONFIG", str(file))
    before = server.saegim.settings
    try:
        body = {"settings": {"recall.limit": 3, "server.port": 9999, "model_api_key": "비밀"}}
        assert person.http.patch("/api/v1/settings", json=body).status_code == 403
        assert server.http(server.token("service")).patch("/api/v1/settings", json=body).status_code == 403
        response = server.admin().patch("/api/v1/settings", json=body)
        assert response.json()["atNextStart"] == ["server.port"]
        assert server.saegim.settings.recall.limit == 3
        shown = server.admin().get("/api/v1/settings").text
        assert "비밀" in file.read_text(encoding="utf-8")
        assert "비밀" not in shown + response.text
        refused = server.admin().patch("/api/v1/settings", json={"settings": {"recal.limit": 3}})
        assert (refused.status_code, refused.json()["error"]["nearest"]) == (422, "recall.limit")
    finally:
        server.saegim.settings = server.saegim._core.settings = before
