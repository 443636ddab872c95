"""The shape that rules for things that happened share: told in the past, of the person or their own."""

from __future__ import annotations

from typing import Any

from saegim.remember.rules.rule import Rule

# What happens there happens to nobody.
STORIES = tuple("영화 드라마 소설 만화 웹툰 뉴스 주인공 꿈/NNG 게임 배우 가수 선수".split())


def event(name: str, pattern: str, **details: Any) -> Rule:
    """A rule of kind `event`; `details` are fields of `Rule` that differ."""
    shape: dict[str, Any] = {
        "content": "{s:은} {p}.",
        "past": True,
        "who": ("user", "other"),
        "dated": "past",
        "lasting": False,
    }
    return Rule(id=f"event.{name}", kind="event", key="event", pattern=pattern, **(shape | details))
