"""Train and measure the emotion classifier: `python -m training.emotion --data FOLDER [--write]`.

FOLDER holds kote/val.tsv and, for more training text, train/goemotions/train.{ko,en}.tsv. KOTE lines are
split in two fixed halves by their id; the lexicon and every choice here saw only the first, the figures "held
out" are of the second. Vectors are cached under --cache, because embedding takes longer than everything else.
"""

from __future__ import annotations

import argparse
import importlib
import json
import zlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from saegim.language.emotion import LABELS, classify_vector, detect_emotion, emotion_scores
from saegim.language.emotion.classify import likelihoods, weights_file
from saegim.language.emotion.detect import spoken_features
from saegim.language.morphemes import Analysis, KiwiAnalyser

# KOTE's 44 labels that mean one of the four: 24 none, 5 sadness, 40 happiness and 42 joy, 6 anger. A line
# must carry those of exactly one; the rest are left out.
KOTE = {"neutral": {24}, "sad": {5}, "happy": {40, 42}, "angry": {6}}
# GoEmotions' 28 labels likewise; only lines with a single label count.
GO = {
    "neutral": {27},
    "sad": {9, 16, 24, 25},
    "happy": {0, 1, 13, 15, 17, 18, 21, 23},
    "angry": {2, 3, 11},
}
GO_PER_CLASS = 3_000
# One GoEmotions line counts a tenth of a KOTE line. Macro-F1 of words and vector together, by five folds of
# the first half: .594 without, .636 at .05, .641 at .1, .636 at .2.
GO_WEIGHT = 0.1
# The same folds: .635 at .1, .638 at .3, .632 at .5.
L2 = 0.2
# How far rare classes are brought up to common ones, 0 not at all, 1 fully: .632 at .5 and at 1.
BALANCE = 0.7
# The few features of the words need less restraint than 512 dimensions.
SPOKEN_SCALE = 0.3


@dataclass(frozen=True)
class Lines:
    """Labelled texts with what the models read of them."""

    texts: list[str]
    labels: np.ndarray
    vectors: np.ndarray
    spoken: np.ndarray
    analyses: Sequence[Analysis | None]
    held_out: np.ndarray


def _label(found: set[int], groups: dict[str, set[int]]) -> int | None:
    hit = [i for i, name in enumerate(LABELS) if groups[name] & found]
    return hit[0] if len(hit) == 1 else None


def read_kote(path: Path) -> tuple[list[str], list[int], list[bool]]:
    """Texts, labels, and whether each is in the held-out half."""
    texts, labels, held_out = [], [], []
    for line in path.read_text(encoding="utf-8").splitlines():
        id_, text, marks = line.split("\t")
        label = _label({int(mark) for mark in marks.split(",")}, KOTE)
        if label is not None:
            texts.append(text)
            labels.append(label)
            held_out.append(zlib.crc32(id_.encode()) % 2 == 1)
    return texts, labels, held_out


def read_goemotions(path: Path) -> tuple[list[str], list[int]]:
    """Texts and labels, at most `GO_PER_CLASS` of each label, in a fixed but arbitrary order."""
    by_label: dict[int, list[str]] = {i: [] for i in range(len(LABELS))}
    for line in path.read_text(encoding="utf-8").splitlines():
        text, marks = line.split("\t")[:2]
        found = {int(mark) for mark in marks.split(",")}
        label = _label(found, GO) if len(found) == 1 else None
        if label is not None and text.strip():
            by_label[label].append(text)
    texts, labels = [], []
    for label, listed in by_label.items():
        chosen = sorted(listed, key=lambda text: zlib.crc32(text.encode()))[:GO_PER_CLASS]
        texts += chosen
        labels += [label] * len(chosen)
    return texts, labels


def prepare(
    name: str,
    texts: list[str],
    labels: list[int],
    held_out: list[bool] | None,
    embedder: Any,
    cache: Path,
    *,
    korean: bool,
) -> Lines:
    """The lines with their vectors (kept in `cache`) and with what their words say."""
    stamp = zlib.crc32("\n".join(texts).encode())
    file = cache / f"{weights_file(embedder.name).stem}-{name}-{stamp:08x}.npy"
    if file.is_file():
        vectors = np.load(file)
    else:
        vectors = embedder.embed(texts)
        cache.mkdir(parents=True, exist_ok=True)
        np.save(file, vectors)
    analyses: Sequence[Analysis | None] = KiwiAnalyser().analyse(texts) if korean else [None] * len(texts)
    spoken = [
        spoken_features(emotion_scores(text, analysis))
        for text, analysis in zip(texts, analyses, strict=True)
    ]
    held = np.array(held_out if held_out is not None else [False] * len(texts))
    return Lines(texts, np.array(labels), vectors, np.array(spoken, dtype=np.float32), analyses, held)


