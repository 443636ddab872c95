"""A model's JSON made to fit a struct where the meaning is plain; never guessed."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from typing import TypeVar

import msgspec
from msgspec import Struct, ValidationError
from msgspec.inspect import (
    FloatType,
    IntType,
    ListType,
    Metadata,
    NoneType,
    StrType,
    StructType,
    Type,
    UnionType,
    VarTupleType,
    type_info,
)

from saegim.models import Json, JsonObject

Shape = TypeVar("Shape", bound=Struct)

# "7", "0.8", "80%", "7/10", "8점"
_NUMBER = re.compile(r"\s*([+-]?\d+(?:\.\d+)?)\s*(%|/\s*10|점)?\s*")


def fit(value: Json, shape: type[Shape]) -> tuple[Shape, bool] | None:
    """The JSON as `shape`, and whether it had to be changed for that; None when it does not fit.

    Changed are numbers written as text and text written as numbers, one thing where a list belongs, null
    where a list or a default belongs, the list alone where an object holds one list. Items of a list that do
    not fit are left out, unless none does.
    """
    try:
        # As it is: most answers need nothing.
        return msgspec.convert(value, shape), False
    except ValidationError:
        pass
    kind = type_info(shape)
    assert isinstance(kind, StructType)
    try:
        return msgspec.convert(_bent(value, kind), shape, strict=False), True
    except (ValidationError, _Misfit):
        return None


def schema_of(shape: type[Struct]) -> JsonObject:
    """The JSON schema of a struct as providers want it: no references, every field required, nothing else."""
    (inlined,), definitions = msgspec.json.schema_components([shape])
    flat = _inlined(inlined, definitions)
    assert isinstance(flat, dict)
    return flat


class _Misfit(Exception):
    """No harmless change makes it fit."""


def _bent(value: Json, kind: Type) -> Json:
    kind = _bare(kind)
    if isinstance(kind, StructType):
        return _bent_object(value, kind)
    if isinstance(kind, ListType | VarTupleType):
        return _bent_list(value, _bare(kind.item_type))
    if isinstance(kind, UnionType):
        return _bent_union(value, kind)
    if isinstance(kind, StrType):
        return _bent_text(value)
    if isinstance(kind, IntType):
        number = _bent_number(value)
        return _rounded(number) if isinstance(number, float) else number
    if isinstance(kind, FloatType):
        return _bent_number(value)
    return value


def _bare(kind: Type) -> Type:
    """The type without what `Annotated` says about it."""
    while isinstance(kind, Metadata):
        kind = kind.type
    return kind


def _bent_object(value: Json, kind: StructType) -> Json:
    lists = [field for field in kind.fields if isinstance(_bare(field.type), ListType | VarTupleType)]
    if isinstance(value, list):
        if len(value) == 1 and isinstance(value[0], dict) and not lists:
            value = value[0]
        elif len(lists) == 1:
            value = {lists[0].encode_name: value}
    if not isinstance(value, dict):
        raise _Misfit
    named = {str(key).strip().lower(): said for key, said in value.items()}
    if len(lists) == 1 and len(kind.fields) == 1 and lists[0].encode_name not in named:
        # One item itself, or nothing, where an object with a list of them belongs.
        named = {lists[0].encode_name: [dict(value)] if value else []}
    bent: dict[str, Json] = {}
    for field in kind.fields:
        if field.encode_name not in named:
            continue
        said = named[field.encode_name]
        if said is None and not field.required and not _takes_null(field.type):
            continue
        bent[field.encode_name] = _bent(said, field.type)
    return bent


def _bent_list(value: Json, item: Type) -> Json:
    if value is None:
        return []
    if not isinstance(value, list):
        value = [value]
    if not isinstance(item, StructType):
        return [_bent(one, item) for one in value if one is not None]
    fitting: list[Json] = []
    for one in value:
        try:
            bent = _bent(one, item)
            msgspec.convert(bent, item.cls, strict=False)
        except (ValidationError, _Misfit):
            continue
        fitting.append(bent)
    if value and not fitting:
        raise _Misfit
    return fitting


def _bent_union(value: Json, kind: UnionType) -> Json:
    if value is None and _takes_null(kind):
        return None
    others = [one for one in map(_bare, kind.types) if not isinstance(one, NoneType)]
    if isinstance(value, str) and value.strip().lower() in ("", "null", "none", "없음") and _takes_null(kind):
        return None
    return _bent(value, others[0]) if len(others) == 1 else value


def _bent_text(value: Json) -> Json:
    if isinstance(value, bool) or not isinstance(value, int | float):
        return value
    return str(value)


def _bent_number(value: Json) -> Json:
    if not isinstance(value, str):
        return value
    match = _NUMBER.fullmatch(value)
    if match is None:
        raise _Misfit
    number = float(match.group(1))
    return number / 100 if match.group(2) == "%" else number


def _rounded(number: float) -> int:
    if not math.isfinite(number):
        raise _Misfit
    return round(number)


def _takes_null(kind: Type) -> bool:
    kind = _bare(kind)
    return isinstance(kind, UnionType) and any(isinstance(one, NoneType) for one in kind.types)


def _inlined(schema: object, definitions: Mapping[str, object]) -> Json:
    if isinstance(schema, list):
        return [_inlined(one, definitions) for one in schema]
    if not isinstance(schema, dict):
        assert isinstance(schema, bool | int | float | str | None)
        return schema
    if "$ref" in schema:
        return _inlined(definitions[str(schema["$ref"]).rsplit("/", 1)[1]], definitions)
    # Docstrings are for people who read the code.
    left_out = ("title", "description", "default", "properties", "required")
    flat = {key: _inlined(one, definitions) for key, one in schema.items() if key not in left_out}
    if "properties" in schema:
        fields = {name: _inlined(one, definitions) for name, one in schema["properties"].items()}
        flat |= {"properties": fields, "required": list(fields), "additionalProperties": False}
    return flat
