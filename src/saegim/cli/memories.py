"""Memories by hand: show, remember, revise, pin, forget, restore, history, timeline."""

from __future__ import annotations

from dataclasses import fields
from typing import Annotated

from typer import Argument, Option

from saegim.cli.door import Door, command
from saegim.cli.moments import moment
from saegim.cli.options import (
    AsOf,
    Emotion,
    Limit,
    MemoryId,
    Metadata,
    Offset,
    Pinned,
    Reason,
    Tags,
    read_metadata,
)
from saegim.models import Memory, MemoryVersion

# What differs between any two versions, or is counted rather than changed.
_NOT_CHANGES = frozenset({"id", "version", "updated_at", "created_at", "access_count", "last_accessed_at"})


def _print_memory(door: Door, memory: Memory, ko: str, en: str) -> None:
    if door.as_json:
        door.print_json({"memory": memory})
        return
    from saegim.cli.screen import memory_panel

    door.console.print(door.say(ko, en))
    door.console.print(memory_panel(memory, door))


@command("show", "show --kind preference --tag 음식", "show k_01m7…")
def show(
    door: Door,
    memory_id: Annotated[
        str | None, Argument(metavar="ID", help="없으면 목록 · List without it", show_default=False)
    ] = None,
    kind: Annotated[str | None, Option("--kind", "-k", metavar="KIND", help="종류 · Kind")] = None,
    tag: Annotated[str | None, Option("--tag", "-t", metavar="TAG", help="꼬리표 · Tag")] = None,
    key: Annotated[str | None, Option("--key", metavar="KEY", help="열쇠말 · Key, as home.city")] = None,
    state: Annotated[str, Option("--state", metavar="STATE", help="active, archived, forgotten")] = "active",
    pinned: Pinned = None,
    superseded: Annotated[bool, Option("--superseded", help="바뀐 것도 · Superseded too")] = False,
    as_of: AsOf = None,
    limit: Limit = 50,
    offset: Offset = 0,
) -> None:
    """One memory with its links, or the list of them, newest first."""
    with door.known() as (_, user):
        if memory_id is not None:
            memory, links = user.memory(memory_id), user.links(memory_id)
            if door.as_json:
                door.print_json({"memory": memory, "links": links})
                return
            from saegim.cli.screen import memory_panel

            door.console.print(memory_panel(memory, door))
            for link in links:
                door.console.print(f"{link.source} ─{link.relation}→ {link.target}", style="dim")
            return
        found = user.memories(
            kind=kind, tag=tag, key=key, state=state, pinned=pinned, current=not superseded,
            as_of=moment(as_of, door.settings.zone, through=True), limit=limit, offset=offset,
        )  # fmt: skip
    if door.as_json:
        door.print_json({"memories": found})
        return
    from saegim.cli.screen import memories_table

    if found:
        door.console.print(memories_table(found, door))
    else:
        door.console.print(door.say("그런 기억이 없습니다.", "No such memories."), style="dim")


@command(
    'remember "땅콩 알레르기가 있다" --kind allergy', 'remember "판교에 산다" --key home.city --value 판교'
)
def remember(
    door: Door,
    content: Annotated[str, Argument(metavar="TEXT", help="새길 것 · What to keep", show_default=False)],
    kind: Annotated[str, Option("--kind", "-k", metavar="KIND", help="종류 · Kind")] = "note",
    key: Annotated[str | None, Option("--key", metavar="KEY", help="열쇠말 · Key, as home.city")] = None,
    value: Annotated[str | None, Option("--value", metavar="VALUE", help="값 · Its value")] = None,
    subject: Annotated[str | None, Option("--subject", metavar="NAME", help="누구의 · About whom")] = None,
    importance: Annotated[
        float | None, Option("--importance", metavar="0-1", help="중요도 0~1 · Importance")
    ] = None,
    confidence: Annotated[float, Option("--confidence", metavar="0-1", help="확신 0~1 · Confidence")] = 1.0,
    tag: Tags = None,
    emotion: Emotion = None,
    pinned: Annotated[
        bool | None, Option("--pinned/--not-pinned", help="늘 맥락에 · Always in context")
    ] = None,
    valid_from: Annotated[str | None, Option("--since", metavar="TIME", help="언제부터 · Since when")] = None,
    metadata: Metadata = None,
    id_: Annotated[str | None, Option("--id", metavar="ID", help="같은 id면 고침 · Updates that id")] = None,
    for_all: Annotated[bool, Option("--for-all-personas", help="모든 인물에게 · For every persona")] = False,
    reason: Reason = "",
) -> None:
    """The memory, kept; saying the same again gives back the same."""
    known = read_metadata(metadata)
    with door.anyone() as (_, user):
        memory = user.remember(
            content, kind=kind, id=id_, subject=subject, key=key, value=value, importance=importance,
            confidence=confidence, tags=tag or (), emotion=emotion, pinned=pinned,
            valid_from=moment(valid_from, door.settings.zone), metadata=known,
            for_all_personas=for_all, reason=reason,
        )  # fmt: skip
    _print_memory(door, memory, "새겼습니다.", "Remembered.")


