"""Summaries, traces, audit, totals, and the end of it all."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from saegim import inputs
from saegim.errors import ConfirmationNeeded, InvalidInput, NotFound
from saegim.ids import new_id
from saegim.models import AuditEvent, Message, Stats, Summary, Trace
from saegim.user.handle import Handle

# Traces looked through at a time.
_TRACES = 200


class Care(Handle):
    """What is kept about the keeping."""

    def save_summary(
        self,
        content: str,
        *,
        summarized_turns: int = 0,
        through_turn: str | None = None,
        id: str | None = None,
    ) -> Summary:
        """Keep a summary of the conversation so far; the newest one goes into each context.

        With an `id` of your own, keeping it again gives back the one that is there.
        """
        now = self._now()
        summary = Summary(
            new_id("y", now) if id is None else inputs.check_id("id", id),
            self.persona,
            None,
            inputs.check_text("content", content, self._limits),
            now,
            inputs.check_count("summarized_turns", summarized_turns, least=0, most=10_000_000),
            None if through_turn is None else inputs.check_lookup("through_turn", through_turn),
        )
        with self._core.write(self.id) as tx:
            there = tx.summary(summary.id)
            if there is None:
                tx.put_summary(summary)
            elif (there.persona, there.content) != (summary.persona, summary.content):
                raise InvalidInput("id", "is another summary's", "다른 요약의 것입니다", code="id_taken")
        return there or summary

    def summary_numbers(self, summary_ids: Sequence[str]) -> dict[str, int]:
        """A number for each of the summaries that is there, as `turn_numbers`."""
        with self._read() as view:
            return view.summary_numbers(summary_ids)

    def first_summarised(self, summary: Summary) -> str | None:
        """The oldest turn the summary covers, of those still there; None when its last one is gone."""
        with self._read() as view:
            return view.first_summarised(summary)

    def summaries(self, *, limit: int = 10, offset: int = 0) -> list[Summary]:
        """Summaries, newest first."""
        limit, offset = self._check_page(limit, offset)
        with self._read() as view:
            return view.summaries(persona=self.persona, limit=limit, offset=offset)

    def trace(self, trace_id: str) -> Trace:
        """Why a context was as it was: every hit with its scores, what was used and what was left out."""
        self._core.flush(self.id)
        with self._read() as view:
            found = view.trace(inputs.check_lookup("trace_id", trace_id))
        if found is None or not self._mine(found.persona):
            raise NotFound("trace", trace_id)
        return found

    def traces(self, *, limit: int = 50, offset: int = 0) -> list[Trace]:
        """Traces, newest first."""
        limit, offset = self._check_page(limit, offset)
        self._core.flush(self.id)
        with self._read() as view:
            return view.traces(persona=self.persona, limit=limit, offset=offset)

    def trace_of(self, turn_id: str) -> Trace:
        """The trace of the context that was made for what the person said in the turn.

        `NotFound` where none was, or it is no longer kept.
        """
        self._core.flush(self.id)
        with self._read() as view:
            turn = view.turn(inputs.check_lookup("turn_id", turn_id))
            if turn is None or not self._mine(turn.persona):
                raise NotFound("turn", turn_id)
            found = [
                trace
                for offset in range(0, self._limits.traces, _TRACES)
                for trace in view.traces(persona=turn.persona, limit=_TRACES, offset=offset)
                if trace.query == turn.user and trace.query
            ]
        if not found:
            raise NotFound("trace", turn_id)
        # The same words may have been said twice.
        return min(found, key=lambda trace: abs(trace.at - turn.at))

    def message(self, message_id: str) -> Message:
        """One message as it was said, or `NotFound`; traces name them by id."""
        with self._read() as view:
            found = view.message(inputs.check_lookup("message_id", message_id))
            turn = None if found is None else view.turn(found.turn_id)
        if found is None or turn is None or not self._mine(turn.persona):
            raise NotFound("message", message_id)
        return found

    def audit(self, *, memory_id: str | None = None, limit: int = 100, offset: int = 0) -> list[AuditEvent]:
        """Who did what and why, newest first."""
        limit, offset = self._check_page(limit, offset)
        with self._read() as view:
            target = None if memory_id is None else inputs.check_lookup("memory_id", memory_id)
            return view.audit(target=target, limit=limit, offset=offset)

    def stats(self) -> Stats:
        """Totals of the whole person, all personas together."""
        self._core.flush(self.id)
        with self._read() as view:
            analyser = view.analyser_id(self._core.analyser.name) or -1
            space = view.space_id(self._core.space) if self._core.space else None
            found = view.stats(analyser, space or -1)
        # Without an embedder nothing waits for one.
        return found if self._core.space else replace(found, not_embedded=0)

    def clear(self, *, confirm: bool = False) -> int:
        """Remove everything said and known; the number of turns removed. The user remains."""
        if not confirm:
            raise ConfirmationNeeded("clear")
        with self._core.write(self.id) as tx:
            count = tx.clear()
            tx.add_audit(self._actor, "clear", self.id, "", {"turns": count})
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
