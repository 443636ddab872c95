"""Moving out and in again: export, bring-back."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Annotated

from typer import Argument, Option

from saegim.cli.door import Door, command
from saegim.errors import InvalidInput, NotFound

_PARTS = 1000
_FILE = "파일, 없으면 saegim-USER.jsonl · File"


@command("export --user 민지", "export 민지 --out 민지.jsonl", "export --out - | gzip > 민지.gz")
def export(
    door: Door,
    who: Annotated[str | None, Argument(metavar="[USER]", help="사람 · Person", show_default=False)] = None,
    out: Annotated[str | None, Option("--out", "-o", metavar="FILE", help=_FILE)] = None,
) -> None:
    """Everything said and known as JSON Lines; `-` writes to the standard output."""
    from saegim.cli.pending import progress_bar

    if who is not None:
        door.user_id = who
    to = f"saegim-{door.user_id}.jsonl" if out is None else out
    with door.known() as (_, user):
        if to == "-":
            user.export(sys.stdout.buffer)
            return
        with progress_bar(door.say("내보내는 중", "exporting"), _PARTS) as advance:
            try:
                count = user.export(to, progress=_told(advance))
            except OSError as error:
                raise _cannot(to, error) from error
    if door.as_json:
        door.print_json({"user": door.user_id, "file": to, "things": count})
        return
    door.console.print(door.say(f"{to}에 {count:,}가지를 적었습니다.", f"{count:,} things written to {to}."))
    door.note(
        "암호 없이 읽을 수 있는 파일입니다. 잘 간수하세요.",
        "The file is not encrypted: keep it safe.",
    )


@command("bring-back 민지.jsonl --user 민지")
def bring_back(
    door: Door, file: Annotated[str, Argument(metavar="FILE", help="내보낸 파일 · An export")]
) -> None:
    """An export read into a person who has no memory yet: all of it, or none."""
    from saegim.cli.pending import catch_up, progress_bar

    with door.anyone() as (saegim, user):
        with progress_bar(door.say("되돌리는 중", "bringing back"), _PARTS) as advance:
            try:
                count = user.bring_back(file, progress=_told(advance))
            except FileNotFoundError as error:
                raise NotFound("file", file) from error
            except OSError as error:
                raise _cannot(file, error) from error
        if not door.as_json:
            catch_up(door, saegim, user)
    if door.as_json:
        door.print_json({"user": door.user_id, "file": file, "things": count})
        return
    door.console.print(door.say(f"{count:,}가지를 되돌려 놓았습니다.", f"{count:,} things brought back."))


def _told(left: Callable[[int], None]) -> Callable[[int, int], None]:
    """For a bar that counts down what is left, in parts of the whole."""
    return lambda done, of: left(max(0, _PARTS - _PARTS * done // max(1, of)))


def _cannot(file: str, error: OSError) -> InvalidInput:
    cause = error.strerror or type(error).__name__
    return InvalidInput("file", f"{file}: {cause}", f"{file}: {cause}", code="file_unusable")
