"""bara_system's memory as its callers know it: `MemoryFacade`, and `MemoryService` before it.

All of it is async, as it was, and gives back dictionaries with the fields of its tables. Its documents
name the methods and not their arguments: those are named here after the columns they fill.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from typing import Any, ParamSpec, TypeVar

from saegim import Hit, Memory, Saegim
from saegim.errors import NotFound
from saegim.ids import new_id
from saegim.models import Entity
from saegim.tend.events import BotResponded, NewComment, NewPost, Notified

P = ParamSpec("P")
T = TypeVar("T")

_KINDS = {"triple": "fact", "decision": "decision"}
_STEADY = 0.15


async def _aside(work: Callable[P, T], *given: P.args, **named: P.kwargs) -> T:
    """The engine waits for the disk: not in the loop that serves others."""
    return await asyncio.to_thread(work, *given, **named)


class MemoryFacade:
    """The memory of one bot. `bot` is its user id here."""

    def __init__(self, saegim: Saegim, bot: str = "bara") -> None:
        self._saegim = saegim
        self._bot = saegim.user(bot)

    # Sessions and turns.

    async def start_session(self, platform: str = "chat") -> str:
        """An id for `process_turn` and `end_session`."""
        return f"{platform}:{new_id('s', self._saegim.clock.now())}"

    async def end_session(self, session_id: str) -> bool:
        """End the conversation; an episode is made of it. False when nothing was said in it."""
        try:
            return await _aside(self._bot.end_session, session_id) is not None
        except NotFound:
            return False

    async def process_turn(
        self,
        user_message: str,
        bot_response: str = "",
        *,
        session_id: str | None = None,
        platform: str = "chat",
    ) -> str:
        """Keep one exchange, and learn from it in the background; its id."""
        turn = await _aside(
            self._bot.record, user_message, bot_response, session=session_id, metadata={"platform": platform}
        )
        return turn.id

    # Memories.

    async def store_fact(
        self,
        content: str,
        *,
        memory_type: str = "fact",
        importance: float = 0.5,
        confidence: float = 0.7,
        platform: str = "",
        author: str = "",
    ) -> dict[str, Any]:
        """Keep one thing known: a knowledge node."""
        memory = await _aside(
            self._bot.remember,
            content,
            kind=_KINDS.get(memory_type, memory_type),
            importance=importance,
            confidence=confidence,
            subject=author or None,
            metadata={"platform": platform} if platform else None,
        )
        return _node(memory)

    async def retrieve_memories(self, query: str, limit: int = 10) -> list[dict[str, Any]]:
        """Words, meaning and links together: [{node, score, source}], best first."""
        hits = await _aside(self._bot.recall, query, limit=limit, among=("memories",))
        return [
            {"node": _node(hit.memory), "score": hit.score, "source": "+".join(sorted(hit.why.sources))}
            for hit in hits
            if hit.memory is not None
        ]

    async def recall_related(self, query: str, limit: int = 5) -> list[dict[str, Any]]:
        """What was known or said about it: [{content, score, created_at}], best first."""
        return [_said(hit) for hit in await _aside(self._bot.recall, query, limit=limit)]

    async def extract_and_store(
        self, text: str, *, platform: str = "", author: str = ""
    ) -> list[dict[str, Any]]:
        """Learn from what someone wrote, now: [{content, memory_type, importance}] of what is new."""

        def learn() -> list[dict[str, Any]]:
            turn = self._bot.hear(NewComment(author=author or "?", content=text, platform=platform or None))
            self._saegim.drain()
            known = self._bot.memories(limit=200)
            return [
                {"content": one.content, "memory_type": one.kind, "importance": one.importance}
                for one in known
                if turn.id in one.source_turns
            ]

        return await _aside(learn)

    # Whom it knows.

    async def get_entity_profile(self, platform: str, entity_name: str) -> dict[str, Any] | None:
        """The profile of whoever goes by the name; None when nobody does."""
        try:
            return _profile(await _aside(self._bot.entity, entity_name), platform)
        except NotFound:
            return None

    async def recall_bot(self, platform: str, entity_name: str) -> dict[str, Any] | None:
        """`get_entity_profile` by its older name."""
        return await self.get_entity_profile(platform, entity_name)

    async def get_frequent_contacts(
        self, platform: str | None = None, limit: int = 10
    ) -> list[dict[str, Any]]:
        """Profiles, the most met first."""
        found = await _aside(self._bot.frequent_contacts, limit=200)
        mine = [one for one in found if platform is None or one.platform in (None, platform)]
        return [_profile(one, platform or "") for one in mine[:limit]]

    # Posts.

    async def remember_post(
        self, platform: str, author: str, title: str = "", content: str = "", *, post_id: str | None = None
    ) -> str:
        """Keep someone's post; it teaches about its author. The id of its turn."""
        text = "\n".join(filter(None, (title, content)))
        event = NewPost(author=author, content=text, platform=platform, thread=post_id)
        return (await _aside(self._bot.hear, event)).id

    async def remember_interaction(
        self,
        platform: str,
        entity_name: str,
        content: str,
        *,
        entity_type: str = "bot",
        post_id: str | None = None,
    ) -> str:
        """Keep what someone wrote to the bot; counts as one interaction with them."""
        event = NewComment(
            author=entity_name, content=content, platform=platform, thread=post_id, author_type=entity_type
        )
        return (await _aside(self._bot.hear, event)).id

    async def get_context_for_post(
        self, platform: str, author: str, title: str = "", content: str = "", *, limit: int = 8
    ) -> dict[str, str]:
        """What `build_comment_prompt` takes: `memory_context` and `entity_context`."""
        profile = await self.get_entity_profile(platform, author)
        found = await self.recall_related("\n".join(filter(None, (title, content))) or author, limit)
        about = "" if profile is None else _told(profile)
        return {"memory_context": "\n".join(f"- {one['content']}" for one in found), "entity_context": about}

    async def get_assembled_context(self, message: str, *, total_budget: int = 4096) -> list[dict[str, str]]:
        """Messages for a language model within so many tokens, the new one last."""
        context = await _aside(self._bot.context, message, budget_tokens=total_budget)
        return list(context.messages)

    async def run_maintenance(self) -> dict[str, int]:
        """Evolve and reflect now; how much of what was done."""

        def tend() -> dict[str, int]:
            self._saegim.drain()
            return dict(self._bot.tend().did)

        return await _aside(tend)

    # What its event bus tells: mappings with the fields of the event.

    async def on_new_post(self, event: Mapping[str, Any]) -> None:
        await self.remember_post(
            str(event.get("platform") or ""), str(event["author"]), str(event.get("title") or ""),
            str(event.get("content") or ""), post_id=_id_of(event),
        )  # fmt: skip

    async def on_comment_posted(self, event: Mapping[str, Any]) -> None:
        await self.remember_interaction(
            str(event.get("platform") or ""), str(event["author"]), str(event["content"]),
            entity_type=str(event.get("entity_type") or "bot"), post_id=_id_of(event),
        )  # fmt: skip

    async def on_notification(self, event: Mapping[str, Any]) -> None:
        told = Notified(content=str(event["content"]), platform=event.get("platform"), thread=_id_of(event))
        await _aside(self._bot.hear, told)

    async def on_bot_response(self, event: Mapping[str, Any]) -> None:
        said = BotResponded(
            content=str(event["content"]), platform=event.get("platform"), thread=_id_of(event)
        )
        await _aside(self._bot.hear, said)


