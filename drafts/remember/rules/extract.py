"""extract: what one message teaches."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from saegim.language.morphemes import Analysis
from saegim.language.text import has_hangul, nfc
from saegim.remember.finding import Finding
from saegim.remember.rules import english, requests
from saegim.remember.rules.book import (
    assistant_book,
    book,
    english_assistant_book,
    english_book,
    surface_book,
)
from saegim.remember.rules.contacts import find_addresses
from saegim.remember.rules.reading import read


def extract(text: str, *, role: str, at: datetime, analysis: Analysis, name: str | None = None) -> list[Finding]:
    """What the message teaches, in the order it was said; nothing twice.

    `at` is when it was said and must be aware: relative dates count from it. Of an assistant's message only
    promises are kept; messages of other roles than user and assistant teach nothing.
    """
    if role not in ("user", "assistant"):
        return []
    text = nfc(text)
    findings: list[Finding] = []
    if has_hangul(text):
        if analysis.morphemes:
            findings = _korean(text, role=role, at=at, analysis=analysis, name=name)
        elif role == "user":
            findings = surface_book().run(text, at)
    else:
        findings = _english(text, role=role, at=at)
    if role == "user":
        findings.extend(find_addresses(text))
    return _once(findings)


def _korean(text: str, *, role: str, at: datetime, analysis: Analysis, name: str | None) -> list[Finding]:
    reading = read(text, analysis.morphemes, at=at, name=name)
    if role == "assistant":
        return assistant_book().run(reading)
    return requests.as_asked(reading, _without_echoes(_settled(book().run(reading))))


def _english(text: str, *, role: str, at: datetime) -> list[Finding]:
    if role == "assistant":
        return english_assistant_book().run(text, at)
    asked = english.request(text)
    findings = _without_echoes(english_book().run(text if asked is None else asked, at))
    if asked is None:
        return findings
    found = english.marked_explicit(findings)
    return found or [english.note(asked, at)]


def _settled(findings: list[Finding]) -> list[Finding]:
    """Findings of one message made to agree: a name after a pet is the pet's."""
    out: list[Finding] = []
    for finding in findings:
        if finding.key == "name" and finding.rule == "name.bare" and out:
            pet = next((i for i, f in enumerate(out) if (f.key or "").startswith("pet.") and f.subject == "user"), None)
            if pet is not None:
                out[pet] = _named_pet(out[pet], finding)
                continue
            before = out[-1]
            if before.kind == "relationship" and before.key is not None and "." in before.key and before.key != "relationship.status":
                who = before.key.partition(".")[2]
                out.append(replace(finding, subject=who, content=finding.content.replace("사용자", who, 1)))
                continue
        if finding.key == "name" and finding.subject not in ("user",) and finding.rule == "name.bare":
            # An animal that is called something: one fact about the person.
            before_pet = next((i for i, f in enumerate(out) if f.key == f"pet.{finding.subject}"), None)
            species = out[before_pet].value if before_pet is not None else finding.subject
            named = replace(
                finding,
                kind="fact",
                subject="user",
                key=f"pet.{finding.value}",
                value=species,
                content=f"사용자는 {finding.value}라는 {species}을 키운다.",
            )
            if before_pet is not None:
                out[before_pet] = named
            else:
                out.append(named)
            continue
        out.append(finding)
    return out


def _without_echoes(findings: list[Finding]) -> list[Finding]:
    """Less what only repeats a better finding of the same words."""
    told = {f.evidence for f in findings if f.key not in ("event", "decision", "plan", "habit")}
    named = {f.value for f in findings if (f.key or "").startswith("pet.") and f.key != f"pet.{f.value}"}
    taken = {f.evidence for f in findings if f.key in ("medication", "diet")}
    planned = {f.evidence for f in findings if f.key == "plan"}
    out: list[Finding] = []
    for finding in findings:
        if any(_repeats(finding, other) for other in out):
            continue
        if finding.key == "event" and finding.evidence in told:
            continue
        if finding.key == "habit" and finding.evidence in taken:
            continue
        if finding.key == "name" and finding.subject in ("dog", "cat"):
            continue
        if finding.key == "decision" and finding.evidence in planned:
            continue
        if finding.key == f"pet.{finding.value}" and finding.value in named:
            continue
        out.append(finding)
    return out


def _repeats(finding: Finding, other: Finding) -> bool:
    """Whether both say one thing of the same words, one at greater length."""
    if (finding.subject, finding.key, finding.evidence) != (other.subject, other.key, other.evidence):
        return False
    one, two = finding.value or "", other.value or ""
    return bool(one and two) and (one in two or two in one)


def _named_pet(pet: Finding, name: Finding) -> Finding:
    species = pet.value or ""
    return replace(
        pet,
        key=f"pet.{name.value}",
        content=f"{pet.content.rstrip('.')} 이름은 {name.value}.",
        value=species,
        evidence=f"{pet.evidence} {name.evidence}",
    )


def _once(findings: list[Finding]) -> list[Finding]:
    """Without repetitions, and without a weaker reading of words that a stronger one has taken."""
    out: list[Finding] = []
    seen: set[tuple[str, str | None, str]] = set()
    for finding in findings:
        mark = (finding.subject, finding.key, "".join((finding.value or finding.content).casefold().split()))
        if mark not in seen:
            seen.add(mark)
            out.append(finding)
    return out
