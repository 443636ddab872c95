"""OpenAI's own client against the server, which remembers on the way to a provider that speaks it too."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from typing import Any

import openai
import pytest
from misbehaving import Behaviour, closed_port, good, misbehaving, status
from server_testbed import Person, Running, serving


def client(server: Running, token: str) -> openai.OpenAI:
    return openai.OpenAI(base_url=f"{server.url}/v1", api_key=token, max_retries=0, timeout=30)


def told(text: str) -> list[Any]:
    return [{"role": "user", "content": text}]


@pytest.fixture
def offline(server: Running, person: Person) -> Iterator[openai.OpenAI]:
    with client(server, person.token) as made:
        yield made


def test_without_a_model_the_reply_comes_from_memory(
    server: Running, person: Person, offline: openai.OpenAI
) -> None:
    person.post("/api/v1/turns", {"user": "나 땅콩 알레르기 있어"})
    reply = offline.chat.completions.create(model="saegim", messages=told("나 땅콩 알레르기 있다고 했나?"))
    said = reply.choices[0].message.content or ""
    assert "오프라인" in said
    assert "나 땅콩 알레르기 있어" in said
    assert (reply.model, reply.choices[0].finish_reason) == ("saegim-offline", "stop")
    pieces = offline.chat.completions.create(model="saegim", messages=told("땅콩 알레르기는?"), stream=True)
    assert "땅콩 알레르기" in "".join(one.choices[0].delta.content or "" for one in pieces)
    turns = wait_for_turns(server, person, 3)
    assert [(turn.user, turn.assistant) for turn in turns[:2]] == [
        ("땅콩 알레르기는?", ""),
        ("나 땅콩 알레르기 있다고 했나?", ""),
    ]
    assert [model.id for model in offline.models.list()] == ["saegim-offline"]


def provided(*script: Behaviour) -> Any:
    """A server whose model is that provider."""
    from contextlib import contextmanager

    @contextmanager
    def opened() -> Iterator[tuple[Running, Any]]:
        with misbehaving(*script) as upstream:
            settings = {
                "model": "openai:gpt-test",
                "model_base_url": upstream.url,
                "model_api_key": "their-key",
            }
            with serving(settings=settings) as server:
                yield server, upstream

    return opened()


def test_recall_goes_before_and_the_turn_is_kept_after() -> None:
    with provided(good("땅콩은 안 돼요", tokens=(30, 5))) as (server, upstream):
        person = server.person()
        person.post("/api/v1/memories", {"content": "땅콩 알레르기가 있다", "kind": "allergy"})
        with client(server, person.token) as ai:
            reply = ai.chat.completions.create(
                model="saegim",
                messages=[
                    {"role": "system", "content": "짧게 답해"},
                    {"role": "user", "content": [{"type": "text", "text": "나 땅콩 알레르기 있다고 했나?"}]},
                ],
                temperature=0.2,
                extra_headers={"X-Saegim-Session": "s1"},
            )
        assert reply.choices[0].message.content == "땅콩은 안 돼요"
        (sent,), (headers,) = upstream.requests, upstream.headers
        assert (sent["model"], sent["temperature"]) == ("gpt-test", 0.2)
        assert [one["role"] for one in sent["messages"]] == ["system", "system", "user"]
        assert sent["messages"][0]["content"] == "짧게 답해"
        assert "땅콩 알레르기가 있다" in sent["messages"][1]["content"]
        # Their key goes there, the person's token does not.
        assert headers["authorization"] == "Bearer their-key"
        assert person.token not in json.dumps([sent, headers])
        (turn,) = server.saegim.user(person.id).turns()
        assert (turn.user, turn.assistant, turn.session_id) == (
            "나 땅콩 알레르기 있다고 했나?",
            "땅콩은 안 돼요",
            "s1",
        )
        assert turn.metadata == {}
        assert 'saegim_model_tokens_total{kind="input"} 30.0' in server.admin().get("/metrics").text


def test_a_stream_is_passed_on_piece_by_piece_and_kept() -> None:
    with provided(good("하나 둘 셋")) as (server, _):
        person = server.person()
        with client(server, person.token) as ai:
            pieces = list(ai.chat.completions.create(model="m", messages=told("세어 봐"), stream=True))
        text = "".join(one.choices[0].delta.content or "" for one in pieces if one.choices)
        assert text == "하나 둘 셋"
        assert len(pieces) > 2
        (turn,) = wait_for_turns(server, person, 1)
        assert (turn.user, turn.assistant, turn.metadata) == ("세어 봐", "하나 둘 셋", {})


def wait_for_turns(server: Running, person: Person, count: int) -> Any:
    user, deadline = server.saegim.user(person.id), time.monotonic() + 10
    while len(turns := user.turns()) < count:
        assert time.monotonic() < deadline
        time.sleep(0.02)
    return turns


def calls_a_tool() -> Behaviour:
    def behave(request: Any) -> None:
        call = {
            "id": "c1",
            "type": "function",
            "function": {"name": "weather", "arguments": '{"city": "서울"}'},
        }
        message = {"role": "assistant", "content": None, "tool_calls": [call]}
        choice = {"index": 0, "message": message, "finish_reason": "tool_calls"}
        reply = {
            "id": "x",
            "object": "chat.completion",
            "created": 1,
            "model": "gpt-test",
            "choices": [choice],
        }
        request.send(200, json.dumps(reply).encode())

    return behave


def test_tools_are_passed_through_and_the_exchange_is_kept_once() -> None:
    with provided(calls_a_tool(), good("서울은 맑아요")) as (server, upstream):
        person = server.person()
        tool = {"type": "function", "function": {"name": "weather", "parameters": {"type": "object"}}}
        messages = told("서울 날씨 어때?")
        with client(server, person.token) as ai:
            first = ai.chat.completions.create(model="m", messages=messages, tools=[tool])  # type: ignore[list-item]
            called = first.choices[0].message
            assert called.tool_calls is not None
            messages += [
                called.model_dump(exclude_none=True),
                {"role": "tool", "tool_call_id": "c1", "content": "맑음"},
            ]
            assert server.saegim.user(person.id).count_turns() == 0
            second = ai.chat.completions.create(model="m", messages=messages, tools=[tool])  # type: ignore[list-item]
        assert second.choices[0].message.content == "서울은 맑아요"
        assert upstream.requests[0]["tools"] == [tool]
        assert upstream.requests[1]["messages"][-1] == {
            "role": "tool",
            "tool_call_id": "c1",
            "content": "맑음",
        }
        assert upstream.requests[1]["messages"][-2]["tool_calls"][0]["id"] == "c1"
        (turn,) = server.saegim.user(person.id).turns()
        assert (turn.user, turn.assistant) == ("서울 날씨 어때?", "서울은 맑아요")


def test_a_conversation_of_another_day_is_told_but_not_twice() -> None:
    with provided(good("그래요")) as (server, upstream):
        person = server.person()
        person.post("/api/v1/turns", {"user": "어제 이사했어", "assistant": "축하해요"})
        history = [
            *told("어제 이사했어"),
            {"role": "assistant", "content": "축하해요"},
            *told("어디로 갔게?"),
        ]
        with client(server, person.token) as ai:
            ai.chat.completions.create(model="m", messages=history)
            ai.chat.completions.create(model="m", messages=told("어디로 갔게?"))
        said = [[one["content"] for one in sent["messages"]] for sent in upstream.requests]
        assert said[0].count("어제 이사했어") == 1
        assert "어제 이사했어" in said[1]
        assert said[1][-1] == "어디로 갔게?"


def test_the_person_is_named_by_user_or_header_where_a_service_asks() -> None:
    with provided(good("네")) as (server, _):
        with client(server, server.token("service")) as ai:
            ai.chat.completions.create(model="m", messages=told("안녕"), user="minji")
            ai.chat.completions.create(
                model="m", messages=told("안녕"), extra_headers={"X-Saegim-User": "jihun"}
            )
            with pytest.raises(openai.UnprocessableEntityError, match="X-Saegim-User"):
                ai.chat.completions.create(model="m", messages=told("안녕"))
        assert server.saegim.user("minji").count_turns() == 1
        assert server.saegim.user("jihun").count_turns() == 1
        person = server.person()
        with client(server, person.token) as ai, pytest.raises(openai.PermissionDeniedError):
            ai.chat.completions.create(model="m", messages=told("안녕"), user="minji")


def test_what_the_provider_refuses_is_passed_on_and_nothing_is_kept() -> None:
    with provided(status(400, "too long"), status(429, "slow down")) as (server, _):
        person = server.person()
        with client(server, person.token) as ai:
            with pytest.raises(openai.BadRequestError, match="too long"):
                ai.chat.completions.create(model="m", messages=told("안녕"))
            with pytest.raises(openai.RateLimitError):
                ai.chat.completions.create(model="m", messages=told("안녕"), stream=True)
        assert server.saegim.user(person.id).count_turns() == 0


def test_a_provider_that_is_not_there_is_told_as_an_error() -> None:
    settings = {"model": "openai:gpt-test", "model_base_url": closed_port()}
    with serving(settings=settings) as server:
        person = server.person()
        with client(server, person.token) as ai:
            for stream in (False, True):
                with pytest.raises(openai.InternalServerError) as failed:
                    ai.chat.completions.create(model="m", messages=told("안녕"), stream=stream)
                assert failed.value.status_code == 502
            assert [model.id for model in ai.models.list()] == ["gpt-test"]


def test_a_wrong_token_is_an_authentication_error(server: Running) -> None:
    with client(server, "sgm_no_no") as ai, pytest.raises(openai.AuthenticationError):
        ai.models.list()


def test_a_dropped_stream_is_kept_up_to_there() -> None:
    def slow() -> Behaviour:
        def behave(request: Any) -> None:
            request.begin_stream()
            for word in ("하나 ", "둘 "):
                delta = {"index": 0, "delta": {"content": word}, "finish_reason": None}
                chunk = {
                    "id": "x",
                    "object": "chat.completion.chunk",
                    "created": 1,
                    "model": "m",
                    "choices": [delta],
                }
                request.chunk(f"data: {json.dumps(chunk)}\n\n")
            request.closing.wait(10)
            request.close_connection = True

        return behave

    with provided(slow()) as (server, _):
        person = server.person()
        with (
            client(server, person.token) as ai,
            ai.chat.completions.create(model="m", messages=told("세어 봐"), stream=True) as pieces,
        ):
            heard = [next(iter(pieces)).choices[0].delta.content for _ in range(2)]
        assert heard == ["하나 ", "둘 "]
        (turn,) = wait_for_turns(server, person, 1)
        assert (turn.assistant, turn.metadata) == ("하나 둘 ", {"reply": "interrupted"})
