"""A question to a language model whose answer must have a shape: tried again, repaired, checked, recorded.

Small models answer with fences, with words around the JSON, with numbers as text, with nothing, or never.
What can be read without guessing is read; for the rest they are asked again, a few times.
"""

from __future__ import annotations

import random
import re
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Generic, TypeVar

from msgspec import Struct

from saegim.errors import ModelFailed
from saegim.models import ModelCall
from saegim.protocols import Clock, LanguageModel, Reply
from saegim.remember.fitting import fit, schema_of
from saegim.remember.loose_json import find_json
from saegim.settings import ModelSettings

Shape = TypeVar("Shape", bound=Struct)

FIRST_PAUSE_S = 0.5
# A provider that wants to be left alone for longer is tried again by the job, not by us.
LONGEST_PAUSE_S = 30.0
_AGAIN = "Answer again with one JSON object in the shape asked for, and nothing else."
_REFUSAL = re.compile(
    r"\b(?:sorry|apologi[sz]e)\b|\b(?:can(?:no|')t|unable to|won't|not able to)\b.{0,40}"
    r"\b(?:help|assist|comply|provide|do that|answer|continue|fulfil)"
    r"|\bas an ai\b|죄송|도와드릴 수 없|도울 수 없|답변(?:해 ?드)?릴 수 없|제공할 수 없|응할 수 없",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Answer(Generic[Shape]):
    """What the model said, in shape, and every call it took."""

    value: Shape
    calls: tuple[ModelCall, ...]


def ask(
    model: LanguageModel,
    messages: Sequence[Mapping[str, str]],
    shape: type[Shape],
    *,
    purpose: str,
    settings: ModelSettings,
    clock: Clock,
    tries: int | None = None,
    usable: Callable[[Shape], bool] | None = None,
    again: str = _AGAIN,
    sleep: Callable[[float], object] = time.sleep,
    timer: Callable[[], float] = time.monotonic,
    jitter: Callable[[], float] = random.random,
) -> Answer[Shape]:
    """The model's answer as `shape`, or `ModelFailed` with all its calls after the last try.

    `tries` None takes `settings.tries`. An answer that is not `usable` counts as one of the wrong shape.
    After an answer that could not be read, the question is put again with `again` added. Trouble that will
    not pass ends it at once. `sleep` is called with each pause, so that a worker can be woken from it.
    """
    schema = schema_of(shape)
    calls: list[ModelCall] = []
    asked = list(messages)
    most = tries or settings.tries
    while True:
        at, began = clock.now(), timer()
        try:
            reply = model.reply(asked, schema=schema)
        except ModelFailed as error:
            outcome, passing = error.outcome, error.passing
            calls.append(_call(at, model, purpose, outcome, timer() - began))
            cause, wait_s = error.cause, error.retry_after_s
            over = not passing
        else:
            value, outcome = read_answer(reply.text, shape, usable)
            calls.append(_call(at, model, purpose, outcome, timer() - began, reply, settings))
            if value is not None:
                return Answer(value, tuple(calls))
            cause, wait_s, passing, over = _CAUSES[outcome], None, False, False
            asked = _asked_again(messages, again)
        if over or len(calls) >= most:
            tried = ", ".join(call.outcome for call in calls)
            raise ModelFailed(
                model.name,
                f"{cause} (tried: {tried})",
                passing=passing,
                outcome=outcome,
                retry_after_s=wait_s,
                calls=tuple(calls),
            )
        sleep(pause_s(len(calls), wait_s, jitter()))


def read_answer(
    text: str, shape: type[Shape], usable: Callable[[Shape], bool] | None = None
) -> tuple[Shape | None, str]:
    """The first value in the text that fits, and how it went.

    ok, repaired, or, without a value, empty, refused, not_json, wrong_shape.
    """
    if not text.strip():
        return None, "empty"
    outcome = "refused" if "{" not in text and _REFUSAL.search(text[:300]) else "not_json"
    for found in find_json(text):
        fitted = fit(found.value, shape)
        if fitted is not None and (usable is None or usable(fitted[0])):
            value, changed = fitted
            return value, "repaired" if changed or found.repaired else "ok"
        outcome = "wrong_shape"
    return None, outcome


def pause_s(failures: int, asked_for_s: float | None, chance: float) -> float:
    """How long to wait after so many failures: doubling, spread by `chance` (0 to 1), at most half a minute.

    A provider that asked for a longer pause gets it, up to the same limit.
    """
    own = FIRST_PAUSE_S * 2.0 ** (failures - 1) * (0.5 + chance)
    return min(max(own, asked_for_s or 0.0), LONGEST_PAUSE_S)


_CAUSES = {
    "empty": "an empty answer",
    "refused": "it refused to answer",
    "not_json": "an answer that is not JSON",
    "wrong_shape": "an answer in the wrong shape",
}


def _asked_again(messages: Sequence[Mapping[str, str]], again: str) -> list[Mapping[str, str]]:
    """The same question with a word about the answer: in the last message, for servers that want turns."""
    *before, last = messages
    return [*before, {**last, "content": f"{last['content']}\n\n{again}"}]


def _call(
    at: datetime,
    model: LanguageModel,
    purpose: str,
    outcome: str,
    seconds: float,
    reply: Reply | None = None,
    settings: ModelSettings | None = None,
) -> ModelCall:
    if reply is None or settings is None:
        return ModelCall(at, model.name, purpose, outcome, seconds)
    cost = reply.input_tokens * settings.input_price + reply.output_tokens * settings.output_price
    return ModelCall(
        at,
        model.name,
        purpose,
        outcome,
        seconds,
        reply.input_tokens,
        reply.output_tokens,
        cost / 1_000_000,
    )
