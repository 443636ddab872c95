"""What is kept in memory between questions answers as if it were read anew."""

from __future__ import annotations

from datetime import timedelta

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from saegim import Saegim, User
from saegim.recall.best import best_of
from saegim.recall.warm import WarmUsers
from saegim.stores.vectors.exact import ExactIndex
from saegim.testing import FrozenClock


def found(user: User, query: str = "주차") -> set[str]:
    return {hit.text for hit in user.recall(query)}


def test_what_ends_by_itself_is_not_recalled_from_then_on(
    saegim: Saegim, minji: User, clock: FrozenClock
) -> None:
    """Nothing is written in between: only time goes by."""
    minji.remember("주차 자리는 지하 2층", subject="나", key="주차")
    later = clock.now() + timedelta(hours=1)
    minji.remember("주차 자리는 별관 옥상", subject="나", key="주차", valid_from=later)
    saegim.drain()
    both = {"주차 자리는 지하 2층", "주차 자리는 별관 옥상"}
    assert found(minji) == both
    clock.move(minutes=59)
    assert found(minji) == both
    clock.move(minutes=2)
    assert found(minji) == {"주차 자리는 별관 옥상"}
    clock.move(minutes=-30)
    assert found(minji) == both, "the clock was set back"


def test_the_same_question_sees_what_was_written_since(saegim: Saegim, minji: User) -> None:
    first = minji.remember("주차 자리는 지하 2층")
    saegim.drain()
    assert found(minji) == {"주차 자리는 지하 2층"}
    minji.remember("주차 등록은 매달 한다")
    saegim.drain()
    assert found(minji) == {"주차 자리는 지하 2층", "주차 등록은 매달 한다"}
    minji.forget(first.id)
    assert found(minji) == {"주차 등록은 매달 한다"}
    minji.restore(first.id)
    assert found(minji) == {"주차 자리는 지하 2층", "주차 등록은 매달 한다"}


def test_each_filter_keeps_its_own(saegim: Saegim, minji: User) -> None:
    minji.record("주차 어디에 했어?", "지하 2층 주차장이요")
    minji.remember("주차 자리는 지하 2층", pinned=True)
    minji.remember("주차 등록은 매달 한다")
    saegim.drain()
    for _ in range(2):
        assert {hit.text for hit in minji.recall("주차", pinned=True)} == {"주차 자리는 지하 2층"}
        assert len(minji.recall("주차", among=("memories",))) == 2
        assert all(hit.message for hit in minji.recall("주차", among=("messages",)))
        assert len(minji.recall("주차")) == 4


def test_warm_users_stay_within_their_memory(saegim: Saegim) -> None:
    names = [f"user{i}" for i in range(6)]
    for name in names:
        saegim.user(name).remember("주차 자리는 지하 2층")
    saegim.drain()
    space = saegim._core.space
    one = WarmUsers(10**9, ExactIndex)
    sizes = {}
    for name in names:
        with saegim._core.store.user(name) as store, store.read() as view:
            sizes[name] = one.get(name, store, space, view).nbytes
    assert one.nbytes == sum(sizes.values())
    one.drop(names[0])
    assert one.nbytes == sum(sizes.values()) - sizes[names[0]]

    few = WarmUsers(sum(sizes.values()) // 2, ExactIndex)
    for name in names * 2:
        with saegim._core.store.user(name) as store, store.read() as view:
            few.get(name, store, space, view)
        assert 0 < few.nbytes <= sum(sizes.values()) // 2
    tiny = WarmUsers(1, ExactIndex)
    with saegim._core.store.user(names[0]) as store, store.read() as view:
        assert tiny.get(names[0], store, space, view).documents == 1, "the one asked about is never put out"


@given(seed=st.integers(0, 10_000), size=st.sampled_from([10, 9_600, 20_000]), kinds=st.integers(2, 2000))
def test_the_best_of_many_are_those_of_a_full_sort(seed: int, size: int, kinds: int) -> None:
    """With many rows a sample says where to look; ties and long empty stretches must not mislead it."""
    rng = np.random.default_rng(seed)
    scores = rng.integers(0, kinds, size) / kinds * (rng.random(size) < rng.random())
    if seed % 2:
        scores.sort()
    best = best_of(scores, 300)
    expected = np.sort(scores[scores > 0])[::-1][:300]
    assert scores[best].tolist() == expected.tolist()
    assert len(set(best.tolist())) == len(best)


def test_a_vector_that_changed_is_compared_anew() -> None:
    rows = np.eye(4, dtype=np.float32)
    index = ExactIndex()
    index.put([1, 2, 3], rows[:3])
    assert index.search(rows[0], 3).ids[0] == 1
    assert index.cosines(rows[0], [1, 2]).tolist() == [1.0, 0.0]
    index.put([1, 2], rows[[1, 0]])
    assert index.cosines(rows[0], [1, 2]).tolist() == [0.0, 1.0]
    assert index.cosines(rows[1], [1, 2]).tolist() == [1.0, 0.0]
    allowed = np.array([1, 3], dtype=np.int64)
    allowed.flags.writeable = False
    assert sorted(index.search(rows[1], 3, allowed=allowed).ids.tolist()) == [1, 3]
    index.remove([3])
    assert index.search(rows[1], 3, allowed=allowed).ids.tolist() == [1]
    assert index.cosines(rows[2], [3, 10**12]).tolist() == [0.0, 0.0]
