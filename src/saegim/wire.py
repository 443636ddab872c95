"""Nouns as JSON and back: camelCase names, ISO times. What the server writes, the client reads."""

from __future__ import annotations

import types
from collections.abc import Mapping, Sequence
from dataclasses import fields, is_dataclass
from datetime import datetime
from functools import cache
from typing import Any, TypeVar, Union, get_args, get_origin, get_type_hints

from saegim.models import Hit, Turn

T = TypeVar("T")

# Worked out from the rest, and handy for whoever reads the JSON.
DERIVED: Mapping[type, tuple[str, ...]] = {Turn: ("user", "assistant"), Hit: ("id", "at")}


def camel(name: str) -> str:
    """`source_turns` as `sourceTurns`."""
    first, *rest = name.split("_")
    return first + "".join(word.capitalize() for word in rest)


def to_wire(value: Any) -> Any:
    """The value in plain JSON types. Keys of mappings are data and stay as they are."""
    if value is None or isinstance(value, str | int | float | bool):
        return value
    if isinstance(value, datetime):
        return value.isoformat()
    if isinstance(value, Mapping):
        return {key: to_wire(one) for key, one in value.items()}
    if isinstance(value, list | tuple):
        return [to_wire(one) for one in value]
    return {wire: to_wire(getattr(value, name)) for name, wire in _names(value.__class__)}


def from_wire(kind: Any, value: Any) -> Any:
    """The noun the JSON describes; names it does not know are left out."""
    if value is None or kind is Any or kind is object:
        return value
    origin = get_origin(kind)
    if origin in (Union, types.UnionType):
        return _first_that_fits(get_args(kind), value)
    if origin is tuple:
        return tuple(from_wire(get_args(kind)[0], one) for one in value)
    if origin is list:
        return [from_wire(get_args(kind)[0], one) for one in value]
    if origin is not None and issubclass(_class_of(origin), Mapping):
        return {key: from_wire(get_args(kind)[1], one) for key, one in value.items()}
    if kind is datetime:
        return datetime.fromisoformat(value)
    if is_dataclass(kind) and isinstance(kind, type):
        known = {name: from_wire(hint, value[wire]) for name, wire, hint in _hints(kind) if wire in value}
        return kind(**known)
    return value


def read_noun(kind: type[T], value: Any) -> T:
    """`from_wire` for one noun, with its type."""
    noun: T = from_wire(kind, value)
    return noun


def hints_of(what: Any) -> dict[str, Any]:
    """The types of a noun's fields, or of a function, wherever in the package it was written."""
    # JSON is described in terms of itself, under a name that only its own module knows.
    return get_type_hints(what, localns={"Json": Any})


def _first_that_fits(kinds: Sequence[Any], value: Any) -> Any:
    for kind in kinds:
        if kind is datetime or is_dataclass(kind):
            return from_wire(kind, value)
    return value


def _class_of(origin: Any) -> type:
    return origin if isinstance(origin, type) else object


@cache
def _names(kind: type) -> list[tuple[str, str]]:
    if not is_dataclass(kind):
        raise TypeError(f"{kind.__name__} has no JSON form")
    every = [field.name for field in fields(kind)] + list(DERIVED.get(kind, ()))
    return [(name, camel(name)) for name in every]


@cache
def _hints(kind: type) -> list[tuple[str, str, Any]]:
    hints = hints_of(kind)
    return [(field.name, camel(field.name), hints[field.name]) for field in fields(kind)]
