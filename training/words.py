"""Korean words whose meaning is already known, from the language model that kiwi's analyser ships.

    python -m training.words --out build/training/words.npz

The base encoder has 4,285 pieces with Hangul in them: 월세 is a moon and a syllable to it. Kiwi's model
(kiwipiepy_model, Apache-2.0) knows 70,000 morphemes by the company they keep: next to 월세 lie 방세, 임대료
and 보증금. Its commoner ones become rows of a second table that the encoder reads whole words from.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable
from pathlib import Path

import numpy as np

from training.vocabulary import lines

# Morphemes that carry a meaning of their own, and the pronouns and the like that would be taken for them.
_CONTENT = ("NNG", "NNP", "VV", "VA", "XR", "MAG", "NP", "NR", "MM", "IC")
# Particles and endings: grammar, which the pieces know. Found in a word they are passed over.
_GRAMMAR = ("J", "E")
# Kiwi numbers its morphemes from the most frequent: what comes later is rare names.
_KOREAN = 40_000
_DIM = 192
# Morphemes against which all others are measured: more than the 256 values that kiwi keeps of each.
_LANDMARKS = 700
# Endings before which a Korean stem takes each of its shapes: 춥, 추워, 추웠, 추운, 추울, 추우니.
_ENDINGS = (
    ("어", "EF"),
    ("었", "EP"),
    ("은", "ETM"),
    ("을", "ETM"),
    ("으니까", "EC"),
    ("고", "EC"),
    ("는", "ETM"),
)


def korean(seed: int = 0) -> tuple[list[tuple[str, str]], np.ndarray]:
    """Morphemes (form, tag), most frequent first, and a row for each, from the likenesses that kiwi tells.

    Kiwi gives cosines, not vectors: the cosines with a few hundred morphemes fix every vector up to a turn.
    """
    from kiwipiepy import Kiwi

    kiwi = Kiwi()
    known = {like.id: (like.form, like.tag) for like in kiwi.most_similar_morphemes("땅콩", top_n=10**6)}
    numbers = np.array(sorted(known))
    place = {int(number): at for at, number in enumerate(numbers)}
    landmarks = np.random.default_rng(seed).choice(numbers, _LANDMARKS, replace=False)
    likeness = np.empty((len(numbers), len(landmarks)), dtype=np.float32)
    for column, number in enumerate(landmarks):
        for like in kiwi.most_similar_morphemes(int(number), top_n=10**6):
            # A morpheme's likeness to itself is told as a number far below all others.
            likeness[place[like.id], column] = like.score if like.score > -10 else 1.0
    middle = likeness[[place[int(number)] for number in landmarks]]
    values, turn = np.linalg.eigh((middle + middle.T) / 2)
    rows = likeness @ turn[:, -256:] / np.sqrt(values[-256:])
    chosen: dict[tuple[str, str], int] = {}
    for number in numbers[:_KOREAN]:
        form, tag = known[int(number)]
        if form and tag.startswith((*_CONTENT, *_GRAMMAR)):
            chosen.setdefault((form, tag), place[int(number)])
    return list(chosen), rows[list(chosen.values())]


def surfaces(morphemes: Iterable[tuple[str, str]]) -> dict[str, int]:
    """How each morpheme looks in a text, to its row; -1 for grammar. A shape that two share is the more
    frequent one's."""
    from kiwipiepy import Kiwi

    kiwi = Kiwi()
    found: dict[str, int] = {}
    row = 0
    for form, tag in morphemes:
        if tag.startswith(_GRAMMAR):
            found.setdefault(form, -1)
            continue
        shapes = [form]
        if tag[:2] in ("VV", "VA"):
            shapes += [kiwi.join([(form, tag), ending])[: len(form)] for ending in _ENDINGS]
        for shape in shapes:
            found.setdefault(shape, row)
        row += 1
    return found


def spread(rows: np.ndarray) -> np.ndarray:
    """The rows about their middle, in the directions in which they differ most, as whole numbers.

    Their directions alone matter, so no scale is kept.
    """
    rows = rows - rows.mean(axis=0)
    rows /= np.linalg.norm(rows, axis=1, keepdims=True)
    _, _, directions = np.linalg.svd(rows[:: max(1, len(rows) // 8000)], full_matrices=False)
    rows = rows @ directions[:_DIM].T
    return np.round(rows * (127 / np.abs(rows).max(axis=1, keepdims=True))).astype(np.int8)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--out", type=Path, required=True)
    args = parser.parse_args()
    morphemes, rows = korean()
    seen = surfaces(morphemes)
    rows = rows[[not tag.startswith(_GRAMMAR) for _, tag in morphemes]]
    args.out.parent.mkdir(parents=True, exist_ok=True)
    np.savez(
        args.out,
        shapes=lines(seen),
        numbers=np.array(list(seen.values()), dtype=np.int32),
        rows=spread(rows),
    )
    print(f"{len(rows)} morphemes in {len(seen)} shapes")


if __name__ == "__main__":
    main()
