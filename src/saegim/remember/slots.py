"""Keys of structured memories: which hold one value at a time, which gather, which exclude one another."""

from __future__ import annotations

# First part of a dotted key. `home.city` holds one value: a new one replaces it. `likes` gathers.
_GATHERING = frozenset(
    {
        "likes", "dislikes", "pet", "pets", "language", "languages", "allergy", "condition", "medication",
        "contraindication", "diet", "possession", "tool", "habit", "plan", "promise", "decision", "boundary",
        "feeling", "url", "mention", "request", "todo", "event", "hobby", "skill", "note", "episode",
        "constraint", "style", "trait", "contact", "assistant",
    }
)  # fmt: skip
# Of one thing only one of these can be so at a time: who says they no longer eat it does not like to.
# A diet gives way to nothing but another word about it: liking milk does not cure what milk does.
_OPPOSITES = {"likes": ("dislikes",), "dislikes": ("likes",), "diet": ("likes",)}

# What is done, taken or had will be no longer, and perhaps again: of one value, said so and denied, the later
# word holds, under any of these keys.
_ENDING = {
    "habit": ("habit", "hobby", "diet"),
    "hobby": ("hobby", "habit"),
    "diet": ("diet", "habit"),
    **{key: (key,) for key in ("medication", "condition", "possession", "tool", "skill")},
}

# Of the moment, or kept elsewhere: not part of a profile.
_PASSING = frozenset(
    {
        "assistant", "plan", "promise", "decision", "boundary", "feeling", "url", "mention", "request",
        "todo", "event", "note", "episode", "insight", "contact", "tool", "possession",
    }
)  # fmt: skip


# Of what describes someone, what one would want to know first; anything else comes after these.
_FIRST_KNOWN = (
    "name",
    "age",
    "birthday",
    "home",
    "work",
    "job",
    "school",
    "family",
    "partner",
    "pet",
    "pets",
)


def holds_one(key: str) -> bool:
    """Whether a new value for the key replaces the old one."""
    return key.split(".", 1)[0] not in _GATHERING


def opposites(key: str) -> tuple[str, ...]:
    """Keys under which the same value stops holding once it holds under this one."""
    return _OPPOSITES.get(key, ())


def importance_of(key: str) -> int:
    """0 for what one would want to know of somebody first, more for what comes later."""
    first = key.split(".", 1)[0]
    return _FIRST_KNOWN.index(first) if first in _FIRST_KNOWN else len(_FIRST_KNOWN)


def contraries(key: str) -> tuple[str, ...]:
    """Keys under which the same value, said the other way round, stops holding."""
    return _ENDING.get(key, ())


def describes(key: str) -> bool:
    """Whether the key says what someone is like, rather than what happened or is to be done."""
    return key.split(".", 1)[0] not in _PASSING