@command('revise k_01m7… --content "땅콩과 호두 알레르기가 있다"', "revise k_01m7… --importance 0.9")
def revise(
    door: Door,
    memory_id: MemoryId,
    content: Annotated[
        str | None, Option("--content", "-c", metavar="TEXT", help="새 내용 · New text")
    ] = None,
    kind: Annotated[str | None, Option("--kind", "-k", metavar="KIND", help="종류 · Kind")] = None,
    value: Annotated[str | None, Option("--value", metavar="VALUE", help="값 · Value")] = None,
    importance: Annotated[
        float | None, Option("--importance", metavar="0-1", help="중요도 0~1 · Importance")
    ] = None,
    confidence: Annotated[
        float | None, Option("--confidence", metavar="0-1", help="확신 0~1 · Confidence")
    ] = None,
    tag: Tags = None,
    emotion: Emotion = None,
    metadata: Metadata = None,
    expected_version: Annotated[
        int | None, Option("--expected-version", metavar="N", help="그 판일 때만 · Only from that version")
    ] = None,
    reason: Reason = "",
) -> None:
    """The memory as a new version; the old one is kept."""
    known = read_metadata(metadata)
    with door.known() as (_, user):
        memory = user.revise(
            memory_id, content=content, kind=kind, value=value, importance=importance,
            confidence=confidence, tags=tag or None, emotion=emotion, metadata=known,
            expected_version=expected_version, reason=reason,
        )  # fmt: skip
    _print_memory(door, memory, "고쳤습니다.", "Revised.")


@command("pin k_01m7…", "pin k_01m7… --off")
def pin(
    door: Door,
    memory_id: MemoryId,
    off: Annotated[bool, Option("--off", help="고정을 풉니다 · Unpin")] = False,
) -> None:
    """The memory, in every context from now on, or no longer."""
    with door.known() as (_, user):
        memory = user.pin(memory_id, pinned=not off)
    _print_memory(
        door, memory, "고정을 풀었습니다." if off else "고정했습니다.", "Unpinned." if off else "Pinned."
    )


@command('forget k_01m7… --reason "이제 아니다"')
def forget(door: Door, memory_id: MemoryId, reason: Reason = "") -> None:
    """The memory, out of every recall until it is restored."""
    with door.known() as (_, user):
        memory = user.forget(memory_id, reason=reason)
    again = f"saegim restore {memory.id}"
    _print_memory(door, memory, f"잊었습니다. 되살리려면: {again}", f"Forgotten. To bring it back: {again}")


@command("restore k_01m7…", "restore k_01m7… --version 1")
def restore(
    door: Door,
    memory_id: MemoryId,
    version: Annotated[
        int | None, Option("--version", metavar="N", help="그 판으로 · As in that version")
    ] = None,
    reason: Reason = "",
) -> None:
    """The memory brought back, or one of its versions as a new one."""
    with door.known() as (_, user):
        memory = user.restore(memory_id, version=version, reason=reason)
    _print_memory(door, memory, "되살렸습니다.", "Restored.")


def changes_between(before: Memory | None, after: Memory) -> dict[str, dict[str, object]]:
    """Fields that differ, with both values; for a first version, nothing."""
    if before is None:
        return {}
    return {
        field.name: {"from": getattr(before, field.name), "to": getattr(after, field.name)}
        for field in fields(Memory)
        if field.name not in _NOT_CHANGES and getattr(before, field.name) != getattr(after, field.name)
    }


