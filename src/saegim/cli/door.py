"""The way from a command line to a memory and back: common options, two outputs, one exit for errors."""

from __future__ import annotations

import functools
import inspect
import io
import json
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TextIO

import typer

from saegim import Saegim, SaegimError, User
from saegim.errors import NotFound
from saegim.settings import Settings, load_settings

if TYPE_CHECKING:
    from rich.console import Console

# Pipes and files have no width; tables need one.
_PIPE_WIDTH = 120
# Whoever keeps a memory for themself alone need not say whose it is.
_ONESELF = "me"


@dataclass(slots=True)
class Door:
    """What the common options said, and the two ways out: for people and for programs."""

    data: str | None = None
    config: str | None = None
    user_id: str = _ONESELF
    persona: str | None = None
    as_json: bool = False
    language_asked: str | None = None
    _settings: Settings | None = None
    _console: Console | None = None

    @property
    def settings(self) -> Settings:
        """The settings in force, from file, environment and options."""
        if self._settings is None:
            self._settings = load_settings(self.arguments(), file=self.config)
        return self._settings

    def arguments(self) -> dict[str, Any]:
        """The settings that the options said."""
        given = {"data": self.data, "language": self.language_asked}
        return {name: value for name, value in given.items() if value is not None}

    @property
    def language(self) -> str:
        """What people are told in; known even when the settings cannot be read."""
        if self._settings is not None:
            return self._settings.language
        return self.language_asked or os.environ.get("SAEGIM_LANGUAGE") or "ko"

    def say(self, ko: str, en: str) -> str:
        """The one of the two that the person reads."""
        return ko if self.language == "ko" else en

    # Opening.

    @contextmanager
    def saegim(self, *, worker: str = "none", **more: Any) -> Iterator[Saegim]:
        """The installation the options name. One-shot commands index nothing behind the person's back."""
        # Read first, so that errors on the way speak the person's language.
        _ = self.settings
        opened = Saegim(config=self.config, worker=worker, **{**self.arguments(), **more})
        with ExitStack() as closing:
            closing.callback(opened.close)
            try:
                yield opened
            except KeyboardInterrupt:
                # Not closed: closing would wait for the batch in hand. What was acknowledged is safe.
                closing.pop_all()
                raise

    @contextmanager
    def known(self) -> Iterator[tuple[Saegim, User]]:
        """The installation and the person, who must be there: looking for someone makes nobody."""
        if self.nothing_there:
            raise NotFound("user", self.user_id)
        with self.saegim() as saegim:
            if not saegim.exists(self.user_id):
                raise NotFound("user", self.user_id)
            yield saegim, saegim.user(self.user_id, persona=self.persona)

    @property
    def nothing_there(self) -> bool:
        """Whether the folder holds no memory yet; opening it would make one."""
        folder = Path(self.settings.data)
        if self.settings.store is not None:
            return False
        return not any((folder / name).exists() for name in ("saegim.json", "registry.db", "users"))

    @contextmanager
    def anyone(self) -> Iterator[tuple[Saegim, User]]:
        """The installation and the person, made at the first write."""
        with self.saegim() as saegim:
            yield saegim, saegim.user(self.user_id, persona=self.persona)

    # Out.

    @property
    def console(self) -> Console:
        """Where people read. Texts are shown as they are: no markup, no emoji codes."""
        if self._console is None:
            self._console = new_console(sys.stdout)
        return self._console

    def print_json(self, document: dict[str, Any]) -> None:
        """The one JSON document of a command: ISO times, nothing else on stdout."""
        import msgspec

        plain = msgspec.to_builtins(document)
        sys.stdout.write(json.dumps(plain, ensure_ascii=False, indent=2) + "\n")

    def note(self, ko: str, en: str) -> None:
        """A remark for people, beside the output."""
        sys.stderr.write(visible(self.say(ko, en)) + "\n")

    def tell(self, error: SaegimError) -> None:
        """An expected error: one line for people, or one document for programs."""
        if self.as_json:
            self.print_json(describe_error(error.code, error.say(self.language), error.ko, error.en))
        else:
            line = " ".join(error.say(self.language).split())
            sys.stderr.write(visible(f"saegim: {line} ({error.code})") + "\n")
            if isinstance(error, NotFound) and (error.noun, error.id) == ("user", _ONESELF):
                self.note("다른 사람이라면: --user ID", "somebody else is meant by --user ID")


