"""Sessions end by themselves; episodes and rolling summaries without a language model; plans."""

from __future__ import annotations

from datetime import timedelta

import pytest

from saegim import Saegim, User
from saegim.errors import InvalidInput, MemoryLimitReached, NotFound
from saegim.language.morphemes import Analyser
from saegim.testing import FrozenClock, temporary_saegim


def talk(user: User, clock: FrozenClock, *said: str) -> None:
    for text in said:
        user.record(text, "그렇군요")
        clock.move(minutes=1)


def test_a_silent_session_is_ended_and_kept_as_an_episode(
    saegim: Saegim, minji: User, clock: FrozenClock
) -> None:
    talk(minji, clock, "나 다음 주 화요일에 치과 가기로 했어", "사랑니가 너무 아파서 힘들어 ㅠㅠ")
    saegim.drain()
    assert minji.sessions()[0].ended_at is None
    clock.move(minutes=31)
    saegim.drain()
    session = minji.sessions()[0]
    assert session.ended_at == session.last_at + timedelta(minutes=30)
    (episode,) = minji.episodes()
    assert "치과" in episode.content
    assert episode.metadata["session_id"] == session.id
    assert 1 <= int(str(episode.metadata["importance"])) <= 10
    assert episode.emotion == "슬픔"
    assert episode.valid_from == session.started_at
    assert episode.tags


def test_an_episode_is_no_dump_of_the_talk(saegim: Saegim, minji: User, clock: FrozenClock) -> None:
    said = [f"오늘 회사에서 {n}번째 회의를 했는데 정말 길었어" for n in range(12)]
    talk(minji, clock, *said)
    clock.move(hours=1)
    saegim.drain()
    (episode,) = minji.episodes()
    assert sum(text in episode.content for text in said) <= 2
    assert len(episode.content) < 200


def test_a_word_or_two_make_no_episode(saegim: Saegim, minji: User, clock: FrozenClock) -> None:
    minji.record("안녕")
    clock.move(hours=1)
    saegim.drain()
    assert minji.sessions()[0].ended_at is not None
    assert minji.episodes() == []


def test_ending_by_hand_makes_the_episode_at_once(saegim: Saegim, minji: User, clock: FrozenClock) -> None:
    talk(minji, clock, "나 성수동으로 이사했어", "집이 넓어서 좋아")
    minji.end_session()
    saegim.drain()
    assert len(minji.episodes()) == 1


def test_speaking_again_renews_the_episode(saegim: Saegim, minji: User, clock: FrozenClock) -> None:
    talk(minji, clock, "나 성수동으로 이사했어", "집이 넓어서 좋아")
    minji.end_session()
    saegim.drain()
    (before,) = minji.episodes()
    session = minji.sessions()[0].id
    minji.record("나 땅콩 알레르기도 있어", "그렇군요", session=session)
    minji.end_session(session)
    saegim.drain()
    (after,) = minji.episodes()
    assert after.id == before.id
    assert after.version > before.version
    assert "땅콩" in after.content


def test_a_long_session_gets_an_episode_before_it_ends(
    saegim: Saegim, minji: User, clock: FrozenClock
) -> None:
    talk(minji, clock, *(f"오늘 {n}번째로 한강에서 자전거를 탔어" for n in range(10)))
    saegim.drain()
    assert minji.sessions()[0].ended_at is None
    assert len(minji.episodes()) == 1


def test_an_episode_put_right_by_hand_stays(saegim: Saegim, minji: User, clock: FrozenClock) -> None:
    talk(minji, clock, "나 성수동으로 이사했어", "집이 넓어서 좋아")
    session = minji.sessions()[0].id
    minji.make_episode(session, summary="성수동 새집 이야기", topics=["이사"], importance=9)
    minji.end_session()
    saegim.drain()
    (episode,) = minji.episodes()
    assert (episode.content, episode.importance, episode.tags) == ("성수동 새집 이야기", 0.9, ("이사",))


def test_imported_talk_becomes_episodes_of_its_own_time(saegim: Saegim, minji: User) -> None:
    minji.record_messages(
        [
            {"role": "user", "content": text, "at": f"2024-0{month}-01T10:0{n}+09:00"}
            for month in (3, 5)
            for n, text in enumerate(("한강에서 자전거를 탔어", "바람이 시원해서 좋았어"))
        ]
    )
    saegim.drain()
    assert {episode.valid_from.month for episode in minji.episodes()} == {3, 5}
    assert all(session.ended_at is not None for session in minji.sessions())


def test_episodes_can_be_turned_off(clock: FrozenClock, kiwi: Analyser) -> None:
    with temporary_saegim(clock=clock, analyser=kiwi, settings={"summary.episodes": False}) as saegim:
        minji = saegim.user("minji")
        talk(minji, clock, "나 성수동으로 이사했어", "집이 넓어서 좋아")
        clock.move(hours=1)
        saegim.drain()
        assert minji.episodes() == []


def test_bad_episodes_change_nothing(minji: User) -> None:
    with pytest.raises(InvalidInput) as caught:
        minji.make_episode()
    assert caught.value.code == "no_session"
    minji.record("안녕하세요")
    with pytest.raises(NotFound):
        minji.make_episode("s_none")
    with pytest.raises(InvalidInput):
        minji.make_episode(summary="요약", importance=11)
    assert minji.episodes() == []


