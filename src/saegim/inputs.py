"""What callers may pass. Each check gives back the clean value or raises `InvalidInput` with its code."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta, tzinfo
from typing import TypeVar

import msgspec

from saegim.errors import InvalidInput
from saegim.language.text import nfc
from saegim.models import KINDS, JsonObject
from saegim.settings import LimitSettings

T = TypeVar("T")

# Letters and digits of any script, and a few signs. No slash, dot or space: an id may end up in a URL,
# a log or a header, and must never look like a path.
_ID = re.compile(r"[\w@:+\-]{1,128}")
_ROLE = re.compile(r"[a-z_]{1,32}")


def check_id(field: str, value: object) -> str:
    """A user, persona or session id, in NFC."""
    if not isinstance(value, str) or not value:
        raise InvalidInput(
            field, "must be a non-empty string", "빈 값일 수 없습니다", code=f"{field}_invalid"
        )
    clean = nfc(value)
    if not _ID.fullmatch(clean):
        raise InvalidInput(
            field,
            "1 to 128 letters, digits, or any of _ @ : + - (no dots, slashes, spaces or emoji)",
            "글자, 숫자와 _ @ : + - 만 쓸 수 있고 128자 이하여야 합니다 (점, 빗금, 빈칸, 이모지 불가)",
            code=f"{field}_invalid",
        )
    return clean


def check_text(field: str, value: object, limits: LimitSettings, *, empty: bool = False) -> str:
    """Text in NFC, storable as UTF-8, not too long."""
    if not isinstance(value, str):
        raise InvalidInput(field, "must be a string", "문자열이어야 합니다", code="text_not_string")
    if "\0" in value:
        raise InvalidInput(field, "holds a NUL character", "NUL 문자가 있습니다", code="text_has_nul")
    try:
        size = len(value.encode("utf-8"))
    except UnicodeEncodeError as error:
        raise InvalidInput(
            field, "holds half a surrogate pair", "올바른 유니코드가 아닙니다", code="text_not_unicode"
        ) from error
    if size > limits.text_bytes:
        raise InvalidInput(
            field,
            f"is {size:,} bytes; at most {limits.text_bytes:,}",
            f"{size:,}바이트입니다. 최대 {limits.text_bytes:,}바이트",
            code="text_too_long",
        )
    if not empty and not value.strip():
        raise InvalidInput(field, "is empty", "비어 있습니다", code="text_empty")
    return nfc(value)


def check_lookup(field: str, value: object) -> str:
    """A word to look something up by: any text the store can hold."""
    if not isinstance(value, str) or any("\ud800" <= c <= "\udfff" for c in value):
        raise InvalidInput(field, "must be text", "문자열이어야 합니다", code=f"{field}_invalid")
    return nfc(value)


def check_flag(field: str, value: object) -> bool:
    if not isinstance(value, bool):
        raise InvalidInput(
            field, "must be true or false", "참 또는 거짓이어야 합니다", code=f"{field}_invalid"
        )
    return value


def check_role(value: object) -> str:
    if not isinstance(value, str) or not _ROLE.fullmatch(value):
        raise InvalidInput(
            "role",
            f"{value!r} is not a role such as user or assistant",
            f"알 수 없는 역할 {value!r}",
            code="role_invalid",
        )
    return value


def check_time(field: str, value: object, now: datetime, limits: LimitSettings) -> datetime:
    """An aware time that is not beyond the allowed future. ISO 8601 strings are read."""
    at = check_moment(field, value)
    if at - now > timedelta(hours=limits.ahead_hours):
        raise InvalidInput(
            field,
            f"{at.isoformat()} is more than {limits.ahead_hours:g} hours ahead of now",
            f"{at.isoformat()}은(는) 지금보다 {limits.ahead_hours:g}시간 넘게 앞선 미래입니다",
            code="time_in_future",
        )
    return at


def check_moment(field: str, value: object) -> datetime:
    """An aware time, past or future."""
    if isinstance(value, str):
        try:
            value = datetime.fromisoformat(value)
        except ValueError as error:
            raise InvalidInput(
                field,
                f"{value!r} is not an ISO 8601 time",
                f"{value!r}은(는) 시각이 아닙니다",
                code="time_invalid",
            ) from error
    if not isinstance(value, datetime):
        raise InvalidInput(field, "must be a datetime", "시각이어야 합니다", code="time_invalid")
    if value.utcoffset() is None:
        raise InvalidInput(
            field,
            "has no time zone; say which, for instance 2026-03-01T09:00+09:00",
            "시간대가 없습니다. 예: 2026-03-01T09:00+09:00",
            code="time_naive",
        )
    if not 2 <= value.year <= 9998:
        # Given back in another zone, the first and the last year have days that no calendar has.
        raise InvalidInput(
            field,
            "must lie in the years 2 to 9998",
            "2년부터 9998년 사이여야 합니다",
            code="time_out_of_range",
        )
    return value


def check_metadata(field: str, value: object, limits: LimitSettings) -> JsonObject:
    """A JSON object, not too large; what is given back is a copy in plain JSON types."""
    if value is None:
        return {}
    problem = "must be a JSON object (text keys; no NaN, no other types)"
    ko = "JSON 객체여야 합니다 (키는 문자열, NaN과 다른 형식 불가)"
    if not isinstance(value, Mapping):
        raise InvalidInput(field, problem, ko, code="metadata_not_json")
    _refuse_what_json_lacks(field, value, problem, ko, depth=0)
    try:
        encoded = msgspec.json.encode(value)
    except (TypeError, ValueError, OverflowError, RecursionError) as error:
        raise InvalidInput(field, problem, ko, code="metadata_not_json") from error
    if len(encoded) > limits.metadata_bytes:
        raise InvalidInput(
            field,
            f"is {len(encoded):,} bytes as JSON; at most {limits.metadata_bytes:,}",
            f"JSON으로 {len(encoded):,}바이트입니다. 최대 {limits.metadata_bytes:,}바이트",
            code="metadata_too_large",
        )
    decoded: JsonObject = msgspec.json.decode(encoded)
    return decoded


def _refuse_what_json_lacks(field: str, value: object, problem: str, ko: str, *, depth: int) -> None:
    """msgspec writes dates, sets and NaN as something else; here they are mistakes."""
    wrong = depth > 64
    if isinstance(value, Mapping):
        wrong = wrong or not all(isinstance(key, str) for key in value)
        children: Sequence[object] = [] if wrong else list(value.values()) + list(value.keys())
    elif isinstance(value, list | tuple):
        children = value
    else:
        children = []
        if isinstance(value, float):
            wrong = value != value or value in (float("inf"), float("-inf"))
        elif isinstance(value, str):
            wrong = any("\ud800" <= character <= "\udfff" for character in value) or "\0" in value
        else:
            wrong = wrong or not (value is None or isinstance(value, bool | int))
    if wrong:
        raise InvalidInput(field, problem, ko, code="metadata_not_json")
    for child in children:
        _refuse_what_json_lacks(field, child, problem, ko, depth=depth + 1)


def check_count(field: str, value: object, *, least: int, most: int) -> int:
    """A whole number between the bounds."""
    if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
        raise InvalidInput(
            field,
            f"must be a whole number from {least} to {most}",
            f"{least}부터 {most}까지의 정수여야 합니다",
            code=f"{field}_invalid",
        )
    return value


def check_years(years: object, zone: tzinfo) -> tuple[datetime | None, datetime | None]:
    """From the beginning of the first year up to the end of the last; open both ways without years."""
    if years is None:
        return None, None
    if not isinstance(years, tuple | list) or len(years) != 2:
        raise InvalidInput(
            "years", "must be (first, last)", "(처음, 마지막)이어야 합니다", code="years_invalid"
        )
    first, last = (check_count("years", year, least=1, most=9998) for year in years)
    return datetime(first, 1, 1, tzinfo=zone), datetime(last + 1, 1, 1, tzinfo=zone)


def check_share(field: str, value: object) -> float:
    """A number from 0 to 1."""
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= 1:
        raise InvalidInput(
            field, "must be between 0 and 1", "0과 1 사이여야 합니다", code=f"{field}_out_of_range"
        )
    return float(value)


def check_kind(value: object) -> str:
    if not isinstance(value, str) or value not in KINDS:
        known = ", ".join(KINDS)
        raise InvalidInput(
            "kind",
            f"{value!r} is none of {known}",
            f"{value!r}은(는) 없는 종류입니다: {known}",
            code="kind_unknown",
        )
    return value


def check_one_of(field: str, value: object, allowed: Sequence[T]) -> T:
    """The value, if it is one of those allowed."""
    for one in allowed:
        if value == one:
            return one
    raise InvalidInput(
        field,
        f"must be one of {', '.join(map(str, allowed))}",
        f"{', '.join(map(str, allowed))} 중 하나여야 합니다",
        code=f"{field}_invalid",
    )


def check_tags(values: object, limits: LimitSettings) -> tuple[str, ...]:
    """Distinct tags in their order."""
    if isinstance(values, str) or not isinstance(values, Sequence):
        raise InvalidInput(
            "tags", "must be a list of strings", "문자열의 목록이어야 합니다", code="tags_invalid"
        )
    if len(values) > 64:
        raise InvalidInput("tags", "at most 64", "최대 64개", code="tags_invalid")
    return tuple(dict.fromkeys(check_text("tags", value, limits) for value in values))
