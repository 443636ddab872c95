"""Language models behind an address: real HTTP on loopback, well behaved and not."""

from __future__ import annotations

import asyncio
import subprocess
import sys
import threading
import traceback
from pathlib import Path
from typing import Any

import pytest

from saegim.errors import MissingExtra, ModelFailed, SettingsError
from saegim.protocols import LanguageModel
from saegim.providers import models
from saegim.providers.models import load_model
from saegim.settings import Settings, load_settings

sys.path.append(str(Path(__file__).parents[1] / "fakes"))
from misbehaving import (
    Behaviour,
    anthropic_error,
    anthropic_good,
    closed_port,
    dribble,
    endless_stream,
    good,
    google_error,
    google_good,
    hang,
    hanging_stream,
    misbehaving,
    no_schema,
    not_json,
    refusal,
    slow,
    status,
    truncated_stream,
)

KEY = "sk-test-0123456789abcdef"
ASKED = [
    {"role": "system", "content": "짧게 답한다."},
    {"role": "user", "content": "안녕"},
    {"role": "assistant", "content": "안녕하세요"},
    {"role": "user", "content": "비밀인데 나 다음 달에 이사 가"},
]
SCHEMA: dict[str, Any] = {
    "type": "object",
    "properties": {"a": {"type": "string"}},
    "required": ["a"],
    "additionalProperties": False,
}


def settings(url: str | None = None, model: str = "openai:tiny", **named: Any) -> Settings:
    given = {"model": model, "model_base_url": url, "model_api_key": KEY, **named}
    return load_settings({name.replace("__", "."): value for name, value in given.items()}, environment={})


def at(url: str, model: str = "openai:tiny", **named: Any) -> LanguageModel:
    made = load_model(settings(url, model, **named))
    assert made is not None
    return made


def failure(behaviour: Behaviour, **named: Any) -> Any:
    with misbehaving(behaviour) as server, pytest.raises(ModelFailed) as caught:
        at(server.url, **named).reply(ASKED)
    return caught.value


# Which model.


def test_none_is_no_model() -> None:
    assert load_model(settings(model="none")) is None


@pytest.mark.parametrize("name", ["gpt", "openai", "openai:", "openai: ", "mistral:small", ":x", "NONE"])
def test_a_name_nobody_knows_is_refused_with_those_that_are_known(name: str) -> None:
    with pytest.raises(SettingsError, match="anthropic:NAME"):
        load_model(settings(model=name))


@pytest.mark.parametrize("name", ["openai:gpt-x", "anthropic:claude-x", "google:gemini-x"])
def test_a_provider_that_wants_a_key_says_so_at_once(name: str) -> None:
    with pytest.raises(SettingsError, match="model_api_key") as caught:
        load_model(settings(model=name, model_api_key=None))
    assert "API 키" in caught.value.say("ko")


def test_ollama_needs_no_key_and_a_name_may_hold_a_colon() -> None:
    made = load_model(settings(model="ollama:llama3.2:1b", model_api_key=None))
    assert made is not None
    assert made.name == "ollama:llama3.2:1b"


@pytest.mark.parametrize("package", ["pydantic_ai", "openai"])
def test_a_missing_package_names_the_extra(monkeypatch: pytest.MonkeyPatch, package: str) -> None:
    found = models.find_spec
    monkeypatch.setattr(models, "find_spec", lambda name: None if name == package else found(name))
    with pytest.raises(MissingExtra, match=r"saegim\[models\]"):
        load_model(settings())


def test_a_model_costs_nothing_before_its_first_use() -> None:
    """In a process of its own, which has imported nothing else."""
    script = """
import sys
from saegim.providers.models import load_model
from saegim.settings import load_settings
settings = load_settings({"model": "openai:x", "model_api_key": "k"}, environment={})
assert load_model(settings).name == "openai:x"
print([name for name in ("pydantic_ai", "openai", "httpx2", "pydantic") if name in sys.modules])
"""
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip() == "[]"


# Answers.


