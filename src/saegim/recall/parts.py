"""Everything that could go into a context, as items of its parts, each in the order it matters.

Nothing is said twice: what is pinned or picked is left out of the profile, the summary and the recalled
memories, and a question shown with its answer is not shown again by itself.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from saegim.language.text import is_question
from saegim.language.tokens import Counter, count_messages, cut_to_tokens
from saegim.models import Hit, Memory, Message, Turn
from saegim.recall.sharing import Item
from saegim.settings import ContextSettings

_BEFORE_TOKENS = 60
_QUOTE = re.compile(r'"([^"]+)"')
_SENTENCE = re.compile(r".+?(?:[.!?…]\s+|\Z)", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Material:
    """What there is to say, each list in the order it matters. `profile`: the values known of each key."""

    message: str | None
    language: str = "ko"
    system: str = ""
    profile: Mapping[str, Sequence[str]] = field(default_factory=dict)
    pinned: Sequence[Memory] = ()
    picked: Sequence[Memory] = ()
    hits: Sequence[Hit] = ()
    most_hits: int = 10
    few_shot: Sequence[tuple[str, str]] = ()
    summary: str = ""
    recent: Sequence[Turn] = ()


def items_of(material: Material, settings: ContextSettings, count: Counter) -> dict[str, list[Item]]:
    """The items of every part."""

    def lines(pairs: Iterable[tuple[str, str]]) -> list[Item]:
        return [Item(id_, text=text, tokens=count(text) + 1) for id_, text in pairs]

    def of_memories(memories: Iterable[Memory]) -> list[Item]:
        return lines((m.id, _cut(f"- {m.content} ({_day(m.valid_from)})", settings, count)) for m in memories)

    pinned = {memory.id: memory for memory in material.pinned}
    picked = {memory.id: memory for memory in material.picked if memory.id not in pinned}
    told = pinned | picked
    return {
        "system": lines([("system", material.system)] if material.system else []),
        "entity": lines(_profile_lines(material.profile, told.values())),
        "pinned": of_memories(pinned.values()),
        "memories": of_memories(picked.values()) + lines(_hit_lines(material, told, settings, count)),
        "few_shot": [
            _said(
                f"example:{i}", [{"role": "user", "content": a}, {"role": "assistant", "content": b}], count
            )
            for i, (a, b) in enumerate(material.few_shot)
        ],
        "summary": lines(_sentences(material.summary, told.values())),
        # Newest first: the older a turn, the sooner it is left out.
        "recent": [
            _said(turn.id, [{"role": m.role, "content": m.content} for m in turn.messages], count)
            for turn in reversed(material.recent)
        ],
    }


def _said(id_: str, messages: Sequence[dict[str, str]], count: Counter) -> Item:
    return Item(id_, messages=tuple(messages), tokens=count_messages(messages, count))


def slot_name(memory: Memory) -> str | None:
    """The key a profile has a memory's value under, with whom it is about unless that is the user."""
    return memory.key if memory.subject in (None, "user") else f"{memory.subject}.{memory.key}"


def _profile_lines(profile: Mapping[str, Sequence[str]], told: Iterable[Memory]) -> Iterator[tuple[str, str]]:
    said = {(slot_name(memory), memory.value) for memory in told}
    for name, values in profile.items():
        if new := [value for value in values if (name, value) not in said]:
            yield f"profile:{name}", f"- {name}: {', '.join(new)}"


def _sentences(summary: str, told: Iterable[Memory]) -> Iterator[tuple[str, str]]:
    """The summary's sentences, each with the space or the line break after it."""
    said = {memory.content for memory in told}
    for number, sentence in enumerate(_SENTENCE.findall(summary)):
        if sentence.strip() not in said:
            yield f"summary:{number}", sentence


def _hit_lines(
    material: Material, told: Mapping[str, Memory], settings: ContextSettings, count: Counter
) -> Iterator[tuple[str, str]]:
    recent = {turn.id for turn in material.recent}
    said = [hit.message.content for hit in material.hits if hit.message is not None]
    shown: set[str] = set()
    left = material.most_hits
    for hit in material.hits:
        in_recent = hit.message is not None and hit.message.turn_id in recent
        if not left or in_recent or hit.id in told or hit.id in shown:
            continue
        if _in_profile(hit, material.profile) or _retells(hit, said):
            continue
        asked = hit.before if hit.before is not None and is_question(hit.before.content) else None
        if asked is not None and asked.id in shown:
            asked = None
        yield hit.id, _cut(_hit_line(hit, asked, count), settings, count)
        shown |= {hit.id} if asked is None else {hit.id, asked.id}
        left -= 1


def _in_profile(hit: Hit, profile: Mapping[str, Sequence[str]]) -> bool:
    """Whether the profile says it already and nothing in the question asks for it."""
    memory = hit.memory
    if memory is None or hit.why.matched:
        return False
    return memory.value in profile.get(slot_name(memory) or "", ())


def _retells(hit: Hit, said: Sequence[str]) -> bool:
    """Whether it is an episode that quotes what was recalled in its own words."""
    if hit.memory is None or hit.memory.kind != "episode":
        return False
    return any(quote in text for quote in _QUOTE.findall(hit.memory.content) for text in said)


def _hit_line(hit: Hit, asked: Message | None, count: Counter) -> str:
    if hit.memory is not None:
        return f"- {hit.memory.content} ({_day(hit.memory.valid_from)})"
    assert hit.message is not None
    said = f"{_who(hit.message)}: {hit.message.content}"
    if asked is not None:
        # With the question that it answers, a short answer can be understood.
        said = f"{_who(asked)}: {cut_to_tokens(asked.content, _BEFORE_TOKENS, count)} → {said}"
    return f"- {_day(hit.message.at)} {said}"


def _who(message: Message) -> str:
    return message.name or message.role


def _cut(line: str, settings: ContextSettings, count: Counter) -> str:
    return cut_to_tokens(line.replace("\n", " "), settings.memory_item_tokens, count)


def _day(at: datetime) -> str:
    return at.date().isoformat()
