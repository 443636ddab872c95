"""One tending of one person: claimed, done in small steps, logged.

Everything is planned from a snapshot and applied in short transactions, each of which looks whether the
run is still its own and whether what it changes is as planned. Killed midway, the next run plans the rest.
"""

from __future__ import annotations

import logging
import time
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import TypeVar

from saegim.errors import AlreadyTending, ModelFailed
from saegim.ids import new_id
from saegim.language.morphemes import Analyser
from saegim.language.text import has_hangul
from saegim.models import Entity, JsonObject, Memory, ModelCall, Run
from saegim.protocols import Clock, LanguageModel, Tx, UserStore, View
from saegim.settings import Settings
from saegim.tend import consolidate, merge, prune, reflect, retain
from saegim.tend.breath import PAUSE_S, SLICE_S, Breath
from saegim.tend.counting import Insight, count_feelings, count_people, count_topics, tell_changes
from saegim.tend.reflect_model import Group, Thought, reflect_with_model
from saegim.tend.schedule import TENDED

logger = logging.getLogger("saegim.tend")

T = TypeVar("T")
_CLAIM_S = 120.0
_PAGE = 100
_MOST_ENTITIES = 500
_SHOWN = 200
# Of merges of merges there are few; a run must end.
_ROUNDS = 100
_CHECKPOINT_EVERY = 4


class Overtaken(Exception):
    """The run lost its claim: someone else began one after this stood still for too long."""


@dataclass(slots=True)
class _Going:
    """A run as it goes."""

    run: Run
    did: Counter[str] = field(default_factory=Counter)
    read: Counter[str] = field(default_factory=Counter)
    would: list[JsonObject] = field(default_factory=list)
    calls: list[ModelCall] = field(default_factory=list)
    made: list[Memory] = field(default_factory=list)
    dry: bool = False


