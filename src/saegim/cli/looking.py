"""Looking and setting: preview, pick, set."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any

from typer import Argument, Option

from saegim.cli.door import Door, command
from saegim.errors import InvalidInput

Values = Annotated[list[str], Argument(metavar="NAME=VALUE...", help="이름=값 · Settings and their values")]


def read_values(typed: Sequence[str]) -> dict[str, Any]:
    """{name: value} of what was typed as name=value; an empty value means the default."""
    found: dict[str, Any] = {}
    for one in typed:
        name, sign, value = one.partition("=")
        if not sign or not name.strip():
            raise InvalidInput(
                "settings", f"{one!r} is not name=value", f"{one!r}: 이름=값으로 적어 주세요", code="usage"
            )
        found[name.strip()] = value.strip() or None
    return found


@command('preview "오늘 뭐 먹지?"', 'preview "오늘 뭐 먹지?" --set recall.limit=3')
def preview(
    door: Door,
    message: Annotated[
        str | None, Argument(metavar="MESSAGE", help="새 메시지 · New message", show_default=False)
    ] = None,
    changed: Annotated[
        list[str] | None,
        Option("--set", metavar="NAME=VALUE", help="이번만 다르게, 여러 번 · For this once"),
    ] = None,
) -> None:
    """What a model would get, without a trace; context.… and recall.… may be set for this once."""
    from saegim.cli.pending import catch_up
    from saegim.cli.recalling import describe_context

    with door.known() as (saegim, user):
        catch_up(door, saegim, user)
        built = user.preview(message, settings=read_values(changed or ()))
    if door.as_json:
        door.print_json(describe_context(built))
        return
    from saegim.cli.screen import context_messages, left_out, meter

    door.console.print(context_messages(built))
    door.console.print(meter(built, door))
    missing = left_out(built, door)
    if missing is not None:
        door.console.print(missing)


@command("pick", "pick k_01m7… k_01m8…", "pick --none")
def pick(
    door: Door,
    ids: Annotated[
        list[str] | None, Argument(metavar="[ID]...", help="기억의 id · Ids", show_default=False)
    ] = None,
    none: Annotated[bool, Option("--none", help="고른 것을 비웁니다 · Take all out")] = False,
) -> None:
    """Memories put first into the next context; without ids, which they are."""
    with door.known() as (_, user):
        if ids or none:
            user.pick(*(ids or ()))
        picked = user.picked()
    if door.as_json:
        door.print_json({"picked": picked})
        return
    from saegim.cli.screen import text

    if not picked:
        door.console.print(door.say("고른 기억이 없습니다.", "Nothing is picked."), style="dim")
    for memory in picked:
        door.console.print(text(f"{memory.id}  {memory.content}"))


@command("set recall.limit=12", "set model=ollama:gemma3 context.recent_turns=")
def set(door: Door, values: Values) -> None:
    """Settings written to the settings file, once they are found to fit; an empty value is the default."""
    changes = read_values(values)
    with door.saegim() as saegim:
        saegim.change_settings(changes)
        file = saegim.settings_file
    if door.as_json:
        # Values may be keys; names are not.
        door.print_json({"changed": list(changes), "file": str(file)})
        return
    door.console.print(
        door.say(
            f"{file}에 적었습니다. 서버는 다시 열 때 따릅니다.",
            f"Written to {file}. A server follows when it starts again.",
        )
    )
