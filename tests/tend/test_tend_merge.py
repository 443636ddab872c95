"""Merging: the same said twice becomes one, what excludes one another never does, and all of it is undone."""

from __future__ import annotations

from datetime import timedelta

import pytest

from saegim import Saegim, User
from saegim.errors import InvalidInput
from saegim.models import SAFETY_KINDS, Memory
from saegim.testing import FrozenClock

SHORT = "토요일마다 한강공원에서 자전거를 탄다"
LONGER = "토요일마다 한강공원에서 친구와 자전거를 탄다"


def alive(user: User) -> list[str]:
    return sorted(memory.content for memory in user.memories(limit=1000))


def put(user: User, content: str, **more: object) -> Memory:
    return user.remember(content, **more)  # type: ignore[arg-type]


def test_the_same_in_other_words_becomes_one_with_all_it_carries(
    korean: Saegim, jisu: User, clock: FrozenClock
) -> None:
    turn = jisu.record("안녕", "네", at=clock.now() - timedelta(days=3))
    more = {"kind": "fact", "importance": 0.9, "tags": ["운동"], "source_turns": [turn.id]}
    short = put(jisu, SHORT, **more)
    clock.move(days=1)
    longer = put(jisu, LONGER, kind="fact", importance=0.4, tags=["친구"])
    korean.drain()
    with korean.store.user("jisu") as store, store.write() as tx:
        tx.set_access(short.id, 3, clock.now())
        tx.set_access(longer.id, 2, None)
    run = jisu.tend()
    assert run.did["merged"] == 1
    (kept,) = jisu.memories(kind="fact")
    assert kept.id == longer.id, "what says more stays"
    assert (kept.importance, kept.tags, kept.access_count) == (0.9, ("친구", "운동"), 5)
    assert kept.source_turns == (turn.id,)
    assert kept.valid_from == short.valid_from
    merged = [link for link in jisu.links(kept.id) if link.relation == "merged_from"]
    assert [(link.source, link.target) for link in merged] == [(kept.id, short.id)]
    assert jisu.history(short.id)[-1].reason == f"says the same as {kept.id}"
    (change,) = jisu.changes()
    jisu.undo(change.id)
    assert alive(jisu) == sorted([SHORT, LONGER])
    back, other = jisu.memory(short.id), jisu.memory(longer.id)
    assert (back.importance, back.tags, back.state) == (0.9, ("운동",), "active")
    assert (other.importance, other.tags, other.access_count) == (0.4, ("친구",), 2)
    assert {"distinct_from"} == {link.relation for link in jisu.links(longer.id)} - {"about"}
    assert "merged" not in jisu.tend().did, "told apart once, they stay apart"


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("커피를 좋아한다", "커피를 좋아하지 않는다"),
        ("커피를 마신다", "커피를 안 마신다"),
        ("고양이 두 마리를 키운다", "고양이 세 마리를 키운다"),
        ("월급은 300만 원이다", "월급은 350만 원이다"),
        ("매일 아침에 회사 앞 카페에서 커피를 마신다", "매일 저녁에 회사 앞 카페에서 커피를 마신다"),
        ("강아지 이름은 콩이다", "강아지 이름은 두부다"),
        ("유나는 민트초코를 좋아한다", "은채는 민트초코를 좋아한다"),
        ("술을 마신다", "술을 끊었다"),
        ("I drink coffee every day", "I never drink coffee every day"),
    ],
)
def test_what_excludes_one_another_is_never_merged(one: str, other: str, korean: Saegim, jisu: User) -> None:
    put(jisu, one, kind="fact")
    put(jisu, other, kind="fact")
    korean.drain()
    assert "merged" not in jisu.tend().did
    assert alive(jisu) == sorted([one, other])


def test_values_of_one_key_are_merged_only_when_they_are_the_same(korean: Saegim, jisu: User) -> None:
    put(jisu, "커피를 좋아한다", kind="preference", key="likes", value="커피")
    put(jisu, "아이스 커피를 좋아한다", kind="preference", key="likes", value="아이스 커피")
    korean.drain()
    assert "merged" not in jisu.tend().did


def test_the_same_on_two_days_is_two_events(korean: Saegim, jisu: User, clock: FrozenClock) -> None:
    put(jisu, "야근했다", kind="event", valid_from=clock.now(), id="k1")
    put(jisu, "야근을 했다", kind="event", valid_from=clock.move(days=1), id="k2")
    put(jisu, "야근도 했다", kind="event", valid_from=clock.now(), id="k3")
    korean.drain()
    assert jisu.tend().did["merged"] == 1
    assert len(jisu.memories(kind="event")) == 2


@pytest.mark.parametrize("kind", sorted(SAFETY_KINDS | {"boundary"}))
def test_safety_kinds_are_never_merged_away(kind: str, korean: Saegim, jisu: User) -> None:
    put(jisu, "땅콩에 알레르기가 있다", kind=kind, pinned=False)
    put(jisu, "땅콩에 알레르기가 정말 있다", kind=kind, pinned=False)
    korean.drain()
    jisu.tend()
    assert len(jisu.memories(kind=kind)) == 2


def test_what_is_pinned_takes_in_but_is_not_taken_in(korean: Saegim, jisu: User) -> None:
    pinned = put(jisu, "등산을 좋아한다", kind="fact", pinned=True, importance=0.1)
    put(jisu, "등산을 정말 좋아한다", kind="fact", importance=0.9)
    korean.drain()
    assert jisu.tend().did["merged"] == 1
    assert [memory.id for memory in jisu.memories(kind="fact")] == [pinned.id]


def test_personas_and_subjects_are_not_mixed(korean: Saegim) -> None:
    for persona in ("luna", "mori"):
        korean.user("jisu", persona=persona).remember("등산을 좋아한다", kind="fact")
    korean.user("jisu").remember("등산을 좋아한다", kind="fact", subject="엄마")
    korean.drain()
    assert "merged" not in korean.user("jisu").tend().did


def test_undo_leaves_what_a_person_changed_since(korean: Saegim, jisu: User) -> None:
    first = put(jisu, "등산을 좋아한다", kind="fact")
    second = put(jisu, "등산을 정말 좋아한다", kind="fact")
    korean.drain()
    jisu.tend()
    (kept,) = jisu.memories(kind="fact")
    jisu.revise(kept.id, content="등산을 예전만큼 좋아한다")
    jisu.undo(jisu.changes()[0].id)
    assert {memory.content for memory in jisu.memories(kind="fact")} >= {"등산을 예전만큼 좋아한다"}
    assert {first.id, second.id} == {memory.id for memory in jisu.memories(kind="fact")}
    with pytest.raises(InvalidInput):
        jisu.undo(jisu.changes()[0].id)


def test_without_an_embedder_only_the_same_words_are_merged(clock: FrozenClock) -> None:
    from saegim.testing import temporary_saegim

    with temporary_saegim(clock=clock, settings={"embedder": "none"}, embedder="none") as bare:
        user = bare.user("jisu")
        user.remember("coffee with milk", kind="fact")
        user.remember("Coffee, with milk!", kind="fact")
        user.remember("coffee with milk sometimes maybe", kind="fact")
        bare.drain()
        assert user.tend().did["merged"] == 1
