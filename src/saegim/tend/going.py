"""A run as it goes: its claim, what it read and did, and its writes, a few at a time.

Every transaction looks whether the run is still its own, and renews its claim.
"""

from __future__ import annotations

import time
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import TypeVar

from saegim.errors import AlreadyTending
from saegim.models import JsonObject, Memory, ModelCall, Run
from saegim.protocols import Clock, Tx, UserStore, View
from saegim.tend.breath import SLICE_S, Breath

T = TypeVar("T")
_SHOWN = 200


class Overtaken(Exception):
    """The run lost its claim: someone else began one after this stood still for too long."""


@dataclass(slots=True)
class Going:
    """One run on one person. `lease_s` is how long it may stand still, `keep` how many runs are remembered.

    A `dry` run writes nothing: it lists in `would` what it would do.
    """

    store: UserStore
    run: Run
    breath: Breath
    clock: Clock
    lease_s: float
    keep: int
    describe: Callable[[str, object], JsonObject]
    dry: bool = False
    began: float = field(default_factory=time.perf_counter)
    did: Counter[str] = field(default_factory=Counter)
    read: Counter[str] = field(default_factory=Counter)
    would: list[JsonObject] = field(default_factory=list)
    calls: list[ModelCall] = field(default_factory=list)
    made: list[Memory] = field(default_factory=list)

    def claim(self) -> None:
        """Begin, unless another run is going; one that stood still for too long is taken for dead."""
        if self.dry:
            return
        with self.store.write() as tx:
            for other in tx.runs(state="running", limit=10, offset=0):
                if other.until > self.run.started_at:
                    raise AlreadyTending(other.id)
                tx.put_run(replace(other, state="interrupted", ended_at=other.until), keep=self.keep)
            tx.put_run(self.run, keep=self.keep)

    def until(self, now: datetime) -> datetime:
        """When a claim renewed now runs out."""
        return now + timedelta(seconds=self.lease_s)

    @contextmanager
    def looking(self) -> Iterator[View]:
        """A snapshot; what others wrote while it was held is put in its place before one of them has to."""
        with self.store.read() as view:
            yield view
        self.store.checkpoint()

    @contextmanager
    def writing(self) -> Iterator[Tx]:
        """A transaction that only the holder of the claim gets, and that renews it."""
        with self.store.write() as tx:
            held = tx.run(self.run.id)
            if held is None or held.state != "running":
                raise Overtaken(self.run.id)
            self.run = replace(self.run, until=self.until(self.clock.now()))
            tx.put_run(self._summed(), keep=self.keep)
            yield tx

    def each(self, what: str, items: Sequence[T], do: Callable[[Tx, T], bool]) -> list[T]:
        """Apply each item, a few to a transaction, with a pause in which others may write; those it did."""
        if self.dry:
            self.did[what] += len(items)
            self.would += [self.describe(what, item) for item in items[: max(0, _SHOWN - len(self.would))]]
            return []
        left = deque(items)
        done: list[T] = []
        while left:
            with self.writing() as tx:
                end = time.perf_counter() + SLICE_S
                first = True
                while left and (first or (time.perf_counter() < end and not self.breath.hurried())):
                    first = False
                    item = left.popleft()
                    if do(tx, item):
                        done.append(item)
                        self.did[what] += 1
            # Otherwise SQLite does it by itself within someone's commit, a thousand pages at once.
            self.store.checkpoint()
            self.breath.pause()
        return done

    def count_calls(self, calls: Iterable[ModelCall]) -> None:
        """Note what the model was asked, whatever it said."""
        made = list(calls)
        self.calls += made
        with self.writing() as tx:
            for call in made:
                tx.add_model_call(call)

    def end(self, error: BaseException | None = None) -> Run:
        """The run as it is remembered; written, unless it was dry or someone else has taken over."""
        now = self.clock.now()
        seconds = round(time.perf_counter() - self.began, 3)
        run = replace(self._summed(), state="done", ended_at=now, until=now, seconds=seconds)
        if error is not None:
            run = replace(run, state="failed", error=f"{type(error).__name__}: {error}")
        if self.dry:
            return replace(run, would=tuple(self.would))
        with self.store.write() as tx:
            held = tx.run(run.id)
            if held is not None and held.state == "running":
                tx.put_run(run, keep=self.keep)
        return run

    def _summed(self) -> Run:
        return replace(
            self.run,
            read=dict(self.read),
            did={name: count for name, count in self.did.items() if count},
            model_calls=len(self.calls),
            tokens=sum(call.input_tokens + call.output_tokens for call in self.calls),
            cost=sum(call.cost for call in self.calls),
        )
