"""Looking into the memory: recall, context, trace."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

from typer import Argument, Option

from saegim.cli.door import Door, command
from saegim.cli.moments import moment, years
from saegim.cli.options import AsOf, Limit, Offset, Pinned, Since, Tags, Until

if TYPE_CHECKING:
    from saegim.models import Context, Hit, Recall, Trace


def describe_hit(hit: Hit) -> dict[str, Any]:
    """A hit as JSON, with its id and time at hand."""
    return {
        "id": hit.id,
        "at": hit.at,
        "text": hit.text,
        "score": hit.score,
        "why": hit.why,
        "memory": hit.memory,
        "message": hit.message,
        "before": hit.before,
    }


def describe_context(context: Context) -> dict[str, Any]:
    """A context as JSON."""
    return {
        "messages": context.messages,
        "tokens": context.tokens,
        "budget_tokens": context.budget_tokens,
        "parts": context.parts,
        "hits": [describe_hit(hit) for hit in context.hits],
        "left_out": context.left_out,
        "trace_id": context.trace_id,
        "degraded": context.degraded,
    }


@command(
    'recall "못 먹는 음식"',
    'recall "어디 살아?" --as-of 2026-01-01',
    "recall 면접 --among messages --since 2026-03-01",
)
def recall(
    door: Door,
    query: Annotated[str, Argument(metavar="QUERY", help="물음 · The question", show_default=False)],
    limit: Annotated[int | None, Option("--limit", "-n", metavar="N", help="몇 개까지 · At most")] = None,
    among: Annotated[
        list[str] | None, Option("--among", metavar="WHERE", help="memories, messages", show_default=False)
    ] = None,
    kind: Annotated[
        list[str] | None, Option("--kind", "-k", metavar="KIND", help="종류, 여러 번 · Kind, repeatable")
    ] = None,
    tag: Tags = None,
    since: Since = None,
    until: Until = None,
    year: Annotated[str | None, Option("--year", metavar="A[-B]", help="그해 동안 · In those years")] = None,
    pinned: Pinned = None,
    archived: Annotated[bool, Option("--archived", help="보관된 것도 · Archived too")] = False,
    entity: Annotated[str | None, Option("--entity", metavar="NAME", help="누구에 관한 · About whom")] = None,
    as_of: AsOf = None,
) -> None:
    """What answers the question, best first, each with its score and reason."""
    from saegim.cli.pending import catch_up

    zone = door.settings.zone
    sources: Any = tuple(among) if among else ("memories", "messages")
    with door.known() as (saegim, user):
        catch_up(door, saegim, user)
        found = user.recall_detailed(
            query,
            limit=limit,
            among=sources,
            kinds=kind or (),
            tags=tag or (),
            since=moment(since, zone),
            until=moment(until, zone, through=True),
            years=years(year),
            pinned=pinned,
            archived=archived,
            entity=entity,
            as_of=moment(as_of, zone, through=True),
        )
    if door.as_json:
        door.print_json(
            {
                "query": query,
                "hits": [describe_hit(hit) for hit in found.hits],
                "degraded": found.degraded,
                "not_indexed": found.not_indexed,
                "timings_ms": found.timings_ms,
            }
        )
        return
    _print_recall(door, found)


def _print_recall(door: Door, found: Recall) -> None:
    from saegim.cli.screen import hits_table

    if found.hits:
        door.console.print(hits_table(found.hits, door))
    else:
        door.console.print(door.say("떠오르는 것이 없습니다.", "Nothing comes to mind."), style="dim")
    print_degraded(door, found.degraded)


def print_degraded(door: Door, degraded: tuple[str, ...]) -> None:
    """What the search had to do without."""
    if degraded:
        from saegim.cli.screen import text

        listed = "; ".join(degraded)
        door.console.print(text(door.say(f"빠진 것: {listed}", f"degraded: {listed}"), "yellow"))


@command('context "오늘 저녁 뭐 먹지?"', 'context "오늘 저녁 뭐 먹지?" --budget 800 --form compact')
def context(
    door: Door,
    message: Annotated[
        str | None, Argument(metavar="MESSAGE", help="새 메시지 · New message", show_default=False)
    ] = None,
    budget: Annotated[
        int | None, Option("--budget", "-b", metavar="N", help="토큰 예산 · Budget in tokens")
    ] = None,
    form: Annotated[str, Option("--form", metavar="FORM", help="full, compact")] = "full",
    system: Annotated[
        str | None, Option("--system", metavar="TEXT", help="시스템 말 · System prompt")
    ] = None,
    limit: Annotated[
        int | None, Option("--limit", "-n", metavar="N", help="떠올릴 수 · Hits at most")
    ] = None,
    as_of: AsOf = None,
) -> None:
    """The messages a model would get, by part, with their tokens and what was left out."""
    from saegim.cli.pending import catch_up

    wanted: Any = form
    with door.known() as (saegim, user):
        catch_up(door, saegim, user)
        built = user.context(
            message,
            form=wanted,
            budget_tokens=budget,
            system=system,
            limit=limit,
            as_of=moment(as_of, door.settings.zone, through=True),
        )
    if door.as_json:
        door.print_json(describe_context(built))
    else:
        print_context(door, built)


def print_context(door: Door, built: Context) -> None:
    """The context as a person reads it: messages, meter, what was left out, where to ask why."""
    from saegim.cli.screen import context_messages, left_out, meter

    door.console.print(context_messages(built))
    door.console.print(meter(built, door))
    missing = left_out(built, door)
    if missing is not None:
        door.console.print(missing)
    print_degraded(door, built.degraded)
    door.console.print(door.say("까닭: ", "why: ") + f"saegim trace {built.trace_id}", style="dim")


@command("trace", "trace x_01m7…")
def trace(
    door: Door,
    trace_id: Annotated[
        str | None, Argument(metavar="ID", help="없으면 목록 · List without it", show_default=False)
    ] = None,
    limit: Limit = 20,
    offset: Offset = 0,
) -> None:
    """Why a context was as it was, or the list of contexts made, newest first."""
    with door.known() as (_, user):
        if trace_id is not None:
            one = user.trace(trace_id)
            if door.as_json:
                door.print_json({"trace": one})
            else:
                _print_trace(door, one)
            return
        found = user.traces(limit=limit, offset=offset)
    if door.as_json:
        door.print_json({"traces": found})
        return
    from saegim.cli.screen import table, text, when

    asked = door.say("물음", "asked")
    made = table("id", door.say("때", "when"), asked, door.say("토큰", "tokens"), wide=asked)
    for one in found:
        made.add_row(one.id, when(one.at), text(one.query), str(one.detail.get("tokens", "")))
    door.console.print(made)


def _print_trace(door: Door, one: Trace) -> None:
    from rich.text import Text

    from saegim.cli.screen import bars, part_name, table, text, when

    detail: Any = one.detail
    door.console.print(Text.assemble((when(one.at), "cyan"), "  ", text(one.query, "bold")))
    sizes = {part_name(part, door): tokens for part, tokens in detail["parts"].items()}
    door.console.print(bars(sizes))
    reason = door.say("까닭", "why")
    made = table("id", door.say("씀", "used"), door.say("점수", "score"), reason, wide=reason)
    for hit in detail["hits"]:
        used = "●" if hit["id"] in detail["used"] else ""
        made.add_row(hit["id"], used, f"{hit['score']:.2f}", text(hit["why"][door.language]))
    door.console.print(made)
