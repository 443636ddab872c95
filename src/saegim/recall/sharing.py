"""A budget divided among the parts of a context. Pure: sizes in, items out.

The system prompt and what is pinned come first. The other parts divide the rest by their shares; what one
does not need goes to the others in the same proportion; the crumbs go to the parts that are cut last.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from saegim.settings import ContextSettings

_FIRST = ("system", "pinned")
# Which of the settings' shares each other part lives on, and how much of it.
_SHARE_OF = {
    "entity": ("entity", 1.0),
    "memories": ("memories", 1.0),
    "few_shot": ("few_shot", 1.0),
    "summary": ("conversation", 0.2),
    "recent": ("conversation", 0.8),
}
# However much is pinned, there must be room for what is asked about: the most of it that comes first.
_PINNED = 0.25


@dataclass(frozen=True, slots=True)
class Item:
    """Something that may go into a context: lines of the system message, or messages of their own."""

    id: str
    text: str = ""
    messages: tuple[dict[str, str], ...] = ()
    tokens: int = 0


Items = Mapping[str, Sequence[Item]]


def share_out(items: Items, room: int, settings: ContextSettings) -> dict[str, list[Item]]:
    """The items of each part that fit into so many tokens together."""
    order = keep_order(settings.cut_first)
    caps = caps_of(settings)
    first = caps | {"pinned": min(caps["pinned"], int(room * _PINNED))}
    left = room
    taken: dict[str, list[Item]] = {}
    for part in _FIRST:
        taken[part] = take(items[part], min(left, first.get(part, left)))
        left -= size(taken[part])
    for part, allowed in _allowed(items, settings, left, caps).items():
        taken[part] = take(items[part], allowed)
    over = room - sum(map(size, taken.values()))
    for part in order:
        allowed = size(taken[part]) + over
        more = take(items[part], min(allowed, caps.get(part, allowed)))
        over -= size(more) - size(taken[part])
        taken[part] = more
    return taken


def _allowed(items: Items, settings: ContextSettings, room: int, caps: Mapping[str, int]) -> dict[str, int]:
    """How much each part may take: its share, and its share of what the others do not need."""
    wanted = {part: min(size(items[part]), caps.get(part, room)) for part in _SHARE_OF}
    weights = {part: _weight(part, settings) for part in _SHARE_OF if wanted[part]}
    allowed = dict.fromkeys(wanted, 0)
    while (whole := sum(weights.values())) > 0:
        content = [part for part, weight in weights.items() if wanted[part] <= room * weight / whole]
        if not content:
            return allowed | {part: int(room * weight / whole) for part, weight in weights.items()}
        for part in content:
            allowed[part] = wanted[part]
            room -= wanted[part]
            del weights[part]
    return allowed


def _weight(part: str, settings: ContextSettings) -> float:
    share, of_it = _SHARE_OF[part]
    return float(getattr(settings.shares, share)) * of_it


def caps_of(settings: ContextSettings) -> dict[str, int]:
    """What a part may take at most, whatever the budget."""
    return {"pinned": settings.pinned_tokens, "memories": settings.memory_tokens}


def keep_order(cut_first: Sequence[str]) -> list[str]:
    """Parts from the one kept longest to the one cut first."""
    return [part for part in (*_FIRST, *_SHARE_OF) if part not in cut_first] + list(reversed(cut_first))


def take(items: Sequence[Item], allowed: int) -> list[Item]:
    """Items from the front while they fit; a later small one does not jump an earlier large one."""
    taken: list[Item] = []
    for item in items:
        allowed -= item.tokens
        if allowed < 0:
            break
        taken.append(item)
    return taken


def size(items: Sequence[Item]) -> int:
    return sum(item.tokens for item in items)
