"""Moving in from another system."""

from __future__ import annotations

from typing import Annotated

from typer import Argument, Option

from saegim.cli.door import Door, command
from saegim.errors import InvalidInput

_SYSTEMS = ("bara",)


@command("bring bara bara.db --user mybot", "bring bara bara.db --dry-run")
def bring(
    door: Door,
    system: Annotated[str, Argument(metavar="SYSTEM", help=f"어디서 · From where: {', '.join(_SYSTEMS)}")],
    file: Annotated[str, Argument(metavar="FILE", help="파일 · File")],
    dry_run: Annotated[bool, Option("--dry-run", help="하지 않고 보여만 줍니다 · Only show")] = False,
    verify: Annotated[bool, Option("--verify", help="다 왔는지 봅니다 · Look whether all arrived")] = False,
) -> None:
    """Bring what another system knew. Its file is only read; running twice adds nothing."""
    if system not in _SYSTEMS:
        names = ", ".join(_SYSTEMS)
        raise InvalidInput(
            "system", f"one of {names}", f"{names} 가운데 하나여야 합니다", code="system_unknown"
        )
    from saegim.bring.bara import bring_bara

    with door.anyone() as (saegim, user):
        brought = bring_bara(user, file, dry_run=dry_run, verify=verify)
        if not dry_run:
            saegim.drain()
    if door.as_json:
        door.print_json({"brought": brought, "dry_run": dry_run})
        return
    from saegim.cli.screen import table, text

    made = table(
        door.say("표", "table"),
        door.say("읽음", "read"),
        door.say("새로", "new"),
        door.say("있던 것", "there"),
    )
    for name, count in brought.read.items():
        made.add_row(text(name), str(count), str(brought.added[name]), str(brought.there[name]))
    door.console.print(made)
    for name, id_, why in brought.skipped:
        door.console.print(door.say(f"건너뜀: {name} {id_}: {why}", f"skipped: {name} {id_}: {why}"))
    for name, id_ in brought.missing:
        door.console.print(door.say(f"없음: {name} {id_}", f"missing: {name} {id_}"), style="bold")
