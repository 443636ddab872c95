"""Chat: whole or as it comes, with a model or from memory; what was said is kept whatever happens."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import httpx
import pytest
from server_testbed import Person, Running, serving

from saegim.errors import ModelFailed
from saegim.models import JsonObject, Turn
from saegim.protocols import Reply
from saegim.testing import ScriptedModel


def events(response: httpx.Response) -> Iterator[tuple[int, str, dict[str, Any]]]:
    """(number, name, data), read as EventSource reads them."""
    fields: dict[str, str] = {}
    for line in response.iter_lines():
        if not line and fields:
            yield int(fields["id"]), fields["event"], json.loads(fields["data"])
            fields = {}
        elif line and not line.startswith(":"):
            name, _, value = line.partition(":")
            fields[name] = value.removeprefix(" ")


def stream(person: Person, message: str, **more: Any) -> list[tuple[int, str, dict[str, Any]]]:
    with person.http.stream("POST", "/api/v1/chat/stream", json={"message": message, **more}) as response:
        assert response.status_code == 200
        assert response.headers["content-type"].startswith("text/event-stream")
        return list(events(response))


def last_turn(server: Running, person: Person, persona: str | None = None) -> Turn:
    return server.saegim.user(person.id, persona=persona).turns(limit=1)[0]


def test_the_documents_example_is_answered(server: Running, person: Person) -> None:
    sent = {
        "personaId": "persona_123",
        "message": "오늘 날씨 어때?",
        "context": {
            "recentMessages": [
                {"role": "user", "content": "요즘 스트레스 받아"},
                {"role": "assistant", "content": "무슨 일 있어? 들어줄게"},
                {"role": "user", "content": "회사 일이 너무 많아서..."},
            ]
        },
    }
    reply = person.post("/api/v1/chat/send", sent, status=200)
    assert reply["success"] is True
    assert reply["message"]["role"] == "assistant"
    assert reply["message"]["content"] == reply["reply"]
    turn = last_turn(server, person, "persona_123")
    assert (turn.id, turn.user, turn.persona) == (reply["turnId"], "오늘 날씨 어때?", "persona_123")


def test_without_a_model_the_reply_is_drawn_from_memory_and_says_so(server: Running, person: Person) -> None:
    person.post("/api/v1/turns", {"user": "나 땅콩 알레르기 있어", "assistant": "기억할게요"})
    reply = person.post("/api/v1/chat/send", {"message": "나 땅콩 알레르기 있다고 했나?"})
    assert reply["offline"] is True
    assert "오프라인" in reply["reply"]
    assert "나 땅콩 알레르기 있어" in reply["reply"]
    assert "나 땅콩 알레르기 있어" in [one["text"] for one in reply["memories"]]
    assert all(one["why"] for one in reply["memories"])
    turn = last_turn(server, person)
    # Kept as an answer, it would be recalled as something somebody said.
    assert (turn.user, turn.assistant, turn.metadata["reply"]) == (
        "나 땅콩 알레르기 있다고 했나?",
        "",
        "offline",
    )


def test_a_stream_tells_memories_then_words_then_emotion_and_what_was_kept(
    server: Running, person: Person
) -> None:
    person.post("/api/v1/turns", {"user": "나 땅콩 알레르기 있어"})
    told = stream(person, "나 땅콩 알레르기 있다고 했나? 너무 속상해 ㅠㅠ")
    assert [number for number, _, _ in told] == list(range(1, len(told) + 1))
    names = [name for _, name, _ in told]
    assert names == ["memories", "token", "emotion", "remembered", "done"]
    data = {name: data for _, name, data in told}
    assert data["memories"]["memories"][0]["text"] == "나 땅콩 알레르기 있어"
    felt = data["emotion"]["user"]
    assert sum(felt["oneHot"].values()) == 1
    assert felt["label"] == "sad"
    assert data["remembered"]["turnId"] == last_turn(server, person).id
    assert data["done"]["offline"] is True


def test_a_models_words_come_as_they_are_and_are_kept() -> None:
    model = ScriptedModel(["땅콩은 안 돼요", "그래요"])
    with serving(model=model) as server:
        server.saegim.put_persona("luna", name="루나", system_prompt="너는 루나야.")
        person = server.person()
        told = stream(person, "나 땅콩 알레르기 있다고 했나?", personaId="luna")
        tokens = [data["text"] for _, name, data in told if name == "token"]
        assert len(tokens) == 3
        assert told[-1][2] == {"success": True, "reply": "".join(tokens), "offline": False}
        assert last_turn(server, person, "luna").assistant == "".join(tokens)
        recent = [{"role": "user", "content": "어제는 두통이 있었어"}]
        sent = {"message": "고마워", "personaId": "luna", "context": {"recentMessages": recent}}
        reply = person.post("/api/v1/chat/send", sent)
        assert (reply["reply"], reply["offline"]) == ("그래요", False)
        given = model.asked[-1]
        assert "너는 루나야." in given[0]["content"]
        assert given[-2:] == [
            {"role": "user", "content": "어제는 두통이 있었어"},
            {"role": "user", "content": "고마워"},
        ]
        assert {"role": "user", "content": "나 땅콩 알레르기 있다고 했나?"} in given
        text = server.admin().get("/metrics").text
        assert 'saegim_model_tokens_total{kind="output"} 3.0' in text


def test_a_model_that_fails_gives_way_to_memory() -> None:
    with serving(model=ScriptedModel([ModelFailed("scripted", "down")] * 2)) as server:
        person = server.person()
        reply = person.post("/api/v1/chat/send", {"message": "안녕?"}, status=200)
        assert reply["offline"] is True
        assert stream(person, "안녕?")[-1][2]["offline"] is True
        assert server.saegim.user(person.id).count_turns() == 2
        assert "saegim_model_failures_total 2.0" in server.admin().get("/metrics").text


class SlowModel:
    """Says a word whenever it is told to."""

    name = "slow"

    def __init__(self) -> None:
        self.go = threading.Semaphore(0)
        self.closed = threading.Event()

    def reply(self, messages: Sequence[Mapping[str, str]], *, schema: JsonObject | None = None) -> Reply:
        raise ModelFailed(self.name, "only streams")

    def stream(self, messages: Sequence[Mapping[str, str]]) -> Iterator[str]:
        try:
            for word in ("하나 ", "둘 ", "셋 ", "넷"):
                assert self.go.acquire(timeout=10)
                yield word
        finally:
            self.closed.set()


def test_whoever_leaves_in_the_middle_is_remembered_up_to_there() -> None:
    model = SlowModel()
    with serving(model=model) as server:
        person = server.person()
        model.go.release(2)
        with person.http.stream("POST", "/api/v1/chat/stream", json={"message": "세어 봐"}) as response:
            heard = 0
            for _, name, _ in events(response):
                heard += name == "token"
                if heard == 2:
                    break
        user = server.saegim.user(person.id)
        deadline = time.monotonic() + 10
        while not user.count_turns():
            assert time.monotonic() < deadline, "nothing was kept"
            time.sleep(0.02)
        (turn,) = user.turns()
        assert (turn.user, turn.assistant) == ("세어 봐", "하나 둘 ")
        assert turn.metadata["reply"] == "interrupted"
        model.go.release(5)
        assert model.closed.wait(10), "the model goes on talking to nobody"
        assert user.count_turns() == 1


def test_a_model_that_fails_half_way_is_kept_half_way() -> None:
    class Half(SlowModel):
        def stream(self, messages: Sequence[Mapping[str, str]]) -> Iterator[str]:
            yield "여기까지"
            raise ModelFailed(self.name, "line broke")

    with serving(model=Half()) as server:
        person = server.person()
        told = stream(person, "이야기해 줘")
        assert [name for _, name, _ in told] == [
            "memories",
            "token",
            "error",
            "emotion",
            "remembered",
            "done",
        ]
        turn = last_turn(server, person)
        assert (turn.assistant, turn.metadata["reply"]) == ("여기까지", "interrupted")


def test_only_so_many_streams_at_a_time() -> None:
    model = SlowModel()
    with serving(model=model, settings={"server.streams": 2}) as server:
        person, other = server.person(), server.person()
        body = {"message": "세어 봐"}
        with (
            person.http.stream("POST", "/api/v1/chat/stream", json=body) as one,
            person.http.stream("POST", "/api/v1/chat/stream", json=body) as two,
        ):
            assert (one.status_code, two.status_code) == (200, 200)
            third = person.http.post("/api/v1/chat/stream", json=body)
            assert (third.status_code, third.json()["error"]) == (429, "RATE_LIMITED")
            assert int(third.headers["retry-after"]) > 0
            with other.http.stream("POST", "/api/v1/chat/stream", json=body) as elsewhere:
                assert elsewhere.status_code == 200
        model.go.release(100)
        deadline = time.monotonic() + 10
        while (again := person.http.post("/api/v1/chat/stream", json=body)).status_code != 200:
            assert time.monotonic() < deadline
            time.sleep(0.05)
        assert "done" in again.text


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"message": ""},
        {"message": 3},
        {"message": "a\0b"},
        {"message": "x", "context": {"recentMessages": 3}},
    ],
)
def test_a_message_that_is_none_changes_nothing(server: Running, person: Person, body: Any) -> None:
    for path in ("send", "stream"):
        refused = person.post(f"/api/v1/chat/{path}", body, status=422)
        assert refused["success"] is False
    assert not server.saegim.exists(person.id) or server.saegim.user(person.id).count_turns() == 0
