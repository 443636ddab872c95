"""Part of the store contract: sessions and turns."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta, timezone
from typing import Any

import pytest
from store_samples import (
    IDLE_S,
    START,
    TEXTS,
    after,
    embed,
    ids,
    index,
    indexed,
    session,
    turn,
    words,
)

from saegim.models import (
    Message,
    Turn,
    TurnFilters,
)
from saegim.protocols import UserStore


class Turns:
    def test_a_session_comes_back_as_it_was_put(self, minji: UserStore) -> None:
        first = session("a", persona="luna", last_at=after(minutes=5), turn_count=3)
        with minji.write() as tx:
            tx.put_session(first)
            assert tx.session("a") == first
            ended = replace(first, ended_at=after(minutes=9), last_at=after(minutes=8), turn_count=4)
            tx.put_session(ended)
            assert tx.session("a") == ended
            assert tx.session("b") is None

    def test_sessions_are_listed_newest_first_by_persona_and_page(self, minji: UserStore) -> None:
        with minji.write() as tx:
            for number in range(4):
                persona = ("luna", "sol")[number % 2]
                tx.put_session(session(f"p{number}", persona=persona, last_at=after(minutes=1 + number)))
        with minji.read() as view:
            assert ids(view.sessions(persona=None, limit=9, offset=0)) == ["p3", "p2", "p1", "p0", "s1"]
            assert ids(view.sessions(persona=None, limit=2, offset=1)) == ["p2", "p1"]
            assert ids(view.sessions(persona="luna", limit=9, offset=0)) == ["p2", "p0"]
            assert view.sessions(persona="nobody", limit=9, offset=0) == []

    def test_a_turn_continues_the_session_until_it_has_been_idle_too_long(self, minji: UserStore) -> None:
        with minji.write() as tx:
            tx.put_session(session(last_at=after(minutes=10)))

            def continued(at: datetime, persona: str | None = None) -> str | None:
                found = tx.session_at(persona, at, IDLE_S)
                return None if found is None else found.id

            assert continued(after(minutes=10)) == "s1"
            assert continued(after(minutes=40)) == "s1"
            assert continued(after(minutes=40, seconds=1)) is None
            assert continued(after(minutes=5)) == "s1"
            assert continued(after(minutes=-30)) == "s1"
            assert continued(after(minutes=-31)) is None
            assert continued(after(minutes=10), "luna") is None

    def test_a_session_that_ended_takes_only_turns_said_before_its_end(self, minji: UserStore) -> None:
        with minji.write() as tx:
            tx.put_session(session(last_at=after(minutes=10), ended_at=after(minutes=12)))
            assert tx.session_at(None, after(minutes=12), IDLE_S) is None
            found = tx.session_at(None, after(minutes=11), IDLE_S)
            assert found is not None
            assert found.id == "s1"

    def test_a_late_turn_joins_the_session_it_was_said_in(self, minji: UserStore) -> None:
        with minji.write() as tx:
            tx.put_session(session(last_at=after(minutes=10), ended_at=after(minutes=12)))
            tx.put_session(session("s2", started_at=after(minutes=20), last_at=after(minutes=50)))
            found = tx.session_at(None, after(minutes=5), IDLE_S)
            assert found is not None
            assert found.id == "s1"
            found = tx.session_at(None, after(minutes=25), IDLE_S)
            assert found is not None
            assert found.id == "s2"

    def test_a_turn_joins_the_session_last_spoken_in_before_one_that_began_soon_after(
        self, minji: UserStore
    ) -> None:
        with minji.write() as tx:
            tx.put_session(session("a", started_at=START, last_at=after(minutes=10)))
            tx.put_session(session("b", started_at=START, last_at=after(minutes=12)))
            tx.put_session(session("c", started_at=after(minutes=20), last_at=after(minutes=50)))

            def continued(at: datetime) -> str | None:
                found = tx.session_at(None, at, IDLE_S)
                return None if found is None else found.id

            # Though c was spoken in last of all, it had not begun.
            assert continued(after(minutes=15)) == "b"
            assert continued(after(minutes=-5)) == "c"
            assert continued(after(minutes=21)) == "c"

    def test_turns_are_found_by_their_ids_however_many(self, minji: UserStore) -> None:
        said = [turn(f"t{n}") for n in range(5)]
        with minji.write() as tx:
            tx.add_turns(said)
        with minji.read() as view:
            assert view.turns_by_id([]) == {}
            assert view.turns_by_id(["t3", "none", "t1"]) == {"t1": view.turn("t1"), "t3": view.turn("t3")}
            many = [f"t{n}" for n in range(2_000)]
            assert set(view.turns_by_id(many)) == {one.id for one in said}

    def test_idle_sessions_are_the_open_ones_not_spoken_in_since(self, minji: UserStore) -> None:
        with minji.write() as tx:
            tx.put_session(session("old", last_at=after(minutes=-50)))
            tx.put_session(session("ended", last_at=after(minutes=-60), ended_at=START))
            tx.put_session(session("fresh", last_at=after(minutes=5)))
            assert ids(tx.idle_sessions(after(seconds=1))) == ["old", "s1"]
            assert ids(tx.idle_sessions(START)) == ["old"]

    def test_deleting_a_session_takes_its_turns_and_nothing_else(self, minji: UserStore) -> None:
        with minji.write() as tx:
            tx.put_session(session("s2"))
            analyser = tx.ensure_analyser("kiwi")
            gone = tx.add_turns([turn("t1"), turn("t2")])
            kept = tx.add_turns([turn("t3", session_id="s2")])
            index(tx, analyser, [words(n, "안녕") for n in gone + kept])
            before = tx.revision()
        with minji.write() as tx:
            tx.delete_session("s1")
            tx.delete_session("never there")
        with minji.read() as view:
            assert ids(view.sessions(persona=None, limit=9, offset=0)) == ["s2"]
            assert ids(view.turns(TurnFilters(), 9, 0)) == ["t3"]
            assert sorted(indexed(view)) == kept
            assert sorted(view.changes(before).removed) == gone

    @pytest.mark.parametrize("text", TEXTS, ids=range(len(TEXTS)))
    def test_what_was_said_comes_back_letter_for_letter(self, minji: UserStore, text: str) -> None:
        said = turn("t1", text, text, name=text[:50], emotion="기쁨", extra={text[:20]: [1, 2.5, None, True]})
        with minji.write() as tx:
            tx.add_turns([said])
        with minji.read() as view:
            assert view.turn("t1") == said
            assert view.turns(TurnFilters(), 5, 0) == [said]

    def test_times_come_back_exact_and_aware(self, minji: UserStore) -> None:
        at = datetime(1987, 6, 10, 23, 59, 59, 999_999, tzinfo=timezone(timedelta(hours=-3, minutes=-30)))
        with minji.write() as tx:
            tx.add_turns([turn("t1", at=at)])
            found = tx.turn("t1")
        assert found is not None
        assert found.at == at
        assert found.at.tzinfo is not None
        assert found.messages[1].at == at + timedelta(seconds=1)

    def test_messages_keep_role_name_metadata_and_order(self, minji: UserStore) -> None:
        messages = tuple(
            Message(f"x{n}", "t1", "s1", role, f"말 {n}", after(seconds=-n), name, {"id": f"D1:{n}"})
            for n, (role, name) in enumerate(
                [("user", "민지"), ("tool", None), ("assistant", "루나"), ("user", "지훈")]
            )
        )
        said = Turn("t1", "s1", "luna", START, messages)
        with minji.write() as tx:
            documents = tx.add_turns([said])
            assert tx.turn("t1") == said
            assert [tx.messages_of(documents)[n] for n in documents] == list(messages)

    def test_turns_are_found_by_every_filter(self, minji: UserStore) -> None:
        with minji.write() as tx:
            tx.put_session(session("s2", persona="luna"))
            tx.add_turns(
                [
                    turn("t1", emotion="기쁨", intent="food"),
                    turn("t2", at=after(hours=1), emotion="슬픔", intent="food"),
                    turn("t3", at=after(hours=2), session_id="s2", persona="luna", emotion="기쁨"),
                ]
            )

        def found(**filters: Any) -> list[str]:
            with minji.read() as view:
                listed = view.turns(TurnFilters(**filters), 9, 0)
                assert view.count_turns(TurnFilters(**filters)) == len(listed)
                return ids(listed)

        assert found() == ["t3", "t2", "t1"]
        assert found(oldest_first=True) == ["t1", "t2", "t3"]
        assert found(persona="luna") == ["t3"]
        assert found(session_id="s1") == ["t2", "t1"]
        assert found(emotion="기쁨") == ["t3", "t1"]
        assert found(intent="food") == ["t2", "t1"]
        assert found(since=after(hours=1)) == ["t3", "t2"]
        assert found(until=after(hours=1)) == ["t1"]
        assert found(since=START, until=after(hours=2), emotion="슬픔") == ["t2"]
        assert found(emotion="분노") == []

    def test_pages_of_turns_neither_repeat_nor_skip(self, minji: UserStore) -> None:
        with minji.write() as tx:
            # All at one moment: the order must still be one order.
            tx.add_turns([turn(f"t{n:02}") for n in range(25)])
        for oldest_first in (False, True):
            filters = TurnFilters(oldest_first=oldest_first)
            with minji.read() as view:
                pages = [ids(view.turns(filters, 10, offset)) for offset in (0, 10, 20, 30)]
            assert [len(page) for page in pages] == [10, 10, 5, 0]
            listed = [id_ for page in pages for id_ in page]
            assert listed == sorted(listed, reverse=not oldest_first)
            assert len(set(listed)) == 25

    def test_a_long_listing_comes_whole(self, minji: UserStore) -> None:
        with minji.write() as tx:
            documents = tx.add_turns([turn(f"t{n}", at=after(seconds=n)) for n in range(1_500)])
        with minji.read() as view:
            listed = view.turns(TurnFilters(oldest_first=True), 5_000, 0)
            assert ids(listed) == [f"t{n}" for n in range(1_500)]
            assert all(len(one.messages) == 2 for one in listed)
            assert len(view.messages_of(documents)) == 3_000

    def test_metadata_of_any_shape_is_kept_even_under_known_names(self, minji: UserStore) -> None:
        odd = turn("t1", emotion=["기쁨"], intent=7, processing_time="빠름", cached="아마")
        with minji.write() as tx:
            tx.add_turns([odd])
            assert tx.turn("t1") == odd
            assert tx.turns(TurnFilters(emotion="기쁨"), 9, 0) == []

    def test_a_deleted_turn_is_gone_from_everywhere(self, minji: UserStore) -> None:
        with minji.write() as tx:
            tx.put_session(session(turn_count=3))
            analyser, space = tx.ensure_analyser("kiwi"), tx.ensure_space("use")
            documents = tx.add_turns([turn("t1"), turn("t2"), turn("t3")])
            index(tx, analyser, [words(n, "인사") for n in documents])
            embed(tx, space, documents)
            before = tx.revision()
        gone = documents[2:4]
        with minji.write() as tx:
            assert tx.delete_turn("t2") is True
            assert tx.delete_turn("t2") is False
        with minji.read() as view:
            assert view.turn("t2") is None
            assert ids(view.turns(TurnFilters(oldest_first=True), 9, 0)) == ["t1", "t3"]
            assert view.messages_of(gone) == {}
            kept = [*documents[:2], *documents[4:]]
            assert sorted(indexed(view)) == kept
            assert sorted(n for n, _ in view.vectors(space, 0)) == kept
            assert view.vectors_of(space, gone) == []
            assert len(view.changes(0).rows) == 4
            changes = view.changes(before)
            assert sorted(changes.removed) == gone
            assert not {row.id for row in changes.rows} & set(gone)
            found = view.session("s1")
            assert found is not None
            assert found.turn_count == 2

    def test_the_message_after_a_deleted_turn_follows_the_one_before_it(self, minji: UserStore) -> None:
        with minji.write() as tx:
            documents = tx.add_turns([turn("t1"), turn("t2"), turn("t3")])
            before = tx.revision()
        with minji.write() as tx:
            tx.delete_turn("t2")
            (row,) = tx.changes(before).rows
            assert (row.id, row.previous) == (documents[4], documents[1])
        with minji.write() as tx:
            tx.delete_turn("t1")
            previous = {row.id: row.previous for row in tx.changes(0).rows}
            assert previous == {documents[4]: None, documents[5]: documents[4]}