@dataclass(frozen=True, slots=True)
class Tender:
    """Tends people. `space` is the embedder's, `told` hears of insights once they are kept."""

    settings: Settings
    analyser: Analyser
    space: str | None
    model: LanguageModel | None
    clock: Clock
    told: Callable[[Memory], None] = lambda memory: None
    sleep: Callable[[float], object] = time.sleep

    def tend(self, store: UserStore, *, trigger: str, dry_run: bool = False) -> Run:
        """Do everything that is to be done for the person; a dry run only lists it.

        `AlreadyTending` when another run is going.
        """
        began = time.perf_counter()
        now = self.clock.now()
        run = Run(new_id("r", now), trigger, "running", now, self._until(now))
        going = _Going(run, dry=dry_run)
        if not dry_run:
            self._claim(store, run)
        try:
            self._steps(store, going, now)
        except BaseException as error:
            if not dry_run and not isinstance(error, Overtaken):
                self._end(store, going, began, error)
            raise
        if dry_run:
            return replace(self._summed(going, began), state="done", ended_at=now, would=tuple(going.would))
        return self._end(store, going, began, None)

    # The claim.

    def _until(self, now: datetime) -> datetime:
        calling = self.settings.calling
        patience = calling.timeout_s * calling.tries if self.model is not None else 0.0
        return now + timedelta(seconds=_CLAIM_S + patience)

    def _claim(self, store: UserStore, run: Run) -> None:
        with store.write() as tx:
            for other in tx.runs(state="running", limit=10, offset=0):
                if other.until > run.started_at:
                    raise AlreadyTending(other.id)
                tx.put_run(replace(other, state="interrupted", ended_at=other.until), keep=self._kept)
            tx.put_run(run, keep=self._kept)

    @property
    def _kept(self) -> int:
        return self.settings.tend.runs

    @contextmanager
    def _mine(self, store: UserStore, going: _Going) -> Iterator[Tx]:
        """A transaction that only the holder of the claim gets, and that renews it."""
        with store.write() as tx:
            held = tx.run(going.run.id)
            if held is None or held.state != "running":
                raise Overtaken(going.run.id)
            going.run = replace(going.run, until=self._until(self.clock.now()))
            tx.put_run(self._summed(going, None), keep=self._kept)
            yield tx

    def _summed(self, going: _Going, began: float | None) -> Run:
        return replace(
            going.run,
            read=dict(going.read),
            did={name: count for name, count in going.did.items() if count},
            seconds=0.0 if began is None else round(time.perf_counter() - began, 3),
            model_calls=len(going.calls),
            tokens=sum(call.input_tokens + call.output_tokens for call in going.calls),
            cost=sum(call.cost for call in going.calls),
        )

    def _end(self, store: UserStore, going: _Going, began: float, error: BaseException | None) -> Run:
        now = self.clock.now()
        run = replace(self._summed(going, began), state="done", ended_at=now, until=now)
        if error is not None:
            run = replace(run, state="failed", error=f"{type(error).__name__}: {error}")
        with store.write() as tx:
            held = tx.run(run.id)
            if held is not None and held.state == "running":
                tx.put_run(run, keep=self._kept)
        for memory in going.made:
            self.told(memory)
        return run

    # The steps.

    def _steps(self, store: UserStore, going: _Going, now: datetime) -> None:
        tend = self.settings.tend
        breath = Breath(sleep=self.sleep)
        with store.read() as view:
            through = view.last_memory()
            memories = list(_every(view, breath))
            insights = [m for m in memories if m.kind == "insight"]
            doubts = reflect.doubtful(view, insights, now)
        going.read.update(memories=len(memories), insights=len(insights))
        again = [doubt.group for doubt in doubts if doubt.group is not None]
        self._each(store, going, "closed", doubts, lambda tx, one: reflect.close_insight(tx, one, now))
        if tend.merge:
            self._merge(store, going, now, breath)
        self._sum_up(store, going, now, breath)
        self._forget(store, going, now, breath)
        if tend.reflect:
            self._reflect(store, going, now, again, breath)
        if not going.dry:
            with self._mine(store, going) as tx:
                # What this run made itself is nothing new.
                since = tx.memories_after(through, _PAGE)
                own = len(since) < _PAGE and not any(reflect.is_material(memory) for _, memory in since)
                tx.put_note(TENDED, str(since[-1][0] if since and own else through))

    def _merge(self, store: UserStore, going: _Going, now: datetime, breath: Breath) -> None:
        """Merge what says the same, so many at a time, until nothing is left to merge."""
        tend = self.settings.tend
        for _ in range(_ROUNDS):
            with store.read() as view:
                planned = merge.plan_merges(
                    view, list(_every(view, breath)), analyser=self.analyser,
                    space=None if self.space is None else view.space_id(self.space),
                    least=tend.merge_at, most=tend.merge_most, breath=breath,
                )  # fmt: skip
            done = going.did["merged"]
            self._each(
                store, going, "merged", planned, lambda tx, one: merge.apply_merge(tx, one, now) is not None
            )
            if going.dry or going.did["merged"] == done:
                return

    def _sum_up(self, store: UserStore, going: _Going, now: datetime, breath: Breath) -> None:
        tend = self.settings.tend
        if not tend.consolidate:
            return
        with store.read() as view:
            memories = list(_every(view, breath))
            digests = consolidate.plan_digests(view, memories, tend, now)
        self._each(
            store, going, "consolidated", digests,
            lambda tx, one: consolidate.apply_digest(tx, one, tend, now) is not None,
        )  # fmt: skip
        fading = consolidate.plan_fading(memories)
        self._each(
            store, going, "faded", fading, lambda tx, one: consolidate.apply_fading(tx, one, tend, now)
        )

    def _forget(self, store: UserStore, going: _Going, now: datetime, breath: Breath) -> None:
        tend = self.settings.tend
        policy = retain.read_policy(tend.retention)
        with store.read() as view:
            memories = list(_every(view, breath))
        alive = [m for m in memories if m.state != "forgotten"]
        expired = retain.plan_expiry(alive, policy, now)
        gone = {memory.id for memory in expired}
        pruned = prune.plan_prunes(alive, tend, now) if tend.prune else []
        self._each(
            store, going, "expired", expired,
            lambda tx, one: prune.apply_forget(tx, one, "retain", "its time is over", now) is not None,
        )  # fmt: skip
        self._each(
            store, going, "pruned", [memory for memory in pruned if memory.id not in gone],
            lambda tx, one: prune.apply_forget(tx, one, "prune", "unimportant, old, never recalled", now)
            is not None,
        )  # fmt: skip
        removals = prune.plan_removals([m for m in memories if m.state == "forgotten"], tend, now)
        self._each(store, going, "removed", removals, prune.apply_removal)

    def _each(
        self, store: UserStore, going: _Going, what: str, items: Sequence[T], do: Callable[[Tx, T], bool]
    ) -> None:
        """Apply each item, a few to a transaction, with a pause in which others may write."""
        if going.dry:
            going.did[what] += len(items)
            going.would += [_describe(what, item) for item in items[: max(0, _SHOWN - len(going.would))]]
            return
        left = deque(items)
        slices = 0
        while left:
            with self._mine(store, going) as tx:
                end = time.perf_counter() + SLICE_S
                while left and time.perf_counter() < end:
                    going.did[what] += do(tx, left.popleft())
            slices += 1
            if not left or slices % _CHECKPOINT_EVERY == 0:
                store.checkpoint()
            self.sleep(PAUSE_S)

    # Reflection.

    def _reflect(
        self, store: UserStore, going: _Going, now: datetime, again: Sequence[str], breath: Breath
    ) -> None:
        with store.read() as view:
            fresh = reflect.fresh(view)
            due = fresh.due(self.settings.tend)
            if not due and not (again and self.model is not None):
                return
            current = [m for m in _every(view, breath) if m.valid_to is None and m.state == "active"]
            material = [m for m in current if reflect.is_material(m)]
            entities = view.entities(persona=None, type=None, merged=False, limit=_MOST_ENTITIES, offset=0)
            about = reflect.about_entities(view, breath.each(material))
            counted = self._counted(view, material, entities, about, now) if due else []
            groups: list[Group] = []
            if self.model is not None:
                groups = reflect.groups_for_model(view, fresh.memories if due else (), current, again)
        going.read.update(reflected=len(fresh.memories))
        thoughts = [] if going.dry else self._think(store, going, groups, entities)
        insights = counted + [
            (thought_of.memories[0].persona, insight)
            for thought_of, thought in thoughts
            for insight in thought.insights
        ]
        self._each(
            store, going, "reflected", insights, lambda tx, one: self._keep_insight(tx, going, *one, now)
        )
        if due:
            summaries = {group.entity_id: thought.summary for group, thought in thoughts if thought.summary}
            touched = [e for e in entities if about.get(e.id)]
            profiles = [(e, reflect.refreshed(e, about[e.id], summaries.get(e.id, ""))) for e in touched]
            changed = [after for before, after in profiles if after != before]
            self._each(store, going, "profiled", changed, self._keep_profile)
            if not going.dry:
                with self._mine(store, going) as tx:
                    tx.put_note(reflect.REFLECTED, str(fresh.through))

    def _counted(
        self,
        view: View,
        material: Sequence[Memory],
        entities: Sequence[Entity],
        about: dict[str, list[Memory]],
        now: datetime,
    ) -> list[tuple[str | None, Insight]]:
        found: list[tuple[str | None, Insight]] = []
        for persona in dict.fromkeys(memory.persona for memory in material):
            own = [memory for memory in material if memory.persona == persona]
            ko = any(has_hangul(memory.content) for memory in own[-20:])
            people = [entity for entity in entities if entity.persona == persona]
            for insight in (
                *count_topics(view, persona, own, analyser=self.analyser, now=now, ko=ko),
                *count_people(view, people, about, now=now, ko=ko),
                *count_feelings(own, now=now, ko=ko),
                *tell_changes(view, own, ko=ko),
            ):
                found.append((persona, insight))
        return found

    def _think(
        self, store: UserStore, going: _Going, groups: Sequence[Group], entities: Sequence[Entity]
    ) -> list[tuple[Group, Thought]]:
        """Ask the model about each group; without it, or when it fails, what was counted must do."""
        if self.model is None:
            return []
        others = {name for entity in entities for name in entity.names}
        found: list[tuple[Group, Thought]] = []
        for group in groups:
            try:
                thought = reflect_with_model(
                    self.model, group, others=others, settings=self.settings, analyser=self.analyser,
                    clock=self.clock, sleep=self.sleep,
                )  # fmt: skip
            except ModelFailed as error:
                logger.warning("reflection without a model: %s", error)
                self._count_calls(store, going, getattr(error, "calls", ()))
                break
            self._count_calls(store, going, thought.calls)
            going.did["refused"] += len(thought.refused)
            found.append((group, thought))
        return found

    def _count_calls(self, store: UserStore, going: _Going, calls: Iterable[ModelCall]) -> None:
        made = list(calls)
        going.calls += made
        with self._mine(store, going) as tx:
            for call in made:
                tx.add_model_call(call)

    def _keep_insight(
        self, tx: Tx, going: _Going, persona: str | None, insight: Insight, now: datetime
    ) -> bool:
        kept = reflect.put_insight(tx, insight, persona, now)
        if kept is not None:
            going.made.append(kept)
        return kept is not None

    @staticmethod
    def _keep_profile(tx: Tx, profile: Entity) -> bool:
        now = tx.entity(profile.id)
        if now is None or now.merged_into is not None:
            return False
        tx.put_entity(replace(now, summary=profile.summary, interests=profile.interests, notes=profile.notes))
        return True


