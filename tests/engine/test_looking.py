"""Looking without touching: previews, what was picked, the filtered timeline, a message by its id."""

from __future__ import annotations

import unicodedata

import pytest

from saegim import Saegim, User
from saegim.errors import InvalidInput, NotFound, SettingsError
from saegim.testing import FrozenClock, temporary_saegim


def test_a_preview_is_what_the_context_would_be(minji: User) -> None:
    minji.record("자전거 타고 한강에 갔어", "좋았겠어요", at="2026-02-01T09:00+09:00")
    memory = minji.remember("자전거를 좋아한다", kind="preference")
    minji.pick(memory.id)
    seen = minji.preview("자전거 탈까?")
    assert seen.trace_id == ""
    assert [one.id for one in minji.picked()] == [memory.id]
    assert minji.traces() == []
    assert minji.memory(memory.id).access_count == 0
    given = minji.context("자전거 탈까?")
    assert (seen.messages, seen.tokens, seen.parts) == (given.messages, given.tokens, given.parts)
    assert minji.picked() == [], "used once"
    assert len(minji.traces()) == 1


def test_settings_of_a_preview_end_with_it(minji: User) -> None:
    for i in range(8):
        minji.record(f"자전거 이야기 {i}", "그래요", at=f"2026-02-0{i + 1}T09:00+09:00")
    wide = minji.preview("자전거 탈까?")
    small = minji.preview("자전거 탈까?", settings={"context.recent_turns": 1, "context.budget_tokens": 300})
    assert small.budget_tokens == 300
    assert small.parts.get("recent", 0) < wide.parts["recent"]
    assert minji.preview("자전거 탈까?").tokens == wide.tokens


@pytest.mark.parametrize(
    ("settings", "problem"),
    [
        ({"context.recent_turn": 3}, "did you mean 'context.recent_turns'"),
        ({"context.recent_turns": 0}, "context.recent_turns"),
        ({"recall.half_life_days": float("inf")}, "finite"),
        ({"model": "openai:gpt"}, "for one call"),
        ({"server.port": 1}, "for one call"),
    ],
)
def test_a_preview_refuses_settings_that_are_not_its_own(
    minji: User, settings: dict[str, object], problem: str
) -> None:
    with pytest.raises(SettingsError, match=problem):
        minji.preview("안녕", settings=settings)


@pytest.fixture
def years(saegim: Saegim, minji: User) -> User:
    minji.remember(
        "망원동에 산다", key="home.city", value="망원동", kind="fact", valid_from="2024-05-01T00:00+09:00"
    )
    minji.remember(
        "연남동에 산다", key="home.city", value="연남동", kind="fact", valid_from="2025-05-01T00:00+09:00"
    )
    minji.remember("한강에서 자전거를 탔다", kind="event", tags=["운동"], valid_from="2025-12-31T23:30+09:00")
    minji.remember("자전거가 고장났다", kind="event", valid_from="2026-01-01T00:10+09:00")
    minji.remember("떡볶이를 먹었다", kind="event", tags=["음식"], valid_from="2026-02-01T00:10+09:00")
    saegim.drain()
    return minji


def contents(memories: list[object]) -> list[str]:
    return [getattr(memory, "content", "") for memory in memories]


@pytest.mark.parametrize("word", ["자전거", "자전거를", "자전거 ", unicodedata.normalize("NFD", "자전거")])
def test_the_timeline_is_narrowed_by_word_in_order_of_time(years: User, word: str) -> None:
    assert contents(years.timeline(word=word)) == ["자전거가 고장났다", "한강에서 자전거를 탔다"]


def test_every_word_must_be_there_and_old_facts_are_found_too(years: User) -> None:
    assert contents(years.timeline(word="자전거 한강")) == ["한강에서 자전거를 탔다"]
    assert contents(years.timeline(word="망원동")) == ["망원동에 산다"]
    assert years.timeline(word="코끼리") == []
    assert years.timeline(word="%") == []


def test_the_timeline_knows_kinds_tags_and_years(years: User) -> None:
    assert contents(years.timeline(years=(2024, 2025))) == [
        "한강에서 자전거를 탔다",
        "연남동에 산다",
        "망원동에 산다",
    ]
    assert contents(years.timeline(kind="event", years=(2025, 2025))) == ["한강에서 자전거를 탔다"]
    assert contents(years.timeline(tag="음식")) == ["떡볶이를 먹었다"]
    assert contents(years.timeline(kind="event", limit=1, offset=1)) == ["자전거가 고장났다"]
    assert years.timeline(tag="음식", years=(2025, 2025)) == []


def test_looking_at_the_timeline_makes_nothing_fresher(years: User) -> None:
    years.timeline(word="자전거")
    assert {memory.access_count for memory in years.timeline()} == {0}


def test_the_timeline_refuses_what_makes_no_sense(minji: User) -> None:
    for given in ({"years": (2024,)}, {"years": (2024, 2025), "year": 2024}, {"kind": "spell"}, {"word": 3}):
        with pytest.raises(InvalidInput):
            minji.timeline(**given)  # type: ignore[arg-type]


def test_a_message_is_found_by_its_id_only_by_whom_it_was_said_to(saegim: Saegim) -> None:
    turn = saegim.user("minji", persona="luna").record("비밀이야")
    message = turn.messages[0]
    assert saegim.user("minji").message(message.id) == message
    assert saegim.user("minji", persona="luna").message(message.id) == message
    for other in (saegim.user("minji", persona="other"), saegim.user("jihun", persona="luna")):
        with pytest.raises(NotFound):
            other.message(message.id)


def test_a_turn_leads_to_the_trace_of_its_context(minji: User, clock: FrozenClock) -> None:
    minji.remember("땅콩 알레르기가 있다", kind="allergy")
    turns = []
    for said in ("땅콩 먹어도 돼?", "그럼 호두는?", "땅콩 먹어도 돼?"):
        context = minji.context(said)
        turns.append((minji.record(said, "음"), context.trace_id))
        clock.move(minutes=5)
    for turn, trace_id in turns:
        assert minji.trace_of(turn.id).id == trace_id
    silent = minji.record("아무에게도 묻지 않은 말")
    for turn_id in (silent.id, "t_none"):
        with pytest.raises(NotFound):
            minji.trace_of(turn_id)


def test_a_trace_tells_no_more_than_the_turn_does(clock: FrozenClock) -> None:
    with temporary_saegim(settings={"pii": "mask"}, clock=clock) as saegim:
        user = saegim.user("minji")
        said = "내 번호는 010-1234-5678이야"
        context = user.context(said)
        turn = user.record(said)
        assert "1234" not in turn.user
        assert user.trace_of(turn.id).id == context.trace_id
        assert "1234" not in user.trace(context.trace_id).query