def fit(
    inputs: np.ndarray, labels: np.ndarray, weights: np.ndarray, spoken: int, steps: int = 150
) -> np.ndarray:
    """Weights of a multinomial logistic regression, bias last; scaling is folded in."""
    mean, spread = inputs.mean(0), inputs.std(0) + 1e-6
    if spoken:
        spread[-spoken:] *= SPOKEN_SCALE
    scaled = np.c_[(inputs - mean) / spread, np.ones(len(inputs))].astype(np.float32)
    targets = np.eye(len(LABELS), dtype=np.float32)[labels]
    share = np.bincount(labels, weights=weights, minlength=len(LABELS))
    each = (weights * ((share.sum() / (len(LABELS) * share)) ** BALANCE)[labels]).astype(np.float32)
    each /= each.mean()
    layer = np.zeros((scaled.shape[1], len(LABELS)), dtype=np.float32)
    first, second = np.zeros_like(layer), np.zeros_like(layer)
    for step in range(1, steps + 1):
        odds = scaled @ layer
        odds = np.exp(odds - odds.max(1, keepdims=True))
        odds /= odds.sum(1, keepdims=True)
        slope = scaled.T @ ((odds - targets) * each[:, None]) / len(scaled)
        slope[:-1] += L2 * layer[:-1]
        first = 0.9 * first + 0.1 * slope
        second = 0.999 * second + 0.001 * slope * slope
        layer -= 0.02 * (first / (1 - 0.9**step)) / (np.sqrt(second / (1 - 0.999**step)) + 1e-8)
    plain = layer[:-1] / spread[:, None]
    return np.vstack([plain, layer[-1] - mean @ plain])


def figures(labels: np.ndarray, guesses: np.ndarray) -> dict[str, float]:
    """F1 of each class, their mean, and accuracy."""
    found: dict[str, float] = {}
    for i, name in enumerate(LABELS):
        right = ((labels == i) & (guesses == i)).sum()
        found[name] = 2 * right / max(1, (labels == i).sum() + (guesses == i).sum())
    return {
        **found,
        "macro_f1": float(np.mean(list(found.values()))),
        "accuracy": float((labels == guesses).mean()),
    }


def show(name: str, found: dict[str, float]) -> None:
    print(f"{name:34}" + "  ".join(f"{key} {value:.3f}" for key, value in found.items()), flush=True)


def train(parts: Sequence[tuple[Lines, np.ndarray, float]]) -> dict[str, np.ndarray]:
    """The two layers, from the chosen lines of each part at its weight."""
    vectors = np.concatenate([lines.vectors[chosen] for lines, chosen, _ in parts])
    spoken = np.concatenate([lines.spoken[chosen] for lines, chosen, _ in parts])
    labels = np.concatenate([lines.labels[chosen] for lines, chosen, _ in parts])
    weights = np.concatenate([np.full(int(chosen.sum()), weight) for _, chosen, weight in parts])
    return {
        "vector": fit(vectors, labels, weights, 0),
        "combined": fit(np.c_[vectors, spoken], labels, weights, spoken.shape[1]),
    }


def _index(labels: Sequence[str]) -> np.ndarray:
    return np.array([LABELS.index(label) for label in labels])


def cross_validate(kote: Lines, others: Sequence[tuple[Lines, np.ndarray, float]]) -> None:
    """Figures of both layers inside the first half, five folds: what choices are made by."""
    fold = np.array([zlib.crc32(f"fold {text}".encode()) % 5 for text in kote.texts])
    guesses = {name: np.zeros(len(kote.labels), dtype=int) for name in ("vector", "combined")}
    for i in range(5):
        layers = train([(kote, ~kote.held_out & (fold != i), 1.0), *others])
        inside = ~kote.held_out & (fold == i)
        for name, layer in layers.items():
            given = kote.vectors if name == "vector" else np.c_[kote.vectors, kote.spoken]
            guesses[name][inside] = (np.c_[given, np.ones(len(given))] @ layer)[inside].argmax(1)
    for name, guess in guesses.items():
        show(f"first half, {name} (5 folds)", figures(kote.labels[~kote.held_out], guess[~kote.held_out]))


