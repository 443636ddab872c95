"""The nouns as OpenAPI describes them, made from the nouns themselves; the forms of bodies and errors."""

from __future__ import annotations

import types
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from datetime import datetime
from functools import cache
from typing import Any, Literal, Union, get_args, get_origin

from fastapi import APIRouter
from pydantic import BaseModel, ConfigDict, create_model
from pydantic.alias_generators import to_camel

from saegim.server.admission import OnceRoute
from saegim.wire import DERIVED, hints_of

_PLAIN = (str, int, float, bool)
_CONFIG = ConfigDict(alias_generator=to_camel, extra="forbid")


class Body(BaseModel):
    """A request's body: camelCase names, no others, types as they are."""

    model_config = ConfigDict(alias_generator=to_camel, extra="forbid", strict=True)


class OpenBody(BaseModel):
    """A body of a documented contract: what the document does not name is let pass."""

    model_config = ConfigDict(alias_generator=to_camel, extra="ignore", strict=True)


@cache
def shape(kind: type) -> type[BaseModel]:
    """The noun's form in an answer."""
    hints = hints_of(kind)
    known: dict[str, Any] = {field.name: (_form(hints[field.name]), ...) for field in fields(kind)}
    for name in DERIVED.get(kind, ()):
        returned = hints_of(getattr(kind, name).fget)["return"]
        known[name] = (_form(returned), ...)
    made: type[BaseModel] = create_model(kind.__name__, __config__=_CONFIG, __doc__=kind.__doc__, **known)
    return made


def _form(hint: Any) -> Any:
    origin, inner = get_origin(hint), get_args(hint)
    if isinstance(hint, type) and issubclass(_class(hint), BaseModel):
        return hint
    if is_dataclass(hint) and isinstance(hint, type):
        return shape(hint)
    if hint is datetime or hint in _PLAIN or origin is Literal:
        return hint
    if origin in (Union, types.UnionType):
        return Union[tuple(one if one is type(None) else _form(one) for one in inner)]  # noqa: UP007
    if origin in (tuple, list):
        return list[_form(inner[0])]  # type: ignore[misc]
    if isinstance(origin, type) and issubclass(origin, Mapping):
        value = inner[1]
        simple = value in _PLAIN or is_dataclass(value)
        return dict[str, _form(value)] if simple else dict[str, Any]  # type: ignore[misc]
    raise TypeError(f"no OpenAPI form for {hint!r}")


@cache
def listing(name: str, kind: type) -> type[BaseModel]:
    """A page of nouns under their name."""
    return wrapped(f"{kind.__name__}Page", **{name: list[kind]}, limit=int, offset=int, has_more=bool)  # type: ignore[valid-type]


def wrapped(model: str, **parts: Any) -> type[BaseModel]:
    """An answer with these parts, nouns among them."""
    known = {name: (_form(part), ...) for name, part in parts.items()}
    made: type[BaseModel] = create_model(model, __config__=_CONFIG, **known)  # type: ignore[call-overload]
    return made


def _class(hint: Any) -> type:
    """The class of a hint; `list[str]` calls itself one, and is not."""
    return hint if get_origin(hint) is None else object


# Errors.


class ErrorDetail(BaseModel):
    model_config = ConfigDict(alias_generator=to_camel, extra="allow")
    code: str
    message: str
    message_ko: str
    message_en: str
    request_id: str


class Error(BaseModel):
    """`code` is stable; the message follows Accept-Language."""

    error: ErrorDetail


class LunaError(BaseModel):
    detail: str
    code: str


class KnockError(BaseModel):
    success: Literal[False]
    error: str
    message: str


class OpenAIErrorDetail(BaseModel):
    message: str
    type: str
    param: str | None
    code: str | None


class OpenAIError(BaseModel):
    error: OpenAIErrorDetail


_ERRORS: dict[str, type[BaseModel]] = {
    "native": Error,
    "luna": LunaError,
    "knock": KnockError,
    "openai": OpenAIError,
}


def router_for(prefix: str, tag: str, *, contract: str = "native") -> APIRouter:
    """A router whose errors have the contract's form and whose writes may be repeated."""
    model = _ERRORS[contract]
    responses: dict[int | str, dict[str, Any]] = {
        "4XX": {"model": model, "description": "Refused; nothing was changed."},
        "5XX": {"model": model, "description": "Could not be done now."},
    }
    return APIRouter(prefix=prefix, tags=[tag], route_class=OnceRoute, responses=responses)
