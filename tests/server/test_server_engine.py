"""The whole engine under /api/v1: what goes in by one route comes out by the others."""

from __future__ import annotations

from typing import Any

import pytest
from server_testbed import Person, Running


def said(person: Person, text: str, **more: Any) -> dict[str, Any]:
    turn: dict[str, Any] = person.post("/api/v1/turns", {"user": text, "assistant": "네", **more}, status=201)
    return turn


def known(person: Person, content: str, **more: Any) -> dict[str, Any]:
    memory: dict[str, Any] = person.post("/api/v1/memories", {"content": content, **more}, status=201)
    return memory


def test_a_turn_is_kept_with_everything_that_came_with_it(person: Person) -> None:
    turn = said(
        person,
        "오늘 이사했어",
        at="2025-12-24T18:00:00+09:00",
        metadata={"emotion": "joy", "processing_time": 0.3, "custom_key": {"x_y": 1}},
        sessionId="s1",
        personaId="luna",
    )
    assert person.get(f"/api/v1/turns/{turn['id']}") == turn
    assert turn["at"] == "2025-12-24T18:00:00+09:00"
    assert turn["metadata"]["custom_key"] == {"x_y": 1}
    assert (turn["sessionId"], turn["persona"], turn["user"]) == ("s1", "luna", "오늘 이사했어")
    assert person.get("/api/v1/turns?personaId=mina")["turns"] == []
    assert person.get("/api/v1/turns?emotion=joy&until=2026-01-01T00:00:00Z")["turns"] == [turn]
    assert person.get("/api/v1/turns/count?sessionId=s1") == {"count": 1}
    assert person.post("/api/v1/turns/search", {"keyword": "이사"})["turns"] == [turn]
    person.delete(f"/api/v1/turns/{turn['id']}")
    assert person.get(f"/api/v1/turns/{turn['id']}", status=404)["error"]["code"] == "turn_not_found"


def test_pages_follow_each_other_without_a_gap(person: Person) -> None:
    ids = [said(person, f"{n}번째 말")["id"] for n in range(7)]
    seen: list[str] = []
    while True:
        page = person.get("/api/v1/turns", params={"limit": 3, "offset": len(seen), "oldestFirst": "true"})
        seen += [turn["id"] for turn in page["turns"]]
        assert (page["limit"], page["hasMore"]) == (3, len(seen) < 7)
        if not page["hasMore"]:
            break
    assert seen == ids


def test_messages_of_many_people_become_turns_and_a_window(person: Person) -> None:
    rows = [{"role": "user", "name": "엄마", "content": f"{n}번 말"} for n in range(12)]
    kept = person.post("/api/v1/messages", {"messages": rows, "sessionId": "family"}, status=201)
    assert len(kept["turns"]) == 12
    window = person.get("/api/v1/messages/window")["messages"]
    assert [message["content"] for message in window] == [f"{n}번 말" for n in range(2, 12)]
    bad = [*rows, {"role": "user", "content": ""}]
    assert person.post("/api/v1/messages", {"messages": bad}, status=422)["error"]["code"] == "text_empty"
    assert person.get("/api/v1/turns/count") == {"count": 12}


def test_a_session_ends_when_told(person: Person) -> None:
    said(person, "안녕", sessionId="s1")
    (session,) = person.get("/api/v1/sessions")["sessions"]
    assert (session["id"], session["endedAt"], session["turnCount"]) == ("s1", None, 1)
    assert person.post("/api/v1/sessions/s1/end")["session"]["endedAt"] is not None
    assert person.post("/api/v1/sessions/end")["session"] is None
    assert person.post("/api/v1/sessions/none/end", status=404)["error"]["code"] == "session_not_found"


def test_two_editors_notice_each_other(person: Person) -> None:
    memory = known(person, "판교에 산다")
    address = f"/api/v1/memories/{memory['id']}"
    read = person.http.get(address)
    assert read.headers["etag"] == '"1"'
    first = person.http.patch(address, json={"content": "분당에 산다"}, headers={"If-Match": '"1"'})
    assert (first.status_code, first.headers["etag"]) == (200, '"2"')
    for stale in ({"headers": {"If-Match": '"1"'}}, {"headers": {"If-Match": 'W/"1"'}}):
        second = person.http.patch(address, json={"content": "강남에 산다"}, **stale)
        assert (second.status_code, second.json()["error"]["code"]) == (409, "version_conflict")
        assert second.json()["error"]["actual"] == 2
    assert person.patch(address, {"content": "x", "version": 1}, status=409)
    assert person.patch(address, {"importance": 0.9}, headers={"If-Match": "*"})["version"] == 3
    odd = person.patch(address, {"content": "x"}, status=422, headers={"If-Match": '"abc"'})
    assert odd["error"]["code"] == "version_invalid"
    assert person.get(address)["content"] == "분당에 산다"


