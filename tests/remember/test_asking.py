"""Asking a language model for an answer with a shape: repaired, tried again, recorded."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from datetime import timedelta
from pathlib import Path
from typing import Annotated, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import Meta, Struct

from saegim.errors import ModelFailed
from saegim.models import Json
from saegim.providers.models import load_model
from saegim.remember.asking import LONGEST_PAUSE_S, Answer, ask, pause_s, read_answer
from saegim.remember.fitting import fit, schema_of
from saegim.remember.loose_json import find_json
from saegim.settings import ModelSettings, load_settings
from saegim.testing import FrozenClock, ScriptedModel

sys.path.append(str(Path(__file__).parents[1] / "fakes"))
from misbehaving import (
    Behaviour,
    closed_port,
    empty,
    fenced,
    good,
    hang,
    misbehaving,
    refusal,
    refusal_text,
    status,
    trailing,
)


class Thing(Struct):
    """Docstrings are not for models."""

    name: Annotated[str, Meta(extra_json_schema={"maxLength": 9})]
    count: int = 0
    share: float = 0.5
    note: str | None = None


class Things(Struct):
    things: Annotated[list[Thing], Meta(extra_json_schema={"maxItems": 9})]


MESSAGES = [{"role": "system", "content": "세어라."}, {"role": "user", "content": "사과 셋"}]
GOOD = '{"things": [{"name": "사과", "count": 3, "share": 0.5, "note": null}]}'
APPLES = Things([Thing("사과", 3)])


def first(text: str) -> tuple[Json, bool]:
    return next(iter(find_json(text)))


# JSON in what was written.


def test_json_alone_needs_no_repair() -> None:
    assert first(f"  {GOOD}\n") == (json.loads(GOOD), False)


@pytest.mark.parametrize(
    "text",
    [
        f"```json\n{GOOD}\n```",
        f"```\n{GOOD}```",
        f"물론이죠!\n```JSON\n{GOOD}\n```\n더 필요하신 게 있나요?",
        f"결과는 {GOOD} 입니다.",
        f"{GOOD}\n\nNote: I followed [your] schema {{as asked}}.",
        GOOD.replace('"', "'"),
        GOOD[:-2] + ",],}",
        GOOD.replace("null", "None"),
        GOOD.replace('"사과"', "“사과”"),
        f"Here is [the list] you {{asked}} for: {GOOD}",
    ],
)
def test_json_is_found_in_whatever_stands_around_it(text: str) -> None:
    found = [value for value, _ in find_json(text)]
    assert json.loads(GOOD) in found
    assert read_answer(text, Things) == (APPLES, "repaired")


@pytest.mark.parametrize(
    "text",
    [
        f"<think>중괄호 {{가}} 필요하겠군. [1]</think>\n{GOOD}",
        f"\ufeff{GOOD}",
        f"<thinking>{{}}</thinking>{GOOD}",
    ],
)
def test_thoughts_and_marks_before_the_answer_are_not_the_answer(text: str) -> None:
    assert read_answer(text, Things) == (APPLES, "ok")


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("{'a': 'it's fine'}", {"a": "it's fine"}),
        ('{"a": "그는 "안녕"이라고 했다"}', {"a": '그는 "안녕"이라고 했다'}),
        ("{'a': True, 'b': False, 'c': [1, -2.5, 1e3]}", {"a": True, "b": False, "c": [1, -2.5, 1000.0]}),
        ('{"a": "줄\n바꿈",}', {"a": "줄\n바꿈"}),
        (r"{'a': '\u00e9\n\'b\''}", {"a": "é\n'b'"}),
        ('[{"a": 1} {"a": 2}]', [{"a": 1}, {"a": 2}]),
    ],
)
def test_small_slips_are_repaired(text: str, value: Json) -> None:
    assert first(text) == (value, True)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "모르겠어요",
        "{",
        "}{",
        "{a: 1}",
        '{"a" 1}',
        '{"a": }',
        '{"a": "끝이 없는',
        '{"a": "그는 "안녕", 이라고 했다"}',
        "{'a': 'b', c'}",
        '{"a": 1e}',
        '{"a": nil}',
    ],
)
def test_what_could_mean_two_things_is_no_json(text: str) -> None:
    assert list(find_json(text)) == []


def test_a_list_that_was_cut_off_keeps_its_whole_items() -> None:
    whole, rest = '{"things": [{"name": "사과"}, {"name": "배"}', ', {"name": "감"}]}'
    for end in range(len(rest) - 3):
        text = whole + rest[:end]
        assert first(text) == ({"things": [{"name": "사과"}, {"name": "배"}]}, True)


def test_an_object_that_was_cut_off_is_not_guessed() -> None:
    text = '{"name": "사과", "count": 3'
    assert list(find_json(text)) == []


def test_items_one_after_the_other_are_all_found() -> None:
    value, outcome = read_answer('{"name": "사과"}\n{"name": "배"}', Things)
    assert value == Things([Thing("사과"), Thing("배")])
    assert outcome == "repaired"


def test_of_two_answers_the_first_that_fits_counts() -> None:
    value, _ = read_answer(f'{{"error": "none"}} 다시: {GOOD} 또는 {GOOD.replace("사과", "배")}', Things)
    assert value == APPLES


@given(st.text(alphabet='{}[]":,\'\\ntrue01 가-"', max_size=200))
def test_no_text_breaks_the_reader(text: str) -> None:
    for value, _ in find_json(text):
        assert isinstance(value, dict | list)


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.text(max_size=20),
        lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
        max_leaves=12,
    ).filter(lambda value: isinstance(value, dict | list))
)
def test_what_is_json_comes_back_as_it_was(value: Any) -> None:
    assert first(json.dumps(value, ensure_ascii=False)) == (value, False)


@pytest.mark.parametrize("text", ["{" * 100_000, "[" * 100_000, '{"a":' * 50_000, "[{" * 90_000 + "'"])
def test_a_wall_of_brackets_is_no_json(text: str) -> None:
    assert list(find_json(text)) == []


# Fitting.


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ({"things": [{"name": "사과", "count": "3", "share": "0.5"}]}, APPLES),
        ({"things": [{"name": "사과", "count": "3점", "share": "50%"}]}, APPLES),
        ({"things": [{"name": "사과", "count": 3.0, "share": None}]}, APPLES),
        ({"things": {"name": "사과", "count": 3}}, APPLES),
        ([{"name": "사과", "count": 3}], APPLES),
        ({"name": "사과", "count": 3}, APPLES),
        ({"Things": [{" Name ": "사과", "COUNT": 3}]}, APPLES),
        ({"things": None}, Things([])),
        ([], Things([])),
        ({}, Things([])),
        ({"things": [{"name": 7}]}, Things([Thing("7")])),
        ({"things": [{"name": "사과", "count": 3}, {"count": 1}, "배", None]}, APPLES),
        ({"things": [{"name": "사과", "count": "3", "note": "null"}]}, APPLES),
    ],
)
def test_harmless_wrong_types_are_put_right(value: Json, expected: Things) -> None:
    assert fit(value, Things) == (expected, True)


@pytest.mark.parametrize(
    "value",
    [
        "사과",
        3,
        None,
        {"things": "사과"},
        {"things": [{"count": 3}]},
        {"things": [{"name": ["사과"]}]},
        {"things": [{"name": "사과", "count": "많이"}]},
        {"things": [{"name": "사과", "count": float("inf")}]},
        {"error": "no"},
    ],
)
def test_what_does_not_fit_is_not_made_to(value: Json) -> None:
    assert fit(value, Things) is None


def test_a_fitting_answer_is_left_alone() -> None:
    assert fit(json.loads(GOOD), Things) == (APPLES, False)


def test_the_schema_is_flat_closed_and_complete() -> None:
    schema = schema_of(Things)
    assert not {"$ref", "title", "description", "default"} & set(json.dumps(schema).split('"'))
    assert schema["required"] == ["things"]
    properties: Any = schema["properties"]
    assert properties["things"]["maxItems"] == 9
    thing = properties["things"]["items"]
    assert thing["required"] == ["name", "count", "share", "note"]
    assert thing["additionalProperties"] is False
    assert {"type": "null"} in thing["properties"]["note"]["anyOf"]


# Reading an answer.


@pytest.mark.parametrize(
    ("text", "outcome"),
    [
        (GOOD, "ok"),
        (f"```json\n{GOOD}\n```", "repaired"),
        (GOOD.replace("3", '"3"'), "repaired"),
        ("", "empty"),
        (" \n\t", "empty"),
        ("사과가 세 개예요", "not_json"),
        ('{"error": "no"}', "wrong_shape"),
        ("I'm sorry, but I can't help with that.", "refused"),
        ("죄송하지만 그 요청은 도와드릴 수 없습니다.", "refused"),
        ("As an AI language model, I do not store data.", "refused"),
        (f"I'm sorry for the delay. {GOOD}", "repaired"),
        ('{"things": [{"name": "sorry, as an AI', "not_json"),
    ],
)
def test_how_an_answer_went_has_a_name(text: str, outcome: str) -> None:
    value, named = read_answer(text, Things)
    assert named == outcome
    assert (value is None) is (outcome not in ("ok", "repaired"))


def test_an_answer_of_no_use_has_the_wrong_shape() -> None:
    assert read_answer(GOOD, Things, lambda things: len(things.things) > 1) == (None, "wrong_shape")


# Asking.


class Sleeper:
    def __init__(self) -> None:
        self.slept: list[float] = []

    def __call__(self, seconds: float) -> None:
        self.slept.append(seconds)


def ask_things(
    replies: Sequence[str | Exception], **named: Any
) -> tuple[Answer[Things], ScriptedModel, Sleeper]:
    model, sleeper = ScriptedModel(replies), Sleeper()
    return ask_of(model, sleeper, **named), model, sleeper


def ask_of(model: Any, sleeper: Sleeper, **named: Any) -> Answer[Things]:
    settings = named.pop("settings", ModelSettings())
    return ask(
        model,
        MESSAGES,
        Things,
        purpose="extract",
        settings=settings,
        clock=FrozenClock(),
        sleep=sleeper,
        **{"jitter": lambda: 0.5, **named},
    )


def test_a_good_answer_takes_one_call_and_no_pause() -> None:
    answer, model, sleeper = ask_things([GOOD])
    assert answer.value == APPLES
    assert sleeper.slept == []
    assert model.asked == [MESSAGES]
    (call,) = answer.calls
    assert (call.model, call.purpose, call.outcome) == ("scripted", "extract", "ok")
    assert call.at == FrozenClock().now()
    assert call.output_tokens == len(GOOD)


def test_an_unreadable_answer_is_asked_for_again_with_a_word_about_it() -> None:
    answer, model, sleeper = ask_things(["음...", "", GOOD], again="JSON만!")
    assert [call.outcome for call in answer.calls] == ["not_json", "empty", "ok"]
    assert sleeper.slept == [0.5, 1.0]
    assert model.asked[0] == MESSAGES
    for asked in model.asked[1:]:
        assert asked[0] == MESSAGES[0]
        assert asked[1] == {"role": "user", "content": "사과 셋\n\nJSON만!"}


def test_after_the_last_try_the_failure_carries_its_calls() -> None:
    with pytest.raises(ModelFailed, match="wrong shape") as caught:
        ask_things(["음...", "I cannot help with that", '{"error": 1}', GOOD])
    assert isinstance(caught.value, ModelFailed)
    assert [call.outcome for call in caught.value.calls] == ["not_json", "refused", "wrong_shape"]
    assert not caught.value.passing
    assert "not_json, refused, wrong_shape" in caught.value.cause


def test_trouble_that_passes_is_waited_out() -> None:
    trouble = ModelFailed("scripted", "HTTP 500", passing=True)
    answer, model, sleeper = ask_things([trouble, trouble, GOOD])
    assert [call.outcome for call in answer.calls] == ["failed", "failed", "ok"]
    assert sleeper.slept == [0.5, 1.0]
    assert model.asked[2] == MESSAGES


def test_trouble_that_passes_may_still_be_there_in_the_end() -> None:
    with pytest.raises(ModelFailed, match="HTTP 500") as caught:
        ask_things([ModelFailed("scripted", "HTTP 500")] * 3)
    assert caught.value.passing
    assert len(caught.value.calls) == 3


def test_trouble_that_stays_is_not_tried_again() -> None:
    with pytest.raises(ModelFailed) as caught:
        ask_things([ModelFailed("scripted", "HTTP 401", passing=False), GOOD])
    assert len(caught.value.calls) == 1
    assert not caught.value.passing


def test_the_number_of_tries_is_a_setting_and_an_argument() -> None:
    with pytest.raises(ModelFailed) as caught:
        ask_things([""] * 9, settings=ModelSettings(tries=5))
    assert len(caught.value.calls) == 5
    with pytest.raises(ModelFailed) as caught:
        ask_things([""] * 9, tries=1)
    assert len(caught.value.calls) == 1


def test_tokens_cost_what_the_settings_say_for_bad_answers_too() -> None:
    settings = ModelSettings(input_price=2.0, output_price=10.0)
    answer, _, _ = ask_things(["음", GOOD], settings=settings)
    for call in answer.calls:
        assert call.input_tokens > 0
        expected = (call.input_tokens * 2.0 + call.output_tokens * 10.0) / 1_000_000
        assert call.cost == pytest.approx(expected)


def test_a_call_is_dated_and_timed() -> None:
    clock, ticks = FrozenClock(), iter([10.0, 12.5, 20.0, 21.0])
    started = clock.now()

    def sleep(seconds: float) -> None:
        clock.move(seconds=60)

    model = ScriptedModel(["", GOOD])
    answer = ask(
        model, MESSAGES, Things, purpose="x", settings=ModelSettings(), clock=clock, sleep=sleep,
        timer=lambda: next(ticks),
    )  # fmt: skip
    assert [call.seconds for call in answer.calls] == [2.5, 1.0]
    assert [call.at for call in answer.calls] == [started, started + timedelta(minutes=1)]


@given(st.integers(1, 10), st.none() | st.floats(0, 1e6), st.floats(0, 1))
def test_pauses_grow_and_end(failures: int, wanted: float | None, chance: float) -> None:
    pause = pause_s(failures, wanted, chance)
    assert 0 < pause <= LONGEST_PAUSE_S
    assert pause >= min(wanted or 0.0, LONGEST_PAUSE_S)
    assert pause_s(failures + 1, wanted, chance) >= pause


# Against a real server.


def asked_of(*script: Behaviour) -> tuple[Answer[Things], list[float], int]:
    sleeper = Sleeper()
    with misbehaving(*script) as server:
        named = {"model": "openai:tiny", "model_base_url": server.url, "calling.timeout_s": 5.0}
        model = load_model(load_settings(named, environment={}))
        return ask_of(model, sleeper), sleeper.slept, len(server.requests)


@pytest.mark.parametrize(
    ("script", "outcomes"),
    [
        ([good(GOOD)], ["ok"]),
        ([fenced(GOOD)], ["repaired"]),
        ([trailing(GOOD)], ["repaired"]),
        ([good(GOOD.replace("3", '"3"'))], ["repaired"]),
        ([empty(), good(GOOD)], ["empty", "ok"]),
        ([refusal_text(), good(GOOD)], ["refused", "ok"]),
        ([status(429, retry_after=4), good(GOOD)], ["http_429", "ok"]),
        ([status(500), status(503), good(GOOD)], ["http_500", "http_503", "ok"]),
        ([hang(), good(GOOD)], ["timeout", "ok"]),
        ([good(GOOD[:40]), fenced(GOOD)], ["not_json", "repaired"]),
    ],
)
def test_a_misbehaving_server_is_lived_with(script: list[Behaviour], outcomes: list[str]) -> None:
    answer, slept, requests = asked_of(*script)
    assert answer.value == APPLES
    assert [call.outcome for call in answer.calls] == outcomes
    assert requests == len(outcomes)
    assert len(slept) == len(outcomes) - 1


def test_the_server_says_how_long_to_wait() -> None:
    assert asked_of(status(429, retry_after=4), good(GOOD))[1] == [4.0]
    assert asked_of(status(429, retry_after=3600), good(GOOD))[1] == [LONGEST_PAUSE_S]


def test_a_refusal_by_the_provider_is_not_tried_again() -> None:
    with pytest.raises(ModelFailed) as caught:
        asked_of(refusal(), good(GOOD))
    assert [call.outcome for call in caught.value.calls] == ["refused"]


def test_a_server_that_is_not_there_is_tried_three_times() -> None:
    named = {"model": "openai:tiny", "model_base_url": closed_port()}
    model, sleeper = load_model(load_settings(named, environment={})), Sleeper()
    with pytest.raises(ModelFailed) as caught:
        ask_of(model, sleeper)
    assert [call.outcome for call in caught.value.calls] == ["unreachable"] * 3
    assert caught.value.passing
    assert sleeper.slept == [0.5, 1.0]
