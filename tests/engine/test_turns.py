"""Turns: kept as they were said, listed, counted, searched, deleted."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest

from saegim import Saegim, Turn, User
from saegim.errors import NotFound
from saegim.testing import SEOUL, FrozenClock


def at(day: int, hour: int = 12, minute: int = 0, *, month: int = 2) -> datetime:
    return datetime(2026, month, day, hour, minute, tzinfo=SEOUL)


@pytest.fixture
def diary(minji: User) -> User:
    """Five turns over five days, with what a program notes of each."""
    for day, said, emotion, intent, seconds, cached in [
        (1, "오늘은 회의가 많았어", "sad", "diary", 1.0, False),
        (2, "고양이가 아파서 병원에 갔어", "sad", "pet", 3.0, True),
        (3, "고양이가 다 나았어!", "happy", "pet", 2.0, False),
        (4, "저녁으로 김치찌개를 먹었어요", "neutral", "food", None, None),
        (5, "내일은 부산에 간다", None, None, None, None),
    ]:
        known: dict[str, object] = {"emotion": emotion, "intent": intent}
        known |= {"processing_time": seconds, "cached": cached}
        minji.record(
            said,
            "그렇군요",
            at=at(day),
            metadata={name: value for name, value in known.items() if value is not None},
        )
    return minji


def said(turns: list[Turn]) -> list[str]:
    return [turn.user for turn in turns]


def test_a_turn_is_kept_as_it_was_said(minji: User, clock: FrozenClock) -> None:
    known = {"emotion": "happy", "intent": "food", "processing_time": 1.25, "cached": True, "안": ["가", 1]}
    turn = minji.record("  오늘  저녁 뭐 먹지?\n", "비빔밥!", metadata=known)
    kept = minji.turn(turn.id)
    assert kept == turn
    assert kept.user == "  오늘  저녁 뭐 먹지?\n"
    assert kept.assistant == "비빔밥!"
    assert kept.at == clock.now()
    assert kept.metadata == known
    assert [(m.role, m.turn_id, m.session_id) for m in kept.messages] == [
        ("user", turn.id, turn.session_id),
        ("assistant", turn.id, turn.session_id),
    ]


def test_newest_first_unless_asked_otherwise(diary: User) -> None:
    newest = said(diary.turns())
    assert newest[0] == "내일은 부산에 간다"
    assert said(diary.turns(oldest_first=True)) == newest[::-1]
    assert said(diary.turns(limit=2)) == newest[:2]
    assert said(diary.turns(limit=2, offset=3)) == newest[3:]
    assert said(diary.turns(offset=99)) == []


def test_pages_neither_repeat_nor_skip(minji: User) -> None:
    """Even when everything was said in the same moment."""
    for n in range(7):
        minji.record(f"{n}번")
    pages = [turn.id for offset in range(0, 7, 3) for turn in minji.turns(limit=3, offset=offset)]
    assert len(pages) == len(set(pages)) == 7


def test_filters_by_what_was_noted(diary: User) -> None:
    assert said(diary.turns(emotion="sad")) == ["고양이가 아파서 병원에 갔어", "오늘은 회의가 많았어"]
    assert said(diary.turns(intent="pet")) == ["고양이가 다 나았어!", "고양이가 아파서 병원에 갔어"]
    assert said(diary.turns(intent="pet", emotion="sad")) == ["고양이가 아파서 병원에 갔어"]
    assert said(diary.turns(emotion="angry")) == []
    assert diary.count_turns(emotion="sad") == 2
    assert diary.count_turns() == 5


def test_filters_by_time_include_the_start_and_not_the_end(diary: User) -> None:
    assert said(diary.turns(since=at(3))) == [
        "내일은 부산에 간다",
        "저녁으로 김치찌개를 먹었어요",
        "고양이가 다 나았어!",
    ]
    assert said(diary.turns(until=at(3))) == ["고양이가 아파서 병원에 갔어", "오늘은 회의가 많았어"]
    assert said(diary.turns(since="2026-02-02T00:00+09:00", until="2026-02-03T00:00+09:00")) == [
        "고양이가 아파서 병원에 갔어"
    ]
    assert said(diary.turns(since=at(3), until=at(3))) == []
    assert diary.count_turns(since=at(3), until=at(5)) == 2


def test_filters_by_session(diary: User) -> None:
    one = diary.turns()[2]
    assert diary.turns(session=one.session_id) == [one]
    assert diary.count_turns(session=one.session_id) == 1
    assert diary.turns(session="없는 것") == []


@pytest.mark.parametrize(
    ("keyword", "found"),
    [
        ("고양이", {"고양이가 아파서 병원에 갔어", "고양이가 다 나았어!"}),
        ("김치찌개", {"저녁으로 김치찌개를 먹었어요"}),
        ("병원", {"고양이가 아파서 병원에 갔어"}),
        ("부산", {"내일은 부산에 간다"}),
    ],
)
def test_a_keyword_is_found_in_what_was_said(
    saegim: Saegim, diary: User, keyword: str, found: set[str]
) -> None:
    saegim.drain()
    best = said(diary.search_turns(keyword))[: len(found)]
    assert set(best) == found


def test_a_keyword_search_keeps_to_its_filters(saegim: Saegim, diary: User) -> None:
    saegim.drain()
    assert said(diary.search_turns("고양이", emotion="happy")) == ["고양이가 다 나았어!"]
    assert said(diary.search_turns("고양이", since=at(3)))[0] == "고양이가 다 나았어!"
    assert "고양이가 아파서 병원에 갔어" not in said(diary.search_turns("고양이", since=at(3)))
    assert said(diary.search_turns("고양이", emotion="angry")) == []
    assert len(diary.search_turns("고양이", limit=1)) == 1


def test_a_keyword_search_looks_past_what_its_filters_refuse(saegim: Saegim, minji: User) -> None:
    minji.record("날씨가 조금 흐렸다 그래도 산책은 했다", metadata={"emotion": "happy"})
    for n in range(20):
        minji.record(f"날씨 {n}", metadata={"emotion": "sad"})
    saegim.drain()
    assert len(minji.search_turns("날씨", limit=1, emotion="happy")) == 1


def test_a_message_is_found_by_its_words_as_soon_as_it_is_recorded(minji: User) -> None:
    minji.record("한라산에서 일출을 봤어")
    assert [hit.text for hit in minji.recall("한라산 일출")] == ["한라산에서 일출을 봤어"]


def test_a_memory_is_found_by_its_words_as_soon_as_it_is_remembered(minji: User) -> None:
    """The first thing a newcomer tries: remember, then recall."""
    minji.remember("땅콩 알레르기가 있다")
    assert [hit.text for hit in minji.recall("땅콩 알레르기")] == ["땅콩 알레르기가 있다"]


def test_a_deleted_turn_is_gone_from_everywhere(saegim: Saegim, diary: User) -> None:
    saegim.drain()
    turn = next(turn for turn in diary.turns() if "병원" in turn.user)
    assert diary.recall("병원")[0].text == turn.user
    diary.delete_turn(turn.id, reason="지워 달라고 함")
    with pytest.raises(NotFound):
        diary.turn(turn.id)
    with pytest.raises(NotFound):
        diary.delete_turn(turn.id)
    assert turn.user not in said(diary.turns())
    assert all(hit.text != turn.user for hit in diary.recall("고양이 병원"))
    assert turn.user not in said(diary.search_turns("병원"))
    assert diary.stats().turns == 4
    assert diary.stats().messages == 8
    event = diary.audit(limit=1)[0]
    assert (event.action, event.target, event.reason) == ("delete_turn", turn.id, "지워 달라고 함")
    saegim.drain()
    assert diary.recall_detailed("고양이").degraded == ()
    assert all(hit.text != turn.user for hit in diary.recall("고양이 병원"))


def test_stats_tell_totals_and_shares(diary: User) -> None:
    stats = diary.stats()
    assert (stats.turns, stats.messages, stats.sessions, stats.memories) == (5, 10, 5, 0)
    assert (stats.first_turn_at, stats.last_turn_at) == (at(1), at(5))
    assert stats.by_emotion == {"sad": 2, "happy": 1, "neutral": 1}
    assert stats.by_intent == {"pet": 2, "diary": 1, "food": 1}
    assert stats.by_day == {f"2026-02-0{day}": 1 for day in range(1, 6)}
    assert stats.average_processing_time_s == pytest.approx(2.0)
    assert stats.cache_rate == pytest.approx(1 / 3)
    assert stats.bytes_on_disk > 0


def test_stats_of_nobody_are_zero(minji: User) -> None:
    stats = minji.stats()
    assert (stats.turns, stats.messages, stats.sessions, stats.memories, stats.summaries) == (0, 0, 0, 0, 0)
    assert stats.first_turn_at is None
    assert stats.average_processing_time_s is None
    assert stats.cache_rate is None
    assert stats.by_day == {}


def test_metadata_of_odd_types_is_kept_and_not_counted(minji: User) -> None:
    known = {"emotion": {"happy": 1}, "intent": 3, "processing_time": "빠름", "cached": "yes"}
    turn = minji.record("안녕", metadata=known)
    assert minji.turn(turn.id).metadata == known
    stats = minji.stats()
    assert (stats.by_emotion, stats.by_intent, stats.average_processing_time_s) == ({}, {}, None)


def test_the_window_is_the_last_ten_messages(minji: User, clock: FrozenClock) -> None:
    for n in range(8):
        minji.record(f"질문 {n}", f"대답 {n}")
        clock.move(minutes=1)
    window = minji.window()
    assert [message.content for message in window] == [
        text for n in range(3, 8) for text in (f"질문 {n}", f"대답 {n}")
    ]
    minji.record("혼잣말")
    assert minji.window()[0].content == "대답 3"
    assert len(minji.window()) == 10


def test_the_window_of_a_new_user_is_empty(minji: User) -> None:
    assert minji.window() == []


def test_messages_of_a_group_become_turns(minji: User) -> None:
    turns = minji.record_messages(
        [
            {"role": "user", "name": "민지", "content": "어디서 볼까?"},
            {"role": "user", "name": "지수", "content": "홍대?"},
            {"role": "assistant", "content": "홍대입구역 9번 출구가 좋아요"},
            {"role": "assistant", "content": "주말엔 붐벼요"},
            {"role": "user", "name": "민지", "content": "좋아", "metadata": {"id": "D1:3"}},
        ]
    )
    assert [[m.content for m in turn.messages] for turn in turns] == [
        ["어디서 볼까?"],
        ["홍대?", "홍대입구역 9번 출구가 좋아요", "주말엔 붐벼요"],
        ["좋아"],
    ]
    assert [m.name for m in turns[1].messages] == ["지수", None, None]
    assert minji.turn(turns[2].id).messages[0].metadata == {"id": "D1:3"}
    assert minji.turns(oldest_first=True) == turns


def test_no_messages_are_no_turns(minji: User) -> None:
    assert minji.record_messages([]) == []
    assert minji.stats().turns == 0


def test_an_assistant_who_speaks_first_has_turns_of_its_own(minji: User) -> None:
    turns = minji.record_messages(
        [
            {"role": "assistant", "content": "안녕하세요"},
            {"role": "assistant", "content": "무엇을 도와드릴까요"},
        ]
    )
    assert len(turns) == 2
    assert turns[0].user == ""
    assert turns[0].assistant == "안녕하세요"


def test_times_come_back_in_the_zone_of_the_settings_at_once(minji: User) -> None:
    turn = minji.record("안녕", at="2026-02-01T00:00-08:00")
    memory = minji.remember("판교에 산다", valid_from="2026-02-01T00:00-08:00")
    for given, kept in (
        (turn.at, minji.turn(turn.id).at),
        (turn.messages[0].at, minji.turn(turn.id).messages[0].at),
        (memory.valid_from, minji.memory(memory.id).valid_from),
    ):
        assert given.isoformat() == kept.isoformat() == "2026-02-01T17:00:00+09:00"


def test_a_turn_with_a_past_time_is_dated_by_it(minji: User, clock: FrozenClock) -> None:
    past = clock.now() - timedelta(days=400, microseconds=123_457)
    turn = minji.record("작년 이야기", at=past)
    assert minji.turn(turn.id).at == past
    assert minji.turn(turn.id).messages[0].at == past
    assert minji.sessions()[0].started_at == past
    minji.record("요즘 이야기")
    assert said(minji.turns()) == ["요즘 이야기", "작년 이야기"]
    assert minji.stats().first_turn_at == past


def test_a_deleted_turn_is_gone_from_the_traces_too(minji: User) -> None:
    question = "내 비밀번호 힌트가 뭐였지?"
    context = minji.context(question)
    turn = minji.record(question, "초등학교 이름이었어요")
    assert minji.trace(context.trace_id).query == question
    minji.delete_turn(turn.id)
    with pytest.raises(NotFound):
        minji.trace(context.trace_id)
