"""What changed between two versions of a memory, in words."""

from __future__ import annotations

import re
from difflib import SequenceMatcher
from html import escape

from saegim.models import Memory

# Fields a person can read, in the order they are told. The content is told by `changed_words`.
FIELDS = ("kind", "value", "importance", "confidence", "tags", "emotion", "pinned", "state", "valid_to")
_WORDS = re.compile(r"\s+|\w+|[^\w\s]")


def changed_words(before: str, after: str) -> str:
    """HTML of the newer text with what went and what came marked."""
    old, new = _WORDS.findall(before), _WORDS.findall(after)
    parts: list[str] = []
    for what, i, j, k, n in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if what == "equal":
            parts.append(escape("".join(new[k:n])))
            continue
        if i != j:
            parts.append(f"<del>{escape(''.join(old[i:j]))}</del>")
        if k != n:
            parts.append(f"<ins>{escape(''.join(new[k:n]))}</ins>")
    return "".join(parts)


def changed_fields(before: Memory, after: Memory) -> list[tuple[str, object, object]]:
    """(field, before, after) of every other field that differs."""
    pairs = ((name, getattr(before, name), getattr(after, name)) for name in FIELDS)
    return [(name, old, new) for name, old, new in pairs if old != new]
