"""Sessions: which conversation a turn belongs to, and when one ends."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest

from saegim import Saegim, User
from saegim.testing import SEOUL, FrozenClock, temporary_saegim


def at(hour: int, minute: int = 0, *, day: int = 1) -> datetime:
    return datetime(2026, 3, day, hour, minute, tzinfo=SEOUL)


def test_thirty_idle_minutes_begin_a_new_session(minji: User, clock: FrozenClock) -> None:
    first = minji.record("하나")
    clock.move(minutes=30)
    second = minji.record("둘")
    clock.move(minutes=30, seconds=1)
    third = minji.record("셋")
    assert first.session_id == second.session_id
    assert third.session_id != second.session_id
    newest, oldest = minji.sessions()
    assert (newest.id, newest.turn_count) == (third.session_id, 1)
    assert (oldest.id, oldest.turn_count) == (first.session_id, 2)
    assert oldest.last_at - oldest.started_at == timedelta(minutes=30)


def test_the_idle_time_is_a_setting(clock: FrozenClock) -> None:
    with temporary_saegim(clock=clock, settings={"sessions.idle_minutes": 5}) as saegim:
        minji = saegim.user("minji")
        first = minji.record("하나")
        clock.move(minutes=6)
        assert minji.record("둘").session_id != first.session_id


def test_a_turn_of_the_past_lands_in_the_session_of_that_time(minji: User) -> None:
    morning = minji.record("아침", at=at(9))
    evening = minji.record("저녁", at=at(20))
    assert morning.session_id != evening.session_id
    assert minji.record("아침 뒤에", at=at(9, 10)).session_id == morning.session_id
    assert minji.record("아침 전에", at=at(8, 45)).session_id == morning.session_id
    assert minji.record("점심", at=at(13)).session_id not in (morning.session_id, evening.session_id)
    by_id = {session.id: session for session in minji.sessions()}
    assert by_id[morning.session_id].started_at == at(8, 45)
    assert by_id[morning.session_id].last_at == at(9, 10)
    assert by_id[morning.session_id].turn_count == 3
    assert by_id[evening.session_id].turn_count == 1


def test_an_ended_session_is_not_continued(minji: User, clock: FrozenClock) -> None:
    first = minji.record("하나")
    clock.move(minutes=1)
    ended = minji.end_session()
    assert ended is not None
    assert (ended.id, ended.ended_at) == (first.session_id, clock.now())
    second = minji.record("둘")
    assert second.session_id != first.session_id
    assert minji.turns(session=first.session_id)[0].user == "하나"


def test_a_turn_from_before_the_end_still_belongs_to_the_ended_session(
    minji: User, clock: FrozenClock
) -> None:
    first = minji.record("하나")
    began = clock.now()
    clock.move(minutes=10)
    minji.end_session()
    late = minji.record("늦게 도착", at=began + timedelta(minutes=5))
    assert late.session_id == first.session_id
    session = minji.sessions()[0]
    assert session.ended_at == clock.now()


def test_ending_is_done_once(minji: User, clock: FrozenClock) -> None:
    assert minji.end_session() is None
    minji.record("하나")
    ended = minji.end_session()
    clock.move(minutes=5)
    assert minji.end_session() is None
    assert ended is not None
    again = minji.end_session(ended.id)
    assert again is not None
    assert again.ended_at == ended.ended_at


def test_a_session_never_ends_before_its_last_word(minji: User, clock: FrozenClock) -> None:
    minji.record("내일 시계로", at=clock.now() + timedelta(hours=3))
    ended = minji.end_session()
    assert ended is not None
    assert ended.ended_at == clock.now() + timedelta(hours=3)


def test_a_named_session_gathers_whatever_its_times(minji: User) -> None:
    minji.record("봄", at=at(9), session="편지")
    minji.record("여름", at=at(9, day=2), session="편지")
    assert [turn.user for turn in minji.turns(session="편지", oldest_first=True)] == ["봄", "여름"]
    session = minji.sessions()[0]
    assert (session.id, session.turn_count) == ("편지", 2)
    assert (session.started_at, session.last_at) == (at(9), at(9, day=2))


def test_speaking_again_opens_an_ended_named_session(minji: User, clock: FrozenClock) -> None:
    minji.record("봄", session="편지")
    minji.end_session("편지")
    clock.move(days=1)
    minji.record("여름", session="편지")
    assert minji.sessions()[0].ended_at is None


def test_silences_divide_a_batch_into_sessions(minji: User) -> None:
    turns = minji.record_messages(
        [
            {"content": "하나", "at": at(9).isoformat()},
            {"role": "assistant", "content": "네", "at": at(9, 1).isoformat()},
            {"content": "둘", "at": at(9, 20).isoformat()},
            {"content": "셋", "at": at(11).isoformat()},
            {"content": "넷", "at": at(11, 29).isoformat()},
        ]
    )
    assert [turn.session_id == turns[0].session_id for turn in turns] == [True, True, False, False]
    assert turns[2].session_id == turns[3].session_id
    assert [session.turn_count for session in minji.sessions()] == [2, 2]


def test_a_batch_goes_on_with_the_session_in_hand(minji: User, clock: FrozenClock) -> None:
    first = minji.record("하나")
    clock.move(minutes=10)
    (second,) = minji.record_messages([{"content": "둘"}])
    assert second.session_id == first.session_id
    assert minji.sessions()[0].turn_count == 2


def test_a_batch_in_any_order_gives_the_same_sessions(minji: User, saegim: Saegim) -> None:
    rows = [{"content": f"{h}시 {m}분", "at": at(h, m).isoformat()} for h in (9, 12, 15) for m in (0, 20, 40)]
    minji.record_messages(rows)
    jisu = saegim.user("jisu")
    for row in [rows[i] for i in (4, 0, 8, 1, 7, 2, 3, 6, 5)]:
        jisu.record_messages([row])
    by_session = [
        {frozenset(t.user for t in u.turns(session=s.id)) for s in u.sessions()} for u in (minji, jisu)
    ]
    assert by_session[0] == by_session[1]
    assert len(by_session[0]) == 3


def test_sessions_are_listed_newest_first_in_pages(minji: User) -> None:
    for day in range(1, 6):
        minji.record("안녕", at=at(9, day=day) - timedelta(days=7))
    starts = [session.started_at for session in minji.sessions()]
    assert starts == sorted(starts, reverse=True)
    assert [s.started_at for s in minji.sessions(limit=2, offset=1)] == starts[1:3]


def test_a_deleted_turn_leaves_its_session(minji: User) -> None:
    turn = minji.record("하나")
    minji.record("둘")
    minji.delete_turn(turn.id)
    assert minji.sessions()[0].turn_count == 1


@pytest.mark.parametrize("minutes", [0.0, 29.9])
def test_every_turn_of_a_conversation_is_in_one_session(
    minji: User, clock: FrozenClock, minutes: float
) -> None:
    for n in range(10):
        minji.record(f"{n}번")
        clock.move(minutes=minutes)
    (session,) = minji.sessions()
    assert session.turn_count == 10
