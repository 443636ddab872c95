"""JSON in what a language model wrote around it, and JSON that is only nearly right.

Repaired is what can mean one thing alone: fences and words around it, single quotes, quotation marks inside a
text, a comma too many or missing between objects, Python's True and None, a list cut off after whole items.
Anything else is no JSON.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from typing import NamedTuple

from saegim.models import Json

_MOST_CHARACTERS = 200_000
_MOST_STARTS = 40
_DEEPEST = 40
_THOUGHT = re.compile(r"<think(?:ing)?>.*?(?:</think(?:ing)?>|\Z)", re.DOTALL | re.IGNORECASE)
_FENCE = re.compile(r"```[\w+-]*[ \t]*\n?(.*?)(?:```|\Z)", re.DOTALL)
_SPACE = re.compile(r"\s*")
_NUMBER = re.compile(r"[+-]?\d+(?:\.\d+)?(?:[eE][+-]?\d{1,3})?")
_WORD = re.compile(r"[A-Za-z]+")
_WORDS: dict[str, Json] = {"true": True, "false": False, "null": None, "none": None}
_CLOSING = {'"': '"', "'": "'", "“": "”"}
_ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f"}


class Found(NamedTuple):
    """A JSON value in a text; `repaired` when it was not the whole text, as it should have been."""

    value: Json
    repaired: bool


def find_json(text: str) -> Iterator[Found]:
    """Objects and lists in the text, the likeliest first: the whole of it, a fenced one, all, each."""
    text = _THOUGHT.sub("", text[:_MOST_CHARACTERS]).strip().lstrip("\ufeff")
    whole = _strict(text)
    if whole is not None:
        yield Found(whole, repaired=False)
        return
    for piece in _FENCE.findall(text):
        inside = _strict(piece.strip())
        if inside is not None:
            yield Found(inside, repaired=True)
    values = list(_anywhere(text))
    if len(values) > 1 and all(isinstance(value, dict) for value in values):
        # Items one after the other, where a list of them was asked for.
        yield Found(values, repaired=True)
    for value in values:
        yield Found(value, repaired=True)


def _strict(text: str) -> Json | None:
    if text[:1] not in ("{", "["):
        return None
    try:
        value: Json = json.loads(text, parse_constant=_refuse)
    except (ValueError, RecursionError):
        return None
    return value


def _refuse(name: str) -> Json:
    raise ValueError(name)


def _anywhere(text: str) -> Iterator[Json]:
    """Every outermost object and list, read loosely where it must be."""
    decoder = json.JSONDecoder(parse_constant=_refuse)
    loose = _Loose(text)
    end = 0
    for start in _starts(text):
        if start < end:
            continue
        try:
            value, end = decoder.raw_decode(text, start)
        except (ValueError, RecursionError):
            try:
                value, end = loose.value(start, 0)
            except _CutOff:
                # All that follows lies inside it; a piece of it would pass for the whole.
                return
            except (_Broken, ValueError):
                continue
        yield value


def _starts(text: str) -> Iterator[int]:
    """Where an object or a list may begin. Not everywhere: a wall of brackets must not take minutes."""
    for count, match in enumerate(re.finditer(r"[{\[]", text)):
        if count == _MOST_STARTS:
            return
        yield match.start()


class _Broken(Exception):
    """Not JSON even with the best will."""


class _CutOff(_Broken):
    """The text ends too early. `whole` is what was complete in the list around the break, if anything."""

    def __init__(self, whole: list[Json] | dict[str, Json] | None = None) -> None:
        self.whole = whole


class _Loose:
    """A reader that forgives what can mean one thing only. Methods give a value and where it ends."""

    def __init__(self, text: str) -> None:
        self._text = text

    def value(self, at: int, depth: int) -> tuple[Json, int]:
        at = self._past_space(at)
        if depth > _DEEPEST:
            raise _Broken
        first = self._at(at)
        if first == "{":
            return self._closed_early(self._object, at, depth)
        if first == "[":
            return self._closed_early(self._list, at, depth)
        if first in _CLOSING:
            return self._string(at)
        if match := _NUMBER.match(self._text, at):
            # The end of the text may have cut a number short.
            self._at(match.end())
            return json.loads(match.group().lstrip("+")), match.end()
        if (match := _WORD.match(self._text, at)) and match.group().lower() in _WORDS:
            return _WORDS[match.group().lower()], match.end()
        raise _Broken

    def _closed_early(
        self, read: Callable[[int, int], tuple[Json, int]], at: int, depth: int
    ) -> tuple[Json, int]:
        try:
            return read(at + 1, depth + 1)
        except _CutOff as cut:
            # Only the outermost value decides: then all that was whole is known.
            if depth or cut.whole is None:
                raise
            return cut.whole, len(self._text)

    def _object(self, at: int, depth: int) -> tuple[Json, int]:
        members: dict[str, Json] = {}
        while True:
            at = self._past_space(at)
            if self._at(at) == "}":
                return members, at + 1
            if self._at(at) not in _CLOSING:
                raise _Broken
            key, at = self._string(at)
            at = self._past_space(at)
            if self._at(at) != ":":
                raise _Broken
            try:
                members[key], at = self.value(at + 1, depth)
            except _CutOff as cut:
                if isinstance(cut.whole, list):
                    # The list inside kept its whole items; members before it are whole as well.
                    raise _CutOff({**members, key: cut.whole}) from None
                raise _CutOff from None
            at = self._past_comma(at, "}")

    def _list(self, at: int, depth: int) -> tuple[Json, int]:
        items: list[Json] = []
        while True:
            try:
                at = self._past_space(at)
                if self._at(at) == "]":
                    return items, at + 1
                item, at = self.value(at, depth)
                items.append(item)
                at = self._past_comma(at, "]")
            except _CutOff:
                # Words may be cut anywhere; only objects show that they are whole.
                whole = bool(items) and all(isinstance(item, dict) for item in items)
                raise _CutOff(items if whole else None) from None

    def _past_comma(self, at: int, closing: str) -> int:
        between_objects = self._text[at - 1] == "}"
        at = self._past_space(at)
        if self._at(at) == ",":
            return at + 1
        if self._at(at) == closing or (between_objects and closing == "]" and self._at(at) == "{"):
            return at
        raise _Broken

    def _string(self, at: int) -> tuple[str, int]:
        closing = _CLOSING[self._text[at]]
        letters: list[str] = []
        at += 1
        while True:
            letter = self._at(at)
            if letter == "\\":
                escaped, at = self._escape(at + 1)
                letters.append(escaped)
                continue
            if letter == closing and self._ends_string(at + 1):
                return "".join(letters), at + 1
            letters.append(letter)
            at += 1

    def _ends_string(self, at: int) -> bool:
        """Whether what follows a quotation mark can only follow a string: it is none inside the text then."""
        end = _space_end(self._text, at)
        return self._text[end : end + 1] in ("", ",", ":", "}", "]")

    def _escape(self, at: int) -> tuple[str, int]:
        letter = self._at(at)
        if letter == "u":
            digits = self._text[at + 1 : at + 5]
            self._at(at + 4)
            return chr(int(digits, 16)), at + 5
        return _ESCAPES.get(letter, letter), at + 1

    def _past_space(self, at: int) -> int:
        return _space_end(self._text, at)

    def _at(self, at: int) -> str:
        if at >= len(self._text):
            raise _CutOff
        return self._text[at]


def _space_end(text: str, at: int) -> int:
    match = _SPACE.match(text, at)
    return match.end() if match else at
