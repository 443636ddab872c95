"""Where people are reached online: e-mail and IP addresses."""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Iterator

from saegim.language.pii.nearby import Span, before

_LABEL = r"[A-Za-z0-9](?:[A-Za-z0-9\-]{0,61}[A-Za-z0-9])?"
_DOMAIN = rf"@(?:{_LABEL}\.){{1,5}}[A-Za-z]{{2,24}}(?![A-Za-z0-9@])(?!:[\w/~])"
_EMAIL = re.compile(
    # Lengths are those of the standard, and keep a wall of letters from being read again and again. A bullet
    # or dots before the address are not part of it: -minji@example.com.
    rf"(?<![A-Za-z0-9_])[A-Za-z0-9_](?:[A-Za-z0-9_%+\-]|\.(?!\.)){{0,63}}(?<!\.){_DOMAIN}"
)
_EMAIL_SPELLED = re.compile(
    r"(?<![A-Za-z0-9._%+\-])[A-Za-z0-9_][A-Za-z0-9._%+\-]{0,62}\s?(?:골뱅이|\(at\)|\[at\]|\(골뱅이\)| at )\s?"
    r"[A-Za-z0-9\-]{2,40}\s?(?:\.|\(dot\)|\[dot\]|닷|점| dot )\s?"
    r"(?:com|net|org|co\.kr|kr|io|ac\.kr|me|dev)(?![A-Za-z0-9])"
)
# icon@2x.png is a picture, not a person.
_FILE_ENDINGS = frozenset("png jpg jpeg gif svg webp bmp ico pdf js ts css html py zip gz mp4 json".split())


def emails(text: str) -> Iterator[Span]:
    """E-mail addresses as they are written, and as people spell them out (골뱅이, at)."""
    for match in _EMAIL.finditer(text):
        if match[0].rpartition(".")[2].lower() not in _FILE_ENDINGS:
            yield Span("email", *match.span(), 0.98)


def spelled_emails(text: str) -> Iterator[Span]:
    """Addresses with the sign in words: minji 골뱅이 naver 닷 com."""
    for match in _EMAIL_SPELLED.finditer(text):
        yield Span("email", *match.span(), 0.8)


_OCTET = r"(?:25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])"
_IPV4 = re.compile(rf"(?<![0-9A-Za-z.\-_])(?:{_OCTET}\.){{3}}{_OCTET}(?![0-9A-Za-z_\-])(?!\.[0-9A-Za-z])")
_IPV6 = re.compile(r"(?<![0-9A-Za-z:.])(?:[0-9A-Fa-f]{1,4}:{1,2}){2,7}[0-9A-Fa-f]{0,4}(?![0-9A-Za-z:.])")
# Global, unique local and link-local; a::b in a program is none of them.
_ROUTED = re.compile(r"[23][0-9A-Fa-f]{3}:|[Ff][cdeCDE][0-9A-Fa-f]{2}:")
_IP_WORD = re.compile(
    r"\bIP|\bip\b|아이피|주소|서버|접속|호스트|게이트웨이|[Ss]erver|[Hh]ost|ping|ssh|://|[Aa]ddress|DNS"
)
_VERSION_WORD = re.compile(
    r"버전|버젼|[Vv]ersion|[Vv]er\.?\s?$|[Rr]elease|빌드|[Bb]uild|펌웨어|[Ff]irmware|업데이트|[Vv]$|챕터|항목|절|조항"
)


def ip_addresses(text: str) -> Iterator[Span]:
    """IP addresses of someone's machine: loopback, masks and version numbers are not."""
    for match in _IPV4.finditer(text):
        address = ipaddress.IPv4Address(match[0])
        said = before(text, match.start(), 16)
        named = _IP_WORD.search(said) is not None
        if (
            address.is_loopback
            or address.is_unspecified
            or address.is_multicast
            or match[0].startswith("255.")
        ):
            continue
        if _VERSION_WORD.search(said) and not named:
            continue
        if not named and all(octet < 32 for octet in address.packed):
            # 1.2.3.4 and 24.3.1.10 are versions, chapters and dates far more often.
            continue
        yield Span("ip", *match.span(), 0.65 if address.is_private and not named else 0.9)
    for match in _IPV6.finditer(text):
        try:
            address6 = ipaddress.IPv6Address(match[0])
        except ValueError:
            continue
        if address6.is_loopback or address6.is_unspecified:
            continue
        if match[0].count(":") == 7 or _ROUTED.match(match[0]):
            yield Span("ip", *match.span(), 0.9)
