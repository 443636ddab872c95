"""Settings changed while running: other values in a copy, and the same values in the file."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from msgspec import to_builtins

from saegim.errors import SettingsError
from saegim.files import whole_file
from saegim.settings.fit import fit
from saegim.settings.listing import describe_settings
from saegim.settings.loading import load_settings
from saegim.settings.paths import merge, nearest, nest
from saegim.settings.tree import Settings

# Read once, when the installation is opened or its server starts.
_AT_START = ("data", "store", "timezone", "encryption", "worker", "index", "sqlite", "server", "calling")


def with_changes(settings: Settings, changes: Mapping[str, Any], *, within: Sequence[str] = ()) -> Settings:
    """The settings with these dotted names set; None means the default.

    `SettingsError` for a name unknown or outside the sections `within`, or a value that does not fit.
    """
    known = {path: path for path, _, _ in describe_settings()}
    for name in changes:
        if name not in known:
            raise SettingsError(name, "unknown", "모르는 이름입니다", nearest=nearest(name, known))
        if within and name.split(".")[0] not in within:
            raise SettingsError(name, "cannot be set for one call", "한 번만 바꿀 수 없는 설정입니다")
    if not changes:
        return settings
    tree: dict[str, Any] = to_builtins(settings)
    default: dict[str, Any] = to_builtins(Settings())
    merge(tree, nest({n: _at(default, n) if v is None else v for n, v in changes.items()}))
    return fit(tree)


def _at(tree: dict[str, Any], name: str) -> Any:
    for part in name.split("."):
        tree = tree[part]
    return tree


def value_of(settings: Settings, name: str) -> Any:
    """The value of a dotted setting in plain types."""
    return _at(to_builtins(settings), name)


def part_of(name: str) -> str:
    """ "model" or "embedder" where the setting makes one of them, otherwise the setting's section."""
    section = name.split(".")[0]
    return "embedder" if section == "embedding" else "model" if section.startswith("model") else section


def waits_for_start(name: str) -> bool:
    """Whether a change of the setting is in force only when it starts again."""
    return name.split(".")[0] in _AT_START


def write_changes(path: Path, changes: Mapping[str, Any], *, environment: Mapping[str, str]) -> None:
    """Put the changes into the file, which is made if there is none; None takes a name out.

    Nothing is written unless the whole file is valid with them. The file as it was stays beside it, with a
    tilde: comments in it are lost. `SettingsError` where the environment says otherwise, and would win.
    """
    import yaml

    for name in changes:
        variable = "SAEGIM_" + name.replace(".", "_").upper()
        if variable in environment:
            raise SettingsError(
                name, f"is set by {variable}, which wins over the file", f"환경 변수 {variable}가 정합니다"
            )
    before = path.read_bytes() if path.is_file() else None
    tree: dict[str, Any] = yaml.safe_load(before) or {} if before else {}
    for name, value in changes.items():
        *parents, leaf = name.split(".")
        node = tree
        for parent in parents:
            node = node.setdefault(parent, {})
        if value is None:
            node.pop(leaf, None)
        else:
            node[leaf] = value
    _replace(path, yaml.safe_dump(tree, allow_unicode=True, sort_keys=False).encode(), check=True)
    if before is not None:
        _replace(path.with_name(f"{path.name}~"), before, check=False)


def _replace(path: Path, content: bytes, *, check: bool) -> None:
    with whole_file(path, suffix=".yaml") as out:
        out.write(content)
        out.flush()
        if check:
            load_settings(file=out.name, environment={})
