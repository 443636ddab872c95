"""One tending of one person: claimed, done in small steps, logged.

Everything is planned from a snapshot and applied in short transactions, each of which looks whether the
run is still its own and whether what it changes is as planned. Killed midway, the next run plans the rest.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import TypeVar

from saegim.errors import ModelFailed
from saegim.ids import new_id
from saegim.language.morphemes import Analyser
from saegim.language.text import has_hangul
from saegim.models import Entity, JsonObject, Memory, Run
from saegim.protocols import Clock, LanguageModel, Tx, UserStore, View
from saegim.settings import Settings
from saegim.tend import consolidate, merge, prune, reflect, retain
from saegim.tend.ahead import next_at
from saegim.tend.breath import Breath
from saegim.tend.consolidate_model import tell_with_model
from saegim.tend.counting import Insight, count_feelings, count_people, count_topics, tell_changes
from saegim.tend.going import Going, Overtaken
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


@dataclass(frozen=True, slots=True)
class Tender:
    """Tends people. `space` is the embedder's, `told` hears of insights once they are kept.

    `failed` hears of a model that did not answer, when what could be counted had to do.
    """

    settings: Settings
    analyser: Analyser
    space: str | None
    model: LanguageModel | None
    clock: Clock
    told: Callable[[Memory], None] = lambda memory: None
    failed: Callable[[ModelFailed], None] = lambda error: None
    sleep: Callable[[float], object] = time.sleep

    def tend(self, store: UserStore, *, trigger: str, dry_run: bool = False) -> Run:
        """Do everything that is to be done for the person; a dry run only lists it.

        `AlreadyTending` when another run is going.
        """
        now = self.clock.now()
        calling = self.settings.calling
        patience = calling.timeout_s * calling.tries if self.model is not None else 0.0
        run = Run(new_id("r", now), trigger, "running", now, now + timedelta(seconds=_CLAIM_S + patience))
        going = Going(
            store, run, Breath(sleep=self.sleep), self.clock, _CLAIM_S + patience, self.settings.tend.runs,
            _describe, dry=dry_run,
        )  # fmt: skip
        going.claim()
        try:
            self._steps(going, now)
        except Overtaken:
            raise
        except BaseException as error:
            going.end(error)
            self._tell(going)
            raise
        run = going.end()
        self._tell(going)
        return run

    def _tell(self, going: Going) -> None:
        """What was kept is told, even when a later step failed."""
        for memory in going.made:
            self.told(memory)

    def _steps(self, going: Going, now: datetime) -> None:
        tend, breath = self.settings.tend, going.breath
        with going.looking() as view:
            through = view.last_memory()
            memories = list(_every(view, breath))
            insights = [m for m in breath.each(memories) if m.kind == "insight"]
            doubts = reflect.doubtful(view, breath.each(insights), now)
        going.read.update(memories=len(memories), insights=len(insights))
        del memories
        again = [doubt.group for doubt in doubts if doubt.group is not None]
        going.each("closed", doubts, lambda tx, one: reflect.close_insight(tx, one, now))
        if tend.merge:
            self._merge(going, now)
        self._sum_up(going, now)
        left = self._forget(going, now)
        if tend.reflect:
            renew = any(doubt.reason == reflect.CHANGED_AGAIN for doubt in doubts)
            self._reflect(going, now, again, renew=renew)
        if not going.dry:
            made = {memory.id: memory for memory in going.made}
            known = (memory for memory in breath.each(left) if memory.id not in made)
            ahead = next_at((*known, *made.values()), tend, now)
            with going.writing() as tx:
                # What this run made itself is nothing new.
                since = tx.memories_after(through, _PAGE)
                own = len(since) < _PAGE and not any(reflect.is_material(memory) for _, memory in since)
                tx.put_note(TENDED, str(since[-1][0] if since and own else through))
                tx.put_note(NEXT, None if ahead is None else ahead.isoformat())

    def _merge(self, going: Going, now: datetime) -> None:
        """Merge what says the same, so many at a time, until nothing is left to merge."""
        tend, breath = self.settings.tend, going.breath
        for _ in range(_ROUNDS):
            with going.looking() as view:
                planned = merge.plan_merges(
                    view, list(_every(view, breath)), analyser=self.analyser,
                    space=None if self.space is None else view.space_id(self.space),
                    least=tend.merge_at, most=tend.merge_most, breath=breath,
                )  # fmt: skip
            done = going.did["merged"]
            going.each("merged", planned, lambda tx, one: merge.apply_merge(tx, one, now) is not None)
            if going.dry or going.did["merged"] == done:
                return

    def _sum_up(self, going: Going, now: datetime) -> None:
        tend, breath = self.settings.tend, going.breath
        if not tend.consolidate:
            return
        with going.looking() as view:
            memories = list(_every(view, breath))
            digests = consolidate.plan_digests(
                view, memories, tend, now, analyser=self.analyser, breath=breath
            )
            others = self._names(view) if digests and self.model is not None else set()
        going.each(
            "consolidated", self._told(going, digests, others),
            lambda tx, one: consolidate.apply_digest(tx, one, tend, now) is not None,
        )  # fmt: skip
        fading = consolidate.plan_fading(breath.each(memories))
        going.each("faded", fading, lambda tx, one: consolidate.apply_fading(tx, one, tend, now))

    def _told(
        self, going: Going, digests: Sequence[consolidate.Digest], others: set[str]
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
                self.failed(error)
                going.count_calls(error.calls)
                break
            going.count_calls(answer.calls)
            going.did["refused"] += answer.refused is not None
            told[place] = answer.digest
        return told

    def _forget(self, going: Going, now: datetime) -> list[Memory]:
        """Forget and remove what is due; all memories as they are then."""
        tend, breath = self.settings.tend, going.breath
        policy = retain.read_policy(tend.retention)
        with going.looking() as view:
            memories = list(_every(view, breath))
        alive = [m for m in breath.each(memories) if m.state != "forgotten"]
        expired = retain.plan_expiry(breath.each(alive), policy, now)
        gone = {memory.id for memory in expired}
        pruned = prune.plan_prunes(breath.each(alive), tend, now) if tend.prune else []
        forgotten = going.each(
            "expired", expired,
            lambda tx, one: prune.apply_forget(tx, one, "retain", "its time is over", now) is not None,
        )  # fmt: skip
        forgotten += going.each(
            "pruned", [memory for memory in pruned if memory.id not in gone],
            lambda tx, one: prune.apply_forget(tx, one, "prune", "unimportant, old, never recalled", now)
            is not None,
        )  # fmt: skip
        dead = [m for m in breath.each(memories) if m.state == "forgotten"]
        removed = going.each(
            "removed", prune.plan_removals(breath.each(dead), tend, now), prune.apply_removal
        )
        lost = {memory.id for memory in (*forgotten, *removed)}
        kept = [memory for memory in breath.each(memories) if memory.id not in lost]
        return kept + [tended(memory, "", now) for memory in forgotten]

    # Reflection.

    def _names(self, view: View) -> set[str]:
        """The names of everyone known."""
        known = view.entities(persona=None, type=None, merged=False, limit=_MOST_ENTITIES, offset=0)
        return {name for entity in known for name in entity.names}

    def _reflect(self, going: Going, now: datetime, again: Sequence[str], *, renew: bool) -> None:
        """Draw insights when enough is new; again about the groups `again`, and of changes if `renew`."""
        breath = going.breath
        with going.looking() as view:
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
        thoughts = [] if going.dry else self._think(going, groups, entities)
        insights = counted + [
            (thought_of.memories[0].persona, insight)
            for thought_of, thought in thoughts
            for insight in thought.insights
        ]
        going.each("reflected", insights, lambda tx, one: self._keep_insight(tx, going, *one, now))
        if due:
            summaries = {group.entity_id: thought.summary for group, thought in thoughts if thought.summary}
            touched = [e for e in entities if about.get(e.id)]
            profiles = [(e, reflect.refreshed(e, about[e.id], summaries.get(e.id, ""))) for e in touched]
            changed = [after for before, after in profiles if after != before]
            going.each("profiled", changed, self._keep_profile)
            if not going.dry:
                with going.writing() as tx:
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
        self, going: Going, groups: Sequence[Group], entities: Sequence[Entity]
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
                self.failed(error)
                going.count_calls(error.calls)
                break
            going.count_calls(thought.calls)
            going.did["refused"] += len(thought.refused)
            found.append((group, thought))
        return found

    def _keep_insight(
        self, tx: Tx, going: Going, persona: str | None, insight: Insight, now: datetime
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
