"""extract: what one message teaches."""

from __future__ import annotations

import re
from datetime import datetime

from saegim.language.morphemes import Analysis
from saegim.language.text import has_hangul, nfc
from saegim.remember.finding import Finding
from saegim.remember.rules import english_requests, requests
from saegim.remember.rules.book import (
    assistant_book,
    book,
    english_assistant_book,
    english_book,
    surface_book,
)
from saegim.remember.rules.contacts import find_addresses
from saegim.remember.rules.own_names import own_name
from saegim.remember.rules.reading import read
from saegim.remember.rules.settle import once, settle
from saegim.remember.rules.unsaid import asked_after

# What is longer is a document, not something said; its beginning is read.
_LONGEST_MESSAGE = 10_000
# 박보검입니다 after "whom do you like" is no introduction.
_ASKS_NAME = re.compile("이름|성함|부르|부를|소개|안녕|반가|반갑")
# No promise is made without one of these: half of what assistants say needs no reading at all.
_MAY_PROMISE = re.compile("게|겠|약속|맹세|다짐|마")


def extract(
    text: str,
    *,
    role: str,
    at: datetime,
    analysis: Analysis,
    name: str | None = None,
    before: str | None = None,
) -> list[Finding]:
    """What the message teaches, in the order it was said; nothing twice.

    `at` is when it was said and must be aware: relative dates count from it. `before` is what the assistant
    said last, if anything: an answer without a subject is about whom it asked after. Of an assistant's
    message only promises are kept; messages of other roles than user and assistant teach nothing. Of a text
    beyond 10,000 characters only the beginning is read.
    """
    if role not in ("user", "assistant"):
        return []
    text = nfc(text)[:_LONGEST_MESSAGE]
    findings: list[Finding] = []
    if has_hangul(text):
        if analysis.morphemes:
            findings = _korean(text, role=role, at=at, analysis=analysis, name=name, before=before)
        elif role == "user":
            findings = surface_book().run(text, at)
    else:
        findings = _english(text, role=role, at=at)
    if role == "user":
        findings.extend(find_addresses(text))
    return once(findings)


def _korean(
    text: str, *, role: str, at: datetime, analysis: Analysis, name: str | None, before: str | None
) -> list[Finding]:
    if role == "assistant" and not _MAY_PROMISE.search(text):
        return []
    morphemes = [m for m in analysis.morphemes if m.start + m.length <= len(text)]
    reading = read(text, morphemes, at=at, name=name)
    if role == "assistant":
        return assistant_book().run(reading)
    reading.asked_after = None if before is None else asked_after(before)
    findings = settle(book().run(reading))
    if before is not None and not _ASKS_NAME.search(before):
        findings = [f for f in findings if f.rule != "name.only"]
    if not (reading.performing or reading.quoting) and not any(
        f.key in ("name", "nickname") for f in findings
    ):
        named = own_name(text)
        findings += [named] if named is not None else []
    return requests.as_asked(reading, findings)


def _english(text: str, *, role: str, at: datetime) -> list[Finding]:
    if role == "assistant":
        return english_assistant_book().run(text, at)
    asked = english_requests.request(text)
    findings = settle(english_book().run(text if asked is None else asked, at))
    if asked is None:
        return findings
    found = english_requests.marked_explicit(findings)
    return found or [english_requests.note(asked, at)]
