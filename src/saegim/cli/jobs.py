"""jobs: what is still to be done for a person, and trying again what was given up."""

from __future__ import annotations

from typing import Annotated

from typer import Argument, Option

from saegim.cli.door import Door, command
from saegim.cli.options import Limit, Offset
from saegim.errors import InvalidInput

_ACTIONS = ("list", "retry")


@command("jobs", "jobs list --state dead", "jobs retry", "jobs retry 12 --user 민지")
def jobs(
    door: Door,
    action: Annotated[str, Argument(metavar="list|retry", help="할 일 · What to do")] = "list",
    job_id: Annotated[
        int | None, Argument(metavar="N", help="그 일만 · Only that one", show_default=False)
    ] = None,
    state: Annotated[str | None, Option("--state", metavar="STATE", help="pending, dead")] = None,
    limit: Limit = 50,
    offset: Offset = 0,
) -> None:
    """Work on the person that is not done yet, oldest first; `retry` revives what was given up."""
    if action not in _ACTIONS:
        raise InvalidInput(
            "action", f"one of {', '.join(_ACTIONS)}", f"{', '.join(_ACTIONS)} 중 하나", code="action_invalid"
        )
    with door.known() as (_, user):
        if action == "retry":
            retried = user.retry_jobs(job_id)
            if door.as_json:
                door.print_json({"retried": retried})
            else:
                door.console.print(door.say(f"다시 할 일 {retried:,}", f"{retried:,} to be tried again"))
            return
        found = user.jobs(state=state, limit=limit, offset=offset)
    if door.as_json:
        door.print_json({"user": door.user_id, "jobs": found})
        return
    from saegim.cli.screen import table, text, when

    if not found:
        door.console.print(door.say("남은 일이 없습니다.", "Nothing is left to do."), style="dim")
        return
    cause = door.say("까닭", "cause")
    made = table(
        "id", door.say("일", "task"), door.say("상태", "state"), door.say("때", "due"), cause, wide=cause
    )
    for job in found:
        state_shown = job.state if not job.tries else f"{job.state} ({job.tries})"
        made.add_row(str(job.id), text(job.task), state_shown, when(job.due_at), text(job.error or ""))
    door.console.print(made)
