"""Insights by a language model: asked with numbered memories, believed only with their numbers."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from typing import Annotated

from msgspec import Meta, Struct

from saegim.language.morphemes import Analyser
from saegim.language.text import has_hangul
from saegim.models import Memory, ModelCall
from saegim.prompts import load_prompt
from saegim.protocols import Clock, LanguageModel
from saegim.remember.asking import ask
from saegim.settings import Settings
from saegim.tend.believe import why_not
from saegim.tend.counting import Insight

_MOST_INSIGHTS = 3
_LONGEST_LINE = 300


class Stated(Struct):
    """One insight and the numbers of the memories it rests on."""

    text: str
    evidence: list[int] = []


class Reflected(Struct):
    """The shape of the answer."""

    insights: Annotated[list[Stated], Meta(extra_json_schema={"maxItems": _MOST_INSIGHTS})] = []
    summary: str = ""


@dataclass(frozen=True, slots=True)
class Group:
    """Memories that belong together: about one entity, or of one topic."""

    key: str
    about: str
    memories: tuple[Memory, ...]
    entity_id: str | None = None
    names: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Thought:
    """What the model said of a group, as far as it can be believed."""

    insights: tuple[Insight, ...]
    summary: str
    refused: tuple[str, ...]
    calls: tuple[ModelCall, ...]


def reflect_with_model(
    model: LanguageModel,
    group: Group,
    *,
    others: Collection[str],
    settings: Settings,
    analyser: Analyser,
    clock: Clock,
    sleep: Callable[[float], object] = time.sleep,
) -> Thought:
    """Insights into the group; `ModelFailed` with its `calls` after the last try."""
    texts = [memory.content for memory in group.memories]
    language = "ko" if has_hangul(" ".join(texts)) else "en"
    lines = [
        f"[{number}] ({memory.valid_from.date()}) {' '.join(memory.content.split())[:_LONGEST_LINE]}"
        for number, memory in enumerate(group.memories, start=1)
    ]
    answer = ask(
        model,
        [
            {"role": "system", "content": load_prompt("reflect", language, about=group.about)},
            {"role": "user", "content": "\n".join(lines)},
        ],
        Reflected,
        purpose="reflect",
        settings=settings.calling,
        clock=clock,
        again=load_prompt("again", language),
        sleep=sleep,
    )
    kept: list[Insight] = []
    refused: list[str] = []
    for stated in answer.value.insights:
        reason = _doubt(stated, group, others, analyser)
        if reason is None and len(kept) < _MOST_INSIGHTS:
            kept.append(_insight(stated, group, model.name, len(kept)))
        elif reason is not None:
            refused.append(reason)
    summary = " ".join(answer.value.summary.split())
    allowed = group.names
    # A summary says again what is known; an insight may say more.
    if summary and why_not(summary, texts, others=others, allowed=allowed, analyser=analyser, least=0.6):
        summary = ""
    return Thought(tuple(kept), summary, tuple(refused), answer.calls)


def _doubt(stated: Stated, group: Group, others: Collection[str], analyser: Analyser) -> str | None:
    if any(not 1 <= number <= len(group.memories) for number in stated.evidence):
        return "wrong_id"
    rests_on = [group.memories[number - 1].content for number in dict.fromkeys(stated.evidence)]
    text = " ".join(stated.text.split())
    if any(text.rstrip(" .") == one.rstrip(" .") for one in rests_on):
        return "repeats"
    return why_not(text, rests_on, others=others, allowed=group.names, analyser=analyser)


def _insight(stated: Stated, group: Group, model: str, number: int) -> Insight:
    rests_on = [group.memories[number - 1] for number in dict.fromkeys(stated.evidence)]
    return Insight(
        f"insight.model.{group.key}.{number}",
        " ".join(stated.text.split()),
        str(number),
        tuple(memory.id for memory in rests_on),
        tuple(dict.fromkeys(turn for memory in rests_on for turn in memory.source_turns))[-50:],
        about=group.entity_id,
        metadata={"topic": group.about, "group": group.key},
        confidence=0.7,
        by=f"model:{model}",
    )


def shown(group: Sequence[Memory], most: int) -> tuple[Memory, ...]:
    """The memories of a group that a model is shown: the weightiest, in order of time."""
    best = sorted(group, key=lambda m: (-m.importance, m.valid_from, m.id))[:most]
    return tuple(sorted(best, key=lambda m: (m.valid_from, m.id)))
