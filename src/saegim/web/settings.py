"""Settings: how it looks, budgets, weights, summaries, and the services behind it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from typing import Any

from fastapi import Request
from nicegui import ui

from saegim.errors import SettingsError
from saegim.settings import value_of
from saegim.web import visit as visits
from saegim.web.frame import attempt, complain, heading, keep_choice, page, tell
from saegim.web.pieces import box, button, choice, field, words
from saegim.web.visit import Visit

# What is shown of each service, and its key, which never is.
_PROVIDERS = (
    (("model", "model_base_url"), "model_api_key"),
    (("embedder", "embedding.base_url"), "embedding.api_key"),
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


def _now(visit: Visit, name: str) -> Any:
    return value_of(visit.saegim.settings, name)


@page("/settings", "settings", person=False)
async def settings(visit: Visit, request: Request) -> None:
    """The look for everyone, the rest for admins."""
    heading(visit, visit.say("settings.title"))
    with box("stack-wide"):
        _look(visit)
        if not visit.may("admin"):
            words("p", visit.say("settings.admin"), "note")
            return
        words("p", visit.say("settings.file", path=str(visit.saegim.settings_file)), "soft small")
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
    different = {name: value for name, value in changes.items() if value != _now(visit, name)}
    if not different:
        tell(visit.say("saved"))
        return
    waiting = await attempt(visit, "admin", visit.saegim.change_settings, different)
    if waiting is not None:
        tell(told_of(visit, waiting))


def told_of(visit: Visit, waiting: Sequence[str]) -> str:
    """What to say of a change, given what of it waits for the next start."""
    names = ", ".join(waiting)
    return visit.say("settings.restart", names=names) if names else visit.say("settings.applied")


def _numbers(visit: Visit, title: str, rows: tuple[tuple[str, str], ...]) -> None:
    with box("card stack", tag="section"):
        words("h2", visit.say(title))
        with box("fields"):
            inputs = {
                name: ui.number(visit.say(label), value=_now(visit, name)).props("outlined dense")
                for name, label in rows
            }

        async def save() -> None:
            changes: dict[str, object] = {}
            for name, given in inputs.items():
                if given.value is None:
                    complain(SettingsError(name, "is empty", "비어 있습니다").say(visit.language))
                    return
                whole = isinstance(_now(visit, name), int)
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
                visit.say("settings.summary.language"),
                languages,
                _now(visit, "summary.language"),
            )
            prompt = field(visit.say("settings.summary.prompt"), _now(visit, "summary.prompt") or "")

        async def save() -> None:
            await _save(
                visit, {"summary.language": spoken.value, "summary.prompt": prompt.value.strip() or None}
            )

        with box("row-flat"):
            button(visit.say("save"), save, "main")


def _providers(visit: Visit) -> None:
    with box("card stack", tag="section"):
        words("h2", visit.say("settings.providers"))
        words("p", visit.say("settings.providers.hint"), "soft small")
        plain, hidden = dict[str, ui.input](), dict[str, ui.input]()
        for open_names, secret in _PROVIDERS:
            with box("fields"):
                for name in open_names:
                    plain[name] = field(visit.say(f"settings.{name}"), _now(visit, name) or "")
                hidden[secret] = field(visit.say(f"settings.{secret}"), password=True)
                hidden[secret].props('autocomplete="new-password"')
        known = words("p", _keys_known(visit), "soft small")

        async def save() -> None:
            changes: dict[str, object] = {name: one.value.strip() or None for name, one in plain.items()}
            for name in ("model", "embedder"):
                changes[name] = changes[name] or "none"
            changes |= {name: one.value.strip() for name, one in hidden.items() if one.value.strip()}
            await _save(visit, changes)
            for one in hidden.values():
                one.value = ""
            known.set_content(escape(_keys_known(visit)))

        async def forget() -> None:
            await _save(visit, dict.fromkeys(hidden))
            known.set_content(escape(_keys_known(visit)))

        with box("row-flat"):
            button(visit.say("save"), save, "main")
            button(visit.say("settings.key.forget"), forget, "plain danger")


def _keys_known(visit: Visit) -> str:
    known = [visit.say(f"settings.{secret}") for _, secret in _PROVIDERS if _now(visit, secret)]
    return (
        f"{', '.join(known)}: {visit.say('settings.key.set')}" if known else visit.say("settings.key.unset")
    )
