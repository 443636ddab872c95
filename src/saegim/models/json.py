"""What JSON can hold, for what people attach to things."""

from __future__ import annotations

from typing import TypeAlias

Json: TypeAlias = "bool | int | float | str | list[Json] | dict[str, Json] | None"

JsonObject: TypeAlias = dict[str, Json]