def test_an_answer_comes_with_what_it_cost() -> None:
    with misbehaving(good("반가워요", tokens=(123, 45))) as server:
        reply = at(server.url).reply(ASKED)
    assert (reply.text, reply.input_tokens, reply.output_tokens) == ("반가워요", 123, 45)
    (request,) = server.requests
    assert request["messages"] == ASKED
    assert request["max_tokens"] == 1024
    assert "temperature" not in request
    assert "response_format" not in request
    assert server.headers[0]["authorization"] == f"Bearer {KEY}"


def test_settings_of_the_call_reach_the_server() -> None:
    with misbehaving(good("네")) as server:
        at(server.url, calling__temperature=0.25, calling__max_output_tokens=77).reply(ASKED)
    assert server.requests[0]["temperature"] == 0.25
    assert server.requests[0]["max_tokens"] == 77


def test_openais_own_models_behind_a_gateway_get_the_parameter_they_know() -> None:
    with misbehaving(good("네")) as server:
        at(server.url, "openai:gpt-5").reply(ASKED)
    assert "max_tokens" not in server.requests[0]
    assert server.requests[0]["max_completion_tokens"] == 1024


def test_a_schema_is_asked_for_as_structured_output() -> None:
    with misbehaving(good('{"a": "b"}')) as server:
        assert at(server.url).reply(ASKED, schema=SCHEMA).text == '{"a": "b"}'
    asked_for = server.requests[0]["response_format"]
    assert asked_for["type"] == "json_schema"
    assert asked_for["json_schema"]["schema"]["properties"] == SCHEMA["properties"]


def test_a_server_without_structured_output_is_told_in_words_and_asked_only_once() -> None:
    with misbehaving(no_schema(good('{"a": "b"}'))) as server:
        model = at(server.url)
        assert model.reply(ASKED, schema=SCHEMA).text == '{"a": "b"}'
        assert model.reply(ASKED, schema=SCHEMA).text == '{"a": "b"}'
    assert ["response_format" in request for request in server.requests] == [True, False, False]
    assert '"additionalProperties"' in server.requests[1]["messages"][0]["content"]
    assert server.requests[1]["messages"][1:] == ASKED[1:]


def test_half_a_character_does_not_stop_a_request() -> None:
    with misbehaving(good("네")) as server:
        assert at(server.url).reply([{"role": "user", "content": "가\ud800나"}]).text == "네"
    assert server.requests[0]["messages"][0]["content"] == "가?나"


def test_ollama_is_found_with_and_without_the_version_in_its_address() -> None:
    with misbehaving(good("네")) as server:
        at(server.root, "ollama:qwen3", model_api_key=None).reply(ASKED)
        at(server.url, "ollama:qwen3", model_api_key=None).reply(ASKED)
    assert server.paths == ["/v1/chat/completions"] * 2
    assert KEY not in str(server.headers)


