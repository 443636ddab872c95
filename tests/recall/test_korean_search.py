"""The Korean search set: over two thousand sentences, questions in every disguise, words alone.

pytest tests/recall/test_korean_search.py -s     prints recall per class
"""

from __future__ import annotations

import json
from collections import defaultdict
from pathlib import Path
from typing import Any

import pytest

from saegim.language.morphemes import KiwiAnalyser
from saegim.testing import temporary_saegim

FOLDER = Path(__file__).parent.parent / "data" / "search_ko"


def rows(name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (FOLDER / name).read_text(encoding="utf-8").splitlines() if line]


@pytest.mark.slow
def test_nearly_all_are_among_the_first_five() -> None:
    sentences, queries = rows("sentences.jsonl"), rows("queries.jsonl")
    assert len(sentences) >= 2000
    assert len(queries) >= 150
    found: dict[str, list[float]] = defaultdict(list)
    missed: list[str] = []
    with temporary_saegim(analyser=KiwiAnalyser(), embedder=None, settings={"embedder": "none"}) as saegim:
        user = saegim.user("minji")
        user.record_messages(
            [{"content": row["text"], "metadata": {"id": row["id"]}} for row in sentences], session="모음"
        )
        saegim.drain()
        assert user.stats().not_indexed == 0
        for query in queries:
            # What was learned from a sentence would stand in its place.
            hits = user.recall(query["query"], limit=5, among=("messages",))
            ids = {hit.message.metadata["id"] for hit in hits if hit.message is not None}
            gold = set(query["gold"])
            share = len(gold & ids) / min(5, len(gold))
            found[query["class"]].append(share)
            if share < 1:
                missed.append(f"{query['class']:14} {query['id']} {query['query']!r}: {share:.2f}")
    everything = [share for shares in found.values() for share in shares]
    overall = sum(everything) / len(everything)
    report = [f"{name:14} {sum(s) / len(s):.3f} of {len(s)}" for name, s in sorted(found.items())]
    print("\n".join(["", *report, f"{'overall':14} {overall:.3f} of {len(everything)}", *missed]))
    assert overall >= 0.98
