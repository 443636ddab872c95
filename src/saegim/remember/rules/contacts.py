"""Addresses: links, @names, mail and telephone. Found in the text itself, in any language."""

from __future__ import annotations

import re

from saegim.language.text import has_hangul
from saegim.remember.finding import Finding

_URL = re.compile(r"(?:https?://|www\.)[^\s<>\"'“”‘’()]*[^\s<>\"'“”‘’().,!?;:~]", re.IGNORECASE)
_MAIL = re.compile(r"(?<![\w.+-])[\w.+-]+@[\w-]+(?:\.[\w-]+)+")
_MENTION = re.compile(r"(?<![\w@./])@[A-Za-z0-9_가-힣][\w.-]*[A-Za-z0-9_가-힣]")
_PHONE = re.compile(
    r"(?<![\d-])(?:\+82[-\s]?|0)1\d[-\s]?\d{3,4}[-\s]?\d{4}(?![\d-])|(?<![\d-])0\d{1,2}-\d{3,4}-\d{4}(?![\d-])"
)
_HANDLE = re.compile(
    r"(?:카톡|카카오톡|인스타|인스타그램|라인|텔레그램|디스코드|트위터|게임|슬랙|위챗)\s*(?:아이디|계정|닉네임|id|ID)?(?:는|은|이|가)?\s*(?P<v>[A-Za-z][A-Za-z0-9_.]{2,}[A-Za-z0-9_])(?=\s*(?:이야|야|예요|이에요|입니다|임|이고|고|$))"
)
_KOREAN_TAIL = re.compile(r"(?<=[A-Za-z0-9/_-])[가-힣]+$")
_MINE = re.compile(
    r"내|제|저희|우리|연락처|번호|메일|아이디|계정|깃허브|블로그|홈페이지|누리집|\bmy\b|\bour\b",
    re.IGNORECASE,
)

_KINDS = (("url", _URL), ("contact", _MAIL), ("contact", _PHONE), ("mention", _MENTION))
_LABELS = {
    "url": ("사용자가 말한 주소: {v}", "The user shared this link: {v}"),
    "contact": ("사용자가 말한 연락처: {v}", "The user gave this contact: {v}"),
    "mention": ("사용자가 말한 계정: {v}", "The user mentioned the account {v}"),
}


def find_addresses(text: str) -> list[Finding]:
    """Every link, mail address, telephone number and @name of the text, once."""
    taken: list[tuple[int, int]] = []
    found: list[Finding] = []
    korean = has_hangul(text)
    handle = _HANDLE.search(text) if korean and "@" not in text else None
    if handle is not None:
        found.append(_found("contact", handle["v"], korean=True, mine=True))
    if not any(mark in text for mark in ("@", "://", "www.", "0")):
        return found
    owned = _MINE.search(text)
    for key, pattern in _KINDS:
        for match in pattern.finditer(text):
            if any(match.start() < end and start < match.end() for start, end in taken):
                continue
            taken.append(match.span())
            value = _KOREAN_TAIL.sub("", match[0]) if key != "mention" else match[0]
            mine = owned is not None and owned.end() <= match.start()
            found.append(_found(key, value, korean=korean, mine=mine))
    return found


def _found(key: str, value: str, *, korean: bool, mine: bool) -> Finding:
    return Finding(
        kind="fact",
        content=_LABELS[key][0 if korean else 1].format(v=value),
        subject="user",
        key=key,
        value=value,
        confidence=0.9 if mine else 0.7,
        future_impact=0.6 if mine else 0.3,
        evidence=value,
        rule=f"address.{key}",
    )
