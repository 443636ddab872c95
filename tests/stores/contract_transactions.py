"""Part of the store contract: views and writes."""

from __future__ import annotations

import pytest
from store_samples import (
    OpenStore,
    Stop,
    index,
    memory,
    put,
    turn,
    words,
)

from saegim.models import (
    TurnFilters,
)
from saegim.protocols import UserStore


class Transactions:
    def test_an_exception_in_a_write_leaves_nothing_behind(self, minji: UserStore) -> None:
        with minji.read() as view:
            before = view.revision()

        def write_and_stop() -> None:
            with minji.write() as tx:
                analyser = tx.ensure_analyser("kiwi")
                (document, _) = tx.add_turns([turn("t1")])
                index(tx, analyser, [words(document, "안녕")])
                put(tx, memory("m1"))
                tx.put_note("picked", "m1")
                raise Stop

        with pytest.raises(Stop):
            write_and_stop()
        with minji.read() as view:
            assert view.revision() == before
            assert view.turn("t1") is None
            assert view.memory("m1") is None
            assert view.note("picked") is None
            assert view.audit(target=None, limit=10, offset=0) == []
            assert view.analyser_id("kiwi") is None
            assert view.words(0) == []
            assert view.changes(0).rows == []

    def test_a_write_works_after_one_that_failed(self, minji: UserStore) -> None:
        def write_and_stop() -> None:
            with minji.write() as tx:
                tx.add_turns([turn("t1")])
                raise Stop

        with pytest.raises(Stop):
            write_and_stop()
        with minji.write() as tx:
            tx.add_turns([turn("t1")])
        with minji.read() as view:
            assert view.turn("t1") is not None

    def test_the_revision_grows_with_every_write(self, open_store: OpenStore, minji: UserStore) -> None:
        seen = []
        with open_store().user("minji") as elsewhere:
            for number in range(3):
                for handle in (minji, elsewhere):
                    with handle.write() as tx:
                        tx.put_note("n", str(number))
                    with minji.read() as view:
                        seen.append(view.revision())
        assert seen == sorted(set(seen))

    def test_a_view_does_not_change_while_others_write(self, minji: UserStore) -> None:
        with minji.read() as view:
            before = view.revision()
            with minji.write() as tx:
                tx.add_turns([turn("t1")])
                put(tx, memory("m1"))
            assert view.revision() == before
            assert view.turn("t1") is None
            assert view.count_turns(TurnFilters()) == 0
            assert view.memories() == []
            assert view.changes(0).rows == []
        with minji.read() as view:
            assert view.revision() > before
            assert view.turn("t1") is not None

    def test_a_writer_sees_what_it_has_just_written(self, minji: UserStore) -> None:
        with minji.write() as tx:
            tx.add_turns([turn("t1")])
            assert tx.count_turns(TurnFilters()) == 1

    def test_another_handle_sees_a_write_at_its_next_call(
        self, open_store: OpenStore, minji: UserStore
    ) -> None:
        with open_store().user("minji") as elsewhere:
            with elsewhere.read() as view:
                assert view.turn("t1") is None
            with minji.write() as tx:
                tx.add_turns([turn("t1")])
            with elsewhere.read() as view:
                assert view.turn("t1") is not None
