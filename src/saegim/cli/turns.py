"""What was said: record, turns, sessions."""

from __future__ import annotations

from typing import Annotated, Any

import typer
from typer import Argument, Option

from saegim import Turn, User
from saegim.cli.door import Door, command
from saegim.cli.moments import moment
from saegim.cli.options import (
    Emotion,
    Limit,
    Metadata,
    Offset,
    SessionId,
    Since,
    Until,
    read_metadata,
)
from saegim.errors import InvalidInput, SaegimError

Intent = Annotated[str | None, Option("--intent", metavar="WORD", help="의도 · Intent")]


@command(
    'record "오늘 저녁 뭐 먹지?" "땅콩 없는 비빔밥 어때요?" --emotion 설렘',
    "record --file messages.jsonl",
)
def record(
    door: Door,
    user_text: Annotated[
        str | None, Argument(metavar="USER", help="사람의 말 · What the person said", show_default=False)
    ] = None,
    assistant_text: Annotated[
        str, Argument(metavar="AI", help="AI의 말 · What the AI said", show_default=False)
    ] = "",
    at: Annotated[str | None, Option("--at", metavar="TIME", help="말한 때 · When it was said")] = None,
    emotion: Emotion = None,
    intent: Intent = None,
    metadata: Metadata = None,
    session: SessionId = None,
    file: Annotated[
        str | None, Option("--file", "-f", metavar="JSONL", help="줄마다 메시지, - 입력 · - is stdin")
    ] = None,
) -> None:
    """The exchange, durable; or every message of a file, all lines checked before the first is kept."""
    if (file is None) == (user_text is None):
        raise typer.BadParameter(
            door.say("사람의 말이나 --file 가운데 하나를 주세요", "give either the person's words or --file")
        )
    if file is not None:
        if any(given is not None for given in (at, emotion, intent, metadata)):
            raise typer.BadParameter(
                door.say("--file의 줄마다 따로 적어 주세요", "with --file these belong to each line")
            )
        _record_file(door, file, session)
        return
    assert user_text is not None
    known = read_metadata(metadata)
    told = {name: value for name, value in (("emotion", emotion), ("intent", intent)) if value is not None}
    if told and known is not None and not isinstance(known, dict):
        raise InvalidInput(
            "metadata", "must be a JSON object", "JSON 객체여야 합니다", code="metadata_not_json"
        )
    with door.anyone() as (_, user):
        turn = user.record(
            user_text,
            assistant_text,
            at=moment(at, door.settings.zone),
            metadata={**(known or {}), **told} if told else known,
            session=session,
        )
    if door.as_json:
        door.print_json({"turn": turn})
        return
    from saegim.cli.screen import turn_lines

    door.console.print(door.say("적어 두었습니다.", "Recorded."))
    door.console.print(turn_lines(turn, door))


def _record_file(door: Door, file: str, session: str | None) -> None:
    from saegim.cli.lines import check_lines, read_lines

    lines = read_lines(file)
    with door.anyone() as (_, user):
        check_lines(user, lines)
        turns = _record_lines(door, user, lines, session)
    summary = {
        "messages": sum(len(turn.messages) for turn in turns),
        "turns": len(turns),
        "sessions": len({turn.session_id for turn in turns}),
    }
    if door.as_json:
        door.print_json({"recorded": summary})
        return
    counted = tuple(summary.values())
    door.console.print(
        door.say(
            "메시지 {:,}개를 {:,}번의 주고받음, {:,}개의 대화로 적어 두었습니다.".format(*counted),
            "Recorded {:,} messages as {:,} turns in {:,} sessions.".format(*counted),
        )
    )


def _record_lines(door: Door, user: User, lines: list[Any], session: str | None) -> list[Turn]:
    from saegim.cli.lines import in_batches
    from saegim.cli.pending import progress_bar

    turns: list[Turn] = []
    done = 0
    with progress_bar(door.say("적는 중", "recording"), len(lines)) as left:
        for batch in in_batches(lines):
            try:
                turns += user.record_messages([line.message for line in batch], session=session)
            except SaegimError:
                if done:
                    door.note(
                        f"{lines[done - 1].number}번째 줄까지는 적었습니다.",
                        f"Lines up to {lines[done - 1].number} are recorded.",
                    )
                raise
            done += len(batch)
            left(len(lines) - done)
    return turns


@command("turns --limit 5", "turns --search 면접", "turns --since 2026-03-01")
def turns(
    door: Door,
    search: Annotated[
        str | None, Option("--search", metavar="WORD", help="이 말이 나온 것 · Saying this")
    ] = None,
    session: SessionId = None,
    emotion: Emotion = None,
    intent: Intent = None,
    since: Since = None,
    until: Until = None,
    oldest_first: Annotated[bool, Option("--oldest-first", help="오래된 것부터 · Oldest first")] = False,
    limit: Limit = 20,
    offset: Offset = 0,
) -> None:
    """Turns, newest first unless asked otherwise."""
    zone = door.settings.zone
    filters: dict[str, Any] = {
        "session": session,
        "emotion": emotion,
        "intent": intent,
        "since": moment(since, zone),
        "until": moment(until, zone, through=True),
    }
    with door.known() as (saegim, user):
        if search is None:
            found = user.turns(limit=limit, offset=offset, oldest_first=oldest_first, **filters)
        else:
            from saegim.cli.pending import catch_up

            catch_up(door, saegim, user)
            asked = {name: value for name, value in filters.items() if value is not None}
            found = user.search_turns(search, limit=limit, **asked)
    if door.as_json:
        door.print_json({"turns": found})
        return
    from saegim.cli.screen import turn_lines

    if not found:
        door.console.print(door.say("그런 말이 없습니다.", "Nothing was said like that."), style="dim")
    for turn in found:
        door.console.print(turn_lines(turn, door))


@command("sessions --limit 5")
def sessions(door: Door, limit: Limit = 20, offset: Offset = 0) -> None:
    """Conversations, newest first."""
    with door.known() as (_, user):
        found = user.sessions(limit=limit, offset=offset)
    if door.as_json:
        door.print_json({"sessions": found})
        return
    from rich.text import Text

    from saegim.cli.screen import text, when

    for session in found:
        ended = door.say("이어지는 중", "open")
        if session.ended_at is not None:
            ended = door.say(f"{when(session.ended_at)}에 끝남", f"ended {when(session.ended_at)}")
        count = door.say(f"주고받음 {session.turn_count:,}", f"{session.turn_count:,} turns")
        line = Text.assemble((f"{when(session.started_at)} ~ {when(session.last_at)}", "cyan"))
        line.append_text(text(f"  {count} · {ended}"))
        door.console.print(line)
        door.console.print(text(f"  {session.id}", "dim"))
