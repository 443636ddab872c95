"""Events: told after the commit, to whoever asked, whatever they do with it."""

from __future__ import annotations

import logging

import pytest

from saegim import Saegim, User
from saegim.tend.bus import Event
from saegim.tend.events import (
    BotResponded,
    InsightMade,
    MemoryPromoted,
    NewComment,
    NewPost,
    Notified,
    SessionEnded,
    TurnRecorded,
)
from saegim.testing import FrozenClock


def test_every_kind_of_event_is_told_once(korean: Saegim, jisu: User, clock: FrozenClock) -> None:
    heard: list[Event] = []
    korean.events.on(Event, heard.append)
    jisu.record("나 커피 좋아해", "네")
    jisu.hear(NewPost(author="도윤", content="새 글이에요", platform="bs", thread="1"))
    jisu.hear(NewComment(author="하린", content="좋네요", platform="bs", thread="1"))
    jisu.hear(Notified(content="하린님이 좋아합니다", platform="bs"))
    jisu.hear(BotResponded(content="고마워요!", platform="bs", thread="1"))
    jisu.end_session()
    korean.drain()
    for n in range(20):
        jisu.remember(f"도윤은 책 {n}권을 읽었다", subject="도윤", kind="fact")
    for _ in range(5):
        jisu.record("도윤이랑 놀았어", "네", at=clock.now())
        clock.move(hours=1)
    korean.drain()
    jisu.tend()
    kinds = {type(event) for event in heard}
    assert kinds == {
        TurnRecorded, MemoryPromoted, InsightMade, SessionEnded, NewPost, NewComment, Notified, BotResponded,
    }  # fmt: skip
    assert {event.user_id for event in heard} == {"jisu"}
    promoted = [event.memory.id for event in heard if isinstance(event, MemoryPromoted)]
    assert len(promoted) == len(set(promoted))
    assert {memory.id for memory in jisu.memories(limit=1000) if memory.kind != "insight"} == set(promoted)


def test_it_is_told_after_the_commit(korean: Saegim, jisu: User) -> None:
    seen: list[str] = []
    korean.events.on(TurnRecorded, lambda event: seen.append(jisu.turn(event.turn.id).user))
    korean.events.on(MemoryPromoted, lambda event: seen.append(jisu.memory(event.memory.id).content))
    jisu.record("나 커피 좋아해", "네")
    korean.drain()
    assert seen == ["나 커피 좋아해", "사용자는 커피를 좋아한다."]


def test_a_subscriber_that_fails_harms_nobody(
    korean: Saegim, jisu: User, caplog: pytest.LogCaptureFixture
) -> None:
    heard: list[Event] = []

    def broken(event: Event) -> None:
        raise RuntimeError("구독자 고장")

    korean.events.on(Event, broken)
    korean.events.on(Event, heard.append)
    with caplog.at_level(logging.ERROR):
        turn = jisu.record("나 커피 좋아해", "네")
        korean.drain()
    assert jisu.turn(turn.id)
    assert [memory.value for memory in jisu.memories()] == ["커피"]
    assert len(heard) == 2
    assert "구독자 고장" in caplog.text


def test_who_has_had_enough_hears_no_more(korean: Saegim, jisu: User) -> None:
    heard: list[Event] = []
    stop = korean.events.on(TurnRecorded, heard.append)
    jisu.record("하나", "네")
    stop()
    stop()
    jisu.record("둘", "네")
    assert len(heard) == 1


def test_a_post_teaches_about_its_author_and_not_about_the_person(korean: Saegim, jisu: User) -> None:
    jisu.hear(
        NewPost(author="도윤", content="나는 커피를 좋아해. 요즘 등산에 빠졌어", platform="bs", thread="p1")
    )
    jisu.hear(
        NewComment(
            author="helperbot", content="저는 차를 좋아해요", platform="bs", thread="p1", author_type="bot"
        )
    )
    korean.drain()
    doyun = jisu.entity("도윤")
    assert (doyun.platform, doyun.type, doyun.count) == ("bs", "person", 1)
    assert jisu.entity("helperbot").type == "bot"
    assert "도윤은 커피를 좋아한다." in [memory.content for memory in jisu.about("도윤")]
    assert all(memory.subject != "user" for memory in jisu.memories())
    best = jisu.recall("커피", among=("memories",))[0].memory
    assert best is not None
    assert best.subject == "도윤"