def test_a_memory_has_a_life(person: Person) -> None:
    memory = known(person, "커피를 좋아한다", kind="preference", tags=["음료"], pinned=True)
    address = f"/api/v1/memories/{memory['id']}"
    assert person.get("/api/v1/memories?kind=preference&tag=음료&pinned=true")["memories"] == [memory]
    assert person.post(f"{address}/tags", {"tags": ["아침"]})["tags"] == ["음료", "아침"]
    assert person.post(f"{address}/pin?pinned=false")["pinned"] is False
    assert person.delete(address, params={"reason": "끊었다"})["state"] == "forgotten"
    assert person.get("/api/v1/memories")["memories"] == []
    assert person.get("/api/v1/memories?state=forgotten")["memories"][0]["id"] == memory["id"]
    assert person.post(f"{address}/restore", {"version": 1})["tags"] == ["음료"]
    assert person.post(f"{address}/archive")["state"] == "archived"
    assert person.post(f"{address}/restore")["state"] == "active"
    versions = person.get(f"{address}/history")["versions"]
    assert [one["version"] for one in versions] == list(range(1, len(versions) + 1))
    audit = person.get("/api/v1/audit", params={"memoryId": memory["id"]})["events"]
    assert "끊었다" in [event["reason"] for event in audit]
    assert person.post("/api/v1/memories/delete", {"ids": [memory["id"], "none"]}) == {"deleted": 1}
    person.get(address, status=404)


def test_the_audit_tells_the_person_from_whoever_acts_for_them(server: Running, person: Person) -> None:
    mine = person.post("/api/v1/memories", {"content": "커피를 마신다"}, status=201)
    address = f"/api/v1/memories/{mine['id']}"
    admin, meant = server.admin(), {"X-Saegim-User": person.id}
    for asked in (
        admin.patch(address, json={"content": "차를 마신다"}, headers=meant),
        admin.post(f"{address}/tags", json={"tags": ["아침"]}, headers=meant),
        admin.post(f"{address}/pin", headers=meant),
        admin.post("/api/v1/entities", json={"name": "혜원"}, headers=meant),
    ):
        assert asked.status_code < 300, asked.text
    events = person.get("/api/v1/audit")["events"]
    done = {event["action"]: event["actor"] for event in events}
    assert done["remember"] == "user"
    named = {done[action] for action in ("revise", "tag", "pin", "add_entity")}
    assert len(named) == 1
    assert named.pop().startswith("key:")
    versions = person.get(f"{address}/history")["versions"]
    assert [one["actor"].split(":")[0] for one in versions] == ["user", "key", "key", "key"]


def test_memories_in_one_go_links_timeline_and_profile(person: Person) -> None:
    rows = [
        {"id": "home", "content": "판교에 산다", "key": "home.city", "value": "판교"},
        {"id": "cat", "content": "고양이 보리를 키운다", "forAllPersonas": True},
    ]
    rows[0]["validFrom"] = "2025-03-01T00:00:00Z"
    kept = person.post("/api/v1/memories/batch", {"memories": rows})["memories"]
    assert [memory["id"] for memory in kept] == ["home", "cat"]
    again = person.post("/api/v1/memories/batch", {"memories": rows})["memories"]
    assert [memory["version"] for memory in again] == [1, 1]
    link = person.post("/api/v1/memories/home/links", {"relation": "related_to", "target": "cat"}, status=201)
    assert person.get("/api/v1/memories/cat/links")["links"] == [link]
    assert person.get("/api/v1/profile") == {"profile": {"home.city": "판교"}}
    assert [one["id"] for one in person.get("/api/v1/timeline?year=2025&month=3")["memories"]] == ["home"]


def test_recall_and_context_say_why_and_leave_a_trace(person: Person) -> None:
    known(person, "땅콩 알레르기가 있다", kind="allergy")
    said(person, "어제 김치찌개 먹었어")
    found = person.post("/api/v1/recall", {"query": "땅콩 알레르기", "limit": 5, "among": ["memories"]})
    hit = found["hits"][0]
    assert hit["text"] == "땅콩 알레르기가 있다"
    assert hit["why"]["ko"]
    assert hit["why"]["sources"]["text"]["rank"] == 1
    assert person.post("/api/v1/recall", {"query": "땅콩", "kinds": ["plan"]})["hits"] == []
    wanted = {"message": "땅콩 알레르기 얘기했었나?", "budgetTokens": 300, "system": "너는 루나야"}
    context = person.post("/api/v1/context", wanted)
    assert context["messages"][-1] == {"role": "user", "content": "땅콩 알레르기 얘기했었나?"}
    assert 0 < context["tokens"] <= context["budgetTokens"] == 300
    assert "땅콩 알레르기가 있다" in context["messages"][0]["content"]
    trace = person.get(f"/api/v1/traces/{context['traceId']}")
    assert trace["query"] == "땅콩 알레르기 얘기했었나?"
    assert person.get("/api/v1/traces")["traces"] == [trace]


