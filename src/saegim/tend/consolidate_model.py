"""The summary of a past week in a language model's words: believed only with the numbers it rests on."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection
from dataclasses import dataclass, replace

from msgspec import Struct

from saegim.language.morphemes import Analyser
from saegim.language.text import has_hangul
from saegim.models import ModelCall
from saegim.prompts import load_prompt
from saegim.protocols import Clock, LanguageModel
from saegim.remember.asking import ask
from saegim.settings import Settings
from saegim.tend.believe import why_not
from saegim.tend.consolidate import Digest

_LONGEST_LINE = 300
# Fewer would be one of them said again.
_LEAST_EVIDENCE = 2
# A summary says again what is known.
_OWN_WORDS = 0.6


class Summed(Struct):
    """The shape of the answer: the summary and the numbers of the memories it rests on."""

    summary: str
    evidence: list[int] = []


@dataclass(frozen=True, slots=True)
class Told:
    """The digest as the model tells it, or as it was with the reason why it is not believed."""

    digest: Digest
    refused: str | None
    calls: tuple[ModelCall, ...]


def tell_with_model(
    model: LanguageModel,
    digest: Digest,
    *,
    others: Collection[str],
    settings: Settings,
    analyser: Analyser,
    clock: Clock,
    sleep: Callable[[float], object] = time.sleep,
) -> Told:
    """The digest in the model's words; `ModelFailed` with its `calls` after the last try.

    `others` are the names of everyone known: one that the memories do not speak of is not believed.
    """
    texts = [" ".join(memory.content.split())[:_LONGEST_LINE] for memory in digest.covers]
    language = "ko" if has_hangul(" ".join(texts)) else "en"
    lines = [
        f"[{number}] ({memory.valid_from.date()}) {text}"
        for number, (memory, text) in enumerate(zip(digest.covers, texts, strict=True), start=1)
    ]
    answer = ask(
        model,
        [
            {"role": "system", "content": load_prompt("consolidate", language)},
            {"role": "user", "content": "\n".join(lines)},
        ],
        Summed,
        purpose="consolidate",
        settings=settings.calling,
        clock=clock,
        again=load_prompt("again", language),
        sleep=sleep,
    )
    summary = " ".join(answer.value.summary.split())
    refused = _doubt(summary, answer.value.evidence, texts, others, analyser)
    if refused is not None:
        return Told(digest, refused, answer.calls)
    return Told(replace(digest, summary=summary, by=f"model:{model.name}"), None, answer.calls)


def _doubt(
    summary: str, evidence: list[int], texts: list[str], others: Collection[str], analyser: Analyser
) -> str | None:
    if any(not 1 <= number <= len(texts) for number in evidence):
        return "wrong_id"
    rests_on = [texts[number - 1] for number in dict.fromkeys(evidence)]
    if len(rests_on) < _LEAST_EVIDENCE:
        return "no_evidence"
    if any(summary.rstrip(" .") == one.rstrip(" .") for one in rests_on):
        return "repeats"
    return why_not(summary, rests_on, others=others, allowed=(), analyser=analyser, least=_OWN_WORDS)
