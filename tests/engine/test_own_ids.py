"""Turns under ids of one's own: recorded again they are the same, and other words are refused."""

from __future__ import annotations

import unicodedata

import pytest

from saegim.errors import InvalidInput, NotFound
from saegim.testing import temporary_saegim


def test_recording_an_id_again_changes_nothing() -> None:
    with temporary_saegim() as saegim:
        minji = saegim.user("minji")
        first = minji.record(
            "나 땅콩 알레르기 있어", "기억할게요", id="chat-1", metadata={"intent": "health"}
        )
        jobs, sessions = minji.jobs(), minji.sessions()
        same = unicodedata.normalize("NFD", "나 땅콩 알레르기 있어")
        again = minji.record(same, "기억할게요", id="chat-1", at="2024-03-01T09:00:00+09:00", session="other")
        assert again == first == minji.turn("chat-1")
        assert minji.count_turns() == 1
        assert (minji.jobs(), minji.sessions()) == (jobs, sessions)
        saegim.drain()
        memories = minji.memories()
        minji.record("나 땅콩 알레르기 있어", "기억할게요", id="chat-1")
        saegim.drain()
        assert minji.memories() == memories


@pytest.mark.parametrize(
    ("user", "assistant", "persona"),
    [("다른 말", "네", None), ("안녕", "아니요", None), ("안녕", "", None), ("안녕", "네", "luna")],
)
def test_other_words_under_the_same_id_are_refused(user: str, assistant: str, persona: str | None) -> None:
    with temporary_saegim() as saegim:
        first = saegim.user("minji").record("안녕", "네", id="x")
        with pytest.raises(InvalidInput) as refused:
            saegim.user("minji", persona=persona).record(user, assistant, id="x")
        assert (refused.value.code, refused.value.field) == ("id_taken", "id")
        assert saegim.user("minji").turns() == [first]
        assert saegim.user("jihun").record("내 말", id="x").user == "내 말"


def test_messages_recorded_again_are_the_same_turns_even_when_one_was_removed() -> None:
    said = [{"content": "하나"}, {"role": "assistant", "content": "네"}, {"content": "둘", "name": "지훈"}]
    with temporary_saegim() as saegim:
        minji = saegim.user("minji")
        first = minji.record_messages(said, id="import")
        assert [turn.id for turn in first] == ["import-1", "import-2"]
        assert minji.record_messages(said, id="import") == first
        minji.delete_turn("import-1")
        assert minji.record_messages(said, id="import") == first[1:]
        with pytest.raises(InvalidInput, match="import-2"):
            minji.record_messages([*said[:2], {"content": "둘", "name": "민수"}], id="import")
        assert minji.count_turns() == 1


@pytest.mark.parametrize("odd", ["", "a b", "a/b", "x" * 129, "a\0", 3])
def test_an_id_of_no_use_is_refused(odd: str) -> None:
    with temporary_saegim() as saegim:
        minji = saegim.user("minji")
        with pytest.raises(InvalidInput, match="id"):
            minji.record("안녕", id=odd)
        assert minji.count_turns() == 0


def test_turns_and_summaries_have_numbers_of_their_own() -> None:
    with temporary_saegim() as saegim:
        minji = saegim.user("minji")
        one, two, three = (minji.record(f"{n}번째") for n in range(3))
        assert minji.turn_numbers([three.id, one.id, "none"]) == {one.id: 1, three.id: 3}
        assert minji.turn_numbered(2) == two
        for none in (0, 4, 2**63 - 1):
            with pytest.raises(NotFound):
                minji.turn_numbered(none)
        minji.delete_turn(three.id)
        assert minji.turn_numbers([minji.record("다시").id]).popitem()[1] == 4
        kept = minji.save_summary("요약", summarized_turns=2, through_turn=two.id, id="sum-1")
        assert minji.save_summary("요약", id="sum-1") == kept
        with pytest.raises(InvalidInput, match="id"):
            minji.save_summary("다른 요약", id="sum-1")
        assert minji.summary_numbers([kept.id]) == {"sum-1": 1}
        assert minji.first_summarised(kept) == one.id
        assert len(minji.summaries()) == 1
        ann = minji.add_entity("지훈", id="friend")
        assert minji.add_entity("지훈", id="friend") == ann
        assert len(minji.entities()) == 1
