"""Trains the overlay and writes it with its figures.

    python -m training.train --data build/training --out OUT --runs '[{"name": "a", "seed": 1}]'

Runs of one call share the data on the device and follow one another.
"""

from __future__ import annotations

import argparse
import json
import math
import time
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import Tensor

from training.evaluate import evaluate, validation
from training.losses import anchor, contrastive, cosent
from training.mine import SHARE_ALIKE
from training.model import Encoder, Parts, Tokens
from training.weights import DENSE, used_base

# Share of the batch by source; the rest of a family's name is its language pair.
MIX = {
    "family_koko": 0.15,
    "family_enen": 0.12,
    "family_koen": 0.04,
    "family_enko": 0.04,
    "scene_koko": 0.12,
    "scene_enen": 0.08,
    "scene_koen": 0.03,
    "scene_enko": 0.03,
    "rule_en": 0.14,
    "cloze_en": 0.08,
    "rule_ko": 0.15,
    "tydi_ko": 0.04,
    "tydi_en": 0.05,
    "talk_en": 0.03,
    "talk_ko": 0.01,
    "persona_en": 0.02,
    "persona_ko": 0.003,
    "songys": 0.03,
    "songys_same": 0.02,
    "tatoeba": 0.02,
    "goemotions": 0.05,
    "stylekqc": 0.04,
    "sae4k": 0.04,
}


@dataclass(frozen=True)
class Config:
    """One training run."""

    name: str = "run"
    seed: int = 1
    steps: int = 3500
    batch: int = 768
    rate: float = 2e-4
    scale: float = 20.0
    anchor: float = 5.0
    graded: float = 0.3
    anchors: int = 192
    short: float = 0.0  # weight of the same loss on the first 256 values
    drop: float = 0.0  # chance that a piece is left out of a text, so that no single one decides
    attention: bool = False
    query: bool = False
    rows: bool = False
    syllables: bool = False
    words: int = 0
    word_rate: float = 12.0  # how much faster the words' layer learns than the layers that know much already
    word_drop: float = 0.3  # chance that a known word is left out of a text
    permissive: bool = False
    families: float = 1.0  # how much more or less of the batch the families take
    scenes: float = 1.0  # the same of the scenes
    share: float = 1.0  # part of the training families used, to see what breadth brings
    save: bool = False


class Data:
    """A build's arrays, on the device."""

    def __init__(self, folder: Path, device: str) -> None:
        self.device = device
        archive = np.load(folder / "data.npz")
        self.used = archive["used"]
        words = Tokens(archive["words"], archive["word_lengths"], device)
        self.tokens = Tokens(archive["tokens"], archive["lengths"], device, words)
        self.pairs = {
            k[6:]: torch.from_numpy(archive[k]).long().to(device)
            for k in archive.files
            if k.startswith("pairs_")
        }
        self.anchors = torch.from_numpy(archive["anchors"]).long().to(device)
        self.graded = torch.from_numpy(archive["graded"]).long().to(device)
        self.grades = torch.from_numpy(archive["graded_score"]).to(device)
        self.sets: dict[str, Any] = json.loads((folder / "evaluation.json").read_text())
        self.base = used_base(folder / "base.npz")
        self.used_words = archive["used_words"]


def encode_all(
    model: Encoder, data: Data, numbers: Tensor, *, query: bool = False, size: int = 2048
) -> Tensor:
    with torch.no_grad():
        parts = [
            model(data.tokens.batch(numbers[at : at + size]), query=query)
            for at in range(0, len(numbers), size)
        ]
    return torch.cat(parts).float()


def figures_of(model: Encoder, data: Data, dims: int | None = None) -> dict[str, dict[str, float]]:
    def encode(numbers: list[int], query: bool) -> np.ndarray:
        at = torch.tensor(numbers, device=data.device)
        return encode_all(model, data, at, query=query, size=512).cpu().numpy()

    return evaluate(encode, data.sets, dims)


