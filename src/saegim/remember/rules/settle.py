"""Findings of one message made to agree with each other."""

from __future__ import annotations

import re
from dataclasses import replace

from saegim.remember.finding import Finding
from saegim.remember.rules.korean import Words

# One clause says one of these, however many rules read it.
_ONE_A_CLAUSE = frozenset(("promise", "plan", "todo", "decision", "work.company"))
_NAMING = re.compile("로 ?(?:정|지을|지었|짓|할|했|하기)")
# Told of by a fuller finding of the same words, these add nothing.
_LESSER = frozenset(("event", "decision", "plan", "habit"))


def settle(findings: list[Finding]) -> list[Finding]:
    """The findings with names given to whom they belong, and without echoes."""
    return _without_echoes(_with_names(_with_allergens(findings)))


def once(findings: list[Finding]) -> list[Finding]:
    """The findings without repetitions."""
    seen: set[tuple[str, str | None, str]] = set()
    out: list[Finding] = []
    for finding in findings:
        marks = {
            (finding.subject, finding.key, "".join(words.casefold().split()))
            for words in (finding.value, finding.content)
            if words
        }
        if seen.isdisjoint(marks):
            out.append(finding)
        seen |= marks
    return out


def _with_allergens(findings: list[Finding]) -> list[Finding]:
    """새우는 못 먹어요, 알레르기라서요: what is not eaten is what one is allergic to."""
    out: list[Finding] = []
    for finding in findings:
        if finding.rule != "allergy.to_that":
            out.append(finding)
        elif out and out[-1].rule == "diet.not_eaten":
            said = out.pop()
            whose = Words("사용자" if said.subject == "user" else said.subject)
            content = f"{whose:은} {said.value} 알레르기가 있다."
            out.append(
                replace(finding, subject=said.subject, value=said.value, content=content, negated=False)
            )
    return out


def _with_names(findings: list[Finding]) -> list[Finding]:
    """ "고슴도치 키워, 이름은 밤송이" and "약혼자가 있습니다. 이름은 …": a bare name is that of the last one met."""
    out: list[Finding] = []
    unnamed: Finding | None = None
    for finding in findings:
        if finding.rule != "name.bare":
            out.append(finding)
            unnamed = None
            continue
        pet = _pet_of(out, finding.subject)
        if unnamed is not None:
            # 이름은 두부랑 만두예요: the second name is that of a second animal.
            out.append(_named_pet(unnamed, finding))
        elif finding.subject == "user" and pet is None and _NAMING.search(finding.evidence):
            # 이름은 귤이로 정했어: people name a car, a shop, a child; not themselves.
            continue
        elif pet is not None:
            unnamed = out[pet]
            out[pet] = _named_pet(unnamed, finding)
        elif finding.subject != "user":
            out.append(_new_pet(finding))
        elif out and _introduces(out[-1]):
            who = (out[-1].key or "").partition(".")[2]
            out.append(replace(finding, subject=who, content=finding.content.replace("사용자", who, 1)))
        else:
            out.append(finding)
    return out


def _pet_of(findings: list[Finding], subject: str) -> int | None:
    for i, finding in enumerate(findings):
        key = finding.key or ""
        if key == f"pet.{subject}" or (
            subject == "user" and key.startswith("pet.") and finding.subject == "user"
        ):
            return i
    return None


def _named_pet(pet: Finding, name: Finding) -> Finding:
    return replace(
        pet,
        key=f"pet.{name.value}",
        content=_called(pet, name.value or ""),
        evidence=f"{pet.evidence} {name.evidence}",
    )


def _called(pet: Finding, name: str) -> str:
    """The pet's finding with its name in it: one sentence where the animal is what it is about."""
    animal = Words(pet.value or "")
    if f"{animal:을}" in pet.content:
        return pet.content.replace(f"{animal:을}", f"{Words(name):이라는} {animal:을}", 1)
    return f"{pet.content} 이름은 {Words(name):이다}."


def _new_pet(name: Finding) -> Finding:
    """An animal that is called something: one fact about the person."""
    content = f"사용자는 {Words(name.value or ''):이라는} {Words(name.subject):을} 키운다."
    return replace(
        name, kind="fact", subject="user", key=f"pet.{name.value}", value=name.subject, content=content
    )


