"""Settings from a YAML file, the environment and arguments, later ones winning."""

from __future__ import annotations

import math
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from msgspec import ValidationError, convert

from saegim.errors import SettingsError
from saegim.settings.legacy import from_legacy
from saegim.settings.listing import describe_settings, fields_of
from saegim.settings.paths import merge, nearest, nest
from saegim.settings.tree import Section, Settings

# Names under SAEGIM_ that are not settings: the key must not travel through files, the file names them.
RESERVED = frozenset({"SAEGIM_KEY", "SAEGIM_CONFIG"})

DEFAULT_FILE = "saegim.yaml"


def load_settings(
    arguments: Mapping[str, Any] | None = None,
    *,
    file: str | os.PathLike[str] | None = None,
    environment: Mapping[str, str] | None = None,
) -> Settings:
    """Settings from file, environment and arguments, later ones winning.

    `file` None means SAEGIM_CONFIG, or saegim.yaml in the working folder when there is one.
    Arguments may be nested (`{"context": {"recent_turns": 4}}`) or dotted (`{"context.recent_turns": 4}`).
    """
    environment = os.environ if environment is None else environment
    tree: dict[str, Any] = {}
    merge(tree, _read_file(file, environment))
    merge(tree, _read_environment(environment))
    merge(tree, nest({k: v for k, v in (arguments or {}).items() if v is not None}))
    _refuse_unknown(tree, Settings, "")
    try:
        # Not strict: variables of the environment are strings.
        settings = convert(tree, Settings, strict=False)
    except ValidationError as error:
        problem, _, path = str(error).partition(" - at `$.")
        raise SettingsError(path.rstrip("`") or "settings", problem) from error
    refuse_infinite(settings, "")
    return settings


def _read_file(file: str | os.PathLike[str] | None, environment: Mapping[str, str]) -> dict[str, Any]:
    named = file or environment.get("SAEGIM_CONFIG")
    path = Path(named or DEFAULT_FILE)
    if not path.is_file():
        if named:
            raise SettingsError("config", f"no file {path}", f"{path} 파일이 없습니다")
        return {}
    # Parsing YAML takes longer to import than everything else here; most installations have no file.
    import yaml

    try:
        content = yaml.safe_load(path.read_text(encoding="utf-8")) or {}
    except (yaml.YAMLError, UnicodeDecodeError) as error:
        raise SettingsError("config", f"{path} is not YAML: {error}") from error
    except OSError as error:
        raise SettingsError("config", f"cannot read {path}", f"{path} 파일을 읽을 수 없습니다") from error
    if not isinstance(content, dict):
        raise SettingsError("config", f"{path} must hold a mapping")
    return from_legacy(content)


def _read_environment(environment: Mapping[str, str]) -> dict[str, Any]:
    known = {"SAEGIM_" + path.replace(".", "_").upper(): path for path, _, _ in describe_settings()}
    found: dict[str, Any] = {}
    for name, value in environment.items():
        if not name.startswith("SAEGIM_") or name in RESERVED:
            continue
        if name not in known:
            raise SettingsError(name, "unknown", "모르는 이름입니다", nearest=nearest(name, known))
        found[known[name]] = value
    return nest(found)


def _refuse_unknown(tree: Mapping[str, Any], section: type[Section], prefix: str) -> None:
    fields = fields_of(section)
    for key, value in tree.items():
        if key not in fields:
            raise SettingsError(
                f"{prefix}{key}", "unknown", "모르는 이름입니다", nearest=nearest(key, fields)
            )
        kind = fields[key]
        if isinstance(kind, type) and issubclass(kind, Section) and isinstance(value, Mapping):
            _refuse_unknown(value, kind, f"{prefix}{key}.")


def refuse_infinite(section: Section, prefix: str) -> None:
    for name in section.__struct_fields__:
        value = getattr(section, name)
        if isinstance(value, Section):
            refuse_infinite(value, f"{prefix}{name}.")
        elif value == math.inf:
            raise SettingsError(prefix + name, "must be finite", "끝이 있는 수여야 합니다")
