"""Work behind the scenes: it delays nobody, loses nothing, and ends when it is told to."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from saegim import Saegim, User
from saegim.errors import StoreBusy
from saegim.language.morphemes import BigramAnalyser
from saegim.testing import FakeEmbedder, FrozenClock, ScriptedModel, temporary_saegim

if TYPE_CHECKING:
    from saegim.protocols import Vectors


class SlowEmbedder(FakeEmbedder):
    """Embeds questions at once, and texts only when it is let."""

    def __init__(self) -> None:
        super().__init__(name="slow/1")
        self.entered = threading.Event()
        self.let = threading.Event()

    def embed(self, texts: Sequence[str], *, query: bool = False) -> Vectors:
        if not query:
            self.entered.set()
            assert self.let.wait(20)
        return super().embed(texts, query=query)


@pytest.fixture
def slow() -> SlowEmbedder:
    return SlowEmbedder()


@pytest.fixture
def busy(tmp_path: Path, slow: SlowEmbedder) -> Iterator[Saegim]:
    """A Saegim with its thread, whose embedder takes its time."""
    with Saegim(tmp_path, embedder=slow, analyser=BigramAnalyser(), worker="thread") as saegim:
        yield saegim
        slow.let.set()


def wait_for(what: object, *, timeout_s: float = 10) -> None:
    until = time.monotonic() + timeout_s
    while not what():  # type: ignore[operator]
        assert time.monotonic() < until, "it never happened"
        time.sleep(0.01)


def test_a_slow_embedder_delays_no_turn_and_no_question(busy: Saegim, slow: SlowEmbedder) -> None:
    minji = busy.user("minji")
    minji.record("한강에서 자전거를 탔다")
    assert slow.entered.wait(10)
    began = time.monotonic()
    minji.record("한강에서 김밥도 먹었다", "맛있었겠네요")
    memory = minji.remember("한강을 좋아한다")
    found = minji.recall_detailed("한강")
    minji.context("한강에서 뭘 했더라")
    assert time.monotonic() - began < 5, "someone waited for the embedder"
    assert {hit.text for hit in found.hits} >= {"한강에서 자전거를 탔다", "한강에서 김밥도 먹었다"}
    assert any("not embedded yet" in one for one in found.degraded)
    slow.let.set()
    busy.drain()
    assert minji.recall_detailed("한강").degraded == ()
    assert minji.memory(memory.id).version == 1


def test_what_is_written_while_the_index_is_made_is_indexed_too(busy: Saegim, slow: SlowEmbedder) -> None:
    minji = busy.user("minji")
    memory = minji.remember("강아지를 키운다")
    assert slow.entered.wait(10)
    minji.revise(memory.id, content="고양이를 키운다")
    minji.record("고양이 이름은 나비야")
    slow.let.set()
    busy.drain()
    stats = minji.stats()
    assert (stats.not_indexed, stats.not_embedded) == (0, 0)
    assert minji.recall("강아지") == []
    (hit,) = [hit for hit in minji.recall("고양이를 키운다") if hit.memory is not None]
    # The vector is that of the new words, not of those that were being embedded.
    assert hit.why.sources["vector"].score == pytest.approx(1.0, abs=1e-4)


def test_a_user_erased_while_being_indexed_does_not_come_back(
    busy: Saegim, slow: SlowEmbedder, caplog: pytest.LogCaptureFixture
) -> None:
    minji = busy.user("minji")
    minji.record("지워질 이야기")
    assert slow.entered.wait(10)
    assert minji.erase(confirm=True)
    slow.let.set()
    busy.drain()
    assert not busy.exists("minji")
    assert busy.count_users() == 0
    assert busy.health()["users_with_pending_work"] == 0
    assert not [one for one in caplog.records if one.levelno >= logging.ERROR]


def test_a_turn_deleted_while_being_indexed_stays_deleted(busy: Saegim, slow: SlowEmbedder) -> None:
    minji = busy.user("minji")
    turn = minji.record("지워질 이야기")
    minji.record("남을 이야기")
    assert slow.entered.wait(10)
    minji.delete_turn(turn.id)
    slow.let.set()
    busy.drain()
    assert [hit.text for hit in minji.recall("이야기")] == ["남을 이야기"]
    assert minji.stats().not_embedded == 0


def test_closing_ends_the_thread_soon(tmp_path: Path) -> None:
    saegim = Saegim(tmp_path, embedder=FakeEmbedder(), analyser=BigramAnalyser(), worker="thread")
    for n in range(20):
        saegim.user("minji").record(f"{n}번째 이야기")
    began = time.monotonic()
    saegim.close()
    assert time.monotonic() - began < 4
    assert not [thread for thread in threading.enumerate() if thread.name == "saegim-worker"]


def test_what_closing_interrupted_is_finished_next_time(tmp_path: Path) -> None:
    parts = {"embedder": FakeEmbedder(), "analyser": BigramAnalyser()}
    with Saegim(tmp_path, worker="none", **parts) as saegim:  # type: ignore[arg-type]
        saegim.user("minji").record("한강에서 자전거를 탔다")
    with Saegim(tmp_path, worker="thread", **parts) as saegim:  # type: ignore[arg-type]
        # Any write wakes the thread, and it takes what is left of everyone.
        saegim.user("jisu").record("안녕")
        wait_for(lambda: saegim.user("minji").stats().not_embedded == 0)


def test_nothing_runs_before_it_is_needed(tmp_path: Path) -> None:
    with Saegim(tmp_path, embedder=FakeEmbedder(), analyser=BigramAnalyser(), worker="thread") as saegim:
        saegim.users()
        assert not [thread for thread in threading.enumerate() if thread.name == "saegim-worker"]


@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
def test_a_busy_registry_does_not_end_the_background_for_good(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Saegim(tmp_path, embedder=FakeEmbedder(), analyser=BigramAnalyser(), worker="thread") as saegim:
        store = saegim._core.store
        real, failed = store.lease_due, threading.Event()

        def lease_due(*given: object, **named: object) -> str | None:
            if not failed.is_set():
                failed.set()
                raise StoreBusy("registry.db", 30)
            return real(*given, **named)  # type: ignore[arg-type]

        monkeypatch.setattr(store, "lease_due", lease_due)
        minji = saegim.user("minji")
        minji.record("한강에서 자전거를 탔다")
        assert failed.wait(10)
        minji.record("김밥도 먹었다")
        wait_for(lambda: minji.stats().not_embedded == 0, timeout_s=3)


def test_one_users_trouble_is_not_anothers(
    saegim: Saegim, clock: FrozenClock, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    from saegim.recall import indexing

    real = indexing.index_words
    saegim.user("minji").record("안녕")
    saegim.user("jisu").record("안녕")
    broken = "minji"

    def index_words(store: object, *rest: object) -> object:
        if getattr(store, "_user_id", None) == broken:
            raise RuntimeError("뜻밖의 일")
        return real(store, *rest)  # type: ignore[arg-type]

    monkeypatch.setattr(indexing, "index_words", index_words)
    saegim.drain()
    assert saegim.user("jisu").stats().not_embedded == 0
    assert saegim.user("minji").stats().not_embedded == 1
    assert "background work failed" in caplog.text
    broken = ""
    clock.move(minutes=1)
    saegim.drain()
    assert saegim.user("minji").stats().not_embedded == 0


def test_few_files_may_be_open_and_many_users_speak(tmp_path: Path) -> None:
    with temporary_saegim(settings={"sqlite.max_open_users": 2}) as saegim:

        def speak(name: str) -> None:
            for n in range(4):
                saegim.user(name).record(f"{name}의 {n}번째 이야기")
                assert saegim.user(name).count_turns() == n + 1

        threads = [threading.Thread(target=speak, args=(f"user{n}",)) for n in range(6)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        saegim.drain()
        for n in range(6):
            assert saegim.user(f"user{n}").recall(f"user{n}의 3번째 이야기")
            assert saegim.user(f"user{n}").count_turns() == 4


# What saegim.testing offers.


def test_a_frozen_clock_moves_when_told(clock: FrozenClock) -> None:
    began = clock.now()
    assert clock.now() == began
    assert (clock.move(days=1, hours=2) - began).total_seconds() == 26 * 3600
    clock.set(began)
    assert clock.now() == began
    assert began.utcoffset() is not None


def test_a_scripted_model_answers_in_order_and_remembers(minji: User) -> None:
    model = ScriptedModel(["하나", ValueError("둘은 없다"), "셋"])
    context = minji.context("안녕")
    assert model.reply(context.messages).text == "하나"
    with pytest.raises(ValueError, match="둘은 없다"):
        model.reply([])
    assert model.reply([{"role": "user", "content": "또"}]).text == "셋"
    assert model.asked[0][-1] == {"role": "user", "content": "안녕"}


def test_a_fake_embedder_puts_like_by_like() -> None:
    embedder = FakeEmbedder()
    one, other, far = embedder.embed(["제주 여행 사진", "제주 여행 일정", "quantum physics"])
    assert float(one @ one) == pytest.approx(1.0, abs=1e-5)
    assert float(one @ other) > float(one @ far)
    assert embedder.calls == [["제주 여행 사진", "제주 여행 일정", "quantum physics"]]


def test_a_temporary_saegim_leaves_nothing_behind() -> None:
    with temporary_saegim() as saegim:
        folder = Path(saegim.settings.data)
        saegim.user("minji").record("안녕")
        assert folder.exists()
    assert not folder.exists()
