"""Turns of one user are kept one at a time and in order: in threads, and in processes."""

from __future__ import annotations

import subprocess
import sys
import threading
from pathlib import Path

from saegim import Saegim, User
from saegim.language.morphemes import BigramAnalyser
from saegim.testing import FakeEmbedder, FrozenClock


def test_eight_threads_speak_to_one_user(saegim: Saegim) -> None:
    """Each thread's turns come back in its order, all are there, none twice."""
    finished: list[int] = []

    def speak(name: int) -> None:
        user = saegim.user("minji")
        for n in range(6):
            user.record(f"{name}-{n}", "응")
            user.recall(f"{name}")
        finished.append(name)

    threads = [threading.Thread(target=speak, args=(name,)) for name in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(finished) == list(range(8))
    said = [turn.user for turn in saegim.user("minji").turns(oldest_first=True)]
    assert len(said) == len(set(said)) == 48
    for name in range(8):
        assert [text for text in said if text.startswith(f"{name}-")] == [f"{name}-{n}" for n in range(6)]
    (session,) = saegim.user("minji").sessions()
    assert session.turn_count == 48
    saegim.drain()
    assert saegim.user("minji").recall_detailed("3-4").degraded == ()


def test_threads_that_read_and_write_at_once_see_whole_turns(saegim: Saegim) -> None:
    minji = saegim.user("minji")
    minji.record("시작", "시작했어요")
    stop = threading.Event()
    torn: list[object] = []

    def look() -> None:
        while not stop.is_set():
            for turn in minji.turns(limit=5):
                if len(turn.messages) != 2:
                    torn.append(turn)
            stats = minji.stats()
            if stats.messages != 2 * stats.turns:
                torn.append(stats)

    readers = [threading.Thread(target=look) for _ in range(2)]
    for reader in readers:
        reader.start()
    for n in range(30):
        minji.record(f"{n}번", "네")
    stop.set()
    for reader in readers:
        reader.join()
    assert torn == []


def test_one_value_per_key_though_many_threads_set_it(saegim: Saegim) -> None:
    def move(n: int) -> None:
        saegim.user("minji").remember(f"{n}동에 산다", key="home.city", value=str(n))

    threads = [threading.Thread(target=move, args=(n,)) for n in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    minji = saegim.user("minji")
    assert len(minji.memories(key="home.city")) == 1
    assert len(minji.memories(key="home.city", current=False)) == 8


def test_one_of_two_who_expect_the_same_version_loses(minji: User) -> None:
    from saegim.errors import VersionConflict

    memory = minji.remember("처음")
    outcomes: list[str] = []

    def change(content: str) -> None:
        try:
            minji.revise(memory.id, content=content, expected_version=1)
            outcomes.append("kept")
        except VersionConflict:
            outcomes.append("conflict")

    threads = [threading.Thread(target=change, args=(f"{n}번째",)) for n in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(outcomes) == ["conflict", "conflict", "conflict", "kept"]
    assert minji.memory(memory.id).version == 2


_SPEAKER = """
import sys
from saegim import Saegim
from saegim.language.morphemes import BigramAnalyser

folder, name, count = sys.argv[1:]
settings = {"embedder": "none", "worker": "none"}
with Saegim(folder, settings=settings, analyser=BigramAnalyser()) as saegim:
    user = saegim.user("minji")
    print("ready", flush=True)
    sys.stdin.readline()
    for n in range(int(count)):
        print(user.record(f"{name}-{n}", "응").id, flush=True)
"""


def test_three_processes_speak_to_one_user(tmp_path: Path) -> None:
    """Nothing is lost, nothing doubled, and one session holds all."""
    folder = tmp_path / "data"
    settings = {"embedder": "none", "worker": "none"}
    with Saegim(folder, settings=settings, analyser=BigramAnalyser()) as saegim:
        minji = saegim.user("minji")
        minji.record("시작")
        assert minji.recall("시작") is not None
        speakers = [
            subprocess.Popen(
                [sys.executable, "-c", _SPEAKER, str(folder), name, "12"],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                text=True,
            )
            for name in ("가", "나", "다")
        ]
        try:
            for speaker in speakers:
                assert speaker.stdout is not None
                assert speaker.stdout.readline() == "ready\n"
            ids: list[str] = []
            for speaker in speakers:
                assert speaker.stdin is not None
                speaker.stdin.write("\n")
                speaker.stdin.flush()
            for speaker in speakers:
                out, _ = speaker.communicate(timeout=60)
                assert speaker.returncode == 0
                ids += out.split()
        finally:
            for speaker in speakers:
                speaker.kill()
                speaker.wait()
                for pipe in (speaker.stdin, speaker.stdout):
                    if pipe is not None:
                        pipe.close()
        turns = minji.turns(oldest_first=True)
        assert len(ids) == len(set(ids)) == 36
        assert {turn.id for turn in turns[1:]} == set(ids)
        for name in "가나다":
            assert [t.user for t in turns if t.user.startswith(name)] == [f"{name}-{n}" for n in range(12)]
        (session,) = minji.sessions()
        assert session.turn_count == 37
        saegim.drain()
        assert minji.recall("가-7")[0].text == "가-7"
        assert minji.check() == []


def test_what_another_process_writes_is_seen_at_the_next_call(tmp_path: Path) -> None:
    """Two installations over one folder stand for two processes: they share nothing but the files."""
    parts = {"analyser": BigramAnalyser(), "clock": FrozenClock()}
    one = Saegim(tmp_path, embedder=FakeEmbedder(), worker="none", **parts)  # type: ignore[arg-type]
    other = Saegim(tmp_path, embedder=FakeEmbedder(), worker="none", **parts)  # type: ignore[arg-type]
    with one, other:
        mine, theirs = one.user("minji"), other.user("minji")
        mine.record("고양이를 키운다")
        one.drain()
        assert [hit.text for hit in theirs.recall("고양이")] == ["고양이를 키운다"]
        memory = theirs.remember("강아지도 키운다")
        other.drain()
        assert [hit.text for hit in mine.recall("강아지")] == ["강아지도 키운다"]
        mine.revise(memory.id, content="햄스터도 키운다")
        one.drain()
        assert theirs.recall("강아지") == []
        assert [hit.text for hit in theirs.recall("햄스터")] == ["햄스터도 키운다"]
        theirs.forget(memory.id)
        assert mine.recall("햄스터") == []
        turn = mine.turns()[0]
        theirs.delete_turn(turn.id)
        assert mine.recall("고양이") == []
        assert mine.turns() == []
        theirs.clear(confirm=True)
        assert mine.memories() == []
        theirs.erase(confirm=True)
        assert mine.turns() == []
        mine.record("새로 시작")
        one.drain()
        assert [hit.text for hit in theirs.recall("새로 시작")] == ["새로 시작"]
