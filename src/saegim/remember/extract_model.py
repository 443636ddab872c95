"""What turns teach, by a language model: believed only where it can quote.

A model invents, so nothing is taken on its word: each item must quote what a person said, be in the language
of the conversation, and have to do with what was said.
"""

from __future__ import annotations

import math
import re
import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Annotated, Literal

from msgspec import Meta, Struct

from saegim.clock import SystemClock
from saegim.language.dates import Prefer, find_dates
from saegim.models import Memory, ModelCall, Turn
from saegim.prompts import load_prompt
from saegim.protocols import Clock, LanguageModel
from saegim.remember.asking import ask
from saegim.remember.evidence import Quote, find_quote, has_to_do_with, is_korean, letters, stem, words_of
from saegim.remember.finding import Finding
from saegim.remember.standalone import standing_alone
from saegim.remember.terms import FOUND_KINDS, FREE_KEYS, key_of, kind_of, subject_of
from saegim.remember.transcript import clean, language_of, transcript
from saegim.settings import Settings

Action = Literal["add", "update", "supersede"]

MOST_ITEMS_A_TURN = 8
MOST_KNOWN = 30
_KNOWN_CHARACTERS = 120
_VALUE_CHARACTERS = 120
_CONFIDENCE, _IMPACT = 0.7, 0.6
_DATED: dict[str, Prefer] = {
    "plan": "future",
    "todo": "future",
    "promise": "future",
    "decision": "future",
    "event": "past",
}
_NOTHING = frozenset({"nothing", "none", "skip", "ignore", "noop", "delete", "없음"})
_NO_VALUE = frozenset({"null", "none", "n/a", "unknown", "없음", "모름"})
_ASKED = re.compile(
    r"기억해|잊지\s?마|까먹지\s?마|외워|메모해|적어\s?(?:둬|놔|줘)|\bremember\b|\b(?:don't|do not) forget\b",
    re.I,
)


class Item(Struct):
    """One thing as the model says it. The evidence comes first: what is quoted first is invented less."""

    evidence: Annotated[str, Meta(extra_json_schema={"maxLength": 300})]
    content: Annotated[str, Meta(extra_json_schema={"maxLength": 300})]
    kind: Annotated[str, Meta(extra_json_schema={"enum": list(FOUND_KINDS)})] = "note"
    subject: Annotated[str, Meta(extra_json_schema={"maxLength": 40})] = "user"
    key: Annotated[str, Meta(extra_json_schema={"maxLength": 60})] | None = None
    value: Annotated[str, Meta(extra_json_schema={"maxLength": 120})] | None = None
    action: Annotated[str, Meta(extra_json_schema={"enum": ["add", "update", "supersede"]})] = "add"
    number: int | None = None
    confidence: float = _CONFIDENCE
    impact: float = _IMPACT


class Items(Struct):
    """The shape of the answer."""

    items: Annotated[list[Item], Meta(extra_json_schema={"maxItems": 12})]


@dataclass(frozen=True, slots=True)
class ModelFinding:
    """A finding, what the model would do with it, and the turn that taught it.

    `target` is the id of the memory that an update or a supersede is about.
    """

    finding: Finding
    action: Action
    target: str | None
    turn_id: str


@dataclass(frozen=True, slots=True)
class ModelExtraction:
    """What was found, and every call to the model it took."""

    findings: tuple[ModelFinding, ...]
    calls: tuple[ModelCall, ...]


def extract_with_model(
    model: LanguageModel,
    turns: Sequence[Turn],
    known: Sequence[Memory],
    *,
    settings: Settings,
    language: str | None = None,
    clock: Clock | None = None,
    sleep: Callable[[float], object] = time.sleep,
) -> ModelExtraction:
    """What the model finds in the turns and can prove; `ModelFailed` with its `calls` if it has no answer.

    `known` are the memories that may matter, best first; the model may say that one of them changes.
    `language` is that of the prompt, None the one the turns are in. At most eight items a turn.
    """
    language = language or language_of(turns)
    if not transcript(turns, language):
        return ModelExtraction((), ())
    known = known[:MOST_KNOWN]
    answer = ask(
        model,
        _question(turns, known, language),
        Items,
        purpose="extract",
        settings=settings.calling,
        clock=clock or SystemClock(settings.zone),
        again=load_prompt("again", language),
        sleep=sleep,
    )
    findings = [
        found for item in answer.value.items if (found := _judge(item, turns, known, model.name)) is not None
    ]
    return ModelExtraction(tuple(_few_and_once(findings)), answer.calls)


