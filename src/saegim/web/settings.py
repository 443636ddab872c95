"""Settings: how it looks, budgets, weights, summaries, and the services behind it."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from fastapi import Request
from nicegui import ui

from saegim import Saegim
from saegim.errors import SettingsError
from saegim.settings import DEFAULT_FILE, load_settings
from saegim.web import visit as visits
from saegim.web.frame import attempt, complain, heading, keep_choice, page, tell
from saegim.web.pieces import box, button, choice, field, words
from saegim.web.trial import changed
from saegim.web.visit import Visit

# What needs new parts, made when the server starts.
_AT_START = frozenset(
    {"model", "model_base_url", "model_api_key", "embedder", "embedding.api_key", "embedding.base_url"}
)
_NUMBERS: Mapping[str, tuple[tuple[str, str], ...]] = {
    "settings.context": (
        ("context.budget_tokens", "context.budget_tokens"),
        ("context.memory_tokens", "context.memory_tokens"),
        ("context.pinned_tokens", "context.pinned_tokens"),
        ("context.recent_turns", "context.recent_turns"),
    ),
    "settings.recall": (
        ("recall.limit", "context.limit"),
        ("recall.relevance", "context.relevance"),
        ("recall.recency", "context.recency"),
        ("recall.importance", "context.importance"),
        ("recall.half_life_days", "context.half_life_days"),
    ),
}


def settings_file() -> Path:
    """The file the settings are read from when the server starts without naming another."""
    return Path(os.environ.get("SAEGIM_CONFIG") or DEFAULT_FILE)


def keep(saegim: Saegim, changes: Mapping[str, object]) -> bool:
    """Write the changes into the settings file and put in force what can be; whether that was everything.

    Nothing is written unless the whole file is valid with them.
    """
    import yaml

    path = settings_file()
    tree: dict[str, Any] = {}
    if path.is_file():
        tree = yaml.safe_load(path.read_text(encoding="utf-8")) or {}
    for name, value in changes.items():
        *parents, leaf = name.split(".")
        node = tree
        for parent in parents:
            node = node.setdefault(parent, {})
        node[leaf] = value
    with tempfile.TemporaryDirectory(dir=path.parent if path.parent.is_dir() else None) as folder:
        fresh = Path(folder) / path.name
        # It may hold keys: nobody else reads it, not even while it is being written.
        handle = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(handle, "w", encoding="utf-8") as out:
            yaml.safe_dump(tree, out, allow_unicode=True, sort_keys=False)
        load_settings(file=fresh, environment={})
        os.replace(fresh, path)
    now = {name: value for name, value in changes.items() if name not in _AT_START}
    if now:
        fitting = changed(saegim.settings, now)
        saegim.settings = saegim._core.settings = fitting
    return len(now) == len(changes)


def value_of(saegim: Saegim, name: str) -> Any:
    """The value in force of a dotted setting."""
    value: Any = saegim.settings
    for part in name.split("."):
        value = getattr(value, part)
    return value


@page("/settings", "settings", person=False)
async def settings(visit: Visit, request: Request) -> None:
    """The look for everyone, the rest for admins."""
    heading(visit, visit.say("settings.title"))
    with box("stack-wide"):
        _look(visit)
        if not visit.may("admin"):
            words("p", visit.say("settings.admin"), "note")
            return
        words("p", visit.say("settings.file", path=str(settings_file())), "soft small")
        for title, rows in _NUMBERS.items():
            _numbers(visit, title, rows)
        _summary(visit)
        _providers(visit)


def _look(visit: Visit) -> None:
    with box("card", tag="section"):
        words("h2", visit.say("settings.look"))
        with box("fields"):
            languages = {"ko": "한국어", "en": "English"}
            choice(
                visit.say("settings.language"),
                languages,
                visit.language,
                lambda event: keep_choice(visits.LANGUAGE, event.value, to="/settings"),
            )
            themes = {name: visit.say(f"theme.{name}") for name in ("auto", "light", "dark")}
            choice(
                visit.say("theme"),
                themes,
                visit.theme,
                lambda event: keep_choice(visits.THEME, event.value, to="/settings"),
            )


async def _save(visit: Visit, changes: Mapping[str, object]) -> None:
    different = {name: value for name, value in changes.items() if value != value_of(visit.saegim, name)}
    if not different:
        tell(visit.say("saved"))
        return
    whole = await attempt(visit, "admin", keep, visit.saegim, different)
    if whole is not None:
        tell(visit.say("settings.applied" if whole else "settings.restart"))


def _numbers(visit: Visit, title: str, rows: tuple[tuple[str, str], ...]) -> None:
    with box("card stack", tag="section"):
        words("h2", visit.say(title))
        with box("fields"):
            inputs = {
                name: ui.number(visit.say(label), value=value_of(visit.saegim, name)).props("outlined dense")
                for name, label in rows
            }

        async def save() -> None:
            changes: dict[str, object] = {}
            for name, given in inputs.items():
                if given.value is None:
                    complain(SettingsError(name, "is empty", "비어 있습니다").say(visit.language))
                    return
                whole = isinstance(value_of(visit.saegim, name), int)
                changes[name] = int(given.value) if whole else float(given.value)
            await _save(visit, changes)

        with box("row-flat"):
            button(visit.say("save"), save, "main")


def _summary(visit: Visit) -> None:
    with box("card stack", tag="section"):
        words("h2", visit.say("settings.summary"))
        with box("fields"):
            languages = {name: visit.say(f"settings.{name}") for name in ("auto", "ko", "en")}
            spoken = choice(
                visit.say("settings.summary.language"), languages, value_of(visit.saegim, "summary.language")
            )
            prompt = field(
                visit.say("settings.summary.prompt"), value_of(visit.saegim, "summary.prompt") or ""
            )

        async def save() -> None:
            await _save(
                visit, {"summary.language": spoken.value, "summary.prompt": prompt.value.strip() or None}
            )

        with box("row-flat"):
            button(visit.say("save"), save, "main")


def _providers(visit: Visit) -> None:
    secrets = ("model_api_key", "embedding.api_key")
    with box("card stack", tag="section"):
        words("h2", visit.say("settings.providers"))
        with box("fields"):
            plain = {
                name: field(visit.say(f"settings.{name}"), value_of(visit.saegim, name) or "")
                for name in ("model", "model_base_url", "embedder")
            }
            hidden = {}
            for name in secrets:
                with box("stack"):
                    hidden[name] = field(visit.say(f"settings.{name}"), password=True)
                    hidden[name].props('autocomplete="new-password"')
        known = ", ".join(visit.say(f"settings.{name}") for name in secrets if value_of(visit.saegim, name))
        words(
            "p",
            f"{known}: {visit.say('settings.key.set')}" if known else visit.say("settings.key.unset"),
            "soft small",
        )

        async def save() -> None:
            changes: dict[str, object] = {name: one.value.strip() or None for name, one in plain.items()}
            for name in ("model", "embedder"):
                changes[name] = changes[name] or "none"
            changes |= {name: one.value.strip() for name, one in hidden.items() if one.value.strip()}
            await _save(visit, changes)
            for one in hidden.values():
                one.value = ""

        with box("row-flat"):
            button(visit.say("save"), save, "main")
