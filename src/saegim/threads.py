"""One BLAS thread while saegim computes, and what the host program had set afterwards."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache
from typing import Any

_lock = threading.Lock()
_inside = 0
_before: list[tuple[Any, int]] = []


@contextmanager
def one_thread() -> Iterator[None]:
    """Numpy's matrix products on the calling thread alone.

    Two BLAS threads on a busy machine take up to twenty times longer than one. The setting belongs to the
    whole process: the first to come sets it, the last to leave puts back what was there.
    """
    global _inside, _before
    with _lock:
        if not _inside:
            _before = [(library, library.get_num_threads()) for library in _blas()]
            _set([(library, 1) for library, threads in _before if threads != 1])
        _inside += 1
    try:
        yield
    finally:
        with _lock:
            _inside -= 1
            if not _inside:
                _set([(library, threads) for library, threads in _before if threads != 1])


def _set(wanted: Sequence[tuple[Any, int]]) -> None:
    for library, threads in wanted:
        library.set_num_threads(threads)


@lru_cache(maxsize=1)
def _blas() -> Sequence[Any]:
    # What is loaded is looked for once: whoever computes has imported numpy by now.
    import numpy  # noqa: F401
    from threadpoolctl import ThreadpoolController

    # Asked directly: the controller's own limit looks at everything it knows, each time (8 µs against 3).
    libraries: Sequence[Any] = ThreadpoolController().select(user_api="blas").lib_controllers
    return libraries