def new_console(stream: TextIO) -> Console:
    """A console that shows texts as they are."""
    from rich.console import Console

    columns = os.environ.get("COLUMNS", "")
    width = None if stream.isatty() else int(columns) if columns.isdecimal() else _PIPE_WIDTH
    return Console(file=stream, markup=False, emoji=False, highlight=False, width=width)


def visible(text: str) -> str:
    """Text whose control characters show instead of acting on the terminal."""
    return "".join(
        c if c in "\n\t" or not (c < " " or "\x7f" <= c <= "\x9f") else _picture(ord(c)) for c in text
    )


def _picture(code: int) -> str:
    return chr(0x2400 + code) if code < 0x20 else "\ufffd"


def describe_error(code: str, message: str, ko: str, en: str) -> dict[str, Any]:
    """An error as programs get it."""
    return {"error": {"code": code, "message": message, "message_ko": ko, "message_en": en}}


def _show_help(ctx: typer.Context, asked: bool) -> None:
    if asked:
        typer.echo(ctx.get_help())
        raise typer.Exit


Help = Annotated[
    bool,
    typer.Option("--help", "-h", is_eager=True, callback=_show_help, help="이 도움말 · This help"),
]

# Options of every command.
_COMMON: dict[str, tuple[str, Any, object]] = {
    "data": (
        "data",
        Annotated[str | None, typer.Option("--data", metavar="DIR", help="데이터 폴더 · Data folder")],
        None,
    ),
    "config": (
        "config",
        Annotated[str | None, typer.Option("--config", metavar="FILE", help="YAML 설정 · YAML settings")],
        None,
    ),
    "user": (
        "user_id",
        Annotated[str, typer.Option("--user", "-u", metavar="ID", help="사람 · Person")],
        _ONESELF,
    ),
    "persona": (
        "persona",
        Annotated[str | None, typer.Option("--persona", "-p", metavar="ID", help="AI 인물 · AI character")],
        None,
    ),
    "json": (
        "as_json",
        Annotated[bool, typer.Option("--json", help="JSON 하나로 · One JSON document")],
        False,
    ),
    "language": (
        "language_asked",
        Annotated[str | None, typer.Option("--language", metavar="ko|en", help="말 · Language")],
        None,
    ),
}


def command(*examples: str) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """The function with the common options, which it gets as its `Door`, and its errors told to people.

    The examples are command lines without the leading `saegim`, shown in its help.
    """
    return lambda function: _as_command(function, examples)


def _as_command(function: Callable[..., None], examples: Sequence[str]) -> Callable[..., None]:
    own = list(inspect.signature(function, eval_str=True).parameters.values())[1:]
    # A command's own option of that name takes the place of the common one (demo has its own --data).
    names = [name for name in _COMMON if name not in {parameter.name for parameter in own}]

    @functools.wraps(function)
    def run(*, help_: bool, **given: Any) -> None:
        door = Door(**{_COMMON[name][0]: given.pop(name) for name in names})
        with _told(door):
            function(door, **given)

    keyword = inspect.Parameter.KEYWORD_ONLY
    shared = [(name, *_COMMON[name][1:]) for name in names] + [("help_", Help, False)]
    parameters = [parameter.replace(kind=keyword) for parameter in own] + [
        inspect.Parameter(name, keyword, default=default, annotation=annotation)
        for name, annotation, default in shared
    ]
    run.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    run.__annotations__ = {}
    run.__doc__ = "\b\n" + "\n".join(f"$ saegim {example}" for example in examples) if examples else None
    return run


@contextmanager
def _told(door: Door) -> Iterator[None]:
    try:
        if door.as_json:
            # JSON is UTF-8 whatever the terminal speaks.
            speaks(sys.stdout, encoding="utf-8")
        yield
        sys.stdout.flush()
    except SaegimError as error:
        door.tell(error)
        raise typer.Exit(1) from error
    except KeyboardInterrupt:
        with suppress(OSError, ValueError):
            sys.stdout.flush()
        # At once: a thread may be in the middle of a batch, which stays due.
        os._exit(130)
    except BrokenPipeError as error:
        # The reader has gone; so would the flush at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        raise typer.Exit(1) from error


def speaks(*streams: TextIO, encoding: str | None = None) -> None:
    """Have the streams take any text: what they cannot write is escaped instead of failing."""
    for stream in streams:
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding=encoding, errors="backslashreplace")
