"""LoCoMo, turn level, through the public API: Recall@k of all evidence, and MRR.

    python benchmarks/locomo.py --data ../shared/data/locomo/locomo10.json

The same as `saegim evaluate locomo PATH`, without baselines and learned memories, as one JSON document. Every
turn is one message, dated as its session. Categories 1-4; questions without resolvable evidence are dropped
(their number is printed). Recall is the share of a question's evidence turns among the first k hits, averaged
over questions. No language model. The data's licence is CC BY-NC 4.0; it is not shipped.
"""

from __future__ import annotations

import argparse
import json
import time
from pathlib import Path

from saegim.evaluate.asking import FULL
from saegim.evaluate.datasets import load_dataset
from saegim.evaluate.retrieval import ALL, Evaluation, evaluate_retrieval

METRICS = ("R@5", "R@10", "R@20", "MRR")


def evaluate(path: Path, settings: dict[str, str]) -> dict[str, object]:
    """The figures of LoCoMo with these settings."""
    dataset = load_dataset("locomo", path)
    # Nothing learned is asked for, so nothing needs to be learned.
    settings = {"remember.rules": "false", "summary.episodes": "false", **settings}
    found = evaluate_retrieval(dataset, settings=settings, learned=False, with_baselines=False)
    return {
        "all": summary(found, ALL),
        "by_category": {kind: summary(found, kind) for kind in found.kinds},
        "dropped_without_evidence": dataset.dropped,
        "beyond_embedding_ms_p50": round(found.search_ms, 3),
    }


def summary(found: Evaluation, kind: str) -> dict[str, float]:
    figures = {metric: round(found.figure(FULL, metric, kind).value, 4) for metric in METRICS}
    return {**figures, "questions": found.count(kind)}


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--data", type=Path, default=Path("../shared/data/locomo/locomo10.json"))
    parser.add_argument("--set", action="append", default=[], metavar="NAME=VALUE", help="a setting to try")
    arguments = parser.parse_args()
    settings = dict(pair.split("=", 1) for pair in arguments.set)
    started = time.perf_counter()
    result = evaluate(arguments.data, settings)
    print(json.dumps(result, indent=2))
    print(f"{time.perf_counter() - started:.0f} s")


if __name__ == "__main__":
    main()
