"""Turns and sessions: keep what was said, find it again, end a conversation."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

from saegim import inputs
from saegim.errors import InvalidInput, NotFound
from saegim.ids import new_id
from saegim.models import Message, Session, Turn, TurnFilters
from saegim.protocols import Tx
from saegim.recording import continue_session, says, split_turns, with_turns
from saegim.remember.jobs import END, EPISODE, LEARN, MEET
from saegim.tend.breath import TALK
from saegim.user.recalling import Recalling


class Turns(Recalling):
    """What was said."""

    def record(
        self,
        user: str,
        assistant: str = "",
        *,
        at: datetime | str | None = None,
        metadata: Mapping[str, Any] | None = None,
        session: str | None = None,
        id: str | None = None,
    ) -> Turn:
        """Keep one exchange as it was said. Durable when this returns; found by its words at once.

        With an `id` of your own, recording it again gives back the turn that is there and changes nothing;
        other words under that id are refused (`id_taken`).
        """
        said = [("user", inputs.check_text("user", user, self._limits))]
        if assistant:
            said.append(("assistant", inputs.check_text("assistant", assistant, self._limits)))
        moment = self._check_time("at", at)
        known = inputs.check_metadata("metadata", metadata, self._limits)
        messages = [Message(new_id("m", moment), "", "", role, text, moment) for role, text in said]
        ids = None if id is None else [inputs.check_id("id", id)]
        return self._record([messages], [known], session, ids)[0]

    def record_messages(
        self, messages: Iterable[Mapping[str, Any]], *, session: str | None = None, id: str | None = None
    ) -> list[Turn]:
        """Keep messages of any roles and names (groups, posts, imports), all or none.

        Each is {"role", "content"} with optional "name", "at" and "metadata". A turn begins with whoever
        is not the assistant. Without `session`, silences divide them into sessions. With an `id` of your own
        the turns are `ID-1`, `ID-2` and so on, and recording them again changes nothing, as with `record`.
        """
        checked = [self._check_message(i, message) for i, message in enumerate(messages)]
        if len(checked) > self._limits.batch:
            raise InvalidInput(
                "messages", f"at most {self._limits.batch:,}", f"최대 {self._limits.batch:,}개"
            )
        if not checked:
            return []
        turns = split_turns(checked)
        ids = None if id is None else [inputs.check_id("id", f"{id}-{n + 1}") for n in range(len(turns))]
        return self._record(turns, [{} for _ in turns], session, ids)

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
        self,
        groups: Sequence[Sequence[Message]],
        metadata: Sequence[dict[str, Any]],
        session: str | None,
        ids: Sequence[str] | None,
    ) -> list[Turn]:
        session_id = None if session is None else inputs.check_id("session", session)
        groups = [[self._message_masked(m) for m in group] for group in groups]
        analyser, words = self._core.quick_words([m.content for group in groups for m in group])
        idle_s = self._core.settings.sessions.idle_minutes * 60
        turns: list[Turn] = []
        touched: dict[str, tuple[Session, list[datetime]]] = {}
        with TALK, self._core.write(self.id) as tx:
            there = self._recorded(tx, groups, ids or ())
            if there:
                return there
            for n, (group, known) in enumerate(zip(groups, metadata, strict=True)):
                at = group[0].at
                current = self._continued(touched, at, session_id, idle_s)
                if current is None:
                    current = continue_session(
                        tx, session_id=session_id, persona=self.persona, at=at, idle_s=idle_s
                    )
                    if current.id not in touched:
                        if not current.turn_count:
                            # Its turns name it; one that is there is written once, with them counted.
                            tx.put_session(current)
                        touched[current.id] = (current, [])
                touched[current.id][1].append(group[-1].at)
                turn_id = new_id("t", at) if ids is None else ids[n]
                said = tuple(replace(m, turn_id=turn_id, session_id=current.id) for m in group)
                turns.append(Turn(turn_id, current.id, self.persona, at, said, known))
            documents = tx.add_turns(turns)
            tx.put_words(
                tx.ensure_analyser(analyser),
                [replace(w, id=d) for w, d in zip(words, documents, strict=True)],
            )
            self._leave_work(tx, turns, touched.values())
        self._tell_recorded(turns)
        return turns

    def _message_masked(self, message: Message) -> Message:
        covered = self._masked(message.content)
        return message if covered == message.content else replace(message, content=covered)

    def _recorded(self, tx: Tx, groups: Sequence[Sequence[Message]], ids: Sequence[str]) -> list[Turn]:
        """The turns that are there under these ids; refused when they say something else."""
        there: list[Turn] = []
        for id_, group in zip(ids, groups, strict=False):
            found = tx.turn(id_)
            if found is None:
                continue
            if found.persona != self.persona or not says(found, group):
                raise InvalidInput(
                    "id",
                    f"{id_!r} is a turn with other words",
                    f"{id_!r}은(는) 다른 말을 담은 대화입니다",
                    code="id_taken",
                )
            there.append(found)
        return there

    def _tell_recorded(self, turns: Sequence[Turn]) -> None:
        if self._core.events:
            from saegim.tend.events import TurnRecorded

            for turn in turns:
                self._core.events.publish(TurnRecorded(user_id=self.id, turn=turn))

    def _leave_work(
        self, tx: Tx, turns: Sequence[Turn], touched: Iterable[tuple[Session, list[datetime]]]
    ) -> None:
        """Jobs written with the turns: to learn from each, meet whom it names, end silent sessions."""
        now = self._now()
        settings = self._core.settings
        for turn in turns:
            tx.put_job(LEARN, turn.id, now, {})
            tx.put_job(MEET, turn.id, now, {})
        for before, times in touched:
            session = with_turns(before, times)
            tx.put_session(session)
            silent = session.last_at + timedelta(minutes=settings.sessions.idle_minutes)
            # One that waits comes too early, and then sees that someone spoke since.
            tx.put_job(END, session.id, silent, {}, move=False)
            # Two messages a turn, near enough.
            every = max(1, settings.summary.episode_messages // 2)
            if settings.summary.episodes and session.turn_count // every > before.turn_count // every:
                tx.put_job(EPISODE, session.id, now, {})

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

    def search_turns(
        self,
        keyword: str,
        *,
        limit: int = 50,
        session: str | None = None,
        emotion: str | None = None,
        intent: str | None = None,
        since: datetime | str | None = None,
        until: datetime | str | None = None,
    ) -> list[Turn]:
        """Turns in which the keyword was said in any inflection, best first; filters as in `turns`."""
        self._check_page(limit, 0)
        filters = self._turn_filters(session, emotion, intent, since, until)
        wanted = limit * 2
        while True:
            hits = self._recall_messages(keyword, wanted)
            said = [h.message.turn_id for h in hits if h.message is not None and "text" in h.why.sources]
            with self._read() as view:
                turns = [view.turn(id_) for id_ in dict.fromkeys(said)]
            found = [turn for turn in turns if turn is not None and _fits(turn, filters)]
            # Filters may refuse most of what was found: then look further.
            if len(found) >= limit or len(hits) < wanted:
                return found[:limit]
            wanted *= 4

    def turn(self, turn_id: str) -> Turn:
        """One turn, or `NotFound`."""
        found = self.find_turn(turn_id)
        if found is None:
            raise NotFound("turn", turn_id)
        return found

    def find_turn(self, turn_id: str) -> Turn | None:
        """One turn, or None."""
        with self._read() as view:
            found = view.turn(inputs.check_lookup("turn_id", turn_id))
        return found if found is not None and self._mine(found.persona) else None

    def turn_numbers(self, turn_ids: Sequence[str]) -> dict[str, int]:
        """A number for each of the turns that is there, for systems whose ids are integers.

        Counted from 1 for each person, the same as long as the turn is kept here, never given twice.
        """
        with self._read() as view:
            return view.turn_numbers(turn_ids)

    def turn_numbered(self, number: int) -> Turn:
        """The turn of that number, or `NotFound`."""
        number = inputs.check_count("number", number, least=0, most=2**63 - 1)
        with self._read() as view:
            found = view.turn_numbered(number)
        if found is None or not self._mine(found.persona):
            raise NotFound("turn", str(number))
        return found

    def count_turns(
        self,
        *,
        session: str | None = None,
        emotion: str | None = None,
        intent: str | None = None,
        since: datetime | str | None = None,
        until: datetime | str | None = None,
    ) -> int:
        """How many turns there are; filters as in `turns`."""
        with self._read() as view:
            return view.count_turns(self._turn_filters(session, emotion, intent, since, until))

    def delete_turn(self, turn_id: str, *, reason: str = "") -> None:
        """Remove a turn for good, its words and vectors too. What was learned from it stays."""
        self.turn(turn_id)
        actor = self._check_why(None, reason)
        with self._core.write(self.id) as tx:
            if not tx.delete_turn(turn_id):
                raise NotFound("turn", turn_id)
            tx.add_audit(actor, "delete_turn", turn_id, reason, {})

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
            session_id=None if session is None else inputs.check_lookup("session", session),
            emotion=None if emotion is None else inputs.check_lookup("emotion", emotion),
            intent=None if intent is None else inputs.check_lookup("intent", intent),
            since=None if since is None else inputs.check_moment("since", since),
            until=None if until is None else inputs.check_moment("until", until),
            oldest_first=oldest_first,
        )

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
                found = tx.session(inputs.check_lookup("session", session))
                if found is None or not self._mine(found.persona):
                    raise NotFound("session", session)
            else:
                recent = tx.sessions(persona=self.persona, limit=1, offset=0)
                found = recent[0] if recent and recent[0].ended_at is None else None
            if found is None or found.ended_at is not None:
                return found
            ended = replace(found, ended_at=max(now, found.last_at))
            tx.put_session(ended)
            # The worker sees to its episode.
            tx.put_job(END, ended.id, now, {})
            return ended


def _fits(turn: Turn, filters: TurnFilters) -> bool:
    return (
        (filters.session_id is None or turn.session_id == filters.session_id)
        and (filters.emotion is None or turn.metadata.get("emotion") == filters.emotion)
        and (filters.intent is None or turn.metadata.get("intent") == filters.intent)
        and (filters.since is None or turn.at >= filters.since)
        and (filters.until is None or turn.at < filters.until)
    )