def _introduces(finding: Finding) -> bool:
    key = finding.key or ""
    return finding.kind == "relationship" and "." in key and key != "relationship.status"


def _without_echoes(findings: list[Finding]) -> list[Finding]:
    """Less what only repeats a better finding of the same words."""
    told = {f.evidence for f in findings if f.key not in _LESSER}
    taken = {f.evidence for f in findings if f.key in ("medication", "diet", "hobby", "tool")}
    habits = {f.evidence for f in findings if f.key == "habit"}
    part_time = {f.evidence for f in findings if f.rule == "work.part_time"}
    jobs = {f.evidence for f in findings if (f.key or "").startswith("work.")}
    bounds = [f.evidence for f in findings if f.key in ("constraint", "contraindication")]
    forbidden = {f.evidence for f in findings if f.key in ("contraindication", "diet")}
    unfit = {(f.subject, f.value) for f in findings if f.key == "contraindication"}
    felt = sum(f.key == "feeling" for f in findings)
    promised = {f.evidence for f in findings if f.key == "promise"}
    planned = {f.evidence for f in findings if f.key == "plan"}
    given = ["".join((f.value or "").split()) for f in findings if f.key == "promise"]
    named = {f.value for f in findings if (f.key or "").startswith("pet.") and f.key != f"pet.{f.value}"}
    bred = {f.key for f in findings if f.rule == "pet.name_and_kind"}
    # INFP인데 요즘은 ENFP로 나와요: the last one holds.
    types = {f.subject: f for f in findings if f.key == "mbti"}
    out: list[Finding] = []
    for finding in findings:
        echo = (
            (finding.key == "event" and finding.evidence in told | habits and not _turning(finding))
            or (finding.rule.endswith("event.dated") and finding.evidence in planned)
            or (finding.key == "habit" and finding.evidence in taken)
            or (finding.key == "decision" and finding.evidence in planned | habits)
            or (finding.key == "habit" and "기로" in finding.evidence and finding.evidence in planned)
            or (finding.key == "habit" and finding.evidence in part_time)
            or (finding.key == "plan" and finding.evidence in jobs | taken | promised)
            or (finding.key == "plan" and any(_part_of(finding, words) for words in given))
            or (
                finding.key == "todo"
                and any(finding.evidence in words or words in finding.evidence for words in bounds)
            )
            or (finding.key in ("constraint", "skill") and finding.evidence in forbidden)
            or (finding.key == "medication" and (finding.subject, finding.value) in unfit)
            or (finding.rule == "diet.not_eaten" and (finding.subject, finding.value) in unfit)
            or (finding.rule == "feeling.body_says" and felt > 1)
            or (finding.key == "mbti" and types[finding.subject] is not finding)
            or (finding.key == "name" and finding.subject in ("dog", "cat"))
            or (finding.key == f"pet.{finding.value}" and finding.value in named)
            or (finding.key in bred and finding.rule != "pet.name_and_kind")
            # 이름은 호두고 말티즈예요: nobody's name but the animal's.
            or (finding.rule == "name.bare" and f"pet.{finding.value}" in bred)
            or any(_repeats(finding, other) for other in out)
        )
        if not echo:
            out.append(finding)
    return out


_TURNING = ("퇴사", "이직", "퇴직", "헤어", "수술", "차였")


def _turning(event: Finding) -> bool:
    """A turn in a life is kept beside the state it led to: 퇴사 as what happened, though it also tells the status."""
    return event.rule != "event.dated" and any(word in (event.value or "") for word in _TURNING)


def _part_of(plan: Finding, promise: str) -> bool:
    """책 읽고 감상 말해 줄게: the first act is promised along with the second."""
    words = "".join((plan.value or "").split()).removesuffix("기")
    return len(words) > 1 and words in promise


def _repeats(finding: Finding, other: Finding) -> bool:
    """Whether both say one thing of the same words, one at greater length."""
    if (finding.subject, finding.key, finding.evidence) != (other.subject, other.key, other.evidence):
        return False
    if finding.key in _ONE_A_CLAUSE:
        return True
    one, two = finding.value or "", other.value or ""
    return bool(one and two) and (one in two or two in one)