def likeliest(vector: np.ndarray, space: str, spoken: list[float]) -> str:
    likely = likelihoods(vector.tolist(), space, spoken)
    return max(likely, key=likely.__getitem__) if likely else "neutral"


def measure(lines: Lines, chosen: np.ndarray, space: str, name: str) -> None:
    """Figures of what users get: the lexicon with and without morphemes, the classifier, both together."""
    rows = np.flatnonzero(chosen).tolist()
    texts, analyses, vectors = lines.texts, lines.analyses, lines.vectors
    ways: dict[str, Callable[[int], str]] = {
        "lexicon": lambda i: detect_emotion(texts[i], analyses[i]).label,
        "lexicon, no morphemes": lambda i: detect_emotion(texts[i]).label,
        "classifier": lambda i: found.label if (found := classify_vector(vectors[i], space)) else "neutral",
        "both, however unsure": lambda i: likeliest(vectors[i], space, lines.spoken[i].tolist()),
        "both": lambda i: detect_emotion(texts[i], analyses[i], vector=vectors[i], space=space).label,
    }
    for way, read in ways.items():
        show(f"{name}, {way}", figures(lines.labels[rows], _index([read(i) for i in rows])))


def measure_silent(file: Path, embedder: Any, cache: Path) -> None:
    """How many statements without a word of feeling stay neutral when their vector is heard as well."""
    texts = [
        entry["text"]
        for line in file.read_text(encoding="utf-8").splitlines()
        if line.strip() and (entry := json.loads(line)).get("split") != "test"
    ]
    lines = prepare("statements", texts, [0] * len(texts), None, embedder, cache, korean=True)
    silent = [i for i in range(len(texts)) if detect_emotion(texts[i], lines.analyses[i]).label == "neutral"]
    kept = [
        detect_emotion(texts[i], lines.analyses[i], vector=lines.vectors[i], space=embedder.name).label
        == "neutral"
        for i in silent
    ]
    print(f"{file.name}: {len(silent)} of {len(texts)} neutral by words, {np.mean(kept):.3f} of them by both")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument(
        "--data", type=Path, required=True, help="the folder with kote/ and train/goemotions/"
    )
    parser.add_argument("--embedder", default="saegim.providers.encoder:SaegimEncoder")
    parser.add_argument("--cache", type=Path, default=Path("build/emotion-vectors"))
    parser.add_argument(
        "--statements", type=Path, help="JSON lines with a text each; those of a test split are left out"
    )
    parser.add_argument("--write", action="store_true", help="write the weights into the package")
    options = parser.parse_args()
    module, _, name = options.embedder.partition(":")
    embedder = getattr(importlib.import_module(module), name)()

    kote = prepare(
        "kote", *read_kote(options.data / "kote" / "val.tsv"), embedder, options.cache, korean=True
    )
    counts = {
        half: np.bincount(kote.labels[kote.held_out == half], minlength=4).tolist() for half in (False, True)
    }
    print(f"KOTE lines as {LABELS}: first half {counts[False]}, held out {counts[True]}")
    others = []
    for language in ("ko", "en"):
        file = options.data / "train" / "goemotions" / f"train.{language}.tsv"
        if file.is_file():
            texts, labels = read_goemotions(file)
            lines = prepare(
                f"go-{language}", texts, labels, None, embedder, options.cache, korean=language == "ko"
            )
            others.append((lines, np.ones(len(texts), dtype=bool), GO_WEIGHT))
    cross_validate(kote, others)
    layers = train([(kote, ~kote.held_out, 1.0), *others])
    if options.write:
        file = weights_file(embedder.name)
        file.parent.mkdir(exist_ok=True)
        stored: dict[str, Any] = {name: layer.astype(np.float16) for name, layer in layers.items()}
        np.savez(file, space=np.array(embedder.name), **stored)
        print(f"wrote {file.name}, {file.stat().st_size} bytes")
    measure(kote, kote.held_out, embedder.name, "held out")
    if options.statements:
        measure_silent(options.statements, embedder, options.cache)


if __name__ == "__main__":
    main()
