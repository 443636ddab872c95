"""What training pulls together, keeps apart, and holds in place."""

from __future__ import annotations

import torch
from torch import Tensor
from torch.nn import functional


def contrastive(
    questions: Tensor,
    statements: Tensor,
    negatives: Tensor,
    same: Tensor,
    same_negative: Tensor,
    scale: float,
) -> Tensor:
    """In-batch loss both ways: questions against statements and negatives, statements against questions.

    `same` marks pairs of rows that are right for each other besides the diagonal (one family, one text);
    `same_negative` marks the question and negative pairs that are not to be pushed apart.
    """
    scores = scale * questions @ statements.T
    scores = scores.masked_fill(same, -1e4)
    against = (scale * questions @ negatives.T).masked_fill(same_negative, -1e4)
    target = torch.arange(len(questions), device=questions.device)
    forward = functional.cross_entropy(torch.cat([scores, against], dim=1), target)
    return (forward + functional.cross_entropy(scores.T, target)) / 2


def cosent(left: Tensor, right: Tensor, grade: Tensor, scale: float) -> Tensor:
    """Every pair graded higher than another should also be the closer one."""
    closeness = scale * (left * right).sum(dim=1)
    difference = closeness[:, None] - closeness[None, :]
    wrong = difference[grade[:, None] < grade[None, :]]
    return torch.logsumexp(torch.cat([torch.zeros(1, device=wrong.device), wrong]), dim=0)


def anchor(now: Tensor, before: Tensor) -> Tensor:
    """How far general text has moved from where the base encoder put it."""
    return (1 - (now * before).sum(dim=1)).mean()
