"""The second document's REST contract: every example in it, field for field, its errors and defaults too."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from server_testbed import Person, Running, serving

from saegim.errors import ModelFailed
from saegim.remember.episodes import NOTICES
from saegim.testing import ScriptedModel

MEMORY = {"id", "summary", "topics", "emotion", "importance", "createdAt"}
UTC = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ")
SAID = [
    ("user", "내일 중요한 면접이 있어", "15:00:00"),
    ("assistant", "와, 떨리겠다! 어떤 회사야?", "15:00:05"),
    ("user", "IT 스타트업인데 정말 가고 싶어", "15:01:00"),
    ("assistant", "잘 될 거야! 준비 많이 해!", "15:01:05"),
]
MESSAGES = [
    {"id": str(n), "role": role, "content": text, "timestamp": f"2025-10-26T{at}Z"}
    for n, (role, text, at) in enumerate(SAID)
]


def conversation(session: str = "session_456", **more: Any) -> dict[str, Any]:
    return {"sessionId": session, "personaId": "persona_123", "messages": MESSAGES, **more}


def create(person: Person, n: int, summary: str = "", persona: str = "persona_123") -> dict[str, Any]:
    body = {
        "personaId": persona,
        "sessionId": f"session_{persona}_{n}",
        "messages": [{"role": "user", "content": f"{n}번째로 하는 말"}],
        "manualSummary": summary or f"{n}번째 이야기",
    }
    made: dict[str, Any] = person.post("/api/v1/memory/create", body)["memory"]
    return made


def test_a_conversation_becomes_a_memory(server: Running, person: Person) -> None:
    made = person.post("/api/v1/memory/summarize", conversation(), status=200)
    assert made["success"] is True
    memory = made["memory"]
    assert set(memory) >= MEMORY
    assert memory["summary"]
    assert isinstance(memory["topics"], list)
    assert memory["emotion"] in ("기쁨", "슬픔", "스트레스", "평온", "흥분", None)
    assert 1 <= memory["importance"] <= 10
    assert UTC.fullmatch(memory["createdAt"])
    assert (memory["sessionId"], memory["personaId"], memory["archivedAt"]) == (
        "session_456",
        "persona_123",
        None,
    )
    said = server.saegim.user(person.id, persona="persona_123").turns(
        session="session_456", oldest_first=True
    )
    assert [turn.user for turn in said] == [MESSAGES[0]["content"], MESSAGES[2]["content"]]
    assert said[0].at.isoformat() == "2025-10-27T00:00:00+09:00"


def test_messages_the_server_has_are_not_kept_twice(server: Running, person: Person) -> None:
    user = server.saegim.user(person.id, persona="persona_123")
    first = person.post("/api/v1/memory/summarize", conversation())
    again = person.post("/api/v1/memory/summarize", conversation())
    assert again["memory"]["id"] == first["memory"]["id"]
    assert user.count_turns() == 2
    longer = [*MESSAGES, {"role": "user", "content": "고마워!"}]
    person.post("/api/v1/memory/summarize", conversation(messages=longer))
    assert user.count_turns() == 3


def test_a_memory_in_ones_own_words(person: Person) -> None:
    made = person.post("/api/v1/memory/create", conversation(manualSummary="수동 요약 텍스트"), status=200)
    assert made["success"] is True
    assert set(made["memory"]) >= {"id", "summary", "importance"}
    assert made["memory"]["summary"] == "수동 요약 텍스트"


def test_memories_for_a_new_conversation(server: Running, person: Person) -> None:
    for n in range(7):
        create(person, n)
    create(person, 9, "다른 페르소나와의 이야기", persona="persona_999")
    loaded = person.get("/api/v1/memory/load?personaId=persona_123&limit=5")
    assert loaded["success"] is True
    assert len(loaded["memories"]) == 5
    assert set(loaded["memories"][0]) >= MEMORY
    assert len(person.get("/api/v1/memory/load?personaId=persona_123")["memories"]) == 5
    everything = str(loaded)
    assert "다른 페르소나" not in everything
    lines = [line for line in loaded["systemPrompt"].splitlines() if line.startswith("- ")]
    assert len(lines) == 5
    assert all(re.fullmatch(r"- \d번째 이야기 \(\d{4}-\d\d-\d\d\)", line) for line in lines)


def test_listing_says_how_many_there_are_and_whether_there_are_more(person: Person) -> None:
    made = [create(person, n) for n in range(12)]
    listed = person.get("/api/v1/memory/list?personaId=persona_123")
    assert (listed["success"], listed["total"], listed["hasMore"]) == (True, 12, True)
    assert len(listed["memories"]) == 10
    rest = person.get("/api/v1/memory/list?personaId=persona_123&limit=10&offset=10")
    assert (len(rest["memories"]), rest["total"], rest["hasMore"]) == (2, 12, False)
    ids = {one["id"] for one in (*listed["memories"], *rest["memories"])}
    assert ids == {one["id"] for one in made}
    other = create(person, 1, persona="persona_999")
    assert other["id"] not in ids
    assert person.get("/api/v1/memory/list")["total"] == 13


def test_a_memory_is_edited_archived_and_deleted(person: Person) -> None:
    id_ = create(person, 1)["id"]
    edited = person.patch(f"/api/v1/memory/{id_}", {"summary": "수정된 요약", "importance": 9})
    assert edited["success"] is True
    assert (edited["memory"]["summary"], edited["memory"]["importance"]) == ("수정된 요약", 9)
    only = person.patch(f"/api/v1/memory/{id_}", {"importance": 3})["memory"]
    assert (only["summary"], only["importance"]) == ("수정된 요약", 3)
    archived = person.post(f"/api/v1/memory/{id_}/archive", status=200)
    assert set(archived) == {"success", "archivedAt"}
    assert archived["success"] is True
    assert UTC.fullmatch(archived["archivedAt"])
    assert person.get("/api/v1/memory/list")["memories"] == []
    shown = person.get("/api/v1/memory/list?includeArchived=true")["memories"]
    assert [(one["id"], one["archivedAt"]) for one in shown] == [(id_, archived["archivedAt"])]
    back = person.post(f"/api/v1/memory/{id_}/unarchive")["memory"]
    assert back["archivedAt"] is None
    assert person.delete(f"/api/v1/memory/{id_}") == {"success": True}
    assert person.get("/api/v1/memory/list?includeArchived=true")["total"] == 0
    gone = person.delete(f"/api/v1/memory/{id_}", status=404)
    assert (gone["success"], gone["error"]) == (False, "MEMORY_NOT_FOUND")


def test_a_memory_is_found_by_what_it_says(person: Person) -> None:
    create(person, 1, "영화를 보고 즐거워했다")
    create(person, 2, "면접 준비로 바빴다")
    found = person.get("/api/v1/memory/search", params={"query": "영화 봤어?"})
    assert [one["summary"] for one in found["memories"]] == ["영화를 보고 즐거워했다"]


def test_memories_of_other_kinds_are_not_of_this_contract(person: Person) -> None:
    note = person.post("/api/v1/memories", {"content": "땅콩 알레르기가 있다"})
    assert person.get("/api/v1/memory/list")["total"] == 0
    assert person.patch(f"/api/v1/memory/{note['id']}", {"summary": "x"}, status=404)["success"] is False
    assert person.delete(f"/api/v1/memory/{note['id']}", status=404)["error"] == "MEMORY_NOT_FOUND"


@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        ("POST", "summarize", {"messages": "no"}),
        ("POST", "create", {"messages": [{"role": "robot", "content": "x"}]}),
        ("POST", "create", {"manualSummary": 3}),
        ("GET", "list?limit=0", None),
        ("GET", "load?limit=x", None),
        ("PATCH", "m", {"importance": 11}),
        ("PATCH", "m", {"importance": 0}),
    ],
)
def test_errors_have_the_documents_form(person: Person, method: str, path: str, body: Any) -> None:
    response = person.http.request(method, f"/api/v1/memory/{path}", json=body)
    assert response.status_code == 422
    assert response.json()["success"] is False
    assert re.fullmatch(r"[A-Z_]+", response.json()["error"])
    nobody = person.http.get("/api/v1/memory/list", headers={"Authorization": "Bearer no"})
    assert (nobody.status_code, nobody.json()["success"], nobody.json()["error"]) == (
        401,
        False,
        "UNAUTHORIZED",
    )


# The free plan.


@pytest.fixture(scope="module")
def free() -> Iterator[Running]:
    with serving(plan="free") as made:
        yield made


def test_the_sixth_memory_of_a_free_plan_archives_the_least_important(free: Running) -> None:
    person = free.person()
    made = [create(person, n) for n in range(5)]
    for n, memory in enumerate(made):
        person.patch(f"/api/v1/memory/{memory['id']}", {"importance": 5 + n})
    body = {"personaId": "persona_123", "sessionId": "session_six", "manualSummary": "여섯째",
            "messages": [{"role": "user", "content": "여섯째 말"}]}  # fmt: skip
    sixth = person.post("/api/v1/memory/create", body)
    active = person.get("/api/v1/memory/list?personaId=persona_123")
    assert active["total"] == 5
    everything = person.get("/api/v1/memory/list?personaId=persona_123&includeArchived=true")
    archived = [one for one in everything["memories"] if one["archivedAt"] is not None]
    assert len(archived) == 1
    assert archived[0]["importance"] == min(one["importance"] for one in everything["memories"])
    assert sixth["notices"] == list(NOTICES["ko"])
    assert sixth["notices"][0] == "메모리가 가득 찼습니다. 중요도가 낮은 이전 대화는 아카이브됩니다."


def test_a_full_plan_that_may_not_archive_says_so() -> None:
    with serving(plan="free", settings={"summary.archive": False}) as full:
        person = full.person()
        for n in range(5):
            create(person, n)
        refused = person.post("/api/v1/memory/create", conversation(manualSummary="하나 더"), status=409)
        assert (refused["success"], refused["error"]) == (False, "MEMORY_LIMIT_REACHED")


# When the model fails.


def test_a_failing_model_leaves_the_first_500_characters_or_says_so_when_asked_to_be_strict() -> None:
    failing = [ModelFailed("scripted", "down") for _ in range(40)]
    with serving(model=ScriptedModel(failing), settings={"calling.tries": 1}) as broken:
        person = broken.person()
        made = person.post("/api/v1/memory/create", conversation(), status=200)["memory"]
        assert made["fallback"] is True
        assert made["importance"] == 5
        assert len(made["summary"]) <= 500
        strict = conversation("session_strict", strict=True)
        refused = person.post("/api/v1/memory/create", strict, status=502)
        assert (refused["success"], refused["error"]) == (False, "LLM_SUMMARY_FAILED")
