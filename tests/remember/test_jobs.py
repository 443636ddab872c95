"""Jobs: at least once, effect once, in order, visible when given up, and there after any kill."""

from __future__ import annotations

import random
import subprocess
import sys
import time
from pathlib import Path

import pytest

from saegim import Saegim, User
from saegim.errors import InvalidInput, NotFound
from saegim.language.morphemes import BigramAnalyser
from saegim.remember import lessons
from saegim.testing import FakeEmbedder, FrozenClock, temporary_saegim


def test_a_turn_leaves_its_job_until_it_is_done(saegim: Saegim, minji: User) -> None:
    turn = minji.record("나 땅콩 알레르기 있어")
    assert [(job.task, job.target, job.state) for job in minji.jobs() if job.task == "learn"] == [
        ("learn", turn.id, "pending")
    ]
    saegim.drain()
    assert [job.task for job in minji.jobs()] == ["end"]


def test_turns_of_one_person_are_learned_in_order(saegim: Saegim, minji: User) -> None:
    for n in range(70):
        minji.record(f"I live in {'Busan' if n % 2 else 'Seoul'}")
    saegim.drain()
    assert [m.value for m in minji.memories(key="home.city")] == ["Busan"]


def test_what_cannot_be_read_is_tried_again_and_then_given_up_visibly(
    saegim: Saegim, minji: User, clock: FrozenClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = lessons.School._read_message
    broken = True

    def read(self: lessons.School, turn: object, message: object, *context: object) -> object:
        if broken and "부산" in message.content:  # type: ignore[attr-defined]
            raise RuntimeError("뜻밖의 문장")
        return real(self, turn, message, *context)  # type: ignore[arg-type]

    monkeypatch.setattr(lessons.School, "_read_message", read)
    minji.record("나 부산에 살아")
    minji.record("나 땅콩 알레르기 있어")
    saegim.drain()
    assert [m.kind for m in minji.memories()] == ["allergy"]
    (job,) = [job for job in minji.jobs() if job.task == "learn"]
    assert (job.state, job.tries) == ("pending", 1)
    assert "뜻밖의 문장" in (job.error or "")
    for _ in range(10):
        clock.move(hours=2)
        saegim.drain()
    (dead,) = minji.jobs(state="dead")
    assert dead.tries == 8
    broken = False
    saegim.drain()
    assert len(minji.jobs(state="dead")) == 1
    assert minji.retry_jobs(dead.id) == 1
    saegim.drain()
    assert minji.jobs(state="dead") == []
    assert "부산" in {m.value for m in minji.memories()}


def test_retrying_what_is_not_dead_is_an_error(minji: User) -> None:
    minji.record("안녕")
    with pytest.raises(NotFound) as caught:
        minji.retry_jobs(12345)
    assert caught.value.code == "job_not_found"
    with pytest.raises(InvalidInput):
        minji.retry_jobs(0)
    assert minji.retry_jobs() == 0


def test_a_deleted_turn_teaches_nothing_more(saegim: Saegim, minji: User) -> None:
    turn = minji.record("나 땅콩 알레르기 있어")
    minji.delete_turn(turn.id)
    saegim.drain()
    assert minji.memories() == []
    assert minji.candidates() == []


def test_a_quiet_person_costs_nothing(saegim: Saegim, clock: FrozenClock) -> None:
    for name in ("minji", "jisu"):
        saegim.user(name).record("안녕하세요")
    saegim.drain()
    clock.move(hours=1)
    saegim.drain()
    store = saegim._core.store
    assert store.count_due("quick") == 0
    assert saegim.drain() == 0


def test_two_workers_learn_each_turn_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Both have the jobs in hand at the same time; the second finds them done."""
    parts = {"embedder": FakeEmbedder(), "analyser": BigramAnalyser(), "worker": "none"}
    with Saegim(tmp_path, **parts) as one, Saegim(tmp_path, **parts) as other:  # type: ignore[arg-type]
        minji = one.user("minji")
        minji.record("I'm allergic to peanuts")
        quick, slow = (made._core.background.school for made in (one, other))
        now = one._core.clock.now()
        read = lessons.School._read

        def meanwhile(self: lessons.School, *given: object) -> object:
            if self is slow:
                with one._core.store.user("minji") as store:
                    assert quick.learn_batch(store, now)
            return read(self, *given)  # type: ignore[arg-type]

        monkeypatch.setattr(lessons.School, "_read", meanwhile)
        with other._core.store.user("minji") as store:
            slow.learn_batch(store, now)
        assert len(minji.memories()) == 1
        assert [c.seen for c in minji.candidates()] == [1]


def test_a_thousand_turns_said_twice_add_nothing_the_second_time(tmp_path: Path) -> None:
    rng = random.Random(3)
    facts = [
        *(f"I like {food}" for food in ("tea", "rice", "kimchi", "soup", "bread", "figs", "plums")),
        "I live in Busan", "I'm allergic to peanuts", "My name is Minji", "I have a dog named Choco",
        "I work as a nurse", "나 땅콩 알레르기 있어", "나 커피 좋아해",
    ]  # fmt: skip
    small = ["ㅋㅋㅋ", "오늘 날씨 좋다", "haha", "what's up?", "배고프다", "잘 자", "그래?", "nice weather"]
    said = [rng.choice(facts if rng.random() < 0.3 else small) for _ in range(1000)]
    with temporary_saegim() as saegim:
        minji = saegim.user("minji")

        def tell() -> set[str]:
            minji.record_messages([{"role": "user", "content": text} for text in said])
            saegim.drain()
            return {m.id for m in minji.memories(current=False, limit=1000)}

        first = tell()
        assert len(first) >= 8
        assert tell() == first


_LEARNER = """
import sys
from saegim import Saegim
from saegim.language.morphemes import BigramAnalyser
from saegim.testing import FakeEmbedder

saegim = Saegim(sys.argv[1], embedder=FakeEmbedder(), analyser=BigramAnalyser(), worker="none")
print("ready", flush=True)
saegim.drain()
print("done", flush=True)
"""


def tell_a_life(folder: Path) -> None:
    cities = ["Seoul", "Busan", "Daejeon", "Jeju"]
    with Saegim(folder, embedder=FakeEmbedder(), analyser=BigramAnalyser(), worker="none") as saegim:
        for name in ("minji", "jisu"):
            user = saegim.user(name)
            user.record_messages(
                [
                    {
                        "role": "user",
                        "content": f"I live in {cities[n % 4]}" if n % 5 == 0 else f"I like tea {n % 40}",
                        "at": f"2026-01-{n // 24 + 1:02d}T{n % 24:02d}:00+09:00",
                    }
                    for n in range(240)
                ]
            )


def learned(folder: Path) -> dict[str, object]:
    """Everything that was learned, apart from ids and times of writing."""
    with Saegim(folder, embedder=FakeEmbedder(), analyser=BigramAnalyser(), worker="none") as saegim:
        saegim.drain()
        found: dict[str, object] = {}
        for name in ("minji", "jisu"):
            user = saegim.user(name)
            memories = user.memories(current=False, limit=1000)
            found[name] = (
                sorted((m.kind, m.content, m.valid_from, str(m.valid_to)) for m in memories),
                sorted((c.content, c.seen, c.verdict) for c in user.candidates(limit=1000)),
                user.jobs(),
                [(s.turn_count, str(s.ended_at)) for s in user.sessions(limit=1000)],
            )
            assert user.check() == []
        return found


@pytest.mark.slow
def test_killed_at_any_point_learning_ends_as_if_undisturbed(tmp_path: Path) -> None:
    whole, broken = tmp_path / "whole", tmp_path / "broken"
    for folder in (whole, broken):
        tell_a_life(folder)
    rng = random.Random(11)
    for _ in range(25):
        process = subprocess.Popen(
            [sys.executable, "-c", _LEARNER, str(broken)], stdout=subprocess.PIPE, text=True
        )
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
        time.sleep(rng.uniform(0.0, 0.25))
        process.kill()
        process.wait()
        process.stdout.close()
        _forget_leases(broken)
    assert learned(broken) == learned(whole)


def _forget_leases(folder: Path) -> None:
    """As if a minute had passed: a killed worker's lease has run out."""
    with Saegim(folder, embedder=FakeEmbedder(), analyser=BigramAnalyser(), worker="none") as saegim:
        saegim._core.store._registry._all("UPDATE due SET lease_until = 0")  # type: ignore[attr-defined]
