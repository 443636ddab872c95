"""Part of the store contract: entities, sentiment, the graph, undo and runs."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

from store_samples import START, after, index, memory, put, turn, words

from saegim.models import Change, Entity, Link, Run, SentimentPoint, fold_name
from saegim.protocols import UserStore


def entity(id_: str = "e1", name: str = "민지", **more: object) -> Entity:
    known = {
        "names": (name,),
        "persona": None,
        "first_seen_at": START,
        "last_seen_at": START,
        "type": "person",
    }
    return Entity(id_, name, **{**known, **more})  # type: ignore[arg-type]


def point(turn_id: str, at: int = 0, entity_id: str = "e1", **more: object) -> SentimentPoint:
    known = {"name": "민지", "valence": 0.5, "score": 0.1, "context": "민지랑 놀았다"}
    return SentimentPoint(entity_id, turn_id, after(minutes=at), **{**known, **more})  # type: ignore[arg-type]


class Tending:
    def test_an_entity_comes_back_as_it_was_put(self, minji: UserStore) -> None:
        full = entity(
            names=("민지", "minji"), platform="bs", relation="친구", summary="친구다", interests=("재즈",),
            notes=("조용하다",), sentiment=-0.25, trust=0.75, count=3, metadata={"by": "hand"},
        )  # fmt: skip
        with minji.write() as tx:
            tx.put_entity(entity())
            tx.put_entity(full)
        with minji.read() as view:
            assert view.entity("e1") == full
            assert view.entity("nobody") is None

    def test_a_name_leads_to_everyone_who_has_it(self, minji: UserStore) -> None:
        with minji.write() as tx:
            tx.put_entity(entity("e1", "민지", names=("민지", "Min-Ji")))
            tx.put_entity(entity("e2", "민지", persona="luna"))
            tx.put_entity(entity("e3", "민지", merged_into="e1"))
        with minji.read() as view:
            names = [fold_name(name) for name in ("민지", "minji", "없음")]
            found = view.entities_named(names, persona=None)
            assert {name: [e.id for e in who] for name, who in found.items()} == {
                "민지": ["e1"],
                "minji": ["e1"],
            }
            among = view.entities_named(names, persona="luna")["민지"]
            assert {e.id for e in among} == {"e1", "e2"}

    def test_renaming_someone_takes_the_old_names_away(self, minji: UserStore) -> None:
        with minji.write() as tx:
            tx.put_entity(entity("e1", "민지", names=("민지", "Min-Ji")))
            tx.put_entity(entity("e1", "민지", names=("민지", "Min-Ji"), count=2))
            tx.put_entity(entity("e1", "민지", names=("민지", "김민지"), count=3))
        with minji.read() as view:
            (known,) = view.entities_named([fold_name("김민지")], persona=None)["김민지"]
            assert (known.names, known.count) == (("민지", "김민지"), 3)
            assert view.entities_named([fold_name("Min-Ji")], persona=None) == {}

    def test_every_name_of_the_most_talked_about_is_listed_with_whose_it_is(self, minji: UserStore) -> None:
        with minji.write() as tx:
            tx.put_entity(entity("e1", "민지", names=("민지", "Min-Ji"), count=1))
            tx.put_entity(entity("e2", "봇", type="bot", count=5))
            tx.put_entity(entity("e3", "부산", type="place", count=9))
            tx.put_entity(entity("e4", "루나만", persona="luna", count=7))
            tx.put_entity(entity("e5", "옛 민지", merged_into="e1", count=8))
        with minji.read() as view:
            people = ("person", "bot")
            everyone = [("e2", "봇"), ("e1", "민지"), ("e1", "Min-Ji")]
            assert view.entity_names(types=people, persona=None, limit=9) == everyone
            assert view.entity_names(types=people, persona="luna", limit=9) == [("e4", "루나만"), *everyone]
            assert view.entity_names(types=people, persona=None, limit=1) == [("e2", "봇")]

    def test_entities_are_listed_by_how_often(self, minji: UserStore) -> None:
        with minji.write() as tx:
            tx.put_entity(entity("e1", "가", count=1))
            tx.put_entity(entity("e2", "나", count=5, type="place"))
            tx.put_entity(entity("e3", "다", count=9, merged_into="e1"))
            tx.put_entity(entity("e4", "라", count=3, persona="luna"))
        with minji.read() as view:
            listed = {"persona": None, "type": None, "merged": False, "limit": 9, "offset": 0}
            assert [e.id for e in view.entities(**listed)] == ["e2", "e4", "e1"]
            assert view.entities(**{**listed, "merged": True})[0].id == "e3"
            assert [e.id for e in view.entities(**{**listed, "type": "place"})] == ["e2"]
            assert [e.id for e in view.entities(**{**listed, "persona": "mori"})] == ["e2", "e1"]
            assert [e.id for e in view.entities(**{**listed, "limit": 1, "offset": 1})] == ["e4"]

    def test_points_move_but_none_twice(self, minji: UserStore) -> None:
        with minji.write() as tx:
            tx.put_entity(entity("e1"))
            tx.put_entity(entity("e2"))
            for one in (point("t1", 0), point("t2", 1), point("t3", 2), point("t2", 1, "e2")):
                tx.put_point(one)
            tx.put_point(point("t1", 0, score=0.9))
        with minji.read() as view:
            assert [p.turn_id for p in view.sentiment("e1", since=None, limit=9, offset=0)] == [
                "t3",
                "t2",
                "t1",
            ]
            assert [p.score for p in view.sentiment("e1", since=None, limit=1, offset=2)] == [0.9]
            later = view.sentiment("e1", since=after(minutes=1), limit=9, offset=0)
            assert [p.turn_id for p in later] == ["t3", "t2"]
            assert sorted(view.entities_in("t2")) == ["e1", "e2"]
        with minji.write() as tx:
            assert tx.move_points("e1", "e2", ["t1", "t2"]) == ["t1"]
            assert tx.move_points("e1", "e2", None) == ["t3"]
            assert [p.turn_id for p in tx.sentiment("e1", since=None, limit=9, offset=0)] == ["t2"]

    def test_a_deleted_entity_leaves_nothing(self, minji: UserStore) -> None:
        with minji.write() as tx:
            tx.put_entity(entity())
            tx.put_point(point("t1"))
            tx.put_link(Link("m1", "about", "e1", 1.0, START))
            assert tx.delete_entity("e1")
            assert not tx.delete_entity("e1")
            assert tx.entity("e1") is None
            assert tx.entities_in("t1") == []
            assert tx.links("e1") == []
            assert tx.entities_named(["민지"], persona=None) == {}

    def test_a_deleted_turn_takes_its_words_along_and_leaves_the_score(self, minji: UserStore) -> None:
        with minji.write() as tx:
            tx.add_turns([turn("t1")])
            tx.put_entity(entity())
            tx.put_point(point("t1"))
            tx.delete_turn("t1")
            (left,) = tx.sentiment("e1", since=None, limit=9, offset=0)
            assert (left.context, left.score) == ("", 0.1)

    def test_neighbours_are_the_strongest_first(self, minji: UserStore) -> None:
        with minji.write() as tx:
            for other, weight in (("b", 0.2), ("c", 0.9), ("d", 0.5)):
                tx.put_link(Link("a", "related_to", other, weight, START))
            tx.put_link(Link("x", "about", "a", 0.7, START))
            tx.put_link(Link("y", "about", "z", 1.0, START))
        with minji.read() as view:
            assert [link.weight for link in view.neighbours(["a"], 9)] == [0.9, 0.7, 0.5, 0.2]
            assert [link.weight for link in view.neighbours(["a", "z"], 2)] == [1.0, 0.9]
            known = view.link_between("a", "related_to", "c")
            assert known is not None
            assert known.weight == 0.9
            assert view.link_between("c", "related_to", "a") is None
        with minji.write() as tx:
            assert tx.delete_link("a", "related_to", "c")
            assert not tx.delete_link("a", "related_to", "c")

    def test_memories_are_numbered_in_the_order_they_were_made(self, minji: UserStore) -> None:
        with minji.write() as tx:
            assert tx.last_memory() == 0
            first, second = put(tx, memory("m1"), memory("m2", state="forgotten"))
            rows = tx.memories_after(0, 9)
            assert [known.id for _, known in rows] == ["m1", "m2"]
            assert tx.memories_after(rows[0][0], 9) == rows[1:]
            assert tx.last_memory() == rows[-1][0]
            assert tx.documents_of(["m2", "nothing"]) == {"m2": second}
            index(tx, tx.ensure_analyser("kiwi"), [words(first, "땅콩 알레르기")])
            assert tx.terms_of([first, second]) == {first: ["땅콩", "알레르기"]}

    def test_access_counts_can_be_set(self, minji: UserStore) -> None:
        with minji.write() as tx:
            put(tx, memory("m1"))
            tx.set_access("m1", 7, after(minutes=3))
            known = tx.memory("m1")
        assert known is not None
        assert (known.access_count, known.last_accessed_at) == (7, after(minutes=3))

    def test_what_people_said_is_told_by_its_words(self, minji: UserStore) -> None:
        with minji.write() as tx:
            said, _, later, _ = tx.add_turns([turn("t1"), turn("t2", at=after(minutes=5))])
            index(tx, tx.ensure_analyser("kiwi"), [words(said, "땅콩"), words(later, "호두")])
            told = tx.said_terms(persona=None, since=START, until=after(minutes=9), limit=9)
            assert told == [("t2", after(minutes=5), ["호두"]), ("t1", START, ["땅콩"])]
            assert tx.said_terms(persona="luna", since=START, until=after(minutes=9), limit=9) == []
            assert len(tx.said_terms(persona=None, since=START, until=after(minutes=5), limit=9)) == 1

    def test_changes_are_kept_in_order_and_undone_once(self, minji: UserStore) -> None:
        first = Change("u1", START, "saegim", "merge", ("m1", "m2"), {"gone": "m2"})
        second = replace(first, id="u2", at=after(minutes=1))
        with minji.write() as tx:
            tx.put_change(first)
            tx.put_change(second)
        with minji.write() as tx:
            assert tx.changes_made(limit=9, offset=0) == [second, first]
            assert tx.changes_since("u1") == [second]
            tx.put_change(replace(second, undone_at=after(minutes=2)))
            assert tx.changes_since("u1") == []
            assert tx.change("u2") == replace(second, undone_at=after(minutes=2))
            assert tx.change("u3") is None

    def test_the_newest_runs_are_kept(self, minji: UserStore) -> None:
        runs = [
            Run(f"r{n}", "hand", "running", after(minutes=n), after(minutes=n + 2), read={"memories": n})
            for n in range(4)
        ]
        with minji.write() as tx:
            for run in runs:
                tx.put_run(run, keep=3)
            done = replace(
                runs[3], state="done", ended_at=after(minutes=9), did={"merged": 1}, error="x", cost=0.5
            )
            tx.put_run(done, keep=3)
        with minji.read() as view:
            assert view.runs(state=None, limit=9, offset=0) == [done, runs[2], runs[1]]
            assert view.runs(state="running", limit=1, offset=0) == [runs[2]]
            assert view.run("r3") == done
            assert view.run("r0") is None

    def test_clearing_leaves_none_of_it(self, minji: UserStore) -> None:
        with minji.write() as tx:
            tx.put_entity(entity())
            tx.put_point(point("t1"))
            tx.put_change(Change("u1", START, "saegim", "merge", ("m1",), {}))
            tx.put_run(Run("r1", "hand", "done", START, START + timedelta(1)), keep=3)
            tx.clear()
            assert tx.entity("e1") is None
            assert tx.sentiment("e1", since=None, limit=9, offset=0) == []
            assert tx.changes_made(limit=9, offset=0) == []
            assert tx.runs(state=None, limit=9, offset=0) == []

    def test_a_checkpoint_changes_nothing(self, minji: UserStore) -> None:
        with minji.write() as tx:
            tx.put_entity(entity())
        minji.checkpoint()
        with minji.read() as view:
            assert view.entity("e1") == entity()
