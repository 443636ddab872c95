"""What changed between two texts, word by word."""

from __future__ import annotations

import difflib
import re

from rich.text import Text

from saegim.cli.door import visible

_WORD = re.compile(r"\s+|\S+")


def changed_words(before: str, after: str) -> tuple[Text, Text]:
    """Both texts, with the words that are only in one of them standing out."""
    one, two = _WORD.findall(visible(before)), _WORD.findall(visible(after))
    old, new = Text(), Text()
    for what, a, b, c, d in difflib.SequenceMatcher(a=one, b=two, autojunk=False).get_opcodes():
        old.append("".join(one[a:b]), None if what == "equal" else "bold red")
        new.append("".join(two[c:d]), None if what == "equal" else "bold green")
    return old, new
