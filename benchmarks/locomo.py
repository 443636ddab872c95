"""LoCoMo, turn level, through the public API: Recall@k of all evidence, and MRR.

    python benchmarks/locomo.py --data ../shared/data/locomo/locomo10.json

Every turn is one message, dated as its session. Categories 1-4; questions without resolvable evidence are
dropped (their number is printed). Recall is the share of a question's evidence turns among the first k
hits, averaged over questions. No language model. The data's licence is CC BY-NC 4.0; it is not shipped.
"""

from __future__ import annotations

import argparse
import json
import re
import statistics
import tempfile
import time
from collections import defaultdict
from datetime import datetime, timedelta
from pathlib import Path

from saegim import Saegim
from saegim.testing import FrozenClock


def conversation_messages(conversation: dict) -> list[tuple[str, list[dict]]]:
    """(session name, messages) in order; images stand as their captions."""
    sessions = []
    for n in range(1, 100):
        said = conversation.get(f"session_{n}")
        if not said:
            continue
        said_at = conversation[f"session_{n}_date_time"] + " +0000"
        start = datetime.strptime(said_at, "%I:%M %p on %d %B, %Y %z")
        messages = []
        for i, turn in enumerate(said):
            caption = turn.get("blip_caption")
            text = turn["text"] + (f" [shared: {caption}]" if caption else "")
            messages.append(
                {
                    "role": "user",
                    "name": turn["speaker"],
                    "content": text,
                    "at": start + timedelta(seconds=i),
                    "metadata": {"id": turn["dia_id"]},
                }
            )
        sessions.append((f"session_{n}", messages))
    return sessions


def evaluate(path: Path, settings: dict, limit: int = 20) -> dict:
    data = json.loads(path.read_text())
    by_category: dict[int, list[tuple[dict[int, float], float]]] = defaultdict(list)
    dropped = 0
    search_ms: list[float] = []
    for number, entry in enumerate(data):
        sessions = conversation_messages(entry["conversation"])
        last = max(message["at"] for _, messages in sessions for message in messages)
        clock = FrozenClock(last + timedelta(days=1))
        with (
            tempfile.TemporaryDirectory() as folder,
            Saegim(
                folder,
                clock=clock,
                worker="none",
                timezone="UTC",
                language="en",
                encryption=False,
                settings=settings,
            ) as saegim,
        ):
            user = saegim.user(f"conversation-{number}")
            for name, messages in sessions:
                user.record_messages(messages, session=name)
            saegim.drain()
            known = {message["metadata"]["id"] for _, messages in sessions for message in messages}
            for question in entry["qa"]:
                if question["category"] == 5:
                    continue
                gold = {id_ for text in question.get("evidence", []) for id_ in re.findall(r"D\d+:\d+", text)}
                gold &= known
                if not gold:
                    dropped += 1
                    continue
                found = user.recall_detailed(question["question"], limit=limit, among=("messages",))
                search_ms.append(sum(ms for stage, ms in found.timings_ms.items() if stage != "embed"))
                ids = [hit.message.metadata["id"] for hit in found.hits if hit.message]
                recalls = {k: len(gold & set(ids[:k])) / len(gold) for k in (5, 10, 20)}
                ranks = [i for i, id_ in enumerate(ids, start=1) if id_ in gold]
                by_category[question["category"]].append((recalls, 1 / ranks[0] if ranks else 0.0))
    rows = [row for some in by_category.values() for row in some]

    def summary(some: list) -> dict:
        return {f"R@{k}": round(statistics.mean(r[k] for r, _ in some), 4) for k in (5, 10, 20)} | {
            "MRR": round(statistics.mean(rr for _, rr in some), 4),
            "questions": len(some),
        }

    return {
        "all": summary(rows),
        "by_category": {category: summary(some) for category, some in sorted(by_category.items())},
        "dropped_without_evidence": dropped,
        "beyond_embedding_ms_p50": round(statistics.median(search_ms), 3),
    }


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
