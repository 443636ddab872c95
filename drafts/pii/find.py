"""Find personal data in a text."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from saegim.language.pii import addresses, numbers, online
from saegim.language.pii.found import KOREAN_NAMES, Kind, Pii
from saegim.language.pii.numbers import Span
from saegim.language.text import nfc

# One character stands for one, so that positions stay: full-width forms, dashes, odd spaces.
_PLAIN = str.maketrans(
    {
        **{chr(0xFF01 + i): chr(0x21 + i) for i in range(94)},
        **dict.fromkeys("‐‑‒–—―−ー─", "-"),
        **dict.fromkeys("\u00a0\u2002\u2003\u2009\u200b\u200c\u200d\u2060\u3000\ufeff\t", " "),
        **{chr(0x0660 + i): str(i) for i in range(10)},
    }
)
_ODD = re.compile(r"[！-～‐-―−ー─\u00a0\u2002\u2003\u2009\u200b-\u200d\u2060\u3000\ufeff\t٠-٩]")
_FILLER = "\ufffc"
# What masking leaves behind: never read again, so that masking twice is masking once.
_LABEL = re.compile(rf"\[(?:{'|'.join(KOREAN_NAMES.values())})\]")
_STARRED = re.compile(
    rf"[A-Za-z0-9._%+\-]{{1,2}}\*{{3}}{online.DOMAIN}|[0-9]+\.[0-9]+\.\*\.\*|[0-9A-Fa-f]+:[0-9A-Fa-f]*:\*:\*"
    r"|(?<![0-9A-Za-z])(?<![0-9][-.])\+?(?:[0-9][-. )(]{0,2}){0,6}(?:\*{1,8}[-. )]{0,2})*\*{3,8}(?:[-. )]{0,2}\*{1,8})*"
    r"(?![*@])(?:(?:[-. )(·/~]{0,3}[0-9]){1,4}(?![0-9])(?![-.][0-9]))?"
)

_DIGIT = re.compile(r"[0-9０-９]")
_PASSPORT_HINT = re.compile(r"[MSRGD][0-9]{3}")
_SPELLED_EMAIL_HINT = re.compile(r"골뱅이|\(at\)|\[at\]| at [A-Za-z0-9\-]+(?:\.| dot )")
# Each pass uncovers the neighbours of the one before; a bound, for texts made to be slow.
_PASSES = 64

# Of two readings of the very same characters the earlier kind wins.
_ORDER: tuple[Kind, ...] = (
    "email",
    "resident_number",
    "foreigner_number",
    "card",
    "phone",
    "licence",
    "business_number",
    "passport",
    "health_insurance",
    "account",
    "ip",
    "address",
)
_RANK = {kind: rank for rank, kind in enumerate(_ORDER)}


def find_pii(text: str, *, least: float = 0.5) -> list[Pii]:
    """Every piece of personal data in the text, in order and without overlaps; the leftmost and longest wins.

    Positions are those of the NFC form. `least` is the lowest confidence wanted, .5 being the lowest there is.
    """
    text = nfc(text)
    if "@" not in text and not _DIGIT.search(text) and not _in_words(text):
        return []
    # Translating takes longer than all the searching; most texts have nothing to translate.
    plain = _without_masks(text.translate(_PLAIN) if _ODD.search(text) else text)
    found: list[Span] = []
    for _ in range(_PASSES):
        new = [span for span in _settled(_spans(plain)) if span.confidence >= least]
        if not new:
            break
        found += new
        # What was found may have hidden its neighbour: 010-1234-5678M12345678.
        for span in new:
            plain = plain[: span.start] + _FILLER * (span.end - span.start) + plain[span.end :]
    return [
        Pii(span.kind, span.start, span.end, text[span.start : span.end], span.confidence)
        for span in sorted(found, key=_start)
    ]


def _start(span: Span) -> int:
    return span.start


def _in_words(text: str) -> bool:
    """Whether a number or an address may be spelled out."""
    if _SPELLED_EMAIL_HINT.search(text):
        return True
    return not text.isascii() and ("＠" in text or numbers.SPOKEN_HINT.search(text) is not None)


def _without_masks(plain: str) -> str:
    if "[" in plain:
        plain = _LABEL.sub(lambda match: _FILLER * len(match[0]), plain)
    if "*" in plain:
        plain = _STARRED.sub(lambda match: _FILLER * len(match[0]), plain)
    return plain


def _spans(text: str) -> Iterator[Span]:
    if "@" in text:
        yield from online.emails(text)
    if _SPELLED_EMAIL_HINT.search(text):
        yield from online.spelled_emails(text)
    yield from numbers.numbers_in(text)
    if _PASSPORT_HINT.search(text):
        yield from numbers.passports(text)
    if numbers.SPOKEN_HINT.search(text):
        yield from numbers.spoken_phones(text)
    if text.count(".") >= 3 or text.count(":") >= 2:
        yield from online.ip_addresses(text)
    yield from addresses.addresses(text)


def _settled(spans: Iterable[Span]) -> list[Span]:
    """The leftmost, then the longest, then the likelier; nothing that overlaps one taken before."""
    taken: list[Span] = []
    for span in sorted(spans, key=lambda s: (s.start, -s.end, -s.confidence, _RANK[s.kind])):
        if not taken or span.start >= taken[-1].end:
            taken.append(span)
    return taken


def pii_flags(found: Iterable[Pii]) -> tuple[str, ...]:
    """The kinds among the findings, each once, in a fixed order: what a memory keeps in `pii_flags`."""
    kinds = {finding.kind for finding in found}
    return tuple(kind for kind in _ORDER if kind in kinds)
