"""Messages for a language model inside a token budget. Pure: the same input gives the same context.

`parts` says what could go in, `sharing` what fits; whatever then still exceeds the budget is cut in the order
of `cut_first`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from saegim.language.tokens import MESSAGE_OVERHEAD_TOKENS, Counter, count_messages, cut_to_tokens
from saegim.models import Hit, LeftOut
from saegim.recall.parts import Material, items_of
from saegim.recall.sharing import Item, caps_of, keep_order, share_out, size, take
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
LEAST_BUDGET = 16


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
    items = items_of(material, settings, count)
    left_out: list[LeftOut] = []
    newest = _newest(material, items)
    if budget_tokens:
        room = max(0, usable - count_messages(newest, count))
        taken = share_out(items, room, settings)
        # What headings and frames take is known only now.
        if (over := count_messages(_render(taken, newest, material.language), count) - usable) > 0:
            taken = share_out(items, max(0, room - over), settings)
    else:
        caps = caps_of(settings)
        taken = {part: take(some, caps.get(part, size(some))) for part, some in items.items()}
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


def _newest(material: Material, items: dict[str, list[Item]]) -> tuple[dict[str, str], ...]:
    """What must be in: the new message, or without one the newest turn, taken out of `items`."""
    if material.message is not None:
        return ({"role": "user", "content": material.message},)
    return items["recent"].pop(0).messages if items["recent"] else ()


def _drop_one(taken: dict[str, list[Item]], cut_first: Sequence[str]) -> bool:
    for part in reversed(keep_order(cut_first)):
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
            texts = [item.text for item in taken[part]]
            # Sentences come with the space between them.
            body = "".join(texts).rstrip() if part == "summary" else "\n".join(texts)
            blocks.append(f"{headings[part]}\n{body}" if part in headings else body)
    messages = [{"role": "system", "content": "\n\n".join(blocks)}] if blocks else []
    for item in taken.get("few_shot", ()):
        messages += item.messages
    for item in reversed(taken.get("recent", [])):
        messages += item.messages
    return messages + list(newest)


def _sizes(taken: dict[str, list[Item]], newest: Sequence[dict[str, str]], count: Counter) -> dict[str, int]:
    sizes = {part: size(some) for part, some in taken.items() if some}
    if newest:
        sizes["message"] = count_messages(newest, count)
    return sizes
