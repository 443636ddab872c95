"""One BLAS thread while saegim computes, and what the host program had set afterwards."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from typing import Any

_lock = threading.Lock()
_inside = 0
_limit: Any = None


@contextmanager
def one_thread() -> Iterator[None]:
    """Numpy's matrix products on the calling thread alone.

    Two BLAS threads on a busy machine take up to twenty times longer than one. The setting belongs to the
    whole process: the first to come sets it, the last to leave puts back what was there.
    """
    global _inside, _limit
    with _lock:
        if not _inside:
            _limit = _blas().limit(limits=1, user_api="blas")
        _inside += 1
    try:
        yield
    finally:
        with _lock:
            _inside -= 1
            if not _inside:
                _limit.restore_original_limits()


@lru_cache(maxsize=1)
def _blas() -> Any:
    # What is loaded is looked for once: whoever computes has imported numpy by now.
    import numpy  # noqa: F401
    from threadpoolctl import ThreadpoolController

    return ThreadpoolController()
