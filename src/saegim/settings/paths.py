"""Dotted names into a tree and trees into each other."""

from __future__ import annotations

import difflib
from collections.abc import Mapping
from typing import Any

from saegim.errors import SettingsError


def nest(flat: Mapping[str, Any]) -> dict[str, Any]:
    tree: dict[str, Any] = {}
    for path, value in flat.items():
        *parents, leaf = str(path).split(".")
        node = tree
        for parent in parents:
            node = node.setdefault(parent, {})
            if not isinstance(node, dict):
                raise SettingsError(
                    path, f"{parent} is set to a value, not a section", f"{parent}에 값이 적혀 있습니다"
                )
        merge(node, {leaf: value})
    return tree


def merge(into: dict[str, Any], tree: Mapping[str, Any]) -> None:
    for key, value in tree.items():
        if isinstance(value, Mapping):
            if not isinstance(into.get(key), dict):
                # Never the caller's own: what is merged next must not change it.
                into[key] = {}
            merge(into[key], value)
        else:
            into[key] = value


def nearest(name: object, known: Mapping[str, Any]) -> str | None:
    # A name from YAML may be a number.
    close = difflib.get_close_matches(str(name), list(known), n=1, cutoff=0.5)
    return close[0] if close else None
