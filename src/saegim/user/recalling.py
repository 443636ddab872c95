"""Before a turn: recall, and the context for a language model."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Any, Literal

from saegim import inputs
from saegim.errors import InvalidInput
from saegim.ids import new_id
from saegim.models import Context, Filters, Hit, Memory, Recall, Source, Summary, Trace, Turn, TurnFilters
from saegim.protocols import View
from saegim.settings import Settings
from saegim.tend.breath import TALK
from saegim.user.memories import Memories

if TYPE_CHECKING:
    from saegim.language.tokens import Counter

_PICKED = "picked for the next context"
_SOURCES: tuple[Source, ...] = ("memories", "messages")
Form = Literal["full", "compact"]


class Recalling(Memories):
    """What comes to mind."""

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
                query, limit=limit, among=among, kinds=kinds, tags=tags, since=since, until=until,
                years=years, pinned=pinned, archived=archived, entity=entity, as_of=as_of,
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
        found = self._recall(inputs.check_text("query", query, self._limits), wanted, among, filters)
        self._core.remember_access(self.id, _memories_among(found.hits), None)
        return found

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
            start, end = inputs.check_years(years, self._core.settings.zone)
        return Filters(
            kinds=tuple(inputs.check_kind(kind) for kind in kinds),
            tags=inputs.check_tags(tags, self._limits),
            persona=self.persona,
            since=start,
            until=end,
            pinned=None if pinned is None else inputs.check_flag("pinned", pinned),
            archived=inputs.check_flag("archived", archived),
            as_of=None if as_of is None else inputs.check_moment("as_of", as_of),
            entity=None if entity is None else inputs.check_lookup("entity", entity),
        )

    def _recall_messages(self, query: str, limit: int) -> tuple[Hit, ...]:
        """Messages by their words and meaning, as many as asked for; for keyword search."""
        text = inputs.check_text("query", query, self._limits)
        return self._recall(text, limit, ("messages",), Filters(persona=self.persona)).hits

    def _recall(
        self, query: str, limit: int, among: Sequence[Source], filters: Filters, trial: Settings | None = None
    ) -> Recall:
        """What is found, under the settings in force or those of a `trial`; nothing is fresher by it."""
        from saegim.recall.recalling import recall

        core = self._core
        settings = core.settings if trial is None else trial
        # Read once: another embedder may take its place at any time.
        embedder = core.query_embedder
        with TALK, core.store.user(self.id) as store:
            core.notice(self.id, store)
            return recall(
                self.id,
                store,
                query,
                warm_users=core.warm_users,
                analyser=core.analyser,
                embedder=embedder,
                space=embedder.space,
                limit=limit,
                among=among,
                filters=filters,
                settings=settings.recall,
                now=self._now(),
            )

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
        return self._context(message, form, budget_tokens, system, few_shot, limit, as_of, None)

    def preview(
        self,
        message: str | None = None,
        *,
        settings: Mapping[str, Any] | None = None,
        form: Form = "full",
        budget_tokens: int | None = None,
        system: str | None = None,
        few_shot: Sequence[tuple[str, str]] = (),
        limit: int | None = None,
        as_of: datetime | str | None = None,
    ) -> Context:
        """What `context` would give, under `settings` of `context.…` and `recall.…` for this once.

        A look only: no trace, nothing made fresher, and what was picked stays picked.
        """
        from saegim.settings import with_changes

        trial = with_changes(self._core.settings, settings or {}, within=("context", "recall"))
        return self._context(message, form, budget_tokens, system, few_shot, limit, as_of, trial)

    def _context(
        self,
        message: str | None,
        form: Form,
        budget_tokens: int | None,
        system: str | None,
        few_shot: Sequence[tuple[str, str]],
        limit: int | None,
        as_of: datetime | str | None,
        trial: Settings | None,
    ) -> Context:
        from saegim.recall.context import LEAST_BUDGET, assemble, assemble_compact
        from saegim.recall.parts import Material
        from saegim.recall.trace import describe_context

        whole = self._core.settings if trial is None else trial
        settings = whole.context
        inputs.check_one_of("form", form, ("full", "compact"))
        default = settings.budget_tokens if form == "full" else settings.compact_tokens
        budget = default if budget_tokens is None else budget_tokens
        if budget != 0:
            inputs.check_count("budget_tokens", budget, least=LEAST_BUDGET, most=10_000_000)
        said = None if message is None else inputs.check_text("message", message, self._limits)
        moment = None if as_of is None else inputs.check_moment("as_of", as_of)
        wanted = whole.recall.limit
        if limit is not None:
            wanted = inputs.check_count("limit", limit, least=1, most=1000)
        examples = [self._check_example(example) for example in few_shot]
        with self._read() as view:
            recent = view.turns(TurnFilters(persona=self.persona), settings.recent_turns, 0)[::-1]
            summary = view.latest_summary(self.persona)
            pinned = view.memories(persona=self.persona, pinned=True, current=True, limit=100)
            picked = self._picked(view)
        recalled = Recall(())
        if said is not None and form == "full":
            # What the recent turns, the pins or the profile say already makes room for others.
            more = wanted + wanted // 2 + sum(len(turn.messages) for turn in recent)
            filters = Filters(persona=self.persona, as_of=moment)
            recalled = self._recall(_asked(said, recent), more, _SOURCES, filters, trial)
        material = Material(
            message=said,
            language=self._core.settings.language,
            system=self._system(system),
            profile=self._profile() if form == "full" else {},
            pinned=sorted(pinned, key=lambda m: (-m.importance, m.created_at)),
            picked=picked,
            hits=recalled.hits,
            most_hits=wanted,
            few_shot=examples,
            summary="" if summary is None else summary.content,
            recent=_unsummarised(recent, summary),
        )
        build = assemble if form == "full" else assemble_compact
        built = build(material, budget, settings, self._counter(settings.tokenizer))
        trace_id = ""
        if trial is None:
            detail = describe_context(recalled, built.used_hits, built.parts, built.left_out, built.tokens)
            now = self._now()
            # As the turn that follows will be kept: what the policy covers stays covered here too.
            trace = Trace(new_id("x", now), now, self._masked(said or ""), detail, self.persona)
            trace_id = trace.id
            self._core.remember_access(self.id, _memories_among(built.used_hits), trace)
            if picked and form == "full":
                with self._core.write(self.id) as tx:
                    tx.put_note(self._picked_note, None)
        return Context(
            messages=tuple(built.messages),
            tokens=built.tokens,
            budget_tokens=budget,
            parts=built.parts,
            hits=tuple(built.used_hits),
            left_out=tuple(built.left_out),
            trace_id=trace_id,
            degraded=recalled.degraded,
        )

    def _counter(self, tokenizer: str) -> Counter:
        if tokenizer == self._core.settings.context.tokenizer:
            return self._core.count_tokens
        from saegim.language.tokens import load_counter

        return load_counter(tokenizer)

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
            tx.put_note(self._picked_note, json.dumps(list(memory_ids)))

    def picked(self) -> list[Memory]:
        """What `pick` put first into the next context, until then."""
        with self._read() as view:
            return self._picked(view)

    @property
    def _picked_note(self) -> str:
        return f"{_PICKED} with {self.persona}"

    def _check_example(self, example: tuple[str, str]) -> tuple[str, str]:
        if not isinstance(example, tuple | list) or len(example) != 2:
            raise InvalidInput(
                "few_shot",
                "each must be what a person said and the reply",
                "물음과 답의 짝이어야 합니다",
                code="few_shot_invalid",
            )
        said, reply = (inputs.check_text("few_shot", text, self._limits) for text in example)
        return said, reply

    def _picked(self, view: View) -> list[Memory]:
        note = view.note(self._picked_note)
        found = [view.memory(id_) for id_ in json.loads(note)] if note else []
        return [m for m in found if m is not None and m.state == "active" and self._mine(m.persona)]


def _memories_among(hits: Iterable[Hit]) -> list[int]:
    """The documents of those that were shown and are memories: they are fresher by it."""
    return [hit.document for hit in hits if hit.memory is not None]


# A message with fewer words than this leans on what was said before it.
_SHORT_WORDS = 3


def _asked(message: str, recent: Sequence[Turn]) -> str:
    """What to search for: the message, with the turn before it when it says little by itself."""
    if len(message.split()) >= _SHORT_WORDS or not recent:
        return message
    return f"{message}\n{recent[-1].user}"


def _unsummarised(recent: Sequence[Turn], summary: Summary | None) -> Sequence[Turn]:
    """The recent turns after the summary ends; at least the newest."""
    if summary is None or summary.through_turn is None:
        return recent
    ids = [turn.id for turn in recent]
    if summary.through_turn not in ids:
        return recent
    return recent[ids.index(summary.through_turn) + 1 :] or recent[-1:]
