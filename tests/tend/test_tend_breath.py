"""Whoever talks goes first: long work stands aside, but is not stopped for ever."""

from __future__ import annotations

import threading
import time

import pytest

from saegim import Saegim, User
from saegim.tend.breath import TALK, Breath, Talk
from saegim.testing import FrozenClock


class Hands:
    """A clock that moves with each look, and a note of every rest."""

    def __init__(self, step_s: float) -> None:
        self.now, self.step_s = 0.0, step_s
        self.rests: list[float] = []

    def timer(self) -> float:
        self.now += self.step_s
        return self.now


def test_long_work_rests_often_and_short_work_never() -> None:
    for step_s, rests in ((0.004, 10), (0.0001, 0)):
        hands = Hands(step_s)
        breath = Breath(hands.timer, hands.rests.append, Talk())
        assert list(breath.each(range(10))) == list(range(10))
        assert len(hands.rests) == rests


def test_it_stands_still_while_someone_is_served() -> None:
    talk = Talk()
    breath = Breath(talk=talk)
    done: list[float] = []

    def work() -> None:
        breath.take()
        done.append(time.perf_counter())

    with talk:
        assert breath.hurried()
        thread = threading.Thread(target=work)
        thread.start()
        time.sleep(0.01)
        assert done == []
    freed = time.perf_counter()
    thread.join()
    assert done[0] >= freed
    assert not breath.hurried()


def test_it_ends_even_where_someone_always_talks() -> None:
    talk = Talk()
    with talk:
        start = time.perf_counter()
        assert len(list(Breath(talk=talk).each(range(100)))) == 100
        assert time.perf_counter() - start < 2


def test_two_who_talk_are_both_waited_for() -> None:
    talk = Talk()
    with talk:
        with talk:
            pass
        assert talk.going
    assert not talk.going


def test_an_error_while_talking_ends_the_talk(minji: User) -> None:
    with pytest.raises(Exception, match="user"):
        minji.record("")
    assert not TALK.going
    minji.record("안녕", "네")
    minji.recall("안녕")
    assert not TALK.going


@pytest.mark.slow
def test_a_turn_never_waits_long_for_tending(saegim: Saegim, minji: User, clock: FrozenClock) -> None:
    """`benchmarks/tend.py speed` in small: processor time under the lock, whatever else the machine does."""
    rows = [
        {"content": f"alpha beta gamma delta item{n} is {how}fine", "kind": "fact"}
        for n in range(400)
        for how in ("", "really ")
    ]
    minji.upsert(rows)
    saegim.drain()
    held: list[float] = []

    class Timed:
        def __init__(self, lock: object) -> None:
            self.lock = lock
            self.began = 0.0

        def __enter__(self) -> None:
            self.lock.acquire()  # type: ignore[attr-defined]
            self.began = time.thread_time()

        def __exit__(self, *_: object) -> None:
            if threading.current_thread() is thread:
                held.append(time.thread_time() - self.began)
            self.lock.release()  # type: ignore[attr-defined]

    with saegim.store.user("minji") as store:
        store._write_lock = Timed(store._write_lock)  # type: ignore[attr-defined]
    thread = threading.Thread(target=minji.tend)
    thread.start()
    turns = 0
    while thread.is_alive():
        minji.record("오늘 날씨 좋다", "그러네요")
        turns += 1
        time.sleep(0.005)
    thread.join()
    assert turns > 10
    assert len(held) > 20, "in many short pieces"
    assert max(held) < 0.04
    assert len(minji.memories(limit=10_000)) == 400


def test_a_lock_left_for_a_moment_is_not_missed() -> None:
    """SQLite's own pauses grow; who waits for another process must look often, and not for ever."""
    from saegim.stores.sqlite.connect import _patience

    again = _patience(0.05)
    start = time.perf_counter()
    looks = 0
    while again(looks):
        looks += 1
    assert looks >= 5
    assert time.perf_counter() - start >= 0.05
    assert again(0), "the next wait begins anew"
