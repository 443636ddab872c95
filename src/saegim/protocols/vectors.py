"""Names of the arrays that vectors and document numbers travel in. For signatures only: it imports numpy."""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

Vectors: TypeAlias = NDArray[np.float32]
DocumentIds: TypeAlias = NDArray[np.int64]
