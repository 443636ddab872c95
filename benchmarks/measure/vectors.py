"""Vectors of our bundled encoder for given texts, worked out once and kept."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from pathlib import Path

from measure.sections import Tell
from peers.looked_up import save_vectors

_PART = 2_000
_MARK = "성수동에서 판교로 이사했어"


def vectors_for(texts: Iterable[str], folder: Path, tell: Tell) -> Path:
    """The file with a vector of each text; found again when the same texts are asked for."""
    from saegim.providers.encoder import SaegimEncoder

    # Some trim what they are asked before they embed it.
    wanted = list(dict.fromkeys(form for text in texts for form in (text, text.strip())))
    encoder = SaegimEncoder()
    # An encoder trained anew keeps its name until it is shipped: one vector tells it apart.
    mark = encoder.embed([_MARK]).tobytes()
    digest = hashlib.sha256(mark + "\n".join([encoder.name, *wanted]).encode()).hexdigest()[:16]
    path = folder / f"vectors-{digest}.npy"
    if not path.exists():
        import numpy as np

        parts = []
        for start in range(0, len(wanted), _PART):
            parts.append(encoder.embed(wanted[start : start + _PART]))
            tell(f"encoded {min(start + _PART, len(wanted)):,} of {len(wanted):,} texts")
        folder.mkdir(parents=True, exist_ok=True)
        save_vectors(path, wanted, np.concatenate(parts))
    return path
