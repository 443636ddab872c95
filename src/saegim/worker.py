"""The background thread: takes users whose work is due and does it, one short step at a time."""

from __future__ import annotations

import logging
import secrets
import threading
import time
from collections.abc import Callable
from datetime import datetime, timedelta

from saegim.errors import NotFound
from saegim.protocols import Clock, Store

logger = logging.getLogger("saegim.worker")

# Lanes in the registry: what is done at once, and what waits for a language model.
QUICK, MODEL = "quick", "model"
LEASE_S = 60.0
# How often to look for work that another process left behind; our own work wakes us at once.
_LOOK_EVERY_S = 5.0
_RETRY_AFTER_S = 30.0
_DRAIN_PAUSE_S = 0.02

# Does everything due for a user; when to try again, if something failed.
Work = Callable[[str], datetime | None]


class Worker:
    """One thread per process and lane. Processes share the work through leases in the registry."""

    def __init__(
        self, store: Store, clock: Clock, task: str, work: Work, *, lease_s: float = LEASE_S
    ) -> None:
        self.task = task
        self._lease_s = lease_s
        self._store = store
        self._clock = clock
        self._work = work
        self.owner = secrets.token_hex(8)
        self._wake = threading.Event()
        self._stop = threading.Event()
        self._start_lock = threading.Lock()
        self._thread: threading.Thread | None = None

    def wake(self) -> None:
        """There is work: begin at once, starting the thread if need be."""
        with self._start_lock:
            if self._thread is None and not self._stop.is_set():
                self._thread = threading.Thread(target=self._run, name=f"saegim-{self.task}", daemon=True)
                self._thread.start()
        self._wake.set()

    def stop(self) -> None:
        """Finish the step in hand and end."""
        self._stop.set()
        self._wake.set()
        if self._thread is not None:
            self._thread.join()

    def run_due(self) -> int:
        """Do everything that is due now, in this thread; how many users had work."""
        done = 0
        while not self._stop.is_set():
            user_id = self._store.lease_due(self.task, self._clock.now(), self._lease_s, self.owner)
            if user_id is None:
                break
            self._do(user_id)
            done += 1
        return done

    def drain(self) -> int:
        """`run_due`, and wait for what others have in hand."""
        done = self.run_due()
        # Someone else's lease ends at the latest when it runs out: then it is ours.
        while self._store.count_due(self.task, self._clock.now()) and not self._stop.is_set():
            time.sleep(_DRAIN_PAUSE_S)
            done += self.run_due()
        return done

    def later(self) -> datetime:
        """When to try again what failed just now."""
        return self._clock.now() + timedelta(seconds=_RETRY_AFTER_S)

    def _do(self, user_id: str) -> None:
        try:
            again = self._work(user_id)
        except NotFound:
            # Erased meanwhile, the mark with the rest.
            return
        except Exception:
            # The loop must outlive one user's trouble; it is tried again later.
            logger.exception("background work failed")
            again = self.later()
        if again is not None:
            self._store.finish_due(user_id, self.task, self.owner, again_at=again)

    def _run(self) -> None:
        while not self._stop.is_set():
            self._wake.clear()
            try:
                self.run_due()
            except Exception:
                # A busy registry or a full disk passes; the thread must be there when it has.
                logger.exception("looking for background work failed")
            if not self._stop.is_set():
                self._wake.wait(_LOOK_EVERY_S)
