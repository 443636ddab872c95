"""A person's memory under other settings, for a look: nothing it does is kept.

Context and recall read their settings from the installation's core, so a trial is a copy of that core with
other settings and without a pen.
"""

from __future__ import annotations

import copy
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

import msgspec

from saegim import User
from saegim.core import Core
from saegim.models import Trace
from saegim.settings import Settings


class _Blank:
    """Takes what would have been written, and forgets it."""

    def put_note(self, name: str, value: str | None) -> None:
        return None


class _Trial(Core):
    """A core that writes nothing. Made by copying, never from its parts."""

    @contextmanager
    def write(self, user_id: str) -> Iterator[Any]:
        yield _Blank()

    def remember_access(self, user_id: str, documents: Sequence[int], trace: Trace | None) -> None:
        return None


def changed(settings: Settings, changes: Mapping[str, object]) -> Settings:
    """The settings with dotted names set; each value as its field takes it."""
    tree: dict[str, Any] = msgspec.to_builtins(settings)
    for path, value in changes.items():
        *parents, leaf = path.split(".")
        node = tree
        for parent in parents:
            node = node[parent]
        node[leaf] = value
    return msgspec.convert(tree, Settings, strict=False)


def under(user: User, changes: Mapping[str, object]) -> User:
    """The same person under these settings; picks stay picked, no trace is left."""
    core = user._core
    # What is made once and shared must be there before the copy, or the copy would make its own.
    _ = core.warm_users, core.query_embedder, core.count_tokens, core.background
    trial = copy.copy(core)
    trial.__class__ = _Trial
    trial.settings = changed(core.settings, changes)
    return User(trial, user.id, user.persona)
