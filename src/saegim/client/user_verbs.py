"""What can be done with one person's memory, as requests."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from saegim import models
from saegim.client.calls import Call, as_is, given, many, maybe, one, part, path, plain, verb


class UserVerbs:
    """The library's verbs."""

    _persona: str | None

    def _q(self, /, **named: Any) -> dict[str, Any]:
        return given(persona_id=self._persona, **named)

    @verb
    def record(
        self,
        user: str,
        assistant: str = "",
        *,
        at: Any = None,
        metadata: Mapping[str, Any] | None = None,
        session: str | None = None,
        id: str | None = None,
    ) -> Call[models.Turn]:
        """Keep one exchange as it was said; under an `id` of your own, once."""
        body = self._q(user=user, assistant=assistant, at=at, metadata=metadata, session_id=session, id=id)
        return Call("POST", path("turns"), one(models.Turn), body=body)

    @verb
    def record_messages(
        self, messages: Iterable[Mapping[str, Any]], *, session: str | None = None, id: str | None = None
    ) -> Call[list[models.Turn]]:
        """Keep messages of any roles and names, all or none."""
        rows = [{key: plain(value) for key, value in message.items()} for message in messages]
        body = self._q(messages=rows, session_id=session, id=id)
        return Call("POST", path("messages"), many("turns", models.Turn), body=body)

    @verb
    def turns(self, /, *, limit: int = 50, offset: int = 0, **filters: Any) -> Call[list[models.Turn]]:
        """Turns, newest first; filters session_id, emotion, intent, since, until, oldest_first."""
        query = self._q(limit=limit, offset=offset, **filters)
        return Call("GET", path("turns"), many("turns", models.Turn), query)

    @verb
    def search_turns(self, /, keyword: str, *, limit: int = 50, **filters: Any) -> Call[list[models.Turn]]:
        """Turns in which the keyword was said in any inflection, best first."""
        body = self._q(keyword=keyword, limit=limit, **filters)
        return Call("POST", path("turns", "search"), many("turns", models.Turn), body=body)

    @verb
    def turn(self, turn_id: str) -> Call[models.Turn]:
        """One turn."""
        return Call("GET", path("turns", turn_id), one(models.Turn), self._q())

    @verb
    def count_turns(self, /, **filters: Any) -> Call[int]:
        """How many turns there are."""
        return Call("GET", path("turns", "count"), part("count"), self._q(**filters))

    @verb
    def delete_turn(self, turn_id: str, *, reason: str = "") -> Call[None]:
        """Remove a turn for good."""
        return Call("DELETE", path("turns", turn_id), lambda _: None, self._q(reason=reason))

    @verb
    def window(self) -> Call[list[models.Message]]:
        """The last messages of the conversation in hand, oldest first."""
        return Call("GET", path("messages", "window"), many("messages", models.Message), self._q())

    @verb
    def sessions(self, *, limit: int = 50, offset: int = 0) -> Call[list[models.Session]]:
        """Conversations, newest first."""
        query = self._q(limit=limit, offset=offset)
        return Call("GET", path("sessions"), many("sessions", models.Session), query)

    @verb
    def end_session(self, session: str | None = None) -> Call[models.Session | None]:
        """End the named session, or the one in hand; None when none is open."""
        where = path("sessions", "end") if session is None else path("sessions", session, "end")
        return Call("POST", where, lambda document: maybe(models.Session, document["session"]), self._q())

    @verb
    def recall(
        self, /, query: str, *, limit: int | None = None, among: Sequence[str] | None = None, **filters: Any
    ) -> Call[list[models.Hit]]:
        """What answers the query, best first, each hit with its reasons; filters as the library's."""
        body = self._q(query=query, limit=limit, among=None if among is None else list(among), **filters)
        return Call("POST", path("recall"), many("hits", models.Hit), body=body)

    @verb
    def recall_detailed(
        self, /, query: str, *, limit: int | None = None, among: Sequence[str] | None = None, **filters: Any
    ) -> Call[models.Recall]:
        """`recall`, with what was degraded and the time of each stage."""
        body = self._q(query=query, limit=limit, among=None if among is None else list(among), **filters)
        return Call("POST", path("recall"), one(models.Recall), body=body)

    @verb
    def context(
        self,
        message: str | None = None,
        *,
        form: str = "full",
        budget_tokens: int | None = None,
        system: str | None = None,
        few_shot: Sequence[tuple[str, str]] = (),
        limit: int | None = None,
        as_of: Any = None,
    ) -> Call[models.Context]:
        """Messages for a language model, inside the budget."""
        examples = [list(example) for example in few_shot] or None
        body = self._q(
            message=message, form=form, budget_tokens=budget_tokens, system=system, few_shot=examples,
            limit=limit, as_of=as_of,
        )  # fmt: skip
        return Call("POST", path("context"), one(models.Context), body=body)

    @verb
    def preview(
        self,
        message: str | None = None,
        *,
        settings: Mapping[str, Any] | None = None,
        form: str = "full",
        budget_tokens: int | None = None,
        system: str | None = None,
        few_shot: Sequence[tuple[str, str]] = (),
        limit: int | None = None,
        as_of: Any = None,
    ) -> Call[models.Context]:
        """What a context would be, under other settings for this once; leaves no trace."""
        examples = [list(example) for example in few_shot] or None
        body = self._q(
            message=message, form=form, budget_tokens=budget_tokens, system=system, few_shot=examples,
            limit=limit, as_of=as_of, settings=None if settings is None else dict(settings),
        )  # fmt: skip
        return Call("POST", path("context", "preview"), one(models.Context), body=body)

    @verb
    def picked(self) -> Call[list[models.Memory]]:
        """What was picked to come first in the next context."""
        return Call("GET", path("context", "picked"), many("memories", models.Memory), self._q())

    @verb
    def trace_of(self, turn_id: str) -> Call[models.Trace]:
        """Why the context was as it was when this was said."""
        return Call("GET", path("turns", turn_id, "trace"), one(models.Trace), self._q())

    @verb
    def message(self, message_id: str) -> Call[models.Message]:
        """One message as it was said."""
        return Call("GET", path("messages", message_id), one(models.Message), self._q())

    @verb
    def pick(self, *memory_ids: str) -> Call[None]:
        """Put these memories first into the next context."""
        return Call("POST", path("context", "pick"), lambda _: None, body=self._q(memory_ids=memory_ids))

    @verb
    def remember(self, /, content: str, **details: Any) -> Call[models.Memory]:
        """Keep one thing; details as the library's (kind, key, value, tags, pinned, …)."""
        return Call("POST", path("memories"), one(models.Memory), body=self._q(content=content, **details))

    @verb
    def upsert(self, memories: Iterable[Mapping[str, Any]], *, reason: str = "") -> Call[list[models.Memory]]:
        """Keep many, all or none. Twice changes nothing."""
        rows = [given(**memory) for memory in memories]
        body = self._q(memories=rows, reason=reason)
        return Call("POST", path("memories", "batch"), many("memories", models.Memory), body=body)

    @verb
    def memories(self, /, *, limit: int = 50, offset: int = 0, **filters: Any) -> Call[list[models.Memory]]:
        """Memories, newest first; filters kind, tag, key, pinned, state, superseded, as_of."""
        query = self._q(limit=limit, offset=offset, **filters)
        return Call("GET", path("memories"), many("memories", models.Memory), query)

    @verb
    def memory(self, memory_id: str) -> Call[models.Memory]:
        """One memory."""
        return Call("GET", path("memories", memory_id), one(models.Memory), self._q())

    @verb
    def revise(
        self, /, memory_id: str, *, expected_version: int | None = None, reason: str = "", **changes: Any
    ) -> Call[models.Memory]:
        """A new version with what is given changed; `VersionConflict` when someone else was first."""
        body = given(version=expected_version, reason=reason, **changes)
        return Call("PATCH", path("memories", memory_id), one(models.Memory), self._q(), body)

    @verb
    def forget(self, memory_id: str, *, reason: str = "") -> Call[models.Memory]:
        """Out of every recall and listing; `restore` brings it back."""
        query = self._q(reason=reason)
        return Call("DELETE", path("memories", memory_id), one(models.Memory), query)

    @verb
    def restore(self, memory_id: str, *, version: int | None = None, reason: str = "") -> Call[models.Memory]:
        """Bring a memory back, or any version of one."""
        body = given(version=version, reason=reason)
        return Call("POST", path("memories", memory_id, "restore"), one(models.Memory), self._q(), body)

    @verb
    def archive(self, memory_id: str) -> Call[models.Memory]:
        """Keep it, but out of recall unless asked for."""
        return Call("POST", path("memories", memory_id, "archive"), one(models.Memory), self._q())

    @verb
    def pin(self, memory_id: str, *, pinned: bool = True) -> Call[models.Memory]:
        """Keep it in every context, or no longer."""
        query = self._q(pinned=str(pinned).lower())
        return Call("POST", path("memories", memory_id, "pin"), one(models.Memory), query)

    @verb
    def tag(self, memory_id: str, *tags: str) -> Call[models.Memory]:
        """Add tags."""
        body = {"tags": list(tags)}
        return Call("POST", path("memories", memory_id, "tags"), one(models.Memory), self._q(), body)

    @verb
    def delete_memories(self, memory_ids: Sequence[str], *, reason: str = "") -> Call[int]:
        """Remove memories for good; how many there were."""
        body = {"ids": list(memory_ids), "reason": reason}
        return Call("POST", path("memories", "delete"), part("deleted"), self._q(), body)

    @verb
    def history(self, memory_id: str) -> Call[list[models.MemoryVersion]]:
        """Every version of a memory, oldest first."""
        where = path("memories", memory_id, "history")
        return Call("GET", where, many("versions", models.MemoryVersion), self._q())

    @verb
    def link(self, source: str, relation: str, target: str, *, weight: float = 1.0) -> Call[models.Link]:
        """Relate two memories."""
        body = {"relation": relation, "target": target, "weight": weight}
        return Call("POST", path("memories", source, "links"), one(models.Link), self._q(), body)

    @verb
    def links(self, memory_id: str) -> Call[list[models.Link]]:
        """Links from and to a memory."""
        return Call("GET", path("memories", memory_id, "links"), many("links", models.Link), self._q())

    @verb
    def timeline(
        self,
        *,
        year: int | None = None,
        month: int | None = None,
        years: tuple[int, int] | None = None,
        kind: str | None = None,
        tag: str | None = None,
        word: str | None = None,
        limit: int = 200,
        offset: int = 0,
    ) -> Call[list[models.Memory]]:
        """Memories by when they began to hold, newest first."""
        query = self._q(
            year=year, month=month, years=years, kind=kind, tag=tag, word=word, limit=limit, offset=offset
        )
        return Call("GET", path("timeline"), many("memories", models.Memory), query)

    @verb
    def profile(self) -> Call[dict[str, str]]:
        """What is known as key and value."""
        return Call("GET", path("profile"), part("profile"), self._q())

    @verb
    def candidates(
        self, *, verdict: str | None = None, limit: int = 50, offset: int = 0
    ) -> Call[list[models.Candidate]]:
        """What turns may teach, with scores and verdicts."""
        query = self._q(verdict=verdict, limit=limit, offset=offset)
        return Call("GET", path("candidates"), many("candidates", models.Candidate), query)

    @verb
    def candidate(self, candidate_id: str) -> Call[models.Candidate]:
        """One candidate."""
        return Call("GET", path("candidates", candidate_id), one(models.Candidate), self._q())

    @verb
    def why(self, memory_id: str) -> Call[str]:
        """Why a memory is kept, in a sentence or two, in the client's language."""
        return Call("GET", path("memories", memory_id, "why"), part("why"), self._q())

    @verb
    def episodes(
        self, *, include_archived: bool = False, limit: int = 50, offset: int = 0
    ) -> Call[list[models.Memory]]:
        """Episodes: the important first, then the newest."""
        query = self._q(include_archived=str(include_archived).lower(), limit=limit, offset=offset)
        return Call("GET", path("episodes"), many("episodes", models.Memory), query)

    @verb
    def make_episode(self, /, session: str | None = None, **details: Any) -> Call[models.Memory]:
        """Keep an episode of the session, or of the one in hand, now."""
        body = self._q(session_id=session, **details)
        return Call("POST", path("episodes"), one(models.Memory), body=body)

    @verb
    def summarise(self, *, strict: bool = False) -> Call[models.Summary | None]:
        """Fold all but the newest turns into the rolling summary now."""
        body = self._q(strict=strict)
        where = path("summaries", "roll")
        return Call("POST", where, lambda document: maybe(models.Summary, document["summary"]), body=body)

    @verb
    def summaries(self, *, limit: int = 10, offset: int = 0) -> Call[list[models.Summary]]:
        """Summaries, newest first."""
        query = self._q(limit=limit, offset=offset)
        return Call("GET", path("summaries"), many("summaries", models.Summary), query)

    @verb
    def jobs(self, *, state: str | None = None, limit: int = 50, offset: int = 0) -> Call[list[models.Job]]:
        """Work on this person that is not done yet."""
        query = given(state=state, limit=limit, offset=offset)
        return Call("GET", path("jobs"), many("jobs", models.Job), query)

    @verb
    def retry_jobs(self, job_id: int | None = None) -> Call[int]:
        """Have one dead job, or all of them, tried again; how many."""
        return Call("POST", path("jobs", "retry"), part("retried"), given(job_id=job_id))

    @verb
    def model_calls(self, *, limit: int = 50, offset: int = 0) -> Call[list[models.ModelCall]]:
        """Questions put to the language model about this person, newest first, with what they cost."""
        query = given(limit=limit, offset=offset)
        return Call("GET", path("model-calls"), many("calls", models.ModelCall), query)

    @verb
    def trace(self, trace_id: str) -> Call[models.Trace]:
        """Why a context was as it was."""
        return Call("GET", path("traces", trace_id), one(models.Trace), self._q())

    @verb
    def traces(self, *, limit: int = 50, offset: int = 0) -> Call[list[models.Trace]]:
        """Traces, newest first."""
        query = self._q(limit=limit, offset=offset)
        return Call("GET", path("traces"), many("traces", models.Trace), query)

    @verb
    def audit(
        self, *, memory_id: str | None = None, limit: int = 100, offset: int = 0
    ) -> Call[list[models.AuditEvent]]:
        """Who did what and why, newest first."""
        query = given(memory_id=memory_id, limit=limit, offset=offset)
        return Call("GET", path("audit"), many("events", models.AuditEvent), query)

    @verb
    def stats(self) -> Call[models.Stats]:
        """Totals of the whole person."""
        return Call("GET", path("stats"), one(models.Stats))

    @verb
    def bring_back(self, file: str | os.PathLike[str]) -> Call[int]:
        """Read an export into this person, who must be empty: all of it, or none. How many things came."""
        return Call("POST", path("import"), part("things"), file=file)

    @verb
    def clear(self, *, confirm: bool = False) -> Call[int]:
        """Remove everything said and known."""
        query = {"confirm": str(confirm).lower()}
        return Call("POST", path("users", "me", "clear"), part("turns"), query)

    @verb
    def erase(self, *, confirm: bool = False) -> Call[bool]:
        """Destroy the person's key and file for good, their tokens too."""
        return Call("DELETE", path("users", "me"), part("erased"), {"confirm": str(confirm).lower()})

    @verb
    def chat(self, message: str, *, session: str | None = None) -> Call[dict[str, Any]]:
        """Say something; the reply with what was recalled, as the server tells it."""
        return Call("POST", path("chat", "send"), as_is, body=self._q(message=message, session_id=session))
