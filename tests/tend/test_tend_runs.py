"""Tending by schedule and by hand: who is due, once each, in a log, safe to kill and to repeat."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from saegim import Saegim, User
from saegim.errors import AlreadyTending
from saegim.language.morphemes import BigramAnalyser
from saegim.models import Memory, Run
from saegim.testing import FakeEmbedder, FrozenClock, temporary_saegim


def fill(user: User, count: int = 30) -> None:
    """So many facts, each said twice."""
    rows = [
        {"content": f"alpha beta gamma delta item{n} is {how}fine", "kind": "fact", "importance": 0.1}
        for n in range(count)
        for how in ("", "really ")
    ]
    user.upsert(rows)


def every(user: User) -> list[Memory]:
    states = ("active", "archived", "forgotten")
    return [m for state in states for m in user.memories(state=state, limit=10_000, current=False)]


def state(user: User) -> list[object]:
    ordered = sorted(every(user), key=lambda memory: memory.id)
    return [(m.id, m.version, m.content, m.state, m.importance) for m in ordered]


def test_someone_with_news_is_tended_after_six_hours_and_nobody_else(
    saegim: Saegim, minji: User, clock: FrozenClock
) -> None:
    quiet = saegim.user("quiet")
    quiet.record("안녕", "네")
    minji.remember("커피를 좋아한다")
    saegim.drain()
    assert minji.runs() == []
    clock.move(hours=5.9)
    saegim.drain()
    assert minji.runs() == []
    clock.move(hours=0.2)
    saegim.drain()
    assert [run.trigger for run in minji.runs()] == ["schedule"]
    assert quiet.runs() == [], "nothing to do for them"
    clock.move(days=3)
    saegim.drain()
    assert len(minji.runs()) == 1, "nothing new since"


def test_time_alone_brings_someone_up_again(saegim: Saegim, minji: User, clock: FrozenClock) -> None:
    stale = minji.remember("양말을 샀다", importance=0.1)
    saegim.drain()
    clock.move(hours=7)
    saegim.drain()
    clock.move(days=61)
    saegim.drain()
    assert minji.memory(stale.id).state == "forgotten"
    assert minji.runs()[0].did == {"pruned": 1}
    clock.move(days=31)
    saegim.drain()
    assert minji.memories(state="forgotten") == []


def test_when_to_look_again_is_known_without_reading_it_all(
    saegim: Saegim, minji: User, clock: FrozenClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    from saegim.stores.sqlite.view import SqliteView

    minji.remember("양말을 샀다", importance=0.1)
    saegim.drain()
    clock.move(hours=7)
    minji.tend()
    with saegim.store.user("minji") as store:
        monkeypatch.setattr(SqliteView, "memories_after", None)
        at = saegim._core.background.tend_next(store)
    assert at == clock.now() - timedelta(hours=7) + timedelta(days=60, seconds=1)


def test_a_checkpoint_that_meets_another_is_no_failure(saegim: Saegim, minji: User) -> None:
    import apsw

    minji.record("안녕", "네")
    with saegim.store.user("minji") as store:
        connection = store._borrow()  # type: ignore[attr-defined]

        class Busy:
            def wal_checkpoint(self, **_: object) -> None:
                raise apsw.BusyError("database is locked")

            def close(self) -> None:
                connection.close()

        store._readers.insert(0, Busy())  # type: ignore[attr-defined]
        store._readers[1:] = []  # type: ignore[attr-defined]
        store.checkpoint()
        store._readers.clear()  # type: ignore[attr-defined]
        connection.close()
    assert minji.count_turns() == 1


def test_it_can_be_left_to_hands(clock: FrozenClock) -> None:
    with temporary_saegim(clock=clock, settings={"tend.auto": False}) as made:
        user = made.user("minji")
        user.remember("커피를 좋아한다")
        made.drain()
        clock.move(days=100)
        made.drain()
        assert user.runs() == []
        assert user.tend().state == "done"


def test_a_run_says_what_it_read_and_did(saegim: Saegim, minji: User, clock: FrozenClock) -> None:
    fill(minji, 4)
    saegim.drain()
    dry = minji.tend(dry_run=True)
    assert minji.runs() == [], "a dry run leaves no trace"
    run = minji.tend()
    assert run.did == dry.did
    assert (run.state, run.trigger, run.read["memories"], run.cost) == ("done", "hand", 8, 0)
    assert minji.runs() == [run]


def test_running_twice_changes_nothing_the_second_time(
    saegim: Saegim, minji: User, clock: FrozenClock
) -> None:
    fill(minji)
    saegim.drain()
    clock.move(days=70)
    first = minji.tend()
    assert first.did
    saegim.drain()
    before, events = state(minji), len(minji.audit(limit=10_000))
    assert minji.tend().did == {}
    assert state(minji) == before
    assert len(minji.audit(limit=10_000)) == events


def test_while_one_run_goes_another_is_refused(saegim: Saegim, minji: User, clock: FrozenClock) -> None:
    minji.remember("커피")
    now = clock.now()
    going = Run("r_other", "schedule", "running", now, now + timedelta(minutes=2))
    with saegim.store.user("minji") as store, store.write() as tx:
        tx.put_run(going, keep=10)
    with pytest.raises(AlreadyTending) as caught:
        minji.tend()
    assert caught.value.run_id == "r_other"
    clock.move(minutes=3)
    assert minji.tend().state == "done", "one that stands still loses its claim"
    assert {run.id: run.state for run in minji.runs()}["r_other"] == "interrupted"


def test_one_that_lost_its_claim_writes_nothing_more(clock: FrozenClock) -> None:
    from saegim.tend.run import Overtaken, Tender

    with temporary_saegim(clock=clock) as made:
        user = made.user("minji")
        fill(user, 60)
        made.drain()
        core = made._core

        def pause(seconds: float) -> None:
            clock.move(minutes=10)
            # Someone else finds it standing still.
            with core.store.user("minji") as store, store.write() as tx:
                for run in tx.runs(state="running", limit=9, offset=0):
                    tx.put_run(replace(run, state="interrupted"), keep=99)

        tender = Tender(core.settings, core.analyser, core.space, None, clock, sleep=pause)
        with core.store.user("minji") as store, pytest.raises(Overtaken):
            tender.tend(store, trigger="hand")
        done = len(user.changes(limit=1000))
        assert user.tend().did
        assert len({change.targets for change in user.changes(limit=1000)}) == len(user.changes(limit=1000))
        assert done < len(user.changes(limit=1000))


def test_two_runners_never_do_one_persons_run_twice(tmp_path: Path, clock: FrozenClock) -> None:
    parts = {"clock": clock, "analyser": BigramAnalyser(), "worker": "none"}
    with (
        Saegim(tmp_path, embedder=FakeEmbedder(), **parts) as one,
        Saegim(tmp_path, embedder=FakeEmbedder(), **parts) as other,
    ):
        for number in range(6):
            fill(one.user(f"u{number}"), 4)
        one.drain()
        clock.move(hours=7)
        threads = [threading.Thread(target=made.drain) for made in (one, other)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        for number in range(6):
            user = one.user(f"u{number}")
            assert [run.state for run in user.runs()] == ["done"]
            targets = [change.targets for change in user.changes(limit=100)]
            assert len(targets) == len(set(targets))


def test_a_failed_run_says_so_and_is_tried_again(
    saegim: Saegim, minji: User, clock: FrozenClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    import saegim.tend.merge as merge

    fill(minji, 4)
    saegim.drain()

    def broken(*_: object, **__: object) -> None:
        raise RuntimeError("고장")

    with monkeypatch.context() as patched:
        patched.setattr(merge, "apply_merge", broken)
        with pytest.raises(RuntimeError):
            minji.tend()
    (run,) = minji.runs()
    assert (run.state, run.error) == ("failed", "RuntimeError: 고장")
    assert minji.tend().did["merged"] > 0


_CHILD = """
import sys
from saegim import Saegim
from saegim.language.morphemes import BigramAnalyser
from saegim.models import Memory, Run
from saegim.testing import FakeEmbedder
made = Saegim(sys.argv[1], embedder=FakeEmbedder(), analyser=BigramAnalyser(), worker="none")
print("ready", flush=True)
made.user("minji").tend()
print("done", flush=True)
made.close()
"""


@pytest.mark.slow
def test_killed_while_tending_nothing_is_lost_and_nothing_doubled(tmp_path: Path) -> None:
    parts = {"analyser": BigramAnalyser(), "worker": "none"}
    with Saegim(tmp_path, embedder=FakeEmbedder(), **parts) as made:
        fill(made.user("minji"), 150)
        made.drain()
    for attempt in range(8):
        child = subprocess.Popen(
            [sys.executable, "-c", _CHILD, str(tmp_path)],
            stdout=subprocess.PIPE,
            env={**os.environ, "OMP_NUM_THREADS": "1"},
        )
        assert child.stdout is not None
        assert child.stdout.readline() == b"ready\n"
        time.sleep(0.02 + 0.03 * attempt)
        child.send_signal(signal.SIGKILL)
        child.wait()
        child.stdout.close()
        with Saegim(tmp_path, embedder=FakeEmbedder(), **parts) as made:
            user = made.user("minji")
            assert user.check() == []
            targets = [change.targets for change in user.changes(limit=10_000)]
            assert len(targets) == len(set(targets))
            known = every(user)
            assert len(known) == 300
            assert {one[1] for one in targets} == {m.id for m in known if m.state == "forgotten"}
            # Nobody waits two minutes here for the claim of the dead to run out.
            with made.store.user("minji") as store, store.write() as tx:
                for run in tx.runs(state="running", limit=9, offset=0):
                    tx.put_run(replace(run, until=run.started_at), keep=99)
    with Saegim(tmp_path, embedder=FakeEmbedder(), **parts) as made:
        user = made.user("minji")
        user.tend()
        assert len(user.memories(limit=10_000)) == 150
        assert user.tend().did == {}
