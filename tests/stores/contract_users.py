"""Part of the store contract: users, personas and due work."""

from __future__ import annotations

import pytest
from store_samples import (
    START,
    TEXTS,
    OpenStore,
    SetClock,
    after,
    ids,
    index,
    indexed,
    memory,
    put,
    session,
    turn,
    words,
)

from saegim.errors import NotFound, StoreClosed
from saegim.models import (
    Persona,
    TurnFilters,
)
from saegim.protocols import Store, UserStore


class Users:
    def test_users_are_listed_in_the_order_they_came(self, store: Store, clock: SetClock) -> None:
        names = ["민지", "jihun", "🐱", "a b", "민지"]
        for name in names:
            with store.user(name):
                pass
            clock.advance(minutes=1)
        found = store.users(limit=9, offset=0)
        assert ids(found) == names[:4]
        assert [one.created_at for one in found] == [after(minutes=n) for n in range(4)]
        assert ids(store.users(limit=2, offset=1)) == ["jihun", "🐱"]
        assert store.users(limit=2, offset=9) == []
        assert store.count_users() == 4
        assert store.exists("민지")
        assert not store.exists("minji")

    @pytest.mark.parametrize(
        "odd",
        [
            "../../etc/passwd",
            "/etc/passwd",
            "..",
            ".",
            "a/b",
            "a\\b",
            "C:\\x",
            "registry",
            "master.key",
            "-wal",
            "~",
            "%2e%2e%2f",
            "x" * 300,
            "🧑‍🚀" * 20,
            "'; DROP TABLE users; --",
            " ",
            "\n",
        ],
    )
    def test_a_user_may_be_called_anything(self, store: Store, odd: str) -> None:
        with store.user(odd) as user, user.write() as tx:
            tx.put_note("me", odd)
        with store.user(odd) as user, user.read() as view:
            assert view.note("me") == odd
        assert ids(store.users(limit=9, offset=0)) == [odd]
        assert store.erase(odd)
        assert not store.exists(odd)

    def test_nothing_of_one_user_is_reached_through_another(self, store: Store, minji: UserStore) -> None:
        with minji.write() as tx:
            documents = tx.add_turns([turn("t1", "비밀이야")])
            documents += put(tx, memory("m1", "비밀이 있다"))
            index(tx, tx.ensure_analyser("kiwi"), [words(n, "비밀") for n in documents])
            tx.put_note("picked", "m1")
        with store.user("jihun") as jihun, jihun.read() as view:
            assert view.turn("t1") is None
            assert view.session("s1") is None
            assert view.memory("m1") is None
            assert view.versions("m1") == []
            assert view.audit(target=None, limit=9, offset=0) == []
            assert view.note("picked") is None
            assert view.words(0) == []
            assert view.messages_of(documents) == {}
            assert view.memories_of(documents) == {}
            assert view.changes(0).rows == []
        with store.user("jihun") as jihun, jihun.write() as tx:
            # The same ids in another's data are other things.
            tx.put_session(session())
            tx.add_turns([turn("t1", "다른 말")])
            tx.clear()
        with minji.read() as view:
            found = view.turn("t1")
            assert found is not None
            assert found.user == "비밀이야"

    def test_an_identity_lasts_as_long_as_the_user(self, open_store: OpenStore, store: Store) -> None:
        def identity(handle: Store, user_id: str) -> str:
            with handle.user(user_id) as user, user.read() as view:
                return view.identity()

        first = identity(store, "minji")
        assert identity(open_store(), "minji") == first
        assert identity(store, "jihun") != first
        store.erase("minji")
        assert identity(store, "minji") != first

    def test_an_erased_user_is_gone_and_can_begin_anew(self, store: Store, minji: UserStore) -> None:
        with store.user("jihun") as jihun, jihun.write() as tx:
            tx.put_note("me", "지훈")
        with minji.write() as tx:
            tx.add_turns([turn("t1")])
            store.mark_due("minji", "index", START)
        assert store.erase("minji") is True
        assert store.erase("minji") is False
        assert store.exists("minji") is False
        assert ids(store.users(limit=9, offset=0)) == ["jihun"]
        assert store.count_due("index") == 0
        with store.user("minji") as anew, anew.read() as view:
            assert view.turn("t1") is None
            assert view.sessions(persona=None, limit=9, offset=0) == []
        with store.user("jihun") as jihun, jihun.read() as view:
            assert view.note("me") == "지훈"

    def test_a_handle_on_an_erased_user_can_neither_write_nor_read(
        self, open_store: OpenStore, store: Store, minji: UserStore
    ) -> None:
        with open_store().user("minji") as elsewhere:
            with elsewhere.write() as tx:
                tx.put_note("n", "1")
            with elsewhere.read() as view:
                assert view.note("n") == "1"
            store.erase("minji")
            for handle in (elsewhere, minji):
                with pytest.raises(NotFound) as refused, handle.write():
                    pass
                assert (refused.value.code, refused.value.id) == ("user_not_found", "minji")
                with pytest.raises(NotFound), handle.read():
                    pass
        assert not store.exists("minji")

    def test_a_user_erased_elsewhere_begins_anew_here(
        self, open_store: OpenStore, store: Store, minji: UserStore
    ) -> None:
        with minji.write() as tx:
            tx.put_note("n", "예전")
        open_store().erase("minji")
        with store.user("minji") as anew, anew.write() as tx:
            assert tx.note("n") is None
            tx.put_note("n", "새로")
        with open_store().user("minji") as elsewhere, elsewhere.read() as view:
            assert view.note("n") == "새로"

    def test_vacuum_keeps_everything_and_gives_space_back(self, minji: UserStore) -> None:
        with minji.write() as tx:
            documents = tx.add_turns([turn(f"t{n}", "긴 말 " * 500) for n in range(100)])
            index(tx, tx.ensure_analyser("kiwi"), [words(n, f"말{n}") for n in documents])
        with minji.write() as tx:
            for number in range(1, 100):
                tx.delete_turn(f"t{number}")
        full = minji.size_on_disk()
        minji.vacuum()
        assert 0 < minji.size_on_disk() < full
        assert minji.check() == []
        with minji.read() as view:
            assert ids(view.turns(TurnFilters(), 9, 0)) == ["t0"]
            assert indexed(view) == {documents[0]: ([f"말{documents[0]}"], [])}

    def test_a_sound_store_has_no_problems(self, store: Store, minji: UserStore) -> None:
        with minji.write() as tx:
            tx.add_turns([turn(f"t{n}") for n in range(50)])
        assert minji.check() == []
        assert store.check() == []

    def test_a_closed_store_says_so(self, store: Store, minji: UserStore) -> None:
        store.close()
        store.close()
        with pytest.raises(StoreClosed), store.user("minji"):
            pass
        with pytest.raises(StoreClosed), minji.write():
            pass
        with pytest.raises(StoreClosed), minji.read():
            pass
        with pytest.raises(StoreClosed):
            store.exists("minji")
        with pytest.raises(StoreClosed):
            store.personas()

    def test_what_was_written_is_there_after_closing(self, open_store: OpenStore, store: Store) -> None:
        with store.user("minji") as user, user.write() as tx:
            tx.put_session(session())
            tx.add_turns([turn("t1", *TEXTS[:2])])
        store.put_persona(Persona("luna", "루나"))
        store.mark_due("minji", "index", START)
        store.close()
        again = open_store()
        with again.user("minji") as user, user.read() as view:
            assert view.turn("t1") == turn("t1", *TEXTS[:2])
        assert again.persona("luna") == Persona("luna", "루나")
        assert again.count_due("index") == 1

    def test_personas_are_put_replaced_and_listed(self, open_store: OpenStore, store: Store) -> None:
        luna = Persona("luna", "루나 🌙", "너는 루나야.\n다정하게 말해.", {"자산": {"happy": "smile_full"}})
        assert store.personas() == []
        assert store.persona("luna") is None
        store.put_persona(Persona("luna", "다른 이름"))
        store.put_persona(luna)
        store.put_persona(Persona("aria", "아리아"))
        assert store.persona("luna") == luna
        assert open_store().persona("luna") == luna
        assert ids(store.personas()) == ["aria", "luna"]

    def test_due_work_is_given_to_one_at_a_time(self, open_store: OpenStore, store: Store) -> None:
        store.mark_due("minji", "index", START)
        assert store.count_due("index") == 1
        assert store.count_due("embed") == 0
        assert store.count_due("index", START) == 1
        assert store.count_due("index", after(seconds=-1)) == 0
        assert store.lease_due("embed", START, 60, "a") is None
        assert store.lease_due("index", after(seconds=-1), 60, "a") is None
        assert store.lease_due("index", START, 60, "a") == "minji"
        assert store.lease_due("index", START, 60, "b") is None
        assert open_store().lease_due("index", START, 60, "c") is None
        store.finish_due("minji", "index", "a")
        assert store.count_due("index") == 0
        assert store.lease_due("index", after(hours=1), 60, "a") is None

    def test_work_of_someone_who_died_is_taken_over(self, store: Store) -> None:
        store.mark_due("minji", "index", START)
        assert store.lease_due("index", START, 60, "dead") == "minji"
        assert store.lease_due("index", after(seconds=59), 60, "b") is None
        assert store.lease_due("index", after(seconds=60), 60, "b") == "minji"

    def test_whoever_lost_the_lease_cannot_finish_for_the_next_one(self, store: Store) -> None:
        store.mark_due("minji", "index", START)
        store.lease_due("index", START, 60, "slow")
        assert store.lease_due("index", after(minutes=5), 60, "b") == "minji"
        store.finish_due("minji", "index", "slow")
        store.finish_due("minji", "index", "slow", again_at=after(days=1))
        assert store.count_due("index") == 1
        assert store.lease_due("index", after(minutes=5), 60, "c") is None
        store.finish_due("minji", "index", "b")
        assert store.count_due("index") == 0

    def test_a_late_worker_may_finish_what_nobody_took_over(self, store: Store) -> None:
        store.mark_due("minji", "index", START)
        store.lease_due("index", START, 60, "slow")
        store.finish_due("minji", "index", "slow")
        assert store.count_due("index") == 0

    def test_finished_work_may_be_due_again_later(self, store: Store) -> None:
        store.mark_due("minji", "tend", START)
        store.lease_due("tend", START, 600, "a")
        store.finish_due("minji", "tend", "a", again_at=after(hours=6))
        assert store.lease_due("tend", after(hours=5), 60, "a") is None
        assert store.lease_due("tend", after(hours=6), 60, "a") == "minji"

    def test_the_earliest_mark_counts_and_the_longest_due_comes_first(self, store: Store) -> None:
        store.mark_due("minji", "index", after(minutes=9))
        store.mark_due("minji", "index", after(minutes=2))
        store.mark_due("minji", "index", after(minutes=5))
        store.mark_due("jihun", "index", after(minutes=1))
        assert store.count_due("index") == 2
        assert store.lease_due("index", after(minutes=3), 60, "a") == "jihun"
        assert store.lease_due("index", after(minutes=3), 60, "a") == "minji"

    def test_a_mark_during_a_lease_does_not_free_the_work(self, store: Store) -> None:
        store.mark_due("minji", "index", START)
        store.lease_due("index", START, 60, "a")
        store.mark_due("minji", "index", after(seconds=-30))
        assert store.lease_due("index", after(seconds=1), 60, "b") is None

    def test_work_is_marked_together_with_what_causes_it(self, store: Store, minji: UserStore) -> None:
        with minji.write() as tx:
            tx.add_turns([turn("t1")])
            store.mark_due("minji", "index", START)
        assert store.lease_due("index", START, 60, "a") == "minji"
