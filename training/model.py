"""The bundled encoder's forward pass in PyTorch, with the parts we train.

Sentences lie in one flat sequence with two zero rows between neighbours, so every n-gram layer is a sum of
shifted matrix products: no gather, and a backward pass made of plain slices.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import torch
from torch import Tensor, nn

from training.weights import CNN, DENSE, DIM, GAP, ORDERS


@dataclass(frozen=True)
class Parts:
    """Which parts move in training besides the dense layers."""

    attention: bool = False  # a learned weight for every token, from its features and its identity
    query: bool = False  # the last layer has its own copy for questions
    rows: bool = False  # rows of the token table that the training text uses
    syllables: bool = False  # the rows of the syllables that the package lacks, last in the table
    words: int = 0  # values that each known word gives to its text; 0: whole words are not looked at


class Tokens:
    """The token ids of all texts of a build, on one device."""

    def __init__(
        self,
        tokens: np.ndarray,
        lengths: np.ndarray,
        device: torch.device | str = "cpu",
        words: Tokens | None = None,
    ) -> None:
        self.tokens = torch.from_numpy(tokens.astype(np.int32)).to(device)
        self.lengths = torch.from_numpy(lengths.astype(np.int64)).to(device)
        self.starts = torch.cumsum(self.lengths, 0) - self.lengths
        self.words = words

    @classmethod
    def of(cls, texts: Sequence[Sequence[int]], device: torch.device | str = "cpu") -> Tokens:
        flat = np.fromiter((i for ids in texts for i in ids), dtype=np.int32)
        return cls(flat, np.array([len(ids) for ids in texts]), device)

    def found(self, numbers: Tensor, drop: float) -> tuple[Tensor, Tensor]:
        """Ids of the numbered texts and which text each is of, each left out with the chance `drop`."""
        lengths = self.lengths[numbers]
        owner = torch.repeat_interleave(torch.arange(len(numbers), device=numbers.device), lengths)
        within = torch.arange(len(owner), device=numbers.device) - (torch.cumsum(lengths, 0) - lengths)[owner]
        ids = self.tokens[self.starts[numbers][owner] + within].long()
        if drop:
            kept = torch.rand(len(ids), device=ids.device) >= drop
            ids, owner = ids[kept], owner[kept]
        return ids, owner

    def batch(self, numbers: Tensor, drop: float = 0.0, word_drop: float = 0.0) -> Flat:
        """The numbered texts, flat; each inner piece left out with the chance `drop`."""
        lengths = self.lengths[numbers]
        ends = torch.cumsum(lengths, 0)
        total = int(ends[-1])
        owner = torch.repeat_interleave(
            torch.arange(len(numbers), device=numbers.device), lengths, output_size=total
        )
        within = torch.arange(total, device=numbers.device) - (ends - lengths)[owner]
        ids = self.tokens[self.starts[numbers][owner] + within].long()
        if drop:
            # The marks of beginning and end stay, so no text is left empty.
            edge = (within == 0) | (within == lengths[owner] - 1)
            kept = edge | (torch.rand(total, device=ids.device) >= drop)
            ids, owner = ids[kept], owner[kept]
            lengths = torch.bincount(owner, minlength=len(numbers))
            total = len(ids)
        position = torch.arange(total, device=numbers.device) + GAP * (owner + 1)
        words = self.words.found(numbers, word_drop) if self.words else None
        total += GAP * (len(numbers) + 1)
        return Flat(ids, owner, position, lengths.float(), len(numbers), total, words)


@dataclass(frozen=True)
class Flat:
    """Texts laid flat: token ids, the text of each, its row among the zero rows, the texts' lengths."""

    ids: Tensor
    owner: Tensor
    position: Tensor
    lengths: Tensor
    count: int
    total: int
    words: tuple[Tensor, Tensor] | None = None


