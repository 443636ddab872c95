"""Typed words as numbers and texts, without the half of pydantic that typer 0.29 loads for it."""

from __future__ import annotations

from typing import Any, get_args, get_origin

import typer

_SIMPLE = (str, int, float, bool)


class _Plain:
    """Stands in for typer's own reading of one parameter."""

    def __init__(self, kind: type[Any]) -> None:
        self._kind = kind

    def coerce(self, value: Any, param: Any, ctx: Any) -> Any:
        """The value as its kind; a list of them where the option may be repeated."""
        if value is None or self._kind is bool:
            # Flags are read by the parser already.
            return value
        if isinstance(value, (list, tuple)):
            return [self._read(one, param, ctx) for one in value]
        return self._read(value, param, ctx)

    def _read(self, value: Any, param: Any, ctx: Any) -> Any:
        try:
            return self._kind(value)
        except ValueError as error:
            raise typer.BadParameter(
                f"{value!r} is not a valid {self._kind.__name__}.", ctx=ctx, param=param
            ) from error


def read_plainly(command: Any) -> Any:
    """The command, its texts and numbers read without pydantic.

    Importing pydantic takes 90 of the 300 ms in which a command should answer. Where typer keeps its
    reading elsewhere, or does it differently, nothing changes.
    """
    for param in command.params:
        descriptor = getattr(param, "type_descriptor", None)
        if descriptor is None or not hasattr(param, "_runtime_param"):
            continue
        kind = descriptor.annotation
        if get_origin(kind) is list:
            (kind,) = get_args(kind)
        if kind in _SIMPLE:
            param._runtime_param = _Plain(kind)
    return command
