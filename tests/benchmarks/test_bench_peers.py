"""Peers behind their pipe: what is asked is answered, embedding takes no time, nothing leaves the machine."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path

import numpy as np
import pytest

sys.path.append(str(Path(__file__).parents[2] / "benchmarks"))
from measure.quality import _ask
from peers import own
from peers.contract import Item, Talk
from peers.fts5 import with_trigrams, with_words
from peers.known import PEERS
from peers.looked_up import LookedUp, load_vectors, save_vectors
from peers.process import BENCHMARKS, PeerFailed, PeerProcess
from peers.serving import Served
from saegim.evaluate.cases import Case, Question, Said
from saegim.language.morphemes import BigramAnalyser
from saegim.testing import FakeEmbedder

KEPT = {
    "a": "지난주에 성수동에서 김치찌개를 먹었어",
    "b": "우리 고양이 이름은 보리야",
    "c": "My sister moved to Busan in March",
}
ASKED = ["고양이 이름은 뭐였지", "Where did my sister move to?"]
ITEMS = [Item(id_, text, text) for id_, text in KEPT.items()]


def looked_up(*more: str) -> LookedUp:
    texts = [*KEPT.values(), *ASKED, *more]
    return LookedUp(texts, FakeEmbedder(dimensions=512).embed(texts))


@pytest.fixture
def vectors(tmp_path: Path) -> Path:
    texts = [*KEPT.values(), *ASKED]
    save_vectors(tmp_path / "vectors.npy", texts, FakeEmbedder(dimensions=512).embed(texts))
    return tmp_path / "vectors.npy"


@pytest.fixture
def words(tmp_path: Path, vectors: Path) -> Iterator[PeerProcess]:
    with PeerProcess("FTS5", sys.executable, vectors, tmp_path) as peer:
        yield peer


def test_a_peer_in_its_own_process_finds_what_it_was_given(words: PeerProcess, tmp_path: Path) -> None:
    assert words.open(tmp_path / "kept") > 0
    assert words.add(ITEMS) > 0
    found = words.search(ASKED[0], limit=2)
    assert found.ids == ["b"]
    assert 0 < found.seconds < 5
    assert words.search("아무도 하지 않은 말", limit=2).ids == []
    words.close()
    assert (tmp_path / "kept" / "fts5.db").stat().st_size > 0


def test_opening_again_begins_with_nothing(words: PeerProcess, tmp_path: Path) -> None:
    words.open(tmp_path / "first")
    words.add(ITEMS)
    words.open(tmp_path / "second")
    assert words.search(ASKED[0], limit=2).ids == []


def test_what_goes_wrong_in_a_peer_is_told_and_it_goes_on(words: PeerProcess, tmp_path: Path) -> None:
    with pytest.raises(PeerFailed, match="FTS5: ValueError: nothing is open"):
        words.search("고양이", limit=1)
    words.open(tmp_path / "kept")
    words.add(ITEMS)
    assert words.search("고양이", limit=1).ids == ["b"]


def test_a_peer_that_cannot_start_says_why(vectors: Path, tmp_path: Path) -> None:
    peer = PeerProcess("no such memory", sys.executable, vectors, tmp_path)
    with peer, pytest.raises(PeerFailed, match="invalid choice: 'no such memory'"):
        peer.open(tmp_path / "kept")


@pytest.mark.parametrize(("opens", "asked", "found"), [
    (with_words, "고양이 이름은", ["b"]),
    (with_words, "where did she move?", ["c"]),
    (with_words, "the of and", []),
    (with_words, '"unbalanced AND (', []),
    (with_trigrams, "김치찌개를 먹", ["a"]),
    (with_trigrams, "개", []),
])  # fmt: skip
def test_plain_full_text_finds_by_words(opens: type, asked: str, found: list[str], tmp_path: Path) -> None:
    peer = opens(tmp_path, looked_up(), Talk())
    peer.add(ITEMS)
    assert peer.search(asked, limit=5) == found
    peer.close()


@pytest.fixture
def without_morphemes(monkeypatch: pytest.MonkeyPatch) -> None:
    """The morpheme analyser takes seconds to load and is tested elsewhere."""
    monkeypatch.setattr(own, "_analyser", BigramAnalyser())


@pytest.mark.usefixtures("without_morphemes")
def test_saegim_itself_answers_behind_the_same_door(tmp_path: Path) -> None:
    served = Served(PEERS["saegim"].load(), looked_up())
    served.answer({"do": "open", "folder": str(tmp_path / "notes")})
    served.answer({"do": "add", "items": [{"id": i.id, "text": i.text, "said": i.said} for i in ITEMS]})
    found = served.answer({"do": "search", "text": ASKED[0], "limit": 3})
    assert found["ids"][0] == "b"
    assert {"parse", "search", "rank"} <= found["details"].keys()
    served.close()


@pytest.mark.usefixtures("without_morphemes")
def test_saegim_records_what_has_a_time_as_a_conversation(tmp_path: Path) -> None:
    said = [
        {"id": "1", "text": "", "said": KEPT["b"], "at": "2025-03-01T10:00+09:00", "session": "s1"},
        {"id": "2", "text": "", "said": KEPT["a"], "at": "2025-04-01T10:00+09:00", "session": "s2"},
    ]
    served = Served(PEERS["saegim"].load(), looked_up())
    talk = {"language": "ko", "timezone": "Asia/Seoul", "now": "2025-05-01T10:00+09:00"}
    served.answer({"do": "open", "folder": str(tmp_path / "talk"), "talk": talk})
    served.answer({"do": "add", "items": said})
    found = served.answer({"do": "search", "text": ASKED[0], "limit": 3, "at": "2025-05-02T10:00+09:00"})
    assert found["ids"][0] == "1"
    served.close()


class _SlowToEmbed(LookedUp):
    def lists(self, texts: Sequence[str]) -> list[list[float]]:
        time.sleep(0.2)
        self.seconds += 0.2
        return super().lists(texts)


class _Vain:
    """Looks the question up and finds nothing."""

    details: Mapping[str, float] = {}

    def __init__(self, folder: Path, vectors: LookedUp, talk: Talk) -> None:
        self._vectors = vectors

    def add(self, items: Sequence[Item]) -> None:
        self._vectors.lists([item.text for item in items])

    def search(self, text: str, *, limit: int, at: str | None) -> list[str]:
        self._vectors.lists([text])
        return []

    def close(self) -> None: ...


def test_time_spent_on_vectors_is_taken_off(tmp_path: Path) -> None:
    slow = _SlowToEmbed(["고양이"], np.zeros((1, 4), dtype=np.float32))
    served = Served(_Vain, slow)
    served.answer({"do": "open", "folder": str(tmp_path)})
    answer = served.answer({"do": "search", "text": "고양이", "limit": 1})
    assert slow.seconds > 0.2
    assert answer["seconds"] < 0.15


def test_vectors_are_found_again_by_their_text_and_no_other(vectors: Path) -> None:
    found = load_vectors(vectors)
    assert np.array_equal(found.arrays([KEPT["b"]]), looked_up().arrays([KEPT["b"]]))
    assert found.lists([ASKED[0]])[0] == pytest.approx(found.arrays([ASKED[0]])[0].tolist())
    with pytest.raises(KeyError):
        found.lists(["누구도 미리 읽지 않은 말"])


def test_a_peer_reaches_nothing_but_this_machine() -> None:
    script = """
