"""Saegim: one installation. Puts the parts together and hands out users."""

from __future__ import annotations

import os
import threading
from collections.abc import Mapping
from pathlib import Path
from types import TracebackType
from typing import Any

from saegim import inputs
from saegim.clock import SystemClock
from saegim.core import Core
from saegim.errors import SettingsError
from saegim.language.morphemes import Analyser, load_analyser
from saegim.models import JsonObject, Persona, UserRecord
from saegim.protocols import Clock, Embedder, LanguageModel, Store
from saegim.settings import (
    DEFAULT_FILE,
    Settings,
    load_settings,
    part_of,
    value_of,
    waits_for_start,
    with_changes,
    write_changes,
)
from saegim.tend.bus import Events
from saegim.user import User
from saegim.worker import MODEL, QUICK


class Saegim:
    """Long-term memory in a folder: embedded, encrypted, offline.

    Settings come from a YAML file, the environment and these arguments, later ones winning; `settings`
    takes any of them by name, nested or dotted, as do keywords. `store`, `embedder`, `model`, `analyser` and
    `clock` replace parts.
    """

    def __init__(
        self,
        data: str | os.PathLike[str] | None = None,
        *,
        config: str | os.PathLike[str] | None = None,
        settings: Mapping[str, Any] | None = None,
        key: str | None = None,
        store: Store | str | None = None,
        embedder: Embedder | str | None = None,
        model: LanguageModel | str | None = None,
        analyser: Analyser | None = None,
        clock: Clock | None = None,
        **named: Any,
    ) -> None:
        arguments = {**(settings or {}), **named}
        if data is not None:
            arguments["data"] = os.fspath(data)
        # As text they are settings like any other; as objects they replace the part.
        if isinstance(store, str):
            arguments["store"], store = store, None
        if isinstance(embedder, str):
            arguments["embedder"], embedder = embedder, None
        if isinstance(model, str):
            arguments["model"], model = model, None
        self.settings: Settings = load_settings(arguments, file=config)
        self._config = config
        self._changing = threading.Lock()
        # What was given as an object does not follow its settings.
        self._given = {n for n, part in (("model", model), ("embedder", embedder)) if part is not None}
        clock = clock or SystemClock(self.settings.zone)
        if embedder is None:
            from saegim.providers.embedders import load_embedder

            embedder = load_embedder(self.settings)
        if model is None and self.settings.model != "none":
            from saegim.providers.models import load_model

            model = load_model(self.settings)
        analyser = analyser or load_analyser(self.settings.index.analyser)
        secret = key if key is not None else os.environ.get("SAEGIM_KEY")
        store = store or _open_store(self.settings, clock, secret)
        self._core = Core(self.settings, store, clock, analyser, embedder, model)

    def __enter__(self) -> Saegim:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    @property
    def store(self) -> Store:
        """Where everything lies; for what is not about one person, such as keys."""
        return self._core.store

    @property
    def clock(self) -> Clock:
        """Where "now" comes from."""
        return self._core.clock

    def start(self) -> None:
        """Begin the background work now, also what another process left; a write begins it anyway."""
        self._core.wake()
        self._core.wake_model()
        self._core.wake_tend()

    def load(self) -> None:
        """Load the analyser and the encoder now, which the first question would wait a second or two for.

        Where people are spoken to in another language, the analyser waits for the first Korean text.
        """
        from saegim.providers.embedders import load_weights

        if self._core.settings.language == "ko":
            self._core.analyser.analyse(["준비"])
        load_weights(self._core.embedder)

    @property
    def events(self) -> Events:
        """What happens, told to whoever subscribes: `saegim.events.on(MemoryPromoted, tell)`."""
        return self._core.events

    def user(self, user_id: str, *, persona: str | None = None, actor: str = "user") -> User:
        """The person, talking with that persona. Made on first use; asking costs nothing.

        `actor` is whoever the audit names for what is done through this handle: by default the person.
        """
        return User(self._core, user_id, persona, actor)

    def exists(self, user_id: str) -> bool:
        """Whether anything is kept under that id."""
        return self._core.store.exists(inputs.check_id("user_id", user_id))

    def users(self, *, limit: int = 100, offset: int = 0) -> list[UserRecord]:
        """Known users, oldest first."""
        inputs.check_count("limit", limit, least=1, most=self.settings.limits.page)
        inputs.check_count("offset", offset, least=0, most=2**53)
        return self._core.store.users(limit=limit, offset=offset)

    def count_users(self) -> int:
        return self._core.store.count_users()

    def put_persona(
        self,
        persona_id: str,
        *,
        name: str,
        system_prompt: str = "",
        metadata: Mapping[str, Any] | None = None,
    ) -> Persona:
        """Make or change an AI character; its system prompt opens every context of its users."""
        limits = self.settings.limits
        persona = Persona(
            inputs.check_id("persona", persona_id),
            inputs.check_text("name", name, limits),
            inputs.check_text("system_prompt", system_prompt, limits, empty=True),
            inputs.check_metadata("metadata", metadata, limits),
        )
        self._core.store.put_persona(persona)
        return persona

    def personas(self) -> list[Persona]:
        """Known AI characters."""
        return self._core.store.personas()

    def drain(self) -> int:
        """Finish the background work that is due now; how many users this thread did.

        Waits for what the background thread or another process has in hand.
        """
        core = self._core
        core.flush()
        total = 0
        while done := core.worker.drain() + core.model_worker.drain() + core.tend_worker.drain():
            total += done
        return total

    def health(self) -> JsonObject:
        """What works and what is degraded, with causes."""
        core = self._core
        degraded: list[Any] = []
        if core.embedder is None:
            degraded.append("embedder: none")
        elif core.query_embedder.cause:
            degraded.append(core.query_embedder.cause)
        if core.analyser.name.startswith("bigram"):
            degraded.append("analyser: bigrams only")
        if core.trouble:
            degraded.append(core.trouble)
        return {
            "status": "degraded" if degraded else "ok",
            "degraded": degraded,
            "vector_enabled": core.embedder is not None and core.query_embedder.cause is None,
            "analyser": core.analyser.name,
            "embedder": core.space,
            "users": core.store.count_users(),
            "model": None if core.model is None else core.model.name,
            "users_with_pending_work": core.store.count_due(QUICK, core.clock.now()),
            "users_waiting_for_model": core.store.count_due(MODEL, core.clock.now()),
        }

    @property
    def language_model(self) -> LanguageModel | None:
        """The language model that was set, or None."""
        return self._core.model

    @property
    def settings_file(self) -> Path:
        """The file that settings are read from, and changes written to."""
        return Path(self._config or os.environ.get("SAEGIM_CONFIG") or DEFAULT_FILE)

    def change_settings(self, changes: Mapping[str, Any]) -> tuple[str, ...]:
        """Set dotted names, in force and in the settings file; the names that wait for the next start.

        None takes a setting back to its default. `SettingsError` when one is unknown, does not
        fit, or is decided by the environment; then nothing has changed.
        """
        if not changes:
            return ()
        with self._changing:
            return self._change(changes)

    def _change(self, changes: Mapping[str, Any]) -> tuple[str, ...]:
        whole = with_changes(self.settings, changes)
        waiting = tuple(name for name in changes if waits_for_start(name) or self._was_given(name))
        now = with_changes(self.settings, {n: v for n, v in changes.items() if n not in waiting})
        model, embedder = self._core.model, self._core.embedder
        # Made before anything is kept: what cannot be made must not be in the file.
        if any(part_of(name) == "model" for name in changes if name not in waiting):
            from saegim.providers.models import load_model

            model = load_model(now)
        if any(part_of(name) == "embedder" for name in changes if name not in waiting):
            from saegim.providers.embedders import load_embedder

            embedder = load_embedder(now)
        kept = {name: None if value is None else value_of(whole, name) for name, value in changes.items()}
        write_changes(self.settings_file, kept, environment=os.environ)
        self.settings = now
        self._core.change(now, embedder, model)
        return waiting

    def _was_given(self, name: str) -> bool:
        return part_of(name) in self._given

    def check(self) -> list[str]:
        """Problems of the store itself; each user's own are found by `User.check`."""
        return self._core.store.check()

    def close(self) -> None:
        """Stop the background thread and close the files. What was acknowledged is safe without it."""
        self._core.close()


def _open_store(settings: Settings, clock: Clock, secret: str | None) -> Store:
    if settings.store is not None:
        raise SettingsError(
            "store",
            f"no store answers to {settings.store!r}; leave it out to use the data folder",
            f"{settings.store!r}에 맞는 저장소가 없습니다. 비워 두면 데이터 폴더를 씁니다",
        )
    from saegim.stores.sqlite import SqliteStore
    from saegim.stores.sqlite.rows import Rows

    return SqliteStore(
        Path(settings.data),
        clock=clock,
        encryption=settings.encryption,
        secret=secret,
        settings=settings.sqlite,
        rows=Rows(settings.zone),
        vec0=settings.index.vectors == "sqlite-vec",
    )