def test_what_a_person_picked_comes_first_once(person: Person) -> None:
    memory = known(person, "파란색을 좋아한다")
    person.post("/api/v1/context/pick", {"memoryIds": [memory["id"]]})
    assert "파란색" in str(person.post("/api/v1/context", {"message": "zzz"})["messages"])
    person.post("/api/v1/context/pick", {"memoryIds": ["none"]}, status=404)


def test_what_a_turn_teaches_is_there_after_the_background_work(server: Running, person: Person) -> None:
    said(person, "나 땅콩 알레르기 있어. 꼭 기억해 줘", sessionId="s1")
    assert {job["task"] for job in person.get("/api/v1/jobs")["jobs"]} >= {"learn"}
    server.admin().post("/api/v1/maintenance/drain").raise_for_status()
    (candidate, *_) = person.get("/api/v1/candidates")["candidates"]
    assert set(candidate["factors"]) >= {"kind", "confidence", "novelty"}
    assert person.get(f"/api/v1/candidates/{candidate['id']}") == candidate
    learned = person.get("/api/v1/memories")["memories"]
    assert any("땅콩" in memory["content"] for memory in learned)
    assert person.get(f"/api/v1/memories/{learned[0]['id']}/why")["why"]
    assert person.post("/api/v1/jobs/retry") == {"retried": 0}
    assert person.get("/api/v1/model-calls")["calls"] == []
    episode = person.post("/api/v1/episodes", {"sessionId": "s1", "summary": "알레르기 이야기"}, status=201)
    assert person.get("/api/v1/episodes")["episodes"][0]["id"] == episode["id"]
    assert person.post("/api/v1/summaries/roll")["summary"] is None


def test_summaries_stats_and_care(server: Running, person: Person) -> None:
    said(person, "안녕")
    made = person.post("/api/v1/summaries", {"content": "인사했다", "summarizedTurns": 1}, status=201)
    assert person.get("/api/v1/summaries")["summaries"] == [made]
    stats = person.get("/api/v1/stats")
    assert (stats["turns"], stats["summaries"]) == (1, 1)
    assert person.post("/api/v1/maintenance/reindex") == {"user": person.id}
    assert person.post("/api/v1/maintenance/vacuum")["bytesOnDisk"] > 0
    assert server.admin().post("/api/v1/maintenance/check").json() == {"problems": []}
    assert person.post("/api/v1/users/me/clear", status=400)["error"]["code"] == "confirmation_needed"
    assert person.post("/api/v1/users/me/clear?confirm=true") == {"cleared": person.id, "turns": 1}


def test_operators_see_users_and_make_personas(server: Running, person: Person) -> None:
    said(person, "안녕")
    admin = server.admin()
    found = admin.get(f"/api/v1/users/{person.id}").json()
    assert (found["user"], found["stats"]["turns"]) == (person.id, 1)
    assert admin.get("/api/v1/users/never-was").json()["error"]["code"] == "user_not_found"
    body = {"name": "루나", "systemPrompt": "너는 루나야.", "metadata": {"assets": {"happy": "smile_full"}}}
    made = admin.put("/api/v1/personas/luna-op", json=body).json()
    assert admin.get("/api/v1/personas/luna-op").json() == made
    assert made in admin.get("/api/v1/personas").json()["personas"]
    assert admin.get("/api/v1/personas/nobody").status_code == 404
    context = person.post("/api/v1/context", {"message": "안녕", "personaId": "luna-op"})
    assert context["messages"][0]["content"].startswith("너는 루나야.")
    assert admin.delete(f"/api/v1/users/{person.id}").status_code == 400
    gone = admin.delete(f"/api/v1/users/{person.id}", params={"confirm": "true"}).json()
    assert gone == {"erased": True, "user": person.id}


@pytest.mark.parametrize("path", ["/nowhere", "/api/v1/nowhere", "/api/v2/turns"])
def test_an_address_that_is_none_is_said_so(person: Person, path: str) -> None:
    assert person.get(path, status=404)["error"]["code"] == "route_not_found"
    assert person.delete("/api/v1/recall", status=405)["error"]["code"] == "method_not_allowed"
