"""Find personal data in a text."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator

from saegim.language.pii import addresses, numbers, online, phones
from saegim.language.pii.found import KOREAN_NAMES, Found, Kind
from saegim.language.pii.nearby import FILLER, Span
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
# What masking leaves behind: never read again, so that masking twice is masking once.
_LABEL = re.compile(rf"\[(?:{'|'.join(KOREAN_NAMES.values())})\]")

_DIGIT = re.compile(r"[0-9０-９٠-٩]")
_PASSPORT_HINT = re.compile(r"[MSRGD][0-9]{3}")
_SPELLED_EMAIL_HINT = re.compile(r"골뱅이|\(at\)|\[at\]| at [A-Za-z0-9\-]+(?:\.| dot )")

# What is found may hide its neighbour (+821012345678M12345678), so the search is repeated over what is left.
# People's texts are done after two passes. Past these the text is a wall of pieces glued together, and a pass
# takes all that is glued: 100,000 characters of such a wall need four passes, not thousands.
_PATIENT = 2
_PASSES = 12
_GLUED = re.compile(rf"[^\s{FILLER}]+(?: [0-9][^\s{FILLER}]*)*")

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


def find_pii(text: str) -> list[Found]:
    """Every piece of personal data in the text, in order and without overlaps; the leftmost and longest wins.

    Positions are those of the NFC form. What an earlier masking left behind is not found again.
    """
    text = nfc(text)
    if "@" not in text and not _DIGIT.search(text) and not _in_words(text):
        return []
    # Translating takes longer than all the searching; most texts have nothing to translate.
    plain = text.translate(_PLAIN) if _ODD.search(text) else text
    if "[" in plain:
        plain = _LABEL.sub(lambda match: FILLER * len(match[0]), plain)
    return [
        Found(span.kind, span.start, span.end, text[span.start : span.end], span.confidence)
        for span in sorted(_searched(plain), key=lambda span: span.start)
    ]


def pii_flags(text: str, found: Iterable[Found] | None = None) -> tuple[str, ...]:
    """The kinds in the text, each once, in a fixed order: what a memory keeps in `pii_flags`.

    `found` is what `find_pii` gave for the same text, to spare the second search.
    """
    kinds = {finding.kind for finding in (find_pii(text) if found is None else found)}
    return tuple(kind for kind in _ORDER if kind in kinds)


def _searched(plain: str) -> list[Span]:
    found: list[Span] = []
    for passed in range(_PASSES):
        new = _settled(_spans(plain))
        if not new:
            break
        if passed >= _PATIENT:
            new = _settled(_with_glue(plain, new))
        found += new
        plain = _covered(plain, new)
    return found


def _covered(plain: str, spans: Iterable[Span]) -> str:
    parts: list[str] = []
    end = 0
    for span in spans:
        parts += (plain[end : span.start], FILLER * (span.end - span.start))
        end = span.end
    return "".join((*parts, plain[end:]))


def _with_glue(plain: str, spans: Iterable[Span]) -> Iterator[Span]:
    """The spans with all that is written together with them, short of what is taken already."""
    pieces = [match.span() for match in _GLUED.finditer(plain)]
    starts = [start for start, _ in pieces]
    for span in spans:
        first, last = (pieces[bisect_right(starts, at) - 1] for at in (span.start, span.end - 1))
        yield span._replace(start=min(span.start, first[0]), end=max(span.end, last[1]))


def _in_words(text: str) -> bool:
    """Whether a number or an address may be spelled out."""
    if _SPELLED_EMAIL_HINT.search(text):
        return True
    return not text.isascii() and ("＠" in text or phones.SPOKEN_HINT.search(text) is not None)


def _spans(text: str) -> Iterator[Span]:
    if "@" in text:
        yield from online.emails(text)
    if _SPELLED_EMAIL_HINT.search(text):
        yield from online.spelled_emails(text)
    yield from numbers.numbers_in(text)
    if _PASSPORT_HINT.search(text):
        yield from numbers.passports(text)
    if phones.SPOKEN_HINT.search(text):
        yield from phones.spoken_phones(text)
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
