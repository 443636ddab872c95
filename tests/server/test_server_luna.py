"""The first document's REST contract: every example in it, with nothing changed but the address."""

from __future__ import annotations

import unicodedata
from datetime import datetime
from typing import Annotated, Any

import pytest
from pydantic import BaseModel, ConfigDict, Field
from server_testbed import Person, Running

COLUMNS = {
    "id", "user_id", "session_id", "timestamp", "user_message", "assistant_message", "emotion", "intent",
    "processing_time", "cached", "metadata", "created_at",
}  # fmt: skip
SUMMARY_COLUMNS = {
    "id", "user_id", "session_id", "timestamp", "content", "summarized_turns", "start_conversation_id",
    "end_conversation_id", "created_at",
}  # fmt: skip


@pytest.fixture
def luna(server: Running, person: Person) -> Person:
    """Somebody with the conversations of the document's examples."""
    user = server.saegim.user(person.id)
    user.record(
        "오늘 날씨 어때?",
        "오늘은 맑고 화창합니다!",
        metadata={"emotion": "neutral", "intent": "weather"},
        at="2025-10-22T15:00:00+09:00",
    )
    user.record(
        "안녕하세요",
        "네, 안녕하세요!",
        metadata={
            "emotion": "joy",
            "intent": "greeting",
            "processing_time": 0.5,
            "cached": False,
            "custom_field": "custom_value",
        },
        at="2025-10-22T16:00:00+09:00",
    )
    return person


def test_conversations_are_listed_newest_first_with_every_column(luna: Person) -> None:
    newest, oldest = luna.get("/memory/conversations?limit=10&offset=0")
    assert set(newest) == COLUMNS
    # AUTOINCREMENT, as the document's table says.
    assert (oldest["id"], newest["id"]) == (1, 2)
    assert all(type(one["id"]) is int for one in (oldest, newest))
    assert newest["user_message"] == "안녕하세요"
    assert newest["assistant_message"] == "네, 안녕하세요!"
    assert (newest["emotion"], newest["intent"]) == ("joy", "greeting")
    assert (newest["processing_time"], newest["cached"]) == (0.5, False)
    assert newest["metadata"] == {"custom_field": "custom_value"}
    assert newest["user_id"] == luna.id
    assert datetime.fromisoformat(newest["timestamp"]) == datetime.fromisoformat("2025-10-22T16:00:00+09:00")
    assert oldest["processing_time"] is None


def test_limit_and_offset_page_through_conversations(luna: Person) -> None:
    both = luna.get("/memory/conversations")
    assert luna.get("/memory/conversations?limit=1&offset=0") == both[:1]
    assert luna.get("/memory/conversations?limit=1&offset=1") == both[1:]
    assert luna.get("/memory/conversations?offset=2") == []


def test_one_conversation_by_its_id(luna: Person) -> None:
    listed = luna.get("/memory/conversations")[0]
    assert luna.get(f"/memory/conversations/{listed['id']}") == listed
    refused = luna.get("/memory/conversations/999", status=404)
    assert set(refused) == {"detail", "code"}
    assert set(luna.get("/memory/conversations/none", status=422)) == {"detail", "code"}
    for odd in ("0", "-1", str(2**63), str(2**64), "1e3", "%00"):
        assert luna.http.get(f"/memory/conversations/{odd}").status_code in (404, 422)


def test_ids_are_small_numbers_of_ones_own_and_never_given_twice(server: Running, luna: Person) -> None:
    other = server.person()
    server.saegim.user(other.id).record("나도 안녕", "네")
    (theirs,) = other.get("/memory/conversations")
    assert theirs["id"] == 1
    assert other.get("/memory/conversations/2", status=404)["code"] == "turn_not_found"
    luna.delete("/memory/conversations/2")
    server.saegim.user(luna.id).record("다시 안녕", "네")
    assert [one["id"] for one in luna.get("/memory/conversations")] == [3, 1]
    luna.delete("/memory/clear?confirm=true")
    server.saegim.user(luna.id).record("처음부터", "네")
    assert [one["id"] for one in luna.get("/memory/conversations")] == [4]


@pytest.mark.parametrize("keyword", ["날씨", "날씨가", "화창", unicodedata.normalize("NFD", "날씨")])
def test_a_search_finds_the_keyword_in_any_form(luna: Person, keyword: str) -> None:
    found = luna.post("/memory/conversations/search", {"keyword": keyword, "limit": 10})
    assert [one["user_message"] for one in found] == ["오늘 날씨 어때?"]
    assert set(found[0]) == COLUMNS


def test_a_search_without_a_limit_takes_the_documents_default(server: Running, person: Person) -> None:
    user = server.saegim.user(person.id)
    user.record_messages([{"content": f"검색어 {n}번"} for n in range(60)])
    assert len(person.post("/memory/conversations/search", {"keyword": "검색어"})) == 50
    assert len(person.get("/memory/conversations")) == 50


