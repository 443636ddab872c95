"""Part of the store contract: memories, and what hangs on them."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from store_samples import (
    START,
    TEXTS,
    SetClock,
    Stop,
    after,
    embed,
    ids,
    index,
    indexed,
    memory,
    put,
    turn,
    words,
)

from saegim.models import (
    Link,
    Summary,
    Trace,
)
from saegim.protocols import UserStore


class Memories:
    def test_a_memory_comes_back_whole(self, minji: UserStore) -> None:
        full = memory(
            "m1",
            "땅콩 알레르기가 있다 🥜",
            kind="allergy",
            persona="luna",
            importance=0.123456789,
            confidence=1.0,
            updated_at=after(days=1),
            valid_to=after(days=9),
            subject="민지",
            key="알레르기",
            value="땅콩",
            tags=("음식", "건강"),
            pii_flags=("health",),
            emotion="걱정",
            pinned=True,
            state="archived",
            source_turns=("t1", "t2"),
            origin="rule",
            metadata={"근거": ["어제", {"확신": 0.5}]},
        )
        with minji.write() as tx:
            (document,) = put(tx, full, memory("m2", "비빔밥을 좋아한다"))[:1]
        with minji.read() as view:
            assert view.memory("m1") == full
            assert view.document_of("m1") == document
            assert view.memories_of([document]) == {document: full}
            assert view.memory("nobody") is None
            assert view.document_of("nobody") is None

    @pytest.mark.parametrize("text", TEXTS, ids=range(len(TEXTS)))
    def test_a_memory_keeps_its_text_letter_for_letter(self, minji: UserStore, text: str) -> None:
        full = memory("m1", text, subject=text[:50], key=text[:20], value=text, tags=(text[:20],))
        with minji.write() as tx:
            put(tx, full)
        with minji.read() as view:
            assert view.memories(subject=text[:50], key=text[:20], tag=text[:20]) == [full]
            assert view.versions("m1")[0].memory == full

    def test_every_change_of_a_memory_leaves_a_version_and_an_audit_event(
        self, minji: UserStore, clock: SetClock
    ) -> None:
        first = memory("m1", "회사원이다", tags=("일",))
        second = replace(first, content="학생이다", updated_at=after(days=1), tags=())
        with minji.write() as tx:
            put(tx, first)
        later = clock.advance(days=1)
        with minji.write() as tx:
            tx.put_memory(second, actor="luna", action="revise", reason="다시 말함")
        with minji.read() as view:
            found = view.memory("m1")
            assert found == replace(second, version=2)
            one, two = view.versions("m1")
            assert (one.version, one.memory, one.actor, one.reason) == (1, first, "minji", "직접 말함")
            assert one.at == START
            assert (two.version, two.memory, two.actor) == (2, replace(second, version=2), "luna")
            assert two.at == later
            newest, oldest = view.audit(target="m1", limit=9, offset=0)
            assert (newest.action, newest.actor, newest.reason, newest.at) == (
                "revise",
                "luna",
                "다시 말함",
                later,
            )
            assert newest.detail == {"version": 2}
            assert (oldest.action, oldest.actor, oldest.at) == ("create", "minji", START)
            assert newest.id > oldest.id
            assert view.versions("nobody") == []

    def test_a_failed_write_leaves_neither_version_nor_audit_event(self, minji: UserStore) -> None:
        with minji.write() as tx:
            put(tx, memory("m1", "회사원이다"))

        def revise_and_stop() -> None:
            with minji.write() as tx:
                put(tx, memory("m1", "학생이다"), action="revise")
                raise Stop

        with pytest.raises(Stop):
            revise_and_stop()
        with minji.read() as view:
            assert len(view.versions("m1")) == 1
            assert len(view.audit(target="m1", limit=9, offset=0)) == 1
            found = view.memory("m1")
            assert found is not None
            assert found.content == "회사원이다"

    def test_changed_content_must_be_indexed_anew(self, minji: UserStore) -> None:
        with minji.write() as tx:
            analyser, space = tx.ensure_analyser("kiwi"), tx.ensure_space("use")
            (document,) = put(tx, memory("m1", "회사에 다닌다"))
            index(tx, analyser, [words(document, "회사", holds=5)])
            embed(tx, space, [document])
            assert tx.unindexed(analyser, 9) == []
            assert tx.unembedded(space, 9) == []
            before = tx.revision()
        with minji.write() as tx:
            assert put(tx, memory("m1", "학교에 다닌다"), action="revise") == [document]
        with minji.read() as view:
            assert indexed(view) == {}
            assert view.vectors(space, 0) == []
            (text,) = view.unindexed(analyser, 9)
            assert (text.id, text.kind, text.text) == (document, "memory", "학교에 다닌다")
            assert [one.id for one in view.unembedded(space, 9)] == [document]
            (row,) = view.changes(before).rows
            assert not row.indexed
            assert not row.holds

    def test_unchanged_content_keeps_its_words_and_vector(self, minji: UserStore) -> None:
        with minji.write() as tx:
            analyser, space = tx.ensure_analyser("kiwi"), tx.ensure_space("use")
            (document,) = put(tx, memory("m1", "회사에 다닌다"))
            index(tx, analyser, [words(document, "회사")])
            embed(tx, space, [document])
            before = tx.revision()
        with minji.write() as tx:
            put(tx, memory("m1", "회사에 다닌다", pinned=True, importance=0.9), action="pin")
        with minji.read() as view:
            assert indexed(view) == {document: (["회사"], [])}
            assert [n for n, _ in view.vectors(space, 0)] == [document]
            assert view.unindexed(analyser, 9) == []
            (row,) = view.changes(before).rows
            assert (row.id, bool(row.pinned), row.importance) == (document, True, 0.9)

    def test_memories_are_found_by_every_filter(self, minji: UserStore) -> None:
        with minji.write() as tx:
            put(
                tx,
                memory("m1", kind="allergy", subject="민지", key="알레르기", pinned=True, tags=("음식",)),
                memory("m2", kind="plan", valid_from=after(days=1), tags=("음식", "여행")),
                memory("m3", kind="plan", valid_from=after(days=2), state="archived"),
                memory("m4", kind="fact", valid_from=after(days=3), state="forgotten"),
            )

        def found(**filters: Any) -> list[str]:
            with minji.read() as view:
                return ids(view.memories(**filters))

        assert found() == ["m2", "m1"]
        assert found(states=("active", "archived", "forgotten")) == ["m4", "m3", "m2", "m1"]
        assert found(states=("archived",)) == ["m3"]
        assert found(states=()) == []
        assert found(kind="plan") == ["m2"]
        assert found(tag="음식") == ["m2", "m1"]
        assert found(tag="여행") == ["m2"]
        assert found(tag="없음") == []
        assert found(subject="민지", key="알레르기") == ["m1"]
        assert found(subject="지훈", key="알레르기") == []
        assert found(pinned=True) == ["m1"]
        assert found(pinned=False) == ["m2"]
        assert found(since=after(days=1)) == ["m2"]
        assert found(until=after(days=1)) == ["m1"]
        assert found(limit=1) == ["m2"]
        assert found(limit=1, offset=1) == ["m1"]

    def test_what_is_known_now_as_key_and_value_comes_newest_first(self, minji: UserStore) -> None:
        with minji.write() as tx:
            put(
                tx,
                memory("m1", "성수동에 산다", key="home.city", value="성수동", valid_to=after(days=1)),
                memory("m2", "판교에 산다", key="home.city", value="판교", valid_from=after(days=1)),
                memory("m3", "엄마는 부산에 산다", subject="엄마", key="home.city", value="부산"),
                memory(
                    "m4",
                    "고양이를 키운다",
                    key="pet",
                    value="고양이",
                    persona="luna",
                    valid_from=after(days=2),
                ),
                memory("m5", "차를 판다", key="car", value="없음", state="archived"),
                memory("m6", "비빔밥을 좋아한다"),
            )
        with minji.read() as view:
            everything = [(None, "pet", "고양이"), (None, "home.city", "판교"), ("엄마", "home.city", "부산")]
            assert [(s if s != "user" else None, k, v) for s, k, v in view.slots(None, 10)] == everything
            assert len(view.slots("sol", 10)) == 2
            assert len(view.slots("luna", 10)) == 3
            assert len(view.slots(None, 1)) == 1

    def test_memories_answer_as_of_any_moment(self, minji: UserStore) -> None:
        with minji.write() as tx:
            put(
                tx,
                memory("old", "부산에 산다", valid_to=after(days=10)),
                memory("new", "서울에 산다", valid_from=after(days=10)),
            )

        def found(**filters: Any) -> list[str]:
            with minji.read() as view:
                return ids(view.memories(**filters))

        assert found(as_of=after(days=-1)) == []
        assert found(as_of=START) == ["old"]
        assert found(as_of=after(days=9)) == ["old"]
        assert found(as_of=after(days=10)) == ["new"]
        assert found(current=True) == ["new"]
        assert found() == ["new", "old"]

    def test_a_persona_sees_its_own_memories_and_those_for_all(self, minji: UserStore) -> None:
        with minji.write() as tx:
            put(
                tx,
                memory("all"),
                memory("luna", persona="luna", valid_from=after(hours=1)),
                memory("sol", persona="sol", valid_from=after(hours=2)),
            )
        with minji.read() as view:
            assert ids(view.memories(persona="luna")) == ["luna", "all"]
            assert ids(view.memories(persona="sol")) == ["sol", "all"]
            assert ids(view.memories(persona="new")) == ["all"]
            assert ids(view.memories()) == ["sol", "luna", "all"]

    def test_new_tags_replace_the_old_ones(self, minji: UserStore) -> None:
        with minji.write() as tx:
            put(tx, memory("m1", tags=("음식", "음식", "건강")))
            assert ids(tx.memories(tag="음식")) == ["m1"]
            put(tx, memory("m1", tags=("여행",)))
            assert tx.memories(tag="음식") == []
            assert ids(tx.memories(tag="여행")) == ["m1"]

    def test_a_deleted_memory_leaves_only_its_audit_trail(self, minji: UserStore) -> None:
        with minji.write() as tx:
            analyser, space = tx.ensure_analyser("kiwi"), tx.ensure_space("use")
            document, other = put(tx, memory("m1", tags=("음식",)), memory("m2"))
            index(tx, analyser, [words(document, "땅콩"), words(other, "땅콩")])
            embed(tx, space, [document, other])
            tx.put_link(Link("m1", "about", "민지", 1.0, START))
            tx.put_link(Link("m2", "supersedes", "m1", 1.0, START))
            before = tx.revision()
        with minji.write() as tx:
            assert tx.delete_memory("m1", actor="minji", reason="지워 줘") is True
            assert tx.delete_memory("m1", actor="minji", reason="지워 줘") is False
        with minji.read() as view:
            assert view.memory("m1") is None
            assert view.versions("m1") == []
            assert view.memories(tag="음식") == []
            assert view.links("m1") == []
            assert view.links("m2") == []
            assert list(indexed(view)) == [other]
            assert [n for n, _ in view.vectors(space, 0)] == [other]
            assert list(view.changes(before).removed) == [document]
            actions = [event.action for event in view.audit(target="m1", limit=9, offset=0)]
            assert actions == ["delete", "create"]

    def test_a_touch_counts_without_making_a_version(self, minji: UserStore) -> None:
        with minji.write() as tx:
            document, other = put(tx, memory("m1"), memory("m2"))
            (message, _) = tx.add_turns([turn("t1")])
            before = tx.revision()
        with minji.write() as tx:
            tx.touch([document, message], after(days=2))
            tx.touch([document], after(days=1))
        with minji.read() as view:
            found = view.memory("m1")
            assert found is not None
            assert (found.access_count, found.last_accessed_at, found.version) == (2, after(days=2), 1)
            assert len(view.versions("m1")) == 1
            assert len(view.audit(target="m1", limit=9, offset=0)) == 1
            untouched = view.memories_of([other])[other]
            assert (untouched.access_count, untouched.last_accessed_at) == (0, None)
            # Ranking keeps rows in memory: it must hear of the new access time.
            (row,) = view.changes(before).rows
            assert row.id == document
            assert row.last_accessed is not None

    def test_a_revision_does_not_reset_the_access_count(self, minji: UserStore) -> None:
        with minji.write() as tx:
            (document,) = put(tx, memory("m1"))
            tx.touch([document], after(days=1))
            put(tx, memory("m1", "달라졌다"), action="revise")
            found = tx.memory("m1")
            assert found is not None
            assert (found.access_count, found.version) == (1, 2)

    def test_links_are_found_from_both_ends(self, minji: UserStore) -> None:
        about = Link("m1", "about", "민지", 0.8, START)
        newer = Link("m2", "supersedes", "m1", 1.0, after(days=1))
        with minji.write() as tx:
            tx.put_link(about)
            tx.put_link(newer)
            tx.put_link(Link("m8", "about", "m9", 1.0, START))
        with minji.read() as view:
            assert view.links("m1") == [about, newer]
            assert view.links("민지") == [about]
            assert view.links("m1", relation="supersedes") == [newer]
            assert view.links("m1", relation="없음") == []

    def test_the_same_link_put_again_takes_the_new_weight(self, minji: UserStore) -> None:
        with minji.write() as tx:
            tx.put_link(Link("m1", "about", "민지", 0.2, START))
            tx.put_link(Link("m1", "about", "민지", 0.9, START))
            assert [link.weight for link in tx.links("m1")] == [0.9]

    def test_summaries_are_kept_per_persona_newest_first(self, minji: UserStore) -> None:
        own = [
            Summary(f"u{n}", "luna", "s1", f"요약 {n} 😀", after(hours=n), 20 + n, f"t{n}") for n in range(3)
        ]
        plain = Summary("u9", None, None, "페르소나 없는 요약", after(hours=9), 3)
        with minji.write() as tx:
            for summary in (*own, plain):
                tx.put_summary(summary)
        with minji.read() as view:
            assert view.latest_summary("luna") == own[2]
            assert view.latest_summary(None) == plain
            assert view.latest_summary("sol") is None
            assert view.summaries(persona="luna", limit=9, offset=0) == own[::-1]
            assert view.summaries(persona="luna", limit=1, offset=1) == [own[1]]
            assert view.summaries(persona=None, limit=9, offset=0) == [plain]

    def test_only_the_newest_traces_are_kept(self, minji: UserStore) -> None:
        traces = [Trace(f"r{n}", after(hours=n), "뭐 먹지?", {"hits": [n, {"점수": 0.5}]}) for n in range(6)]
        with minji.write() as tx:
            for trace in traces:
                tx.add_trace(trace, keep=4)
        with minji.read() as view:
            assert view.traces(persona=None, limit=9, offset=0) == traces[:1:-1]
            assert view.traces(persona=None, limit=2, offset=1) == [traces[4], traces[3]]
            assert view.trace("r5") == traces[5]
            assert view.trace("r1") is None
        with minji.write() as tx:
            tx.add_trace(Trace("last", START, "", {}), keep=0)
            assert tx.traces(persona=None, limit=9, offset=0) == []

    def test_a_note_is_set_replaced_and_removed(self, minji: UserStore) -> None:
        with minji.write() as tx:
            assert tx.note("picked") is None
            tx.put_note("picked", "m1")
            tx.put_note("picked", "m1,m2")
            tx.put_note("empty", "")
        with minji.write() as tx:
            assert tx.note("picked") == "m1,m2"
            assert tx.note("empty") == ""
            tx.put_note("picked", None)
            tx.put_note("never", None)
            assert tx.note("picked") is None

    def test_audit_events_are_listed_newest_first(self, minji: UserStore, clock: SetClock) -> None:
        for number in range(4):
            with minji.write() as tx:
                tx.add_audit("operator", f"act{number}", ("a", "b")[number % 2], "이유", {"n": number})
            clock.advance(minutes=1)
        with minji.read() as view:
            events = view.audit(target=None, limit=9, offset=0)
            assert [e.action for e in events] == ["act3", "act2", "act1", "act0"]
            assert [e.detail for e in view.audit(target="b", limit=9, offset=0)] == [{"n": 3}, {"n": 1}]
            assert [e.action for e in view.audit(target=None, limit=2, offset=1)] == ["act2", "act1"]
            assert events[0].at == after(minutes=3)
