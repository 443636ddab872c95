"""Messages for a language model inside a token budget. Pure: the same input gives the same context.

Parts are lists of items in the order they matter. Each part first fills its share; what is left over goes
to the parts that are cut last; whatever then still exceeds the budget is cut in the order of `cut_first`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime

from saegim.language.text import is_question
from saegim.language.tokens import MESSAGE_OVERHEAD_TOKENS, Counter, count_messages, cut_to_tokens
from saegim.models import Hit, LeftOut, Memory, Turn
from saegim.settings import ContextSettings

# Headings by language. What a model reads first in each block.
_HEADINGS = {
    "ko": {
        "entity": "[프로필]",
        "pinned": "[꼭 기억할 것]",
        "memories": "[떠오른 기억]",
        "summary": "[이전 대화 요약]",
    },
    "en": {
        "entity": "[Profile]",
        "pinned": "[Always keep in mind]",
        "memories": "[Recalled memories]",
        "summary": "[Earlier conversation]",
    },
}
_SYSTEM_PARTS = ("system", "entity", "pinned", "memories", "summary")
# Parts that share one of the budget's shares.
_SHARE_OF = {
    "system": "system",
    "entity": "entity",
    "pinned": "memories",
    "memories": "memories",
    "few_shot": "few_shot",
    "summary": "conversation",
    "recent": "conversation",
}
LEAST_BUDGET = 16
_BEFORE_TOKENS = 60


@dataclass(frozen=True, slots=True)
class Item:
    """Something that may go into a context: lines of the system message, or messages of their own."""

    id: str
    text: str = ""
    messages: tuple[dict[str, str], ...] = ()
    tokens: int = 0


@dataclass(frozen=True, slots=True)
class Material:
    """Everything that could go in, each list in the order it matters."""

    message: str | None
    language: str = "ko"
    system: str = ""
    profile: Sequence[str] = ()
    pinned: Sequence[Memory] = ()
    picked: Sequence[Memory] = ()
    hits: Sequence[Hit] = ()
    few_shot: Sequence[tuple[str, str]] = ()
    summary: str = ""
    recent: Sequence[Turn] = ()


@dataclass(slots=True)
class Assembly:
    """The result, before it gets its trace."""

    messages: list[dict[str, str]] = field(default_factory=list)
    tokens: int = 0
    parts: dict[str, int] = field(default_factory=dict)
    used_hits: list[Hit] = field(default_factory=list)
    left_out: list[LeftOut] = field(default_factory=list)


def assemble(material: Material, budget_tokens: int, settings: ContextSettings, count: Counter) -> Assembly:
    """The full form. Never over budget; the new message, or else the newest turn, is always in it."""
    usable = int(budget_tokens * (1 - settings.shares.reply)) if budget_tokens else 0
    items = _items(material, settings, count)
    left_out: list[LeftOut] = []
    newest = _newest(material, items)
    taken: dict[str, list[Item]] = {}
    if budget_tokens:
        taken = _fill(items, usable, newest, settings, count)
    else:
        caps = {"pinned": settings.pinned_tokens, "memories": settings.memory_tokens}
        taken = {part: _take(some, caps.get(part)) for part, some in items.items()}
    messages = _render(taken, newest, material.language)
    while budget_tokens and count_messages(messages, count) > usable:
        if not _drop_one(taken, settings.cut_first):
            newest = _shorten(newest, usable, count)
            messages = _render(taken, newest, material.language)
            break
        messages = _render(taken, newest, material.language)
    for part, some in items.items():
        kept = {item.id for item in taken.get(part, ())}
        left_out += [
            LeftOut(part, item.id, "over_budget", item.tokens) for item in some if item.id not in kept
        ]
    recalled = {item.id for item in taken.get("memories", ())}
    return Assembly(
        messages=messages,
        tokens=count_messages(messages, count),
        parts=_sizes(taken, newest, count),
        used_hits=[hit for hit in material.hits if hit.id in recalled],
        left_out=left_out,
    )


def assemble_compact(
    material: Material, budget_tokens: int, settings: ContextSettings, count: Counter
) -> Assembly:
    """The compact form: the summary and the recent turns, nothing else. Nothing is kept free for a reply."""
    compact = Material(
        message=material.message,
        language=material.language,
        summary=material.summary,
        recent=material.recent,
    )
    import msgspec

    shares = msgspec.structs.replace(settings.shares, reply=0.0, conversation=1.0)
    return assemble(compact, budget_tokens, msgspec.structs.replace(settings, shares=shares), count)


def memory_line(memory: Memory, language: str) -> str:
    """A memory as a line of the system message."""
    return f"- {memory.content} ({_day(memory.valid_from)})"


def _hit_line(hit: Hit, settings: ContextSettings, count: Counter) -> str:
    if hit.memory is not None:
        line = f"- {hit.memory.content} ({_day(hit.memory.valid_from)})"
    else:
        assert hit.message is not None
        who = hit.message.name or hit.message.role
        line = f"- {_day(hit.message.at)} {who}: {hit.message.content}"
        if hit.before is not None and is_question(hit.before.content):
            asked = cut_to_tokens(hit.before.content, _BEFORE_TOKENS, count)
            asker = hit.before.name or hit.before.role
            line = f"- {_day(hit.message.at)} {asker}: {asked} → {who}: {hit.message.content}"
    return cut_to_tokens(line.replace("\n", " "), settings.memory_item_tokens, count)


def _day(at: datetime) -> str:
    return at.date().isoformat()


def _items(material: Material, settings: ContextSettings, count: Counter) -> dict[str, list[Item]]:
    def lines(pairs: Sequence[tuple[str, str]]) -> list[Item]:
        return [Item(id_, text=text, tokens=count(text) + 1) for id_, text in pairs]

    def cut(text: str) -> str:
        return cut_to_tokens(text.replace("\n", " "), settings.memory_item_tokens, count)

    pinned_ids = {memory.id for memory in material.pinned}
    picked = list({memory.id: memory for memory in material.picked if memory.id not in pinned_ids}.values())
    above = pinned_ids | {memory.id for memory in picked}
    shown = {turn.id for turn in material.recent}
    hits = [
        hit
        for hit in material.hits
        if hit.id not in above
        and not (hit.message is not None and hit.message.turn_id in shown)
        and not _told_above(hit, material)
    ]
    return {
        "system": lines([("system", material.system)] if material.system else []),
        "entity": lines([(f"profile:{i}", f"- {line}") for i, line in enumerate(material.profile)]),
        "pinned": lines([(m.id, cut(memory_line(m, material.language))) for m in material.pinned]),
        "memories": lines([(m.id, cut(memory_line(m, material.language))) for m in picked])
        + lines([(hit.id, _hit_line(hit, settings, count)) for hit in hits]),
        "few_shot": [
            _said(
                f"example:{i}", [{"role": "user", "content": a}, {"role": "assistant", "content": b}], count
            )
            for i, (a, b) in enumerate(material.few_shot)
        ],
        "summary": lines([("summary", material.summary)] if material.summary else []),
        # Newest first: the older a turn, the sooner it is left out.
        "recent": [
            _said(turn.id, [{"role": m.role, "content": m.content} for m in turn.messages], count)
            for turn in reversed(material.recent)
        ],
    }


def _told_above(hit: Hit, material: Material) -> bool:
    """Whether the profile says it already and nothing in the question asks for it."""
    memory = hit.memory
    return memory is not None and not hit.why.matched and f"{memory.key}: {memory.value}" in material.profile


def _said(id_: str, messages: Sequence[dict[str, str]], count: Counter) -> Item:
    return Item(id_, messages=tuple(messages), tokens=count_messages(messages, count))


def _newest(material: Material, items: dict[str, list[Item]]) -> tuple[dict[str, str], ...]:
    """What must be in: the new message, or without one the newest turn, taken out of `items`."""
    if material.message is not None:
        return ({"role": "user", "content": material.message},)
    return items["recent"].pop(0).messages if items["recent"] else ()


def _fill(
    items: dict[str, list[Item]],
    usable: int,
    newest: Sequence[dict[str, str]],
    settings: ContextSettings,
    count: Counter,
) -> dict[str, list[Item]]:
    shares = settings.shares
    whole = shares.system + shares.entity + shares.memories + shares.few_shot + shares.conversation
    room = max(0, usable - count_messages(newest, count))
    caps = {"pinned": settings.pinned_tokens, "memories": settings.memory_tokens}
    spent_of: dict[str, int] = {}
    taken: dict[str, list[Item]] = {}
    for part in _keep_order(settings.cut_first):
        share = _SHARE_OF[part]
        allowed = int(room * getattr(shares, share) / whole) if whole else 0
        allowed = min(allowed - spent_of.get(share, 0), caps.get(part, usable))
        taken[part] = _take(items[part], allowed)
        spent_of[share] = spent_of.get(share, 0) + _size(taken[part])
    over = room - sum(spent_of.values())
    for part in _keep_order(settings.cut_first):
        more = _take(items[part], min(_size(taken[part]) + over, caps.get(part, usable)))
        over -= _size(more) - _size(taken[part])
        taken[part] = more
    return taken


def _keep_order(cut_first: Sequence[str]) -> list[str]:
    """Parts from the one kept longest to the one cut first."""
    return [part for part in _SHARE_OF if part not in cut_first] + list(reversed(cut_first))


def _take(items: Sequence[Item], allowed: int | None) -> list[Item]:
    """Items from the front while they fit; a later small one does not jump an earlier large one."""
    if allowed is None:
        return list(items)
    taken: list[Item] = []
    for item in items:
        allowed -= item.tokens
        if allowed < 0:
            break
        taken.append(item)
    return taken


def _size(items: Sequence[Item]) -> int:
    return sum(item.tokens for item in items)


def _drop_one(taken: dict[str, list[Item]], cut_first: Sequence[str]) -> bool:
    for part in reversed(_keep_order(cut_first)):
        if taken.get(part):
            taken[part].pop()
            return True
    return False


def _shorten(newest: Sequence[dict[str, str]], usable: int, count: Counter) -> tuple[dict[str, str], ...]:
    """The newest words, each message cut to its beginning until they fit alone.

    A turn of so many messages that even their frames do not fit keeps the last ones.
    """
    newest = newest[-max(1, usable // (MESSAGE_OVERHEAD_TOKENS + 1)) :]
    room = usable - MESSAGE_OVERHEAD_TOKENS * len(newest)
    kept: list[dict[str, str]] = []
    for i, message in enumerate(newest):
        share = max(room, 0) // (len(newest) - i)
        content = cut_to_tokens(message["content"], share, count)
        room -= count(content)
        kept.append({**message, "content": content})
    return tuple(kept)


def _render(
    taken: dict[str, list[Item]], newest: Sequence[dict[str, str]], language: str
) -> list[dict[str, str]]:
    headings = _HEADINGS["ko" if language == "ko" else "en"]
    blocks = []
    for part in _SYSTEM_PARTS:
        if taken.get(part):
            body = "\n".join(item.text for item in taken[part])
            blocks.append(f"{headings[part]}\n{body}" if part in headings else body)
    messages = [{"role": "system", "content": "\n\n".join(blocks)}] if blocks else []
    for item in taken.get("few_shot", ()):
        messages += item.messages
    for item in reversed(taken.get("recent", [])):
        messages += item.messages
    return messages + list(newest)


def _sizes(taken: dict[str, list[Item]], newest: Sequence[dict[str, str]], count: Counter) -> dict[str, int]:
    sizes = {part: _size(some) for part, some in taken.items() if some}
    if newest:
        sizes["message"] = count_messages(newest, count)
    return sizes
