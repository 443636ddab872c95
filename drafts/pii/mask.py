"""Cover personal data in a text."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Literal

from saegim.language.pii import places
from saegim.language.pii.found import KOREAN_NAMES, Pii
from saegim.language.text import nfc

Style = Literal["label", "partial"]
_DIGIT = r"[0-9０-９]"


def mask_pii(text: str, found: Iterable[Pii], style: Style = "label") -> str:
    """The NFC text with each finding covered: "[전화번호]" by label, "010-****-5678" in part.

    `found` is what `find_pii` gave for the same text. Covering what is covered changes nothing.
    """
    text = nfc(text)
    parts: list[str] = []
    end = 0
    for finding in sorted(found, key=lambda f: f.start):
        if finding.start < end:
            continue
        parts += (text[end : finding.start], _covered(finding, style))
        end = finding.end
    return "".join((*parts, text[end:]))


def _covered(finding: Pii, style: Style) -> str:
    label = f"[{KOREAN_NAMES[finding.kind]}]"
    if style == "label":
        return label
    text = finding.text
    match finding.kind:
        case "email":
            local, _, domain = text.replace("＠", "@").partition("@")
            return f"{local[:2] if len(local) > 3 else local[:1]}***@{domain}" if domain else label
        case "address":
            return _region(text) + label
        case "ip":
            separator = "." if "." in text else ":"
            return separator.join((*text.split(separator)[:2], "*", "*"))
        case "passport":
            return text[:1] + "*" * (len(text) - 1)
        case "resident_number" | "foreigner_number":
            return text[:6] + re.sub(r"[0-9０-９]", "*", text[6:])
        case "card":
            return _starred(text, first=4, last=4)
        case "phone":
            if re.search(r"[공영빵일이삼사오육륙칠팔구]", text):
                return label
            digits = len(re.findall(_DIGIT, text))
            return _starred(text, first=max(0, min(3, digits - 8)), last=4)
        case "licence":
            return _starred(text, first=2, last=0)
        case "business_number":
            return _starred(text, first=3, last=0)
        case _:
            return _starred(text, first=0, last=3)


def _starred(text: str, *, first: int, last: int) -> str:
    """The text with its digits covered but for the first and the last few."""
    places_ = [match.start() for match in re.finditer(_DIGIT, text)]
    covered = set(places_[first : len(places_) - last])
    return "".join("*" if i in covered else character for i, character in enumerate(text))


def _region(text: str) -> str:
    """The province, city and district an address begins with: they may stay."""
    kept = 0
    for names in (places.PROVINCES, places.CITIES, places.DISTRICTS):
        for name in sorted(names, key=len, reverse=True):
            if text.startswith(name, kept):
                kept += len(name)
                kept += text[kept : kept + 1] == " "
                break
    return text[:kept]
