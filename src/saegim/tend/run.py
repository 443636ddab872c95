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
from saegim.tend.ahead import next_at
from saegim.tend.breath import SLICE_S, Breath
from saegim.tend.consolidate_model import tell_with_model
from saegim.tend.counting import Insight, count_feelings, count_people, count_topics, tell_changes
from saegim.tend.keep import tended
from saegim.tend.reflect_model import Group, Thought, reflect_with_model
from saegim.tend.schedule import NEXT, TENDED

logger = logging.getLogger("saegim.tend")

T = TypeVar("T")
_CLAIM_S = 120.0
_PAGE = 100
_MOST_ENTITIES = 500
_SHOWN = 200
# Of merges of merges there are few; a run must end.
_ROUNDS = 100
# Of the first tending of a long past a model is asked about so much; the rest is told in its own words.
_MOST_TOLD = 24


class Overtaken(Exception):
    """The run lost its claim: someone else began one after this stood still for too long."""


@dataclass(slots=True)
class _Going:
    """A run as it goes."""

    run: Run
    breath: Breath
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
        going = _Going(run, Breath(sleep=self.sleep), dry=dry_run)
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

    @contextmanager
    def _looking(self, store: UserStore) -> Iterator[View]:
        """A snapshot; what others wrote while it was held is put in its place before one of them has to."""
        with store.read() as view:
            yield view
        store.checkpoint()

    def _steps(self, store: UserStore, going: _Going, now: datetime) -> None:
        tend, breath = self.settings.tend, going.breath
        with self._looking(store) as view:
            through = view.last_memory()
            memories = list(_every(view, breath))
            insights = [m for m in breath.each(memories) if m.kind == "insight"]
            doubts = reflect.doubtful(view, breath.each(insights), now)
        going.read.update(memories=len(memories), insights=len(insights))
        del memories
        again = [doubt.group for doubt in doubts if doubt.group is not None]
        self._each(store, going, "closed", doubts, lambda tx, one: reflect.close_insight(tx, one, now))
        if tend.merge:
            self._merge(store, going, now)
        self._sum_up(store, going, now)
        left = self._forget(store, going, now)
        if tend.reflect:
            renew = any(doubt.reason == reflect.CHANGED_AGAIN for doubt in doubts)
            self._reflect(store, going, now, again, renew=renew)
        if not going.dry:
            made = {memory.id: memory for memory in going.made}
            known = (memory for memory in breath.each(left) if memory.id not in made)
            ahead = next_at((*known, *made.values()), tend, now)
            with self._mine(store, going) as tx:
                # What this run made itself is nothing new.
                since = tx.memories_after(through, _PAGE)
                own = len(since) < _PAGE and not any(reflect.is_material(memory) for _, memory in since)
                tx.put_note(TENDED, str(since[-1][0] if since and own else through))
                tx.put_note(NEXT, None if ahead is None else ahead.isoformat())

    def _merge(self, store: UserStore, going: _Going, now: datetime) -> None:
        """Merge what says the same, so many at a time, until nothing is left to merge."""
        tend, breath = self.settings.tend, going.breath
        for _ in range(_ROUNDS):
            with self._looking(store) as view:
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

    def _sum_up(self, store: UserStore, going: _Going, now: datetime) -> None:
        tend, breath = self.settings.tend, going.breath
        if not tend.consolidate:
            return
        with self._looking(store) as view:
            memories = list(_every(view, breath))
            digests = consolidate.plan_digests(
                view, memories, tend, now, analyser=self.analyser, breath=breath
            )
            others = self._names(view) if digests and self.model is not None else set()
        self._each(
            store, going, "consolidated", self._told(store, going, digests, others),
            lambda tx, one: consolidate.apply_digest(tx, one, tend, now) is not None,
        )  # fmt: skip
        fading = consolidate.plan_fading(breath.each(memories))
        self._each(
            store, going, "faded", fading, lambda tx, one: consolidate.apply_fading(tx, one, tend, now)
        )

    def _told(
        self, store: UserStore, going: _Going, digests: Sequence[consolidate.Digest], others: set[str]
    ) -> list[consolidate.Digest]:
        """The summaries in a model's words, as far as it can be believed; it is asked about the newest."""
        told = list(digests)
        if self.model is None or going.dry:
            return told
        for place in sorted(range(len(told)), key=lambda i: told[i].start, reverse=True)[:_MOST_TOLD]:
            try:
                answer = tell_with_model(
                    self.model, told[place], others=others, settings=self.settings, analyser=self.analyser,
                    clock=self.clock, sleep=self.sleep,
                )  # fmt: skip
            except ModelFailed as error:
                logger.warning("summaries without a model: %s", error)
                self._count_calls(store, going, error.calls)
                break
            self._count_calls(store, going, answer.calls)
            going.did["refused"] += answer.refused is not None
            told[place] = answer.digest
        return told

    def _forget(self, store: UserStore, going: _Going, now: datetime) -> list[Memory]:
        """Forget and remove what is due; all memories as they are then."""
        tend, breath = self.settings.tend, going.breath
        policy = retain.read_policy(tend.retention)
        with self._looking(store) as view:
            memories = list(_every(view, breath))
        alive = [m for m in breath.each(memories) if m.state != "forgotten"]
        expired = retain.plan_expiry(breath.each(alive), policy, now)
        gone = {memory.id for memory in expired}
        pruned = prune.plan_prunes(breath.each(alive), tend, now) if tend.prune else []
        forgotten = self._each(
            store, going, "expired", expired,
            lambda tx, one: prune.apply_forget(tx, one, "retain", "its time is over", now) is not None,
        )  # fmt: skip
        forgotten += self._each(
            store, going, "pruned", [memory for memory in pruned if memory.id not in gone],
            lambda tx, one: prune.apply_forget(tx, one, "prune", "unimportant, old, never recalled", now)
            is not None,
        )  # fmt: skip
        dead = [m for m in breath.each(memories) if m.state == "forgotten"]
        removed = self._each(
            store, going, "removed", prune.plan_removals(breath.each(dead), tend, now), prune.apply_removal
        )
        lost = {memory.id for memory in (*forgotten, *removed)}
        kept = [memory for memory in breath.each(memories) if memory.id not in lost]
        return kept + [tended(memory, "", now) for memory in forgotten]

    def _each(
        self, store: UserStore, going: _Going, what: str, items: Sequence[T], do: Callable[[Tx, T], bool]
    ) -> list[T]:
        """Apply each item, a few to a transaction, with a pause in which others may write; those it did."""
        if going.dry:
            going.did[what] += len(items)
            going.would += [_describe(what, item) for item in items[: max(0, _SHOWN - len(going.would))]]
            return []
        left = deque(items)
        done: list[T] = []
        while left:
            with self._mine(store, going) as tx:
                end = time.perf_counter() + SLICE_S
                first = True
                while left and (first or (time.perf_counter() < end and not going.breath.hurried())):
                    first = False
                    item = left.popleft()
                    if do(tx, item):
                        done.append(item)
                        going.did[what] += 1
            # Otherwise SQLite does it by itself within someone's commit, a thousand pages at once.
            store.checkpoint()
            going.breath.pause()
        return done

    # Reflection.

    def _names(self, view: View) -> set[str]:
        """The names of everyone known."""
        known = view.entities(persona=None, type=None, merged=False, limit=_MOST_ENTITIES, offset=0)
        return {name for entity in known for name in entity.names}

    def _reflect(
        self, store: UserStore, going: _Going, now: datetime, again: Sequence[str], *, renew: bool
    ) -> None:
        """Draw insights when enough is new; again about the groups `again`, and of changes if `renew`."""
        breath = going.breath
        with self._looking(store) as view:
            fresh = reflect.fresh(view)
            due = fresh.due(self.settings.tend)
            if not due and not renew and not (again and self.model is not None):
                return
            current = [m for m in _every(view, breath) if m.valid_to is None and m.state == "active"]
            material = [m for m in breath.each(current) if reflect.is_material(m)]
            entities = view.entities(persona=None, type=None, merged=False, limit=_MOST_ENTITIES, offset=0)
            about = reflect.about_entities(view, breath.each(material))
            counted: list[tuple[str | None, Insight]] = []
            if due or renew:
                counted = self._counted(view, material, entities, about, now, breath, only_changes=not due)
            groups: list[Group] = []
            if self.model is not None:
                new = fresh.memories if due else ()
                groups = reflect.groups_for_model(view, new, current, about, breath, again)
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
        breath: Breath,
        *,
        only_changes: bool,
    ) -> list[tuple[str | None, Insight]]:
        found: list[tuple[str | None, Insight]] = []
        for persona in dict.fromkeys(memory.persona for memory in material):
            own = [memory for memory in breath.each(material) if memory.persona == persona]
            ko = any(has_hangul(memory.content) for memory in own[-20:])
            people = [entity for entity in entities if entity.persona == persona]
            found += [(persona, insight) for insight in tell_changes(view, breath.each(own), ko=ko)]
            if only_changes:
                continue
            for insight in (
                *count_topics(view, persona, own, analyser=self.analyser, now=now, ko=ko, breath=breath),
                *count_people(view, people, about, now=now, ko=ko),
                *count_feelings(breath.each(own), now=now, ko=ko),
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
                self._count_calls(store, going, error.calls)
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