def test_a_key_of_the_environment_does_not_travel_to_another_address(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("OPENAI_API_KEY", "OLLAMA_API_KEY", "ANTHROPIC_API_KEY", "GOOGLE_API_KEY"):
        monkeypatch.setenv(name, "sk-of-somebody-else")
    for model, behaviour in (
        ("openai:x", good("네")),
        ("ollama:x", good("네")),
        ("anthropic:claude-x", anthropic_good("네")),
        ("google:gemini-x", google_good("네")),
    ):
        with misbehaving(behaviour) as server:
            assert at(server.root, model, model_api_key=None).reply(ASKED).text == "네"
        assert "sk-of-somebody-else" not in str(server.headers) + str(server.paths)


# Failures.


@pytest.mark.parametrize("code", [408, 409, 429, 500, 502, 503, 504, 529])
def test_trouble_of_the_server_may_pass(code: int) -> None:
    error = failure(status(code))
    assert error.passing
    assert error.outcome == f"http_{code}"
    assert f"HTTP {code}" in error.cause


@pytest.mark.parametrize("code", [400, 401, 403, 404, 422])
def test_a_request_that_is_wrong_stays_wrong(code: int) -> None:
    error = failure(status(code))
    assert not error.passing
    assert error.outcome == f"http_{code}"


def test_one_call_is_one_request() -> None:
    with misbehaving(status(500)) as server, pytest.raises(ModelFailed):
        at(server.url).reply(ASKED)
    assert len(server.requests) == 1


def test_how_long_the_server_wants_to_be_left_alone_is_passed_on() -> None:
    assert failure(status(429, retry_after=7)).retry_after_s == 7
    assert failure(status(429)).retry_after_s is None


def test_nothing_listening_may_pass() -> None:
    with pytest.raises(ModelFailed, match="connection") as caught:
        at(closed_port()).reply(ASKED)
    assert caught.value.passing
    assert caught.value.outcome == "unreachable"  # type: ignore[attr-defined]


@pytest.mark.parametrize("behaviour", [hang(), dribble()], ids=["silent", "dribbling"])
def test_a_server_that_never_answers_is_left(behaviour: Behaviour) -> None:
    error = failure(behaviour, calling__timeout_s=0.3)
    assert error.passing
    assert error.outcome == "timeout"
    assert "0.3 s" in error.cause


def test_a_slow_answer_within_the_limit_is_an_answer() -> None:
    with misbehaving(slow(0.2, good("늦었네요"))) as server:
        assert at(server.url, calling__timeout_s=30).reply(ASKED).text == "늦었네요"


@pytest.mark.parametrize("behaviour", [refusal(), good("", finish="content_filter")])
def test_a_refusal_will_not_get_better(behaviour: Behaviour) -> None:
    error = failure(behaviour)
    assert not error.passing
    assert error.outcome == "refused"


def test_a_page_for_people_is_no_answer() -> None:
    error = failure(not_json())
    assert error.passing
    assert error.outcome == "bad_response"


@pytest.mark.parametrize(
    "behaviour",
    [
        status(400, f"your key {KEY} is odd"),
        status(401, f"Incorrect API key provided: {KEY}"),
        status(403, f"Bearer {KEY} may not"),
        status(429, f"{KEY} has had enough; sk-other-00000000 too"),
        status(500, f"<html>{KEY}</html>"),
    ],
)
def test_the_key_is_in_no_message_and_in_no_traceback(behaviour: Behaviour) -> None:
    error = failure(behaviour)
    told = "".join(traceback.format_exception(error)) + error.say("ko") + error.cause
    assert KEY not in told
    assert "sk-other" not in told


def test_what_was_said_is_in_no_message() -> None:
    error = failure(status(400, "bad request near '비밀인데 나 다음 달에 이사 가'"))
    assert "비밀인데" not in str(error)
    assert "HTTP 400" in str(error)


def test_a_servers_own_words_are_passed_on_but_not_at_length() -> None:
    error = failure(status(404, "model tiny not found. " + "x" * 5000))
    assert "model tiny not found" in error.cause
    assert len(error.cause) < 300


# Streams.


def test_a_stream_gives_the_text_in_pieces() -> None:
    with misbehaving(good("안녕하세요, 오늘은 어떠세요?")) as server:
        pieces = list(at(server.url).stream(ASKED))
    assert "".join(pieces) == "안녕하세요, 오늘은 어떠세요?"
    assert len(pieces) > 1
    assert server.requests[0]["stream"] is True


@pytest.mark.parametrize(
    ("behaviour", "outcome"),
    [
        (truncated_stream("여기까지는 왔어요"), "unreachable"),
        (hanging_stream("여기까지는 왔어요"), "timeout"),
    ],
)
def test_a_stream_that_breaks_off_says_so_after_what_came(behaviour: Behaviour, outcome: str) -> None:
    pieces: list[str] = []
    with misbehaving(behaviour) as server, pytest.raises(ModelFailed) as caught:
        pieces.extend(at(server.url, calling__timeout_s=2.0).stream(ASKED))
    assert "".join(pieces) == "여기까지는 왔어요"
    assert caught.value.passing
    assert caught.value.outcome == outcome  # type: ignore[attr-defined]


def test_a_stream_that_is_refused_fails_at_its_first_piece() -> None:
    with misbehaving(status(503)) as server:
        stream = at(server.url).stream(ASKED)
        with pytest.raises(ModelFailed, match="HTTP 503"):
            next(stream)


def test_whoever_leaves_a_stream_ends_it() -> None:
    with misbehaving(endless_stream()) as server:
        stream = at(server.url).stream(ASKED)
        assert next(stream) == "아 "
        stream.close()  # type: ignore[attr-defined]
        assert not [thread for thread in threading.enumerate() if thread.name == "saegim-model"]


# Threads and loops.


def test_threads_share_a_model() -> None:
    texts: list[str] = []
    with misbehaving(good("네")) as server:
        model = at(server.url)
        model.reply(ASKED)
        threads = [threading.Thread(target=lambda: texts.append(model.reply(ASKED).text)) for _ in range(6)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert texts == ["네"] * 6


def test_it_may_be_called_inside_an_event_loop() -> None:
    async def handle() -> tuple[str, str, str]:
        direct = model.reply(ASKED).text
        aside = await asyncio.to_thread(lambda: model.reply(ASKED).text)
        return direct, aside, "".join(model.stream(ASKED))

    with misbehaving(good("네")) as server:
        model = at(server.url)
        assert asyncio.run(handle()) == ("네", "네", "네")


def test_nothing_runs_on_after_a_call() -> None:
    with misbehaving(good("네"), hang()) as server:
        at(server.url).reply(ASKED)
        with pytest.raises(ModelFailed):
            at(server.url, calling__timeout_s=0.3).reply(ASKED)
        assert not [thread for thread in threading.enumerate() if thread.name == "saegim-model"]


# Anthropic and Google, by their own protocols.


@pytest.mark.parametrize("name", ["claude-opus-5", "claude-of-old"])
def test_anthropic_answers(name: str) -> None:
    with misbehaving(anthropic_good('{"a": "b"}')) as server:
        reply = at(server.root, f"anthropic:{name}").reply(ASKED, schema=SCHEMA)
    assert (reply.text, reply.input_tokens, reply.output_tokens) == ('{"a": "b"}', 21, 9)
    assert server.paths[0].startswith("/v1/messages")
    assert KEY in str(server.headers[0])
    told = str(server.requests[0]["system"]) + str(server.requests[0].get("output_config"))
    assert "짧게 답한다." in told
    assert "'a'" in told or '"a"' in told


@pytest.mark.parametrize(
    ("code", "kind", "passing"),
    [(529, "overloaded_error", True), (429, "rate_limit_error", True), (401, "authentication_error", False)],
)
def test_anthropic_fails(code: int, kind: str, passing: bool) -> None:
    with (
        misbehaving(anthropic_error(code, kind, f"no {KEY}")) as server,
        pytest.raises(ModelFailed) as caught,
    ):
        at(server.root, "anthropic:claude-opus-5").reply(ASKED)
    assert caught.value.passing is passing
    assert caught.value.outcome == f"http_{code}"  # type: ignore[attr-defined]
    assert KEY not in str(caught.value)
    assert len(server.requests) == 1


def test_google_answers() -> None:
    with misbehaving(google_good('{"a": "b"}')) as server:
        reply = at(server.root, "google:gemini-2.5-flash").reply(ASKED, schema=SCHEMA)
    assert (reply.text, reply.input_tokens, reply.output_tokens) == ('{"a": "b"}', 31, 8)
    assert "gemini-2.5-flash:generateContent" in server.paths[0]
    assert server.headers[0]["x-goog-api-key"] == KEY
    assert server.requests[0]["generationConfig"]["responseMimeType"] == "application/json"


@pytest.mark.parametrize(
    ("code", "kind", "passing"),
    [(503, "UNAVAILABLE", True), (429, "RESOURCE_EXHAUSTED", True), (400, "INVALID_ARGUMENT", False)],
)
def test_google_fails(code: int, kind: str, passing: bool) -> None:
    with misbehaving(google_error(code, kind, f"no {KEY}")) as server, pytest.raises(ModelFailed) as caught:
        at(server.root, "google:gemini-2.5-flash").reply(ASKED)
    assert caught.value.passing is passing
    assert caught.value.outcome == f"http_{code}"  # type: ignore[attr-defined]
    assert KEY not in str(caught.value)
    assert len(server.requests) == 1
