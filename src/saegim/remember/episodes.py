"""Episodes: the memory of a whole conversation, one for each session, kept within the person's plan."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from saegim.errors import MemoryLimitReached
from saegim.ids import new_id
from saegim.models import JsonObject, Memory, Session, Turn, TurnFilters
from saegim.protocols import Tx, View
from saegim.remember import hand
from saegim.remember.drafts import SummaryDraft

KEY = "episode"
# Whom the audit names for what nobody asked for.
SAEGIM = "saegim"
FREE_EPISODES = 5
LEAST_TURNS = 2
# A session longer than this is told from its newest turns.
_MOST_TURNS = 60
_TURNS_NAMED = 50

NOTICES = {
    "ko": (
        "메모리가 가득 찼습니다. 중요도가 낮은 이전 대화는 아카이브됩니다.",
        "더 많은 메모리를 원하시면 Knock Plus를 이용하세요",
    ),
    "en": (
        "Memory is full. Earlier conversations of low importance are archived.",
        "For more memory, use Knock Plus.",
    ),
}


def session_turns(view: View, session_id: str) -> list[Turn]:
    """The turns of a session, oldest first."""
    found = view.turns(TurnFilters(session_id=session_id), _MOST_TURNS, 0)
    return found[::-1]


def learned_in(view: View, turns: Sequence[Turn], persona: str | None) -> list[Memory]:
    """What was learned from these turns and still holds, episodes aside."""
    if not turns:
        return []
    ids = {turn.id for turn in turns}
    found = view.memories(persona=persona, current=True, since=min(t.at for t in turns), limit=1000)
    return [m for m in found if m.kind not in ("episode", "insight") and ids.intersection(m.source_turns)]


def episode_of(view: View, session_id: str) -> Memory | None:
    """The episode of a session, archived or not; None when there is none or it was forgotten."""
    found = view.memories(key=KEY, value=session_id, states=("active", "archived"), limit=1)
    return found[0] if found else None


def keep_episode(
    tx: Tx,
    session: Session,
    turns: Sequence[Turn],
    draft: SummaryDraft,
    *,
    plan: str,
    archive: bool,
    actor: str,
    now: datetime,
) -> tuple[Memory, list[Memory]]:
    """Write the session's episode, or renew it; with it, those that the plan archives for it.

    One that a person has put right stays as they left it. `MemoryLimitReached` when the plan is full and
    nothing may be archived.
    """
    known = episode_of(tx, session.id)
    if known is not None and known.origin == "hand" and actor == SAEGIM:
        return known, []
    full = plan == "free" and not archive and len(active_episodes(tx, session.persona)) >= FREE_EPISODES
    if known is None and full:
        raise MemoryLimitReached(FREE_EPISODES)
    metadata: JsonObject = {
        "session_id": session.id,
        "topics": list(draft.topics),
        "importance": draft.importance,
        "fallback": draft.fallback,
        "by": draft.by,
        "turns": session.turn_count,
        "started_at": session.started_at.isoformat(),
        "ended_at": None if session.ended_at is None else session.ended_at.isoformat(),
    }
    episode = Memory(
        id=new_id("k", now),
        kind="episode",
        content=draft.content,
        persona=session.persona,
        importance=draft.importance / 10,
        confidence=0.5 if draft.fallback else 0.8,
        created_at=now,
        updated_at=now,
        valid_from=session.started_at,
        key=KEY,
        value=session.id,
        tags=draft.topics,
        emotion=draft.emotion,
        source_turns=tuple(turn.id for turn in turns[-_TURNS_NAMED:]),
        origin=draft.by if actor == SAEGIM else "hand",
        metadata=metadata,
    )
    if known is None:
        tx.put_memory(episode, actor=actor, action="remember", reason=f"session {session.id}")
    else:
        fields = (
            "content",
            "importance",
            "confidence",
            "tags",
            "emotion",
            "source_turns",
            "origin",
            "metadata",
        )
        hand.change_memory(
            tx,
            known.id,
            {name: getattr(episode, name) for name in fields},
            actor=actor,
            action="renew",
            reason=f"session {session.id}",
            now=now,
        )
    archived = archive_overflow(tx, session.persona, plan, now=now) if archive else []
    return hand.get_memory(tx, episode.id if known is None else known.id), archived


def active_episodes(view: View, persona: str | None) -> list[Memory]:
    """The persona's own active episodes: the important first, then the newest; one of each set of topics."""
    found = view.memories(kind="episode", persona=persona, current=True, limit=10_000)
    own = [memory for memory in found if memory.persona == persona]
    newest: dict[tuple[str, ...], Memory] = {}
    for memory in sorted(own, key=lambda m: m.valid_from):
        newest[tuple(sorted(memory.tags)) or (memory.id,)] = memory
    first = sorted(newest.values(), key=lambda m: (m.importance, m.valid_from), reverse=True)
    ids = {memory.id for memory in first}
    return [*first, *(memory for memory in own if memory.id not in ids)]


def archive_overflow(tx: Tx, persona: str | None, plan: str, *, now: datetime) -> list[Memory]:
    """Archive what the plan has no room for; those archived."""
    if plan != "free":
        return []
    gone = active_episodes(tx, persona)[FREE_EPISODES:]
    for memory in gone:
        kept: JsonObject = {**memory.metadata, "archived_at": now.isoformat()}
        tx.put_memory(
            replace(memory, state="archived", updated_at=now, metadata=kept),
            actor=SAEGIM,
            action="archive",
            reason="the plan keeps the most important",
        )
    return gone