# Plans.


def make_seven(saegim: Saegim, minji: User, clock: FrozenClock) -> None:
    for n in range(7):
        minji.record(f"{n}번째 이야기", "네", session=f"s{n}")
        minji.make_episode(f"s{n}", summary=f"{n}번째 요약", topics=[f"주제{n}"], importance=1 + (n * 3) % 7)
        clock.move(hours=1)


def test_the_free_plan_keeps_the_five_most_important(clock: FrozenClock) -> None:
    with temporary_saegim(clock=clock, plan="free") as saegim:
        minji = saegim.user("minji")
        make_seven(saegim, minji, clock)
        assert len(minji.episodes()) == 5
        every = minji.episodes(include_archived=True)
        assert len(every) == 7
        gone = [e for e in every if e.state == "archived"]
        assert {e.metadata["importance"] for e in gone} == {1, 2}
        assert all("archived_at" in e.metadata for e in gone)
        assert minji.restore(gone[0].id).state == "active"


def test_premium_keeps_all(saegim: Saegim, minji: User, clock: FrozenClock) -> None:
    make_seven(saegim, minji, clock)
    assert len(minji.episodes()) == 7


def test_of_one_topic_the_newest_stays_first(clock: FrozenClock) -> None:
    with temporary_saegim(clock=clock, plan="free") as saegim:
        minji = saegim.user("minji")
        for n in range(6):
            minji.record(f"{n}번째 이야기", "네", session=f"s{n}")
            topic = ["영화"] if n < 2 else [f"주제{n}"]
            minji.make_episode(f"s{n}", summary=f"{n}번째 요약", topics=topic, importance=9 - n)
            clock.move(hours=1)
        gone = [e for e in minji.episodes(include_archived=True) if e.state == "archived"]
        assert [e.content for e in gone] == ["0번째 요약"]


def test_without_archiving_the_sixth_is_refused(clock: FrozenClock) -> None:
    with temporary_saegim(clock=clock, plan="free", settings={"summary.archive": False}) as saegim:
        minji = saegim.user("minji")
        for n in range(5):
            minji.record(f"{n}번째 이야기", "네", session=f"s{n}")
            minji.make_episode(f"s{n}", summary=f"{n}번째 요약", topics=[f"주제{n}"])
        minji.record("여섯 번째", "네", session="s5")
        with pytest.raises(MemoryLimitReached) as caught:
            minji.make_episode("s5", summary="여섯 번째 요약")
        assert caught.value.code == "memory_limit_reached"
        assert len(minji.episodes()) == 5


def test_a_system_prompt_tells_past_talks_with_dates(saegim: Saegim, clock: FrozenClock) -> None:
    saegim.put_persona("luna", name="루나", system_prompt="너는 루나다.")
    minji = saegim.user("minji", persona="luna")
    assert minji.memory_prompt() == "너는 루나다."
    minji.record("영화 봤어", "재미있었나요?")
    minji.make_episode(summary="새 영화를 보고 즐거워했다", importance=7)
    lines = minji.memory_prompt().splitlines()
    assert lines[0] == "너는 루나다."
    assert "- 새 영화를 보고 즐거워했다 (2026-03-02)" in lines


# The rolling summary.


def test_at_twenty_turns_the_older_ones_are_folded(saegim: Saegim, minji: User, clock: FrozenClock) -> None:
    talk(minji, clock, *(f"{n}번째로 한강에서 자전거를 탔어" for n in range(19)))
    saegim.drain()
    assert minji.summaries() == []
    talk(minji, clock, "나 땅콩 알레르기 있어")
    saegim.drain()
    (summary,) = minji.summaries()
    assert summary.summarized_turns == 14
    assert summary.through_turn == minji.turns(oldest_first=True)[13].id
    assert len(minji.turns()) == 20
    talk(minji, clock, *(f"{n}번째로 산에 올랐어" for n in range(20)))
    saegim.drain()
    newest, first = minji.summaries()
    assert newest.content.startswith(first.content[:20])
    assert newest.summarized_turns > first.summarized_turns


def test_summarised_on_demand(saegim: Saegim, minji: User, clock: FrozenClock) -> None:
    assert minji.summarise() is None
    talk(minji, clock, *(f"{n}번째로 한강에서 자전거를 탔어" for n in range(8)))
    summary = minji.summarise()
    assert summary is not None
    assert summary.summarized_turns == 2
    assert minji.summarise() is None


def test_originals_go_only_when_asked(clock: FrozenClock, kiwi: Analyser) -> None:
    with temporary_saegim(clock=clock, analyser=kiwi, settings={"summary.remove_originals": True}) as saegim:
        minji = saegim.user("minji")
        talk(minji, clock, *(f"{n}번째로 한강에서 자전거를 탔어" for n in range(8)))
        assert minji.summarise() is not None
        assert len(minji.turns()) == 6


def test_the_summary_of_one_persona_is_not_anothers(saegim: Saegim, clock: FrozenClock) -> None:
    luna, sol = saegim.user("minji", persona="luna"), saegim.user("minji", persona="sol")
    talk(luna, clock, *(f"{n}번째로 한강에서 자전거를 탔어" for n in range(20)))
    talk(sol, clock, "산에 올랐어")
    saegim.drain()
    assert len(luna.summaries()) == 1
    assert sol.summaries() == []