def _every(view: View, breath: Breath) -> Iterator[Memory]:
    """All memories in any state, a page at a time."""
    number = 0
    while rows := view.memories_after(number, _PAGE):
        yield from (memory for _, memory in rows)
        number = rows[-1][0]
        breath.take()


def every_memory(view: View) -> list[Memory]:
    """All memories in any state, oldest first."""
    return list(_every(view, Breath()))


def _describe(what: str, item: object) -> JsonObject:
    """What a dry run says of one thing it would do."""
    if isinstance(item, merge.Merge):
        return {"action": what, "memory": item.gone.id, "content": item.gone.content, "into": item.keep.id}
    if isinstance(item, consolidate.Digest):
        return {"action": what, "content": item.content, "covers": [memory.id for memory in item.covers]}
    if isinstance(item, reflect.Doubt):
        return {"action": what, "memory": item.insight.id, "content": item.insight.content}
    if isinstance(item, Memory):
        return {"action": what, "memory": item.id, "kind": item.kind, "content": item.content}
    if isinstance(item, Entity):
        return {"action": what, "entity": item.id, "name": item.name}
    if isinstance(item, tuple) and isinstance(item[1], Insight):
        return {"action": what, "content": item[1].content, "evidence": list(item[1].evidence)}
    return {"action": what}
