"""The `saegim` command: which commands there are, and loading only the one that was asked for."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from difflib import get_close_matches
from importlib import import_module
from typing import Annotated, Any, NamedTuple

import typer
from typer.core import TyperCommand, TyperGroup

from saegim.cli.door import Help, speaks
from saegim.cli.usage import tell_usage
from saegim.cli.values import read_plainly

# Building a command's options takes typer longer than the command itself; only one is ever needed.
_PLAIN: dict[str, Any] = {
    "add_completion": False,
    "pretty_exceptions_enable": False,
    # Typer's boxed help loads Markdown and syntax colouring: 75 ms of the 300 a first line may take.
    "rich_markup_mode": None,
    # Ours speaks both languages; see `Help`.
    "add_help_option": False,
}


class Entry(NamedTuple):
    """Where a command lives, and what it does in a few words."""

    module: str
    help: str


COMMANDS: Mapping[str, Entry] = {
    "demo": Entry("demo", "짧은 대화로 둘러봅니다 · A short scripted tour"),
    "chat": Entry("chat", "기억과 이야기합니다 · Talk with the memory"),
    "record": Entry("turns", "나눈 말을 적어 둡니다 · Keep what was said"),
    "recall": Entry("recalling", "떠올립니다 · Recall, with reasons"),
    "remember": Entry("memories", "한 가지를 새깁니다 · Remember one thing"),
    "context": Entry("recalling", "모델이 받을 맥락 · What a model would get"),
    "preview": Entry("looking", "자취 없이 미리 봅니다 · A context, untraced"),
    "pick": Entry("looking", "다음 맥락에 먼저 넣기 · First next time"),
    "show": Entry("memories", "기억을 봅니다 · Show memories"),
    "history": Entry("memories", "한 기억의 변천 · Versions of a memory"),
    "timeline": Entry("memories", "달마다의 기억 · Memories by month"),
    "revise": Entry("memories", "기억을 고칩니다 · Change a memory"),
    "pin": Entry("memories", "늘 맥락에 넣습니다 · Keep in every context"),
    "forget": Entry("memories", "잊습니다 · Forget (restore undoes it)"),
    "restore": Entry("memories", "되살립니다 · Bring back"),
    "why": Entry("learning", "왜 기억하는지 · Why a memory is kept"),
    "candidates": Entry("learning", "기억이 될 뻔한 것들 · What may become one"),
    "episodes": Entry("learning", "대화의 기억 · Conversations as episodes"),
    "summarise": Entry("learning", "지난 대화를 요약합니다 · Fold older turns"),
    "turns": Entry("turns", "나눈 말 목록 · List what was said"),
    "sessions": Entry("turns", "대화 목록 · List conversations"),
    "stats": Entry("people", "한 사람의 통계 · Totals of one person"),
    "trace": Entry("recalling", "맥락이 그랬던 까닭 · Why a context was so"),
    "users": Entry("people", "기억하는 사람들 · People remembered"),
    "clear": Entry("people", "말과 기억을 비웁니다 · Remove all contents"),
    "erase": Entry("people", "사람을 아주 지웁니다 · Destroy key and file"),
    "export": Entry("moving", "모두 파일로 내보냅니다 · Everything as a file"),
    "bring": Entry("bring", "다른 데서 옮겨 옵니다 · From another system"),
    "bring-back": Entry("moving", "내보낸 것을 되돌립니다 · An export, back"),
    "tend": Entry("tend", "기억을 돌봅니다 · Reflect, merge, forget"),
    "entities": Entry("tend", "이야기에 나온 이들 · Who is talked about"),
    "undo": Entry("tend", "한 일을 되돌립니다 · Take something back"),
    "reindex": Entry("care", "색인을 다시 만듭니다 · Index anew"),
    "serve": Entry("serve", "서버를 엽니다 · Open the server"),
    "worker": Entry("serve", "밀린 일을 합니다 · Do background work"),
    "keys": Entry("keys", "열쇠를 만들고 거둡니다 · Make and revoke keys"),
    "jobs": Entry("jobs", "남은 일과 다시 하기 · Work left, and retry"),
    "doctor": Entry("doctor", "탈이 없는지 봅니다 · Check everything"),
    "settings": Entry("care", "모든 설정 · Every setting"),
    "set": Entry("looking", "설정을 바꿉니다 · Change settings"),
    "evaluate": Entry("evaluate", "얼마나 잘 찾는지 잽니다 · Measure quality"),
}


def load(name: str) -> Any:
    """The whole command, options and all."""
    entry = COMMANDS[name]
    function: Callable[..., None] = getattr(
        import_module(f"saegim.cli.{entry.module}"), name.replace("-", "_")
    )
    alone = typer.Typer(**_PLAIN)
    alone.command(name, help=f"{entry.help}\n\n{function.__doc__ or ''}", add_help_option=False)(function)
    return read_plainly(typer.main.get_command(alone))


class LazyGroup(TyperGroup):
    """A group that knows its commands by name and builds the one that runs."""

    def list_commands(self, ctx: Any) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        if cmd_name not in COMMANDS:
            return None
        if ctx.resilient_parsing:
            return load(cmd_name)
        return TyperCommand(cmd_name, help=COMMANDS[cmd_name].help, rich_markup_mode=None)

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        if args and args[0] not in COMMANDS:
            # Typer would look among the commands that are built already: none.
            close = get_close_matches(args[0], COMMANDS, n=1)
            ctx.fail(f"No such command {args[0]!r}." + "".join(f" Did you mean {one!r}?" for one in close))
        name, _, rest = super().resolve_command(ctx, args)
        return name, None if name is None else load(name), rest

    def main(self, args: Sequence[str] | None = None, *more: Any, **options: Any) -> Any:
        given = list(sys.argv[1:] if args is None else args)
        options["standalone_mode"] = False
        try:
            status = super().main(given, *more, **options)
        except typer.Abort:
            status = 130
        except _UsageError as error:
            status = tell_usage(error, given)
        sys.exit(status if isinstance(status, int) else 0)


# Typer gives the base of its usage errors no name of its own, and it differs between versions.
_UsageError: type[Exception] = typer.BadParameter.__mro__[1]

app = typer.Typer(cls=LazyGroup, name="saegim", **_PLAIN)


@app.callback(
    invoke_without_command=True,
    help="새김: 대화형 AI의 장기 기억 · Long-term memory for conversational AI",
    epilog="둘러보기 · Start with: saegim demo",
)
def _root(
    ctx: typer.Context,
    version: Annotated[bool, typer.Option("--version", help="판 번호 · Version")] = False,
    help_: Help = False,
) -> None:
    if version:
        from importlib.metadata import version as installed

        typer.echo(f"saegim {installed('saegim')}")
    elif ctx.invoked_subcommand is None:
        typer.echo(ctx.get_help())


def run() -> None:
    """Run the command line of this process."""
    speaks(sys.stdout, sys.stderr)
    app(prog_name="saegim")
