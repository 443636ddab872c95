"""One settings tree: YAML file < environment (`SAEGIM_…`) < arguments.

Every field is documented by its `description`; docs/settings.md is made from them (`saegim doctor
--settings`). An unknown name is refused with the nearest known one.
"""

from __future__ import annotations

from saegim.settings.changing import part_of, value_of, waits_for_start, with_changes, write_changes
from saegim.settings.legacy import LEGACY_MEMORY_KEYS
from saegim.settings.listing import SECRETS, describe_settings, list_settings
from saegim.settings.loading import DEFAULT_FILE, RESERVED, load_settings
from saegim.settings.tree import (
    ContextSettings,
    EmbedderSettings,
    IndexSettings,
    LimitSettings,
    ModelSettings,
    RecallSettings,
    RememberSettings,
    ServerSettings,
    SessionSettings,
    Settings,
    ShareSettings,
    SqliteSettings,
    SummarySettings,
    TendSettings,
)

__all__ = [
    "DEFAULT_FILE",
    "LEGACY_MEMORY_KEYS",
    "RESERVED",
    "SECRETS",
    "ContextSettings",
    "EmbedderSettings",
    "IndexSettings",
    "LimitSettings",
    "ModelSettings",
    "RecallSettings",
    "RememberSettings",
    "ServerSettings",
    "SessionSettings",
    "Settings",
    "ShareSettings",
    "SqliteSettings",
    "SummarySettings",
    "TendSettings",
    "describe_settings",
    "list_settings",
    "load_settings",
    "part_of",
    "value_of",
    "waits_for_start",
    "with_changes",
    "write_changes",
]