import socket
from peers.serving import keep_offline
keep_offline()
listening = socket.create_server(("127.0.0.1", 0))
socket.create_connection(listening.getsockname()).close()
listening.close()
for attempt in (
    lambda: socket.socket().connect(("192.0.2.1", 9)),
    lambda: socket.getaddrinfo("example.invalid", 80),
):
    try:
        attempt()
    except PermissionError:
        print("refused")
"""
    # Without what keeps the tests themselves offline: this is about what keeps a peer so.
    done = subprocess.run(
        [sys.executable, "-c", script],
        cwd=BENCHMARKS,
        env={**os.environ, "PYTHONPATH": ""},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stdout.split() == ["refused", "refused"], done.stderr


def test_quality_is_scored_by_the_turn_whichever_message_of_it_was_found(
    words: PeerProcess, tmp_path: Path
) -> None:
    at = datetime(2025, 3, 1, 10, tzinfo=UTC)
    said = (
        Said("t1", "s", "user", "우리 고양이 이름은 보리야", at),
        Said("t1", "s", "assistant", "고양이 이름은 예쁘네요", at),
        Said("t2", "s", "user", "고양이 사료를 샀어", at),
    )
    asked = (
        Question("고양이 이름은", at, "direct", frozenset({"t1"})),
        Question("사료를 언제", at, "direct", frozenset({"t2", "t1"})),
        Question("아무도 답할 수 없는 말", at, "unanswerable", frozenset()),
    )
    case = Case("minji", "ko", "Asia/Seoul", said, asked)
    scored = _ask(words, [case], tmp_path, lambda text: None)
    assert scored.values("MRR") == [1.0, 1.0]
    assert scored.values("R@5") == [1.0, 0.5]