def mix_of(data: Data, config: Config) -> tuple[list[Tensor], Tensor]:
    """The pair tables of a run and the share each takes."""
    tables, shares = [], []
    for name, share in MIX.items():
        if name not in data.pairs or (config.permissive and name in SHARE_ALIKE):
            continue
        rows = data.pairs[name]
        if name.startswith("scene_"):
            share *= config.scenes
        if name.startswith("family_"):
            share *= config.families
            if config.share < 1:
                kept = (
                    torch.rand(20000, generator=torch.Generator().manual_seed(5)).to(rows.device)
                    < config.share
                )
                rows = rows[kept[rows[:, 3]]]
        tables.append(rows)
        shares.append(share)
    total = torch.tensor(shares)
    return tables, total / total.sum()


def sample(
    tables: list[Tensor], shares: Tensor, size: int, generator: torch.Generator, device: str
) -> Tensor:
    which = torch.multinomial(shares, size, replacement=True, generator=generator)
    counts = torch.bincount(which, minlength=len(tables)).tolist()
    picked = [
        rows[torch.randint(len(rows), (count,), generator=generator).to(device)]
        for rows, count in zip(tables, counts, strict=True)
        if count
    ]
    return torch.cat(picked)


def train(config: Config, data: Data) -> tuple[Encoder, dict[str, Any]]:
    """The trained encoder and what happened on the way."""
    torch.manual_seed(config.seed)
    generator = torch.Generator().manual_seed(config.seed)
    device = data.device
    parts = Parts(config.attention, config.query, config.rows, config.syllables, config.words)
    model = Encoder(data.base, parts).to(device)
    origin = encode_all(model, data, data.anchors)
    dense = list(model.dense.parameters())
    groups: list[dict[str, Any]] = [{"params": dense, "lr": config.rate}]
    if config.attention:
        groups.append({"params": [model.extra["focus"]], "lr": config.rate})
        groups.append({"params": [model.extra["token"]], "lr": config.rate * 25})
    if config.query:
        groups.append({"params": [model.extra["query_d3"], model.extra["query_b"]], "lr": config.rate})
    if config.rows:
        groups.append({"params": [model.rows.weight], "lr": config.rate * 2})
    if config.words:
        layer = [value for key, value in model.word.items() if key != "gate"]
        groups.append({"params": layer, "lr": config.rate * config.word_rate})
        groups.append({"params": [model.word["gate"]], "lr": config.rate * 25})
    if config.syllables:
        groups.append({"params": [model.syllables], "lr": config.rate * 5})
    optimiser = torch.optim.Adam(groups)
    warm = max(1, config.steps // 20)
    schedule = torch.optim.lr_scheduler.LambdaLR(
        optimiser,
        lambda step: (
            min(1.0, (step + 1) / warm) * 0.5 * (1 + math.cos(math.pi * min(1.0, step / config.steps)))
        ),
    )
    tables, shares = mix_of(data, config)
    started = time.time()
    losses: list[list[float]] = []
    for step in range(config.steps):
        rows = sample(tables, shares, config.batch, generator, device)
        has_negative = rows[:, 2] >= 0
        anchored = torch.randint(len(data.anchors), (config.anchors,), generator=generator).to(device)
        graded = torch.randint(len(data.graded), (96,), generator=generator).to(device)
        use_graded = config.graded > 0 and not config.permissive
        stored = [rows[:, 1], rows[has_negative, 2]]
        general = [data.anchors[anchored]]
        if use_graded:
            general += [data.graded[graded, 0], data.graded[graded, 1]]
        with torch.autocast(device, dtype=torch.bfloat16, enabled=device == "cuda"):
            asked = model(data.tokens.batch(rows[:, 0], config.drop, config.word_drop), query=True).float()
            memory = model(data.tokens.batch(torch.cat(stored), config.drop, config.word_drop)).float()
            other = model(data.tokens.batch(torch.cat(general))).float()
        statements, negatives = memory.split([len(part) for part in stored])
        held, *pairs = other.split([len(part) for part in general])
        family, texts, questions = rows[:, 3], rows[:, 1], rows[:, 0]
        eye = torch.eye(len(rows), dtype=torch.bool, device=device)
        kin = (family[:, None] == family[None, :]) & (family >= 0)[:, None]
        same = (kin | (texts[:, None] == texts[None, :]) | (questions[:, None] == questions[None, :])) & ~eye
        own = eye[:, has_negative]
        refused = rows[has_negative, 2]
        same_negative = (kin[:, has_negative] | (texts[:, None] == refused[None, :])) & ~own
        loss = contrastive(asked, statements, negatives, same, same_negative, config.scale)
        if config.short:
            cut = [
                torch.nn.functional.normalize(part[:, :256], dim=1) for part in (asked, statements, negatives)
            ]
            loss = loss + config.short * contrastive(
                cut[0], cut[1], cut[2], same, same_negative, config.scale
            )
        parts = [loss.detach()]
        hold = anchor(held, origin[anchored])
        loss = loss + config.anchor * hold
        parts.append(hold.detach())
        if use_graded:
            grade = cosent(pairs[0], pairs[1], data.grades[graded], config.scale)
            loss = loss + config.graded * grade
            parts.append(grade.detach())
        optimiser.zero_grad(set_to_none=True)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(dense, 1.0)
        optimiser.step()
        schedule.step()
        if step % 250 == 0 or step == config.steps - 1:
            losses.append([float(part) for part in parts])
            print(
                config.name,
                step,
                [round(x, 4) for x in losses[-1]],
                round(time.time() - started, 1),
                flush=True,
            )
    return model, {"losses": losses, "seconds": time.time() - started}


def overlay(model: Encoder, data: Data) -> dict[str, np.ndarray]:
    """What moved, half precision: differences to the base, and the added parts."""
    out = {
        f"d_{key}": (model.dense[key].detach().cpu().numpy() - data.base[key]).astype(np.float16)
        for key in DENSE
    }
    out |= {f"x_{key}": value.detach().cpu().numpy().astype(np.float16) for key, value in model.extra.items()}
    if model.parts.attention:
        out["token_ids"] = data.used
    if model.parts.syllables:
        rows = data.base["syllables"].copy()
        rows[data.base["added"]] = model.syllables.detach().cpu().numpy().astype(np.float16)
        out["syllable_rows"] = rows
    if model.parts.words:
        out |= {
            f"w_{key}": value.detach().cpu().numpy().astype(np.float16) for key, value in model.word.items()
        }
        out["word_ids"] = data.used_words
    if model.parts.rows:
        moved = model.rows.weight.detach().cpu().numpy()
        size = np.abs(moved).max(axis=1)
        # The largest moves alone: the file that comes back from the device is held to 16 MiB.
        top = np.sort(np.argsort(-size)[:12000])
        out["row_ids"] = data.used[top]
        out["rows"] = moved[top].astype(np.float16)
    return out


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--runs", required=True, help="a JSON list of settings, one object a run")
    parser.add_argument("--base", action="store_true", help="also measure the untrained encoder")
    parser.add_argument("--tag", default="figures")
    args = parser.parse_args()
    device = "cuda" if torch.cuda.is_available() else "cpu"
    torch.backends.cuda.matmul.allow_tf32 = True
    data = Data(args.data, device)
    report: dict[str, Any] = {}
    args.out.mkdir(parents=True, exist_ok=True)
    target = args.out / f"{args.tag}.json"
    if args.base:
        untrained = Encoder(data.base).to(device)
        report["base"] = {"figures": figures_of(untrained, data)}
        report["base"]["validation"] = validation(report["base"]["figures"])
        target.write_text(json.dumps(report))
    for settings in json.loads(args.runs):
        config = replace(Config(), **settings)
        model, history = train(config, data)
        figures = figures_of(model, data)
        report[config.name] = {
            "config": asdict(config),
            "figures": figures,
            "validation": validation(figures),
            **history,
        }
        if config.short:
            report[config.name]["figures_256"] = figures_of(model, data, 256)
        print(config.name, "validation", round(report[config.name]["validation"], 4), flush=True)
        if config.save:
            np.savez_compressed(args.out / f"overlay_{config.name}.npz", **overlay(model, data))
        target.write_text(json.dumps(report))


if __name__ == "__main__":
    main()
