"""How the nouns look on a terminal. Everything here takes data and gives something rich can print."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import TYPE_CHECKING

from rich import box
from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from saegim.cli.door import visible
from saegim.models import Context, Hit, Memory, Turn

if TYPE_CHECKING:
    from saegim.cli.door import Door

_BAR = 24
_PARTS = {
    "system": ("시스템", "system"),
    "entity": ("프로필", "profile"),
    "pinned": ("꼭 기억할 것", "pinned"),
    "memories": ("떠오른 기억", "recalled"),
    "few_shot": ("예시", "examples"),
    "summary": ("요약", "summary"),
    "recent": ("최근 대화", "recent turns"),
    "message": ("새 메시지", "new message"),
}
_ROLES = {"user": ("나", "me"), "assistant": ("AI", "AI"), "system": ("시스템", "system")}
# The words a reason names: Why has them only inside its sentence.


def when(at: datetime | None) -> str:
    """A time as people write it: the day and the minute, in the zone it was given in."""
    return "" if at is None else f"{at:%Y-%m-%d %H:%M}"


def day(at: datetime | None) -> str:
    return "" if at is None else f"{at:%Y-%m-%d}"


def text(said: str, style: str = "") -> Text:
    """Stored or typed text, safe to print."""
    return Text(visible(said), style)


def table(*columns: str, wide: str | None = None) -> Table:
    """A quiet table; the column named `wide` takes the room that is left."""
    made = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False, header_style="bold")
    for column in columns:
        made.add_column(column, overflow="fold", ratio=1 if column == wide else None, no_wrap=column != wide)
    made.expand = wide is not None
    return made


def bar(share: float, width: int = _BAR) -> Text:
    """A bar that fills `share` of its width."""
    filled = round(max(0.0, min(1.0, share)) * width)
    if share > 0:
        filled = max(filled, 1)
    return Text.assemble(("█" * filled, "cyan"), ("░" * (width - filled), "dim"))


def bars(counts: Mapping[str, int], *, width: int = _BAR) -> Table:
    """Counts as bars, the largest filling the width."""
    grid = Table.grid(padding=(0, 1))
    most = max(counts.values(), default=1)
    for name, count in counts.items():
        grid.add_row(text(name), bar(count / most if most else 0, width), f"{count:,}")
    return grid


# Hits.


def highlighted(hit: Hit) -> Text:
    """The hit's text with the matched words standing out."""
    shown = text(hit.text)
    if hit.why.matched:
        shown.highlight_words(hit.why.matched, "bold yellow", case_sensitive=False)
    return shown


def who(hit: Hit, door: Door) -> str:
    """Who said it, or what kind of thing is known."""
    if hit.memory is not None:
        return hit.memory.kind
    assert hit.message is not None
    return speaker(hit.message.name, hit.message.role, door)


def speaker(name: str | None, role: str, door: Door) -> str:
    return name or (door.say(*_ROLES[role]) if role in _ROLES else role)


def reason(hit: Hit, door: Door) -> str:
    return door.say(hit.why.ko, hit.why.en)


def hits_table(hits: Sequence[Hit], door: Door) -> Table:
    """Hits best first: score, when, who or what kind, the text and why it is here."""
    words = door.say("내용", "text")
    made = table(
        door.say("점수", "score"),
        door.say("때", "when"),
        door.say("누가·종류", "who/kind"),
        words,
        wide=words,
    )
    for hit in hits:
        lines = [highlighted(hit), Text(f"└ {reason(hit, door)}", "dim")]
        if hit.memory is not None:
            lines.append(Text(hit.memory.id, "dim"))
        made.add_row(f"{hit.score:.2f}", day(hit.at), visible(who(hit, door)), Group(*lines))
    return made


def hit_lines(hits: Sequence[Hit], door: Door) -> Group:
    """Hits as numbered lines, for a narrow place such as a conversation."""
    lines: list[RenderableType] = []
    for number, hit in enumerate(hits, start=1):
        label = f"{number}. {day(hit.at)} [{visible(who(hit, door))}] "
        lines.append(Text.assemble((label, "cyan"), highlighted(hit)))
        lines.append(Text(f"   └ {reason(hit, door)}  ({hit.score:.2f})", "dim"))
    return Group(*lines)


def why_table(hits: Sequence[Hit], door: Door) -> Table:
    """Every factor of every hit."""
    words = door.say("내용", "text")
    made = table(
        "#",
        door.say("점수", "score"),
        door.say("관련", "relevance"),
        door.say("최근", "recency"),
        door.say("중요", "importance"),
        door.say("찾은 곳", "found by"),
        words,
        wide=words,
    )
    for number, hit in enumerate(hits, start=1):
        sources = "\n".join(f"{name} #{s.rank} {s.score:.2f}" for name, s in hit.why.sources.items())
        made.add_row(
            str(number),
            f"{hit.score:.2f}",
            f"{hit.why.relevance:.2f}",
            f"{hit.why.recency:.2f}",
            f"{hit.why.importance:.2f}",
            sources,
            Group(highlighted(hit), Text(f"└ {reason(hit, door)}", "dim")),
        )
    return made


# Contexts.


def part_name(part: str, door: Door) -> str:
    return door.say(*_PARTS[part]) if part in _PARTS else part


def _place(part: str) -> int:
    return list(_PARTS).index(part) if part in _PARTS else len(_PARTS)


