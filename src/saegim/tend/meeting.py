"""The step after learning: who came up in the new turns, and whom the new memories are about."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from saegim.language.morphemes import Analyser
from saegim.models import Entity, EntityType, Link, Memory, Message, Turn, TurnFilters, fold_name
from saegim.protocols import Tx, UserStore, View
from saegim.remember.jobs import MEET, again_at
from saegim.tend.entities import Impression, link_memory, note_turn, resolve
from saegim.tend.names import Named, find_names
from saegim.tend.sentiment import impressions
from saegim.tend.spelling import spellings

logger = logging.getLogger("saegim.tend")

BATCH = 32
# Memories up to this one have been linked to whom they are about.
MET = "met through memory"
_TIED_AT_MOST = 4
_SAME_TURN = 0.4


@dataclass(frozen=True, slots=True)
class Met:
    """What one batch brought."""

    turns: int
    memories: tuple[Memory, ...]

    def __bool__(self) -> bool:
        return bool(self.turns or self.memories)


def unmet(view: View) -> bool:
    """Whether there are memories that nobody linked to whom they are about."""
    return view.last_memory() > met_through(view)


def met_through(view: View) -> int:
    return int(view.note(MET) or 0)


def meet_batch(store: UserStore, analyser: Analyser, now: datetime) -> Met:
    """Meet everyone in the next turns and memories, once each; empty when there are none."""
    with store.read() as view:
        jobs = view.due_jobs((MEET,), now, BATCH)
        there = view.turns_by_id([job.target for job in jobs])
        turns = [there.get(job.target) for job in jobs]
        themself = _called(view)
        told = [[] if turn is None else _told(view, turn, themself, analyser) for turn in turns]
        position = met_through(view)
        rows = view.memories_after(position, BATCH)
    if not jobs and not rows:
        return Met(0, ())
    found = [_names(memory, themself, analyser) for _, memory in rows]
    with store.write() as tx:
        for job, turn, said in zip(jobs, turns, told, strict=True):
            if isinstance(said, str):
                tx.fail_job(job.id, said, again_at(job, now, passing=True))
            elif tx.finish_job(job.id) and turn is not None:
                note_turn(tx, turn.id, turn.persona, turn.at, said, now)
        # Another process may have been here meanwhile.
        mine = rows and met_through(tx) == position
        if mine:
            _link(tx, [(tx.memory(m.id) or m, names) for (_, m), names in zip(rows, found, strict=True)], now)
            tx.put_note(MET, str(rows[-1][0]))
    return Met(len(jobs), tuple(memory for _, memory in rows) if mine else ())


def _called(view: View) -> frozenset[str]:
    """Every writing of what the person says they are called: they are nobody they talk about."""
    known = (m for key in ("name", "nickname") for m in view.memories(key=key, subject="user", current=True))
    return frozenset(form for memory in known if memory.value for form in spellings(memory.value))


def _told(view: View, turn: Turn, themself: frozenset[str], analyser: Analyser) -> list[Impression] | str:
    """Everyone named in the turn and how they were spoken of, or why it could not be read."""
    try:
        own = _own_names(view, turn)
        return [one for message in turn.messages for one in _in_message(message, own, themself, analyser)]
    except Exception as error:
        # One odd sentence must not stop what comes after it; its job says what happened.
        logger.exception("a turn could not be read for names")
        return f"{type(error).__name__}: {error}"


def _in_message(
    message: Message, own: frozenset[str], themself: frozenset[str], analyser: Analyser
) -> list[Impression]:
    if message.role in ("assistant", "system"):
        return []
    platform = message.metadata.get("platform")
    platform = platform if isinstance(platform, str) else None
    (analysis,) = analyser.analyse([message.content])
    named = [one for one in _others(find_names(message.content, analysis), themself) if one.name not in own]
    by_author = message.name is not None and message.name not in own
    if not named and not by_author:
        return []
    felt = impressions(message.content, [one.name for one in named], analyser)
    found = [Impression(one, *felt[one.name], platform=platform) for one in named]
    if by_author and message.name is not None:
        score, context = impressions(message.content, [""], analyser)[""]
        author = Named(message.name, _sort_of_author(message), 0, handle=message.name.startswith("@"))
        # What someone says in anger is less against the listener than what is said of them.
        found.append(Impression(author, round(score / 2, 3), context, platform))
    return found


def _sort_of_author(message: Message) -> EntityType:
    name = (message.name or "").casefold()
    bot = (
        message.role == "bot" or message.metadata.get("author_type") == "bot" or name.endswith(("bot", "봇"))
    )
    return "bot" if bot else "person"


def _own_names(view: View, turn: Turn) -> frozenset[str]:
    """Names by which the person themself speaks: the only speaker of a talk that is not a platform's."""
    if all(message.name is None for message in turn.messages):
        return frozenset()
    if any(message.metadata.get("author") for message in turn.messages):
        return frozenset()
    said = view.turns(TurnFilters(session_id=turn.session_id), 50, 0)
    names = {m.name for t in said for m in t.messages if m.role == "user" and m.name is not None}
    return frozenset(names) if len(names) == 1 else frozenset()


def _others(names: Sequence[Named], themself: frozenset[str]) -> list[Named]:
    # A friend of the same name is told by what they are to them.
    return [one for one in names if one.relation or one.handle or themself.isdisjoint(spellings(one.name))]


def _names(memory: Memory, themself: frozenset[str], analyser: Analyser) -> list[Named]:
    (analysis,) = analyser.analyse([memory.content])
    # 사용자의 언니는 수진이다 names one person, not two.
    relation = (memory.key or "").rpartition(".")[2] if memory.value else ""
    return [one for one in _others(find_names(memory.content, analysis), themself) if one.name != relation]


def _link(tx: Tx, rows: Sequence[tuple[Memory, Sequence[Named]]], now: datetime) -> None:
    by_turn: dict[str, list[str]] = {}
    for memory, names in rows:
        if memory.kind == "insight" or memory.state == "forgotten":
            continue
        link_memory(tx, memory, names, now)
        for turn_id in memory.source_turns[:1] if memory.kind != "episode" else ():
            by_turn.setdefault(turn_id, []).append(memory.id)
    for ids in by_turn.values():
        for i, one in enumerate(ids[:_TIED_AT_MOST]):
            for other in ids[i + 1 : _TIED_AT_MOST]:
                tx.put_link(Link(one, "related_to", other, _SAME_TURN, now))


def entity_named(view: View, name: str, persona: str | None) -> Entity | None:
    """Who goes by the name, in any writing."""
    known = resolve(view, Named(name, "person", 0, sure=False), persona)
    if known is None:
        folded = fold_name(name)
        known = next(iter(view.entities_named([folded], persona=persona).get(folded, [])), None)
    return known