def test_a_deleted_conversation_is_gone(luna: Person) -> None:
    first, second = luna.get("/memory/conversations")
    assert luna.delete(f"/memory/conversations/{first['id']}") == {"success": True, "id": first["id"]}
    assert luna.get("/memory/conversations") == [second]
    assert luna.delete(f"/memory/conversations/{first['id']}", status=404)["code"] == "turn_not_found"


def test_summaries_are_listed_with_every_column(server: Running, luna: Person) -> None:
    user = server.saegim.user(luna.id)
    newest = user.turns()[0]
    user.save_summary("날씨 이야기를 했다", summarized_turns=2, through_turn=newest.id)
    user.save_summary("손으로 적은 요약")
    by_hand, summary = luna.get("/memory/summaries?limit=10")
    assert set(summary) == set(by_hand) == SUMMARY_COLUMNS
    assert (summary["content"], summary["summarized_turns"]) == ("날씨 이야기를 했다", 2)
    assert (summary["id"], by_hand["id"]) == (1, 2)
    assert (summary["start_conversation_id"], summary["end_conversation_id"]) == (1, 2)
    assert (by_hand["start_conversation_id"], by_hand["end_conversation_id"]) == (None, None)
    # Neither column may be empty in the document's table.
    assert (summary["session_id"], by_hand["session_id"]) == (newest.session_id, "default")
    assert luna.get("/memory/summaries?limit=1") == [by_hand]


def test_a_summary_made_by_itself_says_which_conversations_it_covers(server: Running, person: Person) -> None:
    user = server.saegim.user(person.id)
    for n in range(20):
        user.record(f"{n}번째 이야기", "네", at=f"2025-10-22T15:{n:02}:00+09:00")
    user.summarise()
    (summary,) = person.get("/memory/summaries")
    covered = summary["summarized_turns"]
    assert covered == 14
    assert (summary["start_conversation_id"], summary["end_conversation_id"]) == (1, covered)
    last = person.get(f"/memory/conversations/{summary['end_conversation_id']}")
    assert last["user_message"] == "13번째 이야기"
    assert last["session_id"] == summary["session_id"]


def test_stats_have_every_field_of_the_document(luna: Person) -> None:
    assert luna.get("/memory/stats") == {
        "total_entries": 2,
        "conversations": 2,
        "summaries": 0,
        "first_conversation": "2025-10-22T15:00:00+09:00",
        "last_conversation": "2025-10-22T16:00:00+09:00",
        "context_window": 6,
        "max_stored": 50,
        "auto_summary_enabled": True,
        "summary_threshold": 20,
    }


def test_everything_is_removed_only_when_confirmed(luna: Person) -> None:
    for path in ("/memory/clear", "/memory/clear?confirm=false"):
        refused = luna.delete(path, status=400)
        assert refused["code"] == "confirmation_needed"
        assert refused["detail"]
    assert len(luna.get("/memory/conversations")) == 2
    assert luna.delete("/memory/clear?confirm=true") == {"success": True, "deleted": 2}
    assert luna.get("/memory/conversations") == []
    assert luna.get("/memory/stats")["conversations"] == 0


def test_errors_say_what_is_wrong_in_detail(luna: Person) -> None:
    for body in ({}, {"keyword": ""}, {"keyword": "날씨", "limit": 0}, {"keyword": 3}):
        refused = luna.post("/memory/conversations/search", body, status=422)
        assert set(refused) == {"detail", "code"}
    english = luna.http.get("/memory/conversations/999", headers={"Accept-Language": "en"}).json()
    assert english["detail"] == "no turn '999'"


def test_a_client_written_for_the_document_works_unchanged(server: Running, luna: Person) -> None:
    """Its models hold ids as integers and times as times, and it makes every request the document shows."""

    class ConversationResponse(BaseModel):
        model_config = ConfigDict(strict=True, extra="forbid")
        id: int
        user_id: str
        session_id: str
        timestamp: Annotated[datetime, Field(strict=False)]
        user_message: str
        assistant_message: str
        emotion: str | None
        intent: str | None
        processing_time: float | None
        cached: bool
        metadata: dict[str, Any] | None
        created_at: Annotated[datetime, Field(strict=False)]

    def read(rows: list[Any]) -> list[ConversationResponse]:
        return [ConversationResponse.model_validate(row) for row in rows]

    listed = read(luna.get("/memory/conversations?limit=10&offset=0"))
    found = read(luna.post("/memory/conversations/search", {"keyword": "날씨", "limit": 10}))
    assert found == [one for one in listed if "날씨" in one.user_message]
    for one in listed:
        assert read([luna.get(f"/memory/conversations/{one.id:d}")]) == [one]
    assert luna.get("/memory/summaries?limit=10") == []
    stats = luna.get("/memory/stats")
    assert stats["total_entries"] == stats["conversations"] + stats["summaries"] == len(listed)
    luna.delete(f"/memory/conversations/{listed[0].id:d}")
    assert read(luna.get("/memory/conversations")) == listed[1:]
    luna.delete("/memory/clear?confirm=true")
    assert luna.get("/memory/stats")["conversations"] == 0
