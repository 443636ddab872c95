"""A command line that cannot be read: what is wrong with it, in the person's language."""

from __future__ import annotations

import re
import sys
from collections.abc import Sequence
from contextlib import suppress

from saegim.cli.door import Door, describe_error, visible
from saegim.errors import SaegimError

# Typer says these in English alone.
_KOREAN = (
    (r"Missing (?:argument|option|parameter) (.+?)\.", r"\1 자리가 비었습니다"),
    (r"No such option: (\S+)", r"\1 옵션은 없습니다"),
    (r"No such option: (\S+) .*?(--.+?)[?)]+", r"\1 옵션은 없습니다. \2 말인가요?"),
    (r"No such command (.+?)\.", r"\1 명령은 없습니다"),
    (r"No such command (.+?)\. Did you mean (.+)\?", r"\1 명령은 없습니다. \2 말인가요?"),
    (r"Got unexpected extra arguments?(?:\(s\))? \((.+)\)", r"알 수 없는 말이 남았습니다: \1"),
    (r"Option (\S+) requires (?:an argument|\d+ arguments)\.?", r"\1 뒤에 값이 있어야 합니다"),
    (r"Option (\S+) does not take a value\.?", r"\1 뒤에는 값을 줄 수 없습니다"),
    (r"Invalid value for (.+?): (.+) is not a valid int\.", r"\1: \2 대신 정수를 주세요"),
    (r"Invalid value for (.+?): (.+) is not a valid float\.", r"\1: \2 대신 수를 주세요"),
    (r"Invalid value(?: for .+?)?: (.*[가-힣].*)", r"\1"),
)


def tell_usage(error: Exception, arguments: Sequence[str]) -> int:
    """Say how a command line was wrong; the exit status."""
    said: str = error.format_message() if hasattr(error, "format_message") else str(error)
    ko, en = f"명령이 맞지 않습니다: {_in_korean(said)}", f"cannot read the command: {said}"
    door = Door(
        as_json="--json" in arguments,
        language_asked=_after("--language", arguments),
        config=_after("--config", arguments),
    )
    # The settings may say which language; if they cannot be read, that is not what is wrong here.
    with suppress(SaegimError):
        _ = door.settings
    if door.as_json:
        door.print_json(describe_error("usage", door.say(ko, en), ko, en))
    else:
        context = getattr(error, "ctx", None)
        path = "saegim" if context is None else context.command_path
        hint = door.say(f"도움말: {path} --help", f"see {path} --help")
        sys.stderr.write(visible(f"saegim: {door.say(ko, en)} (usage)\n{hint}\n"))
    return int(getattr(error, "exit_code", 2))


def _in_korean(said: str) -> str:
    for pattern, korean in _KOREAN:
        match = re.fullmatch(pattern, said, re.DOTALL)
        if match is not None:
            return match.expand(korean)
    return said


def _after(option: str, arguments: Sequence[str]) -> str | None:
    for one, following in zip(arguments, [*arguments[1:], ""], strict=True):
        if one.startswith(option):
            return one.partition("=")[2] or following
    return None
