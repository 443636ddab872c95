"""The `memory:` section of the source documents' files, moved to where its values live now."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

from saegim.errors import SettingsError
from saegim.settings.paths import merge, nearest, nest

# Keys of the `memory:` section in the source documents, and where each lives now. None: accepted, without
# effect so far; `saegim doctor` names them.
LEGACY_MEMORY_KEYS: Mapping[str, str | None] = {
    "max_context_turns": "context.recent_turns",
    "max_context_tokens": "context.compact_tokens",
    "summary_threshold": "summary.threshold_turns",
    "enable_auto_summary": "summary.auto",
    "summary_language": "summary.language",
    "max_entries": None,
    "recent_turn_window": "context.recent_turns",
    "retrieval_top_k": "recall.limit",
    "retrieval_limit": "recall.limit",
    "recency_half_life_days": "recall.half_life_days",
    "context_total_budget": "context.budget_tokens",
    "memory_token_budget": "context.memory_tokens",
    "memory_item_token_cap": "context.memory_item_tokens",
    "pinned_token_budget": "context.pinned_tokens",
    "summarize_trigger_turns": "summary.threshold_turns",
    "summarize_trigger": None,
    "time_decay_lambda": "recall.half_life_days",
    "importance_weights": None,
    "fts_enabled": None,
    "graph_max_hops": "recall.graph_hops",
    "extraction_enabled": "remember.rules",
    "extraction_min_importance": None,
    "reflection_enabled": "tend.reflect",
    "reflection_threshold": "tend.reflect_every",
    "evolution_enabled": "tend.auto",
    "evolution_interval_hours": "tend.evolve_hours",
    "merge_similarity_threshold": "tend.merge_at",
    "prune_importance_threshold": "tend.prune_importance",
    "consolidation_schedule": "tend.consolidate_days",
    "embedding_model": None,
    "pii_masking": "pii",
}


def from_legacy(content: dict[str, Any]) -> dict[str, Any]:
    """The tree with a source document's `memory:` section moved to where its values live now."""
    content = dict(content)
    memory = content.pop("memory", None)
    if memory is None:
        return content
    if not isinstance(memory, dict):
        raise SettingsError("memory", "must be a mapping", "이름과 값의 묶음이어야 합니다")
    moved: dict[str, Any] = {}
    ignored: list[str] = []
    for key, value in memory.items():
        if key not in LEGACY_MEMORY_KEYS:
            raise SettingsError(
                f"memory.{key}", "unknown", "모르는 이름입니다", nearest=nearest(key, LEGACY_MEMORY_KEYS)
            )
        target = LEGACY_MEMORY_KEYS[key]
        if key == "time_decay_lambda":
            if isinstance(value, bool) or not isinstance(value, int | float) or not value > 0:
                raise SettingsError(f"memory.{key}", "must be a number above 0", "0보다 큰 수여야 합니다")
            value = math.log(2) / value
        if key == "summary_language":
            value = {"korean": "ko", "english": "en"}.get(str(value).lower(), value)
        if key == "consolidation_schedule":
            value = {"daily": 1, "weekly": 7, "monthly": 30}.get(str(value).lower(), value)
        if key == "pii_masking":
            value = {"True": "mask", "enabled": "mask", "False": "off", "disabled": "off"}.get(
                str(value), value
            )
        if key == "importance_weights":
            if not isinstance(value, dict):
                raise SettingsError(f"memory.{key}", "must be a mapping", "이름과 값의 묶음이어야 합니다")
            names = {"sim": "relevance", "time": "recency", "imp": "importance"}
            merge(moved, {"recall": {names.get(k, k): v for k, v in value.items()}})
        elif target is None:
            ignored.append(f"memory.{key}")
        else:
            merge(moved, nest({target: value}))
    if ignored:
        moved["ignored"] = ignored
    merge(moved, content)
    return moved
