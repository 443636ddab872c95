"""Every setting with its name, default, value and description, for people and pages."""

from __future__ import annotations

from functools import cache
from typing import Any, get_type_hints

from saegim.settings.tree import Section, Settings


def describe_settings() -> list[tuple[str, str, str]]:
    """(path, default, description) of every field that can be set, in order."""
    rows: list[tuple[str, str, str]] = []

    def walk(section: type[Section], prefix: str) -> None:
        for name, kind in fields_of(section).items():
            if isinstance(kind, type) and issubclass(kind, Section):
                walk(kind, f"{prefix}{name}.")
            elif name != "ignored":
                (meta,) = kind.__metadata__
                rows.append((prefix + name, _shown(getattr(section(), name)), meta.description))

    walk(Settings, "")
    return rows


# What must not end up in a terminal, a log or an answer.
SECRETS = frozenset({"model_api_key", "embedding.api_key", "server.jwt_secret"})


def list_settings(settings: Settings) -> list[dict[str, str]]:
    """Every field: its name, the environment variable, default, value in force and description.

    Secrets are shown as stars.
    """
    from saegim.settings.korean import KOREAN

    rows = []
    for path, default, description in describe_settings():
        value: Any = settings
        for part in path.split("."):
            value = getattr(value, part)
        if path in SECRETS and value is not None:
            value = "***"
        rows.append(
            {
                "name": path,
                "environment": "SAEGIM_" + path.replace(".", "_").upper(),
                "default": default,
                "value": _shown(value),
                "description": description,
                "korean": KOREAN.get(path, description),
            }
        )
    return rows


def _shown(value: Any) -> str:
    """As it can be set: a list by its items."""
    return ", ".join(value) if isinstance(value, tuple) else str(value)


@cache
def fields_of(section: type[Section]) -> dict[str, Any]:
    return get_type_hints(section, include_extras=True)
