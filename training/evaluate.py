"""Retrieval and similarity figures of an encoder over the sets that `training.build` wrote."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

Encode = Callable[[list[int], bool], np.ndarray]


def _ranks(questions: np.ndarray, memory: np.ndarray, wanted: list[list[int]]) -> list[np.ndarray]:
    """For each question the ranks (from 1) of its wanted rows; ties count against us."""
    scores = questions @ memory.T
    ranks = []
    for row, rows in zip(scores, wanted, strict=True):
        ranks.append(np.sort([int((row >= row[at]).sum()) for at in rows]))
    return ranks


def _summary(ranks: list[np.ndarray]) -> dict[str, float]:
    first = np.array([r[0] for r in ranks], dtype=float)
    found = {k: float(np.mean([(r <= k).mean() for r in ranks])) for k in (1, 5, 10, 20)}
    return {
        "mrr": float((1 / first).mean()),
        **{f"r{k}": value for k, value in found.items()},
        **{f"any{k}": float((first <= k).mean()) for k in (1, 5, 10)},
        "n": len(ranks),
    }


def spearman(left: np.ndarray, right: np.ndarray) -> float:
    """Rank correlation, ties given their mean rank."""

    def rank(values: np.ndarray) -> np.ndarray:
        _, inverse, counts = np.unique(values, return_inverse=True, return_counts=True)
        ends = np.cumsum(counts)
        return (ends - (counts - 1) / 2)[inverse]

    return float(np.corrcoef(rank(left), rank(right))[0, 1])


def evaluate(encode: Encode, sets: dict[str, Any], dims: int | None = None) -> dict[str, dict[str, float]]:
    """Every figure, by set. `encode(numbers, query)` gives unit vectors of the numbered texts.

    `dims` cuts the vectors and makes them unit length again. R@k is the part of a question's evidence found.
    """

    def vectors(numbers: list[int], query: bool) -> np.ndarray:
        out = encode(numbers, query)
        if dims:
            out = out[:, :dims]
            out = out / np.linalg.norm(out, axis=1, keepdims=True)
        return out

    figures: dict[str, dict[str, float]] = {}
    for name, data in sets.items():
        if "pairs" in data:
            left = vectors([a for a, _, _ in data["pairs"]], False)
            right = vectors([b for _, b, _ in data["pairs"]], False)
            grade = np.array([score for _, _, score in data["pairs"]])
            figures[name] = {"spearman": spearman((left * right).sum(axis=1), grade), "n": len(grade)}
        elif "users" in data:
            ranks: dict[str, list[np.ndarray]] = {"direct": [], "indirect": []}
            for user in data["users"]:
                memory = vectors(user["memory"], False)
                asked = vectors([q for q, _, _ in user["queries"]], True)
                found = _ranks(asked, memory, [[row] for _, row, _ in user["queries"]])
                for (_, _, form), rank in zip(user["queries"], found, strict=True):
                    ranks[form].append(rank)
            figures[name] = {
                f"{form}_{key}": value
                for form, rows in ranks.items()
                for key, value in _summary(rows).items()
            }
        elif "conversations" in data:
            parts: dict[str, list[np.ndarray]] = {"dev": [], "test": []}
            for number, talk in enumerate(data["conversations"]):
                memory = vectors(talk["memory"], False)
                asked = vectors([q for q, _, _ in talk["queries"]], True)
                part = "dev" if number < data["dev"] else "test"
                parts[part] += _ranks(asked, memory, [rows for _, rows, _ in talk["queries"]])
            figures[name] = {
                f"{part}_{key}": value
                for part, rows in parts.items()
                for key, value in _summary(rows).items()
            }
            everything = _summary(parts["dev"] + parts["test"])
            figures[name] |= {f"all_{key}": value for key, value in everything.items()}
        else:
            memory = vectors(data["memory"], False)
            asked = vectors([q for q, _, _ in data["queries"]], True)
            figures[name] = _summary(_ranks(asked, memory, [rows for _, rows, _ in data["queries"]]))
    return figures


def validation(figures: dict[str, dict[str, float]]) -> float:
    """The one number that choices are made by: validation parts alone, no test part in it."""
    families = np.mean(
        [
            figures[f"families_dev_{language}"][f"{form}_mrr"]
            for language in ("koko", "enen", "koen", "enko")
            for form in ("direct", "indirect")
        ]
    )
    sts = (figures["korsts_dev"]["spearman"] + figures["klue_sts_held"]["spearman"]) / 2
    return float((families + figures["locomo"]["dev_r10"] + figures["tydi_ko_held"]["mrr"] + sts) / 4)