@command("history k_01m7…")
def history(door: Door, memory_id: MemoryId) -> None:
    """Every version, oldest first, with what it changed, who changed it and why."""
    with door.known() as (_, user):
        versions = user.history(memory_id)
    before = [None, *(version.memory for version in versions[:-1])]
    changed = [changes_between(old, new.memory) for old, new in zip(before, versions, strict=True)]
    if door.as_json:
        rows = [
            {
                "version": v.version,
                "at": v.at,
                "actor": v.actor,
                "reason": v.reason,
                "changes": c,
                "memory": v.memory,
            }
            for v, c in zip(versions, changed, strict=True)
        ]
        door.print_json({"memory_id": memory_id, "versions": rows})
        return
    for version, changes in zip(versions, changed, strict=True):
        _print_version(door, version, changes)


def _print_version(door: Door, version: MemoryVersion, changes: dict[str, dict[str, object]]) -> None:
    from rich.text import Text

    from saegim.cli.changes import changed_words
    from saegim.cli.screen import text, when

    head = Text.assemble(
        (door.say(f"{version.version}판", f"v{version.version}"), "bold cyan"),
        (f"  {when(version.at)}  {version.actor}", "dim"),
    )
    if version.reason:
        head.append_text(text(f"  {version.reason}", "italic"))
    door.console.print(head)
    if not changes:
        door.console.print(text(f"  {version.memory.content}"))
    for name, values in changes.items():
        if name == "content":
            old, new = changed_words(str(values["from"]), str(values["to"]))
            door.console.print(Text("  - ", "red").append_text(old))
            door.console.print(Text("  + ", "green").append_text(new))
        else:
            door.console.print(text(f"  {name}: {_brief(values['from'])} → {_brief(values['to'])}"))


def _brief(value: object) -> str:
    from datetime import datetime

    from saegim.cli.screen import when

    if value is None or value == () or value == "":
        return "∅"
    if isinstance(value, datetime):
        return when(value)
    return ", ".join(map(str, value)) if isinstance(value, tuple) else str(value)


@command("timeline", "timeline --year 2026 --month 3", "timeline --word 자전거 --kind event")
def timeline(
    door: Door,
    year: Annotated[int | None, Option("--year", metavar="YEAR", help="그해 · That year")] = None,
    month: Annotated[int | None, Option("--month", metavar="N", help="그달 · That month")] = None,
    since_year: Annotated[int | None, Option("--from", metavar="YEAR", help="그해부터 · From year")] = None,
    until_year: Annotated[int | None, Option("--to", metavar="YEAR", help="그해까지 · To year")] = None,
    kind: Annotated[str | None, Option("--kind", "-k", metavar="KIND", help="종류 · Kind")] = None,
    tag: Annotated[str | None, Option("--tag", "-t", metavar="TAG", help="꼬리표 · Tag")] = None,
    word: Annotated[str | None, Option("--word", "-w", metavar="WORDS", help="나온 말 · Words")] = None,
    limit: Limit = 200,
    offset: Offset = 0,
) -> None:
    """Memories by the month they began to hold in, superseded ones among them."""
    with door.known() as (_, user):
        years = None if since_year is None and until_year is None else (since_year or 1, until_year or 9998)
        found = user.timeline(
            year=year, month=month, years=years, kind=kind, tag=tag, word=word, limit=limit, offset=offset
        )
    months: dict[str, list[Memory]] = {}
    for memory in found:
        months.setdefault(f"{memory.valid_from:%Y-%m}", []).append(memory)
    if door.as_json:
        door.print_json({"months": [{"month": name, "memories": some} for name, some in months.items()]})
        return
    from rich.text import Text

    from saegim.cli.screen import memory_marks, text

    if not found:
        door.console.print(door.say("그때의 기억이 없습니다.", "No memories from then."), style="dim")
    for name, some in months.items():
        door.console.print(Text(f"■ {name}", "bold cyan"))
        for memory in some:
            style = "dim" if memory.valid_to is not None or memory.state != "active" else ""
            line = Text.assemble((f"  {memory.valid_from:%d} ", "cyan"), (f"{memory.kind:<12} ", "dim"))
            line.append_text(text(memory.content, style))
            line.append_text(text(f"  {memory_marks(memory, door)}", "dim"))
            door.console.print(line)
