"""Keys of structured memories: which hold one value at a time and which gather several."""

from __future__ import annotations

# First part of a dotted key. `home.city` holds one value: a new one replaces it. `likes` gathers.
_GATHERING = frozenset(
    {
        "likes", "dislikes", "pet", "pets", "language", "languages", "allergy", "condition", "medication",
        "contraindication", "diet", "possession", "tool", "habit", "plan", "promise", "decision", "boundary",
        "feeling", "url", "mention", "request", "todo", "event", "hobby", "skill", "note",
    }
)  # fmt: skip


def holds_one(key: str) -> bool:
    """Whether a new value for the key replaces the old one."""
    return key.split(".", 1)[0] not in _GATHERING
