"""Cover personal data in a text."""

from __future__ import annotations

from collections.abc import Iterable

from saegim.language.pii.find import find_pii
from saegim.language.pii.found import KOREAN_NAMES, Found, Kind
from saegim.language.text import nfc


def mask_pii(text: str, found: Iterable[Found] | None = None) -> str:
    """The NFC text with the name of its kind in the place of each finding: "[전화번호]로 연락 줘".

    `found` is what `find_pii` gave for the same text, or those of it that are to be covered; without it, all
    are. Masking what is masked changes nothing.
    """
    text = nfc(text)
    parts: list[str] = []
    end = 0
    for finding in find_pii(text) if found is None else sorted(found, key=lambda f: f.start):
        if finding.start < end:
            continue
        parts += (text[end : finding.start], f"[{KOREAN_NAMES[finding.kind]}]")
        end = finding.end
    return "".join((*parts, text[end:]))


def covered_flags(text: str) -> tuple[Kind, ...]:
    """The kinds whose masks stand in the text: what was personal there before it was covered."""
    if "[" not in text:
        return ()
    return tuple(kind for kind, name in KOREAN_NAMES.items() if f"[{name}]" in text)
