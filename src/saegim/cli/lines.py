"""Messages from a file of JSON lines. A bad line is named by its number."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from saegim import User
from saegim.errors import InvalidInput

# Small enough to show progress and let others write in between.
BATCH = 500
_INDEX = re.compile(r"messages\[(\d+)\]\.?")


@dataclass(frozen=True, slots=True)
class Line:
    """A message and where it stood."""

    number: int
    message: dict[str, Any]


class _AllChecked(Exception):
    """Every message was looked at; nothing is to be written."""


def read_lines(file: str) -> list[Line]:
    """The messages of the file ("-" is standard input); `InvalidInput` names the first unreadable line."""
    try:
        content = sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()
    except OSError as error:
        raise InvalidInput(
            "file",
            f"{file}: {error.strerror}",
            f"{file}: 읽을 수 없습니다 ({error.strerror})",
            code="file_unreadable",
        ) from error
    rows = content.removeprefix(b"\xef\xbb\xbf").split(b"\n")
    return [Line(n, _read(n, row)) for n, row in enumerate(rows, start=1) if row.strip()]


def _read(number: int, row: bytes) -> dict[str, Any]:
    try:
        message = json.loads(row.decode("utf-8"))
    except ValueError as error:
        raise _bad(number, "is not JSON in UTF-8", "UTF-8로 쓴 JSON이 아닙니다", "line_not_json") from error
    if not isinstance(message, dict):
        raise _bad(number, "is not a JSON object", "JSON 객체가 아닙니다", "line_not_json")
    return message


def _bad(number: int, en: str, ko: str, code: str) -> InvalidInput:
    error = InvalidInput(f"line {number}", en, code=code)
    error.ko = f"{number}번째 줄: {ko}"
    return error


def check_lines(user: User, lines: Sequence[Line]) -> None:
    """Raise the engine's own error for the first bad message, with its line; nothing is written.

    `record_messages` keeps all or none: an iterable that fails after its last message has every message
    checked and none kept.
    """
    at = 0

    def each() -> Iterator[dict[str, Any]]:
        nonlocal at
        for at, line in enumerate(lines):  # noqa: B007
            yield line.message
        raise _AllChecked

    try:
        user.record_messages(each())
    except _AllChecked:
        return
    except InvalidInput as error:
        number = lines[at].number
        where = _INDEX.match(error.field)
        if where is not None:
            number = lines[int(where[1])].number
        en, ko = (_INDEX.sub("", said, count=1).lstrip(": ") for said in (error.en, error.ko))
        raise _bad(number, en, ko, error.code) from error


def in_batches(lines: Sequence[Line]) -> Iterator[Sequence[Line]]:
    """The lines in parts of about `BATCH`; an answer stays with what it answers."""
    start = 0
    for i in range(1, len(lines)):
        if i - start >= BATCH and lines[i].message.get("role", "user") != "assistant":
            yield lines[start:i]
            start = i
    if start < len(lines):
        yield lines[start:]
