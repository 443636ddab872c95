"""Part of the store contract: words, vectors, and what changed."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta

import numpy as np
import pytest
from store_samples import (
    KST,
    START,
    after,
    embed,
    index,
    indexed,
    memory,
    put,
    session,
    texts,
    turn,
    vectors,
    words,
)

from saegim.models import (
    Link,
    Summary,
    Trace,
    TurnFilters,
)
from saegim.protocols import UserStore


class Index:
    def test_analysers_and_spaces_are_numbered_once(self, minji: UserStore) -> None:
        with minji.write() as tx:
            assert tx.analyser_id("kiwi") is None
            assert tx.space_id("use") is None
            kiwi, bigram = tx.ensure_analyser("kiwi"), tx.ensure_analyser("bigram")
            assert tx.ensure_analyser("kiwi") == kiwi == tx.analyser_id("kiwi")
            use, other = tx.ensure_space("use"), tx.ensure_space("other")
            assert tx.ensure_space("use") == use == tx.space_id("use")
            # 0 is what a document has before anything was done.
            assert len({0, kiwi, bigram}) == 3
            assert len({0, use, other}) == 3

    def test_what_is_not_indexed_is_listed_until_it_is(self, minji: UserStore) -> None:
        with minji.write() as tx:
            analyser = tx.ensure_analyser("kiwi")
            message, reply = tx.add_turns([turn("t1", "땅콩 있어요?", "없어요", name="민지")])
            (known,) = put(tx, memory("m1"))
            texts = {text.id: text for text in tx.unindexed(analyser, 9)}
            assert set(texts) == {message, reply, known}
            assert (texts[message].kind, texts[message].text, texts[message].speaker) == (
                "message",
                "땅콩 있어요?",
                "민지",
            )
            assert (texts[known].kind, texts[known].text) == ("memory", "땅콩 알레르기가 있다")
            assert len(tx.unindexed(analyser, 2)) == 2
            index(tx, analyser, [words(message, "땅콩"), words(known, "땅콩")])
            assert [text.id for text in tx.unindexed(analyser, 9)] == [reply]
            # Another analyser has done nothing yet.
            assert len(tx.unindexed(tx.ensure_analyser("kiwi 2"), 9)) == 3

    def test_what_is_not_embedded_is_listed_until_it_is(self, minji: UserStore) -> None:
        with minji.write() as tx:
            space = tx.ensure_space("use")
            documents = tx.add_turns([turn("t1"), turn("t2")])
            assert [text.id for text in tx.unembedded(space, 2)] == documents[:2]
            embed(tx, space, documents[:3])
            assert [text.id for text in tx.unembedded(space, 9)] == documents[3:]
            assert len(tx.unembedded(tx.ensure_space("use 2"), 9)) == 4

    def test_vectors_come_back_bit_for_bit_and_only_the_new_ones(self, minji: UserStore) -> None:
        given = np.random.default_rng(7).standard_normal((4, 512)).astype(np.float32)
        with minji.write() as tx:
            space = tx.ensure_space("use")
            documents = tx.add_turns([turn("t1"), turn("t2")])
            embed(tx, space, documents[:2], given[:2])
            before = tx.revision()
        with minji.write() as tx:
            embed(tx, space, documents[2:], given[2:])
        with minji.read() as view:
            found = dict(view.vectors(space, 0))
            assert [found[n] for n in documents] == [vector.tobytes() for vector in given]
            assert sorted(n for n, _ in view.vectors(space, before)) == documents[2:]
            assert dict(view.vectors_of(space, documents[1:3])) == {n: found[n] for n in documents[1:3]}
            assert view.vectors(view.space_id("use") or 0, view.revision()) == []

    def test_a_new_space_takes_over_document_by_document(self, minji: UserStore) -> None:
        with minji.write() as tx:
            old, new = tx.ensure_space("old"), tx.ensure_space("new")
            documents = tx.add_turns([turn("t1")])
            embed(tx, old, documents)
            embed(tx, new, documents[:1], vectors(1, first=2.0))
            assert [n for n, _ in tx.vectors(new, 0)] == documents[:1]
            assert [n for n, _ in tx.vectors(old, 0)] == documents[1:]
            assert [text.id for text in tx.unembedded(new, 9)] == documents[1:]

    @pytest.mark.parametrize(
        "word",
        [
            "커피",
            unicodedata.normalize("NFD", "커피"),
            "ㅋㅋ",
            "café",
            "naïve",
            "😀",
            "👩‍👩‍👧‍👦",
            "🇰🇷",
            "𠮷野家",
            "東京",
            "ひらがな",
            "ไทย",
            "العربية",
            "“둥근따옴표”",
            "‘’",
            "a·b",
            "ｆｕｌｌ",
            "\u200b공백",
            "\uffff",
            "\ue000",
            "İstanbul",
            "near",
            "and",
            "or",
            "not",
            "terms",
            "grams",
            "rank",
            "null",
        ],
    )
    def test_words_of_any_script_come_back_letter_for_letter(self, minji: UserStore, word: str) -> None:
        with minji.write() as tx:
            first, second = tx.add_turns([turn("t1")])
            both = [words(first, f"{word} 커피 {word}", f"{word} 커피"), words(second, "", word)]
            index(tx, tx.ensure_analyser("kiwi"), both)
        with minji.read() as view:
            # Repeated words count: how often is part of the score.
            assert indexed(view) == {first: ([word, "커피", word], [word, "커피"]), second: ([], [word])}

    def test_words_are_told_only_when_they_are_new(self, minji: UserStore) -> None:
        with minji.write() as tx:
            analyser = tx.ensure_analyser("kiwi")
            documents = tx.add_turns([turn("t1"), turn("t2")])
            assert indexed(tx) == {}
            index(tx, analyser, [words(n, "말") for n in documents[:2]])
            before = tx.revision()
        with minji.write() as tx:
            index(tx, analyser, [words(documents[2], "말")])
        with minji.read() as view:
            assert sorted(indexed(view)) == documents[:3]
            assert list(indexed(view, before)) == documents[2:3]
            assert indexed(view, view.revision()) == {}

    def test_a_memory_that_lost_its_words_says_so(self, minji: UserStore) -> None:
        with minji.write() as tx:
            (document,) = put(tx, memory("m1", "회사에 다닌다"))
            index(tx, tx.ensure_analyser("kiwi"), [words(document, "회사")])
            before = tx.revision()
        with minji.write() as tx:
            put(tx, memory("m1", "학교에 다닌다"), action="revise")
        with minji.read() as view:
            # Whoever keeps words in memory must hear that the old ones no longer hold.
            assert view.words(before) == [(document, "", "")]

    def test_a_reset_index_serves_until_it_is_made_again(self, minji: UserStore) -> None:
        with minji.write() as tx:
            analyser, space = tx.ensure_analyser("kiwi"), tx.ensure_space("use")
            documents = tx.add_turns([turn("t1")]) + put(tx, memory("m1"))
            index(tx, analyser, [words(n, f"말{n}") for n in documents])
            embed(tx, space, documents)
            before = tx.revision()
        with minji.write() as tx:
            tx.reset_index()
        with minji.write() as tx:
            assert {text.id for text in tx.unindexed(analyser, 9)} == set(documents)
            assert {text.id for text in tx.unembedded(space, 9)} == set(documents)
            assert set(indexed(tx)) == set(documents) == set(indexed(tx, before))
            assert {n for n, _ in tx.vectors(space, before)} == set(documents)
            index(tx, analyser, [words(n, "새말") for n in documents])
            embed(tx, space, documents)
            assert tx.unindexed(analyser, 9) == tx.unembedded(space, 9) == []
            assert indexed(tx) == {n: (["새말"], []) for n in documents}

    def test_indexing_again_replaces_the_words(self, minji: UserStore) -> None:
        with minji.write() as tx:
            first, second = tx.ensure_analyser("kiwi"), tx.ensure_analyser("kiwi 2")
            (document, _) = tx.add_turns([turn("t1")])
            index(tx, first, [words(document, "머거써", "머거 거써", is_question=True)])
            index(tx, second, [words(document, "먹다 밥", holds=5)])
            assert indexed(tx) == {document: (["먹다", "밥"], [])}
            row = next(row for row in tx.changes(0).rows if row.id == document)
            assert (bool(row.is_question), row.holds, bool(row.indexed)) == (False, 5, True)

    def test_words_and_vectors_of_a_document_removed_meanwhile_are_dropped(self, minji: UserStore) -> None:
        with minji.write() as tx:
            analyser, space = tx.ensure_analyser("kiwi"), tx.ensure_space("use")
            gone, _ = tx.add_turns([turn("t1")])
            (kept,) = put(tx, memory("m1"))
            read = texts(tx)
            tx.delete_turn("t1")
        with minji.write() as tx:
            found = [replace(words(n, "말"), revision=read[n].revision) for n in (gone, kept)]
            tx.put_words(analyser, found)
            tx.put_vectors(space, [read[gone], read[kept]], vectors(2))
        with minji.read() as view:
            assert list(indexed(view)) == [kept]
            assert [n for n, _ in view.vectors(space, 0)] == [kept]
            assert [row.id for row in view.changes(0).rows] == [kept]

    def test_words_and_vectors_of_a_text_revised_meanwhile_are_dropped(self, minji: UserStore) -> None:
        with minji.write() as tx:
            analyser, space = tx.ensure_analyser("kiwi"), tx.ensure_space("use")
            (document,) = put(tx, memory("m1", "회사에 다닌다"))
            read = texts(tx)[document]
        with minji.write() as tx:
            put(tx, memory("m1", "학교에 다닌다"), action="revise")
        with minji.write() as tx:
            tx.put_words(analyser, [replace(words(document, "회사"), revision=read.revision)])
            tx.put_vectors(space, [read], vectors(1))
        with minji.read() as view:
            assert indexed(view) == {}
            assert view.vectors(space, 0) == []
            assert [text.text for text in view.unindexed(analyser, 9)] == ["학교에 다닌다"]
            assert [text.text for text in view.unembedded(space, 9)] == ["학교에 다닌다"]

    def test_a_slow_embedder_is_not_set_back_by_words_or_accesses(self, minji: UserStore) -> None:
        with minji.write() as tx:
            analyser, space = tx.ensure_analyser("kiwi"), tx.ensure_space("use")
            documents = [*put(tx, memory("m1")), *tx.add_turns([turn("t0"), turn("t1")])]
            read = texts(tx)
        with minji.write() as tx:
            index(tx, analyser, [words(n, "말") for n in documents])
            tx.touch(documents[:1], after(days=1))
            # Changes what the next message follows, not what it says.
            tx.delete_turn("t0")
        kept = [documents[0], *documents[3:]]
        with minji.write() as tx:
            tx.put_vectors(space, [read[n] for n in kept], vectors(3))
            assert sorted(n for n, _ in tx.vectors(space, 0)) == sorted(kept)

    def test_changes_tell_only_what_is_new_since(self, minji: UserStore) -> None:
        with minji.write() as tx:
            documents = tx.add_turns([turn("t1"), turn("t2")])
            (known,) = put(tx, memory("m1"))
        with minji.read() as view:
            changes = view.changes(0)
            assert {row.id for row in changes.rows} == {*documents, known}
            assert changes.removed == []
            first = changes.revision
            assert first == view.revision()
            assert view.changes(first).rows == []
        with minji.write() as tx:
            (added,) = put(tx, memory("m2"))
            tx.delete_turn("t2")
        with minji.read() as view:
            changes = view.changes(first)
            assert [row.id for row in changes.rows] == [added]
            assert sorted(changes.removed) == documents[2:]
            assert changes.revision > first
            second = changes.revision
        with minji.write() as tx:
            index(tx, tx.ensure_analyser("kiwi"), [words(documents[0], "말")])
        with minji.read() as view:
            assert [row.id for row in view.changes(second).rows] == [documents[0]]
            # From the beginning, nothing removed is listed as there.
            assert {row.id for row in view.changes(0).rows} == {*documents[:2], known, added}

    def test_changes_say_what_ranking_needs_of_a_message(self, minji: UserStore) -> None:
        with minji.write() as tx:
            tx.put_session(session("s2", persona="luna"))
            asked, answered = tx.add_turns(
                [turn("t1", "언제 와?", "내일요", session_id="s2", persona="luna", name="민지")]
            )
            (later, _) = tx.add_turns([turn("t2", "그래", "네", session_id="s2", persona="luna")])
            rows = {row.id: row for row in tx.changes(0).rows}
        epoch = datetime(1970, 1, 1, tzinfo=KST.utc)
        at_us = (START - epoch) // timedelta(microseconds=1)
        row = rows[asked]
        assert (row.kind, row.at, row.until, row.known_from) == ("message", at_us, None, at_us)
        assert (row.persona, row.role, row.speaker, row.state) == ("luna", "user", "민지", "active")
        assert (row.previous, bool(row.pinned), bool(row.indexed)) == (None, False, False)
        assert (rows[answered].previous, rows[answered].role) == (asked, "assistant")
        assert rows[later].previous == answered
        assert rows[asked].session == rows[later].session

    def test_changes_say_what_ranking_needs_of_a_memory(self, minji: UserStore) -> None:
        one = memory(
            "m1",
            kind="plan",
            persona="luna",
            subject="민지",
            importance=0.7,
            pinned=True,
            state="archived",
            valid_from=after(days=-1),
            valid_to=after(days=1),
        )
        with minji.write() as tx:
            put(tx, one)
            (row,) = tx.changes(0).rows
        day_us = 86_400_000_000
        assert row.kind == "memory"
        assert (row.known_from - row.at, (row.until or 0) - row.at) == (day_us, 2 * day_us)
        assert (row.persona, row.role, row.speaker, row.state) == ("luna", "plan", "민지", "archived")
        assert (bool(row.pinned), row.importance, row.last_accessed) == (True, 0.7, None)

    def test_documents_are_found_by_kind_tags_and_entity(self, minji: UserStore) -> None:
        with minji.write() as tx:
            tx.add_turns([turn("t1")])
            a, b, c = put(
                tx,
                memory("a", kind="plan", tags=("여행", "여름"), subject="민지"),
                memory("b", kind="fact", tags=("여행",)),
                memory("c", kind="todo"),
            )
            tx.put_link(Link("b", "about", "민지", 1.0, START))
            tx.put_link(Link("c", "related_to", "민지", 1.0, START))

        def found(
            kinds: Sequence[str] = (), tags: Sequence[str] = (), entity: str | None = None
        ) -> list[int]:
            with minji.read() as view:
                return sorted(view.documents_about(kinds=kinds, tags=tags, entity=entity))

        assert found() == [a, b, c]
        assert found(kinds=("plan", "todo")) == [a, c]
        assert found(tags=("여행",)) == [a, b]
        assert found(tags=("여행", "여름")) == [a]
        assert found(entity="민지") == [a, b]
        assert found(kinds=("fact",), tags=("여행",), entity="민지") == [b]
        assert found(entity="지훈") == []

    def test_clear_forgets_everything_said_and_known(self, minji: UserStore) -> None:
        with minji.write() as tx:
            analyser, space = tx.ensure_analyser("kiwi"), tx.ensure_space("use")
            documents = tx.add_turns([turn("t1"), turn("t2")])
            documents += put(tx, memory("m1", tags=("음식",)))
            index(tx, analyser, [words(n, "말", "말") for n in documents])
            embed(tx, space, documents)
            tx.put_link(Link("m1", "about", "민지", 1.0, START))
            tx.put_summary(Summary("u1", None, "s1", "요약", START, 2))
            tx.add_trace(Trace("r1", START, "뭐?", {}), keep=9)
            tx.put_note("picked", "m1")
            before = tx.revision()
        with minji.write() as tx:
            assert tx.clear() == 2
        with minji.read() as view:
            assert view.count_turns(TurnFilters()) == 0
            assert view.turn("t1") is None
            assert view.sessions(persona=None, limit=9, offset=0) == []
            assert view.memories(states=("active", "archived", "forgotten")) == []
            assert view.versions("m1") == []
            assert view.links("m1") == []
            assert view.latest_summary(None) is None
            assert view.traces(persona=None, limit=9, offset=0) == []
            assert view.note("picked") is None
            assert view.words(0) == []
            assert view.vectors(space, 0) == []
            assert view.changes(0).rows == []
            assert sorted(view.changes(before).removed) == sorted(documents)
        with minji.write() as tx:
            # Numbers are never used twice: a warm index elsewhere must not mistake new for old.
            tx.put_session(session())
            anew = tx.add_turns([turn("t1")]) + put(tx, memory("m1"))
            assert not set(anew) & set(documents)
            index(tx, analyser, [words(anew[0], "말")])
            assert list(indexed(tx)) == anew[:1]

    def test_stats_add_up(self, minji: UserStore) -> None:
        day = START.replace(hour=23, minute=30)
        with minji.write() as tx:
            analyser, space = tx.ensure_analyser("kiwi"), tx.ensure_space("use")
            documents = tx.add_turns(
                [
                    turn("t1", emotion="기쁨", intent="food", processing_time=1.0, cached=True),
                    turn("t2", at=day, emotion="기쁨", processing_time=2, cached=False),
                    turn("t3", at=day + timedelta(days=1), emotion="슬픔"),
                ]
            )
            put(tx, memory("m1", kind="plan"), memory("m2", kind="plan", state="archived"), memory("m3"))
            tx.put_summary(Summary("u1", None, None, "요약", START, 1))
            index(tx, analyser, [words(n, "말") for n in documents])
            embed(tx, space, documents[:2])
        with minji.read() as view:
            stats = view.stats(analyser, space)
        assert (stats.turns, stats.messages, stats.sessions) == (3, 6, 1)
        assert (stats.memories, stats.summaries) == (2, 1)
        assert (stats.first_turn_at, stats.last_turn_at) == (START, day + timedelta(days=1))
        assert stats.by_emotion == {"기쁨": 2, "슬픔": 1}
        assert stats.by_intent == {"food": 1}
        assert stats.by_kind == {"plan": 1, "fact": 1}
        assert sum(stats.by_day.values()) == 3
        assert stats.average_processing_time_s == 1.5
        assert stats.cache_rate == 0.5
        assert stats.bytes_on_disk > 0
        assert (stats.not_indexed, stats.not_embedded) == (3, 7)

    def test_stats_of_someone_new_are_zero(self, minji: UserStore) -> None:
        with minji.read() as view:
            stats = view.stats(0, 0)
        assert (stats.turns, stats.messages, stats.memories) == (0, 0, 0)
        assert (stats.first_turn_at, stats.average_processing_time_s, stats.cache_rate) == (None, None, None)
        assert stats.by_day == {}
