"""Upkeep: reindex, settings."""

from __future__ import annotations

from typing import Annotated, Any

import typer
from typer import Option

from saegim import Saegim
from saegim.cli.door import Door, command
from saegim.settings import list_settings

_PAGE = 1000


@command("reindex", "reindex --pending", "reindex --all")
def reindex(
    door: Door,
    pending: Annotated[bool, Option("--pending", help="밀린 것만 · Only what is due")] = False,
    everyone: Annotated[bool, Option("--all", help="모든 사람 · Everyone")] = False,
) -> None:
    """Every text read anew, words and meaning; or only what was left to be read."""
    from saegim.cli.pending import count_pending, drain_until, progress_bar

    label = door.say("다시 읽는 중", "reading anew")
    if everyone:
        with door.saegim() as saegim:
            ids = [user.id for user in all_users(saegim)]
            if not pending:
                for user_id in ids:
                    saegim.user(user_id).reindex()
            due = _users_due(saegim)
            with progress_bar(label, due) as advance:
                left = drain_until(saegim, lambda: _users_due(saegim), advance)
            degraded = saegim.health()["degraded"]
        done = due
    else:
        with door.known() as (saegim, user):
            if not pending:
                user.reindex()
            done = sum(count_pending(saegim, user))
            with progress_bar(label, done) as advance:
                left = drain_until(saegim, lambda: sum(count_pending(saegim, user)), advance)
            degraded = saegim.health()["degraded"]
    if door.as_json:
        door.print_json({"all": everyone, "done": done - left, "left": left, "degraded": degraded})
    elif left:
        door.note(f"남은 일 {left:,}: {degraded}", f"{left:,} left: {degraded}")
    else:
        door.console.print(door.say("색인이 모두 새로워졌습니다.", "The index is up to date."))
    if left:
        raise typer.Exit(1)


def _users_due(saegim: Saegim) -> int:
    due = saegim.health()["users_with_pending_work"]
    assert isinstance(due, int)
    return due


def all_users(saegim: Saegim) -> list[Any]:
    """Every user the registry knows."""
    page = min(_PAGE, saegim.settings.limits.page)
    return [
        user
        for start in range(0, saegim.count_users(), page)
        for user in saegim.users(limit=page, offset=start)
    ]


@command("settings", "settings --json")
def settings(door: Door) -> None:
    """Every setting with its default, the value in force and what it is for."""
    rows = list_settings(door.settings)
    if door.as_json:
        door.print_json({"settings": rows})
        return
    from rich.text import Text

    from saegim.cli.screen import table, text

    about = door.say("뜻", "about")
    made = table(door.say("이름", "name"), door.say("값", "value"), about, wide=about)
    for row in rows:
        changed = row["value"] != row["default"]
        lines = text(door.say(row["korean"], row["description"]))
        if changed:
            lines.append_text(text(f" ({door.say('기본', 'default')}: {row['default']})", "dim"))
        made.add_row(row["name"], Text(_short(row["value"]), "bold yellow" if changed else ""), lines)
    door.console.print(made)
    door.console.print(
        door.say(
            "바꾸려면 saegim.yaml이나 SAEGIM_… 환경 변수에 씁니다. 예: SAEGIM_RECALL_LIMIT=12",
            "Set them in saegim.yaml or as SAEGIM_… variables, for instance SAEGIM_RECALL_LIMIT=12",
        ),
        style="dim",
    )


def _short(value: str, most: int = 28) -> str:
    return value if len(value) <= most else value[: most - 1] + "…"