def meter(context: Context, door: Door) -> Table:
    """Tokens of each part against the budget."""
    grid = Table.grid(padding=(0, 1))
    whole = context.budget_tokens or max(context.tokens, 1)
    for part, tokens in sorted(context.parts.items(), key=lambda one: _place(one[0])):
        grid.add_row(part_name(part, door), bar(tokens / whole), f"{tokens:,}")
    total = f"{context.tokens:,}"
    if context.budget_tokens:
        total += f" / {context.budget_tokens:,}"
    grid.add_row(
        Text(door.say("모두", "total"), "bold"),
        bar(context.tokens / whole),
        Text(f"{total} {door.say('토큰', 'tokens')}", "bold"),
    )
    return grid


def context_messages(context: Context) -> Group:
    """The messages as the model would read them: what it is told first, then the conversation."""
    shown: list[RenderableType] = []
    spoken = Table.grid(padding=(0, 1))
    for i, message in enumerate(context.messages):
        if message["role"] == "system":
            shown.append(
                Panel(text(message["content"]), title="system", title_align="left", border_style="dim")
            )
        else:
            style = "bold" if i == len(context.messages) - 1 else ""
            spoken.add_row(Text(message["role"], "cyan"), text(message["content"], style))
    return Group(*shown, spoken)


def left_out(context: Context, door: Door) -> Text | None:
    """What did not fit, by part."""
    if not context.left_out:
        return None
    counts: dict[str, tuple[int, int]] = {}
    for one in context.left_out:
        count, tokens = counts.get(one.part, (0, 0))
        counts[one.part] = (count + 1, tokens + one.tokens)
    listed = ", ".join(
        f"{part_name(part, door)} {count} ({tokens:,})" for part, (count, tokens) in counts.items()
    )
    return Text(
        door.say(f"자리가 없어 뺀 것: {listed} 토큰", f"left out for want of room: {listed} tokens"), "yellow"
    )


# Memories and turns.


_STATES = {
    "active": ("지님", "active"),
    "archived": ("보관됨", "archived"),
    "forgotten": ("잊음", "forgotten"),
}


def memory_marks(memory: Memory, door: Door) -> str:
    """What is special about a memory, in a few words."""
    marks = []
    if memory.state != "active":
        marks.append(door.say(*_STATES[memory.state]))
    if memory.pinned:
        marks.append(door.say("고정", "pinned"))
    if memory.valid_to is not None:
        marks.append(door.say(f"{day(memory.valid_to)}까지", f"until {day(memory.valid_to)}"))
    marks += [f"#{tag}" for tag in memory.tags]
    return " ".join(marks)


def memories_table(memories: Sequence[Memory], door: Door) -> Table:
    """Memories with what a person needs to act on them: the id first."""
    words = door.say("내용", "text")
    made = table("id", door.say("종류", "kind"), words, door.say("부터", "since"), wide=words)
    for memory in memories:
        lines = [text(memory.content)]
        beside = [
            f"{memory.key}={memory.value}" if memory.key and memory.value else memory.key or "",
            memory_marks(memory, door),
        ]
        if any(beside):
            lines.append(text(" · ".join(part for part in beside if part), "dim"))
        made.add_row(memory.id, memory.kind, Group(*lines), day(memory.valid_from))
    return made


def memory_panel(memory: Memory, door: Door) -> Panel:
    """One memory, whole."""
    grid = Table.grid(padding=(0, 2))
    rows: list[tuple[str, str]] = [
        (door.say("종류", "kind"), memory.kind),
        (door.say("상태", "state"), door.say(*_STATES[memory.state])),
        (door.say("고정", "pinned"), "●" if memory.pinned else ""),
        (door.say("꼬리표", "tags"), " ".join(f"#{tag}" for tag in memory.tags)),
        (door.say("부터", "since"), when(memory.valid_from)),
        (door.say("까지", "until"), when(memory.valid_to)),
        (door.say("주어", "subject"), memory.subject or ""),
        (door.say("열쇠말", "key"), memory.key or ""),
        (door.say("값", "value"), memory.value or ""),
        (door.say("중요도", "importance"), f"{memory.importance:.2f}"),
        (door.say("확신", "confidence"), f"{memory.confidence:.2f}"),
        (door.say("감정", "emotion"), memory.emotion or ""),
        (door.say("인물", "persona"), memory.persona or ""),
        (door.say("출처", "origin"), memory.origin),
        (door.say("판", "version"), str(memory.version)),
        (door.say("고친 때", "updated"), when(memory.updated_at)),
        (door.say("떠올린 횟수", "recalled"), f"{memory.access_count:,}" if memory.access_count else ""),
    ]
    for name, value in rows:
        if value:
            grid.add_row(Text(name, "dim"), text(value))
    return Panel(
        Group(text(memory.content, "bold"), Text(), grid),
        title=memory.id,
        title_align="left",
        border_style="cyan",
        expand=False,
    )


def turn_lines(turn: Turn, door: Door) -> Group:
    """One exchange as it was said."""
    head = Text.assemble((when(turn.at), "cyan"), (f"  {turn.id}", "dim"))
    lines: list[RenderableType] = [head]
    for message in turn.messages:
        name = visible(speaker(message.name, message.role, door))
        lines.append(Text.assemble((f"  {name}: ", "bold"), text(message.content)))
    return Group(*lines)
