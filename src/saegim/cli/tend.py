"""Tending: reflect, merge, sum up and forget by hand; who is talked about; what was done, and undo."""

from __future__ import annotations

from contextlib import suppress
from typing import Annotated

import typer
from typer import Argument, Option

from saegim import User
from saegim.cli.door import Door, command
from saegim.cli.options import Limit, Offset, Reason
from saegim.errors import NotFound
from saegim.models import Entity, Run

Person = Annotated[
    str | None, Argument(metavar="USER", help="사람; 없으면 --user · Person, else --user", show_default=False)
]
_DID = {
    "closed": "닫은 통찰",
    "merged": "합친 기억",
    "consolidated": "요약",
    "faded": "덜 중요해진 옛것",
    "expired": "기한이 지난 것",
    "pruned": "잊은 것",
    "removed": "아주 지운 것",
    "reflected": "새 통찰",
    "refused": "믿지 않은 통찰",
    "profiled": "고친 인물",
}
_UNDOABLE = {
    "merge": "합침",
    "consolidate": "요약함",
    "fade": "덜 중요하게 함",
    "reflect": "통찰을 얻음",
    "close": "통찰을 닫음",
    "prune": "잊음",
    "retain": "기한이 지나 잊음",
    "merge_entities": "둘을 하나로",
    "split_entity": "하나를 둘로",
}
_TREND = {"warmer": "따뜻해짐", "cooler": "차가워짐", "steady": "그대로"}


@command("tend", "tend minji --dry-run", "tend --log")
def tend(
    door: Door,
    person: Person = None,
    dry_run: Annotated[bool, Option("--dry-run", help="하지 않고 보여만 줍니다 · Only show")] = False,
    log: Annotated[bool, Option("--log", help="지난 기록 · Past runs")] = False,
    limit: Limit = 20,
) -> None:
    """Reflect on, merge, sum up and forget what is known of someone, now."""
    door.user_id = person or door.user_id
    with door.known() as (saegim, user):
        if log:
            runs = user.runs(limit=limit)
            if door.as_json:
                door.print_json({"runs": runs})
            else:
                _print_runs(door, runs)
            return
        if not dry_run:
            # What was said must be learned and indexed before it can be tended.
            saegim.drain()
        run = user.tend(dry_run=dry_run)
        if run.did and not dry_run:
            saegim.drain()
    if door.as_json:
        door.print_json({"run": run, "dry_run": dry_run})
        return
    _print_did(door, run, dry_run=dry_run)


def _print_did(door: Door, run: Run, *, dry_run: bool) -> None:
    if not run.did:
        door.console.print(door.say("할 일이 없습니다.", "Nothing to do."))
        return
    heading = door.say("하게 될 일", "Would do") if dry_run else door.say("한 일", "Done")
    done = ", ".join(f"{door.say(_DID.get(name, name), name)} {count}" for name, count in run.did.items())
    door.console.print(f"{heading}: {done}")
    for one in run.would:
        what = str(one["action"])
        door.console.print(
            f"  {door.say(_DID.get(what, what), what)}: {one.get('content', one.get('name', ''))}"
        )
    if not dry_run:
        door.console.print(
            door.say(f"{run.seconds:.1f}초 걸렸습니다.", f"Took {run.seconds:.1f} s."), style="dim"
        )


def _print_runs(door: Door, runs: list[Run]) -> None:
    from saegim.cli.screen import table, text, when

    if not runs:
        door.console.print(door.say("아직 없습니다.", "None yet."), style="dim")
        return
    made = table(
        door.say("때", "when"), door.say("누가", "by"), door.say("상태", "state"), door.say("한 일", "did")
    )
    for run in runs:
        did = ", ".join(f"{name} {count}" for name, count in run.did.items())
        made.add_row(when(run.started_at), run.trigger, run.state, text(did or "-"))
    door.console.print(made)


@command("entities", "entities --type person", "entities 민지")
def entities(
    door: Door,
    name: Annotated[
        str | None, Argument(metavar="NAME", help="없으면 목록 · List without it", show_default=False)
    ] = None,
    type_: Annotated[str | None, Option("--type", metavar="TYPE", help="person, bot, pet, place …")] = None,
    limit: Limit = 50,
    offset: Offset = 0,
) -> None:
    """Whom and what memories are about: one with its way, or the list, the most talked about first."""
    with door.known() as (_, user):
        if name is not None:
            entity, way = user.entity(name), user.sentiment(name)
            known = user.about(name, limit=limit)
            if door.as_json:
                door.print_json({"entity": entity, "sentiment": way, "memories": known})
                return
            _print_entity(door, entity)
            trend = door.say(_TREND[way.trend], way.trend)
            door.console.print(f"{door.say('말투', 'tone')}: {way.score:+.2f} ({trend})")
            for memory in known:
                door.console.print(f"  {memory.content}", style="dim")
            return
        found = user.entities(type=type_, limit=limit, offset=offset)
    if door.as_json:
        door.print_json({"entities": found})
        return
    from saegim.cli.screen import table, text, when

    if not found:
        door.console.print(door.say("아직 아무도 없습니다.", "Nobody yet."), style="dim")
        return
    made = table(
        door.say("이름", "name"),
        door.say("갈래", "type"),
        door.say("번", "times"),
        door.say("마지막", "last"),
    )
    for entity in found:
        made.add_row(text(", ".join(entity.names)), entity.type, str(entity.count), when(entity.last_seen_at))
    door.console.print(made)


def _print_entity(door: Door, entity: Entity) -> None:
    door.console.print(f"{', '.join(entity.names)} ({entity.type}) {entity.id}", style="bold")
    if entity.summary:
        door.console.print(entity.summary)
    times = door.say(f"{entity.count}번 이야기함", f"came up {entity.count} times")
    door.console.print(times, style="dim")


@command("undo", "undo", "undo u_01m7…")
def undo(
    door: Door,
    change_id: Annotated[
        str | None, Argument(metavar="ID", help="없으면 목록 · List without it", show_default=False)
    ] = None,
    limit: Limit = 20,
    reason: Reason = "",
) -> None:
    """Take back a merge, a summary, a forgetting; without an id, what can be taken back."""
    with door.known() as (_, user):
        if change_id is not None:
            change = user.undo(change_id, reason=reason)
            if door.as_json:
                door.print_json({"change": change})
            else:
                door.console.print(door.say("되돌렸습니다: ", "Undone: ") + _said(door, change.action))
            return
        found = user.changes(limit=limit)
        about = [_about(user, change.targets[0]) for change in found]
    if door.as_json:
        door.print_json({"changes": found})
        return
    from saegim.cli.screen import table, text, when

    if not found:
        door.console.print(door.say("되돌릴 것이 없습니다.", "Nothing to undo."), style="dim")
        raise typer.Exit
    what_of = door.say("무엇을", "what")
    made = table("id", door.say("때", "when"), door.say("한 일", "action"), what_of, wide=what_of)
    for change, what in zip(found, about, strict=True):
        undone = "" if change.undone_at is None else door.say(" (되돌림)", " (undone)")
        made.add_row(text(change.id), when(change.at), _said(door, change.action) + undone, text(what))
    door.console.print(made)


def _said(door: Door, action: str) -> str:
    return door.say(_UNDOABLE.get(action, action), action)


def _about(user: User, target: str) -> str:
    """What a person knows the memory or the entity by; its id once it is gone."""
    with suppress(NotFound):
        return user.memory(target).content
    with suppress(NotFound):
        return user.entity(target).name
    return target
