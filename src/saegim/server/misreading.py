"""What is wrong with a request that could not be read, in a sentence a person can use."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from saegim.errors import InvalidInput

# By the reader's own names for what can be wrong. Its sentences are English; these are for the others.
_KOREAN = {
    "missing": "있어야 합니다",
    "extra_forbidden": "모르는 항목입니다",
    "string_type": "문자열이어야 합니다",
    "string_too_long": "{max_length}자 이하여야 합니다",
    "string_too_short": "{min_length}자 이상이어야 합니다",
    "string_pattern_mismatch": "쓸 수 없는 값입니다 ({pattern})",
    "literal_error": "다음 중 하나여야 합니다: {expected}",
    "int_type": "정수여야 합니다",
    "int_parsing": "정수여야 합니다",
    "int_from_float": "정수여야 합니다",
    "int_parsing_size": "너무 큰 수입니다",
    "float_type": "수여야 합니다",
    "float_parsing": "수여야 합니다",
    "bool_type": "true나 false여야 합니다",
    "bool_parsing": "true나 false여야 합니다",
    "list_type": "목록이어야 합니다",
    "dict_type": "객체여야 합니다",
    "too_long": "{max_length}개 이하여야 합니다",
    "too_short": "{min_length}개 이상이어야 합니다",
    "greater_than": "{gt}보다 커야 합니다",
    "greater_than_equal": "{ge} 이상이어야 합니다",
    "less_than": "{lt}보다 작아야 합니다",
    "less_than_equal": "{le} 이하여야 합니다",
}
_ENGLISH = {"missing": "is missing", "extra_forbidden": "is not known here"}
# A body that is not JSON comes in as text, and is taken for a body of the wrong form.
_WHOLE_BODY = ("model_attributes_type", "model_type", "dict_type")


def misread(problem: Mapping[str, Any], content_type: str | None) -> InvalidInput:
    """The refusal for the first thing that was wrong. What was sent is not repeated in it."""
    kind, place, known = str(problem["type"]), tuple(problem["loc"]), problem.get("ctx") or {}
    if kind == "json_invalid":
        where = f" (character {place[1]})" if len(place) > 1 else ""
        where_ko = f" ({place[1]}번째 글자)" if len(place) > 1 else ""
        return InvalidInput("body", f"is not JSON{where}", f"JSON이 아닙니다{where_ko}", code="json_invalid")
    if place == ("body",) and kind in _WHOLE_BODY and "json" not in (content_type or ""):
        return InvalidInput(
            "body",
            "must come with Content-Type: application/json",
            "Content-Type: application/json 헤더와 함께 보내 주세요",
            code="content_type_invalid",
        )
    english = _ENGLISH.get(kind, str(problem["msg"]))
    korean = _KOREAN.get(kind)
    return InvalidInput(
        ".".join(str(part) for part in place) or "body",
        english,
        f"형식이 맞지 않습니다 ({problem['msg']})" if korean is None else korean.format(**known),
        code="request_invalid",
    )
