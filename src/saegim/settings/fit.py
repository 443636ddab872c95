"""Values as the settings they are for; one that does not fit is refused in a sentence a person can use."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from typing import Any, Literal, get_args, get_origin

from msgspec import ValidationError, convert

from saegim.errors import SettingsError
from saegim.settings.listing import fields_of
from saegim.settings.tree import Section, Settings

# The reader's sentences are English, and do not say what would have fitted.
_EXPECTED = re.compile(r"Expected `(\w+)[^`]*`(?: (>=|<=|>|<) (\S+?))?(?:, got `\w+`)?")
_BOUND = {
    ">=": "{} 이상이어야 합니다",
    ">": "{}보다 커야 합니다",
    "<=": "{} 이하여야 합니다",
    "<": "{}보다 작아야 합니다",
}
_KIND = {
    "int": "정수여야 합니다",
    "float": "수여야 합니다",
    "bool": "true나 false여야 합니다",
    "str": "글이어야 합니다",
    "array": "목록이어야 합니다",
    "object": "이름과 값의 묶음이어야 합니다",
}


def fit(tree: dict[str, Any]) -> Settings:
    """The settings that the tree holds; `SettingsError` names the first value that does not fit."""
    try:
        # Not strict: variables of the environment are strings.
        settings = convert(_with_lists(tree, Settings), Settings, strict=False)
    except ValidationError as error:
        raise _misfit(error) from error
    _refuse_infinite(settings, "")
    return settings


def _with_lists(tree: dict[str, Any], section: type[Section]) -> dict[str, Any]:
    """The tree with lists where a text names their items, separated by commas."""
    fields, made = fields_of(section), dict(tree)
    for name, value in tree.items():
        kind = fields[name]
        if isinstance(kind, type) and issubclass(kind, Section):
            if isinstance(value, dict):
                made[name] = _with_lists(value, kind)
        elif isinstance(value, str) and get_origin(get_args(kind)[0]) is tuple and any(_literals(kind)):
            made[name] = [one.strip() for one in value.split(",") if one.strip()]
    return made


def _refuse_infinite(section: Section, prefix: str) -> None:
    for name in section.__struct_fields__:
        value = getattr(section, name)
        if isinstance(value, Section):
            _refuse_infinite(value, f"{prefix}{name}.")
        elif value == math.inf:
            raise SettingsError(prefix + name, "must be finite", "끝이 있는 수여야 합니다")


def _misfit(error: ValidationError) -> SettingsError:
    problem, _, path = str(error).partition(" - at `$.")
    name = path.rstrip("`") or "settings"
    expected = _EXPECTED.fullmatch(problem)
    if expected is not None:
        kind, bound, number = expected.groups()
        ko = _BOUND[bound].format(number) if bound else _KIND.get(kind)
        return SettingsError(name, problem, ko)
    choices = ", ".join(_choices(name))
    if problem.startswith("Invalid enum value ") and choices:
        value = problem.removeprefix("Invalid enum value ")
        return SettingsError(name, f"{value} is none of {choices}", f"{value}: {choices} 중 하나여야 합니다")
    if problem.startswith("no time zone "):
        zone = problem.removeprefix("no time zone ")
        return SettingsError(name, problem, f"{zone}: 없는 시간대입니다 (예: Asia/Seoul)")
    return SettingsError(name, problem)


def _choices(name: str) -> list[str]:
    kind: Any = Settings
    for part in name.split("."):
        kind = fields_of(kind)[part.partition("[")[0]]
    return list(_literals(kind))


def _literals(kind: Any) -> Iterator[str]:
    if get_origin(kind) is Literal:
        yield from get_args(kind)
    else:
        for part in get_args(kind):
            yield from _literals(part)
