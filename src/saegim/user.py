"""One remembered person. Checks what comes in, opens a transaction, calls the steps, gives back nouns."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from datetime import datetime
from typing import TYPE_CHECKING, Any, Literal

from saegim import inputs
from saegim.errors import ConfirmationNeeded, InvalidInput, NotFound
from saegim.ids import new_id
from saegim.models import (
    KINDS,
    AuditEvent,
    Context,
    Filters,
    Hit,
    Link,
    Memory,
    MemoryVersion,
    Message,
    Recall,
    Session,
    Source,
    Stats,
    Summary,
    Trace,
    Turn,
    TurnFilters,
)
from saegim.recording import continue_session, split_turns, with_turns
from saegim.remember import hand

if TYPE_CHECKING:
    from collections.abc import Iterator

    from saegim.core import Core
    from saegim.protocols import Tx, View

_PICKED = "picked for the next context"
_SOURCES: tuple[Source, ...] = ("memories", "messages")
Form = Literal["full", "compact"]


class User:
    """A handle on one person's memory, with one persona or none. Cheap to make; safe in threads."""

    def __init__(self, core: Core, user_id: str, persona: str | None) -> None:
        self._core = core
        self._limits = core.settings.limits
        self.id = inputs.check_id("user_id", user_id)
        self.persona = None if persona is None else inputs.check_id("persona", persona)

    def __repr__(self) -> str:
        return f"User({self.id!r}, persona={self.persona!r})"

    @contextmanager
    def _read(self) -> Iterator[View]:
        with self._core.store.user(self.id) as store, store.read() as view:
            yield view

    def _now(self) -> datetime:
        return self._core.clock.now()

    # Turns.

    def record(
        self,
        user: str,
        assistant: str = "",
        *,
        at: datetime | str | None = None,
        metadata: Mapping[str, Any] | None = None,
        session: str | None = None,
    ) -> Turn:
        """Keep one exchange as it was said. Durable when this returns; found by its words at once."""
        said = [("user", inputs.check_text("user", user, self._limits))]
        if assistant:
            said.append(("assistant", inputs.check_text("assistant", assistant, self._limits)))
        moment = self._check_time("at", at)
        known = inputs.check_metadata("metadata", metadata, self._limits)
        messages = [Message(new_id("m", moment), "", "", role, text, moment) for role, text in said]
        return self._record([messages], [known], session)[0]

    def record_messages(
        self, messages: Iterable[Mapping[str, Any]], *, session: str | None = None
    ) -> list[Turn]:
        """Keep messages of any roles and names (groups, posts, imports), all or none.

        Each is {"role", "content"} with optional "name", "at" and "metadata". A turn begins with whoever
        is not the assistant. Without `session`, silences divide them into sessions.
        """
        checked = [self._check_message(i, message) for i, message in enumerate(messages)]
        if len(checked) > self._limits.batch:
            raise InvalidInput(
                "messages", f"at most {self._limits.batch:,}", f"최대 {self._limits.batch:,}개"
            )
        if not checked:
            return []
        turns = split_turns(checked)
        return self._record(turns, [{} for _ in turns], session)

    def _check_message(self, i: int, message: Mapping[str, Any]) -> Message:
        field = f"messages[{i}]"
        if not isinstance(message, Mapping):
            raise InvalidInput(field, "must be a mapping", "사전이어야 합니다", code="message_invalid")
        unknown = set(message) - {"role", "content", "name", "at", "metadata"}
        if unknown:
            raise InvalidInput(
                field,
                f"unknown {', '.join(map(str, unknown))}",
                "모르는 항목이 있습니다",
                code="message_invalid",
            )
        at = self._check_time(f"{field}.at", message.get("at"))
        name = message.get("name")
        return Message(
            new_id("m", at),
            "",
            "",
            inputs.check_role(message.get("role", "user")),
            inputs.check_text(f"{field}.content", message.get("content"), self._limits),
            at,
            None if name is None else inputs.check_text(f"{field}.name", name, self._limits),
            inputs.check_metadata(f"{field}.metadata", message.get("metadata"), self._limits),
        )

    def _record(
        self, groups: Sequence[Sequence[Message]], metadata: Sequence[dict[str, Any]], session: str | None
    ) -> list[Turn]:
        session_id = None if session is None else inputs.check_id("session", session)
        analyser, words = self._core.quick_words([m.content for group in groups for m in group])
        idle_s = self._core.settings.sessions.idle_minutes * 60
        turns: list[Turn] = []
        touched: dict[str, tuple[Session, list[datetime]]] = {}
        with self._core.write(self.id) as tx:
            for group, known in zip(groups, metadata, strict=True):
                at = group[0].at
                current = self._continued(touched, at, session_id, idle_s)
                if current is None:
                    current = continue_session(
                        tx, session_id=session_id, persona=self.persona, at=at, idle_s=idle_s
                    )
                    if current.id not in touched:
                        tx.put_session(current)
                        touched[current.id] = (current, [])
                touched[current.id][1].append(group[-1].at)
                turn_id = new_id("t", at)
                said = tuple(replace(m, turn_id=turn_id, session_id=current.id) for m in group)
                turns.append(Turn(turn_id, current.id, self.persona, at, said, known))
            documents = tx.add_turns(turns)
            revision = tx.revision()
            tx.put_words(
                tx.ensure_analyser(analyser),
                [replace(w, id=d, revision=revision) for w, d in zip(words, documents, strict=True)],
            )
            for current, times in touched.values():
                tx.put_session(with_turns(current, times))
        return turns

    @staticmethod
    def _continued(
        touched: Mapping[str, tuple[Session, list[datetime]]],
        at: datetime,
        session_id: str | None,
        idle_s: float,
    ) -> Session | None:
        """The session of this call that the turn continues, if it does: the store cannot know yet."""
        for session, times in reversed(list(touched.values())):
            last = times[-1] if times else session.last_at
            if session_id is not None or abs((at - last).total_seconds()) <= idle_s:
                return session
        return None

    def turns(
        self,
        *,
        limit: int = 50,
        offset: int = 0,
        session: str | None = None,
        emotion: str | None = None,
        intent: str | None = None,
        since: datetime | str | None = None,
        until: datetime | str | None = None,
        oldest_first: bool = False,
    ) -> list[Turn]:
        """Turns, newest first unless asked otherwise. With a persona: that persona's."""
        limit, offset = self._check_page(limit, offset)
        filters = self._turn_filters(session, emotion, intent, since, until, oldest_first=oldest_first)
        with self._read() as view:
            return view.turns(filters, limit, offset)

    def search_turns(self, keyword: str, *, limit: int = 50, **filters: Any) -> list[Turn]:
        """Turns in which the keyword was said in any inflection, best first; filters as in `turns`."""
        hits = self.recall_detailed(keyword, limit=min(limit * 2, 1000), among=("messages",)).hits
        allowed = None
        if filters:
            allowed = {turn.id for turn in self.turns(limit=self._limits.page, **filters)}
        ids = list(dict.fromkeys(hit.message.turn_id for hit in hits if hit.message is not None))
        ids = [id_ for id_ in ids if allowed is None or id_ in allowed][:limit]
        with self._read() as view:
            return [turn for turn in (view.turn(id_) for id_ in ids) if turn is not None]

    def turn(self, turn_id: str) -> Turn:
        """One turn, or `NotFound`."""
        with self._read() as view:
            found = view.turn(turn_id)
        if found is None or not self._mine(found.persona):
            raise NotFound("turn", turn_id)
        return found

    def count_turns(self, **filters: Any) -> int:
        """How many turns there are; filters as in `turns`."""
        with self._read() as view:
            return view.count_turns(self._turn_filters(**{**_NO_FILTERS, **filters}))

    def delete_turn(self, turn_id: str, *, reason: str = "") -> None:
        """Remove a turn for good, its words and vectors too. What was learned from it stays."""
        self.turn(turn_id)
        with self._core.write(self.id) as tx:
            if not tx.delete_turn(turn_id):
                raise NotFound("turn", turn_id)
            tx.add_audit("user", "delete_turn", turn_id, reason, {})

    def window(self) -> list[Message]:
        """The last messages of the conversation in hand, oldest first (10 unless set otherwise)."""
        wanted = self._core.settings.sessions.window_messages
        with self._read() as view:
            turns = view.turns(TurnFilters(persona=self.persona), wanted, 0)
        messages = [message for turn in reversed(turns) for message in turn.messages]
        return messages[-wanted:]

    def _turn_filters(
        self,
        session: str | None,
        emotion: str | None,
        intent: str | None,
        since: datetime | str | None,
        until: datetime | str | None,
        *,
        oldest_first: bool = False,
    ) -> TurnFilters:
        return TurnFilters(
            persona=self.persona,
            session_id=session,
            emotion=emotion,
            intent=intent,
            since=None if since is None else inputs.check_moment("since", since),
            until=None if until is None else inputs.check_moment("until", until),
            oldest_first=oldest_first,
        )

    # Sessions.

    def sessions(self, *, limit: int = 50, offset: int = 0) -> list[Session]:
        """Conversations, newest first."""
        limit, offset = self._check_page(limit, offset)
        with self._read() as view:
            return view.sessions(persona=self.persona, limit=limit, offset=offset)

    def end_session(self, session: str | None = None) -> Session | None:
        """End the named session, or the one in hand; None when none is open."""
        now = self._now()
        with self._core.write(self.id) as tx:
            if session is not None:
                found = tx.session(session)
                if found is None or not self._mine(found.persona):
                    raise NotFound("session", session)
            else:
                recent = tx.sessions(persona=self.persona, limit=1, offset=0)
                found = recent[0] if recent and recent[0].ended_at is None else None
            if found is None or found.ended_at is not None:
                return found
            ended = replace(found, ended_at=max(now, found.last_at))
            tx.put_session(ended)
            return ended

    # Memories.

    def remember(
        self,
        content: str,
        *,
        kind: str = "note",
        id: str | None = None,
        subject: str | None = None,
        key: str | None = None,
        value: str | None = None,
        importance: float | None = None,
        confidence: float = 1.0,
        tags: Sequence[str] = (),
        emotion: str | None = None,
        pinned: bool | None = None,
        valid_from: datetime | str | None = None,
        source_turns: Sequence[str] = (),
        metadata: Mapping[str, Any] | None = None,
        for_all_personas: bool = False,
        actor: str = "user",
        reason: str = "",
    ) -> Memory:
        """Keep one thing. Saying it again gives back the same memory; with `id`, updates that one.

        With `key`, a new value closes the old one's validity ("home.city" holds one value at a time;
        "likes" gathers). Importance and pinning default by kind.
        """
        memory = self._memory(
            content, kind=kind, id=id, subject=subject, key=key, value=value, importance=importance,
            confidence=confidence, tags=tags, emotion=emotion, pinned=pinned, valid_from=valid_from,
            source_turns=source_turns, metadata=metadata, for_all_personas=for_all_personas,
        )  # fmt: skip
        with self._core.write(self.id) as tx:
            return self._upsert(tx, memory, actor=actor, reason=reason)

    def upsert(
        self, memories: Iterable[Mapping[str, Any]], *, actor: str = "user", reason: str = ""
    ) -> list[Memory]:
        """Write memories (as `remember` takes them, with "content") all or none. Twice changes nothing."""
        rows = list(memories)
        if len(rows) > self._limits.batch:
            raise InvalidInput(
                "memories", f"at most {self._limits.batch:,}", f"최대 {self._limits.batch:,}개"
            )
        built = [self._memory_from(row) for row in rows]
        with self._core.write(self.id) as tx:
            return [self._upsert(tx, memory, actor=actor, reason=reason) for memory in built]

    def _memory_from(self, row: Mapping[str, Any]) -> Memory:
        allowed = {
            "content", "kind", "id", "subject", "key", "value", "importance", "confidence", "tags", "emotion",
            "pinned", "valid_from", "source_turns", "metadata", "for_all_personas",
        }  # fmt: skip
        unknown = set(row) - allowed
        if unknown:
            names = ", ".join(sorted(map(str, unknown)))
            raise InvalidInput("memories", f"unknown {names}", f"모르는 항목: {names}", code="memory_invalid")
        return self._memory(**{"content": None, "kind": "note", **row})

    def _memory(
        self,
        content: object,
        *,
        kind: object,
        id: object = None,
        subject: object = None,
        key: object = None,
        value: object = None,
        importance: object = None,
        confidence: object = 1.0,
        tags: object = (),
        emotion: object = None,
        pinned: object = None,
        valid_from: object = None,
        source_turns: object = (),
        metadata: object = None,
        for_all_personas: bool = False,
    ) -> Memory:
        now = self._now()

        def text(field: str, given: object) -> str | None:
            return None if given is None else inputs.check_text(field, given, self._limits)

        known = inputs.check_kind(kind)
        return Memory(
            id=new_id("k", now) if id is None else inputs.check_id("id", id),
            kind=known,
            content=inputs.check_text("content", content, self._limits),
            persona=None if for_all_personas else self.persona,
            subject=text("subject", subject),
            key=text("key", key),
            value=text("value", value),
            importance=KINDS[known].weight
            if importance is None
            else inputs.check_share("importance", importance),
            confidence=inputs.check_share("confidence", confidence),
            tags=inputs.check_tags(tags, self._limits),
            emotion=text("emotion", emotion),
            pinned=KINDS[known].pinned if pinned is None else bool(pinned),
            source_turns=inputs.check_tags(source_turns, self._limits),
            metadata=inputs.check_metadata("metadata", metadata, self._limits),
            # A plan begins in the future: only its own time, not a turn's, may lie ahead.
            valid_from=now if valid_from is None else inputs.check_moment("valid_from", valid_from),
            created_at=now,
            updated_at=now,
        )

    def _upsert(self, tx: Tx, memory: Memory, *, actor: str, reason: str) -> Memory:
        before = tx.memory(memory.id)
        if before is None:
            return hand.add_memory(tx, memory, actor=actor, reason=reason, now=self._now())
        changes: dict[str, object] = {
            name: getattr(memory, name)
            for name in ("content", "kind", "subject", "key", "value", "importance", "confidence", "tags",
                         "emotion", "pinned", "source_turns", "metadata")
        }  # fmt: skip
        return hand.change_memory(
            tx, memory.id, changes, actor=actor, action="upsert", reason=reason, now=self._now()
        )

    def revise(
        self,
        memory_id: str,
        *,
        content: str | None = None,
        kind: str | None = None,
        importance: float | None = None,
        confidence: float | None = None,
        value: str | None = None,
        tags: Sequence[str] | None = None,
        emotion: str | None = None,
        pinned: bool | None = None,
        metadata: Mapping[str, Any] | None = None,
        expected_version: int | None = None,
        actor: str = "user",
        reason: str = "",
    ) -> Memory:
        """A new version with what is given changed; the old one is kept. Raises `VersionConflict` when
        `expected_version` is no longer the current one."""
        changes: dict[str, object] = {}
        if content is not None:
            changes["content"] = inputs.check_text("content", content, self._limits)
        if kind is not None:
            changes["kind"] = inputs.check_kind(kind)
        if importance is not None:
            changes["importance"] = inputs.check_share("importance", importance)
        if confidence is not None:
            changes["confidence"] = inputs.check_share("confidence", confidence)
        if value is not None:
            changes["value"] = inputs.check_text("value", value, self._limits)
        if tags is not None:
            changes["tags"] = inputs.check_tags(tags, self._limits)
        if emotion is not None:
            changes["emotion"] = inputs.check_text("emotion", emotion, self._limits)
        if pinned is not None:
            changes["pinned"] = bool(pinned)
        if metadata is not None:
            changes["metadata"] = inputs.check_metadata("metadata", metadata, self._limits)
        return self._change(memory_id, changes, "revise", actor, reason, expected_version)

    def pin(self, memory_id: str, *, pinned: bool = True) -> Memory:
        """Keep it in every context, or no longer."""
        return self._change(memory_id, {"pinned": pinned}, "pin" if pinned else "unpin")

    def tag(self, memory_id: str, *tags: str) -> Memory:
        """Add tags."""
        with self._read() as view:
            known = view.memory(memory_id)
        before = known.tags if known is not None else ()
        return self._change(memory_id, {"tags": inputs.check_tags([*before, *tags], self._limits)}, "tag")

    def archive(self, memory_id: str) -> Memory:
        """Keep it, but out of recall unless asked for."""
        return self._change(memory_id, {"state": "archived"}, "archive")

    def forget(self, memory_id: str, *, reason: str = "", actor: str = "user") -> Memory:
        """Out of every recall and listing; `restore` brings it back."""
        return self._change(memory_id, {"state": "forgotten"}, "forget", actor, reason)

    def restore(
        self, memory_id: str, *, version: int | None = None, actor: str = "user", reason: str = ""
    ) -> Memory:
        """Bring a forgotten or archived memory back, or any version of one, as a new version."""
        with self._core.write(self.id) as tx:
            self._own_memory(tx, memory_id)
            return hand.restore_memory(tx, memory_id, version, actor=actor, reason=reason, now=self._now())

    def delete_memories(self, memory_ids: Sequence[str], *, reason: str = "", actor: str = "user") -> int:
        """Remove memories for good, versions included; how many there were. Twice changes nothing."""
        with self._core.write(self.id) as tx:
            mine = [id_ for id_ in memory_ids if (m := tx.memory(id_)) is not None and self._mine(m.persona)]
            return sum(tx.delete_memory(id_, actor=actor, reason=reason) for id_ in mine)

    def _change(
        self,
        memory_id: str,
        changes: dict[str, object],
        action: str,
        actor: str = "user",
        reason: str = "",
        expected_version: int | None = None,
    ) -> Memory:
        with self._core.write(self.id) as tx:
            self._own_memory(tx, memory_id)
            return hand.change_memory(
                tx, memory_id, changes, actor=actor, action=action, reason=reason, now=self._now(),
                expected_version=expected_version,
            )  # fmt: skip

    def _own_memory(self, view: View, memory_id: str) -> Memory:
        found = view.memory(memory_id)
        if found is None or not self._mine(found.persona):
            raise NotFound("memory", memory_id)
        return found

    def _mine(self, persona: str | None) -> bool:
        """Whether something of that persona is this handle's business."""
        return self.persona is None or persona is None or persona == self.persona

    def memory(self, memory_id: str) -> Memory:
        """One memory, or `NotFound`."""
        with self._read() as view:
            return self._own_memory(view, memory_id)

    def memories(
        self,
        *,
        kind: str | None = None,
        tag: str | None = None,
        key: str | None = None,
        pinned: bool | None = None,
        state: str = "active",
        current: bool = True,
        as_of: datetime | str | None = None,
        limit: int = 50,
        offset: int = 0,
    ) -> list[Memory]:
        """Memories, newest first; `current=False` lists superseded ones too, `as_of` those valid then."""
        limit, offset = self._check_page(limit, offset)
        inputs.check_one_of("state", state, ("active", "archived", "forgotten"))
        moment = None if as_of is None else inputs.check_moment("as_of", as_of)
        with self._read() as view:
            return view.memories(
                persona=self.persona,
                kind=None if kind is None else inputs.check_kind(kind),
                tag=tag,
                key=key,
                pinned=pinned,
                states=(state,),
                current=current and moment is None,
                as_of=moment,
                limit=limit,
                offset=offset,
            )

    def history(self, memory_id: str) -> list[MemoryVersion]:
        """Every version of a memory, oldest first, with who made it and why."""
        with self._read() as view:
            self._own_memory(view, memory_id)
            return view.versions(memory_id)

    def link(self, source: str, relation: str, target: str, *, weight: float = 1.0) -> Link:
        """Relate two memories; recall follows links from what it finds."""
        checked = Link(
            source,
            inputs.check_id("relation", relation),
            target,
            inputs.check_share("weight", weight),
            self._now(),
        )
        with self._core.write(self.id) as tx:
            self._own_memory(tx, source)
            self._own_memory(tx, target)
            tx.put_link(checked)
            tx.add_audit("user", "link", source, "", {"relation": relation, "target": target})
        return checked

    def links(self, memory_id: str) -> list[Link]:
        """Links from and to a memory."""
        with self._read() as view:
            self._own_memory(view, memory_id)
            return view.links(memory_id)

    def timeline(
        self, *, year: int | None = None, month: int | None = None, limit: int = 200, offset: int = 0
    ) -> list[Memory]:
        """Memories by when they began to hold, newest first, superseded ones among them."""
        limit, offset = self._check_page(limit, offset)
        since = until = None
        if year is not None:
            inputs.check_count("year", year, least=1, most=9998)
            zone = self._core.settings.zone
            first = 1 if month is None else inputs.check_count("month", month, least=1, most=12)
            since = datetime(year, first, 1, tzinfo=zone)
            last = 12 if month is None else first
            until = datetime(year + last // 12, last % 12 + 1, 1, tzinfo=zone)
        with self._read() as view:
            return view.memories(persona=self.persona, since=since, until=until, limit=limit, offset=offset)

    def profile(self) -> dict[str, str]:
        """What is known as key and value, the newest of each; several values of one key are joined."""
        with self._read() as view:
            known = view.memories(persona=self.persona, current=True, limit=1000)
        gathered: dict[str, list[str]] = {}
        for memory in known:
            if memory.key is not None and memory.value is not None:
                name = memory.key if memory.subject in (None, "user") else f"{memory.subject}.{memory.key}"
                gathered.setdefault(name, []).append(memory.value)
        return {name: ", ".join(dict.fromkeys(values)) for name, values in sorted(gathered.items())}

    # Recall and context.

    def recall(
        self,
        query: str,
        *,
        limit: int | None = None,
        among: Sequence[Source] = _SOURCES,
        kinds: Sequence[str] = (),
        tags: Sequence[str] = (),
        since: datetime | str | None = None,
        until: datetime | str | None = None,
        years: tuple[int, int] | None = None,
        pinned: bool | None = None,
        archived: bool = False,
        entity: str | None = None,
        as_of: datetime | str | None = None,
    ) -> list[Hit]:
        """What answers the query, best first, each hit with its reasons; empty when nothing does."""
        return list(
            self.recall_detailed(
                query, limit=limit, among=among, kinds=kinds, tags=tags, since=since, until=until, years=years,
                pinned=pinned, archived=archived, entity=entity, as_of=as_of,
            ).hits
        )  # fmt: skip

    def recall_detailed(
        self,
        query: str,
        *,
        limit: int | None = None,
        among: Sequence[Source] = _SOURCES,
        kinds: Sequence[str] = (),
        tags: Sequence[str] = (),
        since: datetime | str | None = None,
        until: datetime | str | None = None,
        years: tuple[int, int] | None = None,
        pinned: bool | None = None,
        archived: bool = False,
        entity: str | None = None,
        as_of: datetime | str | None = None,
    ) -> Recall:
        """`recall`, with what was degraded, what is not indexed yet, and the time of each stage."""
        filters = self._filters(kinds, tags, since, until, years, pinned, archived, entity, as_of)
        wanted = self._core.settings.recall.limit if limit is None else limit
        inputs.check_count("limit", wanted, least=1, most=1000)
        for source in among:
            inputs.check_one_of("among", source, _SOURCES)
        return self._recall(inputs.check_text("query", query, self._limits), wanted, among, filters)

    def _filters(
        self,
        kinds: Sequence[str],
        tags: Sequence[str],
        since: datetime | str | None,
        until: datetime | str | None,
        years: tuple[int, int] | None,
        pinned: bool | None,
        archived: bool,
        entity: str | None,
        as_of: datetime | str | None,
    ) -> Filters:
        start = None if since is None else inputs.check_moment("since", since)
        end = None if until is None else inputs.check_moment("until", until)
        if years is not None:
            first, last = (inputs.check_count("years", year, least=1, most=9998) for year in years)
            zone = self._core.settings.zone
            start, end = datetime(first, 1, 1, tzinfo=zone), datetime(last + 1, 1, 1, tzinfo=zone)
        return Filters(
            kinds=tuple(inputs.check_kind(kind) for kind in kinds),
            tags=tuple(tags),
            persona=self.persona,
            since=start,
            until=end,
            pinned=pinned,
            archived=archived,
            as_of=None if as_of is None else inputs.check_moment("as_of", as_of),
            entity=entity,
        )

    def _recall(self, query: str, limit: int, among: Sequence[Source], filters: Filters) -> Recall:
        from saegim.recall.recalling import recall

        core = self._core
        with core.store.user(self.id) as store:
            found = recall(
                self.id,
                store,
                query,
                warm_users=core.warm_users,
                analyser=core.analyser,
                embedder=core.query_embedder,
                space=core.space,
                limit=limit,
                among=among,
                filters=filters,
                settings=core.settings.recall,
                now=self._now(),
            )
        core.remember_access(self.id, [hit.document for hit in found.hits if hit.memory is not None], None)
        return found

    def context(
        self,
        message: str | None = None,
        *,
        form: Form = "full",
        budget_tokens: int | None = None,
        system: str | None = None,
        few_shot: Sequence[tuple[str, str]] = (),
        limit: int | None = None,
        as_of: datetime | str | None = None,
    ) -> Context:
        """Messages for a language model, inside the budget, with what was recalled and what was left out.

        "compact" is the summary and the recent turns only. A budget of 0 means by turns only.
        Items picked with `pick` come first, once.
        """
        from saegim.recall.context import LEAST_BUDGET, Material, assemble, assemble_compact
        from saegim.recall.trace import describe_context

        settings = self._core.settings.context
        inputs.check_one_of("form", form, ("full", "compact"))
        default = settings.budget_tokens if form == "full" else settings.compact_tokens
        budget = default if budget_tokens is None else budget_tokens
        if budget != 0:
            inputs.check_count("budget_tokens", budget, least=LEAST_BUDGET, most=10_000_000)
        said = None if message is None else inputs.check_text("message", message, self._limits)
        moment = None if as_of is None else inputs.check_moment("as_of", as_of)
        wanted = limit or self._core.settings.recall.limit
        with self._read() as view:
            recent = view.turns(TurnFilters(persona=self.persona), settings.recent_turns, 0)[::-1]
            summary = view.latest_summary(self.persona)
            pinned = view.memories(persona=self.persona, pinned=True, current=True, limit=100)
            picked = self._picked(view)
        recalled = Recall(())
        if said is not None and form == "full":
            # Hits that the recent turns show already make room for others.
            more = wanted + sum(len(turn.messages) for turn in recent)
            filters = Filters(persona=self.persona, as_of=moment)
            recalled = self._recall(_asked(said, recent), more, _SOURCES, filters)
        material = Material(
            message=said,
            language=self._core.settings.language,
            system=self._system(system),
            profile=[f"{key}: {value}" for key, value in self.profile().items()] if form == "full" else (),
            pinned=sorted(pinned, key=lambda m: (-m.importance, m.created_at)),
            picked=picked,
            hits=_fresh(recalled.hits, recent, wanted),
            few_shot=few_shot,
            summary="" if summary is None else summary.content,
            recent=_unsummarised(recent, summary),
        )
        build = assemble if form == "full" else assemble_compact
        built = build(material, budget, settings, self._core.count_tokens)
        detail = describe_context(recalled, built.used_hits, built.parts, built.left_out, built.tokens)
        now = self._now()
        trace = Trace(new_id("x", now), now, said or "", detail)
        self._core.remember_access(self.id, [], trace)
        if picked:
            with self._core.write(self.id) as tx:
                tx.put_note(_PICKED, None)
        return Context(
            messages=tuple(built.messages),
            tokens=built.tokens,
            budget_tokens=budget,
            parts=built.parts,
            hits=tuple(built.used_hits),
            left_out=tuple(built.left_out),
            trace_id=trace.id,
            degraded=recalled.degraded,
        )

    def _system(self, given: str | None) -> str:
        if given is not None:
            return inputs.check_text("system", given, self._limits, empty=True)
        persona = self._core.store.persona(self.persona) if self.persona is not None else None
        return "" if persona is None else persona.system_prompt

    def pick(self, *memory_ids: str) -> None:
        """Put these memories first into the next context ("컨텍스트에 넣기")."""
        with self._core.write(self.id) as tx:
            for memory_id in memory_ids:
                self._own_memory(tx, memory_id)
            tx.put_note(_PICKED, json.dumps(list(memory_ids)))

    def _picked(self, view: View) -> list[Memory]:
        note = view.note(_PICKED)
        found = [view.memory(id_) for id_ in json.loads(note)] if note else []
        return [m for m in found if m is not None and m.state == "active" and self._mine(m.persona)]

    # Summaries and traces.

    def save_summary(
        self, content: str, *, summarized_turns: int = 0, through_turn: str | None = None
    ) -> Summary:
        """Keep a summary of the conversation so far; the newest one goes into each context."""
        now = self._now()
        summary = Summary(
            new_id("y", now),
            self.persona,
            None,
            inputs.check_text("content", content, self._limits),
            now,
            inputs.check_count("summarized_turns", summarized_turns, least=0, most=10_000_000),
            through_turn,
        )
        with self._core.write(self.id) as tx:
            tx.put_summary(summary)
        return summary

    def summaries(self, *, limit: int = 10, offset: int = 0) -> list[Summary]:
        """Summaries, newest first."""
        limit, offset = self._check_page(limit, offset)
        with self._read() as view:
            return view.summaries(persona=self.persona, limit=limit, offset=offset)

    def trace(self, trace_id: str) -> Trace:
        """Why a context was as it was: every hit with its scores, what was used and what was left out."""
        self._core.flush(self.id)
        with self._read() as view:
            found = view.trace(trace_id)
        if found is None:
            raise NotFound("trace", trace_id)
        return found

    def traces(self, *, limit: int = 50, offset: int = 0) -> list[Trace]:
        """Traces, newest first."""
        limit, offset = self._check_page(limit, offset)
        self._core.flush(self.id)
        with self._read() as view:
            return view.traces(limit, offset)

    def audit(self, *, memory_id: str | None = None, limit: int = 100, offset: int = 0) -> list[AuditEvent]:
        """Who did what and why, newest first."""
        limit, offset = self._check_page(limit, offset)
        with self._read() as view:
            return view.audit(target=memory_id, limit=limit, offset=offset)

    # Care.

    def stats(self) -> Stats:
        """Totals of the whole person, all personas together."""
        self._core.flush(self.id)
        with self._read() as view:
            analyser = view.analyser_id(self._core.analyser.name) or -1
            space = view.space_id(self._core.space) if self._core.space else None
            return view.stats(analyser, space or -1)

    def clear(self, *, confirm: bool = False) -> int:
        """Remove everything said and known; the number of turns removed. The user remains."""
        if not confirm:
            raise ConfirmationNeeded("clear")
        with self._core.write(self.id) as tx:
            count = tx.clear()
            tx.add_audit("user", "clear", self.id, "", {"turns": count})
        self._core.forget_user(self.id)
        return count

    def erase(self, *, confirm: bool = False) -> bool:
        """Destroy the person's key and file for good; whether there was one."""
        if not confirm:
            raise ConfirmationNeeded("erase")
        self._core.forget_user(self.id)
        return self._core.store.erase(self.id)

    def vacuum(self) -> int:
        """Give unused space back to the disk; the size after."""
        with self._core.store.user(self.id) as store:
            store.vacuum()
            return store.size_on_disk()

    def reindex(self) -> None:
        """Have every text analysed and embedded anew, in the background."""
        with self._core.write(self.id) as tx:
            tx.reset_index()

    def check(self) -> list[str]:
        """Problems found in the person's file; empty when sound."""
        with self._core.store.user(self.id) as store:
            return store.check()

    # Checks.

    def _check_time(self, field: str, at: datetime | str | None) -> datetime:
        now = self._now()
        return now if at is None else inputs.check_time(field, at, now, self._limits)

    def _check_page(self, limit: int, offset: int) -> tuple[int, int]:
        return (
            inputs.check_count("limit", limit, least=1, most=self._limits.page),
            inputs.check_count("offset", offset, least=0, most=2**53),
        )


_NO_FILTERS: dict[str, None] = dict.fromkeys(("session", "emotion", "intent", "since", "until"))
# A message with fewer words than this leans on what was said before it.
_SHORT_WORDS = 3


def _asked(message: str, recent: Sequence[Turn]) -> str:
    """What to search for: the message, with the turn before it when it says little by itself."""
    if len(message.split()) >= _SHORT_WORDS or not recent:
        return message
    return f"{message}\n{recent[-1].user}"


def _fresh(hits: Sequence[Hit], recent: Sequence[Turn], limit: int) -> list[Hit]:
    shown = {turn.id for turn in recent}
    return [hit for hit in hits if hit.message is None or hit.message.turn_id not in shown][:limit]


def _unsummarised(recent: Sequence[Turn], summary: Summary | None) -> Sequence[Turn]:
    """The recent turns after the summary ends; at least the newest."""
    if summary is None or summary.through_turn is None:
        return recent
    ids = [turn.id for turn in recent]
    if summary.through_turn not in ids:
        return recent
    return recent[ids.index(summary.through_turn) + 1 :] or recent[-1:]
