"""The people remembered: users, stats, clear, erase."""

from __future__ import annotations

import sys
import unicodedata
from typing import Annotated

from typer import Option

from saegim.cli.door import Door, command
from saegim.cli.options import Limit, Offset
from saegim.errors import ConfirmationNeeded, InvalidInput
from saegim.models import Stats

Yes = Annotated[bool, Option("--yes", "-y", help="묻지 않고 · Without asking")]
# As many days as fit on a screen beside the rest.
_DAYS_SHOWN = 14


@command("users")
def users(door: Door, limit: Limit = 100, offset: Offset = 0) -> None:
    """Known users, oldest first."""
    if door.nothing_there:
        found, count = [], 0
    else:
        with door.saegim() as saegim:
            found, count = saegim.users(limit=limit, offset=offset), saegim.count_users()
    if door.as_json:
        door.print_json({"users": found, "count": count})
        return
    from saegim.cli.screen import table, text, when

    if not found:
        door.console.print(door.say("아직 아무도 없습니다.", "Nobody yet."), style="dim")
        return
    made = table("id", door.say("처음", "since"))
    for user in found:
        made.add_row(text(user.id), when(user.created_at))
    door.console.print(made)
    if count > len(found):
        door.console.print(door.say(f"모두 {count:,}명", f"{count:,} in all"), style="dim")


@command("stats", "stats --user 민지 --json")
def stats(door: Door) -> None:
    """Totals of the whole person, with bars by day and by kind."""
    with door.known() as (_, user):
        found = user.stats()
    if door.as_json:
        door.print_json({"user": door.user_id, "stats": found})
    else:
        _print_stats(door, found)


def _print_stats(door: Door, found: Stats) -> None:
    from rich.table import Table
    from rich.text import Text

    from saegim.cli.screen import bars, text, when

    console = door.console
    console.print(text(door.user_id, "bold cyan"))
    grid = Table.grid(padding=(0, 2))
    rows = [
        (door.say("주고받음", "turns"), f"{found.turns:,}"),
        (door.say("메시지", "messages"), f"{found.messages:,}"),
        (door.say("대화", "sessions"), f"{found.sessions:,}"),
        (door.say("기억", "memories"), f"{found.memories:,}"),
        (door.say("요약", "summaries"), f"{found.summaries:,}"),
        (door.say("첫 말", "first"), when(found.first_turn_at)),
        (door.say("마지막 말", "last"), when(found.last_turn_at)),
        (door.say("크기", "on disk"), f"{found.bytes_on_disk / 1024:,.0f} KiB"),
        (door.say("색인 대기", "not indexed"), f"{found.not_indexed:,}" if found.not_indexed else ""),
    ]
    if found.average_processing_time_s is not None:
        rows.append((door.say("평균 처리", "processing"), f"{found.average_processing_time_s:.2f} s"))
    if found.cache_rate is not None:
        rows.append((door.say("캐시", "cached"), f"{found.cache_rate:.0%}"))
    for name, value in rows:
        if value:
            grid.add_row(Text(name, "dim"), value)
    console.print(grid)
    days = dict(list(found.by_day.items())[-_DAYS_SHOWN:])
    for title, counts in (
        (door.say("날마다", "by day"), days),
        (door.say("종류마다", "by kind"), found.by_kind),
        (door.say("감정마다", "by emotion"), found.by_emotion),
        (door.say("의도마다", "by intent"), found.by_intent),
    ):
        if counts:
            console.print(Text(f"\n{title}", "bold"))
            console.print(bars(counts))


def _confirm(door: Door, action: str, *, yes: bool) -> None:
    """Return once the person typed the user's id, or said --yes beforehand; raise otherwise."""
    if yes:
        return
    if not door.as_json:
        door.note(
            f"되돌릴 수 없습니다. 계속하려면 사람의 id를 그대로 입력하세요: {door.user_id}",
            f"This cannot be undone. Type the person's id to go on: {door.user_id}",
        )
        typed = unicodedata.normalize("NFC", sys.stdin.readline().strip())
        if typed == unicodedata.normalize("NFC", door.user_id):
            return
    raise InvalidInput(
        action,
        "not confirmed, so nothing was done; type the id or pass --yes",
        "확인하지 않아 아무것도 하지 않았습니다. id를 입력하거나 --yes를 주세요",
        code=ConfirmationNeeded.code,
    )


@command("clear --user 민지", "clear --user 민지 --yes")
def clear(door: Door, yes: Yes = False) -> None:
    """Everything said and known removed; the person remains."""
    with door.known() as (_, user):
        _confirm(door, "clear", yes=yes)
        removed = user.clear(confirm=True)
    if door.as_json:
        door.print_json({"cleared": door.user_id, "turns": removed})
        return
    door.console.print(door.say(f"비웠습니다 (주고받음 {removed:,}).", f"Cleared ({removed:,} turns)."))


@command("erase --user 민지", "erase --user 민지 --yes")
def erase(door: Door, yes: Yes = False) -> None:
    """The person's key and file destroyed for good."""
    with door.known() as (_, user):
        _confirm(door, "erase", yes=yes)
        erased = user.erase(confirm=True)
    if door.as_json:
        door.print_json({"erased": erased, "user": door.user_id})
        return
    door.console.print(door.say("아주 지웠습니다.", "Erased for good."))