class Encoder(nn.Module):
    """Unit vectors for flat batches; equal to the package's numpy pass until something is trained."""

    def __init__(self, weights: dict[str, np.ndarray], parts: Parts | None = None) -> None:
        super().__init__()
        self.parts = parts or Parts()
        self.eps = float(weights["eps"])
        self.dense = nn.ParameterDict(
            {key: nn.Parameter(torch.from_numpy(np.array(weights[key], dtype=np.float32))) for key in DENSE}
        )
        self.register_buffer("table", torch.from_numpy(weights["table"]), persistent=False)
        extra: dict[str, nn.Parameter] = {}
        if self.parts.attention:
            extra["focus"] = nn.Parameter(torch.zeros(DIM + len(ORDERS) * CNN))
            extra["token"] = nn.Parameter(torch.zeros(len(weights["table"])))
        if self.parts.query:
            extra["query_d3"] = nn.Parameter(torch.zeros(DIM, DIM))
            extra["query_b"] = nn.Parameter(torch.zeros(DIM))
        self.extra = nn.ParameterDict(extra)
        if self.parts.words:
            self.register_buffer("known", torch.from_numpy(weights["known"]), persistent=False)
            wide = self.parts.words
            self.word = nn.ParameterDict(
                {
                    "open": nn.Parameter(torch.randn(self.known.shape[1], wide) * 0.15),
                    "bias": nn.Parameter(torch.zeros(wide)),
                    "gate": nn.Parameter(torch.zeros(len(self.known))),
                    # Nothing at first: the encoder begins as the base.
                    "give": nn.Parameter(torch.zeros(wide, weights["cnn_W"].shape[1])),
                }
            )
        if self.parts.rows:
            self.rows = nn.Embedding(len(weights["table"]), DIM)
            nn.init.zeros_(self.rows.weight)
        if self.parts.syllables:
            last = weights["table"][len(weights["table"]) - len(weights["added"]) :]
            self.syllables = nn.Parameter(torch.from_numpy(last.copy()))

    def forward(self, batch: Flat, *, query: bool = False) -> Tensor:
        dense = self.dense
        embedded = self.table[batch.ids]
        if self.parts.syllables:
            first = len(self.table) - len(self.syllables)
            new = (batch.ids >= first).nonzero()[:, 0]
            embedded = embedded.index_copy(0, new, self.syllables[batch.ids[new] - first])
        if self.parts.rows:
            embedded = embedded + self.rows(batch.ids)
        # The package normalises the three projections together: one mean and variance over 768 values.
        joined = self._normalise(
            torch.cat([embedded @ dense[f"proj{n}"] + dense[f"proj_b{n}"] for n, _ in ORDERS], dim=1),
            torch.cat([dense[f"ln_g{order}"] for order, _ in ORDERS]),
            torch.cat([dense[f"ln_b{order}"] for order, _ in ORDERS]),
        )
        columns = [embedded]
        for i, (order, left) in enumerate(ORDERS):
            x = joined[:, i * CNN : (i + 1) * CNN]
            h = (
                torch.relu(self._ngram(x, batch, order, left, dense[f"w1_{order}"]) + dense[f"b1_{order}"])
                + x
            )
            c = (
                torch.relu(self._ngram(h, batch, order, left, dense[f"w2_{order}"]) + dense[f"b2_{order}"])
                + h
            )
            columns.append(c)
        feats = self._normalise(torch.cat(columns, dim=1), dense["ln_g"], dense["ln_b"])
        lengths = batch.lengths
        if self.parts.attention:
            gate = 2 * torch.sigmoid(feats @ self.extra["focus"] + self.extra["token"][batch.ids])
            feats = feats * gate[:, None]
            lengths = torch.zeros_like(lengths).index_add(0, batch.owner, gate)
        summed = torch.zeros(batch.count, feats.shape[1], device=feats.device).index_add(
            0, batch.owner, feats
        )
        pooled = (summed @ dense["cnn_W"] + lengths[:, None] * dense["cnn_b"]) * lengths.rsqrt()[:, None]
        if self.parts.words:
            pooled = pooled + self._said(batch)
        y0 = torch.relu(pooled @ dense["d0"])
        y1 = torch.relu(pooled @ dense["p1"] + y0 @ dense["d1"])
        y2 = torch.relu(y1 @ dense["d2"])
        z = y1 @ dense["p3"] + y2 @ dense["d3"]
        if query and self.parts.query:
            z = z + y2 @ self.extra["query_d3"] + self.extra["query_b"]
        z = torch.tanh(z)
        return z * (z * z).sum(dim=1, keepdim=True).clamp(min=self.eps).rsqrt()

    def _said(self, batch: Flat) -> Tensor:
        """What the known words of each text give, each as much as it counts."""
        ids, owner = batch.words
        gate = 2 * torch.sigmoid(self.word["gate"][ids])
        opened = torch.relu(self.known[ids] @ self.word["open"] + self.word["bias"]).float() * gate[:, None]
        said = torch.zeros(batch.count, opened.shape[1], device=opened.device).index_add(0, owner, opened)
        weight = torch.ones(batch.count, device=opened.device).index_add(0, owner, gate)
        return (said * weight.rsqrt()[:, None]) @ self.word["give"]

    def _ngram(self, x: Tensor, batch: Flat, order: int, left: int, weight: Tensor) -> Tensor:
        padded = torch.zeros(batch.total, CNN, device=x.device, dtype=x.dtype).index_copy(
            0, batch.position, x
        )
        out = torch.zeros_like(padded)
        for slot in range(order):
            shift = slot - left
            part = padded @ weight[slot * CNN : (slot + 1) * CNN]
            out = out + torch.roll(part, -shift, dims=0)
        return out[batch.position]

    def _normalise(self, x: Tensor, gamma: Tensor, beta: Tensor) -> Tensor:
        return nn.functional.layer_norm(x, (x.shape[1],), gamma, beta, self.eps)