def _question(turns: Sequence[Turn], known: Sequence[Memory], language: str) -> list[dict[str, str]]:
    listed = "\n".join(
        f"{number}. ({memory.kind}) {clean(memory.content)[:_KNOWN_CHARACTERS]}"
        for number, memory in enumerate(known, start=1)
    )
    asked = load_prompt(
        "conversation", language, known=listed or "-", conversation=transcript(turns, language)
    )
    return [
        {"role": "system", "content": load_prompt("extract", language)},
        {"role": "user", "content": asked},
    ]


def _judge(item: Item, turns: Sequence[Turn], known: Sequence[Memory], name: str) -> ModelFinding | None:
    """The item as a finding; None when it proves nothing."""
    if clean(item.action).lower() in _NOTHING:
        return None
    quote = find_quote(item.evidence, turns)
    if quote is None:
        return None
    kind = kind_of(item.kind)
    if quote.message.role == "assistant" and kind != "promise":
        return None
    content = standing_alone(clean(item.content))
    if content is None or not _in_their_language(content, quote, turns):
        return None
    said = letters(" ".join(message.content for turn in turns for message in turn.messages))
    if not has_to_do_with(content, said):
        return None
    finding = _finding(item, kind, content, quote, said, name)
    finding = replace(finding, subject=_subject(item, quote, turns))
    action, target = _action(item, finding, known)
    return ModelFinding(finding, action, target, quote.turn.id)


def _finding(item: Item, kind: str, content: str, quote: Quote, said: str, name: str) -> Finding:
    value = clean(item.value or "")[:_VALUE_CHARACTERS] or None
    key, kind = key_of(item.key, kind)
    if value is None or value.lower() in _NO_VALUE or not any(letter.isalnum() for letter in value):
        key = value = None
    elif key not in FREE_KEYS and not (
        letters(value) in said and letters(value) in letters(content + quote.text)
    ):
        # A value that was not said, or of something else, would stand as the one that holds.
        key = value = None
    return Finding(
        kind=kind,
        content=content,
        subject="user",
        key=key,
        value=value,
        confidence=_share(item.confidence, _CONFIDENCE),
        future_impact=_share(item.impact, _IMPACT),
        evidence=quote.text,
        rule=f"model:{name}",
        explicit=quote.message.role == "user" and _ASKED.search(quote.message.content) is not None,
        when=_when(kind, quote),
    )


def _subject(item: Item, quote: Quote, turns: Sequence[Turn]) -> str:
    message = quote.message
    if message.role == "assistant":
        return "assistant"
    subject = subject_of(item.subject)
    names = {m.name for turn in turns for m in turn.messages if m.role == "user" and m.name is not None}
    if subject in ("user", "assistant"):
        # Among several people, "I" is the one who speaks, not the person this memory belongs to.
        return message.name if message.name is not None and len(names) > 1 else "user"
    return subject


def _when(kind: str, quote: Quote) -> tuple[datetime, datetime] | None:
    if kind not in _DATED:
        return None
    for span in find_dates(quote.text, quote.message.at, prefer=_DATED[kind]):
        if span.start is not None and span.end is not None and span.grain != "open":
            return span.start, span.end
    return None


def _in_their_language(content: str, quote: Quote, turns: Sequence[Turn]) -> bool:
    """Whether it is written in the language of the message, or of what else was said."""
    korean = is_korean(content)
    return korean == is_korean(quote.message.content) or korean == any(is_korean(t.user) for t in turns)


def _action(item: Item, finding: Finding, known: Sequence[Memory]) -> tuple[Action, str | None]:
    """What to do, and to which memory; anything that does not fit together adds."""
    wanted = clean(item.action).lower()
    number = item.number
    if wanted not in ("update", "supersede") or number is None or not 1 <= number <= len(known):
        return "add", None
    if not _about_the_same(known[number - 1], finding):
        return "add", None
    return ("update" if wanted == "update" else "supersede"), known[number - 1].id


def _about_the_same(memory: Memory, finding: Finding) -> bool:
    """Whether the one can replace the other: a wrong number must not end a memory about something else."""
    if (memory.subject or "user") != finding.subject:
        return False
    if memory.key is not None and finding.key is not None:
        return memory.key == finding.key
    said = letters(memory.content)
    return any(stem(word) in said for word in words_of(finding.content))


def _few_and_once(findings: Sequence[ModelFinding]) -> list[ModelFinding]:
    seen: set[object] = set()
    counts: Counter[str] = Counter()
    kept: list[ModelFinding] = []
    for one in findings:
        found = one.finding
        same = (found.kind, found.subject, letters(found.content))
        counts[one.turn_id] += 1
        if same not in seen and counts[one.turn_id] <= MOST_ITEMS_A_TURN:
            seen.add(same)
            kept.append(one)
    return kept


def _share(number: float, otherwise: float) -> float:
    return min(1.0, max(0.0, number)) if math.isfinite(number) else otherwise
