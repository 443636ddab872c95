"""What turns teach: why, candidates, episodes, summarise."""

from __future__ import annotations

from typing import Annotated

from typer import Option

from saegim.cli.door import Door, command
from saegim.cli.options import Limit, MemoryId, Offset


@command("why k_01m7…")
def why(door: Door, memory_id: MemoryId) -> None:
    """Why a memory is kept: what was said, what counted, how often."""
    with door.known() as (_, user):
        language = door.say("ko", "en")
        reason = user.why(memory_id, language=language)
        memory = user.memory(memory_id)
    if door.as_json:
        door.print_json({"memory": memory, "why": reason})
        return
    from saegim.cli.screen import memory_panel

    door.console.print(memory_panel(memory, door))
    door.console.print(reason)


@command("candidates", "candidates --verdict candidate")
def candidates(
    door: Door,
    verdict: Annotated[
        str | None,
        Option("--verdict", metavar="VERDICT", help="promoted, candidate, duplicate, superseded, rejected"),
    ] = None,
    limit: Limit = 50,
    offset: Offset = 0,
) -> None:
    """What turns may teach, newest first, with the score and what became of each."""
    with door.known() as (_, user):
        found = user.candidates(verdict=verdict, limit=limit, offset=offset)
    if door.as_json:
        door.print_json({"user": door.user_id, "candidates": found})
        return
    from saegim.cli.screen import bar, table, text, when

    if not found:
        door.console.print(door.say("후보가 없습니다.", "No candidates."), style="dim")
        return
    content = door.say("내용", "content")
    made = table(
        door.say("때", "said"), door.say("종류", "kind"), content, door.say("점수", "score"),
        door.say("판정", "verdict"), door.say("횟수", "seen"), wide=content,
    )  # fmt: skip
    for one in found:
        verdict_shown = f"{one.verdict} ({one.reason})"
        made.add_row(
            when(one.at), one.kind, text(one.content), bar(one.score), text(verdict_shown), str(one.seen)
        )
    door.console.print(made)


@command("episodes", "episodes --archived", 'episodes --save --summary "새 집 이야기"')
def episodes(
    door: Door,
    archived: Annotated[bool, Option("--archived", help="보관한 것도 · Archived too")] = False,
    save: Annotated[bool, Option("--save", help="지금 대화를 남김 · Keep the talk in hand now")] = False,
    session: Annotated[
        str | None, Option("--session", metavar="ID", help="그 대화를 · That conversation")
    ] = None,
    summary: Annotated[
        str | None, Option("--summary", metavar="TEXT", help="이 말로 · In these words")
    ] = None,
    limit: Limit = 50,
    offset: Offset = 0,
) -> None:
    """Conversations as they are remembered, the important first; `--save` keeps one now."""
    with door.known() as (_, user):
        if save:
            found = [user.make_episode(session, summary=summary)]
        else:
            found = user.episodes(include_archived=archived, limit=limit, offset=offset)
    if door.as_json:
        door.print_json({"user": door.user_id, "episodes": found})
        return
    from saegim.cli.screen import memories_table

    if found:
        door.console.print(memories_table(found, door))
    else:
        door.console.print(door.say("에피소드가 없습니다.", "No episodes."), style="dim")


@command("summarise")
def summarise(
    door: Door,
    strict: Annotated[
        bool, Option("--strict", help="모델이 실패하면 오류 · Fail when the model does")
    ] = False,
) -> None:
    """Fold all but the newest turns into the rolling summary now."""
    with door.known() as (_, user):
        made = user.summarise(strict=strict)
    if door.as_json:
        door.print_json({"user": door.user_id, "summary": made})
    elif made is None:
        door.console.print(door.say("요약할 것이 없습니다.", "Nothing to summarise."), style="dim")
    else:
        from saegim.cli.screen import text

        turns = door.say(f"{made.summarized_turns}번의 대화", f"{made.summarized_turns} turns")
        door.console.print(text(made.content))
        door.console.print(turns, style="dim")
