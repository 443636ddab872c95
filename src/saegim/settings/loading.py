"""Settings from a YAML file, the environment and arguments, later ones winning."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from saegim.errors import SettingsError
from saegim.settings.fit import fit
from saegim.settings.legacy import from_legacy
from saegim.settings.listing import describe_settings, fields_of
from saegim.settings.paths import merge, nearest, nest
from saegim.settings.tree import Section, Settings

# Names under SAEGIM_ that are not settings: the key must not travel through files, the file names them.
RESERVED = frozenset({"SAEGIM_KEY", "SAEGIM_CONFIG"})

DEFAULT_FILE = "saegim.yaml"

_SERVICE_LINK = re.compile(r"_SERVICE_(HOST|PORT)(_\w+)?$|_PORT_\d+_(TCP|UDP|SCTP)(_(PROTO|PORT|ADDR))?$")


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
    return fit(tree)


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
        raise SettingsError(
            "config", f"{path} is not YAML: {error}", f"{path} 파일은 YAML이 아닙니다: {error}"
        ) from error
    except OSError as error:
        raise SettingsError("config", f"cannot read {path}", f"{path} 파일을 읽을 수 없습니다") from error
    if not isinstance(content, dict):
        raise SettingsError(
            "config", f"{path} must hold a mapping", f"{path}에는 이름과 값의 묶음이 있어야 합니다"
        )
    return from_legacy(content)


def _read_environment(environment: Mapping[str, str]) -> dict[str, Any]:
    known = {"SAEGIM_" + path.replace(".", "_").upper(): path for path, _, _ in describe_settings()}
    found: dict[str, Any] = {}
    for name, value in environment.items():
        if not name.startswith("SAEGIM_") or name in RESERVED or _is_service_link(name, value):
            continue
        if name not in known:
            raise SettingsError(name, "unknown", "모르는 이름입니다", nearest=nearest(name, known))
        found[known[name]] = value
    return nest(found)


def _is_service_link(name: str, value: str) -> bool:
    """Whether a container platform says by it where a service is, which may well be called saegim."""
    return _SERVICE_LINK.search(name) is not None or (name.endswith("_PORT") and "://" in value)


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