class MemoryService(MemoryFacade):
    """The name it had before the redesign; the same methods."""


def _id_of(event: Mapping[str, Any]) -> str | None:
    found = event.get("post_id")
    return None if found is None else str(found)


def _node(memory: Memory) -> dict[str, Any]:
    return {
        "id": memory.id,
        "content": memory.content,
        "memory_type": memory.kind,
        "source_type": {"hand": "user_explicit", "rules": "auto_capture"}.get(memory.origin, "llm_extract")
        if memory.kind != "insight"
        else "reflection",
        "importance": memory.importance,
        "confidence": memory.confidence,
        "platform": str(memory.metadata.get("platform") or ""),
        "author": memory.subject or "",
        "created_at": memory.created_at.isoformat(),
        "access_count": memory.access_count,
    }


def _said(hit: Hit) -> dict[str, Any]:
    return {"content": hit.text, "score": hit.score, "created_at": hit.at.isoformat()}


def _profile(entity: Entity, platform: str) -> dict[str, Any]:
    label = (
        "neutral" if abs(entity.sentiment) < _STEADY else "positive" if entity.sentiment > 0 else "negative"
    )
    return {
        "platform": entity.platform or platform,
        "entity_name": entity.name,
        "entity_type": entity.type,
        "display_name": entity.names[-1] if entity.names else entity.name,
        "summary": entity.summary,
        "interests": list(entity.interests),
        "personality_notes": " ".join(entity.notes),
        "first_seen_at": entity.first_seen_at.isoformat(),
        "last_interaction_at": entity.last_seen_at.isoformat(),
        "interaction_count": entity.count,
        "sentiment": label,
        "sentiment_score": entity.sentiment,
        "trust_level": entity.trust,
    }


def _told(profile: Mapping[str, Any]) -> str:
    """A profile in a few lines."""
    lines = [f"{profile['entity_name']} ({profile['interaction_count']}, {profile['sentiment']})"]
    lines += [str(profile[name]) for name in ("summary", "personality_notes") if profile[name]]
    if profile["interests"]:
        lines.append(", ".join(profile["interests"]))
    return "\n".join(lines)
